package supervised

import (
	"errors"
	"fmt"

	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/train"
)

// Data are the puzzles to train on.
type Data struct {
	// Puzzles is their stream: the side, the augmentation, the seed. What the curriculum
	// says of givens and of the hard share takes the place of what Puzzles says.
	Puzzles puzzles.Config `json:"puzzles"`
	// Size is the number of puzzles in all: the stream's first at the last stage's
	// difficulty, of which each stage takes those with its givens, in a new order each time
	// round. 0 is a stream without end, in which no puzzle is meant to come twice.
	Size int `json:"size"`
	// Shuffle seeds the orders of a fixed number of puzzles.
	Shuffle uint64 `json:"shuffle"`
}

// Validation says what is measured between training steps.
type Validation struct {
	Sets  []puzzles.TestSet `json:"sets"`
	Count int               `json:"count"` // puzzles of each set
	Batch int               `json:"batch"` // puzzles at a time
	Steps int               `json:"steps"` // of message passing; 0 for the network's own number
}

// Optimisation is the document's, as far as it names it.
type Optimisation struct {
	AdamW     train.AdamW      `json:"adamw"`
	Plateau   *train.Plateau   `json:"plateau,omitempty"`
	EarlyStop *train.EarlyStop `json:"early_stop,omitempty"`
	// Watch is the validation's metric for both, "loss" or one for which higher is better:
	// "cells", "grids" or "units", of all sets together or, after a slash, of one.
	Watch string `json:"watch"`
}

// Config is everything that decides the batches and the loss. The network brings its own.
type Config struct {
	Data       Data               `json:"data"`
	Curriculum puzzles.Curriculum `json:"curriculum"`
	Epochs     int                `json:"epochs"`
	Epoch      int                `json:"epoch"` // samples of an epoch, rounded up to whole batches
	Batch      int                `json:"batch"`
	// Lambda weighs the penalty of doc.go, in repeated digits of a board, against the
	// cross-entropy, in nats of an empty cell.
	Lambda float64 `json:"lambda"`
	// EveryStep averages the loss over all steps of a network that gives them; else the last
	// step alone counts, as documented.
	EveryStep    bool         `json:"every_step"`
	Optimisation Optimisation `json:"optimisation"`
	Validation   Validation   `json:"validation"`
	Seed         uint64       `json:"seed"` // of dropout; the puzzles have their own
}

// Default is the document's training. The document does not say what its plateau and its
// early stopping look at: here it is the loss of the validation. Its dropout and the start of
// the weights are the network's.
func Default() Config {
	stream := puzzles.DefaultConfig(9)
	stream.Augment = puzzles.DefaultAugment()
	return Config{
		Data:       Data{Puzzles: stream, Size: 1_000_000, Shuffle: 1},
		Curriculum: puzzles.Documented(),
		Epochs:     60, Epoch: 1_000_000, Batch: 128, Lambda: 0.1,
		Optimisation: Optimisation{
			AdamW: train.DefaultAdamW(), Plateau: train.DefaultPlateau(), EarlyStop: train.DefaultEarlyStop(), Watch: "loss",
		},
		Validation: Validation{
			Sets:  []puzzles.TestSet{{Name: "17-45", Side: 9, Low: 17, High: 45, Seed: 0x7661_6c69_6401}},
			Count: 2000, Batch: 128,
		},
		Seed: 1,
	}
}

// Validate reports what is wrong with the configuration.
func (c Config) Validate() error {
	var errs []error
	complain := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf("supervised: "+format, args...))
		}
	}
	wrap := func(err error) {
		if err != nil {
			errs = append(errs, fmt.Errorf("supervised: %w", err))
		}
	}
	side := c.Data.Puzzles.Side
	complain(c.Data.Size < 0, "data of %d puzzles, want 1 or more, or 0 for a stream without end", c.Data.Size)
	complain(c.Epochs < 1, "%d epochs, want 1 or more", c.Epochs)
	complain(c.Epoch < 1, "epochs of %d samples, want 1 or more", c.Epoch)
	complain(c.Batch < 1 || c.Batch > maxBatch, "batches of %d, want 1 to %d", c.Batch, maxBatch)
	complain(!(c.Lambda >= 0), "lambda is %v, want 0 or more", c.Lambda)
	wrap(c.Data.Puzzles.Validate())
	wrap(c.Curriculum.Validate(side))
	v := c.Validation
	complain(len(v.Sets) == 0 || v.Count < 1, "validation on %d puzzles of %d sets, want 1 or more of both", v.Count, len(v.Sets))
	complain(v.Batch < 1 || v.Batch > maxBatch, "validation in batches of %d, want 1 to %d", v.Batch, maxBatch)
	complain(v.Steps < 0, "validation of %d steps, want 0 or more", v.Steps)
	seen := map[string]bool{}
	for _, set := range v.Sets {
		wrap(set.Validate())
		complain(set.Side != side, "validation set %s of side %d, puzzles of side %d", set.Name, set.Side, side)
		complain(set.Name == "" || seen[set.Name], "validation set named %q, want a name that no other has", set.Name)
		seen[set.Name] = true
	}
	if len(errs) == 0 {
		wrap(c.Train().Validate())
	}
	return errors.Join(errs...)
}

// maxBatch bounds batches, so that a mistaken one is an error and not a lack of memory.
const maxBatch = 1 << 16

// EpochSteps returns the number of training steps of an epoch.
func (c Config) EpochSteps() int { return (c.Epoch + c.Batch - 1) / c.Batch }

// EpochOf returns the epoch of a step, counted from 0: the first is 1.
func (c Config) EpochOf(step int) int { return step/c.EpochSteps() + 1 }

// Train returns the trainer's configuration: a validation and a line of the log after each
// epoch, no averaged weights and no clipping, since the document has neither.
func (c Config) Train() train.Config {
	t := train.DefaultConfig()
	t.Seed, t.Steps = c.Seed, c.Epochs*c.EpochSteps()
	t.Optimizer, t.Plateau, t.EarlyStop = c.Optimisation.AdamW, c.Optimisation.Plateau, c.Optimisation.EarlyStop
	t.ClipNorm, t.EMA = 0, 0
	t.ValidateEvery, t.LogEvery = c.EpochSteps(), c.EpochSteps()
	t.Watch, t.WatchHigher = c.Optimisation.Watch, c.Optimisation.Watch != "loss"
	return t
}
