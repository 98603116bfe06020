package puzzles

import (
	"context"
	"math/rand/v2"

	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
)

// four makes puzzles of side 4: a grid drawn with equal chances, emptied in random order down
// to the number of givens wanted, as far as the solution stays the only one.
type four struct {
	solver *wide.Solver
	puzzle board.Board
	grid   [16]uint8
}

func newFour() *four {
	s, err := board.ShapeOfSide(4)
	if err != nil {
		panic(err)
	}
	return &four{solver: newWide(s), puzzle: board.New(s)}
}

func newWide(s *board.Shape) *wide.Solver {
	w, err := wide.New(s, wide.DefaultConfig())
	if err != nil {
		panic(err) // the default configuration is valid
	}
	return w
}

func (f *four) make(_ context.Context, rng *rand.Rand, wanted int, _ bool) (puzzle, solution []uint8, guesses int64, err error) {
	generate.UniformGrid4(rng, &f.grid)
	cells := f.puzzle.Cells()
	copy(cells, f.grid[:])
	var order [16]uint8
	for i := range order {
		order[i] = uint8(i)
	}
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	givens := len(cells)
	for _, c := range order {
		if givens <= wanted {
			break
		}
		cells[c] = 0
		found, err := f.solver.CountUpTo(f.puzzle, 2)
		if err != nil {
			return nil, nil, 0, err
		}
		if found == 1 {
			givens--
		} else {
			cells[c] = f.grid[c]
		}
	}
	if _, err := f.solver.CountUpTo(f.puzzle, 2); err != nil {
		return nil, nil, 0, err
	}
	return cells, f.grid[:], f.solver.Counters().Guesses, nil
}
