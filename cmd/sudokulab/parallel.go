package main

import (
	"context"
	"iter"
	"sync"
)

// batchSize bounds how many items go through the channels together where the workers are
// slower than the reader. Handing over costs less than a microsecond, solving an easy
// puzzle a few.
const batchSize = 64

// batch is a run of neighbouring items on its way through a worker.
type batch[T, R any] struct {
	items   []T
	results []R
	err     error         // of the item behind results
	done    chan struct{} // closed when results and err stand
}

// inOrder maps items to results with one goroutine for each worker and gives the results to
// emit in the order of the items. idle is called when the next result is not there yet: the
// time to flush.
//
// Memory is bounded: the reader is held up while 4 batches a worker wait or work. Batches
// hold one item while that is not so, so that an answer follows a question at once, and grow
// to batchSize under load.
//
// The first error, in the order of the items, ends the run: of items, of a worker, of emit.
// What precedes it has been emitted. When ctx ends, so does the run, with ctx.Err(), after
// emitting what was finished in order; a reader that blocks is left behind.
func inOrder[T, R any](
	ctx context.Context, items iter.Seq2[T, error], workers []func(context.Context, T) (R, error),
	emit func(R) error, idle func() error,
) error {
	inner, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()

	feed := make(chan T, batchSize)
	var readErr error // written before feed is closed
	go func() {
		defer close(feed)
		for item, err := range items {
			if err != nil {
				readErr = err
				return
			}
			select {
			case feed <- item:
			case <-inner.Done():
				return
			}
		}
	}()

	order := make(chan *batch[T, R], 4*len(workers))
	work := make(chan *batch[T, R], cap(order)+2) // takes all that order and emit hold: never full
	wg.Go(func() {
		defer close(order)
		defer close(work)
		collect(inner, feed, order, work)
	})
	for _, f := range workers {
		wg.Go(func() {
			for b := range work {
				b.run(inner, f)
			}
		})
	}
	for {
		b, err := next(ctx, order, idle)
		if err != nil {
			return err
		}
		if b == nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return readErr
		}
		for _, r := range b.results {
			if err := emit(r); err != nil {
				return err
			}
		}
		if b.err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return b.err
		}
	}
}

// collect cuts the items into batches.
func collect[T, R any](ctx context.Context, feed <-chan T, order, work chan<- *batch[T, R]) {
	var b *batch[T, R]
	for {
		in, out := feed, order
		switch {
		case b == nil:
			out = nil
		case len(b.items) == batchSize:
			in = nil
		}
		select {
		case item, ok := <-in:
			if !ok {
				if b != nil {
					select {
					case order <- b:
						work <- b
					case <-ctx.Done():
					}
				}
				return
			}
			if b == nil {
				b = &batch[T, R]{done: make(chan struct{})}
			}
			b.items = append(b.items, item)
		case out <- b:
			work <- b
			b = nil
		case <-ctx.Done():
			return
		}
	}
}

func (b *batch[T, R]) run(ctx context.Context, f func(context.Context, T) (R, error)) {
	defer close(b.done)
	b.results = make([]R, 0, len(b.items))
	for _, item := range b.items {
		r, err := f(ctx, item)
		if err == nil {
			err = ctx.Err() // what ctx may have cut short is no result
		}
		if err != nil {
			b.err = err
			return
		}
		b.results = append(b.results, r)
	}
}

// next returns the next finished batch, nil when there are no more.
func next[T, R any](ctx context.Context, order <-chan *batch[T, R], idle func() error) (*batch[T, R], error) {
	var b *batch[T, R]
	var ok bool
	select {
	case b, ok = <-order:
	default:
		if err := idle(); err != nil {
			return nil, err
		}
		select {
		case b, ok = <-order:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if !ok {
		return nil, nil //nolint:nilnil // no batch is the end
	}
	select {
	case <-b.done:
	default:
		if err := idle(); err != nil {
			return nil, err
		}
		<-b.done // workers see ctx end as well
	}
	return b, nil
}
