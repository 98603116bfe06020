package explain

import (
	"cmp"
	"fmt"
	"slices"

	"sudokulab/pkg/board"
)

// Solutions is what the caller knows of how many solutions a puzzle has.
type Solutions uint8

// The numbers that make a difference.
const (
	Uncounted Solutions = iota
	NoSolution
	OneSolution
	SeveralSolutions
)

// Known is what the caller's engine says of the puzzle, by its givens. The zero Known says nothing; a
// hint is then as right as the person's digits and marks.
type Known struct {
	Solutions Solutions
	// Solution is the one solution. With it a hint tells a wrong digit or a missing mark before all
	// else. The zero Board if it is not known.
	Solution board.Board
}

// HintKind says what a hint is about.
type HintKind uint8

// The kinds of hint.
const (
	HintStep    HintKind = iota // a next step
	HintDigit                   // a digit that the solution has not
	HintMissing                 // a mark struck that the solution needs
	HintStale                   // a mark that a peer's digit forbids
)

var hintNames = [...]string{"step", "wrong-digit", "missing-mark", "stale-mark"}

// String returns the kind in lower case.
func (k HintKind) String() string {
	if int(k) >= len(hintNames) {
		return fmt.Sprintf("hint(%d)", uint8(k))
	}
	return hintNames[k]
}

// MarshalText writes the kind as [HintKind.String] does.
func (k HintKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (k *HintKind) UnmarshalText(text []byte) error {
	i := slices.Index(hintNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("explain: kind of hint %q, want one of %v", text, hintNames)
	}
	*k = HintKind(i)
	return nil
}

// The levels of a hint.
const (
	HintWhere = 1 // where to look
	HintWhich = 2 // which technique, or which cell is wrong
	HintWhy   = 3 // why, and what follows
)

// Hint is what a person is told who asks for one, at a level. It has the roles that may be shown at
// that level: units at the first two, all at the third.
type Hint struct {
	Level int      `json:"level"`
	Kind  HintKind `json:"kind"`
	Text  string   `json:"text"`
	// Technique is that of the step from the second level on, [None] before and for other kinds.
	Technique  Technique       `json:"technique"`
	Units      []UnitRole      `json:"units,omitempty"`
	Cells      []CellRole      `json:"cells,omitempty"`
	Candidates []CandidateRole `json:"candidates,omitempty"`
	// Step is the step at the third level, nil otherwise.
	Step *Step `json:"step,omitempty"`
}

// Hint tells a person what to do next, at a level from [HintWhere] to [HintWhy]. With the solution it
// first tells a wrong digit, then a mark that was struck and is needed; and a mark that a digit
// forbids comes before any step. The position is not changed.
//
// Errors: [ErrContradiction], [ErrSolved], [ErrSeveral] and [ErrStuck], each a sentence for the person.
func (e *Explainer) Hint(p *Position, level int, known Known) (Hint, error) {
	h := Hint{Level: level}
	if level < HintWhere || level > HintWhy {
		return h, fmt.Errorf("explain: level %d of a hint, want %d to %d", level, HintWhere, HintWhy)
	}
	if err := e.takes(p); err != nil {
		return h, err
	}
	solved := !known.Solution.IsZero()
	if solved {
		if err := e.fits(known.Solution); err != nil {
			return h, err
		}
		if !known.Solution.Full() {
			return h, fmt.Errorf("explain: the solution has %d digits, want %d", known.Solution.Filled(), e.geo.shape.Cells())
		}
	}
	switch known.Solutions {
	case NoSolution:
		return h, ErrContradiction
	case SeveralSolutions:
		return h, ErrSeveral
	}
	if solved && h.correct(p, known.Solution) {
		return h, nil
	}
	if err := e.ready(p); err != nil {
		return h, err
	}
	if len(p.stale) > 0 {
		h.stale(p)
		return h, nil
	}
	s := e.next(p)
	if s == nil {
		return h, cmp.Or(e.stopped(), ErrStuck)
	}
	h.step(s)
	return h, nil
}

// correct tells the first digit or mark that is against the solution and reports whether there is one.
func (h *Hint) correct(p *Position, solution board.Board) bool {
	for c, d := range p.digits {
		if d != 0 && int(d) != solution.At(c) {
			h.Kind = HintDigit
			h.mark(p, c, "A digit in %s is wrong.", "The digit in %s is wrong.",
				"In the solution "+p.geo.shape.CellName(c)+" is not "+digitName(int(d), p.alphabet)+".")
			return true
		}
	}
	for c, m := range p.marks {
		if d := solution.At(c); p.digits[c] == 0 && !m.Has(d) {
			h.Kind = HintMissing
			h.mark(p, c, "A mark is missing in %s.", "A mark is missing in %s.",
				"In the solution "+p.geo.shape.CellName(c)+" is "+digitName(d, p.alphabet)+", and that mark is missing there.")
			return true
		}
	}
	return false
}

// stale tells the first mark that a digit forbids.
func (h *Hint) stale(p *Position) {
	x := p.stale[0]
	h.Kind = HintStale
	why := ""
	for _, q := range p.geo.shape.Peers(x.Cell) {
		if p.At(q) == x.Digit {
			d := digitName(x.Digit, p.alphabet)
			why = "The mark " + d + " in " + p.geo.shape.CellName(x.Cell) + " can be rubbed out: " + p.geo.shape.CellName(q) + " is " + d + " and sees it."
			break
		}
	}
	h.mark(p, x.Cell, "A mark in %s can be rubbed out.", "A mark in %s can be rubbed out.", why)
}

// mark tells what is wrong with a cell: its row at the first level, the cell at the second.
func (h *Hint) mark(p *Position, c int, where, which, why string) {
	row := p.geo.shape.Row(c)
	switch h.Level {
	case HintWhere:
		h.Text = fmt.Sprintf(where, p.geo.shape.UnitName(row))
		h.Units = []UnitRole{{row, RoleUnit}}
	case HintWhich:
		h.Text = fmt.Sprintf(which, p.geo.shape.CellName(c))
		h.Cells = []CellRole{{c, RoleSet}}
	default:
		h.Text = why
		h.Cells = []CellRole{{c, RoleSet}}
	}
}

// step tells a next step.
func (h *Hint) step(s *Step) {
	if h.Level == HintWhy {
		step := s.Clone()
		h.Technique, h.Text, h.Step = s.Technique, s.String(), &step
		h.Units, h.Cells, h.Candidates = step.Units, step.Cells, step.Candidates
		return
	}
	units, all := s.where()
	for _, u := range units {
		h.Units = append(h.Units, UnitRole{u, RoleUnit})
	}
	h.Text = "The next step is in " + unitWords(s.shape, units)
	if !all {
		h.Text = "The next step begins in " + unitWords(s.shape, units) + " and reaches across the board"
	}
	if h.Level == HintWhich {
		info := &table[s.Technique].Info
		h.Technique = s.Technique
		h.Text += ": " + info.Name + ". " + info.Definition
		return
	}
	h.Text += "."
}

// mostUnits is the largest number of units in which a hint tells a person to look, the four base lines of
// a jellyfish.
const mostUnits = 4

// where returns the units in which to look for a step, in rising order: those of the reason, or, if it has
// none, the boxes of its cells. If these are too many to be of help it returns one, the box of the
// reason's first cell, and false.
func (s *Step) where() (units []int, all bool) {
	for _, u := range s.Units {
		if u.Role != RoleCover {
			units = append(units, u.Unit)
		}
	}
	box := func(c int) int { return 2*s.shape.Side() + s.shape.BoxOf(c) }
	var boxes []int
	for _, x := range s.Cells {
		boxes = append(boxes, box(x.Cell))
	}
	for _, x := range s.Candidates {
		boxes = append(boxes, box(x.Cell))
	}
	if len(units) == 0 {
		units = slices.Clone(boxes)
	}
	slices.Sort(units)
	if units = slices.Compact(units); len(units) > mostUnits && len(boxes) > 0 {
		return boxes[:1], false
	}
	return units, true
}

// Stale returns the person's marks that a digit forbids. Steps leave them out.
func (p *Position) Stale() []Candidate { return slices.Clone(p.stale) }
