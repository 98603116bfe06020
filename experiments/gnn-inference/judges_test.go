package gnninference

import (
	"maps"
	"testing"

	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

const testBand = "9x9-30-35"

// band is a record of a network on a band.
func band(network string) record.Record {
	m := map[string]float64{"boards": 1000, "cells": 48_000, "cells right": 47_000}
	for method, solved := range map[string]float64{single: 870, refine: 965, beam: 985, start: 1000, hybrid: 1000, cascade: 1000} {
		m["solved "+method], m["wrong "+method], m["bounded "+method] = solved, 0, 0
	}
	for method, mean := range map[string]float64{single: 0.015, refine: 0.040, beam: 0.070, start: 0.020, hybrid: 0.025, cascade: 0.025} {
		m["time.mean "+method], m["time.min "+method], m["time.p100 "+method], m["under 50 ms "+method] = mean, 0.010, 0.100, 960
	}
	maps.Copy(m, map[string]float64{
		byMetric(infer.Single, cascade): 870, byMetric(infer.Refine, cascade): 70, byMetric(infer.Beam, cascade): 25, byMetric(infer.Start, cascade): 15,
	})
	return labtest.Record(bandCase(network, testBand), m, nil)
}

func searchRecord(network string) record.Record {
	m := map[string]float64{"boards": 600, "solved " + start: 600, "wrong " + start: 0, "network time": 1}
	for name, x := range map[string]float64{"cover ascending": 10, "cover shuffled": 11, "cover confidence": 5, fixed: 6} {
		m["nodes "+name], m["guesses "+name], m["time "+name] = 1000*x, 100*x, x
	}
	return labtest.Record(networkPrefix+network+searchInfix+"17clue", m, nil)
}

func base() record.Set {
	mixed := map[string]float64{"boards": 60}
	for _, method := range []string{hybrid, cascade} {
		mixed["right "+method], mixed["wrong "+method] = 60, 0
	}
	return record.Set{
		labtest.Record(trainedCase, map[string]float64{"trained": 1, "boards trained on": documentedBoards}, nil),
		labtest.Record(passCase, map[string]float64{"time.p50 fast": 0.015, "time.p50 plain": 0.030, "time.min fast": 0.014, "time.min plain": 0.029, "rounds": 32, "hidden": 96}, map[string]string{"backend": "go"}),
		band(candidateNetwork), band(literalNetwork),
		searchRecord(candidateNetwork), searchRecord(literalNetwork),
		labtest.Record(mixedCase(candidateNetwork), mixed, nil),
	}
}

func TestJudges(t *testing.T) {
	literal, product := bandCase(literalNetwork, testBand)+"/", bandCase(candidateNetwork, testBand)+"/"
	search := networkPrefix + literalNetwork + searchInfix + "17clue/"
	untrained := func(more map[string]float64) map[string]float64 {
		m := map[string]float64{trainedCase + "/trained": 0}
		maps.Copy(m, more)
		return m
	}
	short := func(set string, value float64) map[string]float64 {
		return map[string]float64{trainedCase + "/boards trained on": documentedBoards - 1, set: value}
	}
	slow := func(seconds float64) map[string]float64 {
		return untrained(map[string]float64{passCase + "/time.min fast": seconds, passCase + "/time.min plain": seconds})
	}
	type values = map[string]float64
	flips := []labtest.Flip{
		{Claim: "G07b", Want: lab.Reproduced},
		{Claim: "G07b", Want: lab.Refuted, Set: values{passCase + "/time.p50 fast": 0.041, passCase + "/time.p50 plain": 0.050}},
		{Claim: "G07b", Want: lab.Partly, Set: values{passCase + "/time.p50 fast": 0.004}},
		{Claim: "G07b", Want: lab.Pending, Set: values{passCase + "/rounds": 2}},
		{Claim: "G07a", Want: lab.Reproduced, Set: short(literal+"solved "+single, 870)},
		{Claim: "G12a", Want: lab.Pending, Set: short(literal+"solved "+single, 870)},
		{Claim: "G10a", Want: lab.Reproduced},
		{Claim: "G10a", Want: lab.Refuted, Set: values{product + "solved " + start: 999}},
		{Claim: "G11a", Want: lab.Reproduced},
		{Claim: "G11a", Want: lab.Refuted, Set: values{product + "solved " + cascade: 999}},
		{Claim: "G11a", Want: lab.Refuted, Set: values{mixedCase(candidateNetwork) + "/right " + hybrid: 59}},
		{Claim: "G11a", Want: lab.Pending, Set: values{product + "boards": 9, product + "solved " + hybrid: 9, product + "solved " + cascade: 9}},
		{Claim: "G11b", Want: lab.Reproduced},
		{Claim: "G11b", Want: lab.Refuted, Set: values{literal + "time.p100 " + hybrid: 0.201}},
		{Claim: "G11b", Want: lab.Partly, Set: values{literal + "time.min " + hybrid: 0.004}},
		{Claim: "G11b", Want: lab.Pending, Set: slow(0.2)},
		{Claim: "G11b", Want: lab.Refuted, Set: slow(0.21)},
		{Claim: "G11c", Want: lab.Reproduced},
		{Claim: "G11c", Want: lab.Refuted, Set: values{literal + "under 50 ms " + hybrid: 949}},
		{Claim: "G11c", Want: lab.Pending, Set: slow(0.049)},
		{Claim: "G11c", Want: lab.Refuted, Set: slow(0.05)},
		{Claim: "G13", Want: lab.Reproduced},
		{Claim: "G13", Want: lab.Partly, Set: values{search + "network time": 5.1}},
		{Claim: "G13", Want: lab.Partly, Set: values{search + "time cover confidence": 12, search + "time " + fixed: 12}},
		{Claim: "G13", Want: lab.Refuted, Set: values{search + "guesses cover confidence": 1000, search + "guesses " + fixed: 1200}},
		{Claim: "G13", Want: lab.Pending, Set: values{search + "boards": 49}},
	}
	for claim, method := range map[string]string{"G07a": single, "G08a": refine, "G09a": beam} {
		flips = append(flips,
			labtest.Flip{Claim: claim, Want: lab.Reproduced},
			labtest.Flip{Claim: claim, Want: lab.Refuted, Set: values{literal + "solved " + method: 700}},
			labtest.Flip{Claim: claim, Want: lab.Partly, Set: values{literal + "solved " + method: 1000}},
			labtest.Flip{Claim: claim, Want: lab.Pending, Set: short(literal+"solved "+method, 700)},
			labtest.Flip{Claim: claim, Want: lab.Partly, Set: short(literal+"solved "+method, 1000)},
			labtest.Flip{Claim: claim, Want: lab.Pending, Set: short(literal+"bounded "+method, 1)},
			labtest.Flip{Claim: claim, Want: lab.Pending, Set: untrained(nil)})
	}
	for claim, x := range map[string]struct {
		method string
		high   float64
	}{"G08b": {refine, 0.050}, "G09b": {beam, 0.100}, "G10b": {start, 0.050}, "G11d": {hybrid, 0.025}} {
		flips = append(flips,
			labtest.Flip{Claim: claim, Want: lab.Reproduced},
			labtest.Flip{Claim: claim, Want: lab.Refuted, Set: values{literal + "time.mean " + x.method: 2.1 * x.high}},
			labtest.Flip{Claim: claim, Want: lab.Partly, Set: values{literal + "time.mean " + x.method: 0.001}},
			labtest.Flip{Claim: claim, Want: lab.Pending, Set: slow(1.9 * x.high)},
			labtest.Flip{Claim: claim, Want: lab.Refuted, Set: slow(2.1 * x.high)})
	}
	for claim, stage := range map[string]infer.Method{"G12a": infer.Single, "G12b": infer.Refine, "G12c": infer.Beam, "G12d": infer.Start} {
		flips = append(flips,
			labtest.Flip{Claim: claim, Want: lab.Reproduced},
			labtest.Flip{Claim: claim, Want: lab.Refuted, Set: values{literal + byMetric(stage, cascade): 0}},
			labtest.Flip{Claim: claim, Want: lab.Pending, Set: untrained(nil)})
	}
	flips = append(flips,
		labtest.Flip{Claim: "G09a", Want: lab.Pending, Set: values{literal + "bounded " + beam: 1}},
		labtest.Flip{Claim: "G12c", Want: lab.Pending, Set: values{literal + "bounded " + cascade: 1}},
		labtest.Flip{Claim: "G12b", Want: lab.Partly, Set: values{literal + byMetric(infer.Refine, cascade): 120}})
	labtest.Flips(t, Experiment(), base, flips)
}
