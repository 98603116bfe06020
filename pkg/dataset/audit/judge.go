package audit

import (
	"context"
	"errors"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/digest"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/symmetry"
)

// Finding is what is found out about one puzzle by itself.
type Finding struct {
	Side   int
	Givens int
	Status solver.Status // Unsat, Unique, Multiple, or another if a bound on nodes ended the search
	// Technique is the rung of the ladder of package rate, and Guesses are those of the engine where the ladder ends, of a puzzle
	// with one solution; [rate.None] of any other.
	Technique rate.Technique
	Guesses   int64

	cells, class symmetry.Key
	classed      bool // the class is known
}

// Judge looks at puzzles one by one. It serves one goroutine.
type Judge struct {
	by     solver.Solver
	limits solver.Limits
	keys   *symmetry.Canonicalizer
	raters map[*board.Shape]*rate.Rater
}

// NewJudge returns a judge that solves by an engine, which only this judge may use. Nodes bound a search, 0 is no bound.
func NewJudge(by solver.Solver, nodes int64) (*Judge, error) {
	if by == nil || nodes < 0 {
		return nil, fmt.Errorf("audit: a judge by %v with %d nodes, want an engine and no negative number", by, nodes)
	}
	keys, err := symmetry.NewCanonicalizer(symmetry.DefaultLimits())
	if err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	return &Judge{by, solver.Limits{Solutions: 2, Nodes: nodes}, keys, map[*board.Shape]*rate.Rater{}}, nil
}

// Judge looks at a plain puzzle.
func (j *Judge) Judge(ctx context.Context, b board.Board) (Finding, error) {
	f, _, err := j.Rate(ctx, b)
	if err != nil {
		return Finding{}, err
	}
	sum := digest.SHA256(b.Cells())
	copy(f.cells[:], sum[:])
	switch class, err := j.keys.Key(b); {
	case err == nil:
		f.class, f.classed = class, true
	case !errors.Is(err, symmetry.ErrLimit) && f.Status != solver.Unsat: // a digit twice in a row has no class
		return Finding{}, fmt.Errorf("audit: %w", err)
	}
	return f, nil
}

// Rate solves and rates a plain puzzle and looks at nothing else: its finding serves for [Finding.Band], not for [Audit.Add]. The
// grid is the first solution that the engine found, the zero Board if it found none.
func (j *Judge) Rate(ctx context.Context, b board.Board) (f Finding, grid board.Board, err error) {
	shape := b.Shape()
	if shape == nil || !shape.Plain() {
		return Finding{}, grid, errors.New("audit: want a plain board, without diagonals or regions")
	}
	f = Finding{Side: shape.Side(), Givens: b.Filled(), Technique: rate.None}
	res, err := j.by.Solve(ctx, b, j.limits)
	if err != nil {
		return Finding{}, grid, fmt.Errorf("audit: %w", err)
	}
	f.Status = res.Status
	if f.Status != solver.Unique {
		return f, res.Grid, nil
	}
	rater := j.raters[shape]
	if rater == nil {
		rater = rate.New(shape)
		j.raters[shape] = rater
	}
	rating, err := rater.Rate(b, func(board.Board) int64 { return engine.GuessesOf(&res) })
	if err != nil {
		return Finding{}, grid, fmt.Errorf("audit: %w", err)
	}
	f.Technique, f.Guesses = rating.Technique, rating.Guesses
	return f, res.Grid, nil
}
