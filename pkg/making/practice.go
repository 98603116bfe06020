package making

import (
	"errors"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
)

// Practice is the position in which a puzzle needs a technique for the first time.
type Practice struct {
	Technique explain.Technique
	At        *explain.Position
	Step      explain.Step // what the technique shows there
}

// Practices finds such positions, in puzzles with one solution. It serves one goroutine.
type Practices struct {
	technique explain.Technique
	by        *explain.Explainer
}

// Practices returns what finds the positions before the technique that is wanted. Its sentences write digits in an
// alphabet, "" for [board.Numeric].
func (s *Source) Practices(alphabet board.Alphabet) (*Practices, error) {
	if s.cfg.Want.Hardest == explain.None {
		return nil, errors.New("making: positions to practise on need a technique that is wanted")
	}
	e, err := explain.New(s.shape, explain.Options{Unique: true, Alphabet: alphabet})
	return &Practices{s.cfg.Want.Hardest, e}, err
}

// Of returns the position in which a puzzle needs the technique first. It errs if it does not need it.
func (p *Practices) Of(puzzle board.Board) (Practice, error) {
	path, err := p.by.Path(puzzle)
	if err != nil {
		return Practice{}, err
	}
	i := path.First(p.technique)
	if i < 0 {
		return Practice{}, fmt.Errorf("making: the puzzle does not need %v", p.technique)
	}
	return Practice{Technique: p.technique, At: path.Before(i), Step: path.Steps[i]}, nil
}
