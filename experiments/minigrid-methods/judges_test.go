package minigridmethods

import (
	"maps"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

const (
	easyCase   = uniquePrefix + "own-easy"
	hardCase   = withinPrefix + "unique/set=own-minimal"
	graphsCase = structurePrefix + "own-minimal"
)

func base() record.Set {
	solved := map[string]float64{"puzzles": 10}
	found := map[string]float64{"boards": 5, "known": 50, "known.max": 20}
	for _, name := range four {
		solved[name+" proved"], solved[name+" wrong"] = 10, 0
		solved[name+" time.median"], solved[name+" nodes.median"], solved[name+" heap"] = 1e-5, 9, 1000
		found[name+" as-is"], found[name+" found"], found[name+" complete"] = 50, 50, 5
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
	for _, name := range []string{hardCase, withinMany} {
		r := labtest.Record(name, map[string]float64{"cores": 2, speedUp(byLoops, judged): 2}, nil)
		r.Noisy = map[string]record.Metric{}
		for method, gain := range map[string]float64{backtracking: 1.1, cover: 1, this: 1.8, propagating: 1.4} {
			way := method + " " + map[bool]string{true: byRounds, false: bySplit(8)}[method == propagating]
			r.Noisy[way+" time"] = record.Metric{Value: 1e-4, Unit: "s", N: 1}
			r.Exact[speedUp(way, judged)] = record.Metric{Value: gain, Unit: "times", N: 1}
		}
		set = append(set, r)
	}
	return set
}

func TestJudges(t *testing.T) {
	gain := func(of, way string, v float64) map[string]float64 {
		return map[string]float64{of + "/" + speedUp(way, judged): v}
	}
	split := func(of, method string, v float64) map[string]float64 { return gain(of, method+" "+bySplit(8), v) }
	shared := split(hardCase, cover, 1.9)
	maps.Copy(shared, split(withinMany, cover, 1.9))
	busy := gain(hardCase, byLoops, 1.1)
	maps.Copy(busy, gain(withinMany, byLoops, 1.1))
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "M18a", Want: lab.Reproduced},
		{Claim: "M18a", Want: lab.Partly, Set: map[string]float64{easyCase + "/" + propagating + " proved": 3}},
		{Claim: "M18a", Want: lab.Refuted, Set: map[string]float64{easyCase + "/" + this + " wrong": 1}},
		{Claim: "M18b", Want: lab.Reproduced},
		{Claim: "M18b", Want: lab.Partly, Set: map[string]float64{severalMixed + "/" + backtracking + " found": 49}},
		{Claim: "M18b", Want: lab.Refuted, Set: map[string]float64{severalMixed + "/" + this + " as-is": 49}},
		{Claim: "M18c", Want: lab.Reproduced},
		{Claim: "M18c", Want: lab.Partly, Set: split(hardCase, cover, 1.9)},
		{Claim: "M18c", Want: lab.Refuted, Set: shared},
		{Claim: "M18c", Want: lab.Pending, Set: busy},
		{Claim: "M18d", Want: lab.Refuted},
		{Claim: "M18d", Want: lab.Partly, Set: map[string]float64{graphsCase + "/" + backtracking + " edges": 0, graphsCase + "/" + propagating + " edges": 0}},
		{Claim: "M18d", Want: lab.Reproduced, Set: map[string]float64{
			graphsCase + "/" + backtracking + " edges": 0, graphsCase + "/" + propagating + " edges": 0, graphsCase + "/" + cover + " elements": 0,
		}},
		{Claim: "M18e", Want: lab.Reproduced},
		{Claim: "M18e", Want: lab.Partly, Set: map[string]float64{easyCase + "/" + cover + " time.median": 0}},
	})
}
