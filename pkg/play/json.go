package play

import (
	"encoding/json"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/jsonfile"
)

// saved is a game as it is written.
type saved struct {
	Side    int           `json:"side"`
	Variant board.Variant `json:"variant,omitzero"`
	Puzzle  string        `json:"puzzle"` // one line, as board.Parse reads it
	Moves   []savedMove   `json:"moves"`
	// Made is how many of the moves stand; the others are undone.
	Made int `json:"made"`
}

type savedMove struct {
	Cell  int   `json:"cell"`
	Digit int   `json:"digit,omitempty"`
	Marks []int `json:"marks,omitempty"`
}

// MarshalJSON writes the puzzle with its shape, all moves and how many of them stand.
func (g *Game) MarshalJSON() ([]byte, error) {
	if g.board.IsZero() {
		return nil, errZero
	}
	s := saved{Side: g.Shape().Side(), Variant: g.Shape().Variant(), Puzzle: g.puzzle.String(), Moves: make([]savedMove, len(g.moves)), Made: g.done}
	for i, m := range g.moves {
		s.Moves[i] = savedMove{Cell: m.move.Cell, Digit: m.move.Digit}
		for d := range m.move.Marks.All() {
			s.Moves[i].Marks = append(s.Moves[i].Marks, d)
		}
	}
	return json.Marshal(s)
}

// UnmarshalJSON reads what MarshalJSON writes and plays the moves again. With an error, the game is as it
// was.
func (g *Game) UnmarshalJSON(text []byte) error {
	var s saved
	if err := jsonfile.UnmarshalMost(text, &s, jsonfile.Most); err != nil {
		return fmt.Errorf("play: %w", err)
	}
	shape, err := board.ShapeWith(s.Side, s.Variant)
	if err != nil {
		return fmt.Errorf("play: %w", err)
	}
	puzzle, err := board.ParseOn(shape, s.Puzzle)
	if err != nil {
		return fmt.Errorf("play: puzzle: %w", err)
	}
	next, err := New(puzzle)
	if err != nil {
		return err
	}
	for i, m := range s.Moves {
		if err := next.replay(m); err != nil {
			return fmt.Errorf("play: move %d: %w", i+1, err)
		}
	}
	if s.Made < 0 || s.Made > len(next.moves) {
		return fmt.Errorf("play: %d of %d moves stand", s.Made, len(next.moves))
	}
	for next.done > s.Made {
		next.Undo()
	}
	*g = *next
	return nil
}

// replay makes a move that was saved. One that changes nothing was never made.
func (g *Game) replay(m savedMove) error {
	move := Move{Cell: m.Cell, Digit: m.Digit}
	if m.Digit != 0 {
		if err := g.checkDigit(m.Digit); err != nil {
			return err
		}
		if len(m.Marks) > 0 {
			return fmt.Errorf("play: digit %d and pencil marks in one cell", m.Digit)
		}
	}
	for _, d := range m.Marks {
		if err := g.checkDigit(d); err != nil {
			return err
		}
		move.Marks = move.Marks.With(d)
	}
	before := g.done
	if err := g.apply(move); err != nil {
		return err
	}
	if g.done == before {
		return fmt.Errorf("play: cell %d holds what it is given", m.Cell)
	}
	return nil
}
