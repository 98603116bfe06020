package symmetry

import (
	"errors"
	"fmt"

	"sudokulab/pkg/board"
)

// Apply returns the image of b as a new board. It errs if t is not valid, b has another size
// or b is not plain: permuted lines carry a diagonal or a region off its place.
func (t Transform) Apply(b board.Board) (board.Board, error) {
	if err := t.fits(b); err != nil {
		return board.Board{}, err
	}
	dst := board.New(b.Shape())
	t.apply(dst.Cells(), b.Cells())
	return dst, nil
}

// MustApply is like [Transform.Apply] for a transform and a board known to fit, such as one
// from [Random] for the board's shape; it panics on an error.
func (t Transform) MustApply(b board.Board) board.Board {
	dst, err := t.Apply(b)
	if err != nil {
		panic(err)
	}
	return dst
}

// ApplyTo writes the image of src over dst, which must be a different board of the same
// size. It allocates nothing.
func (t Transform) ApplyTo(dst, src board.Board) error {
	if err := t.fits(src); err != nil {
		return err
	}
	if dst.Shape() != src.Shape() {
		return otherShape(dst, src)
	}
	if &dst.Cells()[0] == &src.Cells()[0] {
		return errors.New("symmetry: target and source board share their cells")
	}
	t.apply(dst.Cells(), src.Cells())
	return nil
}

// errNotPlain refuses a shape that the group is not defined on.
func errNotPlain(s *board.Shape) error {
	return fmt.Errorf("symmetry: board is %v, want a plain one: the transforms do not keep diagonals and regions", s)
}

// otherShape says how the shape of a target differs from that of its source.
func otherShape(dst, src board.Board) error {
	if len(dst.Cells()) == len(src.Cells()) {
		return fmt.Errorf("symmetry: target board is %v, source %v", dst.Shape(), src.Shape())
	}
	return fmt.Errorf("symmetry: target board has %d cells, source %d", len(dst.Cells()), len(src.Cells()))
}

func (t *Transform) fits(b board.Board) error {
	if err := t.Validate(); err != nil {
		return err
	}
	if !b.IsZero() && !b.Shape().Plain() {
		return errNotPlain(b.Shape())
	}
	if b.IsZero() || b.Shape().Box() != int(t.Box) {
		return fmt.Errorf("symmetry: board has %d cells, want %d", len(b.Cells()), t.side()*t.side())
	}
	return nil
}

func (t *Transform) apply(dst, src []uint8) {
	n := t.side()
	rowStep, colStep := n, 1
	if t.Transpose {
		rowStep, colStep = 1, n
	}
	for i := range n {
		base := int(t.Rows[i]) * rowStep
		for j := range n {
			dst[i*n+j] = t.Digits[src[base+int(t.Cols[j])*colStep]]
		}
	}
}
