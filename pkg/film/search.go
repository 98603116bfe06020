package film

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/render"
	"sudokulab/pkg/tensornet/plain"
)

// Steps makes a frame of every step of the tensor network. The densities for it are this one and Guesses,
// which makes one of every guess, return and solution, and of what the rules strike between these.
const Steps Density = "steps"

// Search returns the film of a search by the tensor network, as package tensornet traces it.
//
// A frame shows what is possible in each cell after the step, with what the step struck out and, set off,
// what it gave back. A cell with one candidate is a green digit from the frame on in which it loses nothing;
// a guess is a digit in italics. Squares show what the stack keeps in mind: every candidate that was
// struck under an open guess, and comes back if the guess fails, is a square at its place (see
// [render.Square] for cells with a digit). It is filled if the guess itself struck it, an outline if the
// rules did after the guess; its colour is that of the number of the guess, and returns after
// render.SquareColours of them. Where a step finds a contradiction, the cells without a candidate, or the
// unit without a place for a digit, are tinted.
//
// It errs if the trace is not one of its puzzle or the options do not hold; Density "" stands for Steps.
func Search(t plain.Trace, o Options) ([]render.Frame, error) {
	o.Density = cmp.Or(o.Density, Steps)
	if err := o.validate(Steps, Guesses); err != nil {
		return nil, err
	}
	if err := t.Validate(); err != nil {
		return nil, fmt.Errorf("film: %w", err)
	}
	shown := []int{0}
	for i, f := range t.Frames[1:] {
		last := i == len(t.Frames)-2 || t.Frames[i+2].Outcome != plain.Pass
		if o.Density == Steps || f.Outcome != plain.Pass || last {
			shown = append(shown, i+1)
		}
	}
	before := slices.Clone(shown) // the frame that each is compared with
	for i := range before[1:] {
		before[i+1] = shown[i]
	}
	left := 0
	if o.Most > 0 && len(shown) > o.Most {
		left = len(shown) - o.Most
		shown = slices.Delete(shown, o.Most-1, len(shown)-1)
		before = slices.Delete(before, o.Most-1, len(before)-1)
	}
	frames := make([]render.Frame, len(shown))
	for i, at := range shown {
		if err := o.end(); err != nil {
			return nil, err
		}
		p := searchPicture(t, before[i], at)
		p.Title = o.Title
		if left > 0 && i == len(shown)-1 {
			p.Caption = fmt.Sprintf("(%s not shown.) %s", counted(left, "frame is", "frames are"), p.Caption)
		}
		frames[i] = render.Frame{Picture: p, Delay: turnDelay}
		if at > 0 && t.Frames[at].Outcome == plain.Pass {
			frames[i].Delay = strikeDelay
		}
	}
	frames[len(frames)-1].Delay = max(lastStands, frames[len(frames)-1].Delay)
	return frames, nil
}

// SearchMoments returns pictures of the moments of a search that say most of it, for a strip: the start; what
// the rules leave without a guess; then, if there was a search, the first guess, what is kept in mind before the
// first return, that return, and the moment at which most is kept; the first solution; and the end.
func SearchMoments(t plain.Trace) ([]render.Picture, error) {
	if err := t.Validate(); err != nil {
		return nil, fmt.Errorf("film: %w", err)
	}
	of := func(o plain.Outcome) int {
		return slices.IndexFunc(t.Frames, func(f plain.Frame) bool { return f.Outcome == o })
	}
	last := len(t.Frames) - 1
	moments := []int{0, last}
	if push := of(plain.Push); push > 0 {
		moments = append(moments, push-1, push)
	}
	if pop := of(plain.Pop); pop > 0 {
		moments = append(moments, pop-1, pop)
	}
	if solve := of(plain.Solve); solve > 0 && solve < last {
		moments = append(moments, solve-1)
	}
	most, at := 0, 0
	for i, f := range t.Frames {
		kept := 0
		for _, stamp := range f.Stamps {
			if stamp > 1 {
				kept++
			}
		}
		if kept > most {
			most, at = kept, i
		}
	}
	if t.Frames[last].End != plain.Limited || at < last-1 { // else the end shows as much
		moments = append(moments, at)
	}
	slices.Sort(moments)
	var out []render.Picture
	for _, at := range slices.Compact(moments) {
		out = append(out, searchPicture(t, max(0, at-1), at))
	}
	return out, nil
}

// searchPicture shows a frame, with what changed since an earlier one.
func searchPicture(t plain.Trace, before, at int) render.Picture {
	shape, f := t.Puzzle.Shape(), t.Frames[at]
	n := shape.Side()
	now := f.Candidates(shape)
	p := render.Picture{
		Board:      t.Puzzle.Clone(),
		Givens:     t.Puzzle.Clone(),
		Candidates: now,
		Removed:    make([]board.Digits, len(now)),
		Strong:     make([]board.Digits, len(now)),
		Marks:      make([]render.Mark, len(now)),
		Rulers:     true,
		Caption:    searchCaption(t, before, at),
	}
	guessed := map[int]bool{}
	for _, g := range f.Open(shape) {
		guessed[g.Cell] = true
	}
	for cell, was := range t.Frames[before].Candidates(shape) {
		p.Removed[cell], p.Strong[cell] = was&^now[cell], now[cell]&^was
		switch {
		case t.Puzzle.At(cell) != 0 || !now[cell].Single() || p.Removed[cell]|p.Strong[cell] != 0:
		case guessed[cell]:
			p.Board.Set(cell, now[cell].First())
			p.Marks[cell] = render.Guess
		default:
			p.Board.Set(cell, now[cell].First())
			p.Marks[cell] = render.Single
		}
	}
	for i, stamp := range f.Stamps {
		if stamp > 1 {
			p.Squares = append(p.Squares, render.Square{Cell: i / n, Digit: i%n + 1, Number: int(stamp) / 2, Hollow: stamp%2 == 1})
		}
	}
	if f.Outcome == plain.Push {
		p.Marks[f.Open(shape)[f.Guesses-1].Cell] |= render.Focus
	}
	if taken := t.Frames[max(0, at-1)]; taken.Guesses > f.Guesses {
		p.Marks[taken.Open(shape)[f.Guesses].Cell] |= render.Focus
	}
	if f.Outcome == plain.Pop {
		cells, unit, _ := t.Failure(at)
		if unit >= 0 {
			cells = shape.Units()[unit]
		}
		for _, cell := range cells {
			p.Marks[cell] |= render.Highlight
		}
	}
	return p
}

// searchCaption says what the steps did that a picture shows, and which guesses are open after them.
func searchCaption(t plain.Trace, before, at int) string {
	shape, f := t.Puzzle.Shape(), t.Frames[at]
	var b strings.Builder
	switch {
	case at == 0:
	case at-before > 1:
		fmt.Fprintf(&b, "Steps %d to %d. ", t.Frames[before+1].Step, f.Step)
	default:
		fmt.Fprintf(&b, "Step %d. ", f.Step)
	}
	if at-before > 1 && f.Outcome == plain.Pass {
		was, strikes, open := t.Frames[before].Candidates(shape), 0, 0
		for cell, now := range f.Candidates(shape) {
			strikes += (was[cell] &^ now).Count()
			if now.Count() > 1 {
				open++
			}
		}
		fmt.Fprintf(&b, "The rules strike %s; %s several left.", count(strikes, "candidate"), counted(open, "cell has", "cells have"))
	} else {
		b.WriteString(t.Tell(at))
	}
	if slices.IndexFunc(t.Frames, func(f plain.Frame) bool { return f.Outcome == plain.Push }) == at {
		b.WriteString(" A square keeps a digit in mind that comes back if the guess fails: filled if the guess struck it, an outline if the rules do after it.")
	}
	b.WriteString("\nOpen guesses: ")
	guesses := f.Open(shape)
	if len(guesses) == 0 {
		b.WriteString("none.")
		return b.String()
	}
	fmt.Fprintf(&b, "%d (", len(guesses))
	for i, g := range guesses {
		switch {
		case i == named && len(guesses) > named+1:
			fmt.Fprintf(&b, ", %d more", len(guesses)-named-1)
		case i < named || i == len(guesses)-1:
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%s is %d", shape.CellName(g.Cell), g.Digit)
		}
	}
	b.WriteString(").")
	return b.String()
}

// named is how many guesses a caption names before the last one.
const named = 4
