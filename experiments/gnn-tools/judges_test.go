package gnntools

import (
	"fmt"
	"maps"
	"testing"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// three are the figures of an evaluation.
func three(more map[string]float64) map[string]float64 {
	out := map[string]float64{"cells": 0.5, "grids": 0.1, "units": 0.3, "boards": 200}
	maps.Copy(out, more)
	return out
}

var agreed = map[string]float64{"off.cells": 0, "off.grids": 0, "off.units": 0}

// base has every claim reproduced.
func base() record.Set {
	set := record.Set{
		labtest.Record(dataCase, map[string]float64{
			"asked": 1e6, "made": 1e6, "boards": 1e6, "classes": 1e6, "wrong": 0, "several": 0, "other": 0, "dropped": 5,
			"stage=1": 4e5, "stage=2": 5e5, "stage=3": 1e6, givensMetric(24): 1e6,
		}, nil),
		labtest.Record(pipelineCase, map[string]float64{"batches": 20_000, "digits": 4010, "geometry": 4950, "lines": 3990, "unexplained": 0}, nil),
	}
	for seed := 1; seed <= documentedSeeds; seed++ {
		set = append(set, labtest.Record(pairs.Case(documentedArm, seed).Key(), map[string]float64{"training": 0.97 + 0.001*float64(seed), "test": 0.96, "epochs": 60}, map[string]string{"network": "as drawn"}))
	}
	for _, name := range networkNames() {
		commands := map[string]float64{
			"train.runs": 6, "train.ended": 6, "train.reached": 6, "train.losses": 27, "train.finite": 27, "train.resumed": 1,
			"eval.runs": 2, "eval.ended": 2, "eval.answered": 2, "eval.json": 1, "eval.three": 1,
		}
		if name == candidateName {
			commands["train.bad"], commands["train.refused"], commands["eval.bad"], commands["eval.refused"] = 9, 9, 8, 8
		}
		set = append(set,
			labtest.Record(commandsCase(name).Key(), commands, nil),
			labtest.Record(networkCase(name).Key(), three(agreed), map[string]string{"network": name}))
	}
	for _, side := range []int{4, 9} {
		constructed := map[string]float64{"grids": 1000, "off.recount": 0}
		maps.Copy(constructed, agreed)
		set = append(set, labtest.Record(knownCase(side).Key(), constructed, nil))
		for _, lambda := range []float64{0, documentedLambda} {
			set = append(set, labtest.Record(lossCase(side, lambda).Key(), map[string]float64{
				"givens": 100, "givens.moved": 0, "givens.largest": 0, "empty": 200, "empty.still": 0, "empty.largest": 1e-3, "off": 1e-7,
			}, nil))
		}
	}
	for _, side := range []int{4, 9, 16} {
		set = append(set, labtest.Record(turnsCase(side).Key(), map[string]float64{
			"boards": 100, "images": 800, "valid": 800, "agreed": 800, "proved": 80, "unique": 80, "broken": 100, "broken.caught": 100,
			"augmented": 100, "augmented.valid": 100, "augmented.other": 0,
		}, nil))
	}
	for _, size := range []int{32, 0} {
		for seed := 1; seed <= 3; seed++ {
			for kind, same := range map[string]float64{without: 0.7, with: 0.95} {
				set = append(set, labtest.Record(pairs.Case(dataArm(size, kind), seed).Key(), three(map[string]float64{
					"agree": same + 0.001*float64(seed), "apart": 1 - same, "training": 0.9, "cells": 0.8, "constant": 0.26, "first": 0.25,
				}), map[string]string{"network": "a small network"}))
			}
		}
	}
	return append(set,
		labtest.Record(pairs.Case(oneStep, 1).Key(), three(map[string]float64{"agree": 0.3, "apart": 0.5}), map[string]string{"network": "a small network"}),
		labtest.Record(pairs.Case(candidateArm, 1).Key(), three(map[string]float64{"agree": 1, "apart": 0}), nil))
}

// each sets a metric of every seed of an arm on 32 puzzles.
func each(kind, metric string, v ...float64) map[string]float64 {
	out := map[string]float64{}
	for i := range 3 {
		out[pairs.Case(dataArm(32, kind), i+1).Key()+"/"+metric] = v[i%len(v)]
	}
	return out
}

func TestJudges(t *testing.T) {
	one := func(name, metric string, v float64) map[string]float64 {
		return map[string]float64{name + "/" + metric: v}
	}
	data := func(metric string, v float64) map[string]float64 { return one(dataCase, metric, v) }
	command := func(metric string, v float64) map[string]float64 {
		return one(commandsCase(candidateName).Key(), metric, v)
	}
	drawn := func(metric string, v float64) map[string]float64 {
		return one(commandsCase(literalName).Key(), metric, v)
	}
	loss := func(lambda float64, metric string, v float64) map[string]float64 {
		return one(lossCase(9, lambda).Key(), metric, v)
	}
	turned := func(metric string, v float64) map[string]float64 { return one(turnsCase(16).Key(), metric, v) }
	ends := func(training ...float64) map[string]float64 {
		m := map[string]float64{}
		for i, x := range training {
			m[pairs.Case(documentedArm, i+1).Key()+"/training"] = x
		}
		return m
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "G16a", Want: lab.Reproduced},
		{Claim: "G16a", Want: lab.Refuted, Set: one(pipelineCase, "lines", 6000)},
		{Claim: "G16a", Want: lab.Pending, Set: one(pipelineCase, "lines", 4400)},
		{Claim: "G16a", Want: lab.Refuted, Set: one(pipelineCase, "unexplained", 1)},

		{Claim: "G27", Want: lab.Reproduced},
		{Claim: "G27", Want: lab.Refuted, Set: one(networkCase("cnn").Key(), "off.units", 1)},
		{Claim: "G27", Want: lab.Refuted, Set: one(knownCase(9).Key(), "off.grids", 3)},
		{Claim: "G27", Want: lab.Refuted, Set: one(knownCase(4).Key(), "off.cells", 1)},
		{Claim: "G27", Want: lab.Pending, Set: one(knownCase(4).Key(), "off.recount", 1)},
		{Claim: "G27", Want: lab.Pending, Set: map[string]float64{knownCase(4).Key() + "/grids": 149, knownCase(9).Key() + "/grids": 150}},

		{Claim: "G28a", Want: lab.Reproduced},
		{Claim: "G28a", Want: lab.Refuted, Set: command("train.ended", 5)},
		{Claim: "G28a", Want: lab.Refuted, Set: command("train.reached", 5)},
		{Claim: "G28a", Want: lab.Refuted, Set: command("train.finite", 26)},
		{Claim: "G28a", Want: lab.Refuted, Set: drawn("train.reached", 0), Texts: map[string]string{commandsCase(literalName).Key() + "/failure": "a line"}},
		{Claim: "G28a", Want: lab.Partly, Set: drawn("train.resumed", 0)},
		{Claim: "G28a", Want: lab.Partly, Set: command("train.resumed", 0)},
		{Claim: "G28a", Want: lab.Partly, Set: command("train.refused", 8)},

		{Claim: "G28b", Want: lab.Reproduced},
		{Claim: "G28b", Want: lab.Refuted, Set: command("eval.ended", 1)},
		{Claim: "G28b", Want: lab.Partly, Set: command("eval.answered", 1)},
		{Claim: "G28b", Want: lab.Partly, Set: drawn("eval.three", 0)},
		{Claim: "G28b", Want: lab.Partly, Set: command("eval.refused", 0)},

		{Claim: "G29", Want: lab.Reproduced},
		{Claim: "G29", Want: lab.Reproduced, Set: data("classes", 999_990)},
		{Claim: "G29", Want: lab.Partly, Set: data("boards", 999_999)},
		{Claim: "G29", Want: lab.Pending, Set: data("made", 20_000)},
		{Claim: "G29", Want: lab.Refuted, Set: data("boards", 400_000)},
		{Claim: "G29", Want: lab.Refuted, Set: data("several", 1)},
		{Claim: "G29", Want: lab.Refuted, Set: data("wrong", 1)},
		{Claim: "G29", Want: lab.Refuted, Set: data("other", 1)},
		{Claim: "G29", Want: lab.Refuted, Set: data("asked", 1000)},
		{Claim: "G29", Want: lab.Refuted, Set: map[string]float64{dataCase + "/made": 20_000, dataCase + "/wrong": 1}},

		{Claim: "G30", Want: lab.Reproduced},
		{Claim: "G30", Want: lab.Reproduced, Set: loss(documentedLambda, "givens.moved", 3)},
		{Claim: "G30", Want: lab.Refuted, Set: loss(0, "givens.moved", 1)},
		{Claim: "G30", Want: lab.Partly, Set: loss(0, "empty.still", 4)},
		{Claim: "G30", Want: lab.Pending, Set: loss(0, "off", 0.1)},
		{Claim: "G30", Want: lab.Pending, Set: loss(documentedLambda, "off", 0.1)},

		{Claim: "G31", Want: lab.Reproduced},
		{Claim: "G31", Want: lab.Partly, Set: each(with, "agree", 0.87, 0.872, 0.871)},
		{Claim: "G31", Want: lab.Refuted, Set: each(with, "agree", 0.8, 0.81, 0.8)},
		{Claim: "G31", Want: lab.Refuted, Set: each(with, "agree", 0.6, 0.61, 0.6)},
		{Claim: "G31", Want: lab.Pending, Set: each(with, "agree", 0.6, 0.9, 0.75)},
		{Claim: "G31", Want: lab.Pending, Set: each(with, "cells", 0.25)},
		{Claim: "G31", Want: lab.Pending, Set: each(without, "cells", 0.25)},
		{Claim: "G31", Want: lab.Reproduced, Set: each(without, "cells", 0.25, 0.8, 0.8)}, // one of three collapsed

		{Claim: "G32", Want: lab.Reproduced},
		{Claim: "G32", Want: lab.Refuted, Set: turned("valid", 799), Texts: map[string]string{turnsCase(16).Key() + "/counterexample": "a grid"}},
		{Claim: "G32", Want: lab.Refuted, Set: turned("augmented.valid", 99)},
		{Claim: "G32", Want: lab.Refuted, Set: turned("unique", 79)},
		{Claim: "G32", Want: lab.Partly, Set: turned("augmented.other", 1)},
		{Claim: "G32", Want: lab.Pending, Set: turned("broken.caught", 99)},
		{Claim: "G32", Want: lab.Pending, Set: turned("agreed", 799)},

		{Claim: "G33", Want: lab.Reproduced},
		{Claim: "G33", Want: lab.Reproduced, Set: map[string]float64{pairs.Case(documentedArm, 1).Key() + "/test": 0.9}},
		{Claim: "G33", Want: lab.Pending, Set: ends(0.9, 0.99, 0.97)},
		{Claim: "G33", Want: lab.Refuted, Set: ends(0.7, 0.71, 0.72)},
	})
}

// TestAbsent takes records away: the claims that need them are pending, or what is reported no
// longer whole.
func TestAbsent(t *testing.T) {
	lack := func(drop func(record.Record) bool) (out record.Set) {
		for _, r := range base() {
			if !drop(r) {
				out = append(out, r)
			}
		}
		return out
	}
	rules := labtest.Rules(t)
	verdict := func(claim string, set record.Set) lab.Verdict {
		for _, j := range judges() {
			if j.Claim == claim {
				return j.On(set, rules[claim]).Verdict
			}
		}
		t.Fatalf("nobody judges %s", claim)
		return ""
	}
	for claim, name := range map[string]string{
		"G27": networkCase("cnn").Key(), "G28a": commandsCase(candidateName).Key(), "G28b": commandsCase(candidateName).Key(), "G29": dataCase, "G33": pairs.Case(documentedArm, 2).Key(),
		"G31": pairs.Case(dataArm(32, with), 3).Key(),
	} {
		if v := verdict(claim, lack(func(r record.Record) bool { return r.Case == name })); v != lab.Pending {
			t.Errorf("%s without %s is %s, want pending", claim, name, v)
		}
	}
	whole := lack(func(r record.Record) bool {
		for _, side := range []int{4, 9} {
			if r.Case == lossCase(side, documentedLambda).Key() {
				return true
			}
		}
		return false
	})
	if v := verdict("G30", whole); v != lab.Pending {
		t.Errorf("G30 without the whole loss is %s, want pending", v)
	}
	set := base()
	r, _ := set.Case(pairs.Case(candidateArm, 1).Key())
	delete(r.Exact, "units")
	if v := verdict("G27", set); v != lab.Refuted {
		t.Errorf("G27 with two figures in a record is %s, want refuted", v)
	}
}

// TestPictures draws the base and writes its tables.
func TestPictures(t *testing.T) {
	drawn, err := figures(base())
	if err != nil {
		t.Fatal(err)
	}
	if len(drawn) != 2 {
		t.Errorf("%d figures, want 2", len(drawn))
	}
	rows := map[string]int{"data": 8, "stages": 3, "turns": 3, "augmented": 3, "loss": 4, "known": 2, "networks": 3, "commands": 9, "digits": 6, "ends": 12}
	for _, table := range tables(base()) {
		if len(table.Rows) != rows[table.Name] {
			t.Errorf("table %s has %d rows, want %d", table.Name, len(table.Rows), rows[table.Name])
		}
	}
	if got := fmt.Sprint(sizesOf(base())); got != "[32 0]" {
		t.Errorf("sizes %s, want [32 0]", got)
	}
}
