package minigridrules

import (
	"context"
	"math"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

// searchSet is where the search for few strays starts: hard enough to have strays, and embedded.
const searchSet = "own-minimal"

// rounds is how often the search loosens and tightens one puzzle.
const rounds = 20

// search looks for a puzzle with one solution and few strays, more than none. A further given of
// the solution never adds a vertex, so strays only go; tightening therefore adds the solution's
// digits in random order, keeping those that leave a stray, and ends at a puzzle of which every
// further given removes the last. Loosening takes a few givens away again, the solution staying
// unique. What it finds is the least that it came across, not the least there is.
func search(ctx context.Context, cfg Config, f minigrid.Fillings, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	s := searcher{rng: rand.New(rand.NewPCG(r.Seed, 1)), cfg: cfg.reading(f, minigrid.Disjoint, minigrid.Supported)}
	if s.oracle, err = newOracle(items[0].Board.Shape()); err != nil {
		return err
	}
	var best fewest
	ends := map[int64]int{}
	starts := 0
	for s.graphs < cfg.Searches {
		puzzle := items[s.rng.IntN(len(items))].Board
		grids, _, err := s.oracle.all(ctx, puzzle, 2)
		if err != nil {
			return err
		}
		end, least, err := s.from(ctx, puzzle, grids[0])
		if err != nil {
			return err
		}
		if least > 0 {
			starts++
			ends[least]++
			best.see(least, end)
		}
		r.Progress(s.graphs, cfg.Searches)
	}
	r.Count("graphs", int64(s.graphs), "graphs")
	r.Exact("starts", float64(starts), "puzzles", starts)
	at, within := 0, 0
	for strays, n := range ends {
		if strays == best.count {
			at += n
		}
		if strays <= 10 {
			within += n
		}
	}
	r.Exact("at-fewest", float64(at), "puzzles", starts)
	r.Exact("ten-or-fewer", float64(within), "puzzles", starts)
	best.keep(r, "strays")
	return nil
}

type searcher struct {
	rng    *rand.Rand
	cfg    minigrid.Config
	oracle oracle
	graphs int // pruned so far
}

// strays returns the strays of a puzzle with one solution, in which every box has one vertex of
// that solution.
func (s *searcher) strays(ctx context.Context, b board.Board) (int64, error) {
	s.graphs++
	g, err := build(ctx, b, s.cfg)
	if err != nil {
		return 0, err
	}
	return g.Metrics().Alive - int64(b.Shape().Side()), nil
}

// from searches from one puzzle; least is 0 if it has no stray.
func (s *searcher) from(ctx context.Context, puzzle, solution board.Board) (end board.Board, least int64, err error) {
	least, err = s.strays(ctx, puzzle)
	if err != nil || least == 0 {
		return puzzle, 0, err
	}
	end = puzzle
	for round := range rounds {
		b := end.Clone()
		if round > 0 {
			if err := s.loosen(ctx, b); err != nil {
				return end, 0, err
			}
		}
		strays, err := s.tighten(ctx, b, solution)
		if err != nil {
			return end, 0, err
		}
		if strays <= least {
			end, least = b, strays
		}
	}
	return end, least, nil
}

// tighten adds givens for as long as a stray is left, and returns how many are.
func (s *searcher) tighten(ctx context.Context, b, solution board.Board) (int64, error) {
	least := int64(math.MaxInt64)
	for _, cell := range s.rng.Perm(b.Shape().Cells()) {
		if b.At(cell) != 0 {
			continue
		}
		b.Set(cell, solution.At(cell))
		switch strays, err := s.strays(ctx, b); {
		case err != nil:
			return 0, err
		case strays > 0:
			least = strays
		default:
			b.Set(cell, 0)
		}
	}
	if least < math.MaxInt64 {
		return least, nil
	}
	return s.strays(ctx, b)
}

// loosen takes a few givens away.
func (s *searcher) loosen(ctx context.Context, b board.Board) error {
	want := 3 + s.rng.IntN(15)
	for _, cell := range s.rng.Perm(b.Shape().Cells()) {
		d := b.At(cell)
		if d == 0 {
			continue
		}
		b.Set(cell, 0)
		solutions, err := s.oracle.upToTwo(ctx, b)
		if err != nil {
			return err
		}
		if solutions != 1 {
			b.Set(cell, d)
			continue
		}
		want--
		if want == 0 {
			return nil
		}
	}
	return nil
}
