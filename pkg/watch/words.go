package watch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
)

// searching is a search on candidates that is watched: what it settles, guesses and takes back.
type searching struct {
	*reel
	start   []board.Digits
	now     []board.Digits
	guesses int
	stack   [][]int // cells of the guesses that stand
}

func newSearching(puzzle board.Board, o Options, emit func(Frame) error) *searching {
	return &searching{reel: newReel(puzzle, o, emit)}
}

// pass shows what a rule has struck, unless the film shows turns only or nothing is new.
func (w *searching) pass(caption string, focus ...int) error {
	if w.turns() || w.before != nil && w.struck(w.now) == 0 {
		return nil
	}
	return w.show(scene{left: w.now, beside: w.beside(), focus: focus, caption: caption + "\n" + w.state()})
}

// turn shows a guess, a return or an end.
func (w *searching) turn(caption string, s scene) error {
	s.left, s.turn, s.beside, s.caption = w.now, true, w.beside(), caption+"\n"+w.state()
	return w.show(s)
}

// state says how much is open.
func (w *searching) state() string {
	s := open(w.now)
	if len(w.stack) > 0 {
		s += ", " + counted(len(w.stack), "guess stands", "guesses stand")
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// beside is how many cells each digit has left to go to.
func (w *searching) beside() *Beside {
	n := w.puzzle.Shape().Side()
	b := &Beside{Title: "Candidates left of each digit", Bars: make([]Bar, n)}
	for d := range n {
		of, left := 0, 0
		for cell, digits := range w.now {
			if digits.Has(d + 1) {
				left++
			}
			if w.start[cell].Has(d + 1) {
				of++
			}
		}
		b.Bars[d] = Bar{string(board.Numeric[d]), left, max(of, left)}
	}
	return b
}

// push notes a guess, pull the position below the last of them: as many stand as the search says.
func (w *searching) push(cells ...int) {
	w.guesses++
	w.stack = append(w.stack, cells)
	for _, c := range cells {
		w.reel.guesses[c] = true
	}
}

func (w *searching) pull(stand int) {
	for len(w.stack) > stand {
		for _, c := range w.stack[len(w.stack)-1] {
			delete(w.reel.guesses, c)
		}
		w.stack = w.stack[:len(w.stack)-1]
	}
}

// cellNames names a few cells.
func (w *searching) cellNames(cells []int) string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = w.puzzle.Shape().CellName(c)
	}
	return strings.Join(names, ", ")
}

// spoilt are the cells without a candidate, and those of the first unit without a place for a digit if there are none.
func (w *searching) spoilt() (cells []int, what string) {
	for cell, d := range w.now {
		if d == 0 {
			cells = append(cells, cell)
		}
	}
	if given := slices.DeleteFunc(slices.Clone(cells), func(c int) bool { return w.puzzle.At(c) == 0 }); len(given) > 0 {
		return given, "givens exclude each other"
	}
	if len(cells) > 0 {
		return cells, counted(len(cells), "cell has", "cells have") + " no candidate left"
	}
	shape := w.puzzle.Shape()
	for u, unit := range shape.Units() {
		var has board.Digits
		for _, c := range unit {
			has |= w.now[c]
		}
		if missing := board.AllDigits(shape.Side()) &^ has; missing != 0 {
			return unit, fmt.Sprintf("%s has no place left for %d", shape.UnitName(u), missing.First())
		}
	}
	return nil, "a digit or a cell has no place left"
}

// failed shows a contradiction.
func (w *searching) failed() error {
	cells, what := w.spoilt()
	what = strings.ToUpper(what[:1]) + what[1:] + ": "
	if len(w.stack) == 0 {
		return w.turn(what+"there is no solution.", scene{tinted: cells})
	}
	return w.turn(what+"a dead end.", scene{tinted: cells})
}

// after makes the end of the film of an engine whose twin was traced.
func (w *searching) after(ctx context.Context, by *method.Solver, err error) (solver.Result, error) {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		err = nil // how it ended is the method's to say
	}
	start := w.start
	if start == nil {
		start = board.Candidates(w.puzzle)
	}
	return w.finish(err, func() (solver.Result, error) { return by.Solve(ctx, w.puzzle, w.o.Limits) }, start, nil)
}

// most is the bound on guesses that limits set, −1 for none.
func most(l solver.Limits) int64 {
	if l.Nodes > 0 {
		return l.Nodes
	}
	return -1
}

// words shows the search of package bitboard: each digit's words as they shrink, guesses, dead ends and the restart.
func words(ctx context.Context, by *method.Solver, puzzle board.Board, o Options, emit func(Frame) error) (solver.Result, error) {
	cells, err := bitboard.FromBoard(puzzle)
	if err != nil {
		return solver.Result{}, err
	}
	bounded, cancel := o.Limits.Within(ctx)
	defer cancel()
	w := newSearching(puzzle, o, emit)
	_, err = bitboard.Trace(bounded, &cells, o.Limits.MaxSolutions(), most(o.Limits), w.word)
	return w.after(ctx, by, err)
}

// word makes a frame of a moment of package bitboard, if the film shows it.
func (w *searching) word(m bitboard.Moment) error {
	w.now = m.Candidates(nil)
	switch m.Kind {
	case bitboard.Begun:
		w.start = w.now
		return w.turn("The start: the givens strike their digits from the cells that see them.", scene{})
	case bitboard.Updated:
		return w.pass(fmt.Sprintf("The %d: its rows and columns are matched with the boxes, which strikes %s.", m.Digit,
			counted(w.struckOf(m.Digit), "place", "places")))
	case bitboard.Settled:
		return w.pass(fmt.Sprintf("Mini-rows and mini-columns are counted: %s.", counted(w.struck(w.now), "candidate falls", "candidates fall")))
	case bitboard.Guessed:
		m.Cells = slices.DeleteFunc(m.Cells, func(cell int) bool { return !w.now[cell].Has(m.Digit) })
		w.push(m.Cells...)
		where := "is in " + w.cellNames(m.Cells)
		if len(m.Cells) > 1 {
			where = "is in one of " + w.cellNames(m.Cells)
		}
		return w.turn(fmt.Sprintf("Guess %d: the %d %s.", w.guesses, m.Digit, where), scene{focus: m.Cells, strong: strongOf(m.Cells, m.Digit)})
	case bitboard.Failed:
		return w.failed()
	case bitboard.Returned:
		w.pull(m.Depth)
		return w.turn("Back: the last guess is excluded.", scene{})
	case bitboard.Restarted:
		w.pull(0)
		return w.turn("Cells were no good guesses: the search begins again, with mini-rows and mini-columns.", scene{})
	case bitboard.Solved:
		return w.turn("Every cell is settled: a solution.", scene{})
	}
	return nil
}

func strongOf(cells []int, digit int) map[int]int {
	out := map[int]int{}
	for _, c := range cells {
		out[c] = digit
	}
	return out
}

// struckOf counts the cells that a digit has lost since the last frame.
func (w *searching) struckOf(digit int) (n int) {
	for cell, d := range w.now {
		if len(w.before) > 0 && w.before[cell].Has(digit) && !d.Has(digit) {
			n++
		}
	}
	return n
}

// masks shows the search of package bitboard/wide, rule by rule.
func masks(ctx context.Context, by *method.Solver, puzzle board.Board, o Options, emit func(Frame) error) (solver.Result, error) {
	e, ok := method.As[*engine.WideSolver](by)
	if !ok {
		return solver.Result{}, fmt.Errorf("watch: behind %s is no wide engine", by.Name())
	}
	s, err := wide.New(puzzle.Shape(), e.Config().Config)
	if err != nil {
		return solver.Result{}, err
	}
	bounded, cancel := o.Limits.Within(ctx)
	defer cancel()
	w := newSearching(puzzle, o, emit)
	_, _, err = wide.Trace(bounded, s, puzzle, o.Limits.MaxSolutions(), most(o.Limits), w.mask)
	return w.after(ctx, by, err)
}

// mask makes a frame of a moment of package bitboard/wide, if the film shows it.
func (w *searching) mask(m wide.Moment) error {
	w.now = m.Candidates(nil)
	if w.start == nil {
		w.start = w.now
	}
	shape := w.puzzle.Shape()
	falls := counted(w.struck(w.now), "candidate falls", "candidates fall")
	switch m.Kind {
	case wide.Begun:
		return w.turn("The start: the givens strike their digits from the cells that see them.", scene{})
	case wide.Placed:
		return w.pass(fmt.Sprintf("%s is %d, its last candidate: %s.", shape.CellName(m.Cell), m.Digit, falls), m.Cell)
	case wide.HiddenSingle:
		return w.pass(fmt.Sprintf("A digit has one place left in a unit: %s.", falls))
	case wide.Locked:
		return w.pass(fmt.Sprintf("Digits of a unit are locked into few cells: %s.", falls))
	case wide.Pair:
		return w.pass(fmt.Sprintf("Two cells share two candidates: %s.", falls))
	case wide.Guessed:
		w.push(m.Cell)
		return w.turn(fmt.Sprintf("Guess %d: %s is %d.", w.guesses, shape.CellName(m.Cell), m.Digit), scene{focus: []int{m.Cell}, strong: strongOf([]int{m.Cell}, m.Digit)})
	case wide.Failed:
		return w.failed()
	case wide.Returned:
		w.pull(m.Depth)
		return w.turn(fmt.Sprintf("Back: %s is not %d.", shape.CellName(m.Cell), m.Digit), scene{focus: []int{m.Cell}, wrong: strongOf([]int{m.Cell}, m.Digit)})
	case wide.Restarted:
		w.pull(0)
		return w.turn("Too many dead ends: the search begins again, with what it has learnt of hard cells and units.", scene{})
	case wide.Solved:
		return w.turn("Every cell has one candidate: a solution.", scene{})
	}
	return nil
}
