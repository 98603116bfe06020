package dqn

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/gomlx/compute"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/train"
)

// The algorithms.
const (
	AlgorithmDQN  = "dqn"
	AlgorithmPQN  = "pqn"
	AlgorithmTwin = "twin"
)

// Algorithms lists the names of the algorithms.
func Algorithms() []string { return []string{AlgorithmDQN, AlgorithmPQN, AlgorithmTwin} }

// Recipe is all that decides an agent's weights, besides the backend's arithmetic. Of the algorithms' settings the one
// that is named is there.
type Recipe struct {
	Algorithm  string          `json:"algorithm"`
	Network    networks.Config `json:"network"`
	Play       Play            `json:"play"`
	DQN        *DQN            `json:"dqn,omitempty"`
	PQN        *PQN            `json:"pqn,omitempty"`
	Twin       *Twin           `json:"twin,omitempty"`
	Validation Validation      `json:"validation"`
	Train      train.Config    `json:"train"`
	// Moves ends a run of [Train] at its first validation after so many moves, in all games together, if Train.Steps
	// does not before: for runs whose steps do not all make moves. 0 is no bound.
	Moves int64 `json:"moves,omitempty"`
}

// DocumentedStages returns the document's ranges of givens, 70–80, 50–75 and 25–55 (dqn.md, "Curriculum Learning"), each of
// the first two for a third of the steps. At other sides the shares of given cells are the same.
func DocumentedStages(side, steps int) []Stage {
	cells := float64(side * side)
	stages := []Stage{{Low: 70, High: 80, Steps: steps / 3}, {Low: 50, High: 75, Steps: steps / 3}, {Low: 25, High: 55}}
	for i := range stages {
		s := &stages[i]
		s.Low, s.High = int(float64(s.Low)*cells/81), int(float64(s.High)*cells/81)
	}
	return stages
}

// DocumentedRecipe returns the document's agent with one of the lab's networks: deep Q-learning with the document's rewards,
// settings and stages, the mask in policy and target, early end.
func DocumentedRecipe(network string, side, steps int) (Recipe, error) {
	config := networks.Default(network, side)
	if err := config.Validate(); err != nil {
		return Recipe{}, fmt.Errorf("dqn: %w", err)
	}
	dqn := DocumentedDQN()
	r := Recipe{
		Algorithm: AlgorithmDQN, Network: config, DQN: &dqn,
		Play: Play{
			Game: environment.Default(side), Puzzles: puzzles.DefaultConfig(side), Environments: 8, Mask: true,
			Epsilon: Epsilon{From: 1, To: 0.05, Steps: steps / 2}, Stages: DocumentedStages(side, steps), Seed: 1,
		},
		Validation: Validation{Rows: DefaultRows(side), Count: 100, Batch: 64, Seed: 1},
		Train:      train.DefaultConfig(),
	}
	r.Train.Steps = steps
	r.Train.Optimizer = train.AdamW{LearningRate: 3e-4, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8}
	r.Train.ClipNorm, r.Train.EMA = 10, 0
	r.Train.ValidateEvery, r.Train.Watch, r.Train.WatchHigher = max(1, steps/20), "solved", true
	return r, nil
}

// CandidateRecipe returns the recipe of the embedded candidate network, for boards of a side: the parallelised
// Q-network, from scratch. At γ 0.9 a right move is worth 100 to 110 on every board (see [Ruler]), so a value
// says how sure a move is, which a network can tell, and not how far the end is. Puzzles have from 21 to 59 empty
// cells at side 9; a game that a mistake ended is most often taken up again.
func CandidateRecipe(side int) Recipe {
	pqn := DefaultPQN()
	pqn.Gamma, pqn.Batch = 0.9, 64
	r := Recipe{
		Algorithm: AlgorithmPQN, Network: networks.Default(networks.Candidate, side), PQN: &pqn,
		Play: Play{
			Game: environment.Default(side), Puzzles: puzzles.DefaultConfig(side), Environments: 32, Mask: true,
			Epsilon: Epsilon{From: 1, To: 0.05, Steps: 200}, Again: 0.8, Seed: 1,
		},
		Validation: Validation{Rows: DefaultRows(side), Count: 100, Batch: 64, Seed: 77},
		Train:      train.DefaultConfig(),
	}
	r.Play.Game.EndAtFilled = true
	r.Play.Puzzles.Seed = 1
	if side == 9 {
		r.Play.Puzzles.Givens = puzzles.Mix{{Low: 22, High: 60, Weight: 1}}
	}
	r.Train.Steps = 8000
	r.Train.Optimizer = train.AdamW{LearningRate: 2.5e-3, Beta1: 0.9, Beta2: 0.98, Epsilon: 1e-8, WeightDecay: 1e-4}
	r.Train.Schedule = train.Schedule{Kind: train.ScheduleCosine, WarmUp: 50, Final: 0.05, Length: 8000}
	r.Train.EMA, r.Train.ValidateEvery, r.Train.Watch, r.Train.WatchHigher = 0.995, 400, "solved", true
	r.Train.LogEvery, r.Train.SaveSeconds = 20, 120
	return r
}

// Validate reports what is wrong with the recipe.
func (r Recipe) Validate() error {
	n := r.Play.Game.Side
	errs := []error{r.Play.Validate(), r.Validation.Validate(n), r.Train.Validate()}
	set := 0
	for _, there := range []bool{r.DQN != nil, r.PQN != nil, r.Twin != nil} {
		if there {
			set++
		}
	}
	switch {
	case set == 1 && r.Algorithm == AlgorithmDQN && r.DQN != nil:
		errs = append(errs, r.DQN.Validate(n))
	case set == 1 && r.Algorithm == AlgorithmPQN && r.PQN != nil:
		errs = append(errs, r.PQN.Validate(r.Play.Environments))
	case set == 1 && r.Algorithm == AlgorithmTwin && r.Twin != nil:
		errs = append(errs, r.Twin.Validate(n))
	default:
		errs = append(errs, fmt.Errorf("dqn: algorithm %q with the settings of %d, want one of %v with its own", r.Algorithm, set, Algorithms()))
	}
	if r.Moves < 0 || r.Moves > 0 && r.Train.ValidateEvery == 0 {
		errs = append(errs, fmt.Errorf("dqn: an end after %d moves with a validation every %d steps, want no negative number, and validations to end at", r.Moves, r.Train.ValidateEvery))
	}
	if _, err := r.network(); err != nil {
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("dqn: recipe: %w", err)
	}
	return nil
}

// network returns the network, which takes the recipe's boards.
func (r Recipe) network() (Network, error) {
	network, err := networks.New(r.Network)
	if err != nil {
		return nil, fmt.Errorf("dqn: %w", err)
	}
	shape, err := r.Shape()
	if err != nil {
		return nil, err
	}
	if err := network.Takes(shape); err != nil {
		return nil, fmt.Errorf("dqn: %w", err)
	}
	return network, nil
}

// Shape is the shape of the boards that are trained on.
func (r Recipe) Shape() (*board.Shape, error) {
	shape, err := board.ShapeOfSide(r.Play.Game.Side)
	if err != nil {
		return nil, fmt.Errorf("dqn: %w", err)
	}
	return shape, nil
}

// NewTask makes the recipe's task; workers goroutines make puzzles, 0 for one a core. The backend stays open as
// long as it.
func (r Recipe) NewTask(ctx context.Context, backend compute.Backend, workers int) (train.OpenTask, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	network, err := r.network()
	if err != nil {
		return nil, err
	}
	switch r.Algorithm {
	case AlgorithmDQN:
		return opened(NewDQN(ctx, backend, network, r.Play, *r.DQN, r.Validation, workers))
	case AlgorithmPQN:
		return opened(NewPQN(ctx, backend, network, r.Play, *r.PQN, r.Validation, workers))
	default:
		return opened(NewTwin(ctx, backend, network, r.Play, *r.Twin, r.Validation, workers))
	}
}

// opened keeps a nil of one type from becoming a task that is not nil.
func opened[T train.OpenTask](t T, err error) (train.OpenTask, error) {
	if err != nil {
		return nil, err
	}
	return t, nil
}

// ParseRecipe reads a recipe as JSON over another. A field that does not exist is an error.
func ParseRecipe(text []byte, over Recipe) (Recipe, error) {
	var peek struct {
		Algorithm string `json:"algorithm"`
	}
	if err := json.Unmarshal(text, &peek); err != nil {
		return Recipe{}, fmt.Errorf("dqn: recipe: %w", err)
	}
	if peek.Algorithm != "" && peek.Algorithm != over.Algorithm {
		over.DQN, over.PQN, over.Twin = nil, nil, nil
	}
	over.Play.Stages, over.Validation.Rows = append([]Stage(nil), over.Play.Stages...), append([]Row(nil), over.Validation.Rows...)
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&over); err != nil {
		return Recipe{}, fmt.Errorf("dqn: recipe: %w", err)
	}
	return over, over.Validate()
}
