package cspmemory

import (
	"maps"
	"testing"

	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// levelCase is the key of the case of a level.
func levelCase(level generate.Level) string { return record.Key("", record.D("level", level)) }

func base() record.Set {
	var set record.Set
	for _, level := range generate.Levels() {
		set = append(set, labtest.Record(levelCase(level), map[string]float64{
			"puzzles": 1000, "failures": 0, "slope": 0, "slope.low": -1, "slope.high": 1,
			"heap.peak": 40e6, "held.peak": 60e6, "rss.peak": 80e6, "allocated": 1e5,
		}, nil))
	}
	m := map[string]float64{}
	for _, name := range variantNames {
		m[name+" puzzles"], m[name+" slope"], m[name+" slope.low"], m[name+" slope.high"] = 1000, 0, -1, 1
		m[name+" collections"], m[name+" time-ratio"], m[name+" live.max"] = 10, 1, 100
	}
	for _, name := range []string{asItComes, leaking} {
		m[name+" slope"], m[name+" slope.low"], m[name+" slope.high"] = 1200, 1100, 1300
	}
	return append(set, labtest.Record(freeingCase, m, nil))
}

func TestJudges(t *testing.T) {
	hard := func(metric string, v float64) map[string]float64 {
		return map[string]float64{levelCase(generate.Hard) + "/" + metric: v}
	}
	with := func(m map[string]float64, more map[string]float64) map[string]float64 {
		maps.Copy(m, more)
		return m
	}
	rises := func(name string, slope, low, high float64) map[string]float64 {
		at := freeingCase + "/" + name + " slope"
		return map[string]float64{at: slope, at + ".low": low, at + ".high": high}
	}
	leak := with(hard("slope.high", 150), hard("slope.low", 100))
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "C13a", Want: lab.Reproduced},
		{Claim: "C13a", Want: lab.Refuted, Set: hard("heap.peak", 101e6)},
		{Claim: "C13a", Want: lab.Pending, Set: map[string]float64{ // the language may explain it
			levelCase(generate.Easy) + "/heap.peak": 3e6, levelCase(generate.Medium) + "/heap.peak": 3e6, levelCase(generate.Hard) + "/heap.peak": 3e6,
		}},
		{Claim: "C13b", Want: lab.Reproduced},
		{Claim: "C13b", Want: lab.Reproduced, Set: with(hard("slope", 8), hard("slope.low", 7))}, // surely more than nothing, surely no puzzle
		{Claim: "C13b", Want: lab.Pending, Set: with(hard("slope.high", 150), hard("slope.low", -100))},
		{Claim: "C13b", Want: lab.Partly, Set: hard("failures", 1)},
		{Claim: "C13b", Want: lab.Partly, Set: leak},
		{Claim: "C13b", Want: lab.Refuted, Set: with(hard("failures", 1), leak)},
		{Claim: "C13b", Want: lab.Pending, Set: hard("puzzles", 100)},
		{Claim: "C13b", Want: lab.Pending, Set: rises(leaking, 0, -1, 1)},
		{Claim: "C16", Want: lab.Reproduced},
		{Claim: "C16", Want: lab.Refuted, Set: rises(asItComes, 0, 0, 0)},
		{Claim: "C16", Want: lab.Refuted, Set: rises(byHand, 1200, 1100, 1300)},
		{Claim: "C16", Want: lab.Partly, Set: rises(byHand, 300, 200, 400)},
		{Claim: "C16", Want: lab.Pending, Set: rises(byHand, 300, 0, 1300)},
		{Claim: "C16", Want: lab.Reproduced, Set: rises(collected, 1200, 1100, 1300)}, // only quoted
		{Claim: "C16", Want: lab.Pending, Set: with(rises(leaking, 0, 0, 0), rises(asItComes, 0, 0, 0))},
		{Claim: "C18b", Want: lab.Reproduced},
		{Claim: "C18b", Want: lab.Pending, Set: hard("rss.peak", 120e6)},
		{Claim: "C18b", Want: lab.Refuted, Set: with(hard("rss.peak", 220e6), hard("heap.peak", 150e6))},
	})
}
