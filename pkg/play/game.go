package play

import (
	"errors"
	"fmt"
	"slices"

	"sudokulab/pkg/board"
)

// Move is what a cell holds after a move: a digit, or pencil marks, or nothing.
type Move struct {
	Cell  int
	Digit int          // 0 for none
	Marks board.Digits // in a cell without a digit
}

// Game is a puzzle and the moves made on it. The zero Game has no puzzle: its methods that may fail say so,
// the others answer as for a board without cells.
type Game struct {
	puzzle board.Board
	board  board.Board
	marks  []board.Digits
	moves  []step // moves[:done] stand, moves[done:] are undone
	done   int
}

// step is a move with what it replaced.
type step struct {
	move Move
	was  Move // of the same cell
}

var errZero = errors.New("play: the zero Game, want one of New")

// New begins a game. It errs if the puzzle is the zero Board, or if its givens break a rule.
func New(puzzle board.Board) (*Game, error) {
	if puzzle.IsZero() {
		return nil, errors.New("play: no puzzle: the zero Board")
	}
	if c := board.Conflicts(puzzle); len(c) > 0 {
		s := puzzle.Shape()
		return nil, fmt.Errorf("play: puzzle: givens %s and %s in %s both hold %d", s.CellName(c[0].A), s.CellName(c[0].B), c[0].Unit, c[0].Digit)
	}
	return &Game{puzzle: puzzle.Clone(), board: puzzle.Clone(), marks: make([]board.Digits, len(puzzle.Cells()))}, nil
}

// Shape returns the board's shape, nil for the zero Game.
func (g *Game) Shape() *board.Shape { return g.board.Shape() }

// Puzzle returns the givens, as a copy.
func (g *Game) Puzzle() board.Board { return g.puzzle.Clone() }

// Board returns the board as it stands, as a copy.
func (g *Game) Board() board.Board { return g.board.Clone() }

// Marks returns the pencil marks of each cell, as a copy. Cells with a digit have none.
func (g *Game) Marks() []board.Digits { return slices.Clone(g.marks) }

// Given reports whether a cell holds a given. No number outside the board is one.
func (g *Game) Given(cell int) bool {
	return uint(cell) < uint(len(g.marks)) && g.puzzle.At(cell) != 0
}

// Place puts a digit into a cell that is no given; it replaces what is there, pencil marks too. The digit
// may break a rule.
func (g *Game) Place(cell, digit int) error {
	if err := g.checkDigit(digit); err != nil {
		return err
	}
	return g.apply(Move{Cell: cell, Digit: digit})
}

// Clear empties a cell that is no given, of pencil marks too.
func (g *Game) Clear(cell int) error { return g.apply(Move{Cell: cell}) }

// Mark sets the pencil mark of a digit in an empty cell, or rubs it out if it is there.
func (g *Game) Mark(cell, digit int) error {
	if err := errors.Join(g.checkDigit(digit), g.checkCell(cell)); err != nil {
		return err
	}
	if d := g.board.At(cell); d != 0 {
		return fmt.Errorf("play: %s holds %d, want an empty cell for a pencil mark", g.Shape().CellName(cell), d)
	}
	marks := g.marks[cell].With(digit)
	if g.marks[cell].Has(digit) {
		marks = g.marks[cell].Without(digit)
	}
	return g.apply(Move{Cell: cell, Marks: marks})
}

func (g *Game) checkDigit(digit int) error {
	switch {
	case g.board.IsZero():
		return errZero
	case digit < 1 || digit > g.Shape().Side():
		return fmt.Errorf("play: digit %d, want 1…%d", digit, g.Shape().Side())
	}
	return nil
}

// checkCell reports why a cell may not be moved on.
func (g *Game) checkCell(cell int) error {
	switch {
	case g.board.IsZero():
		return errZero
	case uint(cell) >= uint(len(g.marks)):
		return fmt.Errorf("play: cell %d, want 0…%d", cell, len(g.marks)-1)
	case g.puzzle.At(cell) != 0:
		return fmt.Errorf("play: %s is a given", g.Shape().CellName(cell))
	}
	return nil
}

// apply makes a move whose digit and marks are in order.
func (g *Game) apply(m Move) error {
	if err := g.checkCell(m.Cell); err != nil {
		return err
	}
	was := Move{Cell: m.Cell, Digit: g.board.At(m.Cell), Marks: g.marks[m.Cell]}
	if m == was {
		return nil
	}
	g.moves = append(g.moves[:g.done], step{move: m, was: was})
	g.done++
	g.set(m)
	return nil
}

func (g *Game) set(m Move) {
	g.board.Set(m.Cell, m.Digit)
	g.marks[m.Cell] = m.Marks
}

// Undo takes the last move back and reports whether there was one.
func (g *Game) Undo() bool {
	if g.done == 0 {
		return false
	}
	g.done--
	g.set(g.moves[g.done].was)
	return true
}

// Redo makes the last move again that was undone, and reports whether there was one.
func (g *Game) Redo() bool {
	if g.done == len(g.moves) {
		return false
	}
	g.set(g.moves[g.done].move)
	g.done++
	return true
}

// Made returns the number of moves that stand, which Undo can take back.
func (g *Game) Made() int { return g.done }

// Undone returns the number of moves that Redo can make again.
func (g *Game) Undone() int { return len(g.moves) - g.done }

// Last returns the last move that stands; ok is false if there is none.
func (g *Game) Last() (m Move, ok bool) {
	if g.done == 0 {
		return Move{}, false
	}
	return g.moves[g.done-1].move, true
}

// Legal returns the digits that may be put into a cell and break no rule; those of a given, and of a
// number outside the board, are none. The digit that the cell holds is legal if no peer holds it.
func (g *Game) Legal(cell int) (digits board.Digits) {
	if g.checkCell(cell) != nil {
		return 0
	}
	for d := range g.Shape().Side() {
		if !Breaks(g.Shape(), g.board.Cells(), cell, uint8(d+1)) {
			digits = digits.With(d + 1)
		}
	}
	return digits
}

// Actions returns which moves are legal, [n³], as [Legal] writes them; the zero Game has none.
func (g *Game) Actions(m Moves) []bool {
	if g.board.IsZero() {
		return nil
	}
	legal := make([]bool, len(g.marks)*g.Shape().Side())
	Legal(g.Shape(), g.board.Cells(), g.puzzle.Cells(), m, legal)
	return legal
}

// Conflicts returns every pair of cells that hold the same digit in a unit, with the unit.
func (g *Game) Conflicts() []board.Conflict { return board.Conflicts(g.board) }

// Complete reports whether no cell is empty.
func (g *Game) Complete() bool { return !g.board.IsZero() && g.board.Full() }

// Solved reports whether the board is a solution of the puzzle.
func (g *Game) Solved() bool { return board.CheckSolution(g.puzzle, g.board) == nil }
