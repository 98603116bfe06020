package minigridoutlook

import (
	"fmt"
	"maps"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

var (
	firstSet  = record.Key(difficulty, lab.OnSet("own-minimal")...)
	secondSet = record.Key(difficulty, lab.OnSet("17clue")...)
	thirdSet  = record.Key(difficulty, lab.OnSet("magictour")...)
	counted   = record.Key(share, lab.OnSet("norvig-10k")...)
	allOfIt   = record.Key(share, lab.OnSet("forum-1106")...)
	jigsawed  = record.Key(variant, variants[2].dims()...)
)

// related returns the figures of a set in which one measure goes with effort as told.
func related(rho, low, high float64) map[string]float64 {
	m := map[string]float64{"puzzles": 100}
	for _, effort := range deciding {
		m[effort+" varied"] = 0.9
		for _, feature := range append(features(), givens) {
			maps.Copy(m, correlation(pairOf(effort, feature), 0.1, -0.1, 0.3))
		}
		maps.Copy(m, correlation(pairOf(effort, features()[3]), rho, low, high))
	}
	return m
}

func correlation(name string, rho, low, high float64) map[string]float64 {
	return map[string]float64{name: rho, name + ".low": low, name + ".high": high}
}

func base() record.Set {
	return record.Set{
		labtest.Record(firstSet, related(-0.8, -0.9, -0.6), nil),
		labtest.Record(secondSet, related(-0.8, -0.9, -0.6), nil),
		labtest.Record(thirdSet, related(-0.8, -0.9, -0.6), nil),
		labtest.Record(counted, map[string]float64{"puzzles": 400, "side": 9, none: 0, one: 380, many: 20, undecided: 0}, nil),
		labtest.Record(allOfIt, map[string]float64{"puzzles": 375, "side": 9, none: 0, one: 375, many: 0, undecided: 0}, nil),
		labtest.Record(record.Key(share, lab.OnSet("17clue")...), map[string]float64{"puzzles": 400, "side": 9, none: 0, one: 400, many: 0, undecided: 0}, nil),
		labtest.Record(jigsawed, map[string]float64{"boards": 30, "equal": 30, "beyond-limits": 0, "solutions": 200}, map[string]string{"literal": "refused"}),
		labtest.Record(record.Key(variant, variants[0].dims()...), map[string]float64{"boards": 30, "equal": 30, "beyond-limits": 0, "solutions": 200}, map[string]string{"literal": "taken"}),
	}
}

func TestJudges(t *testing.T) {
	// weak makes the measure's interval in the first set what is told, for both efforts.
	weak := func(rho, low, high float64) map[string]float64 {
		out := map[string]float64{}
		for _, effort := range deciding {
			for name, v := range correlation(pairOf(effort, features()[3]), rho, low, high) {
				out[firstSet+"/"+name] = v
			}
		}
		return out
	}
	high := firstSet + "/" + pairOf(cspNodes, features()[3]) + ".high"
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "M20a", Want: lab.Reproduced},
		{Claim: "M20a", Want: lab.Pending, Set: map[string]float64{high: -0.4}},
		{Claim: "M20a", Want: lab.Partly, Set: weak(-0.4, -0.45, -0.3)},
		{Claim: "M20a", Want: lab.Refuted, Set: weak(-0.1, -0.2, 0)},
		{Claim: "M20a", Want: lab.Refuted, Set: weak(0.8, 0.6, 0.9)}, // another direction in every other set
		{Claim: "M20a", Want: lab.Reproduced, Set: map[string]float64{ // what does not vary does not decide
			high: -0.4, firstSet + "/" + cspNodes + " varied": 0.1,
		}},
		{Claim: "M20a", Want: lab.Pending, Set: map[string]float64{firstSet + "/puzzles": 10}},
		{Claim: "M20b", Want: lab.Reproduced},
		{Claim: "M20b", Want: lab.Reproduced, Set: map[string]float64{counted + "/" + many: 0}}, // none is a share, too
		{Claim: "M20b", Want: lab.Reproduced, Set: map[string]float64{counted + "/" + undecided: 4}},
		{Claim: "M20b", Want: lab.Refuted, Set: map[string]float64{counted + "/" + undecided: 5}},
		{Claim: "M20b", Want: lab.Pending, Set: map[string]float64{counted + "/puzzles": 200}}, // too few to be judged
		{Claim: "M20c", Want: lab.Reproduced},
		{Claim: "M20c", Want: lab.Reproduced, Set: map[string]float64{jigsawed + "/equal": 29, jigsawed + "/beyond-limits": 1}},
		{Claim: "M20c", Want: lab.Refuted, Set: map[string]float64{jigsawed + "/equal": 29}},
		{Claim: "M20c", Want: lab.Pending, Set: map[string]float64{jigsawed + "/boards": 5, jigsawed + "/equal": 5}},
	})
}

func TestPointsComeBack(t *testing.T) {
	var samples []sample
	for i := range 3 {
		s := sample{map[string]float64{}, map[string]float64{cspNodes: float64(10 * i)}}
		for j, feature := range append(features(), givens) {
			s.features[feature] = float64(i) + float64(j)/8
		}
		samples = append(samples, s)
	}
	for j, feature := range features() {
		x, nodes, err := readPoints(points(samples), feature)
		if err != nil || len(x) != 3 || x[2] != 2+float64(j)/8 || nodes[2] != 20 {
			t.Errorf("%s: %v, %v, %v", feature, x, nodes, err)
		}
	}
	for _, text := range []string{"", "other\n1", fmt.Sprintf("%s\t%s\nx\t1", features()[0], cspNodes), fmt.Sprintf("%s\t%s\n1\tx", features()[0], cspNodes)} {
		if _, _, err := readPoints(text, features()[0]); err == nil {
			t.Errorf("no error from %q", text)
		}
	}
}
