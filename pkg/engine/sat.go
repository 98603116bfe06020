package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/cdcl"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/solver"
)

// The counters of the sat engines.
const (
	CounterVariables   = "variables"
	CounterClauses     = "clauses" // of the formula, before the solver's own simplification
	CounterDecisions   = "decisions"
	CounterConflicts   = "conflicts"
	CounterSATRestarts = "sat_restarts"
)

// SATConfig configures the engine of package cdcl.
type SATConfig struct {
	Name    string         `json:"name"` // of the engine; empty means "sat"
	Clauses encode.Clauses `json:"clauses"`
	// Conflicts bounds those that a run may come to, all solutions together; 0 for no bound.
	// Unlike a bound on time it ends a run at the same place on every machine.
	Conflicts int64 `json:"conflicts"`
}

// DefaultSAT returns the configuration of the engine "sat". With the minimal clauses boards of side
// 16 with half their cells given (every fifth of acs-16x16-half) took some 25 conflicts for each one
// that they took with the extended ones.
func DefaultSAT() SATConfig { return SATConfig{Name: "sat", Clauses: encode.Extended} }

// Validate reports the first field that has no meaning.
func (c SATConfig) Validate() error {
	if c.Clauses != encode.Minimal && c.Clauses != encode.Extended {
		return fmt.Errorf("clauses %q, want %q or %q", c.Clauses, encode.Minimal, encode.Extended)
	}
	if c.Conflicts < 0 {
		return fmt.Errorf("bound of %d conflicts, want 0 or more", c.Conflicts)
	}
	return nil
}

// SATSolver is conflict-driven clause learning by package cdcl on the formula of package encode,
// for boards of every shape. It implements solver.Solver and solver.Enumerator and serves one
// goroutine at a time. It has no search tree to count nodes of: Nodes limits do not concern
// it, SATConfig.Conflicts is its bound.
//
// Two libraries lost. The solvers of gophersat 1.4.0 (github.com/crillab/gophersat) share a buffer,
// so that only one can run in a process at a time, and can be stopped only by closing the channel
// on which they report, while they write to it. Those of gini 1.0.4 (github.com/go-air/gini) can be
// stopped and run side by side, but show no count of their conflicts, and heed a stop or a deadline
// only after every 20,000 literals propagated, so that they cannot keep a bound of conflicts; each
// of these halts undoes all decisions, and on boards of side 36 with few givens, where one descent
// takes more than that, the same descent is repeated for ever.
type SATSolver struct {
	cfg SATConfig
	err error
}

// SAT returns an engine. If cfg is not valid, each of its calls returns the error of
// cfg.Validate.
func SAT(cfg SATConfig) *SATSolver {
	if cfg.Name == "" {
		cfg.Name = "sat"
	}
	return &SATSolver{cfg: cfg, err: cfg.Validate()}
}

// Name returns the configured name.
func (e *SATSolver) Name() string { return e.cfg.Name }

// Config returns the configuration.
func (e *SATSolver) Config() SATConfig { return e.cfg }

// Solve implements solver.Solver for boards of every shape.
func (e *SATSolver) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	if err := noContext(ctx, e.cfg.Name); err != nil {
		return solver.Result{}, err
	}
	start := time.Now()
	if err := usable(e.cfg.Name, e.err, puzzle); err != nil {
		return solver.Result{}, err
	}
	bounded, cancel := limits.Within(ctx)
	defer cancel()
	limit := limits.MaxSolutions()
	var res solver.Result
	complete := false
	s, err := e.search(bounded, puzzle)
	if err == nil {
		complete, err = s.solutions(bounded, func(grid board.Board) bool {
			res.Solutions++
			if res.Solutions == 1 {
				res.Grid = grid
			}
			return res.Solutions < limit
		})
		res.Stats.Counters = s.counters()
	}
	res.Status = solver.Conclude(res.Solutions, limit, complete)
	switch {
	case err == nil || errors.Is(err, errConflicts):
	case bounded.Err() == nil:
		return solver.Result{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
	case ctx.Err() != nil:
		res.Status = solver.Cancelled
	}
	res.Stats.Elapsed = time.Since(start)
	return res, nil
}

// Solutions implements solver.Enumerator, in the order of the search. It errs where Solve
// says Capped.
func (e *SATSolver) Solutions(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
	return func(yield func(board.Board, error) bool) {
		if err := noContext(ctx, e.cfg.Name); err != nil {
			yield(board.Board{}, err)
			return
		}
		if err := usable(e.cfg.Name, e.err, puzzle); err != nil {
			yield(board.Board{}, err)
			return
		}
		s, err := e.search(ctx, puzzle)
		if err == nil {
			_, err = s.solutions(ctx, func(grid board.Board) bool { return yield(grid, nil) })
		}
		if err != nil {
			yield(board.Board{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err))
		}
	}
}

// search opens the search of a puzzle's formula, which takes a while on large boards. It ends with ctx.
func (e *SATSolver) search(ctx context.Context, puzzle board.Board) (*formulaSearch, error) {
	f, err := encode.CNFOf(ctx, puzzle.Shape(), board.Candidates(puzzle), e.cfg.Clauses)
	if err != nil {
		return nil, err
	}
	return newFormulaSearch(ctx, f, e.cfg.Conflicts)
}

// formulaSearch finds the models of a formula one after another.
type formulaSearch struct {
	formula *encode.CNF
	solver  *cdcl.Solver
	limit   int64 // of conflicts, 0 for none
}

func newFormulaSearch(ctx context.Context, f *encode.CNF, conflicts int64) (*formulaSearch, error) {
	s := &formulaSearch{formula: f, solver: cdcl.New(f.Variables()), limit: conflicts}
	for i, clause := range f.Clauses {
		if i%pollClauses == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s.solver.Add(clause...)
	}
	return s, nil
}

// pollClauses is how many clauses are added between two looks at the context: less than a millisecond.
const pollClauses = 1 << 12

// errConflicts: a run came to more conflicts than SATConfig.Conflicts allows.
var errConflicts = errors.New("bound of conflicts reached")

// solutions yields the grids of all models and reports whether there are no more. Its error is ctx's
// or errConflicts.
func (s *formulaSearch) solutions(ctx context.Context, yield func(board.Board) bool) (complete bool, err error) {
	for {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		switch s.solver.Solve(ctx, s.limit) {
		case cdcl.Stopped:
			return false, ctx.Err()
		case cdcl.Bounded:
			return false, errConflicts
		case cdcl.Unsatisfiable:
			return true, nil
		}
		grid, err := s.formula.FromModel(s.solver.Model())
		if err != nil {
			return false, err
		}
		more := yield(grid)
		clause, _ := s.formula.Blocking(grid)
		if len(clause) == 0 {
			return true, nil
		}
		if !more {
			return false, nil
		}
		s.solver.Add(clause...)
	}
}

func (s *formulaSearch) counters() []solver.Counter {
	c := s.solver.Counters()
	return []solver.Counter{
		{Name: CounterVariables, Value: int64(s.formula.Variables())},
		{Name: CounterClauses, Value: int64(len(s.formula.Clauses))},
		{Name: CounterDecisions, Value: c.Decisions},
		{Name: CounterConflicts, Value: c.Conflicts},
		{Name: CounterSATRestarts, Value: c.Restarts},
	}
}
