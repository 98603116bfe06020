package cspvalidate

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func base() record.Set {
	m := map[string]float64{}
	for _, t := range truths {
		for _, a := range answers {
			m[cell(a, t)] = 0
		}
		m[literal(t)] = 0
	}
	m[cell("filled", "one")], m[cell("open", "several")], m[cell("contradictory", "none")] = 2000, 2000, 200
	return record.Set{labtest.Record("set=own-mixed", m, nil)}
}

func TestJudges(t *testing.T) {
	set := func(answer, truth string, v float64) map[string]float64 {
		return map[string]float64{"set=own-mixed/" + cell(answer, truth): v}
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "C09a", Want: lab.Reproduced},
		{Claim: "C09a", Want: lab.Refuted, Set: set("filled", "several", 1)},
		{Claim: "C09a", Want: lab.Refuted, Set: set("filled", "none", 1)},
		{Claim: "C09a", Want: lab.Pending, Set: set("filled", "one", 0)},
		{Claim: "C09b", Want: lab.Reproduced},
		{Claim: "C09b", Want: lab.Refuted, Set: map[string]float64{
			"set=own-mixed/" + cell("open", "several"): 0, "set=own-mixed/" + cell("open", "one"): 2000,
		}},
		{Claim: "C09b", Want: lab.Pending, Set: set("open", "several", 0)},
		{Claim: "C09c", Want: lab.Reproduced},
		{Claim: "C09c", Want: lab.Refuted, Set: set("open", "none", 1)},
		{Claim: "C09c", Want: lab.Refuted, Set: set("contradictory", "one", 1)},
	})
}
