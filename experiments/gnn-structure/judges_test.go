package gnnstructure

import (
	"maps"
	"testing"

	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func base() record.Set {
	graph := func(n float64) map[string]float64 {
		return map[string]float64{
			"cells": n * n, "units": 3 * n, "nodes": n*n + 3*n, "edges.undirected": 3 * n * n, "edges.directed": 6 * n * n,
			"cell-degree.min": 3, "cell-degree.max": 3, "unit-degree.min": n, "unit-degree.max": n,
		}
	}
	model := map[string]float64{
		"parameters": 75_753, "parameters.unshared": 1_801_833, "rounds": 32, "dropout.percent": 30,
		"parameters rounds=1": 75_753, "parameters rounds=8": 75_753, "parameters rounds=32": 75_753, "parameters rounds=64": 75_753,
		"products rounds=1": 1, "products rounds=64": 64,
		"features.rows": 108, "features.columns": 5, "encoded.rows": 108, "encoded.columns": 96,
		"decoded.rows": 81, "logits.rows": 81, "logits.columns": 9,
	}
	set := record.Set{
		labtest.Record(graphCase(9), graph(9), nil),
		labtest.Record(graphCase(16), graph(16), nil),
		labtest.Record(featuresCase, map[string]float64{"rows": 108, "columns": 5, "units.nonzero": 0, "cells": 810, "cells.right": 810, "least": 0, "greatest": 1}, nil),
		labtest.Record(cnnCase, map[string]float64{"parameters": 7_786_265, "linear.inputs": 10_368, "linear.outputs": 729}, nil),
		labtest.Record(otherSizeCase, map[string]float64{"runs": 0, "counter.logits": 4096, "counter.weights.9": 230_000, "counter.weights.16": 230_000}, map[string]string{"error": "32768, want 10368"}),
		labtest.Record(rowsCase, map[string]float64{
			"input.product": 41_472, "input.built": 41_472, "graph.product": 419_904, "graph.built": 7776, "graph.int32": 3888,
			"features.product": 276_480, "features.built": 276_480, "states.built": 5_308_416, "states.all.built": 169_869_312, "states.all.product": 169_869_312,
			"parameters.product": 8e6, "parameters.built": 303_012, "gradients.built": 303_012, "optimiser.product": 16e6, "optimiser.built": 606_040,
		}, nil),
	}
	for _, reading := range literal.Readings() {
		set = append(set, labtest.Record(modelCase(reading), maps.Clone(model), nil),
			labtest.Record(roundCase(reading), map[string]float64{"off": 1e-7, "compared": 1000, "sum.off": 1e-7}, nil))
	}
	for _, f := range forms() {
		for _, batches := range []int{1, 8} {
			set = append(set, labtest.Record(heldCase(f, batches*tableBatch), map[string]float64{"held": 900e6, "peak": 950e6 * float64(batches)}, nil))
		}
	}
	return set
}

func TestJudges(t *testing.T) {
	fast, fastAgain := form{literal.Fast, literal.Float32, false}, form{literal.Fast, literal.BFloat16, true}
	half, plain := form{literal.Fast, literal.BFloat16, false}, form{literal.Plain, literal.Float32, false}
	nine, hidden := graphCase(9), modelCase(literal.Hidden)
	set := func(key string, v float64) map[string]float64 { return map[string]float64{key: v} }
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "G01a", Want: lab.Reproduced},
		{Claim: "G01a", Want: lab.Refuted, Set: set(nine+"/units", 28)},
		{Claim: "G01b", Want: lab.Refuted},
		{Claim: "G01b", Want: lab.Reproduced, Set: set(nine+"/edges.undirected", 486)},
		{Claim: "G02a", Want: lab.Reproduced},
		{Claim: "G02a", Want: lab.Refuted, Set: set(featuresCase+"/rows", 81)},
		{Claim: "G02a", Want: lab.Refuted, Set: set(hidden+"/features.rows", 81)},
		{Claim: "G02b", Want: lab.Reproduced},
		{Claim: "G02b", Want: lab.Refuted, Set: set(featuresCase+"/cells.right", 809)},
		{Claim: "G02b", Want: lab.Refuted, Set: set(featuresCase+"/greatest", 1.1)},
		{Claim: "G02b", Want: lab.Pending, Set: map[string]float64{featuresCase + "/cells.right": 809, featuresCase + "/cells": 809}},
		{Claim: "G03", Want: lab.Reproduced},
		{Claim: "G03", Want: lab.Refuted, Set: set(modelCase(literal.Bare)+"/encoded.columns", 5)},
		{Claim: "G04a", Want: lab.Reproduced},
		{Claim: "G04a", Want: lab.Refuted, Set: set(hidden+"/parameters rounds=64", 80_000)},
		{Claim: "G04a", Want: lab.Refuted, Set: set(hidden+"/rounds", 16)},
		{Claim: "G04b", Want: lab.Reproduced},
		{Claim: "G04b", Want: lab.Refuted, Set: set(roundCase(literal.Wide)+"/off", 1e-3)},
		{Claim: "G04b", Want: lab.Refuted, Set: set(hidden+"/dropout.percent", 50)},
		{Claim: "G04b", Want: lab.Pending, Set: map[string]float64{roundCase(literal.Hidden) + "/compared": 0, roundCase(literal.Wide) + "/compared": 0, roundCase(literal.Bare) + "/compared": 728}},
		{Claim: "G05", Want: lab.Reproduced},
		{Claim: "G05", Want: lab.Refuted, Set: set(hidden+"/decoded.rows", 108)},
		{Claim: "G05", Want: lab.Refuted, Set: set(roundCase(literal.Bare)+"/sum.off", 0.1)},
		{Claim: "G06a", Want: lab.Refuted},
		{Claim: "G06a", Want: lab.Partly, Set: set(modelCase(literal.Wide)+"/parameters", 1.1e6)},
		{Claim: "G06a", Want: lab.Reproduced, Set: set(modelCase(literal.Wide)+"/parameters", 1.9e6)},
		{Claim: "G06b", Want: lab.Reproduced},
		{Claim: "G06b", Want: lab.Partly, Set: set(cnnCase+"/parameters", 5e6)},
		{Claim: "G06b", Want: lab.Refuted, Set: set(cnnCase+"/parameters", 1e6)},
		{Claim: "G22", Want: lab.Partly},
		{Claim: "G22", Want: lab.Reproduced, Set: set(otherSizeCase+"/counter.logits", 0)},
		{Claim: "G22", Want: lab.Refuted, Set: set(otherSizeCase+"/runs", 1)},
		{Claim: "G24a", Want: lab.Reproduced},
		{Claim: "G24a", Want: lab.Refuted, Set: set(rowsCase+"/input.built", 10_000)},
		{Claim: "G24a", Want: lab.Partly, Set: set(rowsCase+"/input.built", 60_000)},
		{Claim: "G24b", Want: lab.Refuted},
		{Claim: "G24b", Want: lab.Partly, Set: set(rowsCase+"/graph.built", 600_000)},
		{Claim: "G24b", Want: lab.Reproduced, Set: set(rowsCase+"/graph.built", 419_904)},
		{Claim: "G24c", Want: lab.Reproduced},
		{Claim: "G24c", Want: lab.Partly, Set: set(rowsCase+"/features.built", 207_360)},
		{Claim: "G24d", Want: lab.Partly},
		{Claim: "G24d", Want: lab.Reproduced, Set: set(heldCase(fast, 128)+"/held", 175e6)},
		{Claim: "G24d", Want: lab.Refuted, Set: set(rowsCase+"/states.built", 1e6)},
		{Claim: "G24e", Want: lab.Refuted},
		{Claim: "G24e", Want: lab.Partly, Set: set(rowsCase+"/parameters.built", 12e6)},
		{Claim: "G24e", Want: lab.Reproduced, Set: set(rowsCase+"/parameters.built", 8e6)},
		{Claim: "G24f", Want: lab.Refuted},
		{Claim: "G24f", Want: lab.Refuted, Set: set(rowsCase+"/gradients.built", 8e6)},
		{Claim: "G24f", Want: lab.Partly, Set: map[string]float64{rowsCase + "/gradients.built": 4.5e6, rowsCase + "/parameters.built": 4.5e6}},
		{Claim: "G24f", Want: lab.Reproduced, Set: map[string]float64{rowsCase + "/gradients.built": 8e6, rowsCase + "/parameters.built": 8e6}},
		{Claim: "G24g", Want: lab.Refuted},
		{Claim: "G24g", Want: lab.Reproduced, Set: set(rowsCase+"/optimiser.built", 16.4e6)},
		{Claim: "G24g", Want: lab.Partly, Set: set(rowsCase+"/optimiser.built", 9e6)},
		{Claim: "G24g", Want: lab.Partly, Set: set(rowsCase+"/optimiser.built", 20e6)},
		{Claim: "G24h", Want: lab.Partly, Set: set(heldCase(half, 128)+"/held", 500e6)},
		{Claim: "G24h", Want: lab.Reproduced, Set: map[string]float64{heldCase(fast, 128) + "/held": 85e6, heldCase(half, 128) + "/held": 42e6}},
		{Claim: "G24h", Want: lab.Partly, Set: map[string]float64{heldCase(fast, 128) + "/held": 85e6, heldCase(half, 128) + "/held": 60e6}},
		{Claim: "G24h", Want: lab.Refuted},
		{Claim: "G24h", Want: lab.Refuted, Set: set(heldCase(half, 128)+"/held", 1000e6)},
		{Claim: "G24i", Want: lab.Refuted},
		{Claim: "G24i", Want: lab.Partly, Set: set(heldCase(half, 128)+"/peak", 120e6)},
		{Claim: "G24i", Want: lab.Reproduced, Set: set(heldCase(half, 128)+"/peak", 78e6)},
		{Claim: "G24j", Want: lab.Refuted},
		{Claim: "G24j", Want: lab.Refuted, Set: set(heldCase(fastAgain, 1024)+"/peak", 0.94e9)},
		{Claim: "G24j", Want: lab.Partly, Set: set(heldCase(half, 1024)+"/peak", 0.94e9)},
		{Claim: "G24j", Want: lab.Reproduced, Set: set(heldCase(half, 1024)+"/peak", 0.6e9)},
		{Claim: "G24k", Want: lab.Reproduced},
		{Claim: "G24k", Want: lab.Partly, Set: set(heldCase(plain, 128)+"/peak", 17e9)},
		{Claim: "G24k", Want: lab.Refuted, Set: map[string]float64{heldCase(fast, 128) + "/peak": 17e9, heldCase(plain, 128) + "/peak": 17e9}},
		{Claim: "G25a", Want: lab.Reproduced},
		{Claim: "G25a", Want: lab.Refuted, Set: set(graphCase(16)+"/units", 64)},
		{Claim: "G25b", Want: lab.Reproduced},
		{Claim: "G25b", Want: lab.Refuted, Set: set(graphCase(16)+"/cell-degree.max", 4)},
	})
}
