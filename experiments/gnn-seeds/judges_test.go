package gnnseeds

import (
	"maps"
	"strings"
	"testing"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

const (
	seeds = 24
	last  = 1000 // steps of a run
)

// runs returns records of an arm that reach an accuracy after some steps, on a straight line, and
// stay there.
func runs(arm string, accuracy float64, steps int, hard float64) (out record.Set) {
	for seed := range seeds {
		out = append(out, labtest.Record(pairs.Case(arm, firstSeed+seed).Key(), map[string]float64{
			pairs.At("cells", steps): accuracy, pairs.At("cells", last): accuracy,
			pairs.BestCells: accuracy, pairs.BestHardCells: hard, pairs.FirstCells: 0.24,
		}, map[string]string{"network": "a small network"}))
	}
	return out
}

// base has both claims reproduced.
func base() record.Set {
	set := record.Set{labtest.Record(baselineCase, map[string]float64{
		"cells.constant": 0.26, "cells.frequent": 0.5, "cells.naked": 1,
		"cells.hard.constant": 0.26, "cells.hard.frequent": 0.5, "cells.hard.naked": 1,
	}, nil)}
	set = append(set, runs(uniformArm, 0.8, 400, 0.77)...)
	set = append(set, runs(curriculumArm, 0.8, 300, 0.7)...)
	return append(set, runs(plainArm, 0.8, 400, 0.7)...)
}

// all sets a figure of every run of an arm, to the values in turn.
func all(arm, metric string, v ...float64) map[string]float64 {
	out := map[string]float64{}
	for seed := range seeds {
		out[pairs.Case(arm, firstSeed+seed).Key()+"/"+metric] = v[seed%len(v)]
	}
	return out
}

// fallen makes the first n runs of an arm collapse.
func fallen(arm string, n int) map[string]float64 {
	out := map[string]float64{}
	for seed := range n {
		name := pairs.Case(arm, firstSeed+seed).Key() + "/"
		maps.Copy(out, map[string]float64{
			name + pairs.At("cells", 300): 0.25, name + pairs.At("cells", 400): 0.25, name + pairs.At("cells", last): 0.25,
			name + pairs.BestCells: 0.25, name + pairs.BestHardCells: 0.25,
		})
	}
	return out
}

func TestJudges(t *testing.T) {
	// The accuracy of both is reached already at another step.
	reached := func(arm string, steps int, v ...float64) map[string]float64 {
		return all(arm, pairs.At("cells", steps), v...)
	}
	hard := func(v ...float64) map[string]float64 { return all(uniformArm, pairs.BestHardCells, v...) }
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "G15", Want: lab.Reproduced},
		{Claim: "G15", Want: lab.Partly, Set: reached(curriculumArm, 200, 0.8)},
		{Claim: "G15", Want: lab.Partly, Set: reached(uniformArm, 350, 0.8)},
		{Claim: "G15", Want: lab.Refuted, Set: reached(uniformArm, 320, 0.8)},
		{Claim: "G15", Want: lab.Refuted, Set: reached(uniformArm, 200, 0.8)},
		{Claim: "G15", Want: lab.Pending, Set: reached(uniformArm, 150, 0.8, 0.3, 0.3, 0.3)},
		{Claim: "G15", Want: lab.Pending, Set: fallen(uniformArm, 9)},
		{Claim: "G15", Want: lab.Pending, Set: fallen(curriculumArm, 7)},        // they count with all their steps
		{Claim: "G15", Want: lab.Pending, Set: reached(uniformArm, last, 0.95)}, // cut off

		{Claim: "G17b", Want: lab.Reproduced},
		{Claim: "G17b", Want: lab.Partly, Set: hard(0.73, 0.731)},
		{Claim: "G17b", Want: lab.Partly, Set: hard(0.9)},
		{Claim: "G17b", Want: lab.Refuted, Set: hard(0.72)},
		{Claim: "G17b", Want: lab.Refuted, Set: hard(0.6)},
		{Claim: "G17b", Want: lab.Pending, Set: hard(0.6, 0.9)},
		{Claim: "G17b", Want: lab.Pending, Set: fallen(plainArm, 9)},
	})
}

// TestNamed names a collapsed run in the finding and keeps it in the mean.
func TestNamed(t *testing.T) {
	set := base()
	r, _ := set.Case(pairs.Case(plainArm, firstSeed).Key())
	for name, m := range r.Exact {
		if name != pairs.FirstCells {
			m.Value = 0.25
			r.Exact[name] = m
		}
	}
	f := judges()[1].On(set, labtest.Rules(t)["G17b"])
	const want = "+8.9 points" // (23 · 7 + 52) / 24
	if !strings.HasPrefix(f.Figure, want) {
		t.Errorf("figure %s, want %s", f.Figure, want)
	}
	if name := "collapsed: " + r.Case; !strings.Contains(f.Because, name) {
		t.Errorf("reason %q does not say %q", f.Because, name)
	}
}

// TestTables has a row for each seed and each way to answer.
func TestTables(t *testing.T) {
	rows := map[string]int{"pairs": seeds, "arms": 6}
	for _, table := range tables(base()) {
		if len(table.Rows) != rows[table.Name] {
			t.Errorf("table %s has %d rows, want %d", table.Name, len(table.Rows), rows[table.Name])
		}
	}
}
