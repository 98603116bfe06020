package dqnpipeline

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"sudokulab/pkg/generate"
	"sudokulab/pkg/supply"
)

// shared is the document's arrangement by its letter: workers that each read the range from
// shared memory before a puzzle, draw from their own seed, and put what is finished into one
// queue. Its processes are goroutines here.
type shared struct {
	queue  chan ordered
	givens atomic.Pointer[generate.Range]
	cancel context.CancelFunc
	group  sync.WaitGroup
}

// ordered is a puzzle with the range that its worker read.
type ordered struct {
	puzzle generate.Puzzle
	givens generate.Range
	err    error
}

func newShared(ctx context.Context, cfg Config, seed uint64, workers int, givens generate.Range) *shared {
	s := &shared{queue: make(chan ordered, cfg.Lookahead)}
	s.givens.Store(&givens)
	ctx, s.cancel = context.WithCancel(ctx)
	newMake := cfg.puzzles()
	for w := range workers {
		item := newMake()
		s.group.Go(func() {
			for i := 0; ; i++ {
				x := ordered{givens: *s.givens.Load()}
				x.puzzle, x.err = item(ctx, supply.Order[generate.Range]{Seed: seed + uint64(w), Index: i, Difficulty: x.givens})
				select {
				case s.queue <- x:
				case <-ctx.Done():
					return
				}
				runtime.Gosched() // as in package supply, which would wake its consumer sooner otherwise
			}
		})
	}
	return s
}

func (s *shared) set(givens generate.Range) { s.givens.Store(&givens) }

func (s *shared) batch(ctx context.Context, n int) ([]ordered, error) {
	out := make([]ordered, n)
	for i := range out {
		select {
		case out[i] = <-s.queue:
			if out[i].err != nil {
				return nil, out[i].err
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return out, nil
}

func (s *shared) close() {
	s.cancel()
	s.group.Wait()
}
