package study

import (
	"fmt"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/learn/puzzles"
)

// Setting is a kind of boards to train on, with the sizes that a processor has time for.
type Setting struct {
	Name string `json:"name"` // in cases of records, such as 9x9-few
	Side int    `json:"side"` // of the boards, n
	// Stages are the ranges of givens of the curriculum, easiest first. The last has half of the steps, so that over
	// the last half runs with and without stages are at the same range; the others share the first.
	Stages []dqn.Stage `json:"stages"`
	// Network is the network of all arms that do not name another.
	Network string  `json:"network"`
	Replay  int     `json:"replay"` // transitions kept
	Rate    float64 `json:"rate"`   // of learning
	// Networks are the sizes of networks; one that is not among them has its defaults.
	Networks []networks.Config `json:"networks"`
}

// sized returns a network with cells of one kind of layers, so wide and so deep, and a dense layer that reads each cell.
func sized(name string, side, width, depth, hidden int) networks.Config {
	c := networks.Default(name, side)
	c.Width, c.Depth, c.Head, c.Dense, c.Hidden = width, depth, networks.Cells, 1, hidden
	return c
}

// Few is the setting that decides: 9×9 boards with 1 to 5, 3 to 8 and 5 to 11 empty cells. The document's own
// stages, down to 25 givens, are beyond what a processor trains in minutes.
//
// So is the head that the document draws, dense layers that read all cells at once: each of its 729 values learns from
// the few transitions of its own action. Here all networks read each cell with the same dense layer, and unit-conv is the base
// network, whose kernels see the whole row, column and box of a cell.
func Few() Setting {
	return Setting{
		Name: "9x9-few", Side: 9, Stages: []dqn.Stage{{Low: 76, High: 80}, {Low: 73, High: 78}, {Low: 70, High: 76}},
		Network: networks.UnitConv, Replay: 100_000, Rate: 1e-3,
		Networks: []networks.Config{sized(networks.Conv, 9, 16, 2, 48), sized(networks.UnitConv, 9, 18, 1, 36), sized(networks.ResNet, 9, 16, 2, 48)},
	}
}

// Four is 4×4 boards with the document's shares of given cells, and networks as they are drawn.
func Four() Setting {
	s := Setting{Name: "4x4", Side: 4, Stages: dqn.DocumentedStages(4, 3), Network: networks.Conv, Replay: 10_000, Rate: 1e-3, Networks: []networks.Config{}}
	for i := range s.Stages {
		s.Stages[i].Steps = 0
	}
	return s
}

// Settings lists both, the one that decides first.
func Settings() []Setting { return []Setting{Few(), Four()} }

// Rows are the held-out rows of the stages, easiest first: ranges of numbers of empty cells.
func (s Setting) Rows() []dqn.Row {
	rows := make([]dqn.Row, len(s.Stages))
	for i, stage := range s.Stages {
		rows[i] = rowOf(s.Side, stage)
	}
	return rows
}

// rowOf is the held-out row of a stage.
func rowOf(side int, stage dqn.Stage) dqn.Row {
	return dqn.Row{Low: side*side - stage.High, High: side*side - stage.Low}
}

// scale is the reward that counts as one in the base: see [Unscaled].
const scale = 100

// Points is the number of validations of a run after its first.
const Points = 24

// Base returns the recipe that the arms change: the document's agent with one of the lab's networks, at a number of training
// steps and with a seed for all that is random but the held-out puzzles.
func (s Setting) Base(network string, steps int, seed uint64) (dqn.Recipe, error) {
	if least := 2 * (len(s.Stages) - 1); steps < least {
		return dqn.Recipe{}, fmt.Errorf("study: %d steps, want %d or more: one in each stage", steps, least)
	}
	r, err := dqn.DocumentedRecipe(network, s.Side, steps)
	if err != nil {
		return dqn.Recipe{}, fmt.Errorf("study: %w", err)
	}
	for _, c := range s.Networks {
		if c.Name == network {
			r.Network = c
		}
	}
	r.Network.Seed = seed
	r.DQN.Scale = scale
	r.DQN.Replay, r.DQN.Begin = s.Replay, r.DQN.Batch // the document names no random moves before the first update
	r.Play.Puzzles = puzzles.DefaultConfig(s.Side)
	r.Play.Puzzles.Seed, r.Play.Seed = seed, seed
	r.Play.Puzzles.Lookahead = 64
	r.Play.Epsilon.Steps = steps / 4
	r.Play.Stages = append([]dqn.Stage(nil), s.Stages...)
	for i := range len(r.Play.Stages) - 1 {
		r.Play.Stages[i].Steps = steps / 2 / (len(r.Play.Stages) - 1)
	}
	r.Validation = dqn.Validation{Rows: s.Rows(), Count: 100, Batch: 64, Seed: 1}
	r.Train.Seed = seed
	r.Train.Optimizer.LearningRate = s.Rate
	r.Train.ClipNorm = 0 // the document names no bound
	r.Train.ValidateEvery = max(1, steps/Points)
	r.Train.LogEvery = r.Train.ValidateEvery
	r.Train.SaveSeconds = 0
	return r, r.Validate()
}
