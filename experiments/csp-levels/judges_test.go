package csplevels

import (
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func base() record.Set {
	m := map[string]float64{}
	for i, k := range kinds {
		m[k+" solve.median"] = []float64{0.01, 0.02, 0.03, 0.3}[i]
		m[k+" nodes"] = 0
		m[k+" root.median"], m[k+" validate.median"], m[k+" validate.max"] = 0.05, 0.02, 0.05
	}
	return record.Set{
		labtest.Record("times", m, nil),
		labtest.Record("waves", map[string]float64{
			"puzzles": 100, "open-cells": 0, "mean-domain": 4.2, "mean-domain.min": 4, "mean-domain.max": 4.5,
			"three-waves": 90, "waves-12-15-18": 60, "waves.min": 2, "waves.max": 5,
		}, nil),
	}
}

func TestJudges(t *testing.T) {
	one := func(key string, v float64) map[string]float64 { return map[string]float64{key: v} }
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "C06a", Want: lab.Reproduced},
		{Claim: "C06a", Want: lab.Partly, Set: one("times/easy solve.median", 0.0001)},
		{Claim: "C06a", Want: lab.Refuted, Set: one("times/easy nodes", 1)},
		{Claim: "C06b", Want: lab.Reproduced},
		{Claim: "C06b", Want: lab.Refuted, Set: one("times/medium solve.median", 0.05)},
		{Claim: "C06c", Want: lab.Reproduced},
		{Claim: "C06c", Want: lab.Partly, Set: one("times/hard solve.median", 0.0001)},
		{Claim: "C06d", Want: lab.Reproduced},
		{Claim: "C06d", Want: lab.Partly, Set: one("times/very hard root.median", 0.0001)},
		{Claim: "C06d", Want: lab.Refuted, Set: one("times/very hard solve.median", 2)},
		{Claim: "C06f", Want: lab.Reproduced},
		{Claim: "C06f", Want: lab.Partly, Set: one("times/very hard solve.median", 0.04)},
		{Claim: "C06f", Want: lab.Refuted, Set: one("times/medium solve.median", 0.04)},
		{Claim: "C10", Want: lab.Reproduced},
		{Claim: "C10", Want: lab.Refuted, Set: one("times/hard validate.max", 0.1)},
		{Claim: "C19a", Want: lab.Reproduced},
		{Claim: "C19a", Want: lab.Partly, Set: one("waves/mean-domain", 3)},
		{Claim: "C19a", Want: lab.Refuted, Set: map[string]float64{"waves/mean-domain": 3, "waves/mean-domain.max": 3.5}},
		{Claim: "C19b", Want: lab.Reproduced},
		{Claim: "C19b", Want: lab.Partly, Set: one("waves/waves-12-15-18", 0)},
		{Claim: "C19b", Want: lab.Refuted, Set: map[string]float64{"waves/waves-12-15-18": 0, "waves/three-waves": 0}},
		{Claim: "C19c", Want: lab.Reproduced},
		{Claim: "C19c", Want: lab.Partly, Set: one("times/medium solve.median", 0.0001)},
		{Claim: "C19c", Want: lab.Refuted, Set: one("waves/open-cells", 1)},
	})
}

func TestSettle(t *testing.T) {
	// One empty cell: one wave of one cell, with one value left before it.
	full := board.MustParse("1234341221434321")
	full.Set(5, 0)
	fixed, mean := settle(full)
	if len(fixed) != 1 || fixed[0] != 1 || mean != 1 {
		t.Errorf("one empty cell: waves %v, mean domain %v", fixed, mean)
	}
	if fixed, mean = settle(board.New(full.Shape())); len(fixed) != 0 || mean != 4 {
		t.Errorf("empty board: waves %v, mean domain %v", fixed, mean)
	}
}
