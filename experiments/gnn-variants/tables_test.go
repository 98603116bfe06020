package gnnvariants

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/record"
)

// made returns records of three arms on two sets of which one counts: solved[arm][seed-1] of 200
// boards after the most steps. An empty arm was not run.
func made(t *testing.T, solved map[string][]float64) record.Set {
	t.Helper()
	cfg := configOf(lab.Full)
	cfg.Arms, cfg.Sets, cfg.Looks = []string{baseArm, "pool=mean", "leave=all"}, slices.DeleteFunc(cfg.Sets, func(s Set) bool {
		return s.Test.Name != "9x9-25-29" && s.Test.Name != "4x4"
	}), []int{8, 64}
	text, err := json.Marshal(cfg)
	if err != nil {
		t.Fatal(err)
	}
	singles := map[string]float64{}
	for _, s := range cfg.Sets {
		n := s.Test.Name
		singles[n+".boards"], singles[n+".empty"], singles[n+".givens"] = 200, 10_000, 27
		for _, rule := range score.Baselines() {
			singles[setMetric(n, rule.String(), "solved")], singles[setMetric(n, rule.String(), "right")] = 50, 4000
		}
	}
	set := record.Set{labtest.Record(singlesCase, singles, nil)}
	for _, arm := range cfg.Arms {
		for i, boards := range solved[arm] {
			m := map[string]float64{"flops": 2e9, "steps": 100, "weights": 7, "loss.step=50": 2, "loss.step=100": 1}
			for _, s := range cfg.Sets {
				n := s.Test.Name
				for _, row := range []string{"steps=8", "steps=64", restarted} {
					m[setMetric(n, row, "solved")], m[setMetric(n, row, "right")] = boards, 9000
				}
			}
			m["4x4.steps=64.solved"] = 3 // which does not count
			set = append(set, labtest.Record(pairs.Case(arm, i+1).Key(), m, map[string]string{"arm": "words about " + arm, "equal": "steps", "changes": ofNetwork}))
		}
	}
	for i := range set {
		set[i].Config = text
	}
	return set
}

// cell is what a table says of a row, found by its first cells, under a column.
func cell(t *testing.T, table lab.Table, column string, row ...string) string {
	t.Helper()
	at := slices.Index(table.Columns, column)
	if at < 0 {
		t.Fatalf("table %s has the columns %q, want %q", table.Name, table.Columns, column)
	}
	for _, r := range table.Rows {
		if reflect.DeepEqual(r[:len(row)], row) {
			return r[at]
		}
	}
	t.Fatalf("table %s has no row %q", table.Name, row)
	return ""
}

// TestSeen: the words follow from the interval of the paired differences and from nothing else.
func TestSeen(t *testing.T) {
	base := []float64{100, 120, 140}
	for _, x := range []struct {
		name  string
		other []float64
		want  string
		diff  string
	}{
		{"better in each seed by about as much", []float64{110, 131, 149}, won, "+5.0"},
		{"worse in each seed by about as much", []float64{90, 109, 131}, lost, "−5.0"},
		{"better on average, of unequal seeds", []float64{100, 150, 120}, notSeen, "+1.7"},
		{"better in each seed, unequally", []float64{101, 160, 141}, notSeen, "+7.0"},
		{"one seed", []float64{150}, notKnown, "+25.0"},
	} {
		t.Run(x.name, func(t *testing.T) {
			set := made(t, map[string][]float64{baseArm: base, "pool=mean": x.other})
			table := differenceTable(set)
			if got := cell(t, table, "Solved: seen", "pool=mean"); got != x.want {
				t.Errorf("%s, want %s; interval %s", got, x.want, cell(t, table, "Solved: 95 % interval", "pool=mean"))
			}
			if got := cell(t, table, "Solved: against the base, points", "pool=mean"); got != x.diff {
				t.Errorf("difference %s, want %s", got, x.diff)
			}
			if got := cell(t, table, "What it is", "leave=all"); got != "not run" {
				t.Errorf("an arm without records is %q, want not run", got)
			}
			if got := cell(t, table, "Solved: seen", baseArm); got != "–" {
				t.Errorf("the base against itself: %s", got)
			}
			// All arms have the same cells right: no interval can leave out 0.
			if got := cell(t, table, "Cells: seen", "pool=mean"); got == won || got == lost {
				t.Errorf("equal cells: %s", got)
			}
		})
	}
}

// TestInterval compares with Student's interval as tables print it: of -1, 0 and 4 it is
// 1 ± 4.303·√7/√3.
func TestInterval(t *testing.T) {
	s := sample{seeds: []int{1, 2, 3}, values: []float64{-1, 0, 4}}
	i, ok := s.interval()
	if half := 4.30265 * math.Sqrt(7) / math.Sqrt(3); !ok || math.Abs(i.Low-(1-half)) > 1e-4 || math.Abs(i.High-(1+half)) > 1e-4 {
		t.Errorf("%v %v, want 1 ± %v", i, ok, half)
	}
	if _, ok := (sample{values: []float64{3}}).interval(); ok {
		t.Error("one value has an interval")
	}
}

// TestPairs: seeds that one of two arms lacks are left out, whatever the order of the records.
func TestPairs(t *testing.T) {
	set := made(t, map[string][]float64{baseArm: {100, 120, 140}, "pool=mean": {90, 130, 150}})
	set = slices.DeleteFunc(set, func(r record.Record) bool { return r.Case == pairs.Case(baseArm, 1).Key() })
	slices.Reverse(set[1:])
	if got := cell(t, differenceTable(set), "Solved: against the base, points", "pool=mean"); got != "+5.0" {
		t.Errorf("difference %s, want +5.0 of the seeds 2 and 3", got)
	}
}

// TestEndedEarly: a training that came to no end is named and not compared.
func TestEndedEarly(t *testing.T) {
	set := made(t, map[string][]float64{baseArm: {100, 120}, "pool=mean": {0, 130}})
	for i := range set {
		if set[i].Case == pairs.Case("pool=mean", 1).Key() {
			set[i].Status, set[i].Exact = record.Capped, nil
		}
	}
	table := differenceTable(set)
	if got := cell(t, table, "What it is", "pool=mean"); !strings.Contains(got, "ended early with 1 of the seeds") {
		t.Errorf("%q", got)
	}
	if got := cell(t, table, "Solved by seed, %", "pool=mean"); got != "65.0" {
		t.Errorf("solved %s, want that of the second seed", got)
	}
}

// TestSetTable: each set stands by itself, with the rules beside the arms.
func TestSetTable(t *testing.T) {
	set := made(t, map[string][]float64{baseArm: {100, 120}, "pool=mean": {90, 130}})
	table := setTable(set)
	if got := cell(t, table, "Solved after 64, %", "9x9-25-29", "200", "27.0", "singles"); got != "25.0" {
		t.Errorf("singles solve %s, want 25.0", got)
	}
	if got := cell(t, table, "Solved after 64, %", "4x4", "200", "27.0", baseArm); got != "1.5" {
		t.Errorf("base solves %s of 4×4, want 1.5", got)
	}
	if got := cell(t, table, "by seed, %", "9x9-25-29", "200", "27.0", "pool=mean"); got != "45.0, 65.0" {
		t.Errorf("by seed %s", got)
	}
}

// TestFigures draws made records.
func TestFigures(t *testing.T) {
	set := made(t, map[string][]float64{baseArm: {100, 120, 140}, "pool=mean": {110, 131, 149}, "leave=all": {100, 90, 150}})
	drawn, err := figures(set)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range drawn {
		names = append(names, f.Name)
		if !strings.Contains(string(f.SVG), "pool=mean") {
			t.Errorf("%s does not name the arm", f.Name)
		}
	}
	if want := []string{"differences", "loss-network"}; !slices.Equal(names, want) {
		t.Errorf("figures %v, want %v", names, want)
	}
}

// TestArms: each arm is a valid recipe that differs from the base in what it says, and all have
// the base's budget.
func TestArms(t *testing.T) {
	for _, p := range []lab.Profile{lab.Smoke, lab.Quick, lab.Full, lab.GPU} {
		cfg := configOf(p)
		from := baseOf(cfg.Base, 3)
		texts := map[string]string{}
		for _, name := range cfg.Arms {
			a := armOf(name)
			r := a.recipe(cfg.Base, 3)
			if err := r.Validate(); err != nil {
				t.Errorf("%s %s: %v", p, name, err)
			}
			if text := a.describe(cfg.Base) + fmt.Sprint(a.flops); texts[text] != "" || a.describe(cfg.Base) == name {
				t.Errorf("%s %s: described as %q, as is %q", p, name, text, texts[text])
			} else {
				texts[text] = name
			}
			if a.flops {
				// Whole steps only.
				if got, want := r.FLOPs(r.Train.Steps), from.FLOPs(from.Train.Steps); math.Abs(got-want) > r.FLOPs(1) {
					t.Errorf("%s %s: %g FLOP, want %g", p, name, got, want)
				}
			} else {
				got, want := r.Task.Segment*r.Task.Kinds[0].Batch*r.Train.Steps, from.Task.Segment*from.Task.Kinds[0].Batch*from.Train.Steps
				if got != want || r.Train.Steps != from.Train.Steps {
					t.Errorf("%s %s: %d board-steps, want %d", p, name, got, want)
				}
			}
			if a.name == "pool=mean" || a.name == "pool=sum" {
				if got, want := r.Network.FLOPs(9), from.Network.FLOPs(9); got != want {
					t.Errorf("%s %s: %g FLOP a step, want those of the softmax, %g", p, name, got, want)
				}
			}
			for what, seed := range map[string]uint64{"network": r.Network.Seed, "task": r.Task.Seed, "training": r.Train.Seed, "puzzles": r.Task.Kinds[0].Puzzles.Seed} {
				if seed != 3 {
					t.Errorf("%s %s: seed %d of the %s, want 3", p, name, seed, what)
				}
			}
			if r.Task.Kinds[0].Puzzles.Augment != candidate.DefaultTask().Kinds[0].Puzzles.Augment {
				t.Errorf("%s %s: augments", p, name)
			}
		}
		if p == lab.Full && len(cfg.Arms) != len(arms()) {
			t.Errorf("%d of %d arms in profile full", len(cfg.Arms), len(arms()))
		}
		// Making arms has changed nothing of the base.
		if !reflect.DeepEqual(cfg.Base, configOf(p).Base) {
			t.Errorf("%s: an arm has changed the base", p)
		}
	}
}
