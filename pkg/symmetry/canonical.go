package symmetry

import (
	"errors"
	"fmt"

	"sudokulab/pkg/board"
)

// Limits bound the search for a canonical form on boards of side 16 and more, where a
// highly symmetric board may have more tied partial transforms than time or memory allow.
// Boards of side 4 and 9 are not bounded by them.
type Limits struct {
	// MaxWork is the number of extensions of a partial transform that may be tried.
	MaxWork int64 `json:"max_work"`
	// MaxTies is the number of partial transforms that may be held at one row; each takes
	// about 200 bytes, and two lists of them are held.
	MaxTies int `json:"max_ties"`
}

// DefaultLimits allows some seconds and a hundred megabytes: far more than random puzzles
// and full grids without symmetry need up to 36×36, too little for the most regular boards
// (a 16×16 board with 16 different digits on its diagonal has 15,925,248 automorphisms).
func DefaultLimits() Limits { return Limits{MaxWork: 1 << 23, MaxTies: 1 << 18} }

// Validate returns an error if a limit is not positive.
func (l Limits) Validate() error {
	if l.MaxWork <= 0 || l.MaxTies <= 0 {
		return fmt.Errorf("symmetry: limits of %d extensions and %d ties, want positive ones", l.MaxWork, l.MaxTies)
	}
	return nil
}

// ErrLimit reports that a search exceeded its [Limits]: the canonical form is not known.
var ErrLimit = errors.New("symmetry: the search for the canonical form exceeded its limits")

// Work says what a search did. It is the same on every machine.
type Work struct {
	Extensions int64 `json:"extensions"` // partial transforms and alternatives tried
	Ties       int   `json:"ties"`       // most partial transforms held at one row
}

// Canonicalizer finds canonical forms by one search for all boards; [Forms] has another one for full 9×9 grids,
// which is faster. It holds the workspace, so that a second board of the same size or less symmetry costs no
// allocation. It must not be used by two goroutines at once.
type Canonicalizer struct {
	m    minlex
	form [board.MaxCells]uint8 // the canonical form found, row-major
}

// NewCanonicalizer returns a Canonicalizer with the given limits. It errs if they are not
// valid.
func NewCanonicalizer(l Limits) (*Canonicalizer, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	return &Canonicalizer{m: minlex{limits: l}}, nil
}

// Canonical returns the canonical form of b as a new board, and a transform that maps b to
// it. It errs if b has no shape or one that is not plain, or holds a digit twice in a row or
// column, and returns [ErrLimit] if the search exceeds its limits.
func (c *Canonicalizer) Canonical(b board.Board) (board.Board, Transform, error) {
	if err := c.run(b); err != nil {
		return board.Board{}, Transform{}, err
	}
	dst := board.New(b.Shape())
	copy(dst.Cells(), c.form[:])
	return dst, c.transform(&c.m.ties[0]), nil
}

// CanonicalTo is like [Canonicalizer.Canonical] but writes the canonical form over dst,
// which must have the shape of b and may be b itself.
func (c *Canonicalizer) CanonicalTo(dst, b board.Board) (Transform, error) {
	if dst.Shape() != b.Shape() {
		return Transform{}, otherShape(dst, b)
	}
	if err := c.run(b); err != nil {
		return Transform{}, err
	}
	copy(dst.Cells(), c.form[:])
	return c.transform(&c.m.ties[0]), nil
}

// Work returns what the last search of c did.
func (c *Canonicalizer) Work() Work {
	return Work{Extensions: c.m.work, Ties: c.m.maxTies}
}

func (c *Canonicalizer) run(b board.Board) error {
	if b.IsZero() {
		return errors.New("symmetry: the zero board has no canonical form")
	}
	if !b.Shape().Plain() {
		return errNotPlain(b.Shape())
	}
	if line, number, digit, ok := c.m.load(b.Shape().Box(), b.Cells()); !ok {
		return fmt.Errorf("symmetry: %s %d holds %d twice, want a board without conflicts", line, number, digit)
	}
	if !c.m.search() {
		return fmt.Errorf("%w (%d extensions, %d ties)", ErrLimit, c.m.work, len(c.m.next))
	}
	for i := range c.m.n {
		copy(c.form[i*c.m.n:], c.m.image[i][:c.m.n])
	}
	return nil
}

// transform returns the member of s that its arrangement shows. Digits that the board lacks
// get the labels left, in rising order.
func (c *Canonicalizer) transform(s *state) Transform {
	m := &c.m
	t := Transform{Box: uint8(m.k), Transpose: s.side == 1, Rows: s.rows, Cols: s.cols}
	labels := uint8(0)
	for d := 1; d <= m.n; d++ {
		if h := s.home[d]; h.row != 0 {
			t.Digits[d] = m.image[h.row-1][s.at[h.col]]
			labels = max(labels, t.Digits[d])
		}
	}
	for d := 1; d <= m.n; d++ {
		if t.Digits[d] == 0 {
			labels++
			t.Digits[d] = labels
		}
	}
	return t
}

// Canonical returns the canonical form of b and a transform that maps b to it, with
// [DefaultLimits]; see [Canonicalizer.Canonical]. Use a [Canonicalizer] for many boards.
func Canonical(b board.Board) (board.Board, Transform, error) {
	c := Canonicalizer{m: minlex{limits: DefaultLimits()}}
	return c.Canonical(b)
}

// Equivalent reports whether a transform maps a to b, and returns one if so. Boards of
// different sizes are not equivalent. Errors are as for [Canonicalizer.Canonical].
func Equivalent(a, b board.Board) (t Transform, same bool, err error) {
	formA, toA, err := Canonical(a)
	if err != nil {
		return Transform{}, false, err
	}
	formB, toB, err := Canonical(b)
	if err != nil {
		return Transform{}, false, err
	}
	if !formA.Equal(formB) {
		return Transform{}, false, nil
	}
	back := inverse(&toB)
	return compose(&toA, &back), true, nil
}
