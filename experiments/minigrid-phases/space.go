package minigridphases

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	"sudokulab/experiments/minigrid-phases/printed"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

// The space of each phase against its bound in section 5.1. Counted is what the document's own
// structures hold: digits in bits, as its bounds count them, vertices and edges in entries of a list.
// What the library keeps instead is counted beside.

// Names of the phases in metrics.
const second, third, fourth = "phase2", "phase3", "phase4"

// solutionLevels are numbers of solutions that boards are made to have at least, and less than ten
// times as many.
var solutionLevels = []int64{1, 10, 100, 1000, 10_000}

// digitBits returns the bits that a digit takes, zero for an open cell included.
func digitBits(n int) float64 { return float64(bits.Len(uint(n))) }

// indexBits returns the bits that a number under x takes, one at least.
func indexBits(x int) float64 { return float64(max(bits.Len(uint(max(x-1, 0))), 1)) }

// spaceOfFirst counts phase 1 by size of board: the board, and a bit for each digit of each row,
// column and box.
func spaceOfFirst(_ context.Context, cfg Config, r *lab.Run) error {
	for _, k := range cfg.Sizes {
		shape, err := board.ShapeOf(k)
		if err != nil {
			return err
		}
		m, err := minigrid.Mask(thin(rand.New(rand.NewPCG(r.Seed, uint64(k))), generate.PatternGrid(shape), 0.4))
		if err != nil {
			return err
		}
		p := fmt.Sprintf("n=%d ", k*k)
		r.Count(p+"board", int64(m.BoardBits()), "bits")
		r.Count(p+"masks", int64(m.Bits()), "bits")
		r.Count(p+"library", 8*m.Phase.Bytes, "bits")
	}
	return nil
}

// weights are ratios of space to bound over the puzzles of a set, and the size of what the phase is
// given.
type weights struct {
	size, ratio, library, given []float64
}

func (w *weights) add(size, used, library, bound float64) {
	w.size, w.ratio, w.library = append(w.size, size), append(w.ratio, used/bound), append(w.library, library/bound)
}

func (w *weights) keep(r *lab.Run, prefix string) error {
	for _, s := range []struct {
		name, unit string
		x          []float64
	}{{"size", "counted", w.size}, {"ratio", "× bound", w.ratio}, {"library", "× bound", w.library}, {"given", "× bound of what is given", w.given}} {
		if err := spread(r.Exact, ends, prefix+s.name, s.unit, s.x); err != nil {
			return err
		}
	}
	return nil
}

// spaceOfSet counts phases 2 to 4 of each puzzle of a set. Graphs beyond the limits have no figures
// for phases 3 and 4.
func spaceOfSet(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	by := map[string]*weights{second: {}, third: {}, fourth: {}}
	built := 0
	for i, it := range items {
		if err := ctx.Err(); err != nil {
			return err
		}
		g, err := spaceOfPuzzle(ctx, cfg, it.Board, by)
		if err != nil {
			return fmt.Errorf("puzzle %d: %w", it.Index, err)
		}
		if g {
			built++
		}
		r.Progress(i+1, len(items))
	}
	r.Exact("puzzles", float64(len(items)), "puzzles", len(items))
	r.Exact("built", float64(built), "puzzles", len(items))
	if built < len(items) {
		r.Cap(fmt.Sprintf("%d of %d graphs exceed the limits; of these only phase 2 is counted", len(items)-built, len(items)))
	}
	for phase, w := range by {
		if err := w.keep(r, phase+" "); err != nil {
			return err
		}
	}
	return nil
}

func spaceOfPuzzle(ctx context.Context, cfg Config, b board.Board, by map[string]*weights) (built bool, err error) {
	method := cfg.under(minigrid.Lines)
	p, err := minigrid.PermuteBoard(ctx, b, method)
	if err != nil {
		return false, err
	}
	n := b.Shape().Side()
	log := math.Log2(float64(n))
	fillings, open := 0.0, 0
	for box := range n {
		size, _ := p.Size(box)
		fillings += float64(size)
		open = max(open, printed.EmptyIn(b, box))
	}
	// Fillings and the boxes taken out of the board; for each level of the recursion a position
	// and the set of digits used.
	digits := (fillings*float64(n) + float64(n*n)) * digitBits(n)
	stack := float64(open) * (indexBits(n) + float64(n))
	table := 8 * math.Pow(2, float64(min(open, 20))) // bytes: the library counts by a table before it lists
	by[second].add(fillings, digits+stack, 8*(fillings*float64(n)+table), fillings*float64(n)*log)

	if p.Capped() {
		return false, nil
	}
	g, err := minigrid.Connect(ctx, p, method)
	if err != nil || g.Capped() {
		return false, err
	}
	v, e := float64(p.Total()), float64(g.Edges())
	// A vertex is the number of a box, that of a filling, and the head of its list; an edge an entry.
	list := 3*v + e
	bound := v*log + e
	words := float64(g.Connect.Bytes) / 8
	by[third].add(v+e, list, words, bound)

	if err := g.PruneToFixedPoint(ctx); err != nil {
		return false, err
	}
	left := 0.0
	for box := range n {
		left += float64(g.AliveCount(box))
	}
	// At its start the phase holds all of the graph, and a degree for each vertex.
	w := by[fourth]
	w.add(v+e, list+v, words+float64(g.Prune.Bytes)/8, left*log+float64(g.AliveEdges())+float64(n))
	w.given = append(w.given, (list+v)/(bound+float64(n)))
	return true, nil
}

// spaceOfSolutions counts phase 5 by number of solutions: the solutions as boards, and the filling
// chosen for each box on the way to one. Boards are puzzles that givens are taken from.
func spaceOfSolutions(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	for k, level := range solutionLevels {
		var w weights
		for _, it := range items {
			rng := rand.New(rand.NewPCG(r.Seed, uint64(it.Index)))
			b, _, err := ambiguous(ctx, rng, it.Board, level, 10*level-1)
			if err != nil {
				return err
			}
			g, err := pruned(ctx, cfg, b)
			if errors.Is(err, minigrid.ErrCapped) {
				continue
			}
			if err != nil || g == nil {
				return errors.Join(err, ctx.Err())
			}
			var stats minigrid.ExtractStats
			for s, err := range g.Solutions(ctx, &stats) {
				if err != nil {
					return err
				}
				if err := board.CheckSolution(b, s); err != nil {
					return err
				}
			}
			if stats.Solutions < level {
				continue
			}
			n := b.Shape().Side()
			largest := 1
			for box := range n {
				largest = max(largest, g.AliveCount(box))
			}
			cells := float64(stats.Solutions) * float64(n*n)
			used := cells*digitBits(n) + float64(n)*indexBits(largest)
			w.add(float64(stats.Solutions), used, 8*(cells+float64(stats.Bytes)), cells*math.Log2(float64(n)))
		}
		p := fmt.Sprintf("level=%d ", level)
		r.Exact(p+"boards", float64(len(w.size)), "boards", len(items))
		if err := w.keep(r, p); err != nil {
			return err
		}
		r.Progress(k+1, len(solutionLevels))
	}
	return nil
}
