package weights

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/documented"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/jsonfile"
	"sudokulab/pkg/learn/weights"
	"sudokulab/pkg/train"
)

// Candidate is the model of the candidate network; the others are those of package documented.
const Candidate = "candidate"

// Models lists the networks that weights can be of, the candidate network first.
func Models() []string {
	out := []string{Candidate}
	for _, m := range documented.Models() {
		out = append(out, string(m))
	}
	return out
}

// Recipe is all that decides a set of weights of any network, besides the backend's arithmetic.
// As JSON it is the recipe of package candidate or of package documented; one that names no
// model is the candidate network's.
type Recipe struct {
	candidate.Recipe                    // empty if Documented is there
	Documented       *documented.Recipe // of a network of the document
}

var _ weights.Trainable[Recipe] = Recipe{}

// DefaultRecipe returns the default recipe of a model.
func DefaultRecipe(m string) (Recipe, error) {
	if m == Candidate {
		return Recipe{Recipe: candidate.DefaultRecipe()}, nil
	}
	r, err := documented.DefaultRecipe(documented.Model(m))
	if err != nil {
		return Recipe{}, unknownModel(m)
	}
	return Recipe{Documented: &r}, nil
}

func unknownModel(m string) error {
	return fmt.Errorf("weights: model %q, want one of %v", m, Models())
}

// modelOf returns the model that a recipe names.
func modelOf(text []byte) (string, error) {
	peek := struct {
		Model string `json:"model"`
	}{Candidate}
	if err := json.Unmarshal(text, &peek); err != nil {
		return "", fmt.Errorf("weights: recipe: %w", err)
	}
	if !slices.Contains(Models(), peek.Model) {
		return "", fmt.Errorf("weights: recipe: %w", unknownModel(peek.Model))
	}
	return peek.Model, nil
}

// ParseRecipe reads a recipe as JSON over the default one of its model. A field that does not
// exist is an error.
func ParseRecipe(text []byte) (Recipe, error) {
	if err := jsonfile.Bounded(text, jsonfile.Depth, maxValues); err != nil {
		return Recipe{}, fmt.Errorf("weights: recipe: %w", err)
	}
	m, err := modelOf(text)
	if err != nil {
		return Recipe{}, err
	}
	if m != Candidate {
		r, err := documented.ParseRecipe(text)
		return Recipe{Documented: &r}, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return Recipe{}, fmt.Errorf("weights: recipe: %w", err)
	}
	if _, ok := fields["model"]; ok { // which package candidate does not know
		delete(fields, "model")
		if text, err = json.Marshal(fields); err != nil {
			return Recipe{}, fmt.Errorf("weights: recipe: %w", err)
		}
	}
	r, err := candidate.ParseRecipe(text)
	return Recipe{Recipe: r}, err
}

// Text writes the recipe as ParseRecipe reads it, with its model.
func (r Recipe) Text() ([]byte, error) {
	var v any = r.Documented
	if r.Documented == nil {
		v = struct {
			Model string `json:"model"`
			candidate.Recipe
		}{Candidate, r.Recipe}
	}
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	return append(text, '\n'), nil
}

// MarshalJSON writes the recipe as its package does.
func (r Recipe) MarshalJSON() ([]byte, error) {
	if r.Documented != nil {
		return json.Marshal(r.Documented)
	}
	return json.Marshal(r.Recipe)
}

// maxValues bounds a recipe: each kind of boards is read over a default, which takes a fraction of a millisecond.
const maxValues = 10_000

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Recipe) UnmarshalJSON(text []byte) error {
	if err := jsonfile.Bounded(text, jsonfile.Depth, maxValues); err != nil {
		return fmt.Errorf("recipe: %w", err)
	}
	m, err := modelOf(text)
	if err != nil {
		return err
	}
	*r = Recipe{}
	if m == Candidate {
		return json.Unmarshal(text, &r.Recipe)
	}
	r.Documented = &documented.Recipe{}
	return json.Unmarshal(text, r.Documented)
}

// Model names the network.
func (r Recipe) Model() string {
	if r.Documented != nil {
		return string(r.Documented.Model)
	}
	return Candidate
}

// Title names the network in a line.
func (r Recipe) Title() string {
	if r.Documented != nil {
		return r.Documented.Title()
	}
	return "the candidate network"
}

// Validate reports what is wrong with the recipe.
func (r Recipe) Validate() error {
	if r.Documented != nil {
		return r.Documented.Validate()
	}
	return r.Recipe.Validate()
}

// network returns the network.
func (r Recipe) network() (n gnn.Network, err error) {
	if r.Documented != nil {
		n, err = r.Documented.Network()
	} else {
		n, err = candidate.New(r.Network)
	}
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	return n, nil
}

// FLOPs is the number of floating-point operations in the products of the first steps of the
// training, forward and backward.
func (r Recipe) FLOPs(steps int) float64 {
	if r.Documented != nil {
		return r.Documented.FLOPs(steps)
	}
	return r.Recipe.FLOPs(steps)
}

// Shapes returns the shape of each variable of the network by its name.
func (r Recipe) Shapes() map[string][]int {
	if r.Documented != nil {
		return r.Documented.Shapes()
	}
	return r.Network.Shapes()
}

// Trainer returns the trainer's configuration.
func (r Recipe) Trainer() train.Config {
	if r.Documented != nil {
		return r.Documented.Trainer()
	}
	return r.Train
}

// WithSteps returns the recipe with another number of training steps.
func (r Recipe) WithSteps(steps int) Recipe {
	if r.Documented != nil {
		d := *r.Documented
		d.Train.Steps = steps
		r.Documented = &d
		return r
	}
	r.Train.Steps = steps
	return r
}

// Seeded returns a recipe with a seed for all that is random in the training: initial weights, puzzles, their order and dropout.
// Puzzles of the validation stay.
func Seeded(r Recipe, seed uint64) Recipe {
	if r.Documented != nil {
		d := documented.Seeded(*r.Documented, seed)
		r.Documented = &d
		return r
	}
	r.Task.Kinds = slices.Clone(r.Task.Kinds)
	for i := range r.Task.Kinds {
		r.Task.Kinds[i].Puzzles.Seed = seed
	}
	r.Network.Seed, r.Task.Seed, r.Train.Seed = seed, seed, seed
	return r
}

// SameWeights reports whether two recipes train the same network on the same task, however long
// and by whatever configuration of the trainer.
func (r Recipe) SameWeights(other Recipe) bool {
	if (r.Documented == nil) != (other.Documented == nil) {
		return false
	}
	if r.Documented == nil {
		r.Train = other.Train
		return reflect.DeepEqual(r.Recipe, other.Recipe)
	}
	a, b := *r.Documented, *other.Documented
	a.Train = b.Train
	return reflect.DeepEqual(a, b)
}

// NewTask makes the recipe's task; workers goroutines make puzzles, 0 for one a core. The
// backend stays open as long as it.
func (r Recipe) NewTask(ctx context.Context, backend compute.Backend, workers int) (train.OpenTask, error) {
	if r.Documented != nil {
		network, err := r.network()
		if err != nil {
			return nil, err
		}
		return asTask(supervised.NewTask(ctx, backend, network, r.Documented.Task, workers))
	}
	network, err := candidate.New(r.Network)
	if err != nil {
		return nil, err
	}
	return asTask(candidate.NewTask(ctx, backend, network, r.Task, workers))
}

// asTask keeps a nil of one type from becoming a task that is not nil.
func asTask[T train.OpenTask](t T, err error) (train.OpenTask, error) {
	if err != nil {
		return nil, err
	}
	return t, nil
}

// StartStore returns the initial values that the recipe asks for; nil if they are the network's
// own.
func (r Recipe) StartStore() (*model.Store, error) {
	if r.Documented == nil {
		return nil, nil //nolint:nilnil // no store is train.Options' word for the network's own values
	}
	return r.Documented.StartStore()
}

// Config returns the network's configuration, or says why there is no such network.
func (r Recipe) Config() (any, error) {
	if _, err := r.network(); err != nil {
		return nil, err
	}
	switch d := r.Documented; {
	case d == nil:
		return r.Network, nil
	case d.Literal != nil:
		return d.Literal, nil
	default:
		return d.CNN, nil
	}
}
