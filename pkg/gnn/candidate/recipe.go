package candidate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"sudokulab/pkg/jsonfile"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/train"
)

// Recipe is all that decides a set of weights, besides the backend's arithmetic.
type Recipe struct {
	Network Config       `json:"network"`
	Task    TaskConfig   `json:"task"`
	Train   train.Config `json:"train"`
}

// DefaultRecipe is the recipe of the embedded weights: some hours on two cores.
func DefaultRecipe() Recipe {
	r := Recipe{Network: Default(), Task: DefaultTask(), Train: train.DefaultConfig()}
	nine := &r.Task.Kinds[0].Puzzles
	nine.Givens = puzzles.Mix{
		{Low: 36, High: 45, Weight: 0.10},
		{Low: 30, High: 35, Weight: 0.15},
		{Low: 25, High: 29, Weight: 0.30},
		{Low: 22, High: 24, Weight: 0.35},
		{Low: 19, High: 21, Weight: 0.10},
	}
	nine.Hard, nine.Shrink = 0.25, 20
	r.Train.Steps = 6000
	r.Train.Optimizer = train.AdamW{LearningRate: 3e-3, Beta1: 0.9, Beta2: 0.98, Epsilon: 1e-8, WeightDecay: 1e-3}
	r.Train.Schedule = train.Schedule{Kind: train.ScheduleCosine, WarmUp: 100, Final: 0.02, Length: 6000}
	r.Train.ClipNorm, r.Train.EMA = 1, 0.998
	r.Train.ValidateEvery, r.Train.Watch, r.Train.WatchHigher = 500, "solved", true
	r.Train.LogEvery, r.Train.SaveSeconds = 20, 120
	return r
}

// maxValues bounds a recipe: each kind of boards is read over a default, which takes a fraction of a millisecond.
const maxValues = 10_000

// ParseRecipe reads a recipe as JSON. What it leaves out is the default recipe's; of a kind of
// boards that it lists, the default of package puzzles for boards of that side. A field that
// does not exist is an error.
func ParseRecipe(text []byte) (Recipe, error) {
	if err := jsonfile.Bounded(text, jsonfile.Depth, maxValues); err != nil {
		return Recipe{}, fmt.Errorf("candidate: recipe: %w", err)
	}
	r := DefaultRecipe()
	kinds, sets := r.Task.Kinds, r.Task.Validation.Sets
	r.Task.Kinds, r.Task.Validation.Sets = nil, nil // or a list would be read over the default's elements
	if err := strict(text, &r); err != nil {
		return Recipe{}, fmt.Errorf("candidate: recipe: %w", err)
	}
	if r.Task.Kinds == nil {
		r.Task.Kinds = kinds
	}
	if r.Task.Validation.Sets == nil {
		r.Task.Validation.Sets = sets
	}
	return r, r.Validate()
}

// UnmarshalJSON reads a kind over the default of its side.
func (k *Kind) UnmarshalJSON(text []byte) error {
	var side struct {
		Puzzles struct {
			Side int `json:"side"`
		} `json:"puzzles"`
	}
	if err := json.Unmarshal(text, &side); err != nil {
		return err
	}
	type plain Kind // without this method
	read := plain{Puzzles: puzzles.DefaultConfig(side.Puzzles.Side)}
	read.Puzzles.Exclude = nil
	if err := strict(text, &read); err != nil {
		return err
	}
	if read.Puzzles.Exclude == nil {
		read.Puzzles.Exclude = puzzles.DefaultConfig(side.Puzzles.Side).Exclude
	}
	*k = Kind(read)
	return nil
}

// strict reads JSON and refuses fields that do not exist.
func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// Validate reports what is wrong with the recipe.
func (r Recipe) Validate() error {
	if err := errors.Join(r.Network.Validate(), r.Task.Validate(), r.Train.Validate()); err != nil {
		return fmt.Errorf("candidate: recipe: %w", err)
	}
	return nil
}

// FLOPs is the number of floating-point operations in the products of the first steps of the
// training, forward and backward.
func (r Recipe) FLOPs(steps int) float64 {
	t := Task{config: r.Task}
	for _, k := range r.Task.Kinds {
		t.kinds = append(t.kinds, &boards{kind: k})
	}
	total := 0.0
	for step := range steps {
		k := t.at(step).kind
		total += 3 * float64(r.Task.Segment*k.Batch) * r.Network.FLOPs(k.Puzzles.Side)
	}
	return total
}
