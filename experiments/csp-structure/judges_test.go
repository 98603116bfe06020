package cspstructure

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func base() record.Set {
	metrics := map[string]float64{
		"cells": 81, "cells-in-place": 81, "peers.min": 20, "peers.max": 20, "arcs": 1620,
		"boards": 400, "agree": 400, "consistent": 300, "checks.max": 1000, "bound.checks": 2000,
	}
	var set record.Set
	for _, n := range []int{4, 9, 16} {
		set = append(set, labtest.Record(record.Key("", side(n)...), metrics, nil))
	}
	return set
}

func TestJudges(t *testing.T) {
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "C01a", Want: lab.Reproduced},
		{Claim: "C01a", Want: lab.Refuted, Set: map[string]float64{"n=9/cells-in-place": 80}},
		{Claim: "C01a", Want: lab.Refuted, Set: map[string]float64{"n=9/cells": 90}},
		{Claim: "C01b", Want: lab.Reproduced},
		{Claim: "C01b", Want: lab.Refuted, Set: map[string]float64{"n=9/peers.max": 21}},
		{Claim: "C01b", Want: lab.Refuted, Set: map[string]float64{"n=9/arcs": 810}},
		{Claim: "C02a", Want: lab.Reproduced},
		{Claim: "C02a", Want: lab.Refuted, Set: map[string]float64{"n=9/agree": 399}},
		{Claim: "C02a", Want: lab.Pending, Set: map[string]float64{"n=4/consistent": 400, "n=9/consistent": 400, "n=16/consistent": 400}},
		{Claim: "C02a", Want: lab.Pending, Set: map[string]float64{"n=9/agree": 9, "n=9/boards": 9}},
		{Claim: "C02b", Want: lab.Reproduced},
		{Claim: "C02b", Want: lab.Refuted, Set: map[string]float64{"n=9/checks.max": 2001}},
	})
}
