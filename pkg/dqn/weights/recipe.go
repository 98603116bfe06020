package weights

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/learn/weights"
	"sudokulab/pkg/train"
)

// DefaultSteps are the training steps of the default recipe of all networks but the candidate network: within three hours of two
// cores at side 9 for the slowest of them, by the costs that networks.Default states.
const DefaultSteps = 30_000

// Recipe is all that decides an agent's weights, besides the backend's arithmetic. As JSON it is the dqn.Recipe.
type Recipe struct {
	dqn.Recipe
}

var _ weights.Trainable[Recipe] = Recipe{}

// DefaultRecipe returns the default recipe of a network on boards of a side, for a number of training steps, 0 for
// its own number: dqn.CandidateRecipe for the candidate network, dqn.DocumentedRecipe for the others. An
// empty algorithm is the recipe's own.
func DefaultRecipe(network string, side int, algorithm string, steps int) (Recipe, error) {
	var r dqn.Recipe
	var err error
	if network == networks.Candidate {
		r = dqn.CandidateRecipe(side)
		if steps > 0 {
			r.Train.Steps, r.Train.Schedule.Length = steps, steps
			r.Train.Schedule.WarmUp = min(r.Train.Schedule.WarmUp, steps/2)
		}
	} else {
		if steps < 1 {
			steps = DefaultSteps
		}
		r, err = dqn.DocumentedRecipe(network, side, steps)
	}
	if err != nil {
		return Recipe{}, fmt.Errorf("weights: %w", err)
	}
	if algorithm != "" {
		r = by(algorithm, r)
	}
	return Recipe{r}, nil
}

// by returns a recipe with another algorithm, which learns with the same discount, scale, loss and batch; what is its own is as
// in the document and in dqn.DefaultPQN. An unknown algorithm is left to Validate.
func by(algorithm string, r dqn.Recipe) dqn.Recipe {
	if algorithm == r.Algorithm {
		return r
	}
	own, documented := learned(r), dqn.DocumentedDQN()
	r.Algorithm, r.DQN, r.PQN, r.Twin = algorithm, nil, nil, nil
	switch algorithm {
	case dqn.AlgorithmDQN:
		documented.Learn = own
		r.DQN = &documented
	case dqn.AlgorithmPQN:
		pqn := dqn.DefaultPQN()
		r.Play.Environments = max(1, own.Batch/pqn.Epochs)
		own.Batch = r.Play.Environments * pqn.Epochs
		pqn.Learn = own
		r.PQN = &pqn
	case dqn.AlgorithmTwin:
		r.Twin = &dqn.Twin{Learn: own, Replay: documented.Replay, Begin: documented.Begin}
	}
	return r
}

// learned is what the recipe's algorithm has in common with the others.
func learned(r dqn.Recipe) dqn.Learn {
	switch {
	case r.DQN != nil:
		return r.DQN.Learn
	case r.PQN != nil:
		return r.PQN.Learn
	case r.Twin != nil:
		return r.Twin.Learn
	}
	return dqn.Learn{}
}

// named is what a recipe says of itself: by it the default is chosen that the rest is read over.
type named struct {
	Algorithm string          `json:"algorithm"`
	Network   networks.Config `json:"network"` // for its name and side; it knows former names
	Play      struct {
		Game struct {
			Side int `json:"side"`
		} `json:"game"`
		Stages json.RawMessage `json:"stages"`
	} `json:"play"`
	Validation struct {
		Rows json.RawMessage `json:"rows"`
	} `json:"validation"`
	Train struct {
		Steps int `json:"steps"`
	} `json:"train"`
}

// ParseRecipe reads a recipe as JSON over the default one of its network, side, algorithm and steps; one that names no
// network is the candidate network's, one that names no side is for boards of side 9. A field that does not exist is
// an error.
func ParseRecipe(text []byte) (Recipe, error) {
	var n named
	n.Network.Name = networks.Candidate
	if err := json.Unmarshal(text, &n); err != nil {
		return Recipe{}, fmt.Errorf("weights: recipe: %w", err)
	}
	side := n.Network.Side
	if side == 0 {
		side = n.Play.Game.Side
	}
	if side == 0 {
		side = 9
	}
	over, err := DefaultRecipe(n.Network.Name, side, n.Algorithm, n.Train.Steps)
	if err != nil {
		return Recipe{}, err
	}
	// A list takes the place of the default's: what an element lacks is not an old one's.
	if n.Play.Stages != nil {
		over.Play.Stages = nil
	}
	if n.Validation.Rows != nil {
		over.Validation.Rows = nil
	}
	r, err := dqn.ParseRecipe(text, over.Recipe)
	return Recipe{r}, err
}

// IsRecipe reports whether a text is a recipe of an agent, rather than one of another system: it names an algorithm.
func IsRecipe(text []byte) bool {
	var n struct {
		Algorithm *string `json:"algorithm"`
	}
	return json.Unmarshal(text, &n) == nil && n.Algorithm != nil
}

// Text writes the recipe as ParseRecipe reads it.
func (r Recipe) Text() ([]byte, error) {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	return append(text, '\n'), nil
}

// Model names the network.
func (r Recipe) Model() string { return r.Network.Name }

// Title names the agent in a line.
func (r Recipe) Title() string {
	side := r.Play.Game.Side
	return fmt.Sprintf("the network %s as an agent on %d×%d, trained by %s", r.Network.Name, side, side, r.Algorithm)
}

// network returns the network.
func (r Recipe) network() (networks.Sized, error) {
	n, err := networks.New(r.Network)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	sized, ok := n.(networks.Sized)
	if !ok {
		return nil, fmt.Errorf("weights: the network %s does not say what it holds", n.Name())
	}
	return sized, nil
}

// Config returns the network's configuration, or says why there is no such network.
func (r Recipe) Config() (any, error) {
	if _, err := r.network(); err != nil {
		return nil, err
	}
	return r.Network, nil
}

// Shapes returns the shape of each variable of the network that plays, by its name below train.ScopePath; none if there
// is no such network.
func (r Recipe) Shapes() map[string][]int {
	all := map[string][]int{}
	n, err := r.network()
	if err != nil {
		return all
	}
	for name, shape := range n.Shapes() {
		all[dqn.Online(name)] = shape
	}
	return all
}

// FLOPs is the number of floating-point operations in the products of the first steps of the training: the games' boards
// once, those of the batch forward and backward, and by DQN what follows them once, twice if it is
// double. Validations are not counted.
func (r Recipe) FLOPs(steps int) float64 {
	n, err := r.network()
	if err != nil {
		return 0
	}
	shape, err := r.Shape()
	if err != nil {
		return 0
	}
	batch := learned(r.Recipe).Batch
	boards := r.Play.Environments + 3*batch
	if r.DQN != nil {
		boards += batch
		if r.DQN.Double {
			boards += batch
		}
	}
	return float64(steps) * n.Operations(shape, boards)
}

// Trainer returns the trainer's configuration.
func (r Recipe) Trainer() train.Config { return r.Train }

// WithSteps returns the recipe with another number of training steps.
func (r Recipe) WithSteps(steps int) Recipe {
	r.Train.Steps = steps
	return r
}

// WithSeed returns the recipe with a seed for all that is random in the training: initial weights, games, moves, puzzles and batches.
// Puzzles of the validation stay.
func (r Recipe) WithSeed(seed uint64) Recipe {
	r.Network.Seed, r.Play.Seed, r.Play.Puzzles.Seed, r.Train.Seed = seed, seed, seed, seed
	return r
}

// SameWeights reports whether two recipes train the same network in the same games, however long and by whatever
// configuration of the trainer.
func (r Recipe) SameWeights(other Recipe) bool {
	r.Train = other.Train
	return reflect.DeepEqual(r, other)
}

// StartStore returns nil: an agent begins with its network's own values.
func (r Recipe) StartStore() (*model.Store, error) {
	return nil, nil //nolint:nilnil // no store is train.Options' word for the network's own values
}
