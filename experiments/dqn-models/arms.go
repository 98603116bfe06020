package dqnmodels

import (
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/train"
)

// The arms. Those of package study are also in the experiments on ablations, on other boards.
const (
	documentArm = study.Unscaled    // deep Q-learning at the document's settings, rewards as they are
	scaledArm   = study.Base        // the same with rewards in units of 100
	squaredArm  = study.Squared     // the document's with the plan's squared error in place of smooth L1
	rulesArm    = study.RulesMasked // with rewards for the rules only
	parallelArm = "pqn"             // the parallelised Q-network with as many updates
	twinArm     = "twin"            // the supervised twin: same network, boards and updates
	tunedArm    = "tuned"           // what the network needs to solve, as far as was found
)

// armSays describes the arms in tables.
var armSays = map[string]string{
	documentArm: "DQN, the document's settings", scaledArm: "DQN, rewards in units of 100",
	squaredArm: "DQN, squared error", rulesArm: "DQN, units of 100, rewards for the rules only",
	parallelArm: "PQN", twinArm: "supervised twin", tunedArm: "tuned",
}

// recipe returns the recipe of an arm in a setting.
func (s Setting) recipe(a Arm, steps int, seed uint64, cfg Config) (dqn.Recipe, error) {
	if a.Arm == tunedArm {
		return s.tuned(a.Network, steps, seed, cfg)
	}
	of := a.Arm
	if of == parallelArm || of == twinArm {
		of = study.Base
	}
	arm, err := study.ArmOf(of)
	if err != nil {
		return dqn.Recipe{}, err
	}
	r, err := arm.Recipe(s.Study, a.Network, steps, seed)
	if err != nil {
		return dqn.Recipe{}, err
	}
	switch a.Arm {
	case parallelArm:
		parallel(&r)
	case twinArm:
		r.Algorithm, r.Twin, r.DQN = dqn.AlgorithmTwin, &dqn.Twin{Learn: r.DQN.Learn, Replay: r.DQN.Replay, Begin: r.DQN.Begin}, nil
	}
	watch(&r, s.all(), cfg)
	return r, r.Validate()
}

// parallel makes a recipe of DQN one of PQN with the same discount, loss and batch. Networks whose layers can be
// normalised are: the method has no target network and asks for it.
func parallel(r *dqn.Recipe) {
	pqn := dqn.DefaultPQN()
	pqn.Learn = r.DQN.Learn
	r.Play.Environments = pqn.Batch / pqn.Epochs
	r.Algorithm, r.PQN, r.DQN = dqn.AlgorithmPQN, &pqn, nil
	r.Network.LayerNorm = true
}

// watch sets on what a run is looked at on its way, and how often.
func watch(r *dqn.Recipe, rows []dqn.Row, cfg Config) {
	r.Validation = dqn.Validation{Rows: rows, Count: cfg.Watched, Batch: 64, Seed: cfg.Seed + 1}
	r.Train.ValidateEvery = every(r.Train.Steps, cfg.Points)
	r.Train.LogEvery = r.Train.ValidateEvery
	r.Train.SaveSeconds = 0
}

// leastSteps is the fewest training steps of a run: every stage of a curriculum has one.
const leastSteps = 4

// stepsOf is the number of training steps of an arm's runs. Tuned, the networks of the document's kinds need more than the others have, and
// the candidate network, whose steps take longer, fewer.
func (s Setting) stepsOf(a Arm) int {
	switch {
	case a.Arm == tunedArm && a.Network == networks.Candidate:
		return max(leastSteps, s.Steps/8)
	case a.Arm == tunedArm:
		return 6 * s.Steps
	}
	return s.Steps
}

// tuned is what a network needs at side 4, found with puzzles of another seed than those of the records. Rewards count in
// units of 100 and γ is 0.9, so that a right move is worth about one on every board (see dqn.Ruler). A game that a
// mistake ended is most often taken up again, there is no curriculum, more transitions are kept, the target is copied every
// 100 steps, most puzzles have the fewest givens, and the weights that are measured are averages. The rate falls from 2·10⁻³ to a twentieth of it. Dense layers
// that read all cells at once are twice as wide. A mask of digits that clash hindered: half of the puzzles with 10 empty
// cells were solved in place of nearly all. The candidate network has its own recipe.
func (s Setting) tuned(network string, steps int, seed uint64, cfg Config) (dqn.Recipe, error) {
	r := dqn.CandidateRecipe(s.Study.Side)
	if network != networks.Candidate {
		var err error
		if r, err = s.Study.Base(network, steps, seed); err != nil {
			return dqn.Recipe{}, err
		}
		r.DQN.Gamma, r.DQN.Scale, r.DQN.Copy, r.DQN.Batch, r.DQN.Begin, r.DQN.Replay = 0.9, 100, 100, 128, 128, 100_000
		r.Play.Stages, r.Play.Environments, r.Play.Again, r.Play.Game.EndAtFilled = nil, 32, 0.8, true
		r.Play.Puzzles.Givens = puzzles.Mix{{Low: 4, High: 5, Weight: 2}, {Low: 4, High: 15, Weight: 1}}
		r.Play.Epsilon.Steps = steps / 10
		r.Train.Optimizer = train.AdamW{LearningRate: 2e-3, Beta1: 0.9, Beta2: 0.98, Epsilon: 1e-8, WeightDecay: 1e-4}
		r.Train.ClipNorm, r.Train.EMA = 10, 0.995
		if r.Network.Head == networks.Flatten {
			r.Network.Hidden *= 2
		}
	}
	r.Network.Seed, r.Play.Seed, r.Play.Puzzles.Seed, r.Train.Seed = seed, seed, seed, seed
	r.Train.Steps = steps
	r.Train.Schedule = train.Schedule{Kind: train.ScheduleCosine, WarmUp: min(50, steps/2), Final: 0.05}
	watch(&r, s.all(), cfg)
	return r, r.Validate()
}
