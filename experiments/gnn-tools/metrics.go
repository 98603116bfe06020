package gnntools

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/train"
)

// networkNames are the networks whose evaluation is counted again.
func networkNames() []string { return []string{literalName, cnnName, candidateName} }

// tally are counts of answers, made apart from package measure.
type tally struct{ cells, empty, grids, boards, units, allUnits int }

// of reads the same counts off package measure.
func of(m score.Metrics) tally {
	return tally{m.Empty.Hits, m.Empty.Trials, m.Grids.Hits, m.Grids.Trials, m.Units.Hits, m.Units.Trials}
}

// count counts an answer of side k² cell by cell.
func (t *tally) count(s puzzles.Sample, grid []uint8, k int) {
	n := k * k
	kept := true
	for c, given := range s.Puzzle {
		if given == 0 {
			t.empty++
			if grid[c] == s.Solution[c] {
				t.cells++
			}
		} else {
			kept = kept && grid[c] == given
		}
	}
	t.boards++
	if kept && sound(grid, k) {
		t.grids++
	}
	for line := range n {
		var row, col, box []uint8
		for i := range n {
			row = append(row, grid[line*n+i])
			col = append(col, grid[i*n+line])
			box = append(box, grid[(line/k*k+i/k)*n+line%k*k+i%k])
		}
		for _, unit := range [][]uint8{row, col, box} {
			t.allUnits++
			slices.Sort(unit)
			whole := true
			for i, d := range unit {
				whole = whole && int(d) == i+1
			}
			if whole {
				t.units++
			}
		}
	}
}

// known is a grid whose figures follow from how it was made.
type known struct {
	name string
	grid []uint8
	want tally
}

// knowns makes grids of known figures from a puzzle of side k² with its solution.
func knowns(rng *rand.Rand, s puzzles.Sample, k int) []known {
	n := k * k
	var empty []int
	for c, given := range s.Puzzle {
		if given == 0 {
			empty = append(empty, c)
		}
	}
	e := len(empty)
	whole := tally{e, e, 1, 1, 3 * n, 3 * n}
	out := []known{{"the solution", s.Solution, whole}}

	// A row, a column and a box lose a digit.
	one := slices.Clone(s.Solution)
	at := empty[rng.IntN(e)]
	one[at] = one[at]%uint8(n) + 1
	want := whole
	want.cells, want.grids, want.units = e-1, 0, 3*n-3
	out = append(out, known{"one cell wrong", one, want})

	// Two cells of a row in different boxes: the row keeps its digits, two columns and two
	// boxes do not.
	if a, b, ok := apart(empty, n, k); ok {
		two := slices.Clone(s.Solution)
		two[a], two[b] = two[b], two[a]
		want := whole
		want.cells, want.grids, want.units = e-2, 0, 3*n-4
		out = append(out, known{"two cells of a row exchanged", two, want})
	}

	// Two digits change their names everywhere: every unit is whole, but a given is not kept.
	given := s.Puzzle[slices.IndexFunc(s.Puzzle, func(d uint8) bool { return d != 0 })]
	other := given%uint8(n) + 1
	renamed := slices.Clone(s.Solution)
	want = whole
	want.grids = 0
	for c, d := range s.Solution {
		switch d {
		case given:
			renamed[c] = other
		case other:
			renamed[c] = given
		default:
			continue
		}
		if s.Puzzle[c] == 0 {
			want.cells--
		}
	}
	out = append(out, known{"two digits renamed", renamed, want})

	// Nothing filled: a unit is whole if the puzzle gives all of it.
	want = whole
	want.cells, want.grids, want.units = 0, 0, 0
	lacks := make([]bool, 3*n)
	for _, c := range empty {
		row, col := c/n, c%n
		lacks[row], lacks[n+col], lacks[2*n+row/k*k+col/k] = true, true, true
	}
	for _, l := range lacks {
		if !l {
			want.units++
		}
	}
	return append(out, known{"nothing filled", s.Puzzle, want})
}

// apart returns two cells of one row that are in different boxes.
func apart(cells []int, n, k int) (a, b int, ok bool) {
	for i, a := range cells {
		for _, b := range cells[i+1:] {
			if a/n == b/n && a%n/k != b%n/k {
				return a, b, true
			}
		}
	}
	return 0, 0, false
}

// measureKnown gives grids of known figures to package measure.
func measureKnown(ctx context.Context, side, boards int, r *lab.Run) error {
	cfg := puzzles.DefaultConfig(side)
	cfg.Seed = r.Seed
	s, err := puzzles.New(ctx, cfg, 1)
	if err != nil {
		return err
	}
	defer s.Close()
	samples, err := s.Batch(ctx, boards)
	if err != nil {
		return err
	}
	k := samples[0].Board().Shape().Box()
	rng := rand.New(rand.NewPCG(r.Seed, uint64(side)))
	made := map[string]int64{}
	var grids, cells, solved, units, recounted int64
	for _, sample := range samples {
		for _, g := range knowns(rng, sample, k) {
			var m score.Metrics
			if err := m.Grid(sample, g.grid); err != nil {
				return err
			}
			got := of(m)
			var again tally
			again.count(sample, g.grid, k)
			grids++
			made[g.name]++
			cells += stats.Indicator[int64](got.cells != g.want.cells || got.empty != g.want.empty)
			solved += stats.Indicator[int64](got.grids != g.want.grids || got.boards != g.want.boards)
			units += stats.Indicator[int64](got.units != g.want.units || got.allUnits != g.want.allUnits)
			recounted += stats.Indicator[int64](again != g.want)
			if got != g.want && cells+solved+units == 1 {
				r.Text("counterexample", fmt.Sprintf("%s: puzzle %s, answer %s", g.name, sample.Board(), text(g.grid)))
			}
		}
	}
	r.Count("grids", grids, "grids")
	for name, n := range made {
		r.Count("made "+name, n, "grids")
	}
	r.Count("off.cells", cells, "grids")
	r.Count("off.grids", solved, "grids")
	r.Count("off.units", units, "grids")
	r.Count("off.recount", recounted, "grids")
	return nil
}

// trained is a network with its weights.
type trained struct {
	predictor learn.Predictor
	report    train.Report
	records   []train.Record
	close     func()
}

// trainSupervised trains a network by package supervised.
func trainSupervised(ctx context.Context, asked string, network gnn.Network, c supervised.Config, workers int, r *lab.Run) (t trained, err error) {
	choice, err := backend.Open(ctx, asked)
	if err != nil {
		return t, err
	}
	var closers []func()
	t.close = func() {
		for _, f := range slices.Backward(closers) {
			f()
		}
	}
	closers = append(closers, choice.Close)
	defer func() {
		if err != nil {
			t.close()
		}
	}()
	task, err := supervised.NewTask(ctx, choice.Backend, network, c, workers)
	if err != nil {
		return t, err
	}
	closers = append(closers, task.Close)
	cfg := c.Train()
	trainer, err := train.New(choice.Backend, task, cfg, train.Options{Record: func(rec train.Record) {
		t.records = append(t.records, rec)
		r.Progress(rec.Step, cfg.Steps)
	}})
	if err != nil {
		return t, err
	}
	closers = append(closers, trainer.Close)
	if t.report, err = trainer.Run(ctx); err != nil {
		return t, err
	}
	store, err := trainer.Weights()
	if err != nil {
		return t, err
	}
	closers = append(closers, store.Finalize)
	p, err := supervised.NewPredictor(choice.Backend, network, store, c.Validation.Batch, 0)
	if err != nil {
		return t, err
	}
	closers = append(closers, p.Close)
	t.predictor = p
	return t, nil
}

// trainCandidate trains a candidate network by its own task.
func trainCandidate(ctx context.Context, asked string, recipe candidate.Recipe, steps int, r *lab.Run) (t trained, thinker *candidate.Thinker, err error) {
	choice, err := backend.Open(ctx, asked)
	if err != nil {
		return t, nil, err
	}
	closers := []func(){choice.Close}
	t.close = func() {
		for _, f := range slices.Backward(closers) {
			f()
		}
	}
	defer func() {
		if err != nil {
			t.close()
		}
	}()
	network, err := candidate.New(recipe.Network)
	if err != nil {
		return t, nil, err
	}
	task, err := candidate.NewTask(ctx, choice.Backend, network, recipe.Task, 1)
	if err != nil {
		return t, nil, err
	}
	closers = append(closers, task.Close)
	trainer, err := train.New(choice.Backend, task, recipe.Train, train.Options{Record: func(rec train.Record) {
		r.Progress(rec.Step, recipe.Train.Steps)
	}})
	if err != nil {
		return t, nil, err
	}
	closers = append(closers, trainer.Close)
	if t.report, err = trainer.Run(ctx); err != nil {
		return t, nil, err
	}
	store, err := trainer.Weights()
	if err != nil {
		return t, nil, err
	}
	closers = append(closers, store.Finalize)
	think := recipe.Task.Validation.Think
	think.Batch, think.Steps = 64, steps
	if thinker, err = candidate.NewThinker(choice.Backend, network, store, think); err != nil {
		return t, nil, err
	}
	closers = append(closers, thinker.Close)
	t.predictor = thinker
	return t, thinker, nil
}

// answer is the likeliest digit of each cell that is not given; the lowest of equals.
func answer(s puzzles.Sample, p learn.Prediction, n int) []uint8 {
	out := slices.Clone(s.Puzzle)
	for c, given := range s.Puzzle {
		if given == 0 {
			out[c] = uint8(likeliest(p.P[c*n:(c+1)*n]) + 1)
		}
	}
	return out
}

func likeliest(p []float32) int {
	best := 0
	for d, x := range p {
		if x > p[best] {
			best = d
		}
	}
	return best
}

// evaluated keeps the three figures of an evaluation. They are noisy: they follow from weights
// whose roundings another processor may do in another order.
func evaluated(r *lab.Run, m score.Metrics) {
	r.Noisy("cells", m.Empty.Rate(), "of empty cells", m.Empty.Trials)
	r.Noisy("grids", m.Grids.Rate(), "of boards", m.Grids.Trials)
	r.Noisy("units", m.Units.Rate(), "of rows, columns and boxes", m.Units.Trials)
}

// held returns held-out boards of all of some sets.
func held(ctx context.Context, sets []puzzles.TestSet, count int) (out []puzzles.Sample, err error) {
	for _, set := range sets {
		samples, err := puzzles.HeldOut(ctx, set, count, 1)
		if err != nil {
			return nil, err
		}
		out = append(out, samples...)
	}
	return out, nil
}

// measureNetwork trains a network, evaluates it, and counts its answers again.
func measureNetwork(ctx context.Context, cfg Config, name string, r *lab.Run) error {
	c := cfg.Metrics
	samples, err := held(ctx, fourSets(), c.Boards)
	if err != nil {
		return err
	}
	var t trained
	var m score.Metrics
	var answers [][]uint8
	if name == candidateName {
		var thinker *candidate.Thinker
		if t, thinker, err = trainCandidate(ctx, cfg.Backend, c.Candidate, c.Steps, r); err != nil {
			return err
		}
		defer t.close()
		e, err := thinker.Evaluate(ctx, samples)
		if err != nil {
			return err
		}
		m = e.Metrics
	} else {
		network, err := c.network(name)
		if err != nil {
			return err
		}
		if t, err = trainSupervised(ctx, cfg.Backend, network, c.Literal.Task, 1, r); err != nil {
			return err
		}
		defer t.close()
		if m, _, err = score.Evaluate(ctx, t.predictor, samples); err != nil {
			return err
		}
	}
	predictions, err := t.predictor.Predict(ctx, puzzles.Boards(samples))
	if err != nil {
		return err
	}
	var again tally
	for i, s := range samples {
		answers = append(answers, answer(s, predictions[i], 4))
		again.count(s, answers[i], 2)
	}
	evaluated(r, m)
	got := of(m)
	r.Count("boards", int64(len(samples)), "boards")
	r.Count("steps", int64(t.report.Step), "steps")
	r.Count("off.cells", stats.Indicator[int64](got.cells != again.cells || got.empty != again.empty), "figures")
	r.Count("off.grids", stats.Indicator[int64](got.grids != again.grids || got.boards != again.boards), "figures")
	r.Count("off.units", stats.Indicator[int64](got.units != again.units || got.allUnits != again.allUnits), "figures")
	r.Text("network", c.describe(name))
	return nil
}

func (c Metrics) network(name string) (gnn.Network, error) {
	if name == cnnName {
		return cnn.New(c.CNN)
	}
	return literal.New(c.Literal.Network)
}

func (c Metrics) describe(name string) string {
	switch name {
	case cnnName:
		return fmt.Sprintf("CNN, 4×4, channels %v", c.CNN.Channels)
	case candidateName:
		return describeCandidate(c.Candidate)
	}
	return describe(c.Literal)
}

// describe names the network as drawn with its size.
func describe(s Setting) string {
	side := s.Network.Side
	return fmt.Sprintf("as drawn, %d×%d, hidden %d, %d iterations", side, side, s.Network.Hidden, s.Network.Iterations)
}

func describeCandidate(r candidate.Recipe) string {
	return fmt.Sprintf("candidate network, hidden %d, %d channels", r.Network.Hidden, r.Network.Channels)
}
