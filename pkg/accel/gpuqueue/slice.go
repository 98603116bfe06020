package gpuqueue

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"sudokulab/pkg/atomicfile"
)

// ExitMore is the exit code by which a job's command says that its budget is spent
// and that there is more to do (EX_TEMPFAIL of sysexits.h: try again later).
const ExitMore = 75

// Config says how [RunSlice] runs.
type Config struct {
	Queue    *Queue
	StateDir string // results so far: state.json and a folder for each job
	OutDir   string // where this slice's files go; must be empty or missing
	Binary   string // the program; a job's command are its arguments
	JobID    string // this job instead of the next open one
	// Env is the child's environment; nil means this process's.
	Env []string
	// Log receives what the command prints, as it prints it; nil for nowhere. The
	// first megabyte is also kept in the output folder.
	Log io.Writer
	// Check looks at the machine before anything is written. accel.Choose makes a good
	// one, since it lets the backend solve a small graph. nil checks nothing, and then
	// only jobs for any backend run.
	Check func(ctx context.Context) (Machine, error)

	grace time.Duration // in place of defaultGrace, for tests
}

// Machine is what a check found.
type Machine struct {
	Platform    string // cuda, cpu, go: as in accel.Choice
	Description string // a line for the record
}

// ErrNotThisMachine is wrapped when a job wants a card and the machine has none that
// works. Nothing is recorded then: it says nothing about the job.
var ErrNotThisMachine = errors.New("gpuqueue: not on this machine")

const (
	// defaultGrace is how long after the budget the command may still run before it is
	// interrupted, and then killed after as long again.
	defaultGrace = 15 * time.Second
	maxLog       = 1 << 20
)

// RunSlice runs one slice of the next open job, or of the one that was named, and
// writes its record into the output folder, whatever the outcome. The returned error
// is nil also for a slice that failed, as long as its record was written: the
// caller looks at the outcome. It is [ErrNothingToRun] if no job is open and
// [ErrNotThisMachine] if the machine cannot serve the job.
func RunSlice(ctx context.Context, c Config) (Slice, error) {
	state, err := LoadState(c.StateDir)
	if err != nil {
		return Slice{}, err
	}
	var job Job
	if c.JobID == "" {
		job, err = Next(c.Queue, state)
	} else {
		job, err = c.Queue.Job(c.JobID)
	}
	if err != nil {
		return Slice{}, err
	}
	if len(job.Command) == 0 {
		return Slice{}, fmt.Errorf("gpuqueue: job %s has no command yet, it needs: %s", job.ID, job.Needs)
	}
	machine, err := c.check(ctx, job)
	if err != nil {
		return Slice{}, err
	}
	if err := emptyDir(c.OutDir); err != nil {
		return Slice{}, err
	}
	out, err := filepath.Abs(c.OutDir)
	if err != nil {
		return Slice{}, fmt.Errorf("gpuqueue: %w", err)
	}

	slice := Slice{Job: job.ID, Number: 1, Started: time.Now().UTC(), BudgetSeconds: job.Budget.Seconds(), Machine: machine, Exit: -1}
	latest, kept := state.last(job.ID)
	if latest != nil {
		slice.Number = latest.Number + 1
	}
	if kept != nil && len(kept.Files) > 0 {
		if err := restore(filepath.Join(c.StateDir, job.ID), out, kept.Files); err != nil {
			return Slice{}, err
		}
		slice.Resumed = true
	}
	// The record says OUT: where the folder lay on a lent machine is of no use later.
	slice.Args = append(slices.Clone(job.Command), "--out", "OUT", "--budget", job.Budget.String())
	if slice.Resumed {
		slice.Args = append(slice.Args, "--resume")
	}

	err = c.run(ctx, job, out, &slice)
	slice.ElapsedSeconds = time.Since(slice.Started).Seconds()
	files, scanErr := scan(out)
	slice.Files = files
	if err = errors.Join(err, scanErr); err != nil {
		slice.Outcome, slice.Message = OutcomeFailed, err.Error()
	}
	return slice, writeJSON(filepath.Join(out, sliceName), slice)
}

// check returns the machine's description, or why it cannot serve the job.
func (c Config) check(ctx context.Context, job Job) (string, error) {
	var m Machine
	if c.Check != nil {
		var err error
		if m, err = c.Check(ctx); err != nil {
			return "", fmt.Errorf("%w: %w", ErrNotThisMachine, err)
		}
	}
	if job.Backend != BackendAny && m.Platform != BackendCUDA {
		return "", fmt.Errorf("%w: job %s wants a CUDA card, there is %s (%s)", ErrNotThisMachine, job.ID,
			cmp.Or(m.Platform, "nothing known"), m.Description)
	}
	return m.Description, nil
}

// run runs the command. It sets what it learns in the slice; an error means that the
// slice failed.
func (c Config) run(ctx context.Context, job Job, out string, slice *Slice) (err error) {
	keep, err := atomicfile.Open(filepath.Join(out, logName), os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, keep.Close()) }()
	log := &keptLog{keep: keep, room: maxLog, all: c.Log}
	defer func() {
		if err != nil && len(log.tail) > 0 {
			err = fmt.Errorf("%w; last words: %s", err, bytes.TrimSpace(log.tail))
		}
	}()

	grace := cmp.Or(c.grace, defaultGrace)
	ctx, cancel := context.WithTimeout(ctx, job.Budget+grace)
	defer cancel()
	args := slices.Clone(slice.Args)
	args[slices.Index(args, "--out")+1] = out
	cmd := exec.CommandContext(ctx, c.Binary, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = c.Env, log, log
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = grace
	err = cmd.Run()
	if cmd.ProcessState != nil {
		slice.Exit = cmd.ProcessState.ExitCode()
	}
	if ctx.Err() != nil && slice.Exit != 0 && slice.Exit != ExitMore {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return fmt.Errorf("still running %v after its budget of %v, stopped", grace, job.Budget)
		}
		return fmt.Errorf("interrupted: %w", ctx.Err())
	}
	switch slice.Exit {
	case 0:
		slice.Outcome = OutcomeDone
		return missing(out, job.Outputs)
	case ExitMore:
		slice.Outcome = OutcomeMore
		return nil
	}
	return err
}

// missing reports outputs that a finished job promised and did not leave.
func missing(out string, names []string) error {
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(out, filepath.FromSlash(name))); err != nil {
			return fmt.Errorf("finished without its output %s: %w", name, err)
		}
	}
	return nil
}

// emptyDir makes the folder, or finds it empty. Old files in it would count as new.
func emptyDir(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		err = os.MkdirAll(dir, 0o755)
	case err == nil && len(entries) > 0:
		err = fmt.Errorf("output folder %s is not empty (%s)", dir, entries[0].Name())
	}
	if err != nil {
		return fmt.Errorf("gpuqueue: %w", err)
	}
	return nil
}

// restore copies the files of the slice before into the output folder and checks
// that they are the ones that it recorded. The log starts empty.
func restore(from, to string, files []File) error {
	for _, f := range files {
		if f.Name == logName {
			continue
		}
		if err := checkName(f.Name); err != nil {
			return fmt.Errorf("gpuqueue: state of %s: %w", from, err)
		}
		path := filepath.Join(from, filepath.FromSlash(f.Name))
		sum, _, err := atomicfile.SHA256(path)
		if err == nil && sum != f.SHA256 {
			err = fmt.Errorf("%s is not the file that the last slice left", path)
		}
		if err == nil {
			err = copyFile(path, to, f.Name)
		}
		if err != nil {
			return fmt.Errorf("gpuqueue: resuming: %w (a job that is to begin again needs another id)", err)
		}
	}
	return nil
}

// keptLog passes everything on, keeps the first part in a file, and the end at hand
// for the record of a failure: the files of a failed slice are not taken over.
type keptLog struct {
	mu   sync.Mutex // the command's two streams may be copied by two goroutines
	keep io.Writer
	room int
	tail []byte
	all  io.Writer
}

const maxTail = 1 << 10

func (w *keptLog) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all != nil {
		_, _ = w.all.Write(p) // the caller's terminal is not what the slice is for
	}
	w.tail = append(w.tail, p...)
	if over := len(w.tail) - maxTail; over > 0 {
		w.tail = append(w.tail[:0], w.tail[over:]...)
	}
	if w.room > 0 {
		head := p[:min(len(p), w.room)]
		if _, err := w.keep.Write(head); err != nil {
			return 0, err
		}
		if w.room -= len(head); w.room == 0 {
			if _, err := io.WriteString(w.keep, "\n(the rest of the log was not kept)\n"); err != nil {
				return 0, err
			}
		}
	}
	return len(p), nil
}
