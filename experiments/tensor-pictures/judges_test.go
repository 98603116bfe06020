package tensorpictures

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func base() record.Set {
	counts := func(returns, squares float64) map[string]float64 {
		return map[string]float64{
			"steps": 9, "guesses": 3, "returns": returns, "deepest": 2, "frames": 10, "frames with the candidates": 10, "frames with the strikes": 10,
			"frames with the squares": 10, "candidates struck": 500, "squares": squares, "most squares": 40,
		}
	}
	return record.Set{labtest.Record("set=own-easy", counts(0, 0), nil), labtest.Record("set=own-minimal", counts(2, 90), nil)}
}

func TestJudges(t *testing.T) {
	set := func(name string, v float64) map[string]float64 {
		return map[string]float64{"set=own-minimal/" + name: v}
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "T10a", Want: lab.Reproduced},
		{Claim: "T10a", Want: lab.Refuted, Set: set("frames with the candidates", 9)},
		{Claim: "T10a", Want: lab.Refuted, Set: set("frames with the strikes", 9)},
		{Claim: "T10a", Want: lab.Reproduced, Set: set("frames with the squares", 9)},
		{Claim: "T10a", Want: lab.Refuted, Set: map[string]float64{"set=own-easy/frames with the strikes": 9}},
		{Claim: "T10b", Want: lab.Reproduced},
		{Claim: "T10b", Want: lab.Refuted, Set: set("frames with the squares", 9)},
		{Claim: "T10b", Want: lab.Refuted, Set: map[string]float64{"set=own-easy/frames with the squares": 9}},
		{Claim: "T10b", Want: lab.Pending, Set: set("returns", 0)},
		{Claim: "T10b", Want: lab.Reproduced, Set: set("frames with the candidates", 9)},
	})
}
