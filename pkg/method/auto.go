package method

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// Auto is the name of the method that gives each board to the fastest exact one that takes it.
const Auto = "auto"

// choice is a line of the table by which [Auto] chooses.
type choice struct {
	Method string `json:"method"`
	Boards string `json:"boards"`
	takes  func(*board.Shape) bool
}

// choices is the table; the first line that takes a board answers it. It is chosen by the
// committed records of the experiments speed-engines and speed-large, among the exact methods that
// every command can use: those that list solutions and have nodes to bound. Of these the one comes
// first that settled the most puzzles of a shape, then the one that took the least time. A test
// compares the table with the records: none that settles as much may be twice as fast, which is
// what a default may cost at most.
//
//   - Plain 9×9: bitboard is written for it, and is the fastest on every set of the records.
//   - Plain 4×4: arc consistency leaves nothing to search for, and the csp family has the least to
//     set up. Less than a microsecond is at stake.
//   - All others: wide settles all that any of these methods does within the bounds; csp leaves
//     puzzles of side 16 unsettled, dlx of side 25, and at side 16 it takes longer. The records hold
//     no boards with diagonals or regions, and none of the other sides; wide treats them as it does
//     the plain ones, with other masks.
//
// Not chosen, regardless of their times: sat has no nodes, so a bound on nodes would not hold; wide-sat
// cannot list solutions. On the boards of the records that neither wide nor wide-sat needs a formula
// for, the two do the same.
var choices = []choice{
	{"bitboard", "9×9", func(s *board.Shape) bool { return s == board.Standard() }},
	{"csp", "4×4", func(s *board.Shape) bool { return s.Plain() && s.Side() == board.MinSide }},
	{"wide", "others", func(*board.Shape) bool { return true }},
}

// chosen returns the line of the table that takes a board.
func chosen(s *board.Shape) int {
	for i, c := range choices {
		if c.takes(s) {
			return i
		}
	}
	panic(fmt.Sprintf("method: no line of the table takes a board %s, though the last one takes all", s))
}

// Fastest returns the name of the exact method that [Auto] gives boards of a shape to.
func Fastest(s *board.Shape) (string, error) {
	if s == nil {
		return "", errNoShape
	}
	return choices[chosen(s)].Method, nil
}

// Choices returns the names of the methods that [Auto] chooses among, in the order of its table.
func Choices() (names []string) {
	for _, c := range choices {
		names = append(names, c.Method)
	}
	return names
}

// autoConfig is what a record holds of Auto.
type autoConfig struct {
	Name    string   `json:"name"`
	Choices []choice `json:"choices"`
}

// auto returns the method Auto.
func auto() Method {
	lines := make([]string, len(choices))
	for i, c := range choices {
		lines[i] = c.Method + " for " + c.Boards
	}
	about := "the fastest exact method for each board: " + strings.Join(lines, ", ")
	return Method{
		Name: Auto, Family: Auto, About: about, Proves: Decides, Boards: everyBoard, Takes: takesAll,
		Enumerates: true, Nodes: "what the chosen method counts", Config: autoConfig{Auto, choices},
		Make: func(ctx context.Context, _ Options) (Opened, error) {
			opened := make([]Opened, len(choices))
			for i, c := range choices {
				m, err := ByName(c.Method)
				if err != nil {
					return Opened{}, err
				}
				if opened[i], err = m.Make(ctx, Options{}); err != nil {
					return Opened{}, err
				}
			}
			return Opened{New: func() (solver.Solver, error) {
				return &dispatcher{opened: opened, solvers: make([]solver.Solver, len(choices))}, nil
			}}, nil
		},
	}
}

// dispatcher gives each board to the method that the table names for its shape.
type dispatcher struct {
	opened  []Opened        // by line of the table
	solvers []solver.Solver // likewise, made when the first board comes
}

// Name returns Auto.
func (d *dispatcher) Name() string { return Auto }

func (d *dispatcher) of(s *board.Shape) (solver.Solver, error) {
	i := chosen(s)
	if d.solvers[i] == nil {
		made, err := d.opened[i].New()
		if err != nil {
			return nil, err
		}
		d.solvers[i] = made
	}
	return d.solvers[i], nil
}

// Solve implements solver.Solver. Nodes are those of the chosen method.
func (d *dispatcher) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	by, err := d.of(puzzle.Shape())
	if err != nil {
		return solver.Result{}, err
	}
	return by.Solve(ctx, puzzle, limits)
}

// Solutions implements solver.Enumerator.
func (d *dispatcher) Solutions(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
	by, err := d.of(puzzle.Shape())
	if err != nil {
		return failed(err)
	}
	all, ok := by.(solver.Enumerator)
	if !ok {
		return failed(fmt.Errorf("method: %s, the choice for %s, does not list solutions", by.Name(), puzzle.Shape()))
	}
	return all.Solutions(ctx, puzzle)
}
