package engine

import (
	"context"
	"fmt"
	"iter"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
)

// The counters of the minigrid engines.
const (
	CounterFillings    = "fillings"    // of all boxes, listed by phase 2
	CounterSurvivors   = "survivors"   // fillings left by phase 4
	CounterEdges       = "edges"       // of the graph before pruning
	CounterTried       = "tried"       // digits tried by phase 2
	CounterComparisons = "comparisons" // made by phase 3
	CounterRounds      = "rounds"      // passes of phase 4
	CounterBytes       = "bytes"       // of fillings, signatures and adjacency
	CounterDeadEnds    = "dead_ends"   // of phase 5
)

// MinigridConfig configures an engine of package minigrid.
type MinigridConfig struct {
	Name string `json:"name"` // of the engine; empty means "minigrid"
	minigrid.Config
}

// DefaultMinigrid returns the configuration of the engine "minigrid": one worker, since
// a program that solves many puzzles has better use for the other cores.
func DefaultMinigrid() MinigridConfig {
	cfg := MinigridConfig{Name: "minigrid", Config: minigrid.DefaultConfig()}
	cfg.Workers = 1
	return cfg
}

// MinigridSolver is the engine of package minigrid. It implements solver.Solver and
// solver.Enumerator and serves one goroutine at a time.
type MinigridSolver struct {
	cfg MinigridConfig
	err error
}

// Minigrid returns an engine. If cfg is not valid, each of its calls returns the error of
// cfg.Validate.
func Minigrid(cfg MinigridConfig) *MinigridSolver {
	if cfg.Name == "" {
		cfg.Name = "minigrid"
	}
	return &MinigridSolver{cfg: cfg, err: cfg.Validate()}
}

// Name returns the configured name.
func (e *MinigridSolver) Name() string { return e.cfg.Name }

// Config returns the configuration.
func (e *MinigridSolver) Config() MinigridConfig { return e.cfg }

// Solve implements solver.Solver. A puzzle whose graph outgrows the configured vertices or
// bytes is Capped.
func (e *MinigridSolver) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	if err := noContext(ctx, e.cfg.Name); err != nil {
		return solver.Result{}, err
	}
	start := time.Now()
	if err := usable(e.cfg.Name, e.err, puzzle); err != nil {
		return solver.Result{}, err
	}
	a, err := minigrid.Analyse(ctx, puzzle, e.cfg.Config, limits)
	if err != nil {
		return solver.Result{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
	}
	res := solver.Result{
		Status:    a.Status,
		Grid:      a.First,
		Solutions: int(a.Solutions),
		Stats: solver.Stats{
			Nodes:      a.Extract.Nodes,
			Backtracks: a.Extract.DeadEnds,
			Counters: []solver.Counter{
				{Name: CounterTried, Value: a.Phases[1].Steps},
				{Name: CounterComparisons, Value: a.Phases[2].Steps},
				{Name: CounterDeadEnds, Value: a.Extract.DeadEnds},
			},
		},
	}
	if a.Permutations != nil {
		res.Stats.Counters = append(res.Stats.Counters, solver.Counter{Name: CounterFillings, Value: a.Permutations.Total()})
	}
	if a.Graph != nil {
		survivors := 0
		for box := range puzzle.Shape().Side() {
			survivors += a.Graph.AliveCount(box)
		}
		res.Stats.Counters = append(res.Stats.Counters,
			solver.Counter{Name: CounterEdges, Value: a.Graph.Edges()},
			solver.Counter{Name: CounterSurvivors, Value: int64(survivors)},
			solver.Counter{Name: CounterRounds, Value: int64(a.Graph.Rounds())},
			solver.Counter{Name: CounterBytes, Value: a.Graph.Bytes().Total()},
		)
	}
	res.Stats.Elapsed = time.Since(start)
	return res, nil
}

// Solutions implements solver.Enumerator. It errs where Solve says Capped.
func (e *MinigridSolver) Solutions(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
	return func(yield func(board.Board, error) bool) {
		if err := noContext(ctx, e.cfg.Name); err != nil {
			yield(board.Board{}, err)
			return
		}
		g, err := e.graph(ctx, puzzle)
		if err != nil {
			yield(board.Board{}, err)
			return
		}
		if g == nil {
			return
		}
		for grid, err := range g.Solutions(ctx, nil) {
			if err != nil {
				err = fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
			}
			if !yield(grid, err) || err != nil {
				return
			}
		}
	}
}

// graph runs phases 1 to 4. It returns nil for a board that they refute.
func (e *MinigridSolver) graph(ctx context.Context, puzzle board.Board) (*minigrid.Graph, error) {
	if err := usable(e.cfg.Name, e.err, puzzle); err != nil {
		return nil, err
	}
	fail := func(err error) (*minigrid.Graph, error) { return nil, fmt.Errorf("engine: %s: %w", e.cfg.Name, err) }
	masks, err := minigrid.Mask(puzzle)
	if err != nil {
		return fail(err)
	}
	if masks.Conflict() {
		return nil, nil //nolint:nilnil // no graph is the answer: there is no solution
	}
	p, err := minigrid.Permute(ctx, masks, e.cfg.Config)
	switch {
	case err != nil:
		return fail(err)
	case p.Impossible():
		return nil, nil //nolint:nilnil // as above
	case p.Capped():
		return fail(minigrid.ErrCapped)
	}
	g, err := minigrid.Connect(ctx, p, e.cfg.Config)
	if err != nil {
		return fail(err)
	}
	if err := g.PruneToFixedPoint(ctx); err != nil {
		return fail(err)
	}
	return g, nil
}
