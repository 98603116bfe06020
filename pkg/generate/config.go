package generate

import (
	"fmt"

	"sudokulab/pkg/board"
)

// Config decides every puzzle of a [Generator], together with its test.
type Config struct {
	Grid GridConfig `json:"grid"`
	// Level sets the range of givens, scaled to the side ([Level.Givens]).
	Level Level `json:"level,omitempty"`
	// Givens sets the range of givens itself. One of Level and Givens is set.
	Givens  Range   `json:"givens,omitzero"`
	Pattern Pattern `json:"pattern"`
	// Attempts bounds the full grids tried for one puzzle.
	Attempts int    `json:"attempts"`
	Seed     uint64 `json:"seed"`
}

// DefaultConfig returns the configuration of 9×9 puzzles of level [Easy] without a
// pattern, 100 attempts per puzzle, seed 0.
func DefaultConfig() Config {
	return Config{Grid: DefaultGrid(9), Level: Easy, Pattern: PatternNone, Attempts: 100}
}

// Validate reports what is wrong with the configuration, a range of givens that the
// pattern's orbits cannot add up to included.
func (c Config) Validate() error {
	_, _, err := c.resolve()
	return err
}

// resolve returns the range of givens and the pattern's orbits.
func (c Config) resolve() (Range, [][]int, error) {
	if err := c.Grid.Validate(); err != nil {
		return Range{}, nil, err
	}
	s, err := board.ShapeOfSide(c.Grid.Side)
	if err != nil {
		return Range{}, nil, err
	}
	orbits, err := c.Pattern.Orbits(s)
	if err != nil {
		return Range{}, nil, err
	}
	r := c.Givens
	switch {
	case (c.Level == "") == (c.Givens == Range{}):
		return Range{}, nil, fmt.Errorf("generate: level %q and givens %v, want one of the two", c.Level, c.Givens)
	case c.Level != "":
		if r, err = c.Level.Givens(c.Grid.Side); err != nil {
			return Range{}, nil, err
		}
	case r.Low < 1 || r.High < r.Low || r.High > s.Cells():
		return Range{}, nil, fmt.Errorf("generate: givens %v, want a range within 1–%d", r, s.Cells())
	}
	if !reachable(orbits, r) {
		return Range{}, nil, fmt.Errorf("generate: no pattern %q of side %d has %v givens", c.Pattern, c.Grid.Side, r)
	}
	if c.Attempts < 1 {
		return Range{}, nil, fmt.Errorf("generate: %d attempts, want at least 1", c.Attempts)
	}
	return r, orbits, nil
}
