package minigridsizes

import (
	"fmt"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

func solveCase(set string, f minigrid.Fillings) string {
	return record.Key(solveKind, record.D("set", set), record.D("fillings", f))
}

func partialCase(n, kept int) string {
	return record.Key(partialKind, record.D("n", n), record.D("kept", kept))
}

// base is what a board's size implies, and one set solved at each size.
func base() record.Set {
	var set record.Set
	for k := 2; k <= 6; k++ {
		n := float64(k * k)
		set = append(set, labtest.Record(geometryCase(k*k), map[string]float64{
			"side": n, "cells": n * n, "pairs": n * float64(k-1),
			"formula.agrees": n * n, "box.cells.min": n, "box.cells.max": n,
			"board.bits": 100, "board.bits.table": 90, "masks.bits": 3 * n * n, "masks.bits.table": 30, "masks.bits.ceiling": 36,
		}, nil))
	}
	for n, id := range map[int]string{4: "own-4x4", 9: "own-easy", 16: "own-16x16", 25: "own-25x25"} {
		for _, f := range readings {
			set = append(set, labtest.Record(solveCase(id, f), map[string]float64{"side": float64(n), "boards": 12, "solved": 12, "solved.open": 12, "wrong": 0}, nil))
		}
	}
	return append(set, labtest.Record(partialCase(25, 60), map[string]float64{"side": 25, "boards": 2, "solved": 2, "solved.open": 2, "wrong": 0}, nil))
}

func TestJudges(t *testing.T) {
	value := func(caseName, metric string, v float64) map[string]float64 {
		return map[string]float64{caseName + "/" + metric: v}
	}
	none := map[string]float64{
		solveCase("own-25x25", minigrid.BoxOnly) + "/solved.open": 0,
		solveCase("own-25x25", minigrid.Lines) + "/solved.open":   0,
		partialCase(25, 60) + "/solved.open":                      0,
	}
	flips := []labtest.Flip{
		{Claim: "M01", Want: lab.Reproduced},
		{Claim: "M01", Want: lab.Refuted, Set: value(partialCase(25, 60), "wrong", 1)},
		{Claim: "M01", Want: lab.Refuted, Set: value(solveCase("own-16x16", minigrid.Singles), "wrong", 1)},
		{Claim: "M01", Want: lab.Pending, Set: none},
		{Claim: "M15", Want: lab.Refuted},
		{Claim: "M15", Want: lab.Reproduced, Set: map[string]float64{
			geometryCase(4) + "/pairs": 4, geometryCase(9) + "/pairs": 9, geometryCase(16) + "/pairs": 16, geometryCase(25) + "/pairs": 25, geometryCase(36) + "/pairs": 36,
		}},
		{Claim: "M15", Want: lab.Refuted, Set: map[string]float64{
			geometryCase(4) + "/pairs": 6, geometryCase(9) + "/pairs": 36, geometryCase(16) + "/pairs": 110, geometryCase(25) + "/pairs": 250, geometryCase(36) + "/pairs": 500,
		}},
		{Claim: "M25", Want: lab.Reproduced},
		{Claim: "M25", Want: lab.Refuted, Set: value(geometryCase(36), "formula.agrees", 1295)},
		{Claim: "M25", Want: lab.Refuted, Set: value(geometryCase(4), "box.cells.max", 5)},
	}
	for i, n := range claimed[1:] {
		for _, c := range []struct {
			claim, metric string
			bits          float64
		}{{"M02", "board.bits", stated[n].board}, {"M03", "masks.bits", stated[n].masks}} {
			claim := fmt.Sprintf("%s%c", c.claim, 'a'+i)
			flips = append(flips,
				labtest.Flip{Claim: claim, Want: lab.Reproduced, Set: value(geometryCase(n), c.metric, c.bits)},
				labtest.Flip{Claim: claim, Want: lab.Partly, Set: value(geometryCase(n), c.metric, 1.25*c.bits)},
				labtest.Flip{Claim: claim, Want: lab.Partly, Set: value(geometryCase(n), c.metric, 0.6*c.bits)},
				labtest.Flip{Claim: claim, Want: lab.Refuted, Set: value(geometryCase(n), c.metric, 3*c.bits)},
				labtest.Flip{Claim: claim, Want: lab.Refuted, Set: value(geometryCase(n), c.metric, 0.4*c.bits)},
			)
		}
	}
	labtest.Flips(t, Experiment(), base, flips)
}
