package watch

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/film"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
)

// How long frames stand: those of guesses and returns are read, those of what follows are glanced at.
const (
	glance = 600 * time.Millisecond
	turn   = 1600 * time.Millisecond
	last   = 4 * time.Second
)

// errCut ends a traced search of which no more frames are shown: how it ends is the engine's to say.
var errCut = errors.New("watch: the film is as long as it may be")

// reel makes the frames of a search: it keeps what the last one showed, so that each strikes out what is gone since.
type reel struct {
	puzzle  board.Board
	o       Options
	emit    func(Frame) error
	shown   int
	before  []board.Digits // what the last frame showed; nil before the first
	guesses map[int]bool   // cells with a guess that stands
}

func newReel(puzzle board.Board, o Options, emit func(Frame) error) *reel {
	return &reel{puzzle: puzzle, o: o, emit: emit, guesses: map[int]bool{}}
}

// turns reports whether the film shows nothing but guesses, returns and ends.
func (r *reel) turns() bool { return r.o.Density == film.Guesses }

// scene is what a frame shows of a search.
type scene struct {
	left    []board.Digits // candidates of each cell, those that are settled included
	caption string
	focus   []int       // cells framed
	tinted  []int       // cells tinted
	strong  map[int]int // digits set off, by cell
	wrong   map[int]int // digits struck out though they are no candidates any longer, by cell
	beside  *Beside
	turn    bool // a guess, a return, an end
}

// show hands out a frame, or errCut if there is room for the last one only.
func (r *reel) show(s scene) error {
	if r.o.Most > 0 && r.shown == r.o.Most-1 {
		return errCut
	}
	return r.hand(s, map[bool]time.Duration{true: turn, false: glance}[s.turn])
}

func (r *reel) hand(s scene, delay time.Duration) error {
	r.shown++
	p := render.Picture{
		Board: r.puzzle.Clone(), Givens: r.puzzle.Clone(), Candidates: append([]board.Digits(nil), s.left...),
		Removed: make([]board.Digits, len(s.left)), Strong: make([]board.Digits, len(s.left)), Marks: make([]render.Mark, len(s.left)),
		Rulers: true, Title: r.o.Title, Caption: s.caption,
	}
	for cell, now := range s.left {
		if r.puzzle.At(cell) != 0 {
			continue
		}
		if r.before != nil {
			p.Removed[cell], p.Strong[cell] = r.before[cell]&^now, now&^r.before[cell]
		}
		if d := s.wrong[cell]; d != 0 {
			p.Removed[cell] |= board.DigitsOf(d)
		}
		if d := s.strong[cell]; d != 0 {
			p.Strong[cell] |= board.DigitsOf(d) & (now | p.Removed[cell])
		}
		if now.Single() && p.Removed[cell]|p.Strong[cell] == 0 {
			p.Board.Set(cell, now.First())
			p.Marks[cell] = render.Single
			if r.guesses[cell] {
				p.Marks[cell] = render.Guess
			}
		}
	}
	for _, cell := range s.tinted {
		p.Marks[cell] |= render.Highlight
	}
	for _, cell := range s.focus {
		p.Marks[cell] |= render.Focus
	}
	r.before = p.Candidates
	return r.emit(Frame{Picture: p, Delay: delay, Beside: s.beside})
}

// end hands out the last frame: the solution that was found, else what the search began with. cut says that the twin
// was not followed to its end.
func (r *reel) end(res solver.Result, start []board.Digits, cut bool, beside *Beside) error {
	p := render.Picture{Board: r.puzzle.Clone(), Givens: r.puzzle.Clone(), Rulers: true, Title: r.o.Title, Caption: Ending(res)}
	if !res.Grid.IsZero() {
		p.Board = res.Grid.Clone()
	} else {
		p.Candidates = append([]board.Digits(nil), start...)
	}
	if cut {
		p.Caption += " (What came between is not shown.)"
	}
	return r.emit(Frame{Picture: p, Delay: last, Beside: beside})
}

// Ending says in a sentence how a run ended.
func Ending(r solver.Result) string {
	switch r.Status {
	case solver.Unique:
		return "The only solution."
	case solver.Multiple:
		return "More than one solution: the first that was found."
	case solver.Found:
		return "A solution. Whether there is another was not asked."
	case solver.Unsat:
		return "The puzzle has no solution."
	case solver.Cancelled:
		return "The search was stopped."
	}
	if !r.Grid.IsZero() {
		return "A solution. Whether there is another is not known."
	}
	return "A limit ended the search before it had an answer."
}

// finish shows the end of a traced search. The answer is the method's own.
func (r *reel) finish(err error, answer func() (solver.Result, error), start []board.Digits, beside *Beside) (solver.Result, error) {
	cut := errors.Is(err, errCut)
	if err != nil && !cut {
		return solver.Result{}, err
	}
	res, err := answer()
	if err != nil {
		return res, err
	}
	return res, r.end(res, start, cut, beside)
}

// counted writes a number with its noun.
func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + several
}

// open says how many cells have several candidates.
func open(left []board.Digits) string {
	n := 0
	for _, d := range left {
		if d.Count() > 1 {
			n++
		}
	}
	if n == 0 {
		return "no cell is open"
	}
	return fmt.Sprintf("%s left open", counted(n, "cell is", "cells are"))
}

// struck counts what a scene has lost since the frame before.
func (r *reel) struck(now []board.Digits) (n int) {
	for cell, d := range now {
		if r.before != nil && r.puzzle.At(cell) == 0 {
			n += (r.before[cell] &^ d).Count()
		}
	}
	return n
}
