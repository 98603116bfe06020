package minigridlarge

import (
	"maps"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

var (
	own16Case   = record.Key("", sets16[0])
	dugCase     = record.Key("", dug)
	thinnedCase = record.Key("", thinned)
)

// listing returns the figures of boards that were all listed, at the given fills.
func listing(fills ...int) map[string]float64 {
	m := map[string]float64{"limit vertices": 1000, "limit bytes": 1 << 30, "limit nodes": 1000, "limit solutions": 100, "limit seconds": 60}
	for _, fill := range fills {
		for _, reading := range readings {
			m[key(reading, fill, boards)], m[key(reading, fill, string(complete))] = 60, 60
			m[key(reading, fill, late)], m[key(reading, fill, outOfReach)] = 0, 0
		}
	}
	return m
}

func base() record.Set {
	set := record.Set{
		labtest.Record(own16Case, listing(40, 45), nil),
		labtest.Record(dugCase, listing(35), nil),
		labtest.Record(thinnedCase, listing(30, 40, 50), nil),
	}
	for _, side := range sides {
		m := map[string]float64{"side": float64(side)}
		for fill := 60; fill <= 75; fill += step {
			for _, measure := range []string{"all", "per-vertex"} {
				k := densityKey(fill, stages[0], measure)
				m[k], m[k+".low"], m[k+".high"] = 10/float64(side), 9/float64(side), 11/float64(side)
			}
		}
		set = append(set, labtest.Record(record.Key(densityKind, record.D("n", side)), m, nil))
	}
	return set
}

func TestJudges(t *testing.T) {
	lines := func(name string, fill int, metric string, v float64) map[string]float64 {
		return map[string]float64{name + "/" + key(minigrid.Lines, fill, metric): v}
	}
	few := lines(dugCase, 35, string(complete), 10)
	small := maps.Clone(few)
	small[dugCase+"/limit bytes"] = 1 << 20
	open54 := lines(dugCase, 35, string(complete), 54)
	for _, fill := range []int{30, 40, 50} {
		maps.Copy(open54, lines(thinnedCase, fill, string(complete), 45))
	}
	dense := func(low, high float64, measures ...string) map[string]float64 {
		out := map[string]float64{}
		for _, measure := range measures {
			k := "density/n=25/" + densityKey(60, stages[0], measure)
			out[k], out[k+".low"], out[k+".high"] = low, low, high
		}
		return out
	}
	open := dense(2, 3, "all")
	maps.Copy(open, dense(0.5, 0.8, "per-vertex"))
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "M16", Want: lab.Reproduced},
		{Claim: "M16", Want: lab.Refuted, Set: few},
		{Claim: "M16", Want: lab.Pending, Set: small},
		{Claim: "M16", Want: lab.Pending, Set: lines(dugCase, 35, string(complete), 54)},
		{Claim: "M16", Want: lab.Partly, Set: lines(dugCase, 35, string(complete), 45)},
		{Claim: "M16", Want: lab.Partly, Set: open54},                          // whatever the kind that is open turns out to be
		{Claim: "M16", Want: lab.Pending, Set: lines(own16Case, 40, late, 60)}, // half of them is not told from 45 %
		{Claim: "M16", Want: lab.Reproduced, Set: map[string]float64{
			thinnedCase + "/" + key(minigrid.Lines, 30, string(complete)): 5,
			thinnedCase + "/" + key(minigrid.Lines, 30, outOfReach):       55,
		}},
		{Claim: "M16", Want: lab.Pending, Set: map[string]float64{dugCase + "/limit seconds": 600}},
		{Claim: "M17", Want: lab.Reproduced},
		{Claim: "M17", Want: lab.Partly, Set: dense(2, 3, "per-vertex")},
		{Claim: "M17", Want: lab.Partly, Set: dense(2, 3, "all")},
		{Claim: "M17", Want: lab.Refuted, Set: dense(2, 3, "all", "per-vertex")},
		{Claim: "M17", Want: lab.Pending, Set: open},
	})
}
