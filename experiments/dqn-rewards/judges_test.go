package dqnrewards

import (
	"maps"
	"testing"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

const seeds = 5

var few = runs.Deciding()

func name(arm string, seed int) string {
	return record.Key(runs.Kind, runs.Dims(few, arm, few.Network, seed)...)
}

// base has all three claims reproduced.
func base() record.Set {
	var set record.Set
	last := lastSolved()
	for _, a := range arms(few) {
		for seed := 1; seed <= seeds; seed++ {
			wobble := 0.01 * float64(seed%3)
			m := map[string]float64{
				runs.Invalid: 0.2 + wobble, runs.Untrained + " " + last: 0.01, last: 0.5 + wobble, runs.Moves: 20_000, runs.Extra: 0.3 + wobble, runs.Won: 0.1,
			}
			switch a.Arm {
			case study.RulesOnly, study.RulesMasked, study.PhaseTwo:
				m[runs.Invalid], m[last] = 0.9+wobble, 0.01
			case study.StepPenalty:
				m[runs.Extra] = 0.1 + wobble
			}
			set = append(set, labtest.Record(name(a.Arm, seed), m, nil))
		}
	}
	return set
}

// of sets a figure of every run of an arm, to the values in turn.
func of(arm, figure string, v ...float64) map[string]float64 {
	out := map[string]float64{}
	for seed := 1; seed <= seeds; seed++ {
		out[name(arm, seed)+"/"+figure] = v[seed%len(v)]
	}
	return out
}

func TestJudges(t *testing.T) {
	last := lastSolved()
	both := of(study.RulesOnly, last, 0.4)
	maps.Copy(both, of(study.RulesOnly, runs.Invalid, 0.1))
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "R03a", Want: lab.Reproduced},
		{Claim: "R03a", Want: lab.Partly, Set: of(study.RulesOnly, last, 0.4)},
		{Claim: "R03a", Want: lab.Partly, Set: of(study.RulesOnly, runs.Invalid, 0.1)},
		{Claim: "R03a", Want: lab.Refuted, Set: both},
		{Claim: "R03a", Want: lab.Pending, Set: of(study.RulesOnly, runs.Invalid, 0.1, 0.9)},
		{Claim: "R03b", Want: lab.Reproduced},
		{Claim: "R03b", Want: lab.Refuted, Set: of(study.RulesOnly, last, 0.8)},
		{Claim: "R03b", Want: lab.Refuted, Set: of(study.Unmasked, last, 0)},
		{Claim: "R03b", Want: lab.Pending, Set: of(study.RulesOnly, last, 0, 0.8)},
		{Claim: "R20", Want: lab.Reproduced},
		{Claim: "R20", Want: lab.Refuted, Set: of(study.PlayOn, runs.Extra, 0.05)},
		{Claim: "R20", Want: lab.Pending, Set: of(study.PlayOn, runs.Won, 0)}, // nothing is solved
		{Claim: "R20", Want: lab.Pending, Set: of(study.PlayOn, runs.Extra, 0, 0.9)},
	})
}
