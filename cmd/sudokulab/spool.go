package main

import (
	"bufio"
	"context"
	"fmt"
	"sync"
)

// job is a puzzle whose result is text of any length.
type job struct {
	e   entry
	out *outlet // nil if there is no work on the entry; err is the result then

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
	inner, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()

	read := make(chan *job)
	go readJobs(inner, in, read)
	order := make(chan *job, 2*len(workers))
	work := make(chan *job, cap(order)+2) // takes all that order and the loop below hold: never full
	wg.Go(func() {
		defer close(order)
		defer close(work)
		dispatch(inner, read, order, work)
	})
	for _, f := range workers {
		wg.Go(func() {
			for j := range work {
				if j.err = inner.Err(); j.err == nil {
					j.err = f(inner, j)
				}
				if j.err != nil && inner.Err() == nil {
					j.err = fmt.Errorf("%s: %w", j.e.place(), j.err)
				}
				j.out.end()
			}
		})
	}
	err := collectJobs(ctx, in, order, t, w, done)
	t.hide()
	if flushErr := w.Flush(); err == nil {
		err = flushErr
	}
	return err
}

// readJobs makes a job of each puzzle.
func readJobs(ctx context.Context, in *input, read chan<- *job) {
	defer close(read)
	for e, err := range in.puzzles(ctx) {
		j := &job{e: e, err: err}
		switch {
		case err != nil:
		case e.bad():
			j.err = e.err
		default:
			j.out = newOutlet()
		}
		select {
		case read <- j:
		case <-ctx.Done():
			return
		}
	}
}

// dispatch hands the jobs to the workers and, in their order, to the writer.
func dispatch(ctx context.Context, read <-chan *job, order, work chan<- *job) {
	for {
		var j *job
		select {
		case j = <-read:
		case <-ctx.Done():
		}
		if j == nil {
			return
		}
		select {
		case order <- j:
		case <-ctx.Done():
			return
		}
		if j.out != nil {
			work <- j
		}
	}
}

// collectJobs writes what comes of the jobs.
func collectJobs(ctx context.Context, in *input, order <-chan *job, t *tally, w *bufio.Writer, done func(*job) error) error {
	for {
		j, err := nextJob(ctx, order, w.Flush)
		if j == nil || err != nil {
			return err
		}
		if j.out != nil {
			if err := drain(j.out, w, t.progress); err != nil {
				return err
			}
		}
		switch {
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
}

// nextJob returns the next job, nil when there are no more. idle is called if it must be
// waited for.
func nextJob(ctx context.Context, order <-chan *job, idle func() error) (*job, error) {
	select {
	case j := <-order:
		return j, ctx.Err()
	default:
	}
	if err := idle(); err != nil {
		return nil, err
	}
	select {
	case j := <-order:
		return j, ctx.Err()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
