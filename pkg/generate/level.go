package generate

import (
	"fmt"
	"strconv"

	"sudokulab/pkg/board"
)

// Level names a range of givens. It says nothing about the techniques that a puzzle needs:
// that is the test's part.
type Level string

// The levels, with the numbers of givens at 9×9.
const (
	Easy   Level = "easy"   // 42–45
	Medium Level = "medium" // 36–40
	Hard   Level = "hard"   // 32–36
)

// Levels returns the levels from easy to hard.
func Levels() []Level { return []Level{Easy, Medium, Hard} }

// Range is an inclusive range of numbers of givens. The zero Range stands for "none".
type Range struct {
	Low  int `json:"low"`
	High int `json:"high"`
}

// Contains reports whether n lies in the range.
func (r Range) Contains(n int) bool { return r.Low <= n && n <= r.High }

// String writes the range as 32–36, or as 32 if it is a single number.
func (r Range) String() string {
	if r.Low == r.High {
		return strconv.Itoa(r.Low)
	}
	return fmt.Sprintf("%d–%d", r.Low, r.High)
}

// Givens returns the level's range of givens on boards of a side. Sides other than 9 take
// the same share of the cells, rounded into the range:
//
//	low = ⌈low₉·n²/81⌉   high = max(low, ⌊high₉·n²/81⌋)
//
// which gives 9, 8 and 7 givens at 4×4, and 133–142, 114–126, 102–113 at 16×16. Larger
// boards need a larger share of givens for the same technique (doc of [NakedSingles]).
func (l Level) Givens(side int) (Range, error) {
	s, err := board.ShapeOfSide(side)
	if err != nil {
		return Range{}, fmt.Errorf("generate: %w", err)
	}
	var at9 Range
	switch l {
	case Easy:
		at9 = Range{42, 45}
	case Medium:
		at9 = Range{36, 40}
	case Hard:
		at9 = Range{32, 36}
	default:
		return Range{}, fmt.Errorf("generate: level %q, want one of %q", l, Levels())
	}
	low := (at9.Low*s.Cells() + 80) / 81
	return Range{Low: low, High: max(low, at9.High*s.Cells()/81)}, nil
}
