package minigrid

import (
	"context"
	"errors"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// Class is the verdict of section 3.5.
type Class string

// The three classes of the paper, for no, one and several solutions, and Undecided if a limit or
// the context ended the run.
const (
	Unsolvable Class = "unsolvable"
	WellFormed Class = "well-formed"
	Ambiguous  Class = "ambiguous"
	Undecided  Class = "undecided"
)

// Analysis is a run of all phases.
type Analysis struct {
	// Class is what the method says under the chosen reading. Under [Identical] it may be wrong.
	Class Class
	// Status is what is proved: under [Identical] no more than that solutions were found, or that
	// phases 1 or 2 refute the board; Capped otherwise.
	Status solver.Status
	// Solutions is the number of solutions, or a lower bound if AtLeast.
	Solutions int64
	AtLeast   bool
	// First is the first solution found, the zero Board if there is none.
	First        board.Board
	Masks        *Masks
	Permutations *Permutations // nil if not reached
	Graph        *Graph        // nil if not reached
	// Phases holds the cost of phases 1 to 5, zero for those not reached.
	Phases  [5]Phase
	Extract ExtractStats
	// FoundOut is the phase, 1 to 5, that showed the board to be unsolvable: two equal givens in a
	// unit; a box without filling; a pair of boxes without edge; a box without vertex; a search
	// without solution. 0 if none did.
	FoundOut int
}

// Analyse runs all phases, ending with the one that proves the board unsolvable.
//
// limits.Solutions is the number of solutions to stop at, 0 for 2; limits.Nodes bounds the
// extraction; limits.Time the whole. A limit, and a context that ends, are a Status and not an
// error: Undecided is then the Class, unless two solutions had been found. Errors: the zero Board, a
// bad configuration.
func Analyse(ctx context.Context, puzzle board.Board, cfg Config, limits solver.Limits) (*Analysis, error) {
	if ctx == nil {
		return nil, errNoContext
	}
	outer := ctx
	ctx, cancel := limits.Within(ctx)
	defer cancel()
	a := &Analysis{Class: Undecided, Status: solver.Capped, AtLeast: true}
	err := a.run(ctx, puzzle, cfg, limits)
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		if outer.Err() != nil {
			a.Status = solver.Cancelled
		}
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

func (a *Analysis) run(ctx context.Context, puzzle board.Board, cfg Config, limits solver.Limits) (err error) {
	if a.Masks, err = Mask(puzzle); err != nil {
		return err
	}
	a.Phases[0] = a.Masks.Phase
	if err := cfg.validFor(puzzle.Shape()); err != nil {
		return err
	}
	if a.Masks.Conflict() {
		a.refute(1, cfg)
		return nil
	}
	if a.Permutations, err = Permute(ctx, a.Masks, cfg); err != nil {
		return err
	}
	a.Phases[1] = a.Permutations.Phase
	if a.Permutations.Impossible() {
		a.refute(2, cfg)
		return nil
	}
	if a.Permutations.Capped() {
		return nil
	}
	if a.Graph, err = Connect(ctx, a.Permutations, cfg); err != nil {
		return err
	}
	a.Phases[2] = a.Graph.Connect
	if a.Graph.Capped() {
		return nil
	}
	if slices.ContainsFunc(a.Graph.links, func(l link) bool { return l.edges == 0 }) {
		a.refute(3, cfg)
		return nil
	}
	if err := a.Graph.PruneToFixedPoint(ctx); err != nil {
		return err
	}
	a.Phases[3] = a.Graph.Prune
	if a.Graph.ClassOf() == Unsolvable {
		a.refute(4, cfg)
		return nil
	}
	return a.extract(ctx, cfg, limits)
}

// refute records that a phase found the board unsolvable.
func (a *Analysis) refute(phase int, cfg Config) {
	a.Class, a.FoundOut, a.AtLeast = Unsolvable, phase, false
	if cfg.Compatibility == Disjoint || phase <= 2 {
		a.Status = solver.Unsat
	}
}

// extract runs phase 5 and draws the conclusion.
func (a *Analysis) extract(ctx context.Context, cfg Config, limits solver.Limits) error {
	most := limits.MaxSolutions()
	complete := true
	var failure error
	for solution, err := range a.Graph.Extract(ctx, limits.Nodes, &a.Extract) {
		if err != nil {
			complete, failure = false, err
			break
		}
		if a.First.IsZero() {
			a.First = solution
		}
		if a.Extract.Solutions >= int64(most) {
			complete = false
			break
		}
	}
	a.Phases[4] = a.Extract.Phase
	a.Solutions, a.AtLeast = a.Extract.Solutions, !complete
	found := int(min(a.Solutions, int64(most)))
	a.Status = solver.Conclude(found, most, complete)
	switch {
	case a.Solutions >= 2:
		a.Class = Ambiguous
	case complete && a.Solutions == 1:
		a.Class = WellFormed
	case complete:
		a.refute(5, cfg)
	}
	if cfg.Compatibility == Identical && (a.Status == solver.Unsat || a.Status == solver.Unique) {
		a.Status = solver.Capped
	}
	if errors.Is(failure, ErrNodes) {
		return nil
	}
	return failure
}

// ClassOf reads the class off the graph alone, as section 3.4 states it for the pruned one: a box
// without vertex means unsolvable, one vertex in each box a unique solution, anything else several.
// The last of these does not follow: vertices in no solution survive. A capped graph is Undecided.
func (g *Graph) ClassOf() Class {
	if g.capped {
		return Undecided
	}
	class := WellFormed
	for _, alive := range g.alive {
		switch {
		case len(alive) == 0:
			return Unsolvable
		case len(alive) > 1:
			class = Ambiguous
		}
	}
	return class
}
