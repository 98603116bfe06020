package explain

import (
	"encoding/json"

	"sudokulab/pkg/board"
)

// Step is one deduction: what it places or strikes, and the units, cells and candidates that prove it.
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
// stood for by its first; all its candidates are among those of the step.
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

// Sentence says in plain words where, why, and what follows. It is empty for the zero Step.
func (s *Step) Sentence() string {
	if s.shape == nil {
		return ""
	}
	return table[s.Technique].why(s)
}

// String returns the technique's name and the sentence.
func (s *Step) String() string { return s.Technique.Info().Name + ": " + s.Sentence() }

// MarshalJSON writes the step with its sentence.
func (s Step) MarshalJSON() ([]byte, error) {
	type bare Step // without this method
	return json.Marshal(struct {
		bare
		Sentence string `json:"sentence"`
	}{bare(s), s.Sentence()})
}
