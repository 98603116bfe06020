package dqnconfirm

import (
	"testing"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/experiments/dqn-ablation/runs/runstest"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

const seeds = runstest.Seeds(30)

var few = runs.Deciding()

// base has every claim reproduced.
func base() record.Set {
	var set record.Set
	for _, s := range groups(few) {
		for _, a := range s.Arms {
			for seed := 1; seed <= int(seeds); seed++ {
				m, texts := ofArm(a.Arm, 0.01*float64(seed%3))
				r := labtest.Record(runstest.Name(a.Arm, a.Network, seed), m, texts)
				solved := r.Exact[runs.Solved]
				solved.N = 300 // puzzles
				r.Exact[runs.Solved] = solved
				set = append(set, r)
			}
		}
	}
	return set
}

// ofArm makes an arm worse than the base, as the document has it.
func ofArm(arm string, wobble float64) (m map[string]float64, texts map[string]string) {
	m = map[string]float64{
		runs.Solved: 0.5 + wobble, runs.Untrained + " " + runs.Solved: 0.01, runs.Changes: 0.03 + wobble/10,
		runs.Gamma: 0.99, runs.Moves: 20_000, runs.Extra: 0.3 + wobble, runs.Won: 0.1,
	}
	texts = map[string]string{runs.Steps: "100 200 1000", runs.Moves: "800 1600 8000"}
	for _, row := range few.Rows() {
		m[runs.Row(runs.Solved, row)] = 0.4 + wobble
		texts[runs.Row(runs.Solved, row)] = "0.6 0.7 0.8"
	}
	last, first := runs.LastSolved(), runs.Row(runs.Solved, runs.First(few))
	switch arm {
	case study.LastStage:
		m[last], m[runs.Changes] = 0.1, 3*m[runs.Changes]
	case study.Squared, study.Latest:
		m[runs.Changes] *= 3
	case study.Gamma05:
		m[last], m[runs.Gamma] = 0.1, 0.5
	case study.Unmasked:
		texts[runs.Steps], texts[first] = "100 200 1100", "0 0.1 0.6"
	case study.StepPenalty:
		m[runs.Extra] = 0.1 + wobble
	}
	return m, texts
}

func of(arm, figure string, v ...float64) map[string]float64 {
	return seeds.Figure(arm, few.Network, figure, v...)
}

func curve(arm, figure, text string) map[string]string {
	return seeds.Text(arm, few.Network, figure, text)
}

func TestJudges(t *testing.T) {
	first, last := runs.Row(runs.Solved, runs.First(few)), runs.LastSolved()
	never := curve(study.Unmasked, first, "0 0 0")
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "R07b", Want: lab.Reproduced},
		{Claim: "R07b", Want: lab.Partly, Texts: curve(study.Unmasked, runs.Steps, "100 200 700")},
		{Claim: "R07b", Want: lab.Refuted, Texts: curve(study.Unmasked, first, "0.2 0.9 0.9")},
		{Claim: "R07b", Want: lab.Reproduced, Texts: never},                                                      // tenfold at least
		{Claim: "R07b", Want: lab.Pending, Texts: runstest.Join(never, curve(study.Base, first, "0.1 0.6 0.9"))}, // fivefold at least
		{Claim: "R07b", Want: lab.Pending, Texts: runstest.Join(never, curve(study.Base, first, "0 0 0"))},       // nothing is known
		{Claim: "R08a", Want: lab.Reproduced},
		{Claim: "R08a", Want: lab.Refuted, Set: of(study.LastStage, last, 0.8)},
		{Claim: "R08a", Want: lab.Refuted, Set: of(study.LastStage, first, 0.8)},
		{Claim: "R08a", Want: lab.Pending, Set: of(study.LastStage, last, 0.1, 0.71)},
		{Claim: "R08b", Want: lab.Reproduced},
		{Claim: "R08b", Want: lab.Refuted, Set: of(study.LastStage, runs.Changes, 0.01)},
		{Claim: "R08b", Want: lab.Pending, Set: of(study.LastStage, runs.Changes, 0.003, 0.3)},
		{Claim: "R21", Want: lab.Reproduced},
		{Claim: "R21", Want: lab.Refuted, Set: of(study.Squared, runs.Changes, 0.01)},
		{Claim: "R21", Want: lab.Pending, Set: of(study.Squared, runs.Changes, 0.003, 0.3)},
		{Claim: "R23", Want: lab.Reproduced},
		{Claim: "R23", Want: lab.Partly, Set: of(study.Latest, runs.Changes, 0.055)},
		{Claim: "R23", Want: lab.Refuted, Set: of(study.Latest, runs.Changes, 0.03)},
	})
}

// TestShown: every arm has its rows in the tables, and every group of arms its curves.
func TestShown(t *testing.T) {
	config, err := record.Encode(plan(lab.Full).Config)
	if err != nil {
		t.Fatal(err)
	}
	set := base()
	for i := range set {
		set[i].Config = config
		set[i].Texts[runs.Solved] = "0.1 0.2 0.3"
		for _, figure := range []string{runs.Steps, runs.Value, runs.Spread, runs.Off} {
			set[i].Exact[figure] = record.Metric{Value: 1, Unit: "test", N: 1}
		}
	}
	want := map[string]int{"arms": 9, "effects": 8}
	for _, table := range tables(set) {
		if len(table.Rows) != want[table.Name] {
			t.Errorf("table %s has %d rows, want %d", table.Name, len(table.Rows), want[table.Name])
		}
	}
	pictures, err := figures(set)
	if err != nil || len(pictures) != 3 {
		t.Errorf("%d figures, %v", len(pictures), err)
	}
}
