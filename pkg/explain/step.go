package explain

import (
	"fmt"

	"sudokulab/pkg/board"
)

// Step is one deduction: what it places or strikes, and the units, cells and candidates that prove it.
// Explainers find steps; one read from JSON is as good as the one written.
type Step struct {
	Technique Technique `json:"technique"`
	// SE is the step's rating on Sudoku Explainer's scale, in tenths: 23 is 2.3.
	SE      int         `json:"se"`
	Places  []Candidate `json:"places,omitempty"`
	Strikes []Candidate `json:"strikes,omitempty"`
	// Digits are those that the reason is about.
	Digits board.Digits `json:"digits"`

	Units      []UnitRole      `json:"units,omitempty"`
	Cells      []CellRole      `json:"cells,omitempty"`
	Candidates []CandidateRole `json:"candidates,omitempty"`
	// Links are the inferences of a chain, in its order; of a forcing chain, branch by branch.
	Links []Link `json:"links,omitempty"`

	shape    *board.Shape
	alphabet board.Alphabet
	after    []int32 // of forcing chains: the link that each link goes on from, −1 for the assumption
}

// UnitRole is a unit, by its number in board.Shape.Units, with its role in a reason.
type UnitRole struct {
	Unit int  `json:"unit"`
	Role Role `json:"role"`
}

// CellRole is a cell with its role in a reason.
type CellRole struct {
	Cell int  `json:"cell"`
	Role Role `json:"role"`
}

// CandidateRole is a candidate with its role in a reason.
type CandidateRole struct {
	Candidate
	Role Role `json:"role"`
}

// Link is an inference between two candidates. A strong one says that if the first is false, the
// second is true; a weak one that if the first is true, the second is false. A node of several cells is
// stood for by its first; all its candidates are among those of the step. Of a forcing net the strong links
// to one candidate hold together: if the first of each is false, it is true.
type Link struct {
	From   Candidate `json:"from"`
	To     Candidate `json:"to"`
	Strong bool      `json:"strong"`
}

// reset empties the step and keeps its room.
func (s *Step) reset(r *row, p *Position) {
	*s = Step{
		Technique: r.technique, SE: r.SE, shape: p.geo.shape, alphabet: p.alphabet,
		Places: s.Places[:0], Strikes: s.Strikes[:0],
		Units: s.Units[:0], Cells: s.Cells[:0], Candidates: s.Candidates[:0], Links: s.Links[:0],
		after: s.after[:0],
	}
}

// Clone returns an independent copy.
func (s *Step) Clone() Step {
	t := *s
	t.Places, t.Strikes = copyOf(s.Places), copyOf(s.Strikes)
	t.Units, t.Cells, t.Candidates, t.Links = copyOf(s.Units), copyOf(s.Cells), copyOf(s.Candidates), copyOf(s.Links)
	t.after = copyOf(s.after)
	return t
}

// copyOf copies a list; an empty one becomes nil, whatever room it has.
func copyOf[T any](list []T) []T { return append([]T(nil), list...) }

// place says that the step puts a digit into a cell.
func (s *Step) place(c, d int) { s.Places = append(s.Places, Candidate{c, d}) }

// strike says that the step takes a candidate away.
func (s *Step) strike(c, d int) { s.Strikes = append(s.Strikes, Candidate{c, d}) }

// strikeAll says so of some candidates of a cell.
func (s *Step) strikeAll(c int, m board.Digits) {
	for ; m != 0; m &= m - 1 {
		s.strike(c, m.First())
	}
}

// unit gives a unit a role.
func (s *Step) unit(u int, r Role) { s.Units = append(s.Units, UnitRole{u, r}) }

// cell gives a cell a role.
func (s *Step) cell(c int, r Role) { s.Cells = append(s.Cells, CellRole{c, r}) }

// candidate gives a candidate a role.
func (s *Step) candidate(c, d int, r Role) {
	s.Candidates = append(s.Candidates, CandidateRole{Candidate{c, d}, r})
}

// candidates gives some candidates of a cell a role.
func (s *Step) candidates(c int, m board.Digits, r Role) {
	for ; m != 0; m &= m - 1 {
		s.candidate(c, m.First(), r)
	}
}

// link adds an inference.
func (s *Step) link(from, to Candidate, strong bool) {
	s.Links = append(s.Links, Link{from, to, strong})
}

// Shape returns the shape of the board that the step is for, nil if it does not say: the zero Step, and one
// that was put together by hand.
func (s *Step) Shape() *board.Shape { return s.shape }

// Sentence says in plain words where, why, and what follows. It is empty for a step without a
// [Step.Shape]. Of a step that does not have the parts of its technique, it says so and what the step
// does: such steps are not found, but they can be written.
func (s *Step) Sentence() (text string) {
	if s.shape == nil {
		return ""
	}
	defer func() {
		// The functions that tell a reason take its parts as the finders leave them.
		if recover() != nil {
			text = s.unreasoned()
		}
	}()
	return table[s.Technique].why(s)
}

// unreasoned says what the step does, and that its reason cannot be told.
func (s *Step) unreasoned() string {
	text := "The parts of the step are not those of a reason that can be told"
	if s.fits() != nil || len(s.Places)+len(s.Strikes) == 0 {
		return text + "."
	}
	return text + "; it says that " + s.follows() + "."
}

// String returns the technique's name and the sentence, without a sentence the name alone.
func (s *Step) String() string {
	name := s.Technique.title()
	if sentence := s.Sentence(); sentence != "" {
		return name + ": " + sentence
	}
	return name
}

// fits returns an error that says what in the step is not on its board.
func (s *Step) fits() error {
	if s.Technique >= techniques {
		return fmt.Errorf("%v is no technique", s.Technique)
	}
	n, cells := s.shape.Side(), s.shape.Cells()
	var all []Candidate
	all = append(append(all, s.Places...), s.Strikes...)
	for _, x := range s.Candidates {
		all = append(all, x.Candidate)
	}
	for _, l := range s.Links {
		all = append(all, l.From, l.To)
	}
	for _, x := range s.Cells {
		all = append(all, Candidate{x.Cell, 1})
	}
	for _, x := range all {
		if x.Cell < 0 || x.Cell >= cells || x.Digit < 1 || x.Digit > n {
			return fmt.Errorf("digit %d in cell %d of a board of side %d", x.Digit, x.Cell, n)
		}
	}
	for _, u := range s.Units {
		if u.Unit < 0 || u.Unit >= len(s.shape.Units()) {
			return fmt.Errorf("unit %d of a board of %d", u.Unit, len(s.shape.Units()))
		}
	}
	if s.Digits&^board.AllDigits(n) != 0 {
		return fmt.Errorf("digits %v on a board of side %d", s.Digits, n)
	}
	if len(s.after) > 0 && len(s.after) != len(s.Links) {
		return fmt.Errorf("%d links that others go on from, want %d", len(s.after), len(s.Links))
	}
	for i, a := range s.after {
		if a < -1 || int(a) >= i {
			return fmt.Errorf("link %d goes on from link %d", i, a)
		}
	}
	return nil
}
