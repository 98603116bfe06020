// Package deals has the grids and orders that the experiments on the DQN document's generator
// share, and the search among them for a case like the document's own: 54 blanks, 64 calls of
// the counter, 24 key cells.
package deals

import (
	"context"
	"fmt"
	"math/rand/v2"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/generate/gallop"
)

// The document's own case.
const (
	StatedBlanks = 54
	StatedCalls  = 64
	StatedKeys   = 24
	StatedGivens = 81 - StatedBlanks
)

// Deal is a full 9×9 grid and an order of its cells.
type Deal struct {
	Index int
	Grid  board.Board
	Order []int
}

// Make returns the deal of that index: it depends on seed and index only.
func Make(ctx context.Context, seed uint64, index int) (Deal, error) {
	rng := rand.New(rand.NewPCG(seed, uint64(index)))
	grid, err := generate.FullGrid(ctx, rng, generate.DefaultGrid(9))
	if err != nil {
		return Deal{}, err
	}
	return Deal{Index: index, Grid: grid, Order: rng.Perm(len(grid.Cells()))}, nil
}

// Counter asks the fast engine of 9×9 boards.
func Counter(s *bitboard.Solver) gallop.Count {
	return func(b board.Board, limit int) int { return s.CountUpTo((*bitboard.Cells)(b.Cells()), limit) }
}

// Line is what single steps along an order come to: Keys are the places of the order whose
// cells must stay, in rising order. Every way of removing that ends at the puzzle of single
// steps follows this line.
type Line struct {
	Deal
	Keys []int
}

// Walk takes single steps along the whole order.
func Walk(s *bitboard.Solver, d Deal) Line {
	l := Line{Deal: d}
	cells := bitboard.Cells(d.Grid.Cells())
	for place, cell := range d.Order {
		cells[cell] = 0
		if s.CountUpTo(&cells, 2) != 1 {
			cells[cell] = d.Grid.Cells()[cell]
			l.Keys = append(l.Keys, place)
		}
	}
	return l
}

// KeysBefore returns the number of key cells met on the way down to the given number of
// givens, and whether the order leads there.
func (l *Line) KeysBefore(givens int) (keys int, reached bool) {
	blanks := 81 - givens
	for keys < len(l.Keys) && l.Keys[keys]-keys < blanks {
		keys++ // Keys[keys] − keys cells have gone when it is met
	}
	return keys, len(l.Order)-keys >= blanks
}

// Count answers as a counter does on the boards that a way of removing asks about: those whose
// blanks are all cells before some place but the key cells, and a run behind it. Such a board
// is ambiguous if and only if the run holds a key cell: the first one makes it so by what
// Keys are, and without any the board has givens that the end of the line lacks. Tests
// and the experiment compare with the engine itself.
func (l *Line) Count(b board.Board, _ int) int {
	cells := b.Cells()
	for _, place := range l.Keys {
		if cells[l.Order[place]] == 0 {
			return 2
		}
	}
	return 1
}

// Find calls found with the deals of the given indices that lead to puzzles with the document's
// blanks and key cells, and stops when it returns false. It returns the number of deals looked
// at and of those that reach the document's blanks.
func Find(ctx context.Context, seed uint64, from, to int, found func(Line) (more bool, err error)) (looked, reached int, err error) {
	s := bitboard.New()
	for i := from; i < to; i++ {
		d, err := Make(ctx, seed, i)
		if err != nil {
			return looked, reached, err
		}
		l := Walk(s, d)
		looked++
		keys, ok := l.KeysBefore(StatedGivens)
		if !ok {
			continue
		}
		reached++
		if keys != StatedKeys {
			continue
		}
		if more, err := found(l); err != nil || !more {
			return looked, reached, err
		}
	}
	return looked, reached, nil
}

// Remove removes cells from the grid of a line by one configuration, by the record of the line.
func (l *Line) Remove(ctx context.Context, cfg gallop.Config, givens int, trace func(gallop.Step)) (gallop.Result, error) {
	r, err := gallop.New(cfg, l.Count)
	if err != nil {
		return gallop.Result{}, err
	}
	r.Trace = trace
	res, err := r.Remove(ctx, l.Grid, l.Order, givens)
	if err != nil {
		return gallop.Result{}, fmt.Errorf("deal %d: %w", l.Index, err)
	}
	return res, nil
}
