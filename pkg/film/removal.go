package film

import (
	"fmt"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate/gallop"
	"sudokulab/pkg/render"
)

// How long frames of a removal stand; the last one stands as long as lastStands.
const (
	gridStands = 1200 * time.Millisecond
	callStands = 1500 * time.Millisecond
)

// Removal returns the film of a puzzle being made by package gallop: the full grid, a frame for
// each call of the counter, and the puzzle. grid and order are those that the remover was given,
// steps what it told. The cells that a call asked about are struck out if they can go, and
// tinted if they cannot; a cell that has to stay, a key cell, is framed by the call that found
// it, and barred from then on. A cell is struck out in one frame and empty ever after.
func Removal(grid board.Board, order []int, steps []gallop.Step) ([]render.Frame, error) {
	b := grid.Clone()
	keys := make([]render.Mark, len(b.Cells()))
	frames := []render.Frame{{
		Picture: render.Picture{Board: grid.Clone(), Caption: fmt.Sprintf("A full grid of %d cells.", b.Filled())}, Delay: gridStands,
	}}
	found := 0
	for _, s := range steps {
		asked, err := cellsOf(b, order, s)
		if err != nil {
			return nil, err
		}
		p := render.Picture{Board: b.Clone(), Marks: append([]render.Mark(nil), keys...)}
		for _, cell := range asked {
			if p.Marks[cell] = render.Highlight; s.Unique {
				p.Marks[cell] = render.Removed
				b.Set(cell, 0)
			}
		}
		p.Caption = askedInWords(b, s)
		if s.Key >= 0 {
			key := order[s.Key]
			if keys[key] == 0 {
				found++
			}
			keys[key] = render.Single
			p.Marks[key] = render.Single | render.Focus
			p.Caption += fmt.Sprintf(" So %s is a key cell and stays.", b.Shape().CellName(key))
		}
		frames = append(frames, render.Frame{Picture: p, Delay: callStands})
	}
	end := render.Picture{Board: b, Marks: keys}
	end.Caption = fmt.Sprintf("The puzzle: %d givens, %s met, after %s.", b.Filled(), counted(found, "key cell", "key cells"), counted(len(steps), "call", "calls"))
	return append(frames, render.Frame{Picture: end, Delay: lastStands}), nil
}

// cellsOf returns the cells that a call asked about.
func cellsOf(b board.Board, order []int, s gallop.Step) ([]int, error) {
	if s.From < 0 || s.Size < 1 || s.From+s.Size > len(order) || s.Key >= len(order) {
		return nil, fmt.Errorf("film: call %d: places %d to %d and key cell %d, want places of an order of %d", s.Call, s.From, s.From+s.Size-1, s.Key, len(order))
	}
	asked := order[s.From : s.From+s.Size]
	for _, cell := range asked {
		if cell < 0 || cell >= len(b.Cells()) || b.At(cell) == 0 {
			return nil, fmt.Errorf("film: call %d: cell %d has gone before or is none", s.Call, cell)
		}
	}
	return asked, nil
}

// askedInWords says what a call asked and what came of it. b is the board after it.
func askedInWords(b board.Board, s gallop.Step) string {
	what := map[gallop.Phase]string{
		gallop.Chunk:  fmt.Sprintf("Call %d, a chunk: %d cells", s.Call, s.Size),
		gallop.Single: fmt.Sprintf("Call %d: one cell", s.Call),
		gallop.Search: fmt.Sprintf("Call %d, a search in the chunk: %s", s.Call, counted(s.Size, "cell", "cells")),
		gallop.Check:  fmt.Sprintf("Call %d, to make sure: one cell", s.Call),
	}[s.Phase]
	if s.Unique {
		return what + fmt.Sprintf(" can go, %d givens are left.", b.Filled())
	}
	return what + " cannot go, the board would have a second solution."
}
