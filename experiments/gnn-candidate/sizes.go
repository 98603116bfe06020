package gnncandidate

import (
	"context"
	"fmt"
	"strings"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/train"
)

// Sizes are two trainings of a small network on the same number of steps at each size of
// board: the sizes mixed, or one after the other.
type Sizes struct {
	Network candidate.Config      `json:"network"`
	Segment int                   `json:"segment"`
	Steps   int                   `json:"steps"` // of each size
	Seeds   int                   `json:"seeds"`
	Rate    float64               `json:"rate"`
	Sides   []int                 `json:"sides"` // in the order of the second training
	Batches []int                 `json:"batches"`
	Tests   []Set                 `json:"tests"` // one a side
	Think   candidate.ThinkConfig `json:"think"`
}

// smallSizes returns the pair with a number of steps for each size and of seeds.
func smallSizes(steps, seeds int) Sizes {
	s := Sizes{
		Network: candidate.Config{Hidden: 12, Channels: 6, Pool: candidate.PoolSoftmax, Steps: 8, Seed: 1},
		Segment: 4, Steps: steps, Seeds: seeds, Rate: 3e-3,
		Sides: []int{4, 9, 16}, Batches: []int{16, 4, 1},
		Think: candidate.ThinkConfig{Batch: 1, Segment: 4, Steps: 8},
	}
	boards := []int{4, 2, 1}
	if steps >= 20 {
		boards, s.Think.Steps = []int{64, 16, 3}, 16
	}
	for i, name := range []string{"4x4", "9x9-36-45", sixteen} {
		for _, t := range puzzles.TestSets() {
			if t.Name == name {
				s.Tests = append(s.Tests, Set{Name: name, Boards: boards[i], Test: &t})
			}
		}
	}
	return s
}

// askLiteral asks the network as drawn for a 16×16 board.
func askLiteral(r *lab.Run) error {
	net, err := literal.New(literal.Default())
	if err != nil {
		return err
	}
	large, err := board.ShapeOfSide(16)
	if err != nil {
		return err
	}
	refusal := net.Takes(large)
	r.Count("digits", int64(literal.Default().Side), "digits")
	r.Count("taken", stats.Indicator[int64](refusal == nil), "boards")
	text := "none"
	if refusal != nil {
		text = refusal.Error()
	}
	r.Text("refusal", text)
	return nil
}

// kind returns a size of boards to train on.
func (s Sizes) kind(i, every int, seed uint64) candidate.Kind {
	p := puzzles.DefaultConfig(s.Sides[i])
	p.Seed, p.Lookahead = seed, 32
	if p.Side == 9 {
		p.Givens = puzzles.Mix{{Low: 36, High: 45, Weight: 1}}
	}
	return candidate.Kind{Batch: s.Batches[i], Every: every, Puzzles: p}
}

// course is what a training showed of one size.
type course struct {
	losses []float64
	right  score.Count // of empty cells of the size's test
}

// part trains on some kinds for a number of steps, from weights or from none, adds the losses
// to the courses of their sides, and hands the trainer on.
func (s Sizes) part(ctx context.Context, choice *accel.Choice, seed uint64, kinds []candidate.Kind, steps int, o train.Options, courses map[int]*course, then func(*train.Trainer) error) error {
	c := s.Network
	c.Seed = seed
	network, err := candidate.New(c)
	if err != nil {
		return err
	}
	task := candidate.DefaultTask()
	task.Segment, task.Segments, task.Kinds, task.Seed = s.Segment, 3, kinds, seed
	t, err := candidate.NewTask(ctx, choice.Backend, network, task, 1)
	if err != nil {
		return err
	}
	defer t.Close()
	config := train.DefaultConfig()
	config.Seed, config.Steps, config.ValidateEvery, config.LogEvery, config.EMA = seed, steps, 0, 1, 0
	config.Optimizer.LearningRate = s.Rate
	config.SaveEvery, config.SaveSeconds = 0, 0
	o.Record = func(r train.Record) {
		for _, k := range kinds {
			// A record is one step here, of the kind whose metrics it has.
			if _, ok := r.Metrics[fmt.Sprintf("cells%d", k.Puzzles.Side)]; ok && r.Kind == train.KindTrain {
				at := courses[k.Puzzles.Side]
				at.losses = append(at.losses, float64(r.Loss))
			}
		}
	}
	tr, err := train.New(choice.Backend, t, config, o)
	if err != nil {
		return err
	}
	defer tr.Close()
	if _, err := tr.Run(ctx); err != nil {
		return err
	}
	return then(tr)
}

// test measures a trainer's weights on each size.
func (s Sizes) test(ctx context.Context, choice *accel.Choice, tr *train.Trainer, courses map[int]*course) error {
	store, err := tr.Weights()
	if err != nil {
		return err
	}
	network, err := candidate.New(s.Network)
	if err != nil {
		return err
	}
	for _, set := range s.Tests {
		samples, err := puzzles.HeldOut(ctx, *set.Test, set.Boards, 0)
		if err != nil {
			return err
		}
		c := s.Think
		c.Batch = min(len(samples), 16)
		t, err := candidate.NewThinker(choice.Backend, network, store, c)
		if err != nil {
			return err
		}
		e, err := t.Evaluate(ctx, samples)
		t.Close()
		if err != nil {
			return err
		}
		courses[set.Test.Side].right.Add(e.Metrics.Empty)
	}
	return nil
}

func (s Sizes) courses() map[int]*course {
	out := map[int]*course{}
	for _, side := range s.Sides {
		out[side] = &course{}
	}
	return out
}

// trainMixed trains on all sizes in turn, step by step.
func trainMixed(ctx context.Context, cfg Config, r *lab.Run) error {
	return trainSizes(ctx, cfg, r, func(choice *accel.Choice, seed uint64, courses map[int]*course) error {
		s := cfg.Sizes
		var kinds []candidate.Kind
		for i := range s.Sides {
			every := 1 // the first kind takes the steps that are left
			if i > 0 {
				every = len(s.Sides)
			}
			kinds = append(kinds, s.kind(i, every, seed))
		}
		return s.part(ctx, choice, seed, kinds, s.Steps*len(s.Sides), train.Options{}, courses, func(tr *train.Trainer) error {
			return s.test(ctx, choice, tr, courses)
		})
	})
}

// trainInOrder trains on one size after the other, each from the weights of the one before,
// with fresh moments.
func trainInOrder(ctx context.Context, cfg Config, r *lab.Run) error {
	var names []string
	for _, side := range cfg.Sizes.Sides {
		names = append(names, sideName(side))
	}
	r.Text("order", strings.Join(names, ", "))
	return trainSizes(ctx, cfg, r, func(choice *accel.Choice, seed uint64, courses map[int]*course) error {
		s := cfg.Sizes
		var o train.Options
		for i := range s.Sides {
			err := s.part(ctx, choice, seed, []candidate.Kind{s.kind(i, 1, seed)}, s.Steps, o, courses, func(tr *train.Trainer) error {
				if i == len(s.Sides)-1 {
					return s.test(ctx, choice, tr, courses)
				}
				weights, err := tr.Weights()
				o.Start = weights
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// trainSizes runs a training for each seed and keeps what it showed of each size.
func trainSizes(ctx context.Context, cfg Config, r *lab.Run, run func(*accel.Choice, uint64, map[int]*course) error) error {
	choice, err := backend.OpenNoted(ctx, cfg.Backend, r)
	if err != nil {
		return err
	}
	defer choice.Close()
	all := cfg.Sizes.courses()
	first, last := map[int][]float64{}, map[int][]float64{}
	for seed := range cfg.Sizes.Seeds {
		courses := cfg.Sizes.courses()
		if err := run(choice, uint64(seed+1), courses); err != nil {
			return err
		}
		for side, c := range courses {
			// A tenth of the steps at each end.
			tenth := max(1, len(c.losses)/10)
			if len(c.losses) > 0 {
				first[side] = append(first[side], c.losses[:tenth]...)
				last[side] = append(last[side], c.losses[len(c.losses)-tenth:]...)
			}
			all[side].losses = append(all[side].losses, c.losses...)
			all[side].right.Add(c.right)
		}
		r.Progress(seed+1, cfg.Sizes.Seeds)
	}
	k := backend.KeeperOf(r, choice)
	r.Count("seeds", int64(cfg.Sizes.Seeds), "trainings")
	r.Count("sizes", int64(len(cfg.Sizes.Sides)), "sizes")
	for _, side := range cfg.Sizes.Sides {
		c := all[side]
		r.Count(sideMetric("steps", side), int64(len(c.losses)/cfg.Sizes.Seeds), "steps")
		if len(c.losses) > 0 {
			from, err := stats.Mean(first[side])
			if err != nil {
				return err
			}
			to, err := stats.Mean(last[side])
			if err != nil {
				return err
			}
			// Every bit of a loss follows from the order of sums, unlike what is counted.
			r.Noisy(sideMetric("loss.first", side), from, "nats", len(first[side]))
			r.Noisy(sideMetric("loss.last", side), to, "nats", len(last[side]))
		}
		r.Count(sideMetric("empty", side), int64(c.right.Trials), "cells")
		k.Count(sideMetric("right", side), int64(c.right.Hits), "cells")
	}
	return nil
}
