package minigrid

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Phase is what one phase cost. All but Elapsed are exact: equal on every machine and for any
// number of workers.
type Phase struct {
	// Steps counts the phase's elementary operation: 1 cells read; 2 digits tried in a cell; 3
	// pairs of line contents compared; 4 vertices examined and edges between classes followed; 5
	// vertices tried.
	Steps int64 `json:"steps"`
	// Bytes is the size of what the phase leaves behind, with the structure it works on, computed
	// from lengths.
	Bytes   int64         `json:"bytes"`
	Elapsed time.Duration `json:"elapsed_ns"`
}

// pollEvery is the number of elementary operations between two looks at the context.
const pollEvery = 1 << 16

// task is one of several independent pieces of work, by number.
type task func(ctx context.Context, i int) error

// inParallel carries out tasks 0…n−1 on at most the given number of goroutines, 0 for one per core,
// and returns the first error. Each goroutine takes its task function from newTask, so that what
// the function keeps between tasks is its own; each task writes to its own places, so that no
// result depends on the number of goroutines.
func inParallel(ctx context.Context, workers, n int, newTask func() task) error {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, n)
	if workers <= 1 {
		do := newTask()
		for i := range n {
			if err := do(ctx, i); err != nil {
				return err
			}
		}
		return nil
	}
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range workers {
		group.Go(func() error {
			do := newTask()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if err := do(ctx, i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// smallWork is the number of vertices below which starting goroutines costs more than it saves.
const smallWork = 1 << 12

// workersFor returns the number of goroutines for work on so many vertices.
func (c Config) workersFor(vertices int64) int {
	if vertices < smallWork {
		return 1
	}
	return c.Workers
}
