package tensorsearch

import (
	"strings"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
	"sudokulab/pkg/tensornet"
)

func key(kind, id string, more ...record.Dim) string {
	return record.Key(kind, append(lab.OnSet(id), more...)...)
}

func tracedAs(form tensornet.Form) string {
	return key(traceKind, "magictour", record.D("form", form))
}

func records() record.Set {
	solved := func(puzzles, open float64) map[string]float64 {
		return map[string]float64{
			"puzzles": puzzles, "solved": puzzles, "proved unique": puzzles, "left open": open, "left open solved": open,
			"steps mean": 20, "steps most": 99,
		}
	}
	set := record.Set{
		labtest.Record(key(setKind, "own-easy"), solved(300, 0), nil),
		labtest.Record(key(setKind, "own-mixed"), solved(600, 50), nil),
		labtest.Record(key(setKind, "kaggle"), solved(20_000, 0), nil),
		labtest.Record(key(setKind, "17clue"), solved(3000, 700), nil),
		labtest.Record(key(setKind, "magictour"), solved(1465, 1400), nil),
	}
	for _, form := range []tensornet.Form{tensornet.Packed, tensornet.Literal} {
		set = append(set,
			labtest.Record(record.Key(stepKind, record.D("form", form)), map[string]float64{"operations in the step": 2000, "branches in the step": 0, "branches around it": 1}, nil),
			labtest.Record(tracedAs(form), map[string]float64{
				"puzzles": 30, "push": 1200, "pop": 1230, "pass": 9000, "guesses at odd levels": 1200, "returns": 1200, "as stated": 1200,
				"candidates back from guesses": 1300, "candidates back from rules": 40_000,
			}, nil))
	}
	return set
}

func TestJudges(t *testing.T) {
	set := func(of ...any) map[string]float64 {
		m := map[string]float64{}
		for i := 0; i < len(of); i += 2 {
			m[of[i].(string)] = float64(of[i+1].(int)) //nolint:forcetypeassert // of this test
		}
		return m
	}
	packed, literal := tracedAs(tensornet.Packed), tracedAs(tensornet.Literal)
	open, few := key(setKind, "magictour"), key(setKind, "own-mixed")
	flips := []labtest.Flip{
		{Claim: "T06a", Want: lab.Reproduced},
		{Claim: "T06a", Want: lab.Refuted, Set: set(record.Key(stepKind, record.D("form", "literal"))+"/branches in the step", 1)},
		{Claim: "T06a", Want: lab.Refuted, Set: set(packed+"/pop", 0, literal+"/pop", 0)},
		{Claim: "T06b", Want: lab.Reproduced},
		{Claim: "T06b", Want: lab.Pending, Set: set(packed+"/returns", 900, packed+"/as stated", 900)},
		{Claim: "T06b", Want: lab.Refuted, Set: set(packed+"/as stated", 1199)},
		{Claim: "T06b", Want: lab.Refuted, Set: set(literal+"/as stated", 1199)},
		{Claim: "T06b", Want: lab.Refuted, Set: set(literal+"/guesses at odd levels", 1199)},
		{Claim: "T06c", Want: lab.Reproduced},
		{Claim: "T06c", Want: lab.Partly, Set: set(open+"/left open solved", 1399)},
		{Claim: "T06c", Want: lab.Partly, Set: set(few+"/left open solved", 45)},
		{Claim: "T06c", Want: lab.Refuted, Set: set(open+"/left open solved", 400)},
		{Claim: "T06c", Want: lab.Pending, Set: set(open+"/left open solved", 700)},
		{Claim: "T06c", Want: lab.Pending, Set: set(open+"/left open", 9, open+"/left open solved", 9, key(setKind, "17clue")+"/left open", 9, key(setKind, "17clue")+"/left open solved", 9)},
	}
	for claim, id := range map[string]string{"T07a": "kaggle", "T07b": "17clue", "T07c": "magictour"} {
		c := key(setKind, id)
		flips = append(flips,
			labtest.Flip{Claim: claim, Want: lab.Reproduced},
			labtest.Flip{Claim: claim, Want: lab.Pending, Set: set(c+"/solved", 900, c+"/puzzles", 900)},
			labtest.Flip{Claim: claim, Want: lab.Partly, Set: set(c+"/solved", 990, c+"/puzzles", 1000)},
			labtest.Flip{Claim: claim, Want: lab.Pending, Set: set(c+"/solved", 900, c+"/puzzles", 1000)},
			labtest.Flip{Claim: claim, Want: lab.Refuted, Set: set(c+"/solved", 700, c+"/puzzles", 1000)},
		)
	}
	labtest.Flips(t, Experiment(), records, flips)
}

// TestWithoutTheSet: a set that is not at hand leaves its claim pending, with what would decide it.
func TestWithoutTheSet(t *testing.T) {
	for _, j := range judges() {
		f := j.On(records()[:2], labtest.Rules(t)[j.Claim])
		if j.Claim == "T07a" && (f.Verdict != lab.Pending || !strings.HasSuffix(f.Because, notAtHand("kaggle"))) {
			t.Errorf("%s: %s because %s", j.Claim, f.Verdict, f.Because)
		}
	}
}
