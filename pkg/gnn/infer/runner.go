package infer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/solver"
)

// Runner answers puzzles with a model and the methods of its configuration. It serves one
// goroutine at a time.
type Runner struct {
	model  learn.Predictor
	cfg    Config
	exact  solver.Solver
	guided *Search
}

// NewRunner returns a runner. exact is a complete engine for all the boards that will come,
// such as engine.Wide for side 16 and more; nil stands for dancing links. It completes the
// attempts of [Fix], takes over from [Guide], and proves.
func NewRunner(model learn.Predictor, cfg Config, exact solver.Solver) (*Runner, error) {
	if model == nil {
		return nil, errors.New("infer: no model")
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if exact == nil {
		exact = &links{}
	}
	guided, err := NewSearch(SearchConfig{Form: cfg.Start.Form, Order: Confidence})
	if err != nil {
		return nil, err
	}
	return &Runner{model: model, cfg: cfg, exact: exact, guided: guided}, nil
}

// Config returns the configuration.
func (r *Runner) Config() Config { return r.cfg }

// Solve answers the puzzles, one Answer each, with one call of the model for each round over
// all that are still open. The puzzles may differ in shape; they are not changed.
//
// Limits.Solutions and Limits.Nodes hold for each puzzle, Limits.Time for the call. When the
// time or ctx ends, puzzles without an answer are Capped or Cancelled; what they have is in
// their Stages. The error says which puzzle, from 0, is invalid, or that the model failed or gave
// numbers that are no probabilities.
func (r *Runner) Solve(ctx context.Context, puzzles []board.Board, limits solver.Limits) ([]Answer, error) {
	x := &run{r: r, limits: limits}
	return x.solve(ctx, puzzles, nil)
}

// Explain answers one puzzle and tells how.
func (r *Runner) Explain(ctx context.Context, puzzle board.Board, limits solver.Limits) (Answer, *Trace, error) {
	x := &run{r: r, limits: limits}
	t := &Trace{Shape: puzzle.Shape()}
	if !puzzle.IsZero() {
		t.Puzzle = puzzle.String()
	}
	out, err := x.solve(ctx, []board.Board{puzzle}, t)
	if err != nil {
		return Answer{}, nil, err
	}
	return out[0], t, nil
}

// run is one call of a Runner.
type run struct {
	r      *Runner
	limits solver.Limits
	jobs   []*job
}

// job is a puzzle on its way.
type job struct {
	index   int // among the puzzles
	puzzle  board.Board
	root    learn.Prediction // of the puzzle, once it was asked for
	ans     *Answer
	nodes   int64
	decided bool   // Status and Solutions are final
	over    bool   // an exact search was capped: there is to be no other
	trace   *Trace // nil unless it is to be explained
}

// open reports whether nothing is known yet.
func (j *job) open() bool { return !j.decided && j.ans.Grid.IsZero() }

// stage returns the stage that is running.
func (j *job) stage() *Stage { return &j.ans.Stages[len(j.ans.Stages)-1] }

func (j *job) begin(m Method) { j.ans.Stages = append(j.ans.Stages, Stage{Method: m}) }

// work adds the time since start to the running stage.
func (j *job) work(start time.Time) { j.stage().Work += time.Since(start) }

// found takes a grid as the puzzle's answer if it is one; the error says why it is not. search
// is the number of its cells that a search decided.
func (j *job) found(grid board.Board, search int) error {
	if err := board.CheckSolution(j.puzzle, grid); err != nil {
		return err
	}
	a, n := j.ans, grid.Shape().Side()
	a.Grid, a.Solutions, a.By = grid, 1, j.stage().Method
	a.Filled, a.Broken = 0, 0
	a.Search = search
	a.Network = len(grid.Cells()) - j.puzzle.Filled() - search
	for cell, d := range j.puzzle.Cells() {
		if d != 0 || j.root.P == nil {
			continue
		}
		if first, _ := best(j.root, cell, n); first == grid.At(cell) {
			a.Agreed++
		}
	}
	return nil
}

// giveUp keeps what a method had filled when it came to no solution.
func (j *job) giveUp(grid board.Board) {
	j.ans.Filled, j.ans.Broken = grid.Filled()-j.puzzle.Filled(), len(board.Conflicts(grid))
}

// decide ends a puzzle.
func (j *job) decide(status solver.Status, solutions int) {
	j.ans.Status, j.ans.Solutions, j.decided = status, solutions, true
}

func (x *run) solve(ctx context.Context, puzzles []board.Board, trace *Trace) ([]Answer, error) {
	bounded, cancel := x.limits.Within(ctx)
	defer cancel()
	answers := make([]Answer, len(puzzles))
	for i, p := range puzzles {
		if p.IsZero() {
			return nil, fmt.Errorf("infer: board %d is the zero Board", i)
		}
		j := &job{index: i, puzzle: p.Clone(), ans: &answers[i], trace: trace}
		x.jobs = append(x.jobs, j)
		switch _, ok := newPartial(j.puzzle); {
		case !ok:
			j.ans.By = Givens
			j.decide(solver.Unsat, 0)
		case p.Full():
			j.ans.By, j.ans.Grid = Givens, p.Clone()
			j.decide(solver.Unique, 1)
			if err := board.CheckSolution(p, j.ans.Grid); err != nil {
				return nil, fmt.Errorf("infer: board %d is full and without conflicts, but %w", i, err)
			}
		}
	}
	if err := x.stages(bounded); err != nil && !errors.Is(err, errStopped) {
		return nil, err
	}
	limit := x.limits.MaxSolutions()
	for _, j := range x.jobs {
		switch {
		case j.decided:
		case bounded.Err() != nil && ctx.Err() != nil:
			j.ans.Status = solver.Cancelled
		default:
			j.ans.Status = solver.Conclude(j.ans.Solutions, limit, false)
		}
	}
	return answers, nil
}

// stages runs the methods, then the proofs.
func (x *run) stages(ctx context.Context) error {
	for _, m := range x.r.cfg.Stages {
		var jobs []*job
		for _, j := range x.jobs {
			if j.open() {
				j.begin(m)
				jobs = append(jobs, j)
			}
		}
		if len(jobs) == 0 {
			break
		}
		err := x.roots(ctx, jobs)
		if err == nil {
			err = x.method(m)(ctx, jobs)
		}
		if err != nil {
			return err
		}
	}
	for _, j := range x.jobs {
		if err := x.prove(ctx, j); err != nil {
			return err
		}
	}
	return nil
}

func (x *run) method(m Method) func(context.Context, []*job) error {
	switch m {
	case Single:
		return x.single
	case Refine:
		return x.refine
	case Beam:
		return x.beam
	case Start:
		return x.start
	}
	panic("infer: stage " + string(m) + " passed validation")
}
