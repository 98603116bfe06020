package pipeline

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
)

// Options says how a pipeline reads and waits. The zero value is for items that are at hand.
type Options struct {
	// Live is for items that come when they come, perhaps from a person who waits for one answer
	// before asking the next. What has come is handed to a worker that has nothing to do, however
	// little it is, where batches are filled first otherwise; and a sequence that blocks is left
	// behind when the run ends early, where its end is waited for otherwise.
	Live bool
	// Idle is called before the consumer has to wait: the time to flush. Its error ends the run. It
	// may be nil.
	Idle func() error
	// Ahead is how many batches per worker, with [Each] items, the reader may be ahead of the consumer, 0 for the default. More of them
	// keep many workers busy where one item in thousands takes a thousand times as long as the rest.
	Ahead int
}

var errNoWorkers = errors.New("pipeline: no workers, want one or more")

// Map yields the result of each item in the order of the items. Each worker is called by one
// goroutine, for one item after another, so it may hold a workspace; it should return soon after
// ctx ends.
//
// The first error in the order of the items ends the sequence, as its last pair: one of items, of a
// worker, of Idle. What precedes it has been yielded. When ctx ends, so does the sequence, with
// ctx.Err(), after what was finished in order.
//
// The reader is at most Options.Ahead batches per worker ahead, of 256 items at most.
func Map[T, R any](
	ctx context.Context, items iter.Seq2[T, error], workers []func(context.Context, T) (R, error), o Options,
) iter.Seq2[R, error] {
	in := make([]func(context.Context, *T, *R) error, len(workers))
	for i, f := range workers {
		in[i] = func(ctx context.Context, item *T, result *R) (err error) {
			*result, err = f(ctx, *item)
			return err
		}
	}
	return MapInto(ctx, items, in, o)
}

// MapInto is [Map] for items or results of many bytes, which are not copied: a worker reads the item
// where it lies and writes its result, the zero value before, in place.
func MapInto[T, R any](
	ctx context.Context, items iter.Seq2[T, error], workers []func(ctx context.Context, item *T, result *R) error, o Options,
) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		var none R
		if len(workers) == 0 {
			yield(none, errNoWorkers)
			return
		}
		batches := make([]func(context.Context, *batch[T, R]), len(workers))
		for i, f := range workers {
			batches[i] = func(ctx context.Context, b *batch[T, R]) { b.work(ctx, f) }
		}
		var failed error
		left := false
		err := newLine[T, R](cmp.Or(o.Ahead, 4)*len(workers), o).run(ctx, items, batches, func(b *batch[T, R]) bool {
			for i := range b.results {
				if left = !yield(b.results[i], nil); left {
					return false
				}
			}
			failed = b.err
			return failed == nil
		})
		if failed != nil {
			if err = failed; ctx.Err() != nil {
				err = ctx.Err()
			}
		}
		if err != nil && !left {
			yield(none, err)
		}
	}
}

// work makes the results of the items, up to the first error.
func (b *batch[T, R]) work(ctx context.Context, f func(context.Context, *T, *R) error) {
	n := len(b.items)
	b.results = slices.Grow(b.results[:0], n)[:n]
	for i := range b.items {
		if b.err = ctx.Err(); b.err == nil {
			if b.err = f(ctx, &b.items[i], &b.results[i]); b.err == nil {
				b.err = ctx.Err() // what ctx may have cut short is no result
			}
		}
		if b.err != nil {
			b.results = b.results[:i]
			return
		}
	}
}

// Each hands every item to a worker and yields the items in their order, each when its turn has
// come, worked on or not: what a worker makes of an item goes through the item, as into an [Outlet],
// while it is made. A worker is called for each item that is yielded, even after ctx has ended, and
// must then say so through the item and return.
//
// An error of items or of Idle ends the sequence, and so does ctx, with ctx.Err(), after the items
// that are in the workers' hands. At most two items per worker, or Options.Ahead, are between the reader and the
// consumer.
func Each[T any](ctx context.Context, items iter.Seq2[T, error], workers []func(context.Context, T), o Options) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		if len(workers) == 0 {
			yield(none, errNoWorkers)
			return
		}
		batches := make([]func(context.Context, *batch[T, struct{}]), len(workers))
		for i, f := range workers {
			batches[i] = func(ctx context.Context, b *batch[T, struct{}]) { f(ctx, b.items[0]) }
		}
		l := newLine[T, struct{}](cmp.Or(o.Ahead, 2)*len(workers), o)
		l.early = true
		left := false
		err := l.run(ctx, items, batches, func(b *batch[T, struct{}]) bool {
			left = !yield(b.items[0], nil)
			return !left
		})
		if err != nil && !left {
			yield(none, err)
		}
	}
}

// For does the tasks 0 … n−1, each worker in its own goroutine, taking the next task that is
// left. Tasks write to separate places. It returns the error of the first task, by its number,
// that failed; no task is begun after one has failed or ctx has ended, and those under way are
// waited for. If ctx ends first, the error is ctx.Err().
func For(ctx context.Context, n int, workers []func(ctx context.Context, i int) error) error {
	if len(workers) == 0 {
		return errNoWorkers
	}
	var (
		begun  atomic.Int64
		all    sync.WaitGroup
		mu     sync.Mutex
		first  = n // task that failed
		failed error
		stop   atomic.Bool
	)
	do := func(f func(context.Context, int) error) {
		for !stop.Load() && ctx.Err() == nil {
			i := int(begun.Add(1)) - 1
			if i >= n {
				return
			}
			if err := f(ctx, i); err != nil {
				stop.Store(true)
				mu.Lock()
				if i < first {
					first, failed = i, err
				}
				mu.Unlock()
				return
			}
		}
	}
	for _, f := range workers[1:max(min(len(workers), n), 1)] {
		all.Go(func() { do(f) })
	}
	do(workers[0])
	all.Wait()
	if failed != nil {
		return failed
	}
	return ctx.Err()
}
