package dqngenerator

import (
	"maps"
	"testing"

	"sudokulab/pkg/generate/gallop"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func base() record.Set {
	calls := map[string]float64{"deals": 10_000, "givens=40 reached": 10_000, "givens=27 reached": 9965}
	for _, givens := range []int{40, 27} {
		for way, mean := range map[string]float64{oneByOne: 60, document: 20} {
			calls[metric(givens, way, "calls.mean")] = mean
			calls[metric(givens, way, "calls.min")], calls[metric(givens, way, "calls.max")] = mean-5, mean+5
		}
	}
	dense := map[string]float64{
		"givens=27 dense grids": 300, "givens=27 dense with": 7500, "givens=27 dense without": 10_000,
		"givens=27 dense saving-as-stated": 90,
		"givens=27 all with":               7500, "givens=27 all without": 10_000, "givens=27 all grids": 9965,
		"givens=40 density": 0.2, "givens=27 density": 0.6,
		"givens=27 density-rise": 0.4, "givens=27 density-rise.low": 0.39, "givens=27 density-rise.high": 0.41,
	}
	for _, name := range []string{"elimination ", "elimination, no shrink "} {
		for part, v := range map[string]float64{"grids": 9965, "puzzles-other": 0, "fewer": 6000, "more": 600, "spared": 8000, "without": 300_000, "checks": 8000} {
			dense[name+part] = v
		}
	}
	found := map[string]float64{"deals": 60_000, "reached": 59_840, "key-cells as stated": 194}
	for _, x := range readings() {
		for part, v := range map[string]float64{"exact": 0, "calls.min": 31, "calls.max": 70, "calls.median": 45, "calls.p90": 52} {
			found[x.String()+" "+part] = v
		}
	}
	times := map[string]float64{}
	for _, name := range counterNames() {
		times[name+" ratio"], times[name+" ratio.low"], times[name+" ratio.high"] = 1.2, 1.1, 1.3
		times[name+" "+oneByOne+" time"] = 0.01
		if name != counterFast {
			times[name+" "+oneByOne+" capped"] = 0
		}
	}
	return record.Set{
		labtest.Record(callsCase, calls, nil),
		labtest.Record(chunksCase, map[string]float64{
			"all chunks": 1000, "all right": 1000, "all within-bound": 1000, "all search-calls": 2.5, "all single-steps": 4,
		}, nil),
		labtest.Record(denseCase, dense, nil),
		labtest.Record(foundCase, found, nil),
		labtest.Record(timeCase, times, nil),
	}
}

func TestJudges(t *testing.T) {
	set := func(keyValues ...any) map[string]float64 {
		m := map[string]float64{}
		for i := 0; i < len(keyValues); i += 2 {
			m[keyValues[i].(string)] = keyValues[i+1].(float64)
		}
		return m
	}
	calls := func(givens int, way string, mean float64) map[string]float64 {
		name := callsCase + "/" + metric(givens, way, "calls.")
		return set(name+"mean", mean, name+"min", mean-1, name+"max", mean+1)
	}
	both := func(a, b map[string]float64) map[string]float64 {
		maps.Copy(a, b)
		return a
	}
	exact := func(x reading) string { return foundCase + "/" + x.String() + " exact" }
	taking := func(counter string, low, high float64) map[string]float64 {
		return set(timeCase+"/"+counter+" ratio.low", low, timeCase+"/"+counter+" ratio.high", high)
	}
	rising := func(low, high float64) map[string]float64 {
		return set(denseCase+"/givens=27 density-rise.low", low, denseCase+"/givens=27 density-rise.high", high)
	}
	dense, kept := denseCase+"/givens=27 dense ", denseCase+"/elimination, no shrink "
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "R17a", Want: lab.Refuted},
		{Claim: "R17a", Want: lab.Reproduced, Set: both(calls(40, document, 5), calls(27, document, 5.5))},
		{Claim: "R17a", Want: lab.Partly, Set: calls(40, document, 5)},
		{Claim: "R17a", Want: lab.Pending, Set: both(calls(40, document, 5), calls(27, document, 6))},
		{Claim: "R17a", Want: lab.Refuted, Set: both(calls(40, document, 5), calls(27, document, 61))},
		{Claim: "R17a", Want: lab.Pending, Set: set(callsCase+"/deals", 200.0)},
		{Claim: "R17b", Want: lab.Reproduced},
		{Claim: "R17b", Want: lab.Refuted, Set: set(chunksCase+"/all right", 999.0)},
		{Claim: "R17b", Want: lab.Refuted, Set: set(chunksCase+"/all within-bound", 999.0)},
		{Claim: "R17b", Want: lab.Pending, Set: set(chunksCase+"/all chunks", 9.0, chunksCase+"/all right", 9.0, chunksCase+"/all within-bound", 9.0)},
		{Claim: "R17c", Want: lab.Reproduced},
		{Claim: "R17c", Want: lab.Pending, Set: set(dense+"saving-as-stated", 31.0)},
		{Claim: "R17c", Want: lab.Refuted, Set: set(dense+"saving-as-stated", 1.0)}, // the best of many decides nothing
		{Claim: "R17c", Want: lab.Pending, Set: set(dense+"grids", 90.0)},
		{Claim: "R17d", Want: lab.Reproduced},
		{Claim: "R17d", Want: lab.Refuted, Set: set(kept+"puzzles-other", 1.0)},
		{Claim: "R17d", Want: lab.Refuted, Set: set(kept+"spared", 7999.0)},
		{Claim: "R17d", Want: lab.Reproduced, Set: set(denseCase+"/elimination spared", -1.0)},
		{Claim: "R17d", Want: lab.Pending, Set: set(kept+"grids", 100.0)},
		{Claim: "R17e", Want: lab.Refuted},
		{Claim: "R17e", Want: lab.Reproduced, Set: set(exact(reading{gallop.ByGivens, true, true}), 1.0)},
		{Claim: "R17e", Want: lab.Refuted, Set: set(exact(reading{gallop.Fixed, false, true}), 1.0)}, // only quoted
		{Claim: "R17e", Want: lab.Pending, Set: set(foundCase+"/key-cells as stated", 10.0)},
		{Claim: "R17f", Want: lab.Refuted},
		{Claim: "R17f", Want: lab.Refuted, Set: taking(counterNaive, 11, 12)}, // only quoted
		{Claim: "R17f", Want: lab.Pending, Set: taking(counterFull, 9, 12)},
		{Claim: "R17f", Want: lab.Reproduced, Set: taking(counterFull, 11, 12)},
		{Claim: "R17f", Want: lab.Pending, Set: set(timeCase+"/"+counterFull+" "+oneByOne+" capped", 2.0)},
		{Claim: "R17g", Want: lab.Reproduced},
		{Claim: "R17g", Want: lab.Pending, Set: rising(-0.01, 0.02)},
		{Claim: "R17g", Want: lab.Refuted, Set: rising(-0.02, -0.01)},
		{Claim: "R17g", Want: lab.Pending, Set: set(denseCase+"/givens=27 all grids", 100.0)},
	})
}
