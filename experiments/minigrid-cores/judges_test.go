package minigridcores

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

var (
	projectedEasy = record.Key(projected, record.D("set", "own-easy"))
	ordinaryEasy  = record.Key(ordinary, record.D("set", "own-easy"), record.D("reading", minigrid.Lines))
	heavy9        = record.Key(heavy, record.D("n", 9))
)

func base() record.Set {
	timed := map[string]float64{"cores": 2, "quiet workers=2": 9, "phase2 workers=2.low": 1.9, "phase2 workers=2.high": 1.95}
	return record.Set{
		labtest.Record(projectedEasy, map[string]float64{"lines cores=9.min": 8.3, "lines cores=9.max": 8.9}, nil),
		labtest.Record(ordinaryEasy, timed, nil),
		labtest.Record(heavy9, timed, nil),
	}
}

func TestJudges(t *testing.T) {
	easy, boxes := ordinaryEasy, projectedEasy+"/lines cores=9"
	speed := func(low, high float64) map[string]float64 {
		return map[string]float64{easy + "/phase2 workers=2.low": low, easy + "/phase2 workers=2.high": high}
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "M06", Want: lab.Reproduced},
		{Claim: "M06", Want: lab.Partly, Set: speed(1.6, 1.7)},
		{Claim: "M06", Want: lab.Pending, Set: speed(1.7, 1.9)},
		{Claim: "M06", Want: lab.Pending, Set: speed(1.4, 1.6)},
		{Claim: "M06", Want: lab.Refuted, Set: speed(1, 1.1)},
		{Claim: "M06", Want: lab.Partly, Set: map[string]float64{boxes + ".min": 5.2, boxes + ".max": 7}},
		{Claim: "M06", Want: lab.Refuted, Set: map[string]float64{boxes + ".min": 2, boxes + ".max": 4}},
		{Claim: "M06", Want: lab.Pending, Set: map[string]float64{boxes + ".min": 2}},
		// A busy machine shows nothing.
		{Claim: "M06", Want: lab.Pending, Set: map[string]float64{easy + "/quiet workers=2": 4}},
		{Claim: "M06", Want: lab.Pending, Set: map[string]float64{easy + "/cores": 1, heavy9 + "/cores": 1}},
	})
}
