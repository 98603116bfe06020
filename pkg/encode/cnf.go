package encode

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"sudokulab/pkg/board"
)

// Clauses says which clauses a formula has. Each choice means the same boards.
type Clauses string

// The choices, named as by I. Lynce and J. Ouaknine, "Sudoku as a SAT Problem" (AIMATH 2006,
// section 3).
const (
	// Minimal: each cell holds at least one digit, and no unit holds one twice.
	Minimal Clauses = "minimal"
	// Extended: in addition, each unit has at least one place for each digit, and no cell holds
	// two digits. What is redundant is what lets a solver find hidden singles by unit
	// propagation alone.
	Extended Clauses = "extended"
)

// CNF is a board as a formula in conjunctive normal form. A variable says that a cell holds a
// digit; the variables count from 1, in the order of the cells, then of the digits. Only
// candidates are variables, and of these only those that are not settled: a cell that has one
// candidate, which none of its peers has, needs no variable. The reduction by givens is that
// of G. Kwon and H. Jain, "Optimized CNF Encoding for Sudoku Puzzles" (LPAR 2006).
type CNF struct {
	// Clauses are disjunctions of literals as in the DIMACS format: v for a variable, −v for
	// its negation. An empty clause cannot be satisfied.
	Clauses [][]int

	shape    *board.Shape
	settled  []uint8 // cell → digit, 0 if it has variables
	variable []int   // cell·n + d−1 → variable, 0 if none
	choice   []int   // variable − 1 → cell·n + d−1
}

// NewCNF returns the formula of a puzzle's empty cells. Givens that conflict give a formula
// with an empty clause. It errs if the board is the zero Board or the choice of clauses is
// unknown.
func NewCNF(puzzle board.Board, which Clauses) (*CNF, error) {
	if puzzle.IsZero() {
		return nil, errors.New("encode: formula of the zero board")
	}
	return CNFOf(context.Background(), puzzle.Shape(), board.Candidates(puzzle), which)
}

// CNFOf returns the formula of the grids that take each cell's digit from its candidates, one
// set for each cell of the shape. It errs if their number is another or the choice of clauses
// is unknown. It ends with ctx: an empty board of side 36 has three million clauses.
func CNFOf(ctx context.Context, s *board.Shape, candidates []board.Digits, which Clauses) (*CNF, error) {
	if which != Minimal && which != Extended {
		return nil, fmt.Errorf("encode: clauses %q, want %q or %q", which, Minimal, Extended)
	}
	if s == nil || len(candidates) != s.Cells() {
		return nil, fmt.Errorf("encode: candidates of %d cells, want those of the cells of a shape", len(candidates))
	}
	n := s.Side()
	f := &CNF{shape: s, settled: make([]uint8, s.Cells()), variable: make([]int, s.Cells()*n)}
	for cell, set := range candidates {
		if set.Single() && !slices.ContainsFunc(s.Peers(cell), func(p int) bool { return candidates[p]&set != 0 }) {
			f.settled[cell] = uint8(set.First())
			continue
		}
		for d := range set.All() {
			f.choice = append(f.choice, cell*n+d-1)
			f.variable[cell*n+d-1] = len(f.choice)
		}
	}
	var clause []int
	for cell := range candidates {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if f.settled[cell] == 0 {
			clause = append(clause[:0], f.of(cell)...)
			f.add(clause)
			if which == Extended {
				f.atMostOne(clause)
			}
		}
	}
	for v, c := range f.choice { // of cells that share two units, each pair once
		if v%n == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, p := range s.Peers(c / n) {
			if w := f.variable[p*n+c%n]; w > v+1 {
				f.add([]int{-(v + 1), -w})
			}
		}
	}
	if which == Extended {
		f.places(candidates)
	}
	return f, nil
}

// of returns the variables of a cell.
func (f *CNF) of(cell int) (variables []int) {
	n := f.shape.Side()
	for _, v := range f.variable[cell*n : (cell+1)*n] {
		if v != 0 {
			variables = append(variables, v)
		}
	}
	return variables
}

// places adds that each unit has a place for each digit that no settled cell holds there.
func (f *CNF) places(candidates []board.Digits) {
	n := f.shape.Side()
	var clause []int
	for _, unit := range f.shape.Units() {
		for d := 1; d <= n; d++ {
			clause = clause[:0]
			held := false
			for _, cell := range unit {
				held = held || int(f.settled[cell]) == d
				if candidates[cell].Has(d) && f.settled[cell] == 0 {
					clause = append(clause, f.variable[cell*n+d-1])
				}
			}
			if !held {
				f.add(clause)
			}
		}
	}
}

func (f *CNF) add(clause []int) { f.Clauses = append(f.Clauses, slices.Clone(clause)) }

func (f *CNF) atMostOne(variables []int) {
	for i, v := range variables {
		for _, w := range variables[:i] {
			f.add([]int{-w, -v})
		}
	}
}

// Variables returns the number of variables.
func (f *CNF) Variables() int { return len(f.choice) }

// Variable returns the variable that says that the cell holds the digit, 0 if there is none:
// the cell cannot hold it, is settled, or one of the two is outside the board.
func (f *CNF) Variable(cell, digit int) int {
	if cell < 0 || cell >= len(f.settled) || digit < 1 || digit > f.shape.Side() {
		return 0
	}
	return f.variable[cell*f.shape.Side()+digit-1]
}

// errZeroCNF answers for a formula that no function of this package made.
var errZeroCNF = errors.New("encode: the zero CNF, want one of NewCNF or CNFOf")

// FromModel returns the grid of an assignment, one truth value for each variable, the first
// one that of variable 1. It errs if the number is another or a cell is left empty or given
// two digits; whether the grid is a solution is for board.CheckSolution to say.
func (f *CNF) FromModel(model []bool) (board.Board, error) {
	if len(model) != len(f.choice) {
		return board.Board{}, fmt.Errorf("encode: model of %d variables, want %d", len(model), len(f.choice))
	}
	if f.shape == nil {
		return board.Board{}, errZeroCNF
	}
	n := f.shape.Side()
	b := board.New(f.shape)
	for cell, d := range f.settled {
		b.Set(cell, int(d))
	}
	for v, c := range f.choice {
		if !model[v] {
			continue
		}
		cell := c / n
		if b.At(cell) != 0 {
			return board.Board{}, fmt.Errorf("encode: model puts %d and %d into %s", b.At(cell), c%n+1, f.shape.CellName(cell))
		}
		b.Set(cell, c%n+1)
	}
	if cell := slices.Index(b.Cells(), 0); cell >= 0 {
		return board.Board{}, fmt.Errorf("encode: model leaves %s empty", f.shape.CellName(cell))
	}
	return b, nil
}

// Blocking returns the clause that rules one grid out: some cell holds another digit. It is
// empty if no other grid is left. A grid that the formula rules out anyway needs no clause:
// ok is then false, as it is for a grid of another side.
func (f *CNF) Blocking(grid board.Board) (clause []int, ok bool) {
	if grid.IsZero() || len(grid.Cells()) != len(f.settled) {
		return nil, false
	}
	for cell, d := range grid.Cells() {
		if f.settled[cell] == d {
			continue
		}
		if f.settled[cell] != 0 {
			return nil, false
		}
		v := f.Variable(cell, int(d))
		if v == 0 {
			return nil, false
		}
		clause = append(clause, -v)
	}
	return clause, true
}

// WriteDIMACS writes the formula in the DIMACS format that SAT solvers read, with a comment
// line "c x<variable> r1c2=3" for each variable.
func (f *CNF) WriteDIMACS(w io.Writer) error {
	switch {
	case f.shape == nil:
		return errZeroCNF
	case w == nil:
		return errors.New("encode: no writer")
	}
	out := bufio.NewWriter(w)
	n := f.shape.Side()
	for v, c := range f.choice {
		fmt.Fprintf(out, "c x%d %s=%d\n", v+1, f.shape.CellName(c/n), c%n+1)
	}
	fmt.Fprintf(out, "p cnf %d %d\n", len(f.choice), len(f.Clauses))
	var line []byte
	for _, clause := range f.Clauses {
		line = line[:0]
		for _, l := range clause {
			line = append(strconv.AppendInt(line, int64(l), 10), ' ')
		}
		line = append(line, '0', '\n')
		if _, err := out.Write(line); err != nil {
			return fmt.Errorf("encode: writing a formula: %w", err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("encode: writing a formula: %w", err)
	}
	return nil
}
