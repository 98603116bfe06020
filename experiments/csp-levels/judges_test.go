package csplevels

import (
	"slices"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// ratios are the medians of the times to that of easy puzzles which the document's table states.
var ratios = map[string]float64{"medium": 2, "hard": 3, "very hard": 30}

func base() record.Set {
	m := map[string]float64{}
	with := func(name string, x, width float64) {
		m[name], m[name+".low"], m[name+".high"] = x, x*(1-width), x*(1+width)
	}
	for i, k := range kinds {
		with(k+" solve.median", []float64{0.01, 0.02, 0.03, 0.3}[i], 0.02)
		with(k+" root.median", 0.05, 0.02)
		m[k+" nodes"] = 0
		m[k+" root.max"], m[k+" validate.max"] = 0.06, 0.05
	}
	for k, x := range ratios {
		with(k+" to-easy", x, 0.02)
	}
	with("very hard first-share", 0.2, 0.02)
	times := labtest.Record("times", m, nil)
	m = map[string]float64{
		"puzzles": 1000, "open-cells": 0, "mean-domain.min": 4, "mean-domain.max": 4.5, "waves.min": 2, "waves.max": 5,
		"after-two-waves": 18000, "after-two-waves.two-or-three": 18000,
	}
	with("mean-domain", 4.2, 0.01)
	for i, name := range waveNames {
		with(name+".median", []float64{12, 15, 18}[i], 0.01)
	}
	with("waves.median", 3, 0)
	return record.Set{times, labtest.Record("waves", m, nil)}
}

// moved sets a figure and its interval.
func moved(key string, low, high float64) map[string]float64 {
	return map[string]float64{key: (low + high) / 2, key + ".low": low, key + ".high": high}
}

func TestJudges(t *testing.T) {
	one := func(key string, v float64) map[string]float64 { return map[string]float64{key: v} }
	fast := func(kind string) map[string]float64 { return moved("times/"+kind+" solve.median", 0.0001, 0.0002) }
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "C06a", Want: lab.Reproduced},
		{Claim: "C06a", Want: lab.Pending, Set: fast("easy")},
		{Claim: "C06a", Want: lab.Refuted, Set: one("times/easy nodes", 1)},
		{Claim: "C06b", Want: lab.Reproduced},
		{Claim: "C06b", Want: lab.Refuted, Set: moved("times/medium solve.median", 0.05, 0.06)},
		{Claim: "C06b", Want: lab.Pending, Set: moved("times/medium solve.median", 0.035, 0.045)},
		{Claim: "C06c", Want: lab.Reproduced},
		{Claim: "C06c", Want: lab.Refuted, Set: moved("times/hard solve.median", 0.07, 0.08)},
		{Claim: "C06d", Want: lab.Reproduced},
		{Claim: "C06d", Want: lab.Pending, Set: fast("very hard")},
		{Claim: "C06d", Want: lab.Pending, Set: moved("times/very hard first-share", 0.04, 0.06)},
		{Claim: "C06d", Want: lab.Refuted, Set: moved("times/very hard first-share", 0.01, 0.02)},
		{Claim: "C06d", Want: lab.Refuted, Set: moved("times/very hard solve.median", 1.5, 2)},
		{Claim: "C06f", Want: lab.Reproduced},
		{Claim: "C06f", Want: lab.Partly, Set: moved("times/very hard to-easy", 6, 7)},
		{Claim: "C06f", Want: lab.Partly, Set: moved("times/very hard to-easy", 60, 70)},
		{Claim: "C06f", Want: lab.Pending, Set: moved("times/very hard to-easy", 9, 11)},
		{Claim: "C06f", Want: lab.Refuted, Set: moved("times/very hard to-easy", 4, 5)},
		{Claim: "C06f", Want: lab.Refuted, Set: moved("times/medium to-easy", 1.1, 1.2)}, // some rise is not enough
		{Claim: "C06f", Want: lab.Refuted, Set: moved("times/medium to-easy", 4, 5)},     // above hard
		{Claim: "C10", Want: lab.Reproduced},
		{Claim: "C10", Want: lab.Refuted, Set: one("times/hard root.max", 0.11)},
		{Claim: "C10", Want: lab.Reproduced, Set: one("times/hard validate.max", 0.11)}, // only quoted
		{Claim: "C19a", Want: lab.Reproduced},
		{Claim: "C19a", Want: lab.Pending, Set: moved("waves/mean-domain", 3.7, 3.9)},
		{Claim: "C19a", Want: lab.Refuted, Set: moved("waves/mean-domain", 3, 3.1)},
		{Claim: "C19b", Want: lab.Reproduced},
		{Claim: "C19b", Want: lab.Partly, Set: moved("waves/second-wave.median", 11, 12)},
		{Claim: "C19b", Want: lab.Partly, Set: one("waves/after-two-waves.two-or-three", 17999)},
		{Claim: "C19b", Want: lab.Pending, Set: moved("waves/second-wave.median", 13, 15)},
		{Claim: "C19b", Want: lab.Pending, Set: moved("waves/waves.median", 3, 4)},
		{Claim: "C19b", Want: lab.Refuted, Set: moved("waves/waves.median", 4, 5)},
		{Claim: "C19c", Want: lab.Reproduced},
		{Claim: "C19c", Want: lab.Pending, Set: fast("medium")},
		{Claim: "C19c", Want: lab.Pending, Set: one("waves/puzzles", 999)},
		{Claim: "C19c", Want: lab.Partly, Set: moved("times/medium solve.median", 0.05, 0.06)},
		{Claim: "C19c", Want: lab.Refuted, Set: one("waves/open-cells", 1)},
	})
}

func TestSettle(t *testing.T) {
	// One empty cell: one wave of one cell, with one value left before it.
	full := board.MustParse("1234341221434321")
	full.Set(5, 0)
	fixed, mean, _ := settle(full)
	if len(fixed) != 1 || fixed[0] != 1 || mean != 1 {
		t.Errorf("one empty cell: waves %v, mean domain %v", fixed, mean)
	}
	if fixed, mean, _ = settle(board.New(full.Shape())); len(fixed) != 0 || mean != 4 {
		t.Errorf("empty board: waves %v, mean domain %v", fixed, mean)
	}
	// Four cells that can swap their digits stay open beside one that falls at once.
	open := board.MustParse("1234341221434321")
	for _, cell := range []int{0, 2, 4, 6, 15} {
		open.Set(cell, 0)
	}
	if fixed, mean, left := settle(open); !slices.Equal(fixed, []int{1}) || mean != 9.0/5 || !slices.Equal(left, []int{2, 2, 2, 2}) {
		t.Errorf("four that swap: waves %v, mean domain %v, left %v", fixed, mean, left)
	}
}
