package film

import (
	"errors"
	"fmt"
	"math"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/render"
)

// How long the frame of a move stands.
const moveStands = 500 * time.Millisecond

// Words at both ends of the heat of a move.
const (
	asWrong = "worth a wrong move"
	asRight = "worth a right move"
)

// Move is what an agent made of a board in an episode, and the move that it took.
type Move struct {
	// Values are what the agent thinks that the actions are worth, in units of rewards; Legal are the actions that its
	// mask leaves, nil for all on empty cells. Both are of n³: digit d of a cell is at cell·n + d − 1.
	Values []float64
	Legal  []bool
	Action int
	// Right and Wrong are what a right and a wrong move are worth exactly, on this board.
	Right, Wrong float64
}

// validate reports what is wrong with a move on a board.
func (m *Move) validate(b board.Board) error {
	s := b.Shape()
	n := s.Side()
	actions := n * s.Cells()
	switch {
	case len(m.Values) != actions || m.Legal != nil && len(m.Legal) != actions:
		return fmt.Errorf("values of %d actions and a mask of %d, want %d", len(m.Values), len(m.Legal), actions)
	case m.Action < 0 || m.Action >= actions:
		return fmt.Errorf("action %d, want 0 to %d", m.Action, actions-1)
	case b.At(m.Action/n) != 0:
		return fmt.Errorf("action %d is on %s, which is filled", m.Action, s.CellName(m.Action/n))
	case !(m.Wrong < m.Right) || math.IsInf(m.Wrong, 0) || math.IsInf(m.Right, 0):
		return fmt.Errorf("a right move is worth %v and a wrong one %v, want more for the right one", m.Right, m.Wrong)
	}
	for a, v := range m.Values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("value %v of action %d", v, a)
		}
	}
	return nil
}

// heat is where a value lies between that of a wrong move, 0, and that of a right one, 1.
func (m *Move) heat(action int) float64 {
	return min(max((m.Values[action]-m.Wrong)/(m.Right-m.Wrong), 0), 1)
}

// Episode returns the film of an agent that fills a puzzle: a frame for each move, and the end. A frame shows the
// board before the move, with the agent's values of the actions as heat between what a wrong and a right move are
// worth. The move is ringed, its cell framed. Digits that a rule forbids are shown only if the agent values them
// enough for a shade; those that its mask bars are struck out. After a wrong move the film ends: its digit is struck
// out, the digit of the solution ringed. A board that is not full otherwise is one that the agent was cut off at.
//
// It errs if the solution is none of the puzzle, if an action is on a filled cell, and if a move follows a wrong one.
func Episode(puzzle, solution board.Board, moves []Move) ([]render.Frame, error) {
	if err := board.CheckSolution(puzzle, solution); err != nil {
		return nil, fmt.Errorf("film: episode: %w", err)
	}
	b, n, wrong := puzzle.Clone(), puzzle.Shape().Side(), false
	var frames []render.Frame
	for i := range moves {
		m := &moves[i]
		err := m.validate(b)
		if err == nil && wrong {
			err = errors.New("it follows a wrong one")
		}
		if err != nil {
			return nil, fmt.Errorf("film: episode: move %d: %w", i+1, err)
		}
		cell, digit := m.Action/n, m.Action%n+1
		p := movePicture(puzzle, b, m)
		p.Caption = fmt.Sprintf("Move %d of %d: %d in %s, valued %.1f. A right move is worth %.1f, a wrong one %.1f.",
			i+1, puzzle.Shape().Cells()-puzzle.Filled(), digit, puzzle.Shape().CellName(cell), m.Values[m.Action], m.Right, m.Wrong)
		frames = append(frames, render.Frame{Picture: p, Delay: moveStands})
		if wrong = solution.At(cell) != digit; !wrong {
			b.Set(cell, digit)
			continue
		}
		end, err := MistakePicture(puzzle, b, solution, *m)
		if err != nil {
			return nil, err
		}
		frames = append(frames, render.Frame{Picture: end, Delay: lastStands})
	}
	if !wrong {
		end := render.Picture{Board: b, Givens: puzzle, Rulers: true, Heat: noHeat(b)}
		end.Caption = fmt.Sprintf("Solved: %s, each of them right.", counted(len(moves), "move", "moves"))
		if !b.Full() {
			end.Caption = fmt.Sprintf("Cut off after %s, with %s empty.", counted(len(moves), "move", "moves"), counted(b.Shape().Cells()-b.Filled(), "cell", "cells"))
		}
		frames = append(frames, render.Frame{Picture: end, Delay: lastStands})
	}
	return frames, nil
}

// noHeat is a heat without a shade, so that all frames of a film have the legend.
func noHeat(b board.Board) render.Heat {
	return render.Heat{Values: make([]float64, b.Shape().Side()*b.Shape().Cells()), Low: asWrong, High: asRight}
}

// movePicture shows what an agent makes of a board, with its move.
func movePicture(puzzle, b board.Board, m *Move) render.Picture {
	s := b.Shape()
	n := s.Side()
	p := render.Picture{
		Board: b.Clone(), Givens: puzzle.Clone(), Candidates: board.Candidates(b), Removed: make([]board.Digits, s.Cells()),
		Strong: make([]board.Digits, s.Cells()), Marks: make([]render.Mark, s.Cells()), Rulers: true, Heat: noHeat(b),
	}
	for action := range m.Values {
		cell, digit := action/n, board.DigitsOf(action%n+1)
		if b.At(cell) != 0 {
			continue
		}
		p.Marks[cell] = render.Open
		heat := m.heat(action)
		p.Heat.Values[action] = heat
		if heat < 1/float64(render.HeatShades+1) && action != m.Action {
			continue
		}
		if len(m.Legal) > 0 && !m.Legal[action] {
			p.Removed[cell] |= digit
		} else {
			p.Candidates[cell] |= digit
		}
	}
	cell := m.Action / n
	p.Strong[cell] = board.DigitsOf(m.Action%n + 1)
	p.Marks[cell] |= render.Focus
	return p
}

// MistakePicture shows a wrong move on a board: what the agent made of the board, its digit struck out and the digit
// of the solution ringed. It errs if the move is right, or on a filled cell, or not of the board, and if the solution
// is none of the board.
func MistakePicture(puzzle, b, solution board.Board, m Move) (render.Picture, error) {
	if err := board.CheckSolution(b, solution); err != nil {
		return render.Picture{}, fmt.Errorf("film: mistake: %w", err)
	}
	if err := m.validate(b); err != nil {
		return render.Picture{}, fmt.Errorf("film: mistake: %w", err)
	}
	n := b.Shape().Side()
	cell, digit := m.Action/n, m.Action%n+1
	right := solution.At(cell)
	if right == digit {
		return render.Picture{}, fmt.Errorf("film: mistake: %d in %s is right", digit, b.Shape().CellName(cell))
	}
	p := movePicture(puzzle, b, &m)
	p.Removed[cell], p.Strong[cell] = p.Removed[cell]|board.DigitsOf(digit), board.DigitsOf(right)
	p.Candidates[cell] |= board.DigitsOf(right)
	p.Marks[cell] = render.Conflict | render.Focus
	p.Caption = fmt.Sprintf("Wrong: %s is %d. The agent valued its %d at %.1f and the %d at %.1f.",
		b.Shape().CellName(cell), right, digit, m.Values[m.Action], right, m.Values[cell*n+right-1])
	return p, nil
}
