package engine

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/solver"
)

// Verdict is what arc consistency alone can say about a board.
type Verdict string

// The verdicts.
const (
	// UniqueByAC3: every cell is left with one candidate. Arc consistency strikes only what
	// is in no solution, so this is a proof that there is exactly one.
	UniqueByAC3 Verdict = "unique by AC-3"
	// Undecided: cells are left open. The board may have none, one or many solutions.
	Undecided Verdict = "not decided by AC-3"
	// Contradictory: a cell ran out of candidates, so there is no solution.
	Contradictory Verdict = "contradictory"
)

// Validation is the answer of arc consistency about a board, with the exact one for comparison.
type Validation struct {
	Verdict Verdict `json:"verdict"`
	// Open is the number of cells with more than one candidate.
	Open int `json:"open"`
	// Candidates holds, for every cell, the digits that arc consistency left; after a
	// contradiction, those of the moment when it showed.
	Candidates [][]int `json:"candidates"`
	// Conflicts are the pairs of givens that break the rules directly.
	Conflicts []GivenConflict `json:"conflicts,omitempty"`
	// Emptied names the cell that ran out of candidates; empty if none did. Arc consistency
	// stops at the first, so another order of revision may name another cell.
	Emptied string `json:"emptied,omitempty"`
	// AC3 are the costs of the arc consistency.
	AC3   csp.Counters  `json:"ac3"`
	AC3NS time.Duration `json:"ac3_ns"`
	// Exact is the full search's answer.
	Exact ExactAnswer `json:"exact"`
}

// GivenConflict is a pair of equal givens in one unit.
type GivenConflict struct {
	CellA string `json:"cell_a"` // as r1c3
	CellB string `json:"cell_b"`
	Digit int    `json:"digit"`
	Unit  string `json:"unit"` // such as "row 3"
}

// GivenConflicts names the pairs of equal givens that share a unit, as board.Conflicts finds
// them.
func GivenConflicts(b board.Board) []GivenConflict {
	var all []GivenConflict
	for _, c := range board.Conflicts(b) {
		all = append(all, GivenConflict{CellA: b.Shape().CellName(c.A), CellB: b.Shape().CellName(c.B), Digit: c.Digit, Unit: c.Unit})
	}
	return all
}

// ExactAnswer is what a full search found within its limits.
type ExactAnswer struct {
	Status    solver.Status `json:"status"`
	Solutions int           `json:"solutions"` // found; with status multiple a lower bound unless below the limit asked for
	Stats     solver.Stats  `json:"stats"`
}

// Validate judges a board by arc consistency alone, without search, and asks the full
// search for the truth. The limits bound the search only; their zero value tells none, one
// and several solutions apart. Both are done by the default csp engine.
func Validate(ctx context.Context, b board.Board, limits solver.Limits) (Validation, error) {
	e := CSP(DefaultCSP())
	if err := noContext(ctx, e.cfg.Name); err != nil {
		return Validation{}, err
	}
	w, err := e.take(b)
	if err != nil {
		return Validation{}, err
	}
	shape := b.Shape()

	start := time.Now()
	p, err := w.csp.Propagate(ctx, w.domains)
	if err != nil {
		return Validation{}, fmt.Errorf("engine: validate: %w", err)
	}
	v := Validation{
		Verdict:    Undecided,
		Open:       p.Open,
		Candidates: make([][]int, shape.Cells()),
		AC3:        p.Counters,
		AC3NS:      time.Since(start),
	}
	for cell, d := range p.Domains {
		v.Candidates[cell] = slices.AppendSeq([]int{}, encode.Digits(d).All())
	}
	switch {
	case !p.Consistent:
		v.Verdict, v.Emptied = Contradictory, shape.CellName(p.Wiped)
	case p.Open == 0:
		v.Verdict = UniqueByAC3
	}
	v.Conflicts = GivenConflicts(b)

	res, err := e.solve(ctx, w, b, limits)
	if err != nil {
		return Validation{}, err
	}
	v.Exact = ExactAnswer{Status: res.Status, Solutions: res.Solutions, Stats: res.Stats}
	return v, nil
}
