package contest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sudokulab/pkg/descendants"
)

// Program is a program that answers by the protocol.
type Program struct {
	Name    string
	Command []string // and its arguments
	Path    string   // of the program, if it is not to be found by the command's first word
	Env     []string // nil for this process's
	Batch   int      // puzzles in a line of JSON; 0 for a puzzle a line
}

// Ending says how a run ended that did not end as it should.
type Ending string

// The endings.
const (
	NotStarted Ending = "not started"
	Crashed    Ending = "crashed"   // it ended with a code other than 0, or by a signal
	TimedOut   Ending = "timed out" // the run's time was up
	Stalled    Ending = "stalled"   // no answer came for too long
	Flooded    Ending = "flooded"   // it wrote more than any answers are
)

// Fault is how a program's run went wrong.
type Fault struct {
	Ending Ending `json:"ending"`
	Says   string `json:"says"`
	// Exit is the program's exit code, −1 if it had none: it did not start, or a signal ended it.
	Exit   int      `json:"exit"`
	Stderr []string `json:"stderr,omitempty"` // its last lines on standard error
}

// String puts the fault into a sentence.
func (f *Fault) String() string {
	s := string(f.Ending) + ": " + f.Says
	if n := len(f.Stderr); n > 0 {
		s += "; its last words: " + f.Stderr[n-1]
	}
	return s
}

// bounds end a run. 0 stands for none.
type bounds struct{ timeout, stall time.Duration }

// run is what one run of a program gave.
type run struct {
	wall, cpu time.Duration
	peak      int64 // bytes, 0 where that is not known
	fault     *Fault
	out       []byte // what it wrote on standard output
	unread    bool   // it ended before it had read its whole input
}

const (
	watchEvery = 20 * time.Millisecond // how often a run is looked at
	grace      = time.Second           // for the output of a program that has ended, whose children may hold it open
	tailBytes  = 4 << 10               // of standard error that are kept
	tailLines  = 5
	slack      = 2 << 20 // bytes by which the system's two counts of this process's memory may differ
	// most that an answer has beside its grid, and an output beside its answers, in bytes
	answerExtra, outputExtra = 128, 64 << 10
)

// tail keeps the last bytes of what is written to it.
type tail struct {
	sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.Lock()
	defer t.Unlock()
	t.text = append(t.text, p[max(0, len(p)-tailBytes):]...)
	if over := len(t.text) - tailBytes; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

// lines returns the last lines without control characters.
func (t *tail) lines() (out []string) {
	t.Lock()
	defer t.Unlock()
	for line := range strings.SplitSeq(strings.ToValidUTF8(string(t.text), "\uFFFD"), "\n") {
		line = strings.TrimRight(strings.Map(func(r rune) rune {
			if r < ' ' && r != '\t' || r == 0x7f {
				return -1
			}
			return r
		}, line), " \t")
		if line != "" {
			out = append(out, line)
		}
	}
	return out[max(0, len(out)-tailLines):]
}

// output gathers standard output up to a limit.
type output struct {
	text  []byte
	lines atomic.Int64
	over  chan struct{} // closed when there is more than the limit
	ended time.Time
}

func (o *output) gather(r io.Reader, limit int) {
	for {
		if len(o.text) == cap(o.text) {
			o.text = append(o.text, 0)[:len(o.text)]
		}
		n, err := r.Read(o.text[len(o.text):min(cap(o.text), len(o.text)+1<<16)])
		o.lines.Add(int64(bytes.Count(o.text[len(o.text):len(o.text)+n], []byte{'\n'})))
		o.text = o.text[:len(o.text)+n]
		if len(o.text) > limit {
			o.text = o.text[:limit]
			close(o.over)
			return
		}
		if err != nil {
			o.ended = time.Now()
			return
		}
	}
}

// run runs the program on a text, several times over, and gathers what it answers to so many puzzles. An error is the context's: whatever
// the program does is in the run.
func (p *Program) run(ctx context.Context, text []byte, times, puzzles int, b bounds) (*run, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := &run{}
	refused := func(err error) (*run, error) {
		r.fault = &Fault{Ending: NotStarted, Says: err.Error(), Exit: -1}
		return r, nil
	}
	cmd := exec.Command(p.Command[0], p.Command[1:]...) // not of the context, which would leave its children alive
	if p.Path != "" {
		cmd.Path, cmd.Err = p.Path, nil
	}
	mark := descendants.NewMark()
	if cmd.Env = append(slices.Clone(p.Env), mark); p.Env == nil {
		cmd.Env = append(os.Environ(), mark)
	}
	setGroup(cmd)
	var files [6]*os.File // the ends of the program and ours of its input, output and standard error
	defer func() {
		for _, f := range files {
			if f != nil {
				_ = f.Close() // pipes: nothing is lost
			}
		}
	}()
	var err error
	for i := 0; i < len(files); i += 2 {
		if files[i], files[i+1], err = os.Pipe(); err != nil {
			return nil, fmt.Errorf("contest: %w", err)
		}
	}
	in, out, log := files[1], files[2], files[4]
	cmd.Stdin, cmd.Stdout, cmd.Stderr = files[0], files[3], files[5]
	limit := times*(2*len(text)+puzzles*answerExtra) + outputExtra
	got := &output{text: make([]byte, 0, times*(len(text)+16*puzzles)+1024), over: make(chan struct{})}
	words := &tail{}

	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return refused(err)
	}
	for _, i := range []int{3, 5} {
		_ = files[i].Close()
		files[i] = nil
	}
	var gathered, logged, written sync.WaitGroup
	gathered.Go(func() { got.gather(out, limit) })
	logged.Go(func() { _, _ = io.Copy(words, log) })
	taken := 0
	pid := strconv.Itoa(cmd.Process.Pid)
	var fed int64 // its memory once its input was fed; that of a short run is not seen otherwise
	written.Go(func() {
		for range times {
			n, err := in.Write(text)
			taken += n
			if err != nil {
				return // the program reads no more; its answers say what it knows
			}
		}
		fed = peakOf(pid)
		_ = in.Close()
	})
	type ending struct {
		state *os.ProcessState
		at    time.Time
		err   error
	}
	exited := make(chan ending, 1)
	go func() {
		state, err := cmd.Process.Wait()
		exited <- ending{state, time.Now(), err}
	}()
	own := peakOf("self") // which the system takes for the other's, too, as it becomes a program only after it was born
	w := watch{b: b, begin: begin, got: got, want: int64(times * lineCount(puzzles, p.Batch)), pid: pid}
	var end ending
	stopped := false
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	over := got.over
watching:
	for {
		select {
		case end = <-exited:
			break watching
		case <-ctx.Done():
		case <-over:
			r.fault = &Fault{Ending: Flooded, Says: fmt.Sprintf("it wrote more than %d bytes to %d puzzles", limit, times*puzzles)}
		case <-tick.C:
			r.fault = w.look()
		}
		if r.fault != nil || ctx.Err() != nil {
			stopped = true
			killGroup(cmd)
			descendants.Kill(mark)
			end = <-exited
			break watching
		}
	}
	// What it has left behind it may still hold its output.
	done := make(chan struct{})
	go func() { gathered.Wait(); close(done) }()
	if !stopped {
		select {
		case <-done:
		case <-ctx.Done():
		case <-time.After(grace):
		}
	}
	killGroup(cmd)
	descendants.Kill(mark) // what has left the group
	_ = in.Close()
	late := time.AfterFunc(grace, func() { _ = errors.Join(out.SetReadDeadline(begin), log.SetReadDeadline(begin)) })
	<-done
	logged.Wait()
	late.Stop()
	written.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if end.err != nil {
		return nil, fmt.Errorf("contest: waiting for %s: %w", p.Command[0], end.err)
	}
	r.out = got.text
	left, _ := io.Copy(io.Discard, files[0]) // what a pipe took is not read yet; nobody writes to it any more
	r.unread = taken < times*len(text) || left > 0
	r.wall = end.at.Sub(begin)
	if d := got.ended.Sub(begin); d > r.wall && d < r.wall+grace {
		r.wall = d
	}
	r.cpu = end.state.UserTime() + end.state.SystemTime()
	r.peak = max(w.peak, fed)
	if most := peakOfEnded(end.state); most > own+slack || own == 0 {
		r.peak = most
	}
	select {
	case <-got.over: // it may have ended before that was seen
		if r.fault == nil {
			r.fault = &Fault{Ending: Flooded, Says: fmt.Sprintf("it wrote more than %d bytes to %d puzzles", limit, times*puzzles)}
		}
	default:
	}
	switch {
	case r.fault == nil && !end.state.Success():
		r.fault = &Fault{Ending: Crashed, Says: end.state.String(), Exit: end.state.ExitCode()}
	case r.fault != nil:
		r.fault.Exit = -1
		if n := times*len(text) - taken; n > 0 && r.fault.Ending != Flooded {
			r.fault.Says += fmt.Sprintf("; it had not read the last %d bytes or more of its input", n)
		}
	}
	if r.fault != nil {
		r.fault.Stderr = words.lines()
	}
	return r, nil
}

// lineCount is the number of lines that puzzles take.
func lineCount(puzzles, batch int) int {
	if batch == 0 {
		return puzzles
	}
	return (puzzles + batch - 1) / batch
}

// watch looks at a run from time to time.
type watch struct {
	b     bounds
	begin time.Time
	got   *output
	want  int64 // lines
	pid   string

	lines int64
	since time.Time // the last line came
	peak  int64
}

// look returns why the run has to end now, if it has.
func (w *watch) look() *Fault {
	now := time.Now()
	w.peak = max(w.peak, peakOf(w.pid))
	if n := w.got.lines.Load(); n > w.lines || w.since.IsZero() {
		w.lines, w.since = n, now
	}
	far := fmt.Sprintf("%d of %d lines of answers were there", w.lines, w.want)
	if w.lines >= w.want {
		far = "all answers were there, but it did not end"
	}
	switch {
	case w.b.timeout > 0 && now.Sub(w.begin) > w.b.timeout:
		return &Fault{Ending: TimedOut, Says: fmt.Sprintf("the run did not end within %s; %s", w.b.timeout, far)}
	case w.b.stall > 0 && now.Sub(w.since) > w.b.stall:
		return &Fault{Ending: Stalled, Says: fmt.Sprintf("no line came for %s; %s", w.b.stall, far)}
	}
	return nil
}
