package cspsample

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// base is a record in which everything is as the document says.
func base() record.Set {
	return record.Set{labtest.Record(sampleCase, map[string]float64{
		"cells": 81, "givens": 42,
		"fifo.arcs": 400, "lifo.arcs": 400, "fifo.reductions": 350, "lifo.reductions": 350,
		"fifo.singletons": 39, "fifo.settled": 81, "fifo.time": 0.01, "fifo.time.low": 0.009, "fifo.time.high": 0.011,
		"r1c3.column-strikes-of-1-and-2": 2,
	}, map[string]string{
		"r1c3.row": "{1,2,4}", "r1c3.row+column+box": "{1,2,4}", "r1c3.end": "{4}",
		"r2c2.row+column": "{1,2,4,7,8}", "r2c2.row+column+box": "{7}", "r2c2.end": "{7}",
		"r1c4.row+column+box": "{2,6}", "r1c4.end": "{2}",
		"r1c6.row+column+box": "{4,6,8}", "r1c6.end": "{8}",
	})}
}

func TestJudges(t *testing.T) {
	set := func(metric string, v float64) map[string]float64 { return map[string]float64{"sample/" + metric: v} }
	took := func(low, high float64) map[string]float64 {
		return map[string]float64{"sample/fifo.time.low": low, "sample/fifo.time.high": high}
	}
	text := func(name, v string) map[string]string { return map[string]string{"sample/" + name: v} }
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "C07a", Want: lab.Reproduced},
		{Claim: "C07a", Want: lab.Refuted, Set: set("givens", 30)},
		{Claim: "C07b", Want: lab.Reproduced},
		{Claim: "C07b", Want: lab.Refuted, Set: set("fifo.arcs", 5000)},
		{Claim: "C07b", Want: lab.Reproduced, Set: set("lifo.arcs", 5000)}, // the other order only quoted
		{Claim: "C07b", Want: lab.Partly, Set: set("fifo.arcs", 700)},
		{Claim: "C07c", Want: lab.Reproduced},
		{Claim: "C07c", Want: lab.Partly, Set: map[string]float64{"sample/fifo.reductions": 408, "sample/lifo.reductions": 408}},
		{Claim: "C07d", Want: lab.Reproduced},
		{Claim: "C07d", Want: lab.Refuted, Set: set("fifo.singletons", 51)},
		{Claim: "C07e", Want: lab.Reproduced},
		{Claim: "C07e", Want: lab.Refuted, Set: set("fifo.settled", 80)},
		{Claim: "C07f", Want: lab.Reproduced},
		{Claim: "C07f", Want: lab.Pending, Set: took(0.00009, 0.00011)}, // another language may explain it
		{Claim: "C07f", Want: lab.Pending, Set: took(0.019, 0.021)},
		{Claim: "C07f", Want: lab.Refuted, Set: took(0.021, 0.03)},
		{Claim: "C08a", Want: lab.Reproduced},
		{Claim: "C08a", Want: lab.Refuted, Texts: text("r1c3.row", "{1,2,4,6,8,9}")}, // though row, column and box leave it
		{Claim: "C08a", Want: lab.Refuted, Texts: map[string]string{"sample/r1c3.row": "{1}", "sample/r1c3.row+column+box": "{1}"}},
		{Claim: "C08b", Want: lab.Reproduced},
		{Claim: "C08b", Want: lab.Partly, Set: set("r1c3.column-strikes-of-1-and-2", 1)},
		{Claim: "C08b", Want: lab.Refuted, Set: set("r1c3.column-strikes-of-1-and-2", 0)},
		{Claim: "C08b", Want: lab.Refuted, Texts: text("r1c3.end", "{1}")},
		{Claim: "C08c", Want: lab.Reproduced},
		{Claim: "C08c", Want: lab.Partly, Texts: text("r2c2.row+column", "{2,4,7,8}")},
		{Claim: "C08c", Want: lab.Partly, Texts: text("r2c2.row+column+box", "{2,7}")},
		{Claim: "C08c", Want: lab.Refuted, Texts: map[string]string{"sample/r2c2.row+column": "{2,4,7,8}", "sample/r2c2.row+column+box": "{2,4,7}"}},
		{Claim: "C08c", Want: lab.Refuted, Texts: map[string]string{"sample/r2c2.row+column+box": "{2}", "sample/r2c2.end": "{2}"}},
		{Claim: "C08d", Want: lab.Reproduced},
		{Claim: "C08d", Want: lab.Partly, Texts: text("r1c4.row+column+box", "{2,6,8}")},
		{Claim: "C08d", Want: lab.Refuted, Texts: text("r1c4.end", "{6}")},
		{Claim: "C08e", Want: lab.Reproduced},
		{Claim: "C08e", Want: lab.Partly, Texts: text("r1c6.row+column+box", "{2,6,8}")},
		{Claim: "C08e", Want: lab.Refuted, Texts: text("r1c6.end", "{2}")},
	})
}
