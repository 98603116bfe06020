package dqnrewards

import (
	"testing"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/experiments/dqn-ablation/runs/runstest"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

const seeds = runstest.Seeds(5)

var few = runs.Deciding()

// base has both claims reproduced.
func base() record.Set {
	var set record.Set
	last := runs.LastSolved()
	for _, a := range arms(few) {
		for seed := 1; seed <= int(seeds); seed++ {
			wobble := 0.01 * float64(seed%3)
			m := map[string]float64{
				runs.Invalid: 0.2 + wobble, runs.Untrained + " " + last: 0.01, last: 0.5 + wobble,
			}
			switch a.Arm {
			case study.RulesOnly, study.RulesMasked, study.PhaseTwo:
				m[runs.Invalid], m[last] = 0.9+wobble, 0.01
			}
			set = append(set, labtest.Record(runstest.Name(a.Arm, few.Network, seed), m, nil))
		}
	}
	return set
}

// of sets a figure of every run of an arm, to the values in turn.
func of(arm, figure string, v ...float64) map[string]float64 {
	return seeds.Figure(arm, few.Network, figure, v...)
}

func TestJudges(t *testing.T) {
	last := runs.LastSolved()
	both := runstest.Join(of(study.RulesOnly, last, 0.4), of(study.RulesOnly, runs.Invalid, 0.1))
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
	})
}
