package engine

import (
	"context"
	"fmt"
	"iter"
	"math"
	"time"

	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// The counters of the wide engines; see wide.Counters for what each counts.
const (
	CounterPlaced   = "placed"
	CounterHidden   = "hidden_singles"
	CounterLocked   = "locked"
	CounterPairs    = "pairs"
	CounterStrikes  = "strikes"
	CounterRestarts = "restarts"
)

// WideConfig configures an engine of package bitboard/wide.
type WideConfig struct {
	Name string `json:"name"` // of the engine; empty means "wide"
	wide.Config
}

// DefaultWide returns the configuration of the engine "wide".
func DefaultWide() WideConfig { return WideConfig{Name: "wide", Config: wide.DefaultConfig()} }

// WideSolver is the engine of package bitboard/wide for boards of every shape. It implements
// solver.Solver and solver.Enumerator and serves one goroutine at a time. Its nodes are
// guesses.
type WideSolver struct {
	cfg   WideConfig
	err   error
	spare spare[wide.Solver]
}

// Wide returns an engine. If cfg is not valid, each of its calls returns the error of
// cfg.Validate.
func Wide(cfg WideConfig) *WideSolver {
	if cfg.Name == "" {
		cfg.Name = "wide"
	}
	return &WideSolver{cfg: cfg, err: cfg.Validate()}
}

// Name returns the configured name.
func (e *WideSolver) Name() string { return e.cfg.Name }

// Config returns the configuration.
func (e *WideSolver) Config() WideConfig { return e.cfg }

// take returns a workspace with the puzzle loaded.
func (e *WideSolver) take(puzzle board.Board) (*wide.Solver, error) {
	if err := usable(e.cfg.Name, e.err, puzzle); err != nil {
		return nil, err
	}
	w := e.spare.take(puzzle.Shape())
	if w == nil {
		var err error
		if w, err = wide.New(puzzle.Shape(), e.cfg.Config); err != nil {
			return nil, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
		}
	}
	if err := w.Begin(puzzle); err != nil {
		return nil, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
	}
	return w, nil
}

// Solve implements solver.Solver for boards of every shape.
func (e *WideSolver) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
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
	var res solver.Result
	outcome, err := searchWide(bounded, w, limits.Nodes, func(grid board.Board) bool {
		res.Solutions++
		if res.Solutions == 1 {
			res.Grid = grid.Clone()
		}
		return res.Solutions < limit
	})
	res.Status = solver.Conclude(res.Solutions, limit, outcome == wide.Exhausted)
	if err != nil && ctx.Err() != nil {
		res.Status = solver.Cancelled
	}
	res.Stats = wideStats(w.Counters())
	res.Stats.Elapsed = time.Since(start)
	return res, nil
}

// pollGuesses is the number of guesses after which the context is asked: some milliseconds on
// the largest boards.
const pollGuesses = 256

// searchWide yields the solutions of a search that has begun until it is exhausted, yield
// returns false (outcome wide.Solution), the guesses come to nodes (0 for no bound), or ctx
// ends, which is the error (outcome wide.Budget in both cases).
func searchWide(ctx context.Context, w *wide.Solver, nodes int64, yield func(board.Board) bool) (wide.Outcome, error) {
	if nodes <= 0 {
		nodes = math.MaxInt64
	}
	pollAt := int64(0)
	for {
		at := w.Counters().Guesses
		if at >= pollAt {
			if err := ctx.Err(); err != nil {
				return wide.Budget, err
			}
			pollAt = at + min(pollGuesses, math.MaxInt64-at)
		}
		switch w.Next(min(nodes, pollAt) - at) {
		case wide.Exhausted:
			return wide.Exhausted, nil
		case wide.Solution:
			if !yield(w.Solution()) {
				return wide.Solution, nil
			}
		default:
			if w.Counters().Guesses >= nodes {
				return wide.Budget, nil
			}
		}
	}
}

func wideStats(c wide.Counters) solver.Stats {
	return solver.Stats{
		Nodes: c.Guesses, Backtracks: c.Backtracks,
		Counters: []solver.Counter{
			{Name: CounterPlaced, Value: c.Placed},
			{Name: CounterHidden, Value: c.Hidden},
			{Name: CounterLocked, Value: c.Locked},
			{Name: CounterPairs, Value: c.Pairs},
			{Name: CounterStrikes, Value: c.Strikes},
			{Name: CounterRestarts, Value: c.Restarts},
			{Name: CounterMaxDepth, Value: c.MaxDepth},
		},
	}
}

// Solutions implements solver.Enumerator, in the order of the search.
func (e *WideSolver) Solutions(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
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
		_, err = searchWide(ctx, w, 0, func(grid board.Board) bool { return yield(grid.Clone(), nil) })
		if err != nil {
			yield(board.Board{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err))
		}
	}
}
