package bitboard

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"time"
)

// Result is what [Batch] and [Stream] found of a puzzle.
type Result struct {
	Solutions int   // at most the limit
	First     Cells // the first solution; zero if there is none
	Guesses   int64
}

// chunk is how many puzzles a worker takes at a time: enough to make the taking cheap, few
// enough that hard puzzles in a row do not leave other workers idle for long.
const chunk = 64

// Batch solves puzzles[i] up to a limit of solutions into results[i], with a number of
// goroutines (at least one). It returns ctx.Err() if ctx ends it, with some results unset, and an error
// if the lengths differ or limit is below 1.
func Batch(ctx context.Context, puzzles []Cells, limit, workers int, results []Result) error {
	if len(puzzles) != len(results) {
		return fmt.Errorf("bitboard: %d puzzles and room for %d results, want as many", len(puzzles), len(results))
	}
	if err := checkRun(ctx, limit); err != nil {
		return err
	}
	var taken atomic.Int64
	var wg sync.WaitGroup
	work := func(s *Solver) {
		for ctx.Err() == nil {
			end := int(taken.Add(chunk))
			if end-chunk >= len(puzzles) {
				return
			}
			for i := end - chunk; i < min(end, len(puzzles)); i++ {
				if !s.solve(ctx, &puzzles[i], limit, &results[i]) {
					return
				}
			}
		}
	}
	for range min(workers, (len(puzzles)+chunk-1)/chunk) - 1 {
		wg.Go(func() { work(New()) })
	}
	work(New())
	wg.Wait()
	return ctx.Err()
}

func checkRun(ctx context.Context, limit int) error {
	switch {
	case ctx == nil:
		return errors.New("bitboard: the context is nil, want context.Background() at least")
	case limit < 1:
		return fmt.Errorf("bitboard: limit of %d solutions, want 1 or more", limit)
	}
	return nil
}

// pause is how many guesses or solutions go by between two looks at the context: about a
// millisecond.
const pause = 1 << 11

// solve returns false if ctx ended it.
func (s *Solver) solve(ctx context.Context, puzzle *Cells, limit int, r *Result) bool {
	s.Begin(puzzle)
	r.Solutions = 0
	for r.Solutions < limit {
		outcome := s.Next(pause)
		if outcome == Exhausted {
			break
		}
		if outcome == Found {
			r.Solutions++
		}
		if (outcome == Paused || r.Solutions%pause == 0) && ctx.Err() != nil {
			return false
		}
	}
	r.First, r.Guesses = *s.First(), s.Guesses()
	return true
}

// Stream solves puzzles as they come and yields their results in the same order, with a
// number of goroutines (at least one). It reads a bounded number of puzzles ahead, some
// hundred for each worker. When the sequence ends, or its consumer stops early, all
// goroutines have returned. The error, ctx.Err() or a limit below 1, comes last.
func Stream(ctx context.Context, puzzles iter.Seq[Cells], limit, workers int) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		err := checkRun(ctx, limit)
		if err == nil && puzzles == nil {
			err = errors.New("bitboard: no puzzles: the sequence is nil")
		}
		if err != nil {
			yield(Result{}, err)
			return
		}
		type load struct {
			puzzles []Cells
			results []Result
			done    chan bool // receives whether all results are there
		}
		workers := max(1, workers)
		ctx, cancel := context.WithCancel(ctx)
		var wg sync.WaitGroup
		defer wg.Wait()
		defer cancel()

		// A load enters jobs before it enters ordered: whatever the consumer waits for, a worker has.
		jobs := make(chan *load, workers)
		ordered := make(chan *load, 4*workers)
		spare := make(chan *load, 6*workers)
		send := func(l *load) bool {
			for _, c := range []chan *load{jobs, ordered} {
				select {
				case c <- l:
				case <-ctx.Done():
					return false
				}
			}
			return true
		}
		var pace atomic.Int64 // nanoseconds that a puzzle took lately
		pace.Store(int64(loadTime / chunk))
		wg.Go(func() {
			defer close(ordered)
			defer close(jobs)
			var l *load
			size := 0
			for p := range puzzles {
				if l == nil {
					select {
					case l = <-spare:
						l.puzzles = l.puzzles[:0]
					default:
						l = &load{puzzles: make([]Cells, 0, mostLoad), results: make([]Result, mostLoad), done: make(chan bool, 1)}
					}
					size = min(max(int(int64(loadTime)/max(pace.Load(), 1)), 1), mostLoad)
				}
				if l.puzzles = append(l.puzzles, p); len(l.puzzles) == size {
					if !send(l) {
						return
					}
					l = nil
				}
			}
			if l != nil {
				send(l)
			}
		})
		for range workers {
			wg.Go(func() {
				s := New()
				for l := range jobs {
					begin := time.Now()
					whole := true
					for i := range l.puzzles {
						if whole = ctx.Err() == nil && s.solve(ctx, &l.puzzles[i], limit, &l.results[i]); !whole {
							break
						}
					}
					pace.Store(int64(time.Since(begin)) / int64(len(l.puzzles)))
					l.done <- whole
				}
			})
		}
		for l := range ordered {
			if !<-l.done {
				break
			}
			for i := range l.puzzles {
				if !yield(l.results[i], nil) {
					return
				}
			}
			select {
			case spare <- l:
			default:
			}
		}
		if err := ctx.Err(); err != nil {
			yield(Result{}, err)
		}
	}
}

// Stream hands a worker as many puzzles as take about loadTime, mostLoad at most: many easy
// ones, because handing over has its price, and few hard ones, because workers would wait for the
// last load otherwise.
const (
	loadTime = 500 * time.Microsecond
	mostLoad = 256
)
