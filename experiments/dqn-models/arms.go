package dqnmodels

import (
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/dqn/study"
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

// stepsOf is the number of training steps of an arm's runs. Tuned, the document's networks need more than the others have, and
// the candidate network, whose steps take longer, fewer.
func (s Setting) stepsOf(a Arm) int {
	switch {
	case a.Arm == tunedArm && a.Network == networks.Candidate:
		return max(leastSteps, s.Steps/8)
	case a.Arm == tunedArm:
		return 3 * s.Steps
	}
	return s.Steps
}

// tuned is what a network needs at side 4, found on other seeds than those of the records. Rewards count in units of 100
// and γ is 0.9, so that a right move is worth about one on every board (see dqn.Ruler); digits that clash are masked, too;
// a game that a mistake ended is taken up again half of the time, there is no curriculum, and the target is copied
// every 100 steps. The rate falls from 2·10⁻³ to a twentieth of it. The candidate network has its own recipe.
func (s Setting) tuned(network string, steps int, seed uint64, cfg Config) (dqn.Recipe, error) {
	r := dqn.CandidateRecipe(s.Study.Side)
	if network != networks.Candidate {
		var err error
		if r, err = s.Study.Base(network, steps, seed); err != nil {
			return dqn.Recipe{}, err
		}
		r.DQN.Gamma, r.DQN.Scale, r.DQN.Copy = 0.9, 100, 100
		r.Play.Stages, r.Play.Environments, r.Play.Strict, r.Play.Again = nil, 32, true, 0.5
		r.Play.Epsilon.Steps = steps / 2
		r.Train.Optimizer.LearningRate, r.Train.ClipNorm = 2e-3, 10
	}
	r.Network.Seed, r.Play.Seed, r.Play.Puzzles.Seed, r.Train.Seed = seed, seed, seed, seed
	r.Train.Steps = steps
	r.Train.Schedule = train.Schedule{Kind: train.ScheduleCosine, WarmUp: min(50, steps/2), Final: 0.05}
	watch(&r, s.all(), cfg)
	return r, r.Validate()
}
