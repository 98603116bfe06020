package render

import (
	"fmt"
	"math"

	"sudokulab/pkg/board"
)

// Bounds of [Options].
const (
	MinCell   = 12      // user units
	MaxCell   = 240     // user units
	MaxScale  = 8       // pixels per unit
	MaxPixels = 1 << 26 // of a PNG; 256 MiB while it is drawn
)

// Options are the settings of the drawn forms, SVG and PNG.
type Options struct {
	Theme Theme `json:"theme"`
	// Dark, if set, is the palette that an SVG changes to where the reader prefers dark
	// pages. PNG ignores it.
	Dark *Theme `json:"dark,omitempty"`
	// Cell is the side of a cell in user units, from MinCell to MaxCell. 0 chooses it by the
	// size of the board and by whether candidates are shown.
	Cell float64 `json:"cell"`
	// Scale is the number of pixels per unit in a PNG, from 0.25 to MaxScale. SVG ignores it.
	Scale float64 `json:"scale"`
	// Alphabet holds the characters of the digits; "" stands for board.Numeric.
	Alphabet board.Alphabet `json:"alphabet,omitempty"`

	narrow bool // for a strip, whose captions keep to narrower boards
}

// DefaultOptions returns the light theme with automatic sizes and two pixels per unit.
func DefaultOptions() Options {
	return Options{Theme: DefaultTheme(), Scale: 2, Alphabet: board.Numeric}
}

// Validate reports the first setting that is out of bounds, a theme's contrast included.
func (o Options) Validate() error {
	if err := o.Theme.Validate(); err != nil {
		return err
	}
	if o.Dark != nil {
		if err := o.Dark.Validate(); err != nil {
			return err
		}
	}
	if o.Cell != 0 && !within(o.Cell, MinCell, MaxCell) {
		return fmt.Errorf("render: cell of %g units, want %d to %d, or 0 for automatic", o.Cell, MinCell, MaxCell)
	}
	if !within(o.Scale, 0.25, MaxScale) {
		return fmt.Errorf("render: scale %g, want 0.25 to %d", o.Scale, MaxScale)
	}
	return validateAlphabet(o.Alphabet)
}

// validateAlphabet holds an alphabet to printable ASCII without repeats or blanks; whether it has
// enough characters depends on the board.
func validateAlphabet(a board.Alphabet) error {
	var seen [128]bool
	for i := range len(a) {
		switch c := a[i]; {
		case c <= ' ' || c > '~' || c == board.Blank:
			return fmt.Errorf("render: alphabet has %q for digit %d, want printable ASCII other than %q", c, i+1, board.Blank)
		case seen[c]:
			return fmt.Errorf("render: alphabet has %q twice", c)
		default:
			seen[c] = true
		}
	}
	return nil
}

// digitsOf returns the alphabet to use on a board of side n.
func digitsOf(a board.Alphabet, n int) (board.Alphabet, error) {
	if a == "" {
		a = board.Numeric
	}
	if len(a) < n {
		return "", fmt.Errorf("render: alphabet of %d characters, board has %d digits", len(a), n)
	}
	return a, nil
}

// cellSide returns the side of a cell that shows candidates in so many columns: automatic
// sizes keep a digit at about 16 units and a candidate at about 10, and are whole so that
// lines fall on pixels.
func (o Options) cellSide(cols int, candidates bool) float64 {
	switch {
	case o.Cell != 0:
		return math.Round(o.Cell)
	case candidates:
		return [...]float64{board.MinBox: 60, 60, 62, 73, 80}[cols]
	default:
		return [...]float64{board.MinBox: 56, 48, 36, 28, 24}[cols]
	}
}
