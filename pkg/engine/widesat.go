package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/solver"
)

// CounterHandedOver is 1 if the search gave up and the formula took over.
const CounterHandedOver = "handed_over"

// WideSATConfig configures a search with bit masks that hands over to SAT.
type WideSATConfig struct {
	Name string      `json:"name"` // of the engine; empty means "wide-sat"
	Wide wide.Config `json:"wide"`
	// Guesses is how many the search has before it hands over.
	Guesses int64     `json:"guesses"`
	SAT     SATConfig `json:"sat"`
}

// DefaultWideSAT returns the configuration of the engine "wide-sat". Of 1,050 boards of side
// 25 (acs-25x25-half) its search leaves 3 to SAT; between 1,000 and 10,000 guesses the time
// over the hard ones differed by no more than the noise.
func DefaultWideSAT() WideSATConfig {
	return WideSATConfig{Name: "wide-sat", Wide: wide.DefaultConfig(), Guesses: 5000, SAT: DefaultSAT()}
}

// Validate reports the first field that has no meaning.
func (c WideSATConfig) Validate() error {
	if c.Guesses < 1 {
		return fmt.Errorf("search of %d guesses, want 1 or more", c.Guesses)
	}
	if err := c.Wide.Validate(); err != nil {
		return err
	}
	return c.SAT.Validate()
}

// WideSATSolver searches with package bitboard/wide and, if that takes more guesses than its
// configuration grants, goes on with package cdcl from what is left at the root of the search.
// It implements solver.Solver and serves one goroutine at a time. Its nodes are the guesses
// of the search.
type WideSATSolver struct {
	cfg  WideSATConfig
	err  error
	wide *WideSolver
}

// WideSAT returns an engine. If cfg is not valid, each of its calls returns the error of
// cfg.Validate.
func WideSAT(cfg WideSATConfig) *WideSATSolver {
	if cfg.Name == "" {
		cfg.Name = "wide-sat"
	}
	return &WideSATSolver{cfg: cfg, err: cfg.Validate(), wide: Wide(WideConfig{Name: cfg.Name, Config: cfg.Wide})}
}

// Name returns the configured name.
func (e *WideSATSolver) Name() string { return e.cfg.Name }

// Config returns the configuration.
func (e *WideSATSolver) Config() WideSATConfig { return e.cfg }

// Solve implements solver.Solver for boards of every shape.
func (e *WideSATSolver) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	if err := noContext(ctx, e.cfg.Name); err != nil {
		return solver.Result{}, err
	}
	start := time.Now()
	if err := usable(e.cfg.Name, e.err, puzzle); err != nil {
		return solver.Result{}, err
	}
	if e.wide == nil {
		return solver.Result{}, errors.New("engine: the zero WideSATSolver, want one of WideSAT")
	}
	w, err := e.wide.take(puzzle)
	if err != nil {
		return solver.Result{}, err
	}
	defer e.wide.spare.put(puzzle.Shape(), w)
	bounded, cancel := limits.Within(ctx)
	defer cancel()
	limit := limits.MaxSolutions()
	nodes := e.cfg.Guesses
	if limits.Nodes > 0 {
		nodes = min(nodes, limits.Nodes)
	}
	var res solver.Result
	var known []board.Board
	handOver := nodes == e.cfg.Guesses // what takes over has no nodes, so the limit holds
	outcome, err := searchWide(bounded, w, nodes, func(grid board.Board) bool {
		res.Solutions++
		if res.Solutions == 1 {
			res.Grid = grid.Clone()
		}
		if handOver { // the formula would find it again
			known = append(known, grid.Clone())
		}
		return res.Solutions < limit
	})
	complete := outcome == wide.Exhausted
	res.Stats = wideStats(w.Counters())
	if handOver && err == nil && outcome == wide.Budget {
		complete, err = e.goOn(bounded, w, known, limit, &res)
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

// goOn looks for further solutions in what a search has left at its root, up to limit
// together with the known ones.
func (e *WideSATSolver) goOn(ctx context.Context, w *wide.Solver, known []board.Board, limit int, res *solver.Result) (complete bool, err error) {
	left, ok := w.Root(nil)
	if !ok {
		return true, nil
	}
	f, err := encode.CNFOf(ctx, w.Shape(), left, e.cfg.SAT.Clauses)
	if err != nil {
		return false, err
	}
	for _, grid := range known {
		if clause, ok := f.Blocking(grid); ok {
			f.Clauses = append(f.Clauses, clause)
		}
	}
	s, err := newFormulaSearch(ctx, f, e.cfg.SAT.Conflicts)
	if err != nil {
		return false, err
	}
	complete, err = s.solutions(ctx, func(grid board.Board) bool {
		res.Solutions++
		if res.Solutions == 1 {
			res.Grid = grid
		}
		return res.Solutions < limit
	})
	res.Stats.Counters = append(res.Stats.Counters, solver.Counter{Name: CounterHandedOver, Value: 1})
	res.Stats.Counters = append(res.Stats.Counters, s.counters()...)
	return complete, err
}
