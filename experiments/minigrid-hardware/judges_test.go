package minigridhardware

import (
	"maps"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

var (
	small = record.Key("", record.D("set", "own-easy"))
	large = record.Key("", record.D("set", "own-16x16"))
	ours  = record.Key(madeKind, record.D("n", 25))
)

func counts(side, boards float64) map[string]float64 {
	m := map[string]float64{"boards": boards, "side": side}
	for _, reading := range readings {
		p := string(reading) + " "
		maps.Copy(m, map[string]float64{
			p + "listed": boards, p + "beyond": 0, p + "table": 0, p + "same": boards, p + "answered": boards - 10, p + "answers same": boards - 10,
			p + "fillings": 1000, p + "ratio.median": 100,
		})
	}
	return m
}

// base is of a card.
func base() record.Set {
	on := func() map[string]string { return map[string]string{"backend": "XLA, CUDA"} }
	return record.Set{
		labtest.Record(small, counts(9, 100), on()), labtest.Record(large, counts(16, 100), on()), labtest.Record(ours, counts(25, 60), on()),
	}
}

func TestJudges(t *testing.T) {
	set := func(key string, v float64) map[string]float64 { return map[string]float64{key: v} }
	few := map[string]float64{
		large + "/lines listed": 30, large + "/lines same": 30, large + "/lines answered": 30, large + "/lines answers same": 30,
		ours + "/lines listed": 30, ours + "/lines same": 30, ours + "/lines answered": 30, ours + "/lines answers same": 30,
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "M20d", Want: lab.Reproduced},
		{Claim: "M20d", Want: lab.Pending, Texts: map[string]string{large + "/backend": "pure Go"}},
		{Claim: "M20d", Want: lab.Reproduced, Texts: map[string]string{small + "/backend": "pure Go"}}, // of another side
		{Claim: "M20d", Want: lab.Refuted, Set: set(large+"/lines same", 99)},
		{Claim: "M20d", Want: lab.Refuted, Set: set(ours+"/lines answers same", 49), Texts: map[string]string{large + "/backend": "pure Go"}},
		{Claim: "M20d", Want: lab.Reproduced, Set: set(large+"/box same", 99)},
		{Claim: "M20d", Want: lab.Partly, Set: set(large+"/lines beyond", 100)},
		{Claim: "M20d", Want: lab.Refuted, Set: set(large+"/lines beyond", 1000)},
		{Claim: "M20d", Want: lab.Pending, Set: few},
		{Claim: "M20e", Want: lab.Reproduced},
		{Claim: "M20e", Want: lab.Reproduced, Texts: map[string]string{small + "/backend": "pure Go", large + "/backend": "pure Go", ours + "/backend": "pure Go"}},
		{Claim: "M20e", Want: lab.Refuted, Set: set(small+"/box same", 99)},
		{Claim: "M20e", Want: lab.Refuted, Set: set(small+"/lines answers same", 80)},
	})
}
