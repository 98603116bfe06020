package symmetry

import "sudokulab/pkg/board"

// Forms finds canonical forms of all boards that a [Canonicalizer] takes, the same ones, and those of full 9×9 grids in a third or a quarter
// of its time. Where several transforms lead to a form, the two may return different ones. It holds the workspace and must not be used by
// two goroutines at once.
type Forms struct {
	all  Canonicalizer
	full fullSearch
}

// NewForms returns Forms with limits as those of a [Canonicalizer]. It errs if they are not valid.
func NewForms(l Limits) (*Forms, error) {
	c, err := NewCanonicalizer(l)
	if err != nil {
		return nil, err
	}
	return &Forms{all: *c}, nil
}

// Canonical returns the canonical form of b as a new board, and a transform that maps b to it. Errors are as for [Canonicalizer.Canonical].
func (f *Forms) Canonical(b board.Board) (board.Board, Transform, error) {
	if !f.takes(b) {
		return f.all.Canonical(b)
	}
	form := board.New(b.Shape())
	f.full.form(form.Cells())
	return form, f.full.transform(), nil
}

// takes reports whether b is a full 9×9 grid of the plain rules, whose form f.full then holds.
func (f *Forms) takes(b board.Board) bool {
	return !b.IsZero() && b.Shape() == board.Standard() && b.Full() && f.full.search(b.Cells())
}
