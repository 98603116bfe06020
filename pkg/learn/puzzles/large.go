package puzzles

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/symmetry"
)

// large makes puzzles of sides 16 and 25: a full grid by search, moved by a random symmetry, is
// emptied in random order down to the number of givens wanted, as far as the solution stays
// the only one. That is the plain procedure, cell by cell; its result is reached with fewer
// questions by remembering what the answers show, as package generate does at side 9. The
// cells in which a second solution differs fall into sets, each of which must keep a given;
// chunks of cells are emptied as the sets known allow, and one question is asked for a chunk.
//
// A way that lost: emptying all cells at once and giving back one of each set met, for good.
// At side 16 it stopped at 107 givens where this goes down to 95, and took longer.
type large struct {
	cfg    Config
	shape  *board.Shape
	grids  generate.GridConfig
	solver *wide.Solver
	puzzle board.Board
	rival  []uint8
	order  []int

	grid  []uint8
	place []uint16   // by unit·(n+1)+digit: the cell of the grid
	in    [][]uint16 // by cell: the sets that it is in
	left  []uint16   // by set: its cells that are given
	todo  []int      // cells of a set being found
	met   []bool     // by cell: is in a set of this rival
	gone  []int      // the chunk
}

func newLarge(cfg Config) *large {
	s := cfg.shape()
	return &large{
		cfg: cfg, shape: s, grids: generate.DefaultGrid(cfg.Side), solver: newWide(s), puzzle: board.New(s),
		rival: make([]uint8, s.Cells()), in: make([][]uint16, s.Cells()), met: make([]bool, s.Cells()),
		place: make([]uint16, len(s.Units())*(s.Side()+1)),
	}
}

// verdict is what a proof found.
type verdict uint8

const (
	one     verdict = iota // the solution is the only one
	another                // large.rival is another one
	capped                 // not known within cfg.Proof guesses
)

// prove looks for a solution other than the grid.
func (l *large) prove() (verdict, error) {
	if err := l.solver.Begin(l.puzzle); err != nil {
		return capped, err
	}
	for {
		switch l.solver.Next(l.cfg.Proof - l.solver.Counters().Guesses) {
		case wide.Exhausted:
			return one, nil
		case wide.Budget:
			return capped, nil
		case wide.Solution:
			copy(l.rival, l.solver.Solution().Cells())
			if !bytes.Equal(l.rival, l.grid) {
				return another, nil
			}
		}
	}
}

func (l *large) make(ctx context.Context, rng *rand.Rand, wanted int, _ bool) (puzzle, solution []uint8, guesses int64, err error) {
	full, err := generate.FullGrid(ctx, rng, l.grids)
	if err != nil {
		return nil, nil, 0, err
	}
	l.begin(rng, symmetry.Random(rng, l.shape).MustApply(full).Cells())
	cells := l.puzzle.Cells()
	target := len(cells) - wanted // empty cells
	blank, from := 0, 0           // of the board proved last: its empty cells, and where it stopped in the order
	for chunk, rivals := len(cells)*2/5, 0; ; {
		if err := ctx.Err(); err != nil {
			return nil, nil, 0, err
		}
		to := l.empty(from, min(chunk, target-blank))
		if len(l.gone) == 0 {
			return cells, l.grid, guesses, nil
		}
		v, err := l.prove()
		if err != nil {
			return nil, nil, 0, err
		}
		if v == one {
			from, blank, guesses = to, blank+len(l.gone), l.solver.Counters().Guesses
			chunk, rivals = 2*chunk, 0
			continue
		}
		for _, c := range l.gone {
			cells[c] = l.grid[c]
			for _, s := range l.in[c] {
				l.left[s]++
			}
		}
		switch {
		case v == another:
			l.learn()
			rivals++
			if rivals%4 == 0 {
				chunk = max(1, min(chunk, len(l.gone))/2)
			}
		case len(l.gone) == 1:
			l.add(l.gone) // may be redundant, but that is not known
		default:
			chunk = max(1, len(l.gone)/2)
		}
	}
}

// begin takes up a full grid and draws an order of its cells.
func (l *large) begin(rng *rand.Rand, grid []uint8) {
	l.grid = grid
	copy(l.puzzle.Cells(), grid)
	l.left = l.left[:0]
	l.order = l.order[:0]
	for c := range grid {
		l.order = append(l.order, c)
		l.in[c] = l.in[c][:0]
		for _, u := range l.shape.UnitsOf(c) {
			l.place[u*(l.shape.Side()+1)+int(grid[c])] = uint16(c)
		}
	}
	rng.Shuffle(len(l.order), func(i, j int) { l.order[i], l.order[j] = l.order[j], l.order[i] })
}

// empty empties the next cells of the order that no known set needs, so many at most, and
// returns where in the order it stopped. The cells are in l.gone.
func (l *large) empty(from, most int) (to int) {
	cells := l.puzzle.Cells()
	l.gone = l.gone[:0]
	for to = from; to < len(l.order) && len(l.gone) < most; to++ {
		c := l.order[to]
		if slices.ContainsFunc(l.in[c], func(s uint16) bool { return l.left[s] == 1 }) {
			continue
		}
		for _, s := range l.in[c] {
			l.left[s]--
		}
		cells[c] = 0
		l.gone = append(l.gone, c)
	}
	return to
}

// learn adds the sets in which the rival differs from the grid. Where a cell changes to a
// digit, the cells of its units that hold the digit in the grid change too; cells tied so make
// up a set whose digits can be exchanged without the rest.
func (l *large) learn() {
	clear(l.met)
	for c, d := range l.rival {
		if d == l.grid[c] || l.met[c] {
			continue
		}
		l.met[c] = true
		l.todo = append(l.todo[:0], c)
		for i := 0; i < len(l.todo); i++ {
			at := l.todo[i]
			for _, u := range l.shape.UnitsOf(at) {
				y := int(l.place[u*(l.shape.Side()+1)+int(l.rival[at])])
				if !l.met[y] {
					l.met[y] = true
					l.todo = append(l.todo, y)
				}
			}
		}
		l.add(l.todo)
	}
}

// add adds a set to those that must keep a given. No chunk is emptied when it is called.
func (l *large) add(set []int) {
	s, givens := uint16(len(l.left)), uint16(0)
	for _, c := range set {
		l.in[c] = append(l.in[c], s)
		if l.puzzle.At(c) != 0 {
			givens++
		}
	}
	l.left = append(l.left, givens)
}
