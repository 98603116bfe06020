package selfcases

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"

	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/selftest"
	"sudokulab/pkg/train"
)

// steps are made before the checkpoint, and again after it.
const steps = 4

// form is one network in one form and size.
type form struct {
	model     string // candidate, literal or cnn
	half      bool   // activations in bfloat16, else in float32
	recompute bool   // activations are computed again in the backward pass
	size      selftest.Size
}

func (f form) name() string {
	s := f.model + " " + f.format()
	if f.recompute {
		s += " recompute"
	}
	return s + ", " + string(f.size)
}

func (f form) format() string {
	if f.half {
		return "bfloat16"
	}
	return "float32"
}

// Cases returns the networks' cases for a platform of package accel, in the order of trying: the
// networks on which most depends first, so that a deadline costs the others. Seed is that of
// weights, puzzles and dropout.
func Cases(platform string, seed uint64) ([]selftest.Case, error) {
	var all []selftest.Case
	for _, size := range selftest.Sizes(platform) {
		for _, f := range []form{
			{model: "candidate"},
			{model: "literal"},
			{model: "cnn"},
			{model: "candidate", half: true},
			{model: "literal", half: true},
			{model: "candidate", recompute: true},
		} {
			f.size = size
			of := f.supervised
			if f.model == "candidate" {
				of = f.candidate
			}
			c, err := of(seed)
			if err != nil {
				return nil, fmt.Errorf("selfcases: %s: %w", f.name(), err)
			}
			c.Name, c.Model, c.Size, c.Steps, c.Tolerance = f.name(), f.model, size, steps, selftest.ToleranceOf(platform, f.half)
			c.Train.Seed = seed
			all = append(all, c)
		}
	}
	return all, nil
}

// recipe is the candidate network's. It carries states from step to step, and at the small
// size trains on two sides, so that both survive the resumption. The full size is that of the
// recipe for a card.
func (f form) recipe(seed uint64) candidate.Recipe {
	recipe := candidate.DefaultRecipe()
	stream := func(side int) puzzles.Config {
		p := puzzles.DefaultConfig(side)
		p.Seed, p.Exclude = seed, nil
		return p
	}
	recipe.Network.Hidden, recipe.Network.Channels = 12, 4
	recipe.Task.Segment = 2
	recipe.Task.Kinds = []candidate.Kind{{Batch: 8, Every: 1, Puzzles: stream(9)}, {Batch: 16, Every: 2, Puzzles: stream(4)}}
	if f.size == selftest.Full {
		recipe.Network.Hidden, recipe.Network.Channels = 128, 32
		recipe.Task.Segment = 16
		recipe.Task.Kinds = []candidate.Kind{{Batch: 256, Every: 1, Puzzles: stream(9)}}
	}
	recipe.Network.Compute, recipe.Network.Recompute = candidate.Format(f.format()), f.recompute
	return recipe
}

// candidate is the case of the candidate network.
func (f form) candidate(seed uint64) (selftest.Case, error) {
	recipe := f.recipe(seed)
	if err := recipe.Validate(); err != nil {
		return selftest.Case{}, err
	}
	network, err := candidate.New(recipe.Network)
	if err != nil {
		return selftest.Case{}, err
	}
	return selftest.Case{
		Open: func(ctx context.Context, backend compute.Backend) (train.OpenTask, error) {
			return candidate.NewTask(ctx, backend, network, recipe.Task, 0)
		},
		Train: recipe.Train, Unit: "board-segments/s", Parameters: recipe.Network.Parameters(), FLOPs: recipe.FLOPs,
	}, nil
}

// supervised trains the document's networks by its pipeline, dropout included, on an endless
// stream.
func (f form) supervised(seed uint64) (selftest.Case, error) {
	s := supervised.Default()
	s.Data.Size, s.Data.Puzzles.Seed, s.Data.Puzzles.Exclude = 0, seed, nil
	s.Validation.Count = 1 // nothing is validated, but the task wants a set
	s.Seed = seed
	small := f.size == selftest.Small
	if small {
		s.Batch = 8
	}
	if err := s.Validate(); err != nil {
		return selftest.Case{}, err
	}
	const side = 9
	var network gnn.Network
	var flops int64 // of a step, forward
	var parameters int
	var err error
	if f.model == "cnn" {
		of := cnn.Default()
		if small {
			of.Channels = []int{8}
		}
		network, err = cnn.New(of)
		flops, parameters = of.FLOPs(side, s.Batch), of.Parameters()
	} else {
		of := literal.Default()
		of.Compute, of.Recompute = literal.Compute(f.format()), f.recompute
		if small {
			of.Hidden, of.Iterations = 16, 4
		}
		network, err = literal.New(of)
		flops, parameters = of.FLOPs(side, s.Batch), of.Parameters()
	}
	if err != nil {
		return selftest.Case{}, err
	}
	return selftest.Case{
		Open: func(ctx context.Context, backend compute.Backend) (train.OpenTask, error) {
			return supervised.NewTask(ctx, backend, network, s, 0)
		},
		Train: s.Train(), Unit: "boards/s", Parameters: parameters,
		FLOPs: func(steps int) float64 { return 3 * float64(steps) * float64(flops) },
	}, nil
}
