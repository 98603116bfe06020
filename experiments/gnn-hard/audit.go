package gnnhard

import (
	"context"
	"runtime"
	"sync"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/symmetry"
)

// stream is the first samples of the ladders that a training can use, made once.
type stream struct {
	audit Audit

	lock    sync.Mutex
	classes map[symmetry.Key]int // samples by class, nil before they are made
	rungs   []int64              // samples by rung
}

// make makes the samples.
func (s *stream) make(ctx context.Context, r *lab.Run) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.classes != nil {
		return nil
	}
	ladders, err := puzzles.NewLadders(ctx, s.audit.Ladders, runtime.GOMAXPROCS(0))
	if err != nil {
		return err
	}
	defer ladders.Close()
	classes, rungs := map[symmetry.Key]int{}, make([]int64, len(s.audit.Ladders.Rungs))
	const part = 5000
	for made := 0; made < s.audit.Samples; {
		r.Progress(made, s.audit.Samples)
		samples, err := ladders.Batch(ctx, min(part, s.audit.Samples-made))
		if err != nil {
			return err
		}
		keys, err := symmetry.Keys(ctx, puzzles.Boards(samples), runtime.GOMAXPROCS(0), symmetry.DefaultLimits())
		if err != nil {
			return err
		}
		for i, k := range keys {
			classes[k]++
			rungs[s.audit.Ladders.RungOf(samples[i].Guesses)]++
		}
		made += len(samples)
	}
	s.classes, s.rungs = classes, rungs
	return nil
}

// compare counts the puzzles of a set whose class is in the stream.
func (s *stream) compare(ctx context.Context, cfg Config, of set, r *lab.Run) error {
	if err := s.make(ctx, r); err != nil {
		return err
	}
	boards, err := boardsOf(ctx, cfg, of, r)
	if err != nil {
		return err
	}
	keys, err := symmetry.Keys(ctx, boards, runtime.GOMAXPROCS(0), symmetry.DefaultLimits())
	if err != nil {
		return err
	}
	met := 0
	for _, k := range keys {
		if s.classes[k] > 0 {
			met++
		}
	}
	r.Count("met", int64(met), "boards")
	r.Count("samples", int64(s.audit.Samples), "puzzles")
	r.Count("classes", int64(len(s.classes)), "classes")
	for i, rung := range s.audit.Ladders.Rungs {
		r.Count("samples "+rung.String(), s.rungs[i], "puzzles")
	}
	return nil
}
