package gnninference

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/solver"
)

// tally is what a method did on a set.
type tally struct {
	solved, wrong, open int
	bounded             int // boards whose beam came to its bound
	boards, calls       int64
	attempts            int64
	nodes               int64
	by                  map[infer.Method]int64 // boards by the stage that answered
	times               []float64
}

// compareMethods runs every method on the puzzles of a set, asked for one solution.
func compareMethods(ctx context.Context, cfg Config, s Set, r *lab.Run) error {
	list, err := load(ctx, s, r)
	if err != nil {
		return err
	}
	d, k, err := openNoted(ctx, cfg, r)
	if err != nil {
		return err
	}
	defer d.Close()
	one, err := d.network(ctx, cfg, 1)
	if err != nil {
		return err
	}
	defer one.Close()
	model := newTimed(one)
	runners := make([]*infer.Runner, len(cfg.Methods))
	tallies := make([]tally, len(cfg.Methods))
	for i, m := range cfg.Methods {
		if runners[i], err = infer.NewRunner(model, m.Config, nil); err != nil {
			return err
		}
		tallies[i].by = map[infer.Method]int64{}
	}
	empty, right := 0, 0
	for i, p := range list {
		model.forget()
		first, err := model.Predict(ctx, []board.Board{p.board})
		if err != nil {
			return err
		}
		e, good := cellsRight(p, first[0])
		empty, right = empty+e, right+good
		for k, m := range cfg.Methods {
			model.spent = 0
			answers, err := runners[k].Solve(ctx, []board.Board{p.board}, solver.Limits{Solutions: 1})
			if err != nil {
				return fmt.Errorf("%s on puzzle %d: %w", m.Name, i+1, err)
			}
			tallies[k].add(p, answers[0], m.Config, model.spent)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		r.Progress(i+1, len(list))
	}
	givens := 0
	for _, p := range list {
		givens += p.board.Filled()
	}
	r.Count("boards", int64(len(list)), "boards")
	r.Exact("givens", float64(givens)/float64(len(list)), "cells", len(list))
	k.Count("predictions", int64(model.made), "boards")
	r.Count("cells", int64(empty), "cells")
	k.Count("cells right", int64(right), "cells")
	for i, m := range cfg.Methods {
		t := &tallies[i]
		k.Count("solved "+m.Name, int64(t.solved), "boards")
		k.Count("wrong "+m.Name, int64(t.wrong), "boards")
		k.Count("open "+m.Name, int64(t.open), "boards")
		k.Count("bounded "+m.Name, int64(t.bounded), "boards")
		k.Count("calls "+m.Name, t.calls, "calls")
		k.Count("asked "+m.Name, t.boards, "boards")
		k.Count("attempts "+m.Name, t.attempts, "searches")
		k.Count("nodes "+m.Name, t.nodes, "nodes")
		for _, stage := range m.Config.Stages {
			k.Count(byMetric(stage, m.Name), t.by[stage], "boards")
		}
		if err := keepTimes(r, m.Name, t.times); err != nil {
			return err
		}
	}
	return timeBatched(ctx, cfg, list, r)
}

// cellsRight counts the empty cells of a puzzle, and those in which the network puts the right
// digit first.
func cellsRight(p puzzle, said learn.Prediction) (empty, right int) {
	n := p.board.Shape().Side()
	for cell, d := range p.board.Cells() {
		if d != 0 {
			continue
		}
		empty++
		row := said.P[cell*n : cell*n+n]
		if slices.Index(row, slices.Max(row))+1 == p.solution.At(cell) {
			right++
		}
	}
	return empty, right
}

func byMetric(stage infer.Method, method string) string {
	return fmt.Sprintf("by %s %s", stage, method)
}

// add takes the answer to one puzzle, checked here once more.
func (t *tally) add(p puzzle, a infer.Answer, c infer.Config, spent float64) {
	total := a.Total()
	t.times = append(t.times, spent+total.Work.Seconds())
	t.boards += int64(total.Boards)
	t.calls += int64(total.Calls)
	t.attempts += int64(total.Attempts)
	t.nodes += total.Nodes
	for _, s := range a.Stages {
		if s.Method == infer.Beam && c.Beam.Rounds > 0 && s.Rounds >= c.Beam.Rounds && a.By != infer.Beam {
			t.bounded++
		}
	}
	switch {
	case a.Grid.IsZero():
		t.open++
	case board.CheckSolution(p.board, a.Grid) != nil || !a.Grid.Equal(p.solution):
		t.wrong++
	default:
		t.solved++
		t.by[a.By]++
	}
}

// timeBatched times some methods over all puzzles of a set at once.
func timeBatched(ctx context.Context, cfg Config, list []puzzle, r *lab.Run) error {
	d, err := open(ctx, cfg)
	if err != nil {
		return err
	}
	defer d.Close()
	batch := min(cfg.Batch, len(list))
	t, err := d.network(ctx, cfg, batch)
	if err != nil {
		return err
	}
	defer t.Close()
	boards := make([]board.Board, len(list))
	for i, p := range list {
		boards[i] = p.board
	}
	r.Count("batch", int64(batch), "boards")
	for _, m := range cfg.Methods {
		for _, name := range cfg.Batched {
			if m.Name != name {
				continue
			}
			runner, err := infer.NewRunner(t, m.Config, nil)
			if err != nil {
				return err
			}
			begin := time.Now()
			if _, err := runner.Solve(ctx, boards, solver.Limits{Solutions: 1}); err != nil {
				return err
			}
			r.Noisy("batched "+m.Name, time.Since(begin).Seconds()/float64(len(boards)), "s", len(boards))
		}
	}
	return nil
}

// complete are the methods that promise an answer.
func (c Config) complete() (out []Method) {
	for _, m := range c.Methods {
		if m.Config.Complete() {
			out = append(out, m)
		}
	}
	return out
}

// nameAnswers asks the methods that promise an answer about boards with no, one and several
// solutions and about such whose givens conflict, and compares what they name them with the
// counts that the set states.
func nameAnswers(ctx context.Context, cfg Config, _ Set, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	type asked struct {
		board board.Board
		want  solver.Status
	}
	var list []asked
	kinds := map[string]int64{}
	for _, it := range items {
		want, kind := solver.Unique, "one solution"
		switch {
		case it.Count < 0:
			continue
		case it.Count == 0:
			want, kind = solver.Unsat, "no solution"
		case it.Count > 1:
			want, kind = solver.Multiple, "several solutions"
		}
		list = append(list, asked{it.Board, want})
		kinds[kind]++
	}
	set, err := puzzles.TestSetOf("9x9-30-35")
	if err != nil {
		return err
	}
	samples, err := puzzles.HeldOut(ctx, set, cfg.Invalid, 0)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(r.Seed, 1))
	for _, x := range samples {
		list = append(list, asked{conflicting(x.Board(), rng), solver.Unsat})
		kinds["conflict"]++
	}
	d, k, err := openNoted(ctx, cfg, r)
	if err != nil {
		return err
	}
	defer d.Close()
	one, err := d.network(ctx, cfg, 1)
	if err != nil {
		return err
	}
	defer one.Close()
	model := newTimed(one)
	right, wrong, open := map[string]int64{}, map[string]int64{}, map[string]int64{}
	for i, a := range list {
		model.forget()
		for _, m := range cfg.complete() {
			runner, err := infer.NewRunner(model, m.Config, nil)
			if err != nil {
				return err
			}
			answers, err := runner.Solve(ctx, []board.Board{a.board}, solver.Limits{})
			if err != nil {
				return fmt.Errorf("%s on board %d: %w", m.Name, i+1, err)
			}
			got := answers[0]
			switch {
			case got.Status == solver.Capped || got.Status == solver.Cancelled:
				open[m.Name]++
			case got.Status != a.want,
				got.Status == solver.Unsat && !got.Grid.IsZero(),
				got.Status != solver.Unsat && board.CheckSolution(a.board, got.Grid) != nil:
				wrong[m.Name]++
			default:
				right[m.Name]++
			}
		}
		r.Progress(i+1, len(list))
	}
	r.Count("boards", int64(len(list)), "boards")
	for kind, n := range kinds {
		r.Count("of "+kind, n, "boards")
	}
	for _, m := range cfg.complete() {
		k.Count("right "+m.Name, right[m.Name], "boards")
		k.Count("wrong "+m.Name, wrong[m.Name], "boards")
		k.Count("open "+m.Name, open[m.Name], "boards")
	}
	return nil
}

// conflicting returns a board with a given repeated in an empty cell of its row.
func conflicting(b board.Board, rng *rand.Rand) board.Board {
	b = b.Clone()
	for _, cell := range rng.Perm(len(b.Cells())) {
		if b.At(cell) != 0 {
			continue
		}
		for _, p := range b.Shape().Peers(cell) {
			if d := b.At(p); d != 0 {
				b.Set(cell, d)
				return b
			}
		}
	}
	return b
}
