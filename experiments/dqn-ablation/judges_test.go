package dqnablation

import (
	"testing"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/experiments/dqn-ablation/runs/runstest"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

const seeds = runstest.Seeds(5)

var few = runs.Deciding()

// base has every claim reproduced but R10b, whose step relabels nothing.
func base() record.Set {
	var set record.Set
	for _, a := range arms(few) {
		for seed := 1; seed <= int(seeds); seed++ {
			wobble := 0.01 * float64(seed%3)
			m := map[string]float64{
				runs.Solved: 0.5 + wobble, runs.Untrained + " " + runs.Solved: 0.01, runs.Changes: 0.03 + wobble/10, runs.Spread: 40,
				runs.Played: 20_000, runs.Illegal: 0, runs.Copy: 1000, runs.Gamma: 0.99,
			}
			texts := map[string]string{runs.Steps: "100 200 1000", runs.Moves: "800 1600 8000", runs.Illegal: "0 0 0"}
			for _, row := range few.Rows() {
				m[runs.Row(runs.Solved, row)] = 0.4 + wobble
				m[runs.Row(runs.Right, row)] = 0.8
				texts[runs.Row(runs.Solved, row)] = "0.6 0.7 0.8"
			}
			change(a.Arm, m, texts)
			r := labtest.Record(runstest.Name(a.Arm, a.Network, seed), m, texts)
			solved := r.Exact[runs.Solved]
			solved.N = 300 // puzzles
			r.Exact[runs.Solved] = solved
			set = append(set, r)
		}
	}
	return set
}

// change makes an arm worse than the base, as the document has it.
func change(arm string, m map[string]float64, texts map[string]string) {
	last := runs.Row(runs.Solved, runs.Last(few))
	first := runs.Row(runs.Solved, runs.First(few))
	switch arm {
	case study.Base:
		m[runs.Stored], m[runs.Unsound] = 40_000, 0
		texts[first] = "0.6 0.7 0.8"
	case study.Raw, study.TargetUnmasked, study.LastStage, study.Gamma05:
		m[last] = 0.1
	case study.Unmasked:
		m[runs.Illegal] = 18_000
		texts[first] = "0 0.1 0.6"
	case study.TenEmpty:
		texts[runs.Illegal] = "1500 2000 2100"
		texts[runs.Row(runs.Filled, dqn.Row{Low: 10, High: 10})] = "0.9 0.01 0"
	case study.Sparse:
		right := runs.Row(runs.Right, study.SparseRow(few.Side))
		m[right], m[runs.Untrained+" "+right] = 0.13, 0.12
	case study.PlayOn:
		m[runs.Solved] = 0.2
		m[runs.Stored], m[runs.Unsound] = 40_000, 9000
	case study.Episode:
		m[runs.Learned], m[runs.Relabeled] = 5000, 0
		texts[runs.Moves] = "300 600 3000"
	}
	switch arm {
	case study.LastStage, study.Squared, study.Copy1, study.Latest:
		m[runs.Changes] *= 3
	}
	switch arm {
	case study.Copy1:
		m[runs.Copy] = 1
	case study.Copy100:
		m[runs.Copy] = 100
	case study.Copy10000:
		m[runs.Copy] = 10_000
	case study.Gamma05:
		m[runs.Gamma] = 0.5
	case study.Gamma09:
		m[runs.Gamma] = 0.9
	case study.Gamma1:
		m[runs.Gamma] = 1
	}
}

// of sets a figure of every run of an arm with the base network, to the values in turn.
func of(arm, figure string, v ...float64) map[string]float64 {
	return seeds.Figure(arm, few.Network, figure, v...)
}

// curve sets a text of every run of an arm with the base network.
func curve(arm, figure, text string) map[string]string {
	return seeds.Text(arm, few.Network, figure, text)
}

func TestJudges(t *testing.T) {
	last := runs.LastSolved()
	right := runs.Row(runs.Right, study.SparseRow(few.Side))
	filled := runs.Row(runs.Filled, dqn.Row{Low: 10, High: 10})
	other, third := networks.Conv, networks.ResNet // beside the base network
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "R05", Want: lab.Reproduced},
		{Claim: "R05", Want: lab.Reproduced, Set: seeds.Figure(study.Raw, other, last, 0.9)},
		{Claim: "R05", Want: lab.Refuted, Set: runstest.Join(seeds.Figure(study.Raw, other, last, 0.9), seeds.Figure(study.Raw, third, last, 0.9))},
		{Claim: "R05", Want: lab.Pending, Set: runstest.Join(seeds.Figure(study.Raw, other, last, 0.9), seeds.Figure(study.Raw, third, last, 0, 0.9))},

		{Claim: "R07c", Want: lab.Reproduced},
		{Claim: "R07c", Want: lab.Partly, Set: of(study.TargetUnmasked, last, 0.24, 0.25)},
		{Claim: "R07c", Want: lab.Refuted, Set: of(study.TargetUnmasked, last, 0.4)},
		{Claim: "R07c", Want: lab.Pending, Set: of(study.TargetUnmasked, last, 0, 0.6)},
		{Claim: "R07c", Want: lab.Pending, Set: of(study.Base, last, 0)}, // nothing to lose
		{Claim: "R07d", Want: lab.Reproduced},
		{Claim: "R07d", Want: lab.Refuted, Set: of(study.Unmasked, runs.Illegal, 4000)},
		{Claim: "R07e", Want: lab.Reproduced},
		{Claim: "R07e", Want: lab.Refuted, Texts: curve(study.TenEmpty, runs.Illegal, "500 600 610")},
		{Claim: "R07e", Want: lab.Pending, Texts: runstest.Join(curve(study.TenEmpty, runs.Illegal, "500 600 610"), curve(study.TenEmpty, filled, "0.9 0.9 0.8"))}, // a bound

		{Claim: "R08c", Want: lab.Reproduced},
		{Claim: "R08c", Want: lab.Refuted, Set: of(study.Sparse, right, 0.6)},

		{Claim: "R09", Want: lab.Reproduced},
		{Claim: "R09", Want: lab.Partly, Set: of(study.Base, runs.Unsound, 1)},
		{Claim: "R09", Want: lab.Partly, Set: of(study.PlayOn, runs.Solved, 0.9)},
		{Claim: "R09", Want: lab.Refuted, Set: runstest.Join(of(study.PlayOn, runs.Solved, 0.9), of(study.Base, runs.Unsound, 1))},
		{Claim: "R09", Want: lab.Pending, Set: of(study.Base, runs.Stored, 100)},

		{Claim: "R10a", Want: lab.Reproduced},
		{Claim: "R10a", Want: lab.Partly, Texts: curve(study.Episode, runs.Moves, "500 600 3000")},
		{Claim: "R10a", Want: lab.Refuted, Texts: curve(study.Episode, runs.Moves, "800 1600 3000")},
		{Claim: "R10b", Want: lab.Refuted},
		{Claim: "R10b", Want: lab.Reproduced, Set: of(study.Episode, runs.Relabeled, 1)},
		{Claim: "R10b", Want: lab.Pending, Set: of(study.Episode, runs.Learned, 10)},

		{Claim: "R22", Want: lab.Reproduced},
		{Claim: "R22", Want: lab.Refuted, Set: of(study.Copy1, runs.Changes, 0.01)},
	})
}

// TestShown: every arm has its rows in the tables, and the groups of arms their curves.
func TestShown(t *testing.T) {
	config, err := record.Encode(plan(lab.Full).Config)
	if err != nil {
		t.Fatal(err)
	}
	set := base()
	for i := range set {
		set[i].Config = config
		set[i].Texts[runs.Off] = "30 20 10"
		for _, figure := range []string{runs.Moves, runs.Steps, runs.Value, runs.Off, runs.Untrained + " " + runs.Solved} {
			set[i].Exact[figure] = record.Metric{Value: 1, Unit: "test", N: 1}
		}
		set[i].Texts[runs.Solved] = "0.1 0.2 0.3"
	}
	want := map[string]int{"arms": len(arms(few)), "effects": len(arms(few)) - len(convolutional()), "reach": len(arms(few)), "stored": 5, "gamma": 5}
	for _, table := range tables(set) {
		if len(table.Rows) != want[table.Name] {
			t.Errorf("table %s has %d rows, want %d", table.Name, len(table.Rows), want[table.Name])
		}
	}
	pictures, err := figures(set)
	if err != nil {
		t.Fatal(err)
	}
	if len(pictures) != len(groups())+1 {
		t.Errorf("%d figures, want %d", len(pictures), len(groups())+1)
	}
}
