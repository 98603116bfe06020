package watch

import (
	"context"
	"fmt"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
)

// cover shows an exact cover search: the options that are left as candidates, and beside the board the rows and columns
// of the cover as they go.
func cover(ctx context.Context, by *method.Solver, puzzle board.Board, o Options, emit func(Frame) error) (solver.Result, error) {
	e, ok := method.As[*engine.DLXSolver](by)
	if !ok {
		return solver.Result{}, fmt.Errorf("watch: behind %s is no engine of exact cover", by.Name())
	}
	c := &covering{reel: newReel(puzzle, o, emit), shape: puzzle.Shape(), problem: encode.ExactCover(puzzle.Shape())}
	s, err := dlx.NewSolver(c.problem, e.Config().Config)
	if err != nil {
		return solver.Result{}, err
	}
	bounded, cancel := o.Limits.Within(ctx)
	defer cancel()
	limits := dlx.Limits{Solutions: int64(o.Limits.MaxSolutions())}
	if o.Limits.Nodes > 0 {
		limits.Nodes = o.Limits.Nodes + 1 // its nodes have a root
	}
	_, err = dlx.Trace(bounded, s, encode.Options(nil, puzzle), limits, c.moment)
	return c.finish(err, func() (solver.Result, error) { return by.Solve(ctx, puzzle, o.Limits) }, c.start, nil)
}

// covering is a cover search that is watched.
type covering struct {
	*reel
	shape   *board.Shape
	problem *dlx.Problem
	start   []board.Digits
	chosen  []int
}

// moment makes a frame of a moment of the search, if the film shows it.
func (c *covering) moment(m dlx.Moment) error {
	n := c.shape.Side()
	s := scene{turn: m.Choices > 1 || m.Kind != dlx.Tried}
	switch m.Kind {
	case dlx.Begun:
		s.caption = fmt.Sprintf("The givens are chosen: each takes its row out of the cover, and with it all rows that share a column. %s.", c.waiting(m))
	case dlx.Refused:
		s.caption = "The rows of two givens exclude each other."
	case dlx.Tried:
		cell, digit := m.Option/n, m.Option%n+1
		switch {
		case m.Choices > 1:
			s.caption = fmt.Sprintf("%s, the fewest: try %d in %s.", c.choice(m), digit, c.shape.CellName(cell))
			c.guesses[cell] = true
		case c.turns():
			return nil
		default:
			s.caption = fmt.Sprintf("%s: %d in %s.", c.choice(m), digit, c.shape.CellName(cell))
		}
		s.focus = []int{cell}
	case dlx.Dead:
		s.caption = c.item(m.Item) + " has no row left: a dead end."
		s.tinted = c.cells(m.Item)
	case dlx.Covered:
		s.caption = "Every column is covered once: a solution."
	case dlx.Returned:
		cell, digit := m.Option/n, m.Option%n+1
		if m.Choices <= 1 {
			return nil // it goes back with the guess above it
		}
		delete(c.guesses, cell)
		s.caption = fmt.Sprintf("Take %d in %s back, and all rows that it took out.", digit, c.shape.CellName(cell))
		s.focus, s.wrong = []int{cell}, map[int]int{cell: digit}
	case dlx.Ended:
		return nil // the last frame shows it
	}
	s.left, s.beside = c.left(m)
	if c.start == nil {
		c.start = s.left
	}
	s.caption += "\n" + c.waiting(m)
	if m.Kind == dlx.Begun {
		s.caption = strings.TrimSuffix(s.caption, "\n"+c.waiting(m))
	}
	return c.show(s)
}

// left returns the candidates of the rows that are left and chosen, and the cover beside the board.
func (c *covering) left(m dlx.Moment) ([]board.Digits, *Beside) {
	n := c.shape.Side()
	left := make([]board.Digits, c.shape.Cells())
	rows := []byte(strings.Repeat(".", c.problem.Options()))
	for o := range rows {
		if m.Offered(o) {
			rows[o] = '#'
			left[o/n] |= board.DigitsOf(o%n + 1)
		}
	}
	c.chosen = m.Chosen(c.chosen)
	for _, o := range c.chosen {
		rows[o] = '*'
		left[o/n] |= board.DigitsOf(o%n + 1)
	}
	columns := []byte(strings.Repeat(".", c.problem.Items()))
	for i := range columns {
		if m.Waiting(i) {
			columns[i] = '#'
		}
	}
	b := &Beside{
		Title: "The cover", Rows: string(rows), Columns: string(columns), RowNames: "rows: a digit in a cell", ColumnNames: "columns: what has to be covered once",
		Bars: []Bar{{"rows", strings.Count(string(rows), "#"), len(rows)}},
	}
	for _, k := range c.kinds() {
		b.Bars = append(b.Bars, Bar{k.name, strings.Count(string(columns[k.from:k.to]), "#"), k.to - k.from})
	}
	return left, b
}

// kind is a run of columns of one kind.
type kind struct {
	name     string
	from, to int
}

// kinds are the kinds of columns, in their order.
func (c *covering) kinds() []kind {
	n, cells := c.shape.Side(), c.shape.Cells()
	boxes := "digits of boxes"
	if c.shape.Box() == 0 {
		boxes = "digits of regions"
	}
	out := []kind{{"cells", 0, cells}, {"digits of rows", cells, 2 * cells}, {"digits of columns", 2 * cells, 3 * cells}, {boxes, 3 * cells, 4 * cells}}
	if more := len(c.shape.Units()) - 3*n; more > 0 {
		out = append(out, kind{"digits of diagonals", 4 * cells, 4*cells + more*n})
	}
	return out
}

// waiting says how much of the cover is left.
func (c *covering) waiting(m dlx.Moment) string {
	rows, columns := 0, 0
	for o := range c.problem.Options() {
		if m.Offered(o) {
			rows++
		}
	}
	for i := range c.problem.Items() {
		if m.Waiting(i) {
			columns++
		}
	}
	return fmt.Sprintf("Left of the cover: %d of %d rows, %d of %d columns", rows, c.problem.Options(), columns, c.problem.Items())
}

// choice says how many rows the chosen column has.
func (c *covering) choice(m dlx.Moment) string {
	if m.Choices == 1 {
		return c.item(m.Item) + " has one row left"
	}
	return fmt.Sprintf("%s has %d rows left", c.item(m.Item), m.Choices)
}

// item names a column.
func (c *covering) item(i int) string {
	if i < c.shape.Cells() {
		return c.shape.CellName(i)
	}
	n := c.shape.Side()
	return fmt.Sprintf("The %d of %s", (i-c.shape.Cells())%n+1, c.shape.UnitName((i-c.shape.Cells())/n))
}

// cells are those in which a column can be covered.
func (c *covering) cells(i int) []int {
	if i < c.shape.Cells() {
		return []int{i}
	}
	return c.shape.Units()[(i-c.shape.Cells())/c.shape.Side()]
}
