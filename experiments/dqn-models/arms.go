package dqnmodels

import (
	"fmt"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/train"
)

// The arms. Those of package study are also in the experiments on ablations, on other boards.
const (
	documentArm = study.Base        // deep Q-learning at the document's settings
	squaredArm  = study.Squared     // the same with the plan's squared error in place of smooth L1
	rulesArm    = study.RulesMasked // the same with rewards for the rules only
	parallelArm = "pqn"             // the parallelised Q-network with as many updates
	twinArm     = "twin"            // the supervised twin: same network, boards and updates
	tunedArm    = "tuned"           // what the network needs to solve, as far as was found
)

// armSays describes the arms in tables.
var armSays = map[string]string{
	documentArm: "DQN, the document's settings", squaredArm: "DQN, squared error", rulesArm: "DQN, rewards for the rules only",
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
	pqn.Gamma, pqn.Loss, pqn.Batch = r.DQN.Gamma, r.DQN.Loss, r.DQN.Batch
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

// tuned is what a network needs at side 4. PQN in units of 100, γ 0.9, where a right move is worth about 100 on every
// board (see dqn.Ruler), games that are taken up again where the mistake was made, and a rate that falls to a
// twentieth.
func (s Setting) tuned(network string, steps int, seed uint64, cfg Config) (dqn.Recipe, error) {
	r := dqn.CandidateRecipe(s.Study.Side)
	if network != networks.Candidate {
		r.Network = networks.Default(network, s.Study.Side)
		r.Network.LayerNorm = true
	}
	r.Network.Seed, r.Play.Seed, r.Play.Puzzles.Seed, r.Train.Seed = seed, seed, seed, seed
	r.Train.Steps = steps
	r.Train.Schedule = train.Schedule{Kind: train.ScheduleCosine, WarmUp: min(50, steps/2), Final: 0.05}
	watch(&r, s.all(), cfg)
	if err := r.Validate(); err != nil {
		return dqn.Recipe{}, fmt.Errorf("tuned: %w", err)
	}
	return r, nil
}
