package engine

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// BitboardConfig configures an engine of package bitboard, which has nothing to choose.
type BitboardConfig struct {
	Name string `json:"name"` // of the engine; empty means "bitboard"
}

// DefaultBitboard returns the configuration of the engine "bitboard".
func DefaultBitboard() BitboardConfig { return BitboardConfig{Name: "bitboard"} }

// BitboardSolver is the engine of package bitboard for plain boards of side 9. It implements
// solver.Solver and solver.Enumerator and serves one goroutine at a time. Its nodes are its
// guesses, at a cell or at a mini-row or mini-column of a digit.
type BitboardSolver struct {
	cfg   BitboardConfig
	spare *bitboard.Solver // nil while a run uses it
}

// Bitboard returns an engine.
func Bitboard(cfg BitboardConfig) *BitboardSolver {
	if cfg.Name == "" {
		cfg.Name = "bitboard"
	}
	return &BitboardSolver{cfg: cfg}
}

// Name returns the configured name.
func (e *BitboardSolver) Name() string { return e.cfg.Name }

// Config returns the configuration.
func (e *BitboardSolver) Config() BitboardConfig { return e.cfg }

// bitboardPause is how many guesses or solutions go by between two looks at the context: a few
// milliseconds.
const bitboardPause = 1 << 12

// begin returns a solver set to the puzzle, for the caller to put back into e.spare.
func (e *BitboardSolver) begin(puzzle board.Board) (*bitboard.Solver, error) {
	cells, err := bitboard.FromBoard(puzzle)
	if err != nil {
		return nil, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
	}
	s := e.spare
	if s == nil {
		s = bitboard.New()
	}
	e.spare = nil
	s.Begin(&cells)
	return s, nil
}

// Solve implements solver.Solver. Boards of other sides and variants are refused.
func (e *BitboardSolver) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	if err := noContext(ctx, e.cfg.Name); err != nil {
		return solver.Result{}, err
	}
	start := time.Now()
	s, err := e.begin(puzzle)
	if err != nil {
		return solver.Result{}, err
	}
	defer func() { e.spare = s }()
	bounded, cancel := limits.Within(ctx)
	defer cancel()

	limit, found := limits.MaxSolutions(), 0
	stopped := bounded.Err() != nil
	complete := false
	for !stopped && !complete && found < limit {
		slice := int64(bitboardPause)
		if limits.Nodes > 0 {
			slice = min(slice, limits.Nodes-s.Guesses())
		}
		switch s.Next(slice) {
		case bitboard.Found:
			found++
			stopped = found%bitboardPause == 0 && bounded.Err() != nil
		case bitboard.Exhausted:
			complete = true
		case bitboard.Paused:
			stopped = bounded.Err() != nil || limits.Nodes > 0 && s.Guesses() >= limits.Nodes
		}
	}
	res := solver.Result{
		Status:    solver.Conclude(found, limit, complete),
		Solutions: found,
		Stats: solver.Stats{
			Nodes:      s.Guesses(),
			Backtracks: s.Conflicts(),
			Counters:   []solver.Counter{{Name: CounterGuesses, Value: s.Guesses()}},
		},
	}
	if stopped && ctx.Err() != nil {
		res.Status = solver.Cancelled
	}
	if found > 0 {
		if res.Grid, err = board.FromCells(slices.Clone(s.First()[:])); err != nil {
			return solver.Result{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
		}
	}
	res.Stats.Elapsed = time.Since(start)
	return res, nil
}

// Solutions implements solver.Enumerator, in the order of the search.
func (e *BitboardSolver) Solutions(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
	return func(yield func(board.Board, error) bool) {
		if err := noContext(ctx, e.cfg.Name); err != nil {
			yield(board.Board{}, err)
			return
		}
		s, err := e.begin(puzzle)
		if err != nil {
			yield(board.Board{}, err)
			return
		}
		defer func() { e.spare = s }()
		for {
			if err := ctx.Err(); err != nil {
				yield(board.Board{}, err)
				return
			}
			switch s.Next(bitboardPause) {
			case bitboard.Exhausted:
				return
			case bitboard.Found:
				grid, err := board.FromCells(slices.Clone(s.Solution()[:]))
				if !yield(grid, err) || err != nil {
					return
				}
			case bitboard.Paused:
			}
		}
	}
}
