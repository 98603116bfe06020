package minigridcores

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

func base() record.Set {
	timed := map[string]float64{"cores": 2, "quiet workers=2": 9, "phase2 workers=2": 1.9}
	return record.Set{
		labtest.Record(projectedPrefix+"own-easy", map[string]float64{"lines cores=4.median": 2.9, "lines cores=8.median": 2.9, "lines cores=16.median": 2.9}, nil),
		labtest.Record(ordinaryCase("own-easy", minigrid.Lines), timed, nil),
		labtest.Record(heavyCase(3), timed, nil),
	}
}

func TestJudges(t *testing.T) {
	easy, heavy := ordinaryCase("own-easy", minigrid.Lines), heavyCase(3)
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "M06", Want: lab.Reproduced},
		{Claim: "M06", Want: lab.Partly, Set: map[string]float64{easy + "/phase2 workers=2": 1.7}},
		{Claim: "M06", Want: lab.Partly, Set: map[string]float64{easy + "/phase2 workers=2": 1, heavy + "/phase2 workers=2": 1.7}},
		{Claim: "M06", Want: lab.Refuted, Set: map[string]float64{easy + "/phase2 workers=2": 1, heavy + "/phase2 workers=2": 1.1}},
		// The most workers that were measured on free cores count, where that is not all cores.
		{Claim: "M06", Want: lab.Partly, Set: map[string]float64{easy + "/cores": 3, heavy + "/cores": 3, easy + "/phase2 workers=2": 1.7}},
		// A busy machine shows nothing.
		{Claim: "M06", Want: lab.Reproduced, Set: map[string]float64{easy + "/phase2 workers=2": 1, easy + "/quiet workers=2": 4}},
		{Claim: "M06", Want: lab.Pending, Set: map[string]float64{easy + "/quiet workers=2": 4, heavy + "/quiet workers=2": 0}},
		{Claim: "M06", Want: lab.Pending, Set: map[string]float64{easy + "/cores": 1, heavy + "/cores": 1}},
	})
}
