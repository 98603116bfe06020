package main

import (
	"bufio"
	"context"
	"fmt"
	"iter"

	"sudokulab/pkg/pipeline"
)

// job is a puzzle whose result is text of any length.
type job struct {
	e   entry
	out *pipeline.Outlet // nil if there is no work on the entry; err is the result then

	// What the worker found; it stands when out has ended.
	err      error // of the worker, or of reading the puzzle
	found    int   // solutions
	complete bool  // there are no others
}

// spool works on the puzzles of the input, with one goroutine for each worker, and writes what
// they put into the outlets of their jobs in the order of the input: that of the first
// unfinished job as it comes, while later ones go on until their outlets are full. done is
// called with each job that succeeded. Bad puzzles, and those that a worker errs on, are told
// to the tally where the input keeps going, and end the run otherwise.
//
// When ctx ends, so does the run, with ctx.Err(), after writing what the first unfinished job
// had put; a reader that blocks is left behind.
func spool(
	ctx context.Context, in *input, workers []func(context.Context, *job) error, t *tally, w *bufio.Writer, done func(*job) error,
) error {
	inner := make([]func(context.Context, *job), len(workers))
	for i, f := range workers {
		inner[i] = func(ctx context.Context, j *job) {
			if j.out != nil {
				j.work(ctx, f)
			}
		}
	}
	jobs := pipeline.Each(ctx, jobsOf(in.puzzles(ctx)), inner, pipeline.Options{Live: true, Idle: w.Flush})
	err := collectJobs(ctx, in, jobs, t, w, done)
	t.hide()
	if flushErr := w.Flush(); err == nil {
		err = flushErr
	}
	return err
}

// jobsOf makes a job of each puzzle, and of the error that ends them.
func jobsOf(puzzles iter.Seq2[entry, error]) iter.Seq2[*job, error] {
	return func(yield func(*job, error) bool) {
		for e, err := range puzzles {
			j := &job{e: e, err: err}
			switch {
			case err != nil:
			case e.bad():
				j.err = e.err
			default:
				j.out = pipeline.NewOutlet()
			}
			if !yield(j, nil) {
				return
			}
		}
	}
}

// work carries out the job unless ctx has ended.
func (j *job) work(ctx context.Context, f func(context.Context, *job) error) {
	defer j.out.End()
	if j.err = ctx.Err(); j.err == nil {
		j.err = f(ctx, j)
	}
	if j.err != nil && ctx.Err() == nil {
		j.err = fmt.Errorf("%s: %w", j.e.place(), j.err)
	}
}

// collectJobs writes what comes of the jobs.
func collectJobs(ctx context.Context, in *input, jobs iter.Seq2[*job, error], t *tally, w *bufio.Writer, done func(*job) error) error {
	for j, err := range jobs {
		if err == nil && j.out != nil {
			err = j.out.Drain(w, t.progress)
		}
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case j.err == nil:
			t.puzzles++
			if err := done(j); err != nil {
				return err
			}
			t.show()
		case in.keepGoing:
			t.skip(j.err)
		default:
			return j.err
		}
	}
	return nil
}
