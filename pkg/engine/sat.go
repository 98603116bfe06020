package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	sat "github.com/crillab/gophersat/solver"

	"sudokulab/pkg/board"
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

// SATConfig configures the engine of gophersat.
type SATConfig struct {
	Name    string         `json:"name"` // of the engine; empty means "sat"
	Clauses encode.Clauses `json:"clauses"`
	// Conflicts bounds the clauses that a run may learn, all solutions together; 0 for no
	// bound. Unlike a bound on time it ends a run at the same place on every machine.
	Conflicts int64 `json:"conflicts"`
}

// DefaultSAT returns the configuration of the engine "sat". With the minimal clauses 210 boards
// of side 16 (every fifth of acs-16x16-half) took 32,858 conflicts, with the extended ones 989;
// 50 hard boards of side 25 took 11 s with the extended ones and were not done in 300 s with
// the minimal ones.
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

// SATSolver is conflict-driven clause learning by gophersat on the formula of package encode,
// for boards of every shape. It implements solver.Solver and solver.Enumerator and serves one
// goroutine at a time. It has no search tree to count nodes of: Nodes limits do not concern
// it, SATConfig.Conflicts is its bound.
//
// Two traps of gophersat 1.4.0 shape it. All its solvers share one buffer for the clause that
// is being learnt, so two that run at once spoil each other's clauses: the engines of a
// process take turns. And its search has no way to be stopped; see attempt for what stops it
// all the same.
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
	f, err := encode.NewCNF(puzzle, e.cfg.Clauses)
	if err != nil {
		return solver.Result{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
	}
	bounded, cancel := within(ctx, limits)
	defer cancel()
	limit := limits.MaxSolutions()
	var res solver.Result
	s := newFormulaSearch(f, e.cfg.Conflicts)
	complete, err := s.solutions(bounded, func(grid board.Board) bool {
		res.Solutions++
		if res.Solutions == 1 {
			res.Grid = grid
		}
		return res.Solutions < limit
	})
	res.Status = solver.Conclude(res.Solutions, limit, complete)
	switch {
	case err == nil || errors.Is(err, errConflicts):
	case bounded.Err() == nil:
		return solver.Result{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
	case ctx.Err() != nil:
		res.Status = solver.Cancelled
	}
	res.Stats.Counters = s.counters()
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
		err := usable(e.cfg.Name, e.err, puzzle)
		if err != nil {
			yield(board.Board{}, err)
			return
		}
		f, err := encode.NewCNF(puzzle, e.cfg.Clauses)
		if err == nil {
			_, err = newFormulaSearch(f, e.cfg.Conflicts).solutions(ctx, func(grid board.Board) bool { return yield(grid, nil) })
		}
		if err != nil {
			yield(board.Board{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err))
		}
	}
}

// formulaSearch finds the models of a formula one after another.
type formulaSearch struct {
	formula *encode.CNF
	solver  *sat.Solver
	status  sat.Status
	learnt  int64 // clauses, of all attempts
	limit   int64 // of learnt, 0 for none
}

func newFormulaSearch(f *encode.CNF, conflicts int64) *formulaSearch {
	return &formulaSearch{formula: f, limit: conflicts}
}

// solutions yields the grids of all models and reports whether there are no more. Errors are
// those of attempt.
func (s *formulaSearch) solutions(ctx context.Context, yield func(board.Board) bool) (complete bool, err error) {
	for {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if s.solver == nil {
			s.solver = sat.New(sat.ParseSliceNb(s.formula.Clauses, s.formula.Variables()))
		}
		if err := s.attempt(ctx); err != nil {
			return false, err
		}
		if s.status == sat.Unsat {
			return true, nil
		}
		grid, err := s.formula.FromModel(s.solver.Model())
		if err != nil {
			return false, err
		}
		more := yield(grid)
		another := s.block(grid)
		if !more || !another {
			return !another, nil
		}
	}
}

// block rules a grid out. It reports false if that leaves no other.
func (s *formulaSearch) block(grid board.Board) bool {
	clause, ok := s.formula.Blocking(grid)
	if !ok {
		return true
	}
	if len(clause) == 0 {
		return false
	}
	literals := make([]sat.Lit, len(clause))
	for i, l := range clause {
		literals[i] = sat.IntToLit(int32(l))
	}
	s.solver.AppendClause(sat.NewClause(literals))
	return true
}

// contradiction is what gophersat reports when it has proved that there is no model.
const contradiction = "0"

// errConflicts: a run learnt more clauses than SATConfig.Conflicts allows.
var errConflicts = errors.New("bound of conflicts reached")

// turn holds a token while a solver of gophersat runs: see [SATSolver].
var turn = make(chan struct{}, 1)

// attempt solves once more. Its error is ctx's, errConflicts, or a panic of gophersat's that
// it did not cause; after any of them the search is over.
//
// The only place where a running solver meets the outside is the channel on which it reports,
// for proofs, each clause it learns. Counting these reports gives the bound of conflicts. To
// stop the solver the channel is closed: its next report panics, its goroutine recovers and
// ends. Nothing is left behind, at the price of writing out each clause, and of a wait until
// the next conflict. A solver that learns no more clauses is near its end anyway.
//
// The race detector calls a close beside a send a race, which it is: one whose two outcomes,
// a report lost or a panic, are both wanted. Under the detector (interrupts is false) a run
// goes on to its end instead and is then thrown away.
func (s *formulaSearch) attempt(ctx context.Context) error {
	select {
	case turn <- struct{}{}:
		defer func() { <-turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	// Without a buffer the solver is at most one clause ahead, so a bound of conflicts ends it at
	// the same clause every time, and its counters are exact.
	reports := make(chan string)
	s.solver.Certified, s.solver.CertChan = true, reports
	type end struct {
		status sat.Status
		panic  any
	}
	ended := make(chan end, 1)
	go func() {
		var e end
		defer func() {
			e.panic = recover()
			ended <- e
		}()
		e.status = s.solver.Solve()
	}()
	var cause error // of the end, other than the solver's own
	stop := func(err error) {
		if cause == nil {
			cause = err
			if interrupts {
				close(reports)
			}
		}
	}
	done := ctx.Done()
	var incoming <-chan string = reports
	for {
		select {
		case clause, open := <-incoming:
			switch {
			case !open:
				incoming = nil
			case clause != contradiction:
				s.learnt++
				if s.limit > 0 && s.learnt > s.limit {
					stop(errConflicts)
				}
			}
		case <-done:
			done = nil
			stop(ctx.Err())
		case e := <-ended:
			switch {
			case cause != nil:
				return cause
			case e.panic != nil:
				return fmt.Errorf("gophersat: panic: %v", e.panic)
			}
			s.status = e.status
			return nil
		}
	}
}

func (s *formulaSearch) counters() []solver.Counter {
	out := []solver.Counter{
		{Name: CounterVariables, Value: int64(s.formula.Variables())},
		{Name: CounterClauses, Value: int64(len(s.formula.Clauses))},
	}
	if s.solver != nil {
		out = append(out,
			solver.Counter{Name: CounterDecisions, Value: int64(s.solver.Stats.NbDecisions)},
			solver.Counter{Name: CounterConflicts, Value: int64(s.solver.Stats.NbConflicts)},
			solver.Counter{Name: CounterSATRestarts, Value: int64(s.solver.Stats.NbRestarts)},
		)
	}
	return out
}
