package infer

import (
	"context"
	"errors"
	"slices"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// The counters of a [Solver] and of a [Search]. All are exact, given a model that answers
// equal boards equally.
const (
	CounterGuesses  = "guesses"   // digits tried where there was a choice
	CounterMaxDepth = "max_depth" // the most digits that stood at once; of a Search only

	CounterCalls    = "model_calls"
	CounterBoards   = "model_boards" // partial grids put through the model
	CounterRounds   = "rounds"       // of all stages together
	CounterStage    = "stage"        // the stage that answered, from 1; 0 for none or the givens
	CounterNetwork  = "network_cells"
	CounterSearch   = "search_cells"
	CounterAgreed   = "agreed_cells"
	CounterAttempts = "attempts" // exact searches
	CounterKept     = "kept"     // digits of the model that the exact search began with
	CounterFilled   = "filled_cells"
	CounterBroken   = "broken_pairs" // of a grid that was given up, with the cells above
)

// Complete reports whether the configuration always comes to a proof if the limits let it.
func (c Config) Complete() bool { return slices.Contains(c.Stages, Start) && c.Prove }

// Solver makes a [Runner] a solver.Solver, one puzzle at a time. If its configuration is not
// complete, it leaves unsolved boards Capped, without a Grid; a Grid that it does have is
// Found if one solution was asked for, else Capped, as nothing is proved about others.
//
// Its nodes are those of all exact searches together.
type Solver struct {
	name string
	r    *Runner
}

// NewSolver returns the runner as a solver of that name.
func NewSolver(name string, r *Runner) (*Solver, error) {
	if name == "" || r == nil {
		return nil, errors.New("infer: a solver needs a name and a runner")
	}
	return &Solver{name: name, r: r}, nil
}

// Name returns the name.
func (s *Solver) Name() string { return s.name }

// Runner returns the runner, for its Explain.
func (s *Solver) Runner() *Runner { return s.r }

// Solve implements solver.Solver. An error means that the board is invalid or that the model
// failed on it.
func (s *Solver) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	start := time.Now()
	answers, err := s.r.Solve(ctx, []board.Board{puzzle}, limits)
	if err != nil {
		return solver.Result{}, err
	}
	res := s.r.Result(answers[0])
	res.Stats.Elapsed = time.Since(start)
	return res, nil
}

// Result returns an answer of the runner in the form of package solver, its cost as counters.
// Elapsed is the answer's own.
func (r *Runner) Result(a Answer) solver.Result {
	t := a.Total()
	return solver.Result{
		Status: a.Status, Grid: a.Grid, Solutions: a.Solutions,
		Stats: solver.Stats{
			Nodes: t.Nodes, Backtracks: t.Backtracks, Elapsed: t.Model + t.Work,
			Counters: []solver.Counter{
				{Name: CounterGuesses, Value: t.Guesses},
				{Name: CounterCalls, Value: int64(t.Calls)},
				{Name: CounterBoards, Value: int64(t.Boards)},
				{Name: CounterRounds, Value: int64(t.Rounds)},
				{Name: CounterStage, Value: int64(slices.Index(r.cfg.Stages, a.By) + 1)},
				{Name: CounterNetwork, Value: int64(a.Network)},
				{Name: CounterSearch, Value: int64(a.Search)},
				{Name: CounterAgreed, Value: int64(a.Agreed)},
				{Name: CounterAttempts, Value: int64(t.Attempts)},
				{Name: CounterKept, Value: int64(t.Kept)},
				{Name: CounterFilled, Value: int64(a.Filled)},
				{Name: CounterBroken, Value: int64(a.Broken)},
			},
		},
	}
}
