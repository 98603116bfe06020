package explain

import (
	"encoding/json"
	"fmt"

	"sudokulab/pkg/board"
)

// positionJSON is the JSON form of a position: board and struck as they are written, and the board's
// variant.
type positionJSON struct {
	Example
	Variant  board.Variant  `json:"variant,omitzero"`
	Alphabet board.Alphabet `json:"alphabet,omitempty"` // if it is not board.Numeric
}

// MarshalJSON writes the position as board and struck are written, with the board's variant. Marks that a
// digit forbids ([Position.Stale]) are not written.
func (p *Position) MarshalJSON() ([]byte, error) {
	var out positionJSON
	if p.geo != nil {
		out.Board, out.Struck, out.Variant = p.Board().String(), p.Struck(), p.geo.shape.Variant()
		out.Alphabet = written(p.alphabet)
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON wrote. Every Explainer for the board's shape takes the position.
func (p *Position) UnmarshalJSON(text []byte) error {
	var in positionJSON
	if err := json.Unmarshal(text, &in); err != nil {
		return fmt.Errorf("explain: position: %w", err)
	}
	if in.Board == "" {
		*p = Position{}
		return nil
	}
	side := 1
	for side*side < len(in.Board) {
		side++
	}
	shape, err := shapeOf(side, in.Variant, in.Alphabet)
	if err != nil {
		return fmt.Errorf("explain: position: %w", err)
	}
	e := Explainer{geo: newGeometry(shape), alphabet: in.Alphabet}
	read, err := e.Parse(in.Board, in.Struck)
	if err != nil {
		return err
	}
	*p = *read
	return nil
}

// written returns an alphabet as JSON has it: nothing stands for board.Numeric.
func written(a board.Alphabet) board.Alphabet {
	if a == board.Numeric {
		return ""
	}
	return a
}

// shapeOf returns the shape that was written to JSON, and errs if there is none such or the alphabet is too
// short for it.
func shapeOf(side int, v board.Variant, a board.Alphabet) (*board.Shape, error) {
	shape, err := board.ShapeWith(side, v)
	if err == nil {
		err = spells(a, shape)
	}
	return shape, err
}
