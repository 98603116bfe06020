package engine

import (
	"context"
	"fmt"
	"iter"
	"math"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/solver"
)

// The counters of the dlx engine; see dlx.Counters for what each counts.
const (
	CounterUpdates = "updates" // removals of a node from its item's list
	CounterGuesses = "guesses" // options tried at items with more than one left
)

// DLXConfig configures an engine of package dlx.
type DLXConfig struct {
	Name string `json:"name"` // of the engine; empty means "dlx"
	dlx.Config
}

// DefaultDLX returns the configuration of the engine "dlx".
func DefaultDLX() DLXConfig { return DLXConfig{Name: "dlx", Config: dlx.DefaultConfig()} }

// DLXSolver is the engine of package dlx for boards of every size and variant. It
// implements solver.Solver and solver.Enumerator and serves one goroutine at a time.
//
// Its nodes are the options tried, forced ones included: exact cover knows no propagation
// apart from its search. CounterGuesses counts those that were a choice.
type DLXSolver struct {
	cfg   DLXConfig
	err   error
	spare spare[coverWorkspace]
}

type coverWorkspace struct {
	dlx   *dlx.Solver
	given []int
}

// DLX returns an engine. If cfg is not valid, each of its calls returns the error of
// cfg.Validate.
func DLX(cfg DLXConfig) *DLXSolver {
	if cfg.Name == "" {
		cfg.Name = "dlx"
	}
	return &DLXSolver{cfg: cfg, err: cfg.Validate()}
}

// Name returns the configured name.
func (e *DLXSolver) Name() string { return e.cfg.Name }

// Config returns the configuration.
func (e *DLXSolver) Config() DLXConfig { return e.cfg }

// take returns a workspace loaded with the options of the puzzle's givens.
func (e *DLXSolver) take(puzzle board.Board) (*coverWorkspace, error) {
	if err := usable(e.cfg.Name, e.err, puzzle); err != nil {
		return nil, err
	}
	w := e.spare.take(puzzle.Shape())
	if w == nil {
		s, err := dlx.NewSolver(encode.ExactCover(puzzle.Shape()), e.cfg.Config)
		if err != nil {
			return nil, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
		}
		w = &coverWorkspace{dlx: s}
	}
	w.given = encode.Options(w.given[:0], puzzle)
	return w, nil
}

// Solve implements solver.Solver for boards of every shape.
func (e *DLXSolver) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	if err := noContext(ctx, e.cfg.Name); err != nil {
		return solver.Result{}, err
	}
	start := time.Now()
	w, err := e.take(puzzle)
	if err != nil {
		return solver.Result{}, err
	}
	defer e.spare.put(puzzle.Shape(), w)
	bounded, cancel := limits.Within(ctx)
	defer cancel()
	limit := limits.MaxSolutions()
	nodes := int64(0)
	if limits.Nodes > 0 {
		nodes = limits.Nodes + min(1, math.MaxInt64-limits.Nodes) // Knuth's nodes have a root
	}
	found, err := w.dlx.Solve(bounded, w.given, dlx.Limits{Solutions: int64(limit), Nodes: nodes})
	if err != nil {
		return solver.Result{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
	}
	res := solver.Result{
		Status:    solver.Conclude(int(found.Solutions), limit, found.Stop == dlx.Exhausted),
		Solutions: int(found.Solutions),
		Stats: solver.Stats{
			Nodes:      max(0, found.Counters.Nodes-1),
			Backtracks: found.Counters.Backtracks,
			Counters: []solver.Counter{
				{Name: CounterUpdates, Value: found.Counters.Updates},
				{Name: CounterGuesses, Value: found.Counters.Branches},
				{Name: CounterMaxDepth, Value: found.Counters.MaxDepth},
			},
		},
	}
	if found.Stop == dlx.Cancelled && ctx.Err() != nil {
		res.Status = solver.Cancelled
	}
	if found.First != nil {
		if res.Grid, err = encode.FromOptions(puzzle.Shape(), found.First); err != nil {
			return solver.Result{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
		}
	}
	res.Stats.Elapsed = time.Since(start)
	return res, nil
}

// Solutions implements solver.Enumerator, in the order of the search.
func (e *DLXSolver) Solutions(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
	return func(yield func(board.Board, error) bool) {
		if err := noContext(ctx, e.cfg.Name); err != nil {
			yield(board.Board{}, err)
			return
		}
		w, err := e.take(puzzle)
		if err != nil {
			yield(board.Board{}, err)
			return
		}
		defer e.spare.put(puzzle.Shape(), w)
		for options, err := range w.dlx.Solutions(ctx, w.given) {
			if err != nil {
				yield(board.Board{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err))
				return
			}
			grid, err := encode.FromOptions(puzzle.Shape(), options)
			if !yield(grid, err) || err != nil {
				return
			}
		}
	}
}
