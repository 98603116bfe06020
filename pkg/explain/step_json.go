package explain

import (
	"encoding/json"
	"fmt"

	"sudokulab/pkg/board"
)

// bareStep is a Step without its methods.
type bareStep Step

// stepJSON is the JSON form of a step: its fields, and what it takes to tell its sentence again.
type stepJSON struct {
	bareStep
	After    []int32        `json:"after,omitempty"`
	Side     int            `json:"side,omitempty"` // of the board
	Variant  board.Variant  `json:"variant,omitzero"`
	Alphabet board.Alphabet `json:"alphabet,omitempty"` // if it is not board.Numeric
	Sentence string         `json:"sentence"`
}

// MarshalJSON writes the step with its sentence and its board's side and variant.
func (s Step) MarshalJSON() ([]byte, error) {
	out := stepJSON{bareStep: bareStep(s), After: s.after, Alphabet: written(s.alphabet), Sentence: s.Sentence()}
	if s.shape != nil {
		out.Side, out.Variant = s.shape.Side(), s.shape.Variant()
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON wrote. The sentence is not read but told again from the parts. It
// errs if the step names what its board does not have. A step without a side has no [Step.Shape].
func (s *Step) UnmarshalJSON(text []byte) error {
	var in stepJSON
	if err := json.Unmarshal(text, &in); err != nil {
		return fmt.Errorf("explain: step: %w", err)
	}
	read := Step(in.bareStep)
	read.after, read.alphabet = in.After, in.Alphabet
	if in.Side != 0 {
		var err error
		if read.shape, err = shapeOf(in.Side, in.Variant, in.Alphabet); err == nil {
			err = read.fits()
		}
		if err != nil {
			return fmt.Errorf("explain: step: %w", err)
		}
	}
	*s = read
	return nil
}
