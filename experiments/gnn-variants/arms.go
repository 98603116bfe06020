package gnnvariants

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/train"
)

// arm is one change of the base.
type arm struct {
	name   string
	change func(r *candidate.Recipe)
	// flops says that the arm makes as many training steps as its operations allow, not as many
	// as the base.
	flops bool
}

// Groups of arms, by what they change.
const (
	ofNetwork  = "network"
	ofTraining = "training"
	ofData     = "puzzles"
)

// arms returns the base and its changes in the order of tables.
func arms() []arm {
	hidden := func(factor float64) func(*candidate.Recipe) {
		return func(r *candidate.Recipe) { r.Network.Hidden = scaled(r.Network.Hidden, factor) }
	}
	channels := func(factor float64) func(*candidate.Recipe) {
		return func(r *candidate.Recipe) { r.Network.Channels = scaled(r.Network.Channels, factor) }
	}
	// A mean has no forces. With twice the values a constraint has as many features, and the
	// network as many products as with forces and values.
	pool := func(p candidate.Pool) func(*candidate.Recipe) {
		return func(r *candidate.Recipe) { r.Network.Pool, r.Network.Channels = p, 2*r.Network.Channels }
	}
	// A training step takes as many board-steps, and a board stays for as many thinking steps.
	segment := func(factor float64) func(*candidate.Recipe) {
		return func(r *candidate.Recipe) {
			r.Task.Segment = scaled(r.Task.Segment, factor)
			r.Task.Segments = scaled(r.Task.Segments, 1/factor)
			r.Task.Kinds = slices.Clone(r.Task.Kinds)
			r.Task.Kinds[0].Batch = scaled(r.Task.Kinds[0].Batch, 1/factor)
		}
	}
	given := func(change func(p *puzzles.Config)) func(*candidate.Recipe) {
		return func(r *candidate.Recipe) {
			r.Task.Kinds = slices.Clone(r.Task.Kinds)
			change(&r.Task.Kinds[0].Puzzles)
		}
	}
	return []arm{
		{name: baseArm, change: func(*candidate.Recipe) {}},
		{name: "pool=mean", change: pool(candidate.PoolMean)},
		{name: "pool=sum", change: pool(candidate.PoolSum)},
		{name: "hidden=half", change: hidden(0.5)},
		{name: "hidden=half-flops", change: hidden(0.5), flops: true},
		{name: "hidden=double", change: hidden(2)},
		{name: "hidden=double-flops", change: hidden(2), flops: true},
		{name: "channels=half", change: channels(0.5)},
		{name: "channels=double", change: channels(2)},
		{name: "carry=none", change: func(r *candidate.Recipe) { r.Task.Segments = 1 }},
		{name: "segment=half", change: segment(0.5)},
		{name: "segment=double", change: segment(2)},
		{name: "cover=none", change: func(r *candidate.Recipe) { r.Task.Cover = 0 }},
		{name: "noise=none", change: func(r *candidate.Recipe) { r.Task.Noise = 0 }},
		{name: "leave=all", change: func(r *candidate.Recipe) { r.Task.Leave = 1 }},
		{name: "average=none", change: func(r *candidate.Recipe) { r.Train.EMA = 0 }},
		{name: "rate=constant", change: func(r *candidate.Recipe) { r.Train.Schedule = train.Schedule{Kind: train.ScheduleConstant} }},
		{name: "hard=none", change: given(func(p *puzzles.Config) { p.Hard, p.Shrink = 0, 0 })},
		{name: "givens=even", change: given(func(p *puzzles.Config) { p.Givens = puzzles.DefaultConfig(p.Side).Givens })},
	}
}

// scaled is n times a factor, 1 at least.
func scaled(n int, factor float64) int { return max(1, int(math.Round(float64(n)*factor))) }

// armOf returns the arm of a name; the plan asks for those of arms only.
func armOf(name string) arm {
	for _, a := range arms() {
		if a.name == name {
			return a
		}
	}
	panic("gnnvariants: no arm " + name)
}

// differs reports whether the arm is the base or changes something of it.
func (a arm) differs(from candidate.Recipe) bool {
	return a.name == baseArm || !reflect.DeepEqual(a.recipe(from, 1), baseOf(from, 1))
}

// baseOf is the base with a seed.
func baseOf(from candidate.Recipe, seed int) candidate.Recipe { return arms()[0].recipe(from, seed) }

// recipe returns the arm's recipe. Every random choice has the seed.
func (a arm) recipe(from candidate.Recipe, seed int) candidate.Recipe {
	r := from
	r.Task.Kinds = slices.Clone(from.Task.Kinds)
	a.change(&r)
	n := uint64(seed)
	r.Network.Seed, r.Task.Seed, r.Train.Seed, r.Task.Kinds[0].Puzzles.Seed = n, n, n, n
	if a.flops {
		budgetOf(&r, max(1, int(math.Round(from.FLOPs(from.Train.Steps)/r.FLOPs(1)))))
	}
	return r
}

// group is what the arm changes.
func (a arm) group(from candidate.Recipe) string {
	is, was := a.recipe(from, 1), baseOf(from, 1)
	switch {
	case !reflect.DeepEqual(is.Network, was.Network):
		return ofNetwork
	case !reflect.DeepEqual(is.Task.Kinds[0].Puzzles, was.Task.Kinds[0].Puzzles):
		return ofData
	}
	return ofTraining
}

// describe says in words what the arm is.
func (a arm) describe(from candidate.Recipe) string {
	r := a.recipe(from, 1)
	switch n, t := r.Network, r.Task; a.name {
	case baseArm:
		return fmt.Sprintf("%s pool, H = %d, M = %d, segments of %d steps", n.Pool, n.Hidden, n.Channels, t.Segment)
	case "pool=mean":
		return fmt.Sprintf("plain means of %d values, no forces", n.Channels)
	case "pool=sum":
		return fmt.Sprintf("plain sums of %d values, no forces", n.Channels)
	case "hidden=half", "hidden=half-flops", "hidden=double", "hidden=double-flops":
		return fmt.Sprintf("H = %d", n.Hidden)
	case "channels=half", "channels=double":
		return fmt.Sprintf("M = %d", n.Channels)
	case "carry=none":
		return "states are not carried on: new boards in every training step"
	case "segment=half", "segment=double":
		return fmt.Sprintf("segments of %d steps, batches of %d boards", t.Segment, t.Kinds[0].Batch)
	case "cover=none":
		return "no loss over rows, columns and boxes"
	case "noise=none":
		return "no noise on first states"
	case "leave=all":
		return "every solved board leaves at once"
	case "average=none":
		return "weights are not averaged"
	case "rate=constant":
		return "no warm-up, no decay of the learning rate"
	case "hard=none":
		return "no share of hard puzzles, minimal ones not made smaller"
	case "givens=even":
		bands := t.Kinds[0].Puzzles.Givens.Bands()
		return fmt.Sprintf("each number of givens from %d to %d equally often", bands[0].Low, bands[len(bands)-1].High)
	}
	return a.name
}
