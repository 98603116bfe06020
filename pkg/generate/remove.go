package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"sudokulab/pkg/board"
)

// Stats counts what a puzzle cost. All of it depends on the configuration and the index
// only.
type Stats struct {
	Attempts     int   `json:"attempts"`      // full grids that cells were removed from
	FillTries    int   `json:"fill_tries"`    // starts of the search for a full grid
	FillNodes    int64 `json:"fill_nodes"`    // nodes of those searches
	RemovalTests int   `json:"removal_tests"` // calls of the test, once for each removal tried
	Restores     int   `json:"restores"`      // removals that it refused
}

// Add adds the counts of another puzzle.
func (s *Stats) Add(t Stats) {
	s.Attempts += t.Attempts
	s.FillTries += t.FillTries
	s.FillNodes += t.FillNodes
	s.RemovalTests += t.RemovalTests
	s.Restores += t.Restores
}

// removePass empties the orbits in random order, restoring each that the test refuses, and
// goes no lower than floor givens. It returns the givens left. One pass reaches the end of
// what removals can do, as long as the test is monotone ([Accept]).
func removePass(ctx context.Context, rng *rand.Rand, b board.Board, orbits [][]int, floor int, accept Accept, stats *Stats) (int, error) {
	givens := b.Filled()
	held := make([]int, 0, 8)
	for _, i := range rng.Perm(len(orbits)) {
		orbit := orbits[i]
		if givens <= floor {
			break
		}
		if givens-len(orbit) < floor {
			continue
		}
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		held = held[:0]
		for _, cell := range orbit {
			held = append(held, b.At(cell))
			b.Set(cell, 0)
		}
		stats.RemovalTests++
		if accept(b) {
			givens -= len(orbit)
			continue
		}
		stats.Restores++
		for j, cell := range orbit {
			b.Set(cell, held[j])
		}
	}
	return givens, nil
}

// Minimal removes givens from a full grid, in random order, for as long as the puzzle has
// one solution: what it returns is minimal, no given (with a pattern: no orbit of givens)
// can be spared. countUpTo returns the number of solutions up to a limit; where it is
// unsure it may return anything but 1, at the price of minimality. The grid is left
// unchanged. It may be of any shape, as long as countUpTo knows the shape's rules.
func Minimal(ctx context.Context, rng *rand.Rand, grid board.Board, pattern Pattern, countUpTo func(b board.Board, limit int) int) (board.Board, Stats, error) {
	if rng == nil || countUpTo == nil {
		return board.Board{}, Stats{}, errors.New("generate: no random source or no counter")
	}
	if ctx == nil {
		return board.Board{}, Stats{}, errNoContext
	}
	if err := board.CheckSolution(grid, grid); err != nil {
		return board.Board{}, Stats{}, fmt.Errorf("generate: grid to remove from: %w", err)
	}
	orbits, err := pattern.Orbits(grid.Shape())
	if err != nil {
		return board.Board{}, Stats{}, err
	}
	b := grid.Clone()
	stats := Stats{Attempts: 1}
	unique := func(b board.Board) bool { return countUpTo(b, 2) == 1 }
	if _, err := removePass(ctx, rng, b, orbits, 0, unique, &stats); err != nil {
		return board.Board{}, stats, err
	}
	return b, stats, nil
}
