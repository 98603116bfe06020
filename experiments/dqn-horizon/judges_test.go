package dqnhorizon

import (
	"testing"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/experiments/dqn-ablation/runs/runstest"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

const seeds = runstest.Seeds(90)

// base has both claims reproduced.
func base() record.Set {
	var set record.Set
	few, last := runs.Deciding(), runs.LastSolved()
	for _, arm := range []string{study.Base, study.Gamma05, study.PlayOn, study.StepPenalty} {
		for seed := 1; seed <= int(seeds); seed++ {
			wobble := 0.01 * float64(seed%3)
			m := map[string]float64{last: 0.4 + wobble, runs.Gamma: 0.99, runs.Moves: 20_000, runs.Extra: 0.3 + wobble, runs.Won: 0.1}
			switch arm {
			case study.Gamma05:
				m[last], m[runs.Gamma] = 0.1, 0.5
			case study.StepPenalty:
				m[runs.Extra] = 0.1 + wobble
			}
			set = append(set, labtest.Record(runstest.Name(arm, few.Network, seed), m, nil))
		}
	}
	return set
}

func of(arm, figure string, v ...float64) map[string]float64 {
	return seeds.Figure(arm, runs.Deciding().Network, figure, v...)
}

func TestJudges(t *testing.T) {
	last := runs.LastSolved()
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "R20", Want: lab.Reproduced},
		{Claim: "R20", Want: lab.Refuted, Set: of(study.PlayOn, runs.Extra, 0.05)},
		{Claim: "R20", Want: lab.Refuted, Set: of(study.PlayOn, runs.Extra, 0.08, 0.11, 0.14)}, // as many with the penalty
		{Claim: "R20", Want: lab.Pending, Set: of(study.PlayOn, runs.Won, 0)},                  // nothing is solved
		{Claim: "R20", Want: lab.Pending, Set: of(study.PlayOn, runs.Extra, 0.005, 2)},
		{Claim: "R24", Want: lab.Reproduced},
		{Claim: "R24", Want: lab.Partly, Set: of(study.Gamma05, last, 0.24, 0.25)},
		{Claim: "R24", Want: lab.Refuted, Set: of(study.Gamma05, last, 0.4)},
		{Claim: "R24", Want: lab.Pending, Set: of(study.Gamma05, last, 0, 0.41)},
	})
}
