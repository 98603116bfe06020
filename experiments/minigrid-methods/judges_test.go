package minigridmethods

import (
	"maps"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

var (
	easyCase     = record.Key(unique, lab.OnSet("own-easy")...)
	hardCase     = record.Key(within, append([]record.Dim{uniqueBoards}, lab.OnSet("own-minimal")...)...)
	manyCase     = record.Key(within, manySolutions)
	graphsCase   = record.Key(structure, lab.OnSet("own-minimal")...)
	severalMixed = record.Key(several, lab.OnSet("own-mixed")...)
)

func base() record.Set {
	solved := map[string]float64{"puzzles": 100}
	found := map[string]float64{"boards": 25, "known": 50}
	for _, name := range four {
		solved[name+" proved"], solved[name+" wrong"] = 100, 0
		solved[name+" time.median"], solved[name+" nodes.median"], solved[name+" heap"] = 1e-5, 9, 1000
		found[name+" as-is"], found[name+" found"] = 50, 50
	}
	found[backtracking+" as-is"], found[propagating+" as-is"] = 5, 0
	set := record.Set{
		labtest.Record(easyCase, solved, nil),
		labtest.Record(severalMixed, found, nil),
		labtest.Record(graphsCase, map[string]float64{
			"side": 9, backtracking + " vertices": 81, backtracking + " edges": 810, backtracking + " arcs": 1620, propagating + " edges": 810,
			cover + " items": 324, cover + " options": 729, cover + " elements": 2916, this + " vertices.median": 700, this + " edges.median": 7000,
		}, nil),
	}
	for _, name := range []string{hardCase, manyCase} {
		r := labtest.Record(name, map[string]float64{"cores": 2}, nil)
		r.Noisy = map[string]record.Metric{}
		sped(r, byLoops, 2)
		for method, gain := range map[string]float64{backtracking: 1.1, cover: 1, this: 1.8, propagating: 1.4} {
			way := wayOf(method)
			r.Noisy[way+" time"] = record.Metric{Value: 1e-4, Unit: "s", N: 1}
			sped(r, way, gain)
		}
		set = append(set, r)
	}
	return set
}

func wayOf(method string) string {
	if method == propagating {
		return method + " " + byRounds
	}
	return method + " " + bySplit(8)
}

// sped keeps a speed-up with an interval of 2 % either way.
func sped(r record.Record, way string, gain float64) {
	for suffix, v := range map[string]float64{"": gain, ".low": 0.98 * gain, ".high": 1.02 * gain} {
		r.Exact[speedUp(way, judged)+suffix] = record.Metric{Value: v, Unit: "times", N: 1}
	}
}

func TestJudges(t *testing.T) {
	// gain sets the speed-up of ways on both kinds of boards.
	gain := func(low, high float64, ways ...string) map[string]float64 {
		set := map[string]float64{}
		for _, kind := range []string{hardCase, manyCase} {
			for _, way := range ways {
				key := kind + "/" + speedUp(way, judged)
				set[key], set[key+".low"], set[key+".high"] = (low+high)/2, low, high
			}
		}
		return set
	}
	open := gain(1.9, 1.95, wayOf(propagating))
	maps.Copy(open, gain(1.2, 1.75, wayOf(cover)))
	noGraph := map[string]float64{graphsCase + "/" + backtracking + " edges": 0, graphsCase + "/" + propagating + " edges": 0}
	bare := maps.Clone(noGraph)
	bare[graphsCase+"/"+cover+" elements"] = 0
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "M18a", Want: lab.Reproduced},
		{Claim: "M18a", Want: lab.Refuted, Set: map[string]float64{easyCase + "/" + propagating + " proved": 3}},
		{Claim: "M18a", Want: lab.Refuted, Set: map[string]float64{easyCase + "/" + this + " wrong": 1}},
		{Claim: "M18b", Want: lab.Reproduced},
		{Claim: "M18b", Want: lab.Partly, Set: map[string]float64{severalMixed + "/" + backtracking + " found": 49}},
		{Claim: "M18b", Want: lab.Refuted, Set: map[string]float64{severalMixed + "/" + this + " as-is": 49}},
		{Claim: "M18b", Want: lab.Pending, Set: map[string]float64{severalMixed + "/boards": 5}},
		{Claim: "M18c", Want: lab.Reproduced},
		{Claim: "M18c", Want: lab.Partly, Set: gain(1.9, 1.95, wayOf(propagating))},
		{Claim: "M18c", Want: lab.Refuted, Set: gain(1.8, 1.85, wayOf(cover))},
		{Claim: "M18c", Want: lab.Pending, Set: gain(1.1, 1.3, wayOf(cover))},
		{Claim: "M18c", Want: lab.Pending, Set: gain(1.5, 1.9, wayOf(this))},
		{Claim: "M18c", Want: lab.Pending, Set: open},
		{Claim: "M18c", Want: lab.Pending, Set: gain(1.1, 1.1, byLoops)},
		{Claim: "M18d", Want: lab.Refuted},
		{Claim: "M18d", Want: lab.Partly, Set: noGraph},
		{Claim: "M18d", Want: lab.Reproduced, Set: bare},
		{Claim: "M18e", Want: lab.Reproduced},
		{Claim: "M18e", Want: lab.Refuted, Set: map[string]float64{easyCase + "/" + this + " proved": 99}},
		{Claim: "M18e", Want: lab.Reproduced, Set: map[string]float64{easyCase + "/" + propagating + " proved": 3}},
		{Claim: "M18e", Want: lab.Pending, Set: map[string]float64{easyCase + "/" + cover + " time.median": 0}},
		{Claim: "M18e", Want: lab.Pending, Set: map[string]float64{easyCase + "/puzzles": 3}},
	})
}
