package tensorchecks

import (
	"context"
	"math/rand/v2"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/tensornet/plain"
)

// positions are candidates of boards that have a solution.
type positions struct {
	solver *bitboard.Solver
	limit  int // of solutions

	candidates [][]board.Digits
	inSolution [][]board.Digits // of each cell, the digits that some solution of the position has
	several    int              // of them, with several solutions
	solutions  int
	unsolvable int // left out: without a solution
	many       int // left out: more solutions than the limit
}

func newPositions(cfg Config) *positions {
	return &positions{solver: bitboard.New(), limit: cfg.Solutions}
}

// add enumerates the solutions that lie within the candidates.
func (p *positions) add(candidates []board.Digits) {
	var marks [81]uint16
	for cell, digits := range candidates {
		marks[cell] = uint16(digits)
	}
	p.solver.BeginAt(&marks)
	union, found := make([]board.Digits, len(candidates)), 0
	for p.solver.Next(-1) == bitboard.Found {
		found++
		if found > p.limit {
			p.many++
			return
		}
		for cell, d := range p.solver.Solution() {
			union[cell] = union[cell].With(int(d))
		}
	}
	switch found {
	case 0:
		p.unsolvable++
		return
	case 1:
	default:
		p.several++
	}
	p.solutions += found
	p.candidates, p.inSolution = append(p.candidates, candidates), append(p.inSolution, union)
}

// alongSearches are the positions before each step of the search in each puzzle of the case, and in it without one of
// its givens, which leaves most with several solutions.
func alongSearches(ctx context.Context, cfg Config, r *lab.Run) (*positions, error) {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return nil, err
	}
	rng, p := rand.New(rand.NewPCG(r.Seed, 1)), newPositions(cfg)
	for _, item := range items {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		less := item.Board.Clone()
		for _, cell := range rng.Perm(less.Shape().Cells()) {
			if less.At(cell) != 0 {
				less.Set(cell, 0)
				break
			}
		}
		for _, b := range []board.Board{item.Board, less} {
			s, err := plain.New(b, plain.Search{Limit: 1})
			if err != nil {
				return nil, err
			}
			for step := 0; s.Running() && step < cfg.Steps; step++ {
				p.add(candidatesOf(s, b.Shape()))
				s.Step(plain.Rules{})
			}
		}
	}
	return p, nil
}

func candidatesOf(s *plain.State, shape *board.Shape) []board.Digits {
	out := make([]board.Digits, shape.Cells())
	for cell := range out {
		out[cell] = s.Candidates(cell)
	}
	return out
}

// madeOfGrids are random full grids, to each of whose cells every other digit is added with a probability that
// differs from grid to grid: pairs are frequent there.
func madeOfGrids(ctx context.Context, cfg Config, count int, r *lab.Run) (*positions, error) {
	rng, p := rand.New(rand.NewPCG(r.Seed, 2)), newPositions(cfg)
	for range count {
		grid, err := generate.FullGrid(ctx, rng, generate.DefaultGrid(9))
		if err != nil {
			return nil, err
		}
		share, candidates := 0.06+0.2*rng.Float64(), make([]board.Digits, len(grid.Cells()))
		for cell, d := range grid.Cells() {
			candidates[cell] = board.DigitsOf(int(d))
			for other := 1; other <= 9; other++ {
				if rng.Float64() < share {
					candidates[cell] = candidates[cell].With(other)
				}
			}
		}
		p.add(candidates)
	}
	return p, nil
}
