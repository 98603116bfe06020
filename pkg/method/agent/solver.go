package agent

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/weights"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
)

// CounterMoves counts the moves that the agent made. The other counters of a [Solver] have the names and the meaning
// that they have in package infer: infer.CounterCalls, infer.CounterAttempts and infer.CounterKept, and, where
// there is no grid, infer.CounterFilled and infer.CounterBroken. All are exact.
const CounterMoves = "moves"

// Solver is a solver of the methods "dqn" and "dqn-guided"; method.As finds it behind one. It serves one goroutine at a
// time and implements method.Explainer.
type Solver struct {
	shared  *opened
	players map[*board.Shape]*weights.Player // made when the first board of a shape comes
	exact   solver.Solver                    // nil: the agent is alone
}

var _ method.Explainer = (*Solver)(nil)

// Name returns the method's name.
func (s *Solver) Name() string { return s.shared.config.Name }

// Backend returns what computes the network, unless [Solver.Path] does.
func (s *Solver) Backend() *accel.Choice { return s.shared.choice }

// Path returns the path of package fused that computes the network in place of the backend; empty if none does.
func (s *Solver) Path() fused.Path { return s.shared.model.Path() }

// Close lets go of the networks.
func (s *Solver) Close() error {
	for _, p := range s.players {
		p.Close()
	}
	clear(s.players)
	return nil
}

// Solve implements solver.Solver. Its nodes are those of all exact searches together.
func (s *Solver) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	e, err := s.answer(ctx, puzzle, limits, false)
	return e.Result, err
}

// Explain answers a puzzle and tells every move with the values behind it; what it returns as Told is a *[Trace].
func (s *Solver) Explain(ctx context.Context, puzzle board.Board, limits solver.Limits) (method.Explanation, error) {
	return s.answer(ctx, puzzle, limits, true)
}

func (s *Solver) answer(ctx context.Context, puzzle board.Board, limits solver.Limits, values bool) (method.Explanation, error) {
	start := time.Now()
	if puzzle.IsZero() {
		return method.Explanation{}, errors.New("agent: the zero Board")
	}
	if err := s.shared.model.Takes(puzzle.Shape()); err != nil {
		return method.Explanation{}, fmt.Errorf("agent: %w", err)
	}
	bounded, cancel := limits.Within(ctx)
	defer cancel()
	r := &run{solver: s, puzzle: puzzle.Clone(), limits: limits, trace: &Trace{Shape: puzzle.Shape(), Puzzle: puzzle.String(), Weights: s.shared.model.Card.Name}}
	if err := r.run(bounded, values); err != nil {
		return method.Explanation{}, err
	}
	if r.stopped {
		r.status = solver.Capped
		if ctx.Err() != nil {
			r.status = solver.Cancelled
		}
	}
	r.trace.Status = r.status.String()
	res := solver.Result{
		Status: r.status, Grid: r.grid, Solutions: r.solutions,
		Stats: solver.Stats{Nodes: r.nodes, Backtracks: r.backtracks, Counters: []solver.Counter{
			{Name: CounterMoves, Value: int64(len(r.trace.Moves))},
			{Name: infer.CounterCalls, Value: int64(r.calls)},
			{Name: infer.CounterAttempts, Value: int64(r.attempts)},
			{Name: infer.CounterKept, Value: int64(r.trace.Kept)},
			{Name: infer.CounterFilled, Value: int64(r.filled)},
			{Name: infer.CounterBroken, Value: int64(r.broken)},
		}},
	}
	res.Stats.Elapsed = time.Since(start)
	return method.Explanation{Result: res, Told: r.trace}, nil
}

// player returns the network for boards of a shape.
func (s *Solver) player(shape *board.Shape) (*weights.Player, error) {
	if s.players[shape] == nil {
		p, err := s.shared.model.Player(s.shared.choice.Backend, shape, 1)
		if err != nil {
			return nil, fmt.Errorf("agent: %w", err)
		}
		s.players[shape] = p
	}
	return s.players[shape], nil
}

// run is one puzzle on its way.
type run struct {
	solver *Solver
	puzzle board.Board
	limits solver.Limits
	trace  *Trace

	status    solver.Status
	grid      board.Board
	solutions int
	stopped   bool // time or context ended the run before it was decided

	calls, attempts   int
	nodes, backtracks int64
	filled, broken    int
}

// run answers the puzzle.
func (r *run) run(ctx context.Context, values bool) error {
	if len(board.Conflicts(r.puzzle)) > 0 {
		r.trace.End, r.status = EndGivens, solver.Unsat
		return nil
	}
	if r.puzzle.Full() {
		r.trace.End, r.grid, r.solutions, r.status = EndGivens, r.puzzle.Clone(), 1, solver.Unique
		return nil
	}
	last, err := r.play(ctx, values)
	if err != nil {
		return err
	}
	if r.trace.End == EndSolved {
		r.grid, r.solutions, r.trace.Kept = last, 1, len(r.trace.Moves)
	}
	if r.solver.exact != nil && !r.stopped {
		if err := r.guided(ctx); err != nil || r.status != solver.Capped || r.stopped {
			return err
		}
	}
	r.status = solver.Conclude(r.solutions, r.limits.MaxSolutions(), false)
	if r.grid.IsZero() {
		r.filled, r.broken = last.Filled()-r.puzzle.Filled(), len(board.Conflicts(last))
	}
	return nil
}

// play has the agent make its moves, and returns the board that they lead to.
func (r *run) play(ctx context.Context, values bool) (board.Board, error) {
	b := r.puzzle.Clone()
	player, err := r.solver.player(b.Shape())
	if err != nil {
		return b, err
	}
	scale, n := r.solver.shared.model.Scale(), b.Shape().Side()
	for !b.Full() {
		if ctx.Err() != nil {
			r.trace.End, r.stopped = EndInterrupted, true
			return b, nil //nolint:nilerr // the status says it
		}
		choices, err := player.Choose(b.Cells(), values)
		if err != nil {
			return b, fmt.Errorf("agent: %w", err)
		}
		r.calls++
		c := choices[0]
		cell, digit := c.Action/n, c.Action%n+1
		if b.At(cell) != 0 {
			r.trace.End = EndNoMove // the mask leaves nothing, and the best of nothing is any
			return b, nil
		}
		m := Move{Cell: cell, Digit: digit, Value: float64(c.Value) * scale}
		for _, v := range c.Values {
			m.Values = append(m.Values, float32(float64(v)*scale))
		}
		r.trace.Moves = append(r.trace.Moves, m)
		broken := false
		for _, p := range b.Shape().Peers(cell) {
			broken = broken || b.At(p) == digit
		}
		b.Set(cell, digit)
		if broken {
			r.trace.End = EndBroken
			return b, nil
		}
	}
	if err := board.CheckSolution(r.puzzle, b); err != nil {
		return b, fmt.Errorf("agent: a full board without conflicts, but %w", err)
	}
	r.trace.End = EndSolved
	return b, nil
}
