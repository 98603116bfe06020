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

// base has the claim reproduced.
func base() record.Set {
	var set record.Set
	few, last := runs.Deciding(), runs.LastSolved()
	for _, arm := range []string{study.Base, study.Gamma05} {
		for seed := 1; seed <= int(seeds); seed++ {
			wobble := 0.01 * float64(seed%3)
			m := map[string]float64{last: 0.4 + wobble, runs.Gamma: 0.99}
			if arm == study.Gamma05 {
				m[last], m[runs.Gamma] = 0.1, 0.5
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
		{Claim: "R24", Want: lab.Reproduced},
		{Claim: "R24", Want: lab.Partly, Set: of(study.Gamma05, last, 0.24, 0.25)},
		{Claim: "R24", Want: lab.Refuted, Set: of(study.Gamma05, last, 0.4)},
		{Claim: "R24", Want: lab.Pending, Set: of(study.Gamma05, last, 0, 0.41)},
	})
}
