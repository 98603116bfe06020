package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sudokulab/pkg/board"
)

// The kinds of error of this package, for errors.Is.
var (
	// ErrContradiction reports that a position has no solution, and where that shows.
	ErrContradiction = errors.New("explain: the position has no solution")
	// ErrSolved reports that no cell is empty.
	ErrSolved = errors.New("explain: the board is full, there is no next step")
	// ErrSeveral reports that the caller says that there is more than one solution.
	ErrSeveral = errors.New("explain: the puzzle has several solutions, so no reasons lead to one of them")
	// ErrStuck reports that none of the techniques applies.
	ErrStuck = errors.New("explain: none of the techniques applies here")
	// ErrUniqueness reports a technique that rests on uniqueness where that is not proved.
	ErrUniqueness = errors.New("explain: the technique rests on the puzzle's having one solution, which is not proved")
)

var (
	errForeign = errors.New("explain: no position, or one on boards of another shape")
	errZero    = errors.New("explain: the Explainer was not made by New")
)

// Options says what an Explainer may use.
type Options struct {
	// Techniques are those allowed; none means all that there are, in the order of [Techniques], without
	// those that Unique does not allow.
	Techniques []Technique `json:"techniques,omitempty"`
	// Unique states that every puzzle asked about has exactly one solution. The caller proves it, with
	// an engine: this package does not. Techniques that rest on it are refused otherwise, since they
	// would strike true candidates.
	Unique bool `json:"unique"`
	// Order says in which order the techniques are tried.
	Order Order `json:"order,omitempty"`
	// Alphabet is that in which sentences write digits; empty stands for board.Numeric, in which 10 is A.
	// What is parsed and written for programs is in board.Numeric always.
	Alphabet board.Alphabet `json:"alphabet,omitempty"`
}

// Order says in which order techniques are tried.
type Order string

// The orders.
const (
	// AsListed takes the order of Options.Techniques, and without it that of [Techniques], HoDoKu's.
	AsListed Order = ""
	// BySE puts techniques of a lower rating by Sudoku Explainer first, those of one rating as listed.
	// A path's highest rating is then the least that a path can have, as far as the ratings depend on
	// the techniques alone.
	BySE Order = "se"
)

// Validate reports an unknown order or the first technique that cannot be used.
func (o Options) Validate() error {
	if o.Order != AsListed && o.Order != BySE {
		return fmt.Errorf("explain: order %q, want %q or %q", o.Order, AsListed, BySE)
	}
	for i, t := range o.Techniques {
		switch {
		case t == None || t >= techniques:
			return fmt.Errorf("explain: %v is no technique to look for", t)
		case t.Info().Unique && !o.Unique:
			return fmt.Errorf("%w: %v", ErrUniqueness, t)
		case slices.Contains(o.Techniques[:i], t):
			return fmt.Errorf("explain: technique %v twice", t)
		}
	}
	return nil
}

// Explainer finds steps on boards of one shape. It holds the workspace and serves one goroutine at a
// time.
type Explainer struct {
	geo      *geometry
	alphabet board.Alphabet
	ladder   []*row
	work     *Position // for ratings
	found    found
}

// New returns an Explainer for boards of a shape. It errs without a shape, and as [Options.Validate]
// does.
func New(s *board.Shape, o Options) (*Explainer, error) {
	if s == nil {
		return nil, errors.New("explain: the shape is nil")
	}
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if err := spells(o.Alphabet, s); err != nil {
		return nil, fmt.Errorf("explain: %w", err)
	}
	e := &Explainer{geo: newGeometry(s), alphabet: o.Alphabet}
	for _, t := range o.Techniques {
		e.ladder = append(e.ladder, table[t])
	}
	if len(o.Techniques) == 0 {
		for _, r := range table[FullHouse:] {
			if o.Unique || !r.Unique {
				e.ladder = append(e.ladder, r)
			}
		}
	}
	if o.Order == BySE {
		sortBy(e.ladder, func(r *row) int { return r.SE })
	}
	e.work = newPosition(e.geo)
	e.work.alphabet = e.alphabet
	return e, nil
}

// spells reports that an alphabet has too few digits for a shape. Nothing stands for board.Numeric.
func spells(a board.Alphabet, s *board.Shape) error {
	if a != "" && len(a) < s.Side() {
		return fmt.Errorf("an alphabet of %d digits for boards of side %d", len(a), s.Side())
	}
	return nil
}

// Within makes the Explainer's calls end with a context, whose error they return then. On large boards the steps of a
// puzzle take seconds.
func (e *Explainer) Within(ctx context.Context) { e.found.end = ctx.Err }

// stopped is why a call ends before it has looked everywhere, nil if it is not to.
func (e *Explainer) stopped() error {
	if e.found.stopped() {
		return fmt.Errorf("explain: %w", e.found.end())
	}
	return nil
}

// Shape returns the shape of the boards, nil for the zero Explainer.
func (e *Explainer) Shape() *board.Shape {
	if e.geo == nil {
		return nil
	}
	return e.geo.shape
}

// Techniques returns the techniques that the Explainer uses, in the order in which it tries them.
func (e *Explainer) Techniques() []Technique {
	all := make([]Technique, len(e.ladder))
	for i, r := range e.ladder {
		all[i] = r.technique
	}
	return all
}

// Position takes a board up with pencil marks, or without if marks is nil. A cell with marks has
// those of them that no peer's digit forbids; a cell without any has not been marked by the person
// yet, and has all that its peers allow. It errs if the board has another shape, marks another length,
// or a mark is no digit of the board. A position that has no solution is none the less a position: see [Position.Check].
func (e *Explainer) Position(b board.Board, marks []board.Digits) (*Position, error) {
	if err := e.fits(b); err != nil {
		return nil, err
	}
	if marks != nil && len(marks) != e.geo.shape.Cells() {
		return nil, fmt.Errorf("explain: marks for %d cells, want %d", len(marks), e.geo.shape.Cells())
	}
	for c, m := range marks {
		if m &^= e.geo.all; m != 0 {
			return nil, fmt.Errorf("explain: %s is marked %v, beyond %d", e.geo.shape.CellName(c), m, e.geo.n)
		}
	}
	p := newPosition(e.geo)
	p.alphabet = e.alphabet
	p.load(b.Cells(), marks)
	return p, nil
}

// Parse reads a position from a board's line, as board.Parse reads it, and the candidates struck, as
// [Position.Struck] writes them.
func (e *Explainer) Parse(line, struck string) (*Position, error) {
	if e.geo == nil {
		return nil, errZero
	}
	b, err := board.ParseOn(e.geo.shape, line)
	if err != nil {
		return nil, err
	}
	p, err := e.Position(b, nil)
	if err != nil {
		return nil, err
	}
	if err := p.parseStruck(struck); err != nil {
		return nil, err
	}
	return p, nil
}

// fits reports why the Explainer cannot take a board.
func (e *Explainer) fits(b board.Board) error {
	if e.geo == nil {
		return errZero
	}
	if b.Shape() != e.geo.shape {
		return fmt.Errorf("explain: a board of shape %v, want %v", b.Shape(), e.geo.shape)
	}
	return nil
}

// next returns the first step of the lowest technique that has one, nil if none has. It is the
// Explainer's own until it looks again.
func (e *Explainer) next(p *Position) *Step {
	for _, r := range e.ladder {
		if e.found.stopped() {
			return nil
		}
		e.found.run(r, p, true)
		if e.found.have {
			return &e.found.step
		}
	}
	return nil
}

// Next returns the next step: the first one of the lowest technique that has any. The error is
// [ErrContradiction], [ErrSolved] or [ErrStuck].
func (e *Explainer) Next(p *Position) (Step, error) {
	if err := e.ready(p); err != nil {
		return Step{}, err
	}
	s := e.next(p)
	if s == nil {
		if err := e.stopped(); err != nil {
			return Step{}, err
		}
		return Step{}, ErrStuck
	}
	return s.Clone(), nil
}

// All returns every step of every technique that applies to the position as it is, technique by
// technique. Steps that strike the same for other reasons are told apart. Errors are those of
// [Explainer.Next].
func (e *Explainer) All(p *Position) ([]Step, error) {
	if err := e.ready(p); err != nil {
		return nil, err
	}
	e.found.all = nil
	for _, r := range e.ladder {
		e.found.run(r, p, false)
	}
	if err := e.stopped(); err != nil {
		return nil, err
	}
	if len(e.found.all) == 0 {
		return nil, ErrStuck
	}
	return e.found.all, nil
}

// takes reports why the Explainer cannot take a position. Those that another Explainer made, or that were
// read from JSON, are as good as its own if they have its shape.
func (e *Explainer) takes(p *Position) error {
	switch {
	case e.geo == nil:
		return errZero
	case p == nil || p.Shape() != e.geo.shape:
		return errForeign
	}
	return nil
}

// ready reports what keeps a position from having a next step.
func (e *Explainer) ready(p *Position) error {
	if err := e.takes(p); err != nil {
		return err
	}
	if err := p.Check(); err != nil {
		return err
	}
	if p.left == 0 {
		return ErrSolved
	}
	return nil
}
