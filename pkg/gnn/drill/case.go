package drill

import (
	"context"

	"github.com/gomlx/compute"

	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/train"
)

// Formats of a [Case].
const (
	Float32  = "float32"
	BFloat16 = "bfloat16"
)

// Case is one network in one form and size.
type Case struct {
	Model     string `json:"model"`               // candidate, literal or cnn
	Format    string `json:"format"`              // float32 or bfloat16, of activations
	Recompute bool   `json:"recompute,omitempty"` // activations are computed again in the backward pass
	Size      Size   `json:"size"`
}

// String is the case in words, such as "candidate float32 recompute, full".
func (c Case) String() string {
	s := c.Model + " " + c.Format
	if c.Recompute {
		s += " recompute"
	}
	return s + ", " + string(c.Size)
}

// Cases lists the cases of a configuration in the order of trying: the networks on which most
// depends first, so that a deadline costs the others.
func Cases(c Config) (all []Case) {
	for _, size := range c.Sizes {
		all = append(all,
			Case{Model: "candidate", Format: Float32, Size: size},
			Case{Model: "literal", Format: Float32, Size: size},
			Case{Model: "cnn", Format: Float32, Size: size},
			Case{Model: "candidate", Format: BFloat16, Size: size},
			Case{Model: "literal", Format: BFloat16, Size: size},
			Case{Model: "candidate", Format: Float32, Recompute: true, Size: size})
	}
	return all
}

// task is what a case trains.
type task interface {
	train.Task
	Close()
}

// subject is a case made ready.
type subject struct {
	open       func(ctx context.Context, backend compute.Backend) (task, error)
	train      train.Config
	unit       string // of the rate
	parameters int
	// flops are those of all steps of a run, in products, forward and backward, by count.
	flops func(steps int) float64
}

// subject returns the case's network, task and trainer.
func (c Case) subject(cfg Config) (subject, error) {
	var s subject
	var err error
	if c.Model == "candidate" {
		s, err = c.candidate(cfg)
	} else {
		s, err = c.supervised(cfg)
	}
	// What a few steps show: no average that hides them, no validation.
	s.train.Seed, s.train.Steps = cfg.Seed, 2*cfg.Steps
	s.train.ValidateEvery, s.train.Plateau, s.train.EarlyStop = 0, nil, nil
	s.train.LogEvery, s.train.SaveEvery, s.train.SaveSeconds = 1, cfg.Steps, 0
	s.train.Schedule = train.Schedule{Kind: train.ScheduleConstant}
	return s, err
}

// recipe is the candidate network's. It carries states from step to step, and at the small
// size trains on two sides, so that both survive the resumption. The full size is that of the
// recipe for a card.
func (c Case) recipe(cfg Config) candidate.Recipe {
	recipe := candidate.DefaultRecipe()
	stream := func(side int) puzzles.Config {
		p := puzzles.DefaultConfig(side)
		p.Seed, p.Exclude = cfg.Seed, nil
		return p
	}
	recipe.Network.Hidden, recipe.Network.Channels = 12, 4
	recipe.Task.Segment = 2
	recipe.Task.Kinds = []candidate.Kind{{Batch: 8, Every: 1, Puzzles: stream(9)}, {Batch: 16, Every: 2, Puzzles: stream(4)}}
	if c.Size == Full {
		recipe.Network.Hidden, recipe.Network.Channels = 128, 32
		recipe.Task.Segment = 16
		recipe.Task.Kinds = []candidate.Kind{{Batch: 256, Every: 1, Puzzles: stream(9)}}
	}
	recipe.Network.Compute, recipe.Network.Recompute = candidate.Format(c.Format), c.Recompute
	return recipe
}

// candidate is the case of the candidate network.
func (c Case) candidate(cfg Config) (subject, error) {
	recipe := c.recipe(cfg)
	if err := recipe.Validate(); err != nil {
		return subject{}, err
	}
	network, err := candidate.New(recipe.Network)
	if err != nil {
		return subject{}, err
	}
	return subject{
		open: func(ctx context.Context, backend compute.Backend) (task, error) {
			return candidate.NewTask(ctx, backend, network, recipe.Task, cfg.Workers)
		},
		train: recipe.Train, unit: "board-segments/s", parameters: recipe.Network.Parameters(), flops: recipe.FLOPs,
	}, nil
}

// supervised trains the document's networks by its pipeline, dropout included, on an endless
// stream.
func (c Case) supervised(cfg Config) (subject, error) {
	s := supervised.Default()
	s.Data.Size, s.Data.Puzzles.Seed, s.Data.Puzzles.Exclude = 0, cfg.Seed, nil
	s.Validation.Count = 1 // nothing is validated, but the task wants a set
	s.Seed = cfg.Seed
	if c.Size == Small {
		s.Batch = 8
	}
	if err := s.Validate(); err != nil {
		return subject{}, err
	}
	const side = 9
	var network gnn.Network
	var flops int64 // of a step, forward
	var parameters int
	var err error
	if c.Model == "cnn" {
		of := cnn.Default()
		if c.Size == Small {
			of.Channels = []int{8}
		}
		network, err = cnn.New(of)
		flops, parameters = of.FLOPs(side, s.Batch), of.Parameters()
	} else {
		of := literal.Default()
		of.Compute, of.Recompute = literal.Compute(c.Format), c.Recompute
		if c.Size == Small {
			of.Hidden, of.Iterations = 16, 4
		}
		network, err = literal.New(of)
		flops, parameters = of.FLOPs(side, s.Batch), of.Parameters()
	}
	if err != nil {
		return subject{}, err
	}
	return subject{
		open: func(ctx context.Context, backend compute.Backend) (task, error) {
			return supervised.NewTask(ctx, backend, network, s, cfg.Workers)
		},
		train: s.Train(), unit: "boards/s", parameters: parameters,
		flops: func(steps int) float64 { return 3 * float64(steps) * float64(flops) },
	}, nil
}
