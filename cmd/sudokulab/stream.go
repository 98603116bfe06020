package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/pipeline"
)

// stream maps every puzzle of the input to a result, with one goroutine for each worker, and
// hands the results to emit in the order of the input. Bad puzzles are reported to the tally
// in the same order where the input keeps going, and end the stream otherwise.
//
// text is the place of a result's text, which need stand until the worker's next call only; what emit is given stands
// until it returns.
func stream[R any](
	ctx context.Context, in *input, workers []func(context.Context, *entry) (R, error), text func(*R) *[]byte,
	t *tally, emit func(*entry, R) error, flush func() error,
) error {
	s := newBlocks[R](in, len(workers))
	defer s.close()
	defer context.AfterFunc(ctx, s.close)()
	inner := make([]func(context.Context, *block[R]), len(workers))
	for i, f := range workers {
		inner[i] = func(ctx context.Context, b *block[R]) { s.work(ctx, b, text, f) }
	}
	one := func(e *entry, r R) error {
		if e.bad() {
			t.skip(e.err)
			return nil
		}
		t.puzzles++
		return emit(e, r)
	}
	err := func() error {
		for b, err := range pipeline.Each(ctx, s.all(ctx), inner, pipeline.Options{Live: true, Idle: flush, Ahead: ahead(len(workers))}) {
			if err == nil {
				err = b.await(flush)
			}
			if err == nil {
				err = b.give(text, one)
			}
			if err != nil {
				return err
			}
			t.show()
			s.reuse(b)
		}
		return nil
	}()
	t.hide()
	if flushErr := flush(); err == nil {
		err = flushErr
	}
	return err
}

// ahead is how many blocks per worker may be ahead of the results, which are written in order: as many as mostAhead has
// room for where each holds one puzzle. Where there are workers by the thousand, for a method that works on batches, a
// hard puzzle would soon have all of them wait for it.
func ahead(workers int) int {
	return max(4, mostAhead/entryBytes/workers)
}

// addJobs adds the flag for the number of workers.
func addJobs(cmd *cobra.Command, jobs *int) {
	addNumber(cmd, jobs, "jobs", 0, maxJobs, "puzzles worked on at once (0: one per core, or as many as a method that works on batches takes); the output does not depend on it")
	complete(cmd, "jobs")
}

// maxJobs bounds --jobs, lest a slip of the finger start a billion of them.
const maxJobs = 4096

// workersOf makes the workers for a number of jobs as the flag gives it.
func workersOf[W any](jobs int, newWorker func() W) []W {
	workers := make([]W, cmp.Or(jobs, runtime.GOMAXPROCS(0)))
	for i := range workers {
		workers[i] = newWorker()
	}
	return workers
}

// tally counts what a stream did and shows how far it is: nothing within a second, then a
// bar if standard error is a terminal and standard output is not.
type tally struct {
	name    string // of the command
	w       io.Writer
	in      *input
	start   time.Time
	puzzles int
	skipped int
	pieces  int      // of an output that has many for a puzzle
	piece   string   // what those are called; empty if there is one for each puzzle
	words   []string // in the order in which they were first counted
	counts  map[string]int
	bad     func(error) // takes the faults of bad puzzles, which are told one by one without it

	visible bool
	bar     *progressbar.ProgressBar
	shown   time.Time // last
}

func newTally(cmd *cobra.Command, in *input) *tally {
	return &tally{
		name: cmd.Name(), w: cmd.ErrOrStderr(), in: in, start: time.Now(), counts: map[string]int{},
		visible: isTerminal(cmd.ErrOrStderr()) && !isTerminal(cmd.OutOrStdout()),
	}
}

// count adds one to a word of the summary.
func (t *tally) count(word string) {
	t.counts[word]++
	if t.counts[word] == 1 {
		t.words = append(t.words, word)
	}
}

// progress counts pieces that were written and shows how far the stream is.
func (t *tally) progress(pieces int) {
	t.pieces += pieces
	t.show()
}

// skip reports a bad puzzle.
func (t *tally) skip(err error) {
	t.skipped++
	if t.bad != nil {
		t.bad(err)
		return
	}
	t.hide()
	fmt.Fprintf(t.w, "%s: %s\n", t.name, message(err))
}

// How long a run must last until it shows a bar, and how long a bar stands still.
const (
	barDelay = time.Second
	barPause = 100 * time.Millisecond
)

func (t *tally) show() {
	if !t.visible {
		return
	}
	now := time.Now()
	if now.Sub(t.start) < barDelay || now.Sub(t.shown) < barPause {
		return
	}
	t.shown = now
	if t.bar == nil {
		size := t.in.size
		if size <= 0 {
			size = -1
		}
		t.bar = newBar(t.w, size, progressbar.OptionSetPredictTime(size > 0), progressbar.OptionSetElapsedTime(true))
	}
	n, what := t.puzzles, "puzzles"
	if t.piece != "" {
		n, what = t.pieces, t.piece
	}
	rate := float64(n) / now.Sub(t.start).Seconds()
	t.bar.Describe(fmt.Sprintf("%s %s, %s/s", lab.Number(float64(n)), what, lab.Number(wholeFrom(rate))))
	// A bar that cannot be drawn must not end the work.
	_ = t.bar.Set64(t.in.read.Load())
}

// hide takes the bar away, so that lines can be written; show brings it back.
func (t *tally) hide() {
	if t.bar != nil {
		_ = t.bar.Clear()
		t.shown = time.Time{}
	}
}

// summary tells on standard error what was done, unless it was a single puzzle, whose
// result says it all.
func (t *tally) summary(quiet bool) {
	if quiet || t.puzzles+t.skipped == 1 && t.skipped == 0 {
		return
	}
	var parts []string
	for _, w := range t.words {
		parts = append(parts, lab.Number(float64(t.counts[w]))+" "+w)
	}
	if t.skipped > 0 {
		parts = append(parts, lab.Number(float64(t.skipped))+" skipped")
	}
	line := t.headline()
	if len(parts) > 0 {
		line += ": " + strings.Join(parts, ", ")
	}
	fmt.Fprintln(t.w, line)
}

// headline says how many puzzles there were and how long they took.
func (t *tally) headline() string {
	elapsed := time.Since(t.start)
	line := fmt.Sprintf("%s: %s", t.name, lab.Number(float64(t.puzzles+t.skipped))+" puzzles")
	if t.puzzles+t.skipped == 1 {
		line = t.name + ": 1 puzzle"
	}
	if t.puzzles > 0 {
		rate := float64(t.puzzles) / elapsed.Seconds()
		line += fmt.Sprintf(" in %s, %s/s", lab.Seconds(elapsed.Seconds()), lab.Number(wholeFrom(rate)))
	}
	return line
}

// failed returns the error of a stream that skipped puzzles.
func (t *tally) failed() error {
	if t.skipped == 0 {
		return nil
	}
	return fmt.Errorf("%s could not be used", plural(t.skipped, "puzzle"))
}

// ended is how a command ends that stream has gone through puzzles for, of which so many have no solution or several.
func (t *tally) ended(name string, err error, unfit int) error {
	switch {
	case err != nil:
		return err
	case t.skipped > 0:
		return t.failed()
	case unfit > 0:
		return fmt.Errorf("%s: %w: %d of %d have none or several", name, errNotUnique, unfit, t.puzzles)
	}
	return nil
}

// alone reports a flag that is for one puzzle where this is not the first. Flags are pairs of a name and a value.
func (t *tally) alone(what string, flags ...[2]string) error {
	for _, f := range flags {
		if t.puzzles > 1 && f[1] != "" {
			return fmt.Errorf("--%s: want one %s, this is the second", f[0], what)
		}
	}
	return nil
}

// wholeFrom drops the decimals of a rate where they say nothing.
func wholeFrom(rate float64) float64 {
	if rate >= 10 {
		return float64(int64(rate + 0.5))
	}
	return rate
}

// naming gives errors the command's name, as in "solve: puzzles.txt:17:81: …".
func naming(f func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		err := f(cmd, args)
		if err == nil || errors.Is(err, errNotUnique) || cmd.Context().Err() != nil && errors.Is(err, cmd.Context().Err()) {
			return err
		}
		name := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ") + ": "
		if strings.HasPrefix(err.Error(), name) { // a package has the command's name
			return err
		}
		return fmt.Errorf("%s%w", name, err)
	}
}
