package dqngenerator

import (
	"testing"

	"sudokulab/pkg/generate/gallop"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func base() record.Set {
	calls := map[string]float64{"deals": 10_000, "givens=40 reached": 10_000, "givens=27 reached": 9965}
	for _, givens := range []int{40, 27} {
		calls[metric(givens, oneByOne, "calls.mean")] = 60
		calls[metric(givens, chunks, "calls.mean")] = 50
		calls[metric(givens, document, "calls.mean")] = 20
	}
	dense := map[string]float64{
		"givens=27 dense grids": 300, "givens=27 dense with": 7500, "givens=27 dense without": 10_000,
		"givens=27 dense saving.best": 0.4, "givens=27 dense saving-as-stated": 90,
		"givens=27 all with": 7500, "givens=27 all without": 10_000,
		"givens=40 keys=0–3 with": 110, "givens=40 keys=0–3 without": 100,
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
		times[name+" ratio"] = 1.2
		times[name+" "+oneByOne+" time"] = 0.01
	}
	return record.Set{
		labtest.Record(callsCase, calls, nil),
		labtest.Record(chunksCase, map[string]float64{
			"all chunks": 1000, "all right": 1000, "all within-bound": 1000, "all search-calls": 2.5, "all single-steps": 4,
			"size=2 search-calls": 1, "size=2 single-steps": 0.9,
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
	mean := func(givens int) string { return callsCase + "/" + metric(givens, document, "calls.mean") }
	exact := func(x reading) string { return foundCase + "/" + x.String() + " exact" }
	outside := map[string]float64{}
	for _, x := range readings() {
		outside[foundCase+"/"+x.String()+" calls.max"] = 63
	}
	dense, kept := denseCase+"/givens=27 dense ", denseCase+"/elimination, no shrink "
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "R17a", Want: lab.Partly},
		{Claim: "R17a", Want: lab.Reproduced, Set: set(mean(40), 5.0, mean(27), 6.0)},
		{Claim: "R17a", Want: lab.Partly, Set: set(mean(40), 5.0)},
		{Claim: "R17a", Want: lab.Refuted, Set: set(mean(27), 61.0)},
		{Claim: "R17a", Want: lab.Pending, Set: set(callsCase+"/deals", 200.0)},
		{Claim: "R17b", Want: lab.Reproduced},
		{Claim: "R17b", Want: lab.Refuted, Set: set(chunksCase+"/all right", 999.0)},
		{Claim: "R17b", Want: lab.Refuted, Set: set(chunksCase+"/all within-bound", 999.0)},
		{Claim: "R17b", Want: lab.Pending, Set: set(chunksCase+"/all chunks", 9.0, chunksCase+"/all right", 9.0, chunksCase+"/all within-bound", 9.0)},
		{Claim: "R17c", Want: lab.Reproduced},
		{Claim: "R17c", Want: lab.Partly, Set: set(dense+"saving.best", 0.2)},
		{Claim: "R17c", Want: lab.Partly, Set: set(dense+"with", 5000.0)},
		{Claim: "R17c", Want: lab.Refuted, Set: set(dense+"with", 10_001.0)},
		{Claim: "R17c", Want: lab.Pending, Set: set(dense+"grids", 10.0)},
		{Claim: "R17d", Want: lab.Reproduced},
		{Claim: "R17d", Want: lab.Refuted, Set: set(kept+"puzzles-other", 1.0)},
		{Claim: "R17d", Want: lab.Refuted, Set: set(kept+"spared", 7999.0)},
		{Claim: "R17d", Want: lab.Partly, Set: set(denseCase+"/elimination spared", -1.0)},
		{Claim: "R17d", Want: lab.Pending, Set: set(denseCase+"/elimination grids", 100.0)},
		{Claim: "R17e", Want: lab.Partly},
		{Claim: "R17e", Want: lab.Reproduced, Set: set(exact(reading{gallop.ByGivens, true, true}), 1.0)},
		{Claim: "R17e", Want: lab.Partly, Set: set(exact(reading{gallop.Fixed, false, true}), 1.0)},
		{Claim: "R17e", Want: lab.Refuted, Set: outside},
		{Claim: "R17e", Want: lab.Pending, Set: set(foundCase+"/key-cells as stated", 10.0)},
		{Claim: "R17f", Want: lab.Refuted},
		{Claim: "R17f", Want: lab.Partly, Set: set(timeCase+"/"+counterNaive+" ratio", 3.0)},
		{Claim: "R17f", Want: lab.Reproduced, Set: set(timeCase+"/"+counterFast+" ratio", 10.0, timeCase+"/"+counterFull+" ratio", 11.0, timeCase+"/"+counterNaive+" ratio", 12.0)},
	})
}
