package study

import (
	"fmt"
	"slices"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/dqn/networks"
)

// Arm is one change of the base recipe.
type Arm struct {
	Name   string // in cases of records
	About  string // what is changed, in words
	change func(Setting, *dqn.Recipe)
}

// The names of arms.
const (
	Base           = "base"            // nothing is changed
	Raw            = "raw"             // cell values as they are for input
	Unmasked       = "unmasked"        // no mask, in policy and target
	TargetUnmasked = "target-unmasked" // a mask in the policy only
	TenEmpty       = "ten-empty"       // boards with 10 empty cells, no mask
	LastStage      = "last-stage"      // no curriculum: the last stage from the start
	Sparse         = "sparse"          // 25 givens from the start
	PlayOn         = "play-on"         // a mistake does not end the game
	StepPenalty    = "step-penalty"    // the same, with a penalty for every step
	Unscaled       = "unscaled"        // rewards as they are, to 100
	Squared        = "squared"         // the same, and squared error
	Copy1          = "copy-1"          // target copied at every step
	Copy100        = "copy-100"
	Copy10000      = "copy-10000"
	Latest         = "latest"        // the latest transitions, no random draws
	Episode        = "episode"       // a step on each episode that ended
	EpisodeDrawn   = "episode-drawn" // as many steps on random draws
	Gamma05        = "gamma-0.5"
	Gamma09        = "gamma-0.9"
	Gamma1         = "gamma-1"
	RulesOnly      = "rules-only"        // rewards for the rules only, no mask
	RulesMasked    = "rules-only-masked" // rewards for the rules only, with the mask
	PhaseTwo       = "phase-two"         // rewards of the document's plan, no mask
)

// stepPenalty is a tenth of what a right move earns: a small one by the measure of [environment.PhaseTwo].
const stepPenalty = -1

// Arms lists the base and its changes.
func Arms() []Arm {
	of := func(name, about string, change func(*dqn.Recipe)) Arm {
		return Arm{name, about, func(_ Setting, r *dqn.Recipe) { change(r) }}
	}
	unmask := func(r *dqn.Recipe) { r.Play.Mask, r.DQN.MaskTarget = false, false }
	rules := func(r *dqn.Recipe) { r.Play.Game.Judge, r.Play.Game.EndAtMistake = environment.ByRules, false }
	every := func(steps int) func(*dqn.Recipe) { return func(r *dqn.Recipe) { r.DQN.Copy = steps } }
	episode := func(kind string) func(*dqn.Recipe) {
		return func(r *dqn.Recipe) {
			// As many moves as the base makes, and a step more for each game in each step at most. Steps come faster
			// than moves, so there are fewer validations to a step.
			r.DQN.Episode = kind
			r.Moves = int64(r.Train.Steps) * int64(r.Play.Environments)
			r.Train.Steps *= 1 + r.Play.Environments
			r.Train.ValidateEvery *= 3
			r.Train.LogEvery = r.Train.ValidateEvery
		}
	}
	gamma := func(gamma float64) func(*dqn.Recipe) { return func(r *dqn.Recipe) { r.DQN.Gamma = gamma } }
	return []Arm{
		of(Base, "the document's settings", func(*dqn.Recipe) {}),
		of(Raw, "cell values as they are for input", func(r *dqn.Recipe) { r.Network.Input = networks.Raw }),
		of(Unmasked, "no mask in policy and target", unmask),
		of(TargetUnmasked, "no mask in the target", func(r *dqn.Recipe) { r.DQN.MaskTarget = false }),
		{TenEmpty, "boards with 10 empty cells, no mask", func(_ Setting, r *dqn.Recipe) {
			unmask(r)
			only(r, dqn.Row{Low: 10, High: 10})
			r.Train.ValidateEvery = max(1, r.Train.ValidateEvery/4) // what is asked of it comes early
			r.Train.LogEvery = r.Train.ValidateEvery
		}},
		of(LastStage, "no curriculum: the last stage from the start", func(r *dqn.Recipe) { r.Play.Stages = r.Play.Stages[len(r.Play.Stages)-1:] }),
		{Sparse, "25 givens of 81 from the start", func(s Setting, r *dqn.Recipe) {
			only(r, SparseRow(s.Side))
		}},
		of(PlayOn, "a mistake does not end the game", func(r *dqn.Recipe) { r.Play.Game.EndAtMistake = false }),
		of(StepPenalty, "a mistake does not end the game, every step costs 1", func(r *dqn.Recipe) {
			r.Play.Game.EndAtMistake, r.Play.Game.Rewards.Step = false, stepPenalty
		}),
		of(Unscaled, "rewards not scaled", func(r *dqn.Recipe) { r.DQN.Scale = 1 }),
		of(Squared, "rewards not scaled, squared error in place of smooth L1", func(r *dqn.Recipe) { r.DQN.Scale, r.DQN.Loss = 1, dqn.Squared }),
		of(Copy1, "target copied at every step", every(1)),
		of(Copy100, "target copied every 100 steps", every(100)),
		of(Copy10000, "target copied every 10,000 steps", every(10_000)),
		of(Latest, "the latest transitions in place of random draws", func(r *dqn.Recipe) { r.DQN.Latest = true }),
		of(Episode, "a step more on each episode that ended", episode(dqn.EpisodeOwn)),
		of(EpisodeDrawn, "a step more after each episode, on as many random draws", episode(dqn.EpisodeDrawn)),
		of(Gamma05, "γ 0.5", gamma(0.5)),
		of(Gamma09, "γ 0.9", gamma(0.9)),
		of(Gamma1, "γ 1", gamma(1)),
		of(RulesOnly, "rewards for the rules only, no mask", func(r *dqn.Recipe) {
			unmask(r)
			rules(r)
		}),
		of(RulesMasked, "rewards for the rules only", rules),
		of(PhaseTwo, "rewards for the rules only as the document's plan has them, no mask", func(r *dqn.Recipe) {
			unmask(r)
			rules(r)
			r.Play.Game.Rewards = environment.PhaseTwo()
		}),
	}
}

// SparseRow is the number of empty cells that 25 givens of 81 leave, or their share on other boards.
func SparseRow(side int) dqn.Row {
	cells := side * side
	empty := cells - cells*25/81
	return dqn.Row{Low: empty, High: empty}
}

// only leaves one stage, measured on its own row of held-out puzzles beside those of the setting.
func only(r *dqn.Recipe, row dqn.Row) {
	cells := r.Play.Game.Side * r.Play.Game.Side
	r.Play.Stages = []dqn.Stage{{Low: cells - row.High, High: cells - row.Low}}
	r.Validation.Rows = append(slices.Clone(r.Validation.Rows), row)
}

// ArmOf returns the arm of a name.
func ArmOf(name string) (Arm, error) {
	for _, a := range Arms() {
		if a.Name == name {
			return a, nil
		}
	}
	return Arm{}, fmt.Errorf("study: no arm %q", name)
}

// Recipe returns the arm's recipe in a setting: see [Setting.Base].
func (a Arm) Recipe(s Setting, network string, steps int, seed uint64) (dqn.Recipe, error) {
	r, err := s.Base(network, steps, seed)
	if err != nil {
		return dqn.Recipe{}, err
	}
	a.change(s, &r)
	if err := r.Validate(); err != nil {
		return dqn.Recipe{}, fmt.Errorf("study: %s: %w", a.Name, err)
	}
	return r, nil
}
