package engine

import (
	"context"
	"fmt"
	"iter"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// Searching makes an engine of a search: the shortest way to add one. It implements solver.Solver and solver.Enumerator, for boards
// of every shape, and serves one goroutine at a time if its search does. Its nodes are the digits tried.
func Searching(name string, search solver.Search) *SearchSolver { return &SearchSolver{name, search} }

// SearchSolver is the engine that [Searching] makes.
type SearchSolver struct {
	name   string
	search solver.Search
}

// Name returns the name of the engine.
func (e *SearchSolver) Name() string { return e.name }

// pollTries is the number of digits tried after which the context is asked.
const pollTries = 64

// telling is the run of a search.
type telling struct {
	ctx         context.Context
	nodes       int64 // bound, 0 for none
	stats       solver.Stats
	found       func(board.Board) bool
	interrupted bool
}

func (t *telling) Try() bool {
	if t.nodes > 0 && t.stats.Nodes >= t.nodes {
		return false
	}
	if t.stats.Nodes%pollTries == 0 && t.ctx.Err() != nil {
		t.interrupted = true
		return false
	}
	t.stats.Nodes++
	return true
}

func (t *telling) Back() { t.stats.Backtracks++ }

func (t *telling) Found(grid board.Board) bool { return t.found(grid.Clone()) }

// run searches, unless the context has ended before, and returns whether it looked everywhere.
func (e *SearchSolver) run(puzzle board.Board, t *telling) (everywhere bool) {
	if t.ctx.Err() != nil {
		t.interrupted = true
		return false
	}
	return e.search(puzzle.Clone(), t)
}

// Solve implements solver.Solver for boards of every shape.
func (e *SearchSolver) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	if err := noContext(ctx, e.name); err != nil {
		return solver.Result{}, err
	}
	if err := usable(e.name, nil, puzzle); err != nil {
		return solver.Result{}, err
	}
	start := time.Now()
	bounded, cancel := limits.Within(ctx)
	defer cancel()
	limit := limits.MaxSolutions()
	var res solver.Result
	t := &telling{ctx: bounded, nodes: limits.Nodes, found: func(grid board.Board) bool {
		res.Solutions++
		if res.Solutions == 1 {
			res.Grid = grid
		}
		return res.Solutions < limit
	}}
	everywhere := e.run(puzzle, t)
	res.Status = solver.Conclude(res.Solutions, limit, everywhere)
	if t.interrupted && ctx.Err() != nil {
		res.Status = solver.Cancelled
	}
	res.Stats = t.stats
	res.Stats.Elapsed = time.Since(start)
	return res, nil
}

// Solutions implements solver.Enumerator, in the order of the search.
func (e *SearchSolver) Solutions(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
	return func(yield func(board.Board, error) bool) {
		err := noContext(ctx, e.name)
		if err == nil {
			err = usable(e.name, nil, puzzle)
		}
		if err != nil {
			yield(board.Board{}, err)
			return
		}
		t := &telling{ctx: ctx, found: func(grid board.Board) bool { return yield(grid, nil) }}
		e.run(puzzle, t)
		if t.interrupted {
			yield(board.Board{}, fmt.Errorf("engine: %s: %w", e.name, ctx.Err()))
		}
	}
}
