package gnncandidate

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/record"
)

func base() record.Set {
	row := map[string]float64{
		"side": 16, "boards": 200, "empty": 25_000, "units": 9600, "solved steps=8": 0, "right steps=8": 9000,
		"solved steps=32": 40, "right steps=32": 20_000, "right " + score.Singles.String(): 24_000,
	}
	training := func() map[string]float64 {
		m := map[string]float64{"seeds": 3, "sizes": 3}
		for _, side := range []int{4, 9, 16} {
			m[sideMetric("steps", side)], m[sideMetric("loss.first", side)], m[sideMetric("loss.last", side)] = 400, 3, 2
			m[sideMetric("empty", side)], m[sideMetric("right", side)] = 1000, 900
		}
		return m
	}
	return record.Set{
		labtest.Record(cardCase, map[string]float64{"steps": 6000, "weights": 16_000}, map[string]string{"sizes": "9×9, 4×4", "trained on": "go"}),
		labtest.Record(setCase(sixteen), row, nil),
		labtest.Record(setCase("16x16-63"), row, nil),
		labtest.Record(literalCase, map[string]float64{"taken": 0, "digits": 9}, map[string]string{"refusal": "nine outputs"}),
		labtest.Record(mixedCase, training(), nil),
		labtest.Record(orderedCase, training(), map[string]string{"order": "4×4, 9×9, 16×16"}),
	}
}

func TestJudges(t *testing.T) {
	set := func(caseName, metric string, v float64) map[string]float64 {
		return map[string]float64{caseName + "/" + metric: v}
	}
	takes := func(right float64) map[string]float64 {
		return map[string]float64{literalCase + "/taken": 1, literalCase + "/digits": 16, literalCase + "/right": right, literalCase + "/empty": 10_000}
	}
	each := func(caseName string, right ...float64) map[string]float64 {
		m := map[string]float64{}
		for i, side := range []int{4, 9, 16} {
			m[caseName+"/"+sideMetric("right", side)] = right[i]
		}
		return m
	}
	flips := []labtest.Flip{
		{Claim: "G21", Want: lab.Refuted},
		// What a size-agnostic network solves changes nothing.
		{Claim: "G21", Want: lab.Refuted, Set: set(setCase(sixteen), "right steps=32", 25_000)},
		{Claim: "G21", Want: lab.Refuted, Set: set(literalCase, "taken", 1)},
		{Claim: "G21", Want: lab.Refuted, Set: set(literalCase, "digits", 16)},
		{Claim: "G21", Want: lab.Pending, Set: map[string]float64{literalCase + "/taken": 1, literalCase + "/digits": 16}},
		{Claim: "G21", Want: lab.Reproduced, Set: takes(7800)},
		{Claim: "G21", Want: lab.Partly, Set: takes(9000)},
		{Claim: "G21", Want: lab.Partly, Set: takes(9800)},
		{Claim: "G21", Want: lab.Pending, Set: takes(7010)},
		{Claim: "G21", Want: lab.Refuted, Set: takes(6500)},
	}
	for claim, name := range map[string]string{"G26a": mixedCase, "G26b": orderedCase} {
		flips = append(flips,
			labtest.Flip{Claim: claim, Want: lab.Reproduced},
			labtest.Flip{Claim: claim, Want: lab.Partly, Set: each(name, 900, 900, 300)},
			labtest.Flip{Claim: claim, Want: lab.Pending, Set: each(name, 900, 900, 540)},
			labtest.Flip{Claim: claim, Want: lab.Pending, Set: each(name, 900, 560, 300)},
			labtest.Flip{Claim: claim, Want: lab.Refuted, Set: each(name, 900, 300, 300)},
			labtest.Flip{Claim: claim, Want: lab.Pending, Set: set(name, sideMetric("steps", 9), 99)},
			labtest.Flip{Claim: claim, Want: lab.Pending, Set: set(name, "seeds", 2)})
	}
	labtest.Flips(t, Experiment(), base, flips)
}

// TestGoals: a goal is judged by the weights' own kind of machine and the row it names.
func TestGoals(t *testing.T) {
	r := labtest.Record(setCase("17clue"), map[string]float64{
		"boards": 100, "empty": 6400, "solved steps=8": 5, "solved steps=64": 25, "right steps=64": 5000, "solved restarts": 40,
	}, nil)
	for _, x := range []struct {
		goal Goal
		hits float64
	}{
		{Goal{Of: ofBoards}, 25}, {Goal{Of: ofBoards, Restarts: true}, 40}, {Goal{Of: ofCells}, 5000},
	} {
		if hits, _ := x.goal.measured(r); hits != x.hits {
			t.Errorf("%+v: %v hits, want %v", x.goal, hits, x.hits)
		}
	}
}
