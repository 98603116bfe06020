package cspclues

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func base() record.Set {
	return record.Set{
		labtest.Record("set=17clue", map[string]float64{"puzzles": 49158, "of-17-givens": 49158, "unique": 49158, "minimal": 49158}, nil),
		labtest.Record("set=own-mixed", map[string]float64{"puzzles": 600, "below-17": 100, "below-17-unique": 0}, nil),
	}
}

func TestJudges(t *testing.T) {
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "C14a", Want: lab.Reproduced},
		{Claim: "C14a", Want: lab.Refuted, Set: map[string]float64{"set=own-mixed/below-17-unique": 1}},
		{Claim: "C14a", Want: lab.Pending, Set: map[string]float64{"set=own-mixed/below-17": 99}},
		{Claim: "C14b", Want: lab.Reproduced},
		{Claim: "C14b", Want: lab.Refuted, Set: map[string]float64{"set=17clue/unique": 49157}},
		{Claim: "C14b", Want: lab.Refuted, Set: map[string]float64{"set=17clue/minimal": 49157}},
		{Claim: "C14b", Want: lab.Refuted, Set: map[string]float64{"set=17clue/of-17-givens": 49157}},
		{Claim: "C14b", Want: lab.Pending, Set: map[string]float64{
			"set=17clue/puzzles": 4000, "set=17clue/of-17-givens": 4000, "set=17clue/unique": 4000, "set=17clue/minimal": 4000,
		}},
	})
}
