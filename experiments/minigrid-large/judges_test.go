package minigridlarge

import (
	"fmt"
	"maps"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

// listing returns the figures of boards that were all listed, at the given fills.
func listing(fills ...int) map[string]float64 {
	m := map[string]float64{"limit vertices": 1000, "limit bytes": 1 << 20, "limit nodes": 1000, "limit solutions": 100, "limit seconds": 60}
	for _, fill := range fills {
		for _, reading := range readings {
			m[key(reading, fill, boards)], m[key(reading, fill, string(complete))] = 20, 20
			m[key(reading, fill, late)], m[key(reading, fill, outOfReach)] = 0, 0
		}
	}
	return m
}

func base() record.Set {
	set := record.Set{
		labtest.Record(sets16[0], listing(40, 45), nil),
		labtest.Record(dugCase, listing(35), nil),
		labtest.Record(thinnedCase, listing(30, 40, 50), nil),
	}
	for _, side := range sides {
		m := map[string]float64{"side": float64(side)}
		for _, stage := range stages {
			m[densityKey(60, stage, "dependent")] = 1 / float64(side)
			m[densityKey(60, stage, "all")] = 1 / float64(side)
			m[densityKey(60, stage, "per-vertex")] = 10 / float64(side)
		}
		set = append(set, labtest.Record(fmt.Sprintf("density/n=%d", side), m, nil))
	}
	return set
}

func TestJudges(t *testing.T) {
	lines := func(name string, fill int, metric string, v float64) map[string]float64 {
		return map[string]float64{name + "/" + key(minigrid.Lines, fill, metric): v}
	}
	fewLines := lines(sets16[0], 40, string(complete), 5)
	neither := maps.Clone(fewLines)
	neither[sets16[0]+"/"+key(minigrid.Singles, 40, string(complete))] = 5
	dense := func(measure string, v float64) map[string]float64 {
		return map[string]float64{"density/n=25/" + densityKey(60, stages[0], measure): v}
	}
	both := dense("dependent", 2)
	maps.Copy(both, dense("per-vertex", 20))
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "M16", Want: lab.Reproduced},
		{Claim: "M16", Want: lab.Partly, Set: lines(thinnedCase, 30, string(complete), 5)},
		{Claim: "M16", Want: lab.Reproduced, Set: map[string]float64{
			thinnedCase + "/" + key(minigrid.Lines, 30, string(complete)): 5,
			thinnedCase + "/" + key(minigrid.Lines, 30, outOfReach):       15,
		}},
		{Claim: "M16", Want: lab.Partly, Set: lines(dugCase, 35, string(complete), 18)},
		{Claim: "M16", Want: lab.Partly, Set: fewLines},
		{Claim: "M16", Want: lab.Partly, Set: lines(sets16[0], 40, late, 10)},
		{Claim: "M16", Want: lab.Refuted, Set: neither},
		{Claim: "M17", Want: lab.Reproduced},
		{Claim: "M17", Want: lab.Partly, Set: dense("per-vertex", 20)},
		{Claim: "M17", Want: lab.Partly, Set: dense("dependent", 2)},
		{Claim: "M17", Want: lab.Refuted, Set: both},
	})
}

func TestLowest(t *testing.T) {
	set := record.Set{labtest.Record(thinnedCase, listing(30, 40, 50), nil)}
	if fill, ok := lowest(set, minigrid.Lines); !ok || fill != 30 {
		t.Errorf("lowest fill %d, %v, want 30", fill, ok)
	}
	set[0].Exact[key(minigrid.Lines, 40, string(complete))] = record.Metric{Value: 18, Unit: "boards", N: 1}
	if fill, ok := lowest(set, minigrid.Lines); !ok || fill != 50 {
		t.Errorf("with a gap at 40: lowest fill %d, %v, want 50", fill, ok)
	}
	if _, ok := lowest(nil, minigrid.Lines); ok {
		t.Error("a lowest fill without records")
	}
}
