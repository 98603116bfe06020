package dqnmodels

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"sudokulab/experiments/dqn-models/heldout"
	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/puzzles"
)

// positions are boards in the middle of a game: of each sample's empty cells a random number is filled, one at least
// left.
func positions(samples []puzzles.Sample, seed uint64) (cells, solutions []uint8) {
	rng := rand.New(rand.NewPCG(seed, 0x9051))
	for _, s := range samples {
		at := len(cells)
		cells, solutions = append(cells, s.Puzzle...), append(solutions, s.Solution...)
		var empty []int
		for cell, d := range s.Puzzle {
			if d == 0 {
				empty = append(empty, cell)
			}
		}
		rng.Shuffle(len(empty), func(i, j int) { empty[i], empty[j] = empty[j], empty[i] })
		for _, cell := range empty[:rng.IntN(len(empty))] {
			cells[at+cell] = s.Solution[cell]
		}
	}
	return cells, solutions
}

// layers keeps the layers of a network as it is built for 9×9 boards.
func layers(network string, r *lab.Run) error {
	n, err := networks.NewDocumented(networks.Default(network, board.Standard().Side()))
	if err != nil {
		return err
	}
	var order []string
	convolutions, square, rectified, dense, outputs, linear := 0, 0, 0, 0, 0, 0
	for _, l := range n.Layers() {
		order = append(order, fmt.Sprintf("%s %s %v", l.Name, l.Kind, l.Out))
		switch l.Kind {
		case networks.Convolution:
			convolutions++
			if l.Filter[0] != l.Filter[1] || convolutions > 1 && l.Filter[0] != square {
				square = 0
			} else {
				square = l.Filter[0]
			}
			if l.Activation == networks.ReLU {
				rectified++
			}
		case networks.Dense:
			dense++
		}
		outputs, linear = l.Out[len(l.Out)-1], 0
		if l.Activation == networks.Linear {
			linear = 1
		}
	}
	all := n.Layers()
	r.Count("convolutions", int64(convolutions), "layers")
	r.Count("filter", int64(square), "rows and columns of all filters, 0 if they differ")
	r.Count("rectified", int64(rectified), "convolutions with ReLU")
	r.Count("dense", int64(dense), "layers")
	r.Count("outputs", int64(outputs), "numbers")
	r.Count("outputs.linear", int64(linear), "1 if without activation")
	r.Count("in.order", inOrder(all), "1 if convolutions, a flattened layer and dense layers follow each other")
	r.Count("parameters", int64(n.Parameters()), "parameters")
	r.Count("flops", n.FLOPs(1), "FLOP a board forward")
	r.Text("layers", strings.Join(order, "; "))
	return nil
}

// inOrder is 1 if the layers are the board, convolutions, a flattened layer and dense layers, in this order.
func inOrder(all []networks.Layer) int64 {
	next := []networks.Kind{networks.Board, networks.Convolution, networks.Flattened, networks.Dense}
	place := -1
	for _, l := range all {
		if place >= 0 && l.Kind == next[place] && place != 0 && place != 2 {
			continue
		}
		place++
		if place == len(next) || l.Kind != next[place] {
			return 0
		}
	}
	if place == len(next)-1 {
		return 1
	}
	return 0
}

// run trains an arm with a seed, and measures it before and after.
func run(ctx context.Context, cfg Config, s Setting, a Arm, seed uint64, tests *heldout.Tests, r *lab.Run) error {
	recipe, err := s.recipe(a, s.stepsOf(a), seed, cfg)
	if err != nil {
		return err
	}
	return measure(ctx, cfg, recipe, s.all(), s.Last, a.Network != networks.Candidate && a.Network != networks.Transformer, tests, r)
}

// deep trains resnet at a depth, with residual connections or without.
func deep(ctx context.Context, cfg Config, depth int, residual bool, seed uint64, tests *heldout.Tests, r *lab.Run) error {
	d := cfg.Depths
	recipe, err := d.Study.Base(networks.ResNet, d.Steps, seed)
	if err != nil {
		return err
	}
	recipe.Network.Depth, recipe.Network.Residual, recipe.Network.Width = depth, residual, d.Width
	watch(&recipe, d.Rows, cfg)
	if err := recipe.Validate(); err != nil {
		return err
	}
	return measure(ctx, cfg, recipe, d.Rows, d.Rows[len(d.Rows)-1], false, tests, r)
}

// measure trains by a recipe and keeps what it was, what it showed on its way, and what came of it.
func measure(ctx context.Context, cfg Config, recipe dqn.Recipe, rows []dqn.Row, last dqn.Row, probed bool, tests *heldout.Tests, r *lab.Run) (err error) {
	if err := keepRecipe(recipe, r); err != nil {
		return err
	}
	choice, err := backend.OpenSequential(ctx, cfg.Backend)
	if err != nil {
		return err
	}
	defer choice.Close()
	r.Text("backend", backend.Name(choice))
	k := backend.KeeperOf(r, choice)
	fresh, err := dqn.NewAgent(choice.Backend, recipe)
	if err != nil {
		return err
	}
	defer fresh.Close()
	agent, curve, err := dqn.TrainAgent(ctx, choice.Backend, recipe, 1, "") // other runs have the other cores
	if err != nil {
		return err
	}
	trained := heldout.Player(nil)
	if agent != nil {
		defer agent.Close()
		trained = agent
	} else {
		r.Cap("the training diverged: a loss or a gradient was no longer finite")
	}
	side := recipe.Play.Game.Side
	if err := tests.Keep(ctx, cfg.Boards, side, rows, fresh, k, before); err != nil {
		return err
	}
	if err := tests.Keep(ctx, cfg.Boards, side, rows, trained, k, ""); err != nil {
		return err
	}
	samples, err := tests.Row(ctx, side, last, cfg.Boards)
	if err != nil {
		return err
	}
	cells, solutions := positions(samples, cfg.Seed)
	k.Count("boards", int64(len(samples)), "boards")
	rightBefore, err := fresh.RightMoves(cells, solutions)
	if err != nil {
		return err
	}
	right := 0
	if agent != nil {
		if right, err = agent.RightMoves(cells, solutions); err != nil {
			return err
		}
	}
	k.Count(before+"right", int64(rightBefore), "moves")
	k.Count("right", int64(right), "moves")
	keepCurve(curve, k, r)
	if !probed {
		return nil
	}
	return probe(ctx, cfg, side, last, fresh, agent, tests, k)
}

// keepRecipe keeps the settings of a run.
func keepRecipe(recipe dqn.Recipe, r *lab.Run) error {
	text, err := json.Marshal(recipe)
	if err != nil {
		return fmt.Errorf("recipe: %w", err)
	}
	r.Text("recipe", string(text))
	r.Count("steps", int64(recipe.Train.Steps), "training steps")
	r.Exact("rate", recipe.Train.Optimizer.LearningRate, "of Adam", 1)
	r.Exact("epsilon.from", recipe.Play.Epsilon.From, "of 1", 1)
	r.Exact("epsilon.to", recipe.Play.Epsilon.To, "of 1", 1)
	if recipe.DQN == nil {
		return nil
	}
	r.Text("loss", recipe.DQN.Loss)
	r.Exact("gamma", recipe.DQN.Gamma, "of 1", 1)
	r.Count("copy", int64(recipe.DQN.Copy), "steps")
	r.Count("replay", int64(recipe.DQN.Replay), "transitions")
	r.Count("batch", int64(recipe.DQN.Batch), "transitions")
	return nil
}

// keepCurve keeps what a run showed on its way.
func keepCurve(curve *dqn.Curve, k backend.Keeper, r *lab.Run) {
	for _, p := range curve.Points {
		k.Keep(at("solved", p.Step), p.Metrics["solved"], "mean share over the rows", 1)
	}
	for _, p := range curve.Steps {
		for _, name := range []string{"loss", "norm", "off"} {
			if v, ok := p.Metrics[name]; ok {
				k.Keep(at(name, p.Step), v, name, 1)
			}
		}
	}
	if n := len(curve.Points); n > 0 {
		k.Count("moves", curve.Points[n-1].Moves, "moves")
	}
	diverged := int64(0)
	if curve.Diverged {
		diverged = 1
	}
	k.Count("diverged", diverged, "1 if so")
	r.Noisy("seconds", curve.Seconds, "s", 1)
}

// probe measures what a linear probe reads of conflicts in the features of the last convolution, before training
// and after.
func probe(ctx context.Context, cfg Config, side int, row dqn.Row, fresh, agent *dqn.Agent, tests *heldout.Tests, k backend.Keeper) error {
	samples, err := tests.Row(ctx, side, row, cfg.Probe.pairs())
	if err != nil {
		return err
	}
	cells, err := dqn.Conflicts(samples, cfg.Seed)
	if err != nil {
		return err
	}
	k.Count("probe.boards", int64(2*cfg.Probe.Test), "boards")
	for _, of := range []struct {
		begin string
		who   *dqn.Agent
	}{{before, fresh}, {"", agent}} {
		if of.who == nil {
			k.Count(of.begin+"probe.hits", int64(cfg.Probe.Test), "boards, as by chance: the run diverged")
			continue
		}
		flat, err := of.who.Features(cells)
		if err != nil {
			return err
		}
		chosen := best{choose: -1}
		for _, form := range []struct {
			name string
			rows [][]float32
		}{{"flat", flat}, {"pooled", dqn.Pooled(flat, side*side)}} {
			b, err := cfg.Probe.best(form.rows)
			if err != nil {
				return err
			}
			k.Count(of.begin+"probe."+form.name+".hits", int64(b.test), "boards")
			if b.choose > chosen.choose {
				chosen = b
			}
		}
		k.Count(of.begin+"probe.hits", int64(chosen.test), "boards")
	}
	return nil
}

// best is a probe's number of right answers on the boards by which it was chosen, and on those of the test.
type best struct{ choose, test int }

// best fits probes with each penalty and returns the one that is best on boards of their own.
func (p ProbeConfig) best(rows [][]float32) (best, error) {
	yes := make([]bool, len(rows))
	for i := range yes {
		yes[i] = i%2 == 1 // the second of each pair
	}
	fit, choose := 2*p.Fit, 2*(p.Fit+p.Choose)
	chosen := best{choose: -1}
	for _, penalty := range p.Penalties {
		probe, err := dqn.FitProbe(rows[:fit], yes[:fit], penalty)
		if err != nil {
			return best{}, err
		}
		if hits := probe.Hits(rows[fit:choose], yes[fit:choose]); hits > chosen.choose {
			chosen = best{hits, probe.Hits(rows[choose:], yes[choose:])}
		}
	}
	return chosen, nil
}
