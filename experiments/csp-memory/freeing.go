package cspmemory

import (
	"context"
	"math/rand/v2"
	"runtime"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
)

// A variant is a way to part with a job. Its held job and what it keeps stay reachable for as
// long as the variant does.
type variant struct {
	name string
	part func(v *variant, j *job)
	held *job
	kept []leftover
}

// leftover is what the positive control forgets to let go of: the boards and the domains, not
// the constraint graph.
type leftover struct {
	puzzle, solution board.Board
	domains          []csp.Set
}

// Names of the variants.
const (
	asItComes = "as it comes"
	byHand    = "by hand"
	collected = "by hand, collected"
	leaking   = "kept"
)

var variantNames = []string{asItComes, byHand, collected, leaking}

func newVariants(cfg Config) []*variant {
	return []*variant{
		// The job stays where it is until the next one takes its place.
		{name: asItComes, part: func(v *variant, j *job) { v.held = j }},
		// What del does in Python: the name is gone, and with it the reference.
		{name: byHand, part: func(v *variant, j *job) {
			v.held = j
			v.held.network, v.held.solver, v.held.domains, v.held.puzzle = nil, nil, nil, generate.Puzzle{}
			v.held = nil
		}},
		// What del is hoped to do: the memory is free at once.
		{name: collected, part: func(v *variant, j *job) {
			v.held = j
			v.held = nil
			runtime.GC()
		}},
		// A leak, to see whether the measurement sees one.
		{name: leaking, kept: make([]leftover, 0, cfg.Blocks*cfg.Block), part: func(v *variant, j *job) {
			v.kept = append(v.kept, leftover{j.puzzle.Board, j.puzzle.Solution, j.domains})
		}},
	}
}

// ledger is what a variant did to memory, summed over its blocks.
type ledger struct {
	meter       *heapMeter
	grown       float64   // live bytes added since the start
	x, y        []float64 // puzzles, and grown after them
	seconds     []float64 // of a block
	collections int64
	pause       time.Duration
	peak        float64 // of the objects above the live heap of before a block
}

// freeing runs the variants in turn, a block each, over the same puzzles. The heap is one for
// all: what a variant adds to it is the difference of the live heap over its own blocks.
func freeing(ctx context.Context, cfg Config, r *lab.Run) error {
	m, err := newMaker(cfg.Solver, generate.Medium, r.Seed)
	if err != nil {
		return err
	}
	if _, err := m.make(ctx, 0); err != nil {
		return err
	}
	variants := newVariants(cfg)
	ledgers := make([]ledger, len(variants))
	tolls := make([]toll, len(variants))
	for i := range ledgers {
		l := &ledgers[i]
		l.meter = newHeapMeter()
		l.x, l.y, l.seconds = make([]float64, 0, cfg.Blocks), make([]float64, 0, cfg.Blocks), make([]float64, 0, cfg.Blocks)
	}
	for block := range cfg.Blocks {
		for k := range variants {
			i := (block + k) % len(variants)
			if err := ledgers[i].run(ctx, cfg, m, variants[i], block, &tolls[i]); err != nil {
				return err
			}
		}
		r.Progress(block+1, cfg.Blocks)
	}
	rng := rand.New(rand.NewPCG(r.Seed, 1))
	for i, v := range variants {
		l, t := &ledgers[i], &tolls[i]
		name := v.name + " "
		r.Count(name+"puzzles", t.puzzles, "puzzles")
		r.Count(name+"failures", t.failures, "puzzles")
		if err := curve(cfg, name, l.x, l.y, r); err != nil {
			return err
		}
		n := len(l.seconds)
		median, err := stats.Median(l.seconds)
		if err != nil {
			return err
		}
		r.Noisy(name+"time", median/float64(cfg.Block), "s", n)
		r.Noisy(name+"collections", float64(l.collections), "collections", int(t.puzzles))
		r.Noisy(name+"pause", l.pause.Seconds(), "s", int(t.puzzles))
		r.Noisy(name+"heap.peak", l.peak, "B", int(t.puzzles))
		if i == 0 {
			continue
		}
		if _, err := lab.KeepRatio(r, rng, name+"time-ratio", "× "+asItComes, l.seconds, ledgers[0].seconds, cfg.Bootstrap); err != nil {
			return err
		}
	}
	runtime.KeepAlive(variants) // what they hold was to be counted to the end
	return nil
}

// run measures one block of a variant between two looks at the live heap, which are not part
// of its time or its collections.
func (l *ledger) run(ctx context.Context, cfg Config, m *maker, v *variant, block int, t *toll) error {
	m.look = l.meter.look
	base := lab.LiveHeap()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := time.Now()
	for i := range cfg.Block {
		j, err := m.make(ctx, block*cfg.Block+i)
		if err := t.take(ctx, j, err); err != nil {
			return err
		}
		if j == nil {
			continue
		}
		v.part(v, j)
	}
	l.seconds = append(l.seconds, time.Since(begin).Seconds())
	runtime.ReadMemStats(&after)
	l.collections += int64(after.NumGC - before.NumGC)
	l.pause += time.Duration(after.PauseTotalNs - before.PauseTotalNs)
	l.peak = max(l.peak, l.meter.objects-base)
	l.grown += lab.LiveHeap() - base
	l.x, l.y = append(l.x, float64((block+1)*cfg.Block)), append(l.y, l.grown)
	return nil
}
