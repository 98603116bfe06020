package scaleslurm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/job"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/cores"
	"sudokulab/pkg/stats"
)

// besideOne is the time of a job beside that of a job of one shard, both with one worker.
const besideOne = "time beside one shard"

// made is a job's file, its output and what the file says.
type made struct {
	file, output string
	spec         *job.Spec
}

// jobs is what the gain of several workers is of.
const jobs = "jobs"

// rateMetric names the puzzles per second of a job with so many workers.
func rateMetric(workers int) string { return "rate workers=" + strconv.Itoa(workers) }

// puzzlesFile is what classify and rate read.
const puzzlesFile = "puzzles.txt"

// plainArgs are the command that does an operation on so many puzzles by one worker, without shards, and the input and the parameters of
// a job that does the same.
func (s Size) plainArgs() (args []string, input, parameters string) {
	files := "files: [" + puzzlesFile + "]"
	switch s.Operation {
	case generate:
		return []string{generate, "--jobs=1", "--minimal", fmt.Sprintf("--seed=%d", seed), fmt.Sprintf("--count=%d", s.Puzzles)},
			fmt.Sprintf("seed: %d, count: %d", seed, s.Puzzles), "minimal: true"
	case classify:
		return []string{classify, "--quiet", "--jobs=1", "--times=false", "--format=line", puzzlesFile}, files, "format: line"
	default:
		return []string{rate, "--quiet", "--jobs=1", "--format=csv", puzzlesFile}, files, "format: csv"
	}
}

// sizes times, in turn, a command of the program, jobs that do the same in shards with 1, 2, … workers, and one of a single shard.
func sizes(ctx context.Context, s Size, bootstrap stats.BootstrapConfig, program string, r *lab.Run) error {
	dir, err := os.MkdirTemp("", "sudokulab-sizes-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // a temporary folder
	by, err := source()
	if err != nil {
		return err
	}
	args, input, parameters := s.plainArgs()
	if s.Operation != generate {
		if err := atomicfile.Write(filepath.Join(dir, puzzlesFile), func(w io.Writer) error { return write(ctx, by.Maker(), 0, s.Puzzles, w) }); err != nil {
			return err
		}
	}
	jobOf := func(name string, shards int) (made, error) {
		m := made{file: filepath.Join(dir, name+".yaml"), output: filepath.Join(dir, name+".out")}
		text := fmt.Sprintf("operation: %s\ninput: {%s}\nshards: %d\noutput: %s.out\nparameters: {%s}\n", s.Operation, input, shards, name, parameters)
		err := os.WriteFile(m.file, []byte(text), 0o600)
		if err == nil {
			m.spec, err = job.Read(m.file)
		}
		return m, err
	}
	shards := (s.Puzzles + s.Shard - 1) / s.Shard
	many, err := jobOf("many", shards)
	if err != nil {
		return err
	}
	one, err := jobOf("one", 1)
	if err != nil {
		return err
	}
	timed := func(ctx context.Context, out io.Writer, args ...string) (float64, error) {
		c := exec.CommandContext(ctx, program, args...)
		c.Dir, c.Stdout = dir, out
		begin := time.Now()
		err := called(c)
		return time.Since(begin).Seconds(), err
	}
	var want []byte
	same := true
	counts := cores.Counts(runtime.GOMAXPROCS(0))
	sides := []func(context.Context, int) (float64, error){func(ctx context.Context, _ int) (took float64, err error) {
		plain, err := os.Create(filepath.Join(dir, "plain.out"))
		if err != nil {
			return 0, err
		}
		if took, err = timed(ctx, plain, args...); err == nil {
			want, err = os.ReadFile(plain.Name())
		}
		return took, errors.Join(err, plain.Close())
	}}
	does := func(m made, workers int) func(context.Context, int) (float64, error) {
		return func(ctx context.Context, _ int) (float64, error) {
			took, err := timed(ctx, nil, "job", "run", "--jobs", strconv.Itoa(workers), m.file)
			if err != nil {
				return 0, err
			}
			got, err := os.ReadFile(m.output)
			if err != nil {
				return 0, err
			}
			same = same && (want == nil || bytes.Equal(got, want))
			return took, errors.Join(job.Clean(m.spec), os.Remove(m.output))
		}
	}
	for _, workers := range counts {
		sides = append(sides, does(many, workers))
	}
	sides = append(sides, does(one, 1))
	times, err := r.Alternate(ctx, s.Rounds, 0, sides...)
	if err != nil {
		return err
	}
	r.Count(lines, int64(s.Puzzles), "puzzles")
	r.Count("shards", int64(shards), "shards")
	r.Count("bytes", int64(len(want)), "B")
	r.Count(sameBytes, count(same), "of 1")
	r.Noisy("cores", float64(counts[len(counts)-1]), "cores", 1)
	rng := rand.New(rand.NewPCG(r.Seed, 0)) //nolint:gosec // a figure is to come out the same each time
	if _, err := lab.KeepRatio(r, rng, sharded, "×", times[1], times[0], bootstrap); err != nil {
		return err
	}
	if _, err := lab.KeepRatio(r, rng, besideOne, "×", times[1], times[len(times)-1], bootstrap); err != nil {
		return err
	}
	speed := func(name string, seconds []float64) error {
		middle, err := stats.Median(seconds)
		r.Noisy(name, float64(s.Puzzles)/middle, "puzzles/s", len(seconds))
		return err
	}
	if err := speed(perSecond, times[0]); err != nil {
		return err
	}
	for k, workers := range counts {
		if err := speed(rateMetric(workers), times[k+1]); err != nil {
			return err
		}
		if workers == 1 {
			continue
		}
		if _, err := lab.KeepRatio(r, rng, cores.GainMetric(jobs, workers), "×", times[1], times[k+1], bootstrap); err != nil {
			return err
		}
	}
	return nil
}
