package csphard

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func base() record.Set {
	m := map[string]float64{}
	for _, g := range []string{givens25, under32} {
		m[g+"puzzles"], m[g+"by-ac3-alone"] = 10, 0
		m[g+"settled-near-66"], m[g+"nodes-near-8"] = 9, 9
		m[g+"settled.median"], m[g+"nodes.median"], m[g+"search-nodes.median"], m[g+"time.median"] = 66, 8, 8, 0.15
	}
	return record.Set{labtest.Record("set=own-minimal", m, nil)}
}

func TestJudges(t *testing.T) {
	set := func(metric string, v float64) map[string]float64 {
		return map[string]float64{"set=own-minimal/" + metric: v}
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "C11a", Want: lab.Reproduced},
		{Claim: "C11a", Want: lab.Partly, Set: set(givens25+"settled-near-66", 5)},
		{Claim: "C11a", Want: lab.Refuted, Set: set(givens25+"settled-near-66", 0)},
		{Claim: "C11a", Want: lab.Pending, Set: set(givens25+"puzzles", 0)},
		{Claim: "C11b", Want: lab.Reproduced},
		{Claim: "C11b", Want: lab.Refuted, Set: set(givens25+"nodes-near-8", 0)},
		{Claim: "C11c", Want: lab.Reproduced},
		{Claim: "C11c", Want: lab.Partly, Set: set(givens25+"time.median", 0.0001)},
		{Claim: "C11c", Want: lab.Refuted, Set: set(givens25+"time.median", 1)},
		{Claim: "C24", Want: lab.Reproduced},
		{Claim: "C24", Want: lab.Partly, Set: set(under32+"by-ac3-alone", 1)},
		{Claim: "C24", Want: lab.Partly, Set: set(under32+"search-nodes.median", 17)},
		{Claim: "C24", Want: lab.Refuted, Set: map[string]float64{
			"set=own-minimal/" + under32 + "by-ac3-alone": 6, "set=own-minimal/" + under32 + "search-nodes.median": 17,
		}},
	})
}
