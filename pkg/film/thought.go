package film

import (
	"errors"
	"fmt"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/render"
)

// What a picture of a thought shows of an empty cell: the digit from sure on, else the
// candidates from likely on, those from half on set off. Boards on which an even spread over all
// digits would come below likely show what has half of an even share.
const (
	sure   = 0.95
	half   = 0.5
	likely = 0.05
)

// Times that frames stand.
const (
	firstStands = time.Second
	stepStands  = 250 * time.Millisecond
	roundStands = time.Second
	lastStands  = 4 * time.Second
)

// Thought is what a network thinks of a puzzle after some steps of message passing.
type Thought struct {
	Steps int
	// Said holds the probabilities of the digits.
	Said learn.Prediction
	// Grid is the solution, N cells, once there is one; nil before.
	Grid []uint8
}

// ThoughtPicture shows a thought about a puzzle: digits that the network is sure of as filled,
// digits of which it is not as candidates, those with more than even chances set off. Digits that
// it is sure of and that break a rule are marked as conflicts.
func ThoughtPicture(puzzle board.Board, t Thought) render.Picture {
	p, certain := opinion(puzzle, puzzle, t.Said)
	for cell, d := range certain {
		if d != 0 {
			p.Board.Set(cell, d)
		}
	}
	p.Caption = fmt.Sprintf("step %d: %d of %d empty cells above %.0f %%", t.Steps, p.Board.Filled()-puzzle.Filled(), puzzle.Shape().Cells()-puzzle.Filled(), 100*sure)
	if t.Grid != nil {
		p.Caption = fmt.Sprintf("step %d: solved", t.Steps)
		for cell, d := range t.Grid {
			p.Board.Set(cell, int(d))
		}
	}
	p.Marks = render.ConflictMarks(p.Board)
	return p
}

// opinion shows what a network says of a board that stems from a puzzle, and returns for each
// cell the digit that it is sure of, 0 for none and for filled cells.
func opinion(puzzle, b board.Board, said learn.Prediction) (p render.Picture, certain []int) {
	s := b.Shape()
	n := s.Side()
	p = render.Picture{Board: b.Clone(), Givens: puzzle, Candidates: make([]board.Digits, s.Cells()), Strong: make([]board.Digits, s.Cells())}
	certain = make([]int, s.Cells())
	least := min(likely, half/float64(n))
	for cell, digit := range b.Cells() {
		if digit != 0 {
			continue
		}
		for d := 1; d <= n; d++ {
			v := float64(said.P[cell*n+d-1])
			if v > sure {
				certain[cell] = d
			}
			if v > half {
				p.Strong[cell] |= board.DigitsOf(d)
			}
			if v > least {
				p.Candidates[cell] |= board.DigitsOf(d)
			}
		}
	}
	return p, certain
}

// Thoughts returns the film of a network's thinking: the puzzle, then a frame for each thought.
func Thoughts(puzzle board.Board, thoughts []Thought) []render.Frame {
	frames := []render.Frame{{
		Picture: render.Picture{Board: puzzle, Caption: fmt.Sprintf("%d cells are empty", puzzle.Shape().Cells()-puzzle.Filled())}, Delay: firstStands,
	}}
	for _, t := range thoughts {
		frames = append(frames, render.Frame{Picture: ThoughtPicture(puzzle, t), Delay: stepStands})
	}
	frames[len(frames)-1].Delay = lastStands
	return frames
}

// Rounds returns the film of a method of package infer on one puzzle: a frame for each round, with
// the board as the network saw it, what it said, the digits that the round filled as singles, those
// that it refused as removed, and the cell that a beam branched on framed with its branches set off.
// The last frame holds the answer, and in a tint the cells in which the network, asked about the
// puzzle alone, had another digit first; without an answer, the last round's board.
func Rounds(a infer.Answer, t *infer.Trace) ([]render.Frame, error) {
	puzzle, err := board.ParseOn(t.Shape, t.Puzzle)
	if err != nil {
		return nil, fmt.Errorf("film: trace: %w", err)
	}
	if len(t.Rounds) == 0 {
		return nil, errors.New("film: trace: no round, want one or more")
	}
	var frames []render.Frame
	for _, r := range t.Rounds {
		b, err := t.BoardOf(r)
		if err != nil {
			return nil, fmt.Errorf("film: %w", err)
		}
		frames = append(frames, render.Frame{Picture: roundPicture(puzzle, b, r), Delay: roundStands})
	}
	end, err := answerPicture(puzzle, a, t)
	if err != nil {
		return nil, err
	}
	return append(frames, render.Frame{Picture: end, Delay: lastStands}), nil
}

// roundPicture shows a round on a board.
func roundPicture(puzzle, b board.Board, r infer.Round) render.Picture {
	s := b.Shape()
	p, _ := opinion(puzzle, b, learn.Prediction{P: r.P})
	p.Removed, p.Marks = make([]board.Digits, s.Cells()), make([]render.Mark, s.Cells())
	for _, f := range r.Refused {
		p.Removed[f.Cell] |= board.DigitsOf(f.Digit)
	}
	for _, f := range r.Filled {
		p.Board.Set(f.Cell, f.Digit)
		p.Marks[f.Cell] = render.Single
	}
	p.Caption = fmt.Sprintf("%s, round %d: %s", r.Method, r.Round, counted(s.Cells()-b.Filled(), "cell is", "cells are")+" open")
	if r.Path > 0 {
		p.Caption = fmt.Sprintf("%s, round %d, board %d of the beam: %s", r.Method, r.Round, r.Path, counted(s.Cells()-b.Filled(), "cell is", "cells are")+" open")
	}
	if len(r.Filled) > 0 {
		p.Caption += fmt.Sprintf(", %d filled", len(r.Filled))
	}
	if len(r.Refused) > 0 {
		p.Caption += fmt.Sprintf(", %d refused", len(r.Refused))
	}
	for i, f := range r.Branches {
		if i == 0 {
			p.Strong[f.Cell], p.Marks[f.Cell] = 0, render.Open|render.Focus
			p.Caption += ", then a branch on " + counted(len(r.Branches), "digit", "digits")
		}
		p.Candidates[f.Cell] |= board.DigitsOf(f.Digit)
		p.Strong[f.Cell] |= board.DigitsOf(f.Digit)
	}
	return p
}

// answerPicture shows how a method ended.
func answerPicture(puzzle board.Board, a infer.Answer, t *infer.Trace) (render.Picture, error) {
	if a.Grid.IsZero() {
		last := t.Rounds[len(t.Rounds)-1]
		b, err := t.BoardOf(last)
		if err != nil {
			return render.Picture{}, fmt.Errorf("film: %w", err)
		}
		p := roundPicture(puzzle, b, last)
		p.Caption = "no answer"
		if n := len(t.Ends); n > 0 && t.Ends[n-1].Why != "" {
			p.Caption += ": " + t.Ends[n-1].Why
		}
		return p, nil
	}
	p := render.Picture{Board: a.Grid, Givens: puzzle, Marks: make([]render.Mark, puzzle.Shape().Cells())}
	for _, f := range t.Rounds[0].Model {
		if a.Grid.At(f.Cell) != f.Digit {
			p.Marks[f.Cell] = render.Highlight
		}
	}
	p.Caption = fmt.Sprintf("%s answers: %s the network's, %d a search's", a.By, counted(a.Network, "cell is", "cells are"), a.Search)
	return p, nil
}
