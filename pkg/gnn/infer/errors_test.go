package infer_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/solver"
)

var errModel = errors.New("model is broken")

// spoiled changes what the oracle says of the board of that number.
func spoiled(at int, change func(p *learn.Prediction, cell int)) failing {
	good := oracle(0, 0.9, 1)
	return func(ctx context.Context, boards []board.Board) ([]learn.Prediction, error) {
		out, err := good.Predict(ctx, boards)
		if at < len(boards) {
			change(&out[at], empties(boards[at])[0])
		}
		return out, err
	}
}

func TestBadPredictions(t *testing.T) {
	puzzles := own(t, "own-easy", 4)
	for name, tc := range map[string]struct {
		model learn.Predictor
		want  string // in the error
	}{
		"NaN":      {spoiled(2, func(p *learn.Prediction, cell int) { p.P[cell*9+3] = float32(math.NaN()) }), "holds 4 with probability NaN, want 0 to 1"},
		"infinite": {spoiled(1, func(p *learn.Prediction, cell int) { p.P[cell*9] = float32(math.Inf(1)) }), "board 1: "},
		"negative": {spoiled(3, func(p *learn.Prediction, cell int) { p.P[cell*9+1] = -0.25 }), "board 3: "},
		"sum":      {spoiled(0, func(p *learn.Prediction, cell int) { clear(p.P[cell*9 : cell*9+9]) }), "board 0: "},
		"length":   {spoiled(2, func(p *learn.Prediction, _ int) { p.P = p.P[:728] }), "board 2: prediction of 728 probabilities, want 729"},
		"empty":    {spoiled(2, func(p *learn.Prediction, _ int) { p.P = nil }), "board 2: "},
		"too few": {failing(func(context.Context, []board.Board) ([]learn.Prediction, error) {
			return make([]learn.Prediction, 3), nil
		}), "3 predictions, want 4"},
		"an error":  {failing(func(context.Context, []board.Board) ([]learn.Prediction, error) { return nil, errModel }), errModel.Error()},
		"no answer": {failing(func(context.Context, []board.Board) ([]learn.Prediction, error) { return nil, nil }), "0 predictions, want 4"},
	} {
		for _, e := range entries() {
			a, err := runner(t, tc.model, e.Config, nil).Solve(t.Context(), puzzles, solver.Limits{})
			if err == nil || a != nil || !strings.HasPrefix(err.Error(), "infer: ") || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%s, %s: error %v, want %q in it", name, e.Name, err, tc.want)
			}
			if name == "an error" && !errors.Is(err, errModel) {
				t.Errorf("%s: the model's error is lost in %v", e.Name, err)
			}
		}
	}
}

func TestBadArguments(t *testing.T) {
	if _, err := infer.NewRunner(nil, infer.DefaultConfig(), nil); err == nil {
		t.Error("no model was taken for one")
	}
	for _, change := range []func(c *infer.Config){
		func(c *infer.Config) { c.Stages = nil },
		func(c *infer.Config) { c.Stages = []infer.Method{infer.Beam, infer.Beam} },
		func(c *infer.Config) { c.Stages = []infer.Method{infer.Proof} },
		func(c *infer.Config) { c.Refine.Rounds = 0 },
		func(c *infer.Config) { c.Refine.Threshold = math.NaN() },
		func(c *infer.Config) { c.Refine.Threshold = 95 },
		func(c *infer.Config) { c.Refine.Finish = "" },
		func(c *infer.Config) { c.Beam.Width = 0 },
		func(c *infer.Config) { c.Beam.Rounds = -1 },
		func(c *infer.Config) { c.Beam.Threshold = -1 },
		func(c *infer.Config) { c.Beam.Cell = "best" },
		func(c *infer.Config) { c.Beam.Ask = "never" },
		func(c *infer.Config) { c.Start.Mode = "" },
		func(c *infer.Config) { c.Start.Drop = "" },
		func(c *infer.Config) { c.Start.Form = "tree" },
		func(c *infer.Config) { c.Start.Nodes = -1 },
	} {
		c := infer.CorrectedConfig()
		change(&c)
		if _, err := infer.NewRunner(uniform(), c, nil); err == nil {
			t.Errorf("%+v was taken", c)
		}
	}
	for _, e := range entries() {
		if err := e.Config.Validate(); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
	r := runner(t, uniform(), infer.DefaultConfig(), nil)
	if _, err := infer.NewSolver("", r); err == nil {
		t.Error("a solver without a name was made")
	}
	_, err := r.Solve(t.Context(), []board.Board{own(t, "own-4x4", 1)[0], {}}, solver.Limits{})
	if err == nil || !strings.Contains(err.Error(), "board 1 ") {
		t.Errorf("the zero Board: %v", err)
	}
	if _, _, err := r.Explain(t.Context(), board.Board{}, solver.Limits{}); err == nil {
		t.Error("the zero Board was explained")
	}
}

// engineFunc is an exact engine that is nothing but a function.
type engineFunc func(b board.Board, l solver.Limits) (solver.Result, error)

func (engineFunc) Name() string { return "broken" }

func (f engineFunc) Solve(_ context.Context, b board.Board, l solver.Limits) (solver.Result, error) {
	return f(b, l)
}

// TestBrokenEngine: an exact engine that is wrong is found out where it can be.
func TestBrokenEngine(t *testing.T) {
	b := own(t, "own-easy", 1)[0]
	grid := solutions()(b)
	swapped := grid.Clone()
	for cell, d := range grid.Cells() {
		switch d {
		case 1:
			swapped.Set(cell, 2)
		case 2:
			swapped.Set(cell, 1)
		}
	}
	for name, f := range map[string]engineFunc{
		"wrong grid": func(board.Board, solver.Limits) (solver.Result, error) {
			return solver.Result{Status: solver.Unique, Solutions: 1, Grid: swapped}, nil
		},
		"no solution": func(board.Board, solver.Limits) (solver.Result, error) {
			return solver.Result{Status: solver.Unsat}, nil
		},
		"error": func(board.Board, solver.Limits) (solver.Result, error) { return solver.Result{}, errModel },
	} {
		for _, e := range entries() {
			if !e.Config.Complete() || e.Name == "gnn-guided" {
				continue
			}
			c := e.Config
			c.Start.Mode = infer.Fix
			for _, p := range []learn.Predictor{oracle(0, 0.99, 1), adversary()} {
				if name == "no solution" {
					if _, sure := p.(*each); !sure || p.(*each).of(b).P[empties(b)[0]*9+grid.At(empties(b)[0])-1] < 0.9 {
						continue // nothing contradicts the engine
					}
					if c.Stages[0] == infer.Start {
						continue
					}
				}
				a, err := runner(t, p, c, f).Solve(t.Context(), []board.Board{b}, solver.Limits{})
				if err == nil || !strings.Contains(err.Error(), "board 0: engine broken") {
					t.Errorf("%s, %s: %+v, error %v", name, e.Name, a, err)
				}
			}
		}
	}
}

// TestNodesNeverUnbounded: an engine whose puzzle has no nodes left is not told 0, which would
// mean that it has no bound.
func TestNodesNeverUnbounded(t *testing.T) {
	b := own(t, "own-minimal", 1)[0]
	exact := engine.DLX(engine.DefaultDLX())
	total := int64(0)
	calls := 0
	f := engineFunc(func(b board.Board, l solver.Limits) (solver.Result, error) {
		calls++
		if l.Nodes <= 0 || l.Nodes > max(1, 60-total) {
			t.Errorf("call %d may use %d nodes, 60 less %d are left", calls, l.Nodes, total)
		}
		res, err := exact.Solve(t.Context(), b, l)
		total += res.Stats.Nodes
		return res, err
	})
	c := infer.DefaultConfig()
	c.Stages = []infer.Method{infer.Start}
	a, err := runner(t, adversary(), c, f).Solve(t.Context(), []board.Board{b}, solver.Limits{Nodes: 60})
	if err != nil || a[0].Status != solver.Capped || a[0].Total().Nodes > 60 || calls < 2 {
		t.Errorf("%+v after %d calls (%v)", a, calls, err)
	}
}

// TestCancelled: a model that is interrupted ends the run; what was answered stays.
func TestCancelled(t *testing.T) {
	easy, hard := own(t, "own-easy", 1)[0], own(t, "own-minimal", 1)[0]
	full := solutions()(easy)
	puzzles := []board.Board{full, easy, hard}
	// The first call answers all of easy and nothing of hard; the second one hangs.
	calls := 0
	sure, lost := oracle(0, 0.99, 1), uniform()
	model := failing(func(ctx context.Context, boards []board.Board) ([]learn.Prediction, error) {
		calls++
		if calls > 1 {
			return slow(lost, time.Minute).Predict(ctx, boards)
		}
		var out []learn.Prediction
		for _, b := range boards {
			p := sure
			if b.Equal(hard) {
				p = lost
			}
			one, _ := p.Predict(ctx, []board.Board{b})
			out = append(out, one...)
		}
		return out, nil
	})
	for _, tc := range []struct {
		limits solver.Limits
		want   solver.Status
	}{
		{solver.Limits{Solutions: 1}, solver.Cancelled},
		{solver.Limits{Solutions: 1, Time: 20 * time.Millisecond}, solver.Capped},
	} {
		// The clock stands still while the first call computes, however busy the machine is.
		synctest.Test(t, func(t *testing.T) {
			calls = 0
			ctx, cancel := context.WithCancel(t.Context())
			if tc.limits.Time == 0 {
				time.AfterFunc(20*time.Millisecond, cancel)
			}
			start := time.Now()
			a, err := runner(t, model, infer.DefaultConfig(), nil).Solve(ctx, puzzles, tc.limits)
			cancel()
			if err != nil || time.Since(start) > 10*time.Second {
				t.Fatalf("error %v after %v", err, time.Since(start))
			}
			if a[0].Status != solver.Unique || a[2].Status != tc.want || !a[2].Grid.IsZero() {
				t.Errorf("%+v: %+v", tc.limits, a)
			}
			// Refinement has filled easy in its first round.
			if !a[1].Grid.Equal(full) || a[1].By != infer.Refine || a[1].Solutions != 1 {
				t.Errorf("%+v: %+v, want the grid that was found before", tc.limits, a[1])
			}
		})
	}
	// A context that has ended before: no call at all.
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	quiet := oracle(0, 0.9, 1)
	for _, e := range entries() {
		a, err := runner(t, quiet, e.Config, nil).Solve(ctx, puzzles[1:], solver.Limits{})
		if err != nil || quiet.calls != 0 || a[0].Status != solver.Cancelled || a[1].Status != solver.Cancelled {
			t.Errorf("%s: %+v, error %v, %d calls", e.Name, a, err, quiet.calls)
		}
	}
}

// TestLimits: what Found, Unique, Multiple and Capped mean for a grid of the network.
func TestLimits(t *testing.T) {
	unique := own(t, "own-minimal", 1)[0]
	several := unique.Clone()
	for cell, d := range several.Cells() {
		if d != 0 {
			several.Set(cell, 0) // a minimal puzzle has several solutions without a given
			break
		}
	}
	for _, tc := range []struct {
		b         board.Board
		prove     bool
		solutions int
		want      solver.Status
	}{
		{unique, true, 1, solver.Found},
		{unique, true, 2, solver.Unique},
		{unique, true, 0, solver.Unique},
		{unique, false, 1, solver.Found},
		{unique, false, 2, solver.Capped},
		{several, true, 1, solver.Found},
		{several, true, 2, solver.Multiple},
		{several, false, 2, solver.Capped},
	} {
		c := infer.DefaultConfig()
		c.Prove = tc.prove
		a, err := runner(t, oracle(0, 0.99, 1), c, nil).Solve(t.Context(), []board.Board{tc.b}, solver.Limits{Solutions: tc.solutions})
		if err != nil {
			t.Fatal(err)
		}
		if a[0].Status != tc.want || a[0].By != infer.Refine || a[0].Grid.IsZero() {
			t.Errorf("limit %d, prove %v: %+v, want %s", tc.solutions, tc.prove, a[0], tc.want)
		}
	}
}
