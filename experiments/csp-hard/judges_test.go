package csphard

import (
	"context"
	"maps"
	"testing"

	"sudokulab/pkg/csp"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// base is of two sets on which everything is as the document says.
func base() record.Set {
	var set record.Set
	for _, id := range []string{"own-minimal", "magictour"} {
		m := map[string]float64{
			"puzzles": 1000, "first-choices": 1000, "first.two-values": 1000, "first.at-r5c6": 5, "first.consistent": 900, "first-settled.median": 1,
			"two-values.solved": 1000, "second.both-fail": 0, "second.inconsistent": 400,
		}
		for metric, x := range map[string]float64{"settled.median": 66, "nodes.median": 8, "first-reduced.median": 3} {
			m[metric], m[metric+".low"], m[metric+".high"] = x, x, x
		}
		set = append(set, labtest.Record(record.Key(counted, lab.OnSet(id)...), m, nil), labtest.Record(record.Key(timed, lab.OnSet(id)...), map[string]float64{
			example + " puzzles": 1000, example + " time.p10": 0.1, example + " time.median": 0.15, example + " time.p90": 0.2,
			veryHard + " puzzles": 1000, veryHard + " by-ac3-alone": 0,
			veryHard + " search-nodes.p10": 2, veryHard + " search-nodes.median": 8, veryHard + " search-nodes.p90": 15,
		}, nil))
	}
	return set
}

func TestJudges(t *testing.T) {
	at := func(metric string, v float64) map[string]float64 {
		return map[string]float64{record.Key(counted, lab.OnSet("magictour")...) + "/" + metric: v}
	}
	between := func(metric string, low, high float64) map[string]float64 {
		key := record.Key(counted, lab.OnSet("magictour")...) + "/" + metric
		return map[string]float64{key: (low + high) / 2, key + ".low": low, key + ".high": high}
	}
	took := func(p10, p90 float64) map[string]float64 {
		key := record.Key(timed, lab.OnSet("magictour")...) + "/" + example + " time."
		return map[string]float64{key + "p10": p10, key + "p90": p90}
	}
	both := func(metric string, v float64) map[string]float64 {
		return map[string]float64{record.Key(counted, lab.OnSet("magictour")...) + "/" + metric: v, record.Key(counted, lab.OnSet("own-minimal")...) + "/" + metric: v}
	}
	hard := record.Key(timed, lab.OnSet("magictour")...) + "/" + veryHard + " "
	notAll := map[string]float64{hard + "by-ac3-alone": 1}
	many := map[string]float64{hard + "search-nodes.p10": 17, hard + "search-nodes.p90": 100}
	neither := maps.Clone(many)
	maps.Copy(neither, notAll)
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "C11a", Want: lab.Reproduced},
		{Claim: "C11a", Want: lab.Partly, Set: between("settled.median", 50, 55)}, // the worst set decides
		{Claim: "C11a", Want: lab.Pending, Set: between("settled.median", 58, 62)},
		{Claim: "C11a", Want: lab.Refuted, Set: between("settled.median", 26, 31)},
		{Claim: "C11a", Want: lab.Reproduced, Set: map[string]float64{ // too few puzzles to speak
			record.Key(counted, lab.OnSet("magictour")...) + "/puzzles": 9, record.Key(counted, lab.OnSet("magictour")...) + "/settled.median.low": 26,
		}},
		{Claim: "C11a", Want: lab.Pending, Set: both("puzzles", 9)},
		{Claim: "C11b", Want: lab.Reproduced},
		{Claim: "C11b", Want: lab.Partly, Set: between("nodes.median", 10, 15)},
		{Claim: "C11b", Want: lab.Refuted, Set: between("nodes.median", 20, 30)},
		{Claim: "C11c", Want: lab.Reproduced},
		{Claim: "C11c", Want: lab.Pending, Set: took(0.0001, 0.001)},
		{Claim: "C11c", Want: lab.Refuted, Set: took(0.4, 1)},
		{Claim: "C11d", Want: lab.Reproduced},
		{Claim: "C11d", Want: lab.Partly, Set: both("first.at-r5c6", 0)},
		{Claim: "C11d", Want: lab.Refuted, Set: at("first.two-values", 100)},
		{Claim: "C11d", Want: lab.Pending, Set: at("first.two-values", 505)},
		{Claim: "C11e", Want: lab.Reproduced},
		{Claim: "C11e", Want: lab.Partly, Set: between("first-reduced.median", 4, 5)},
		{Claim: "C11e", Want: lab.Refuted, Set: between("first-reduced.median", 7, 8)},
		{Claim: "C11f", Want: lab.Refuted},
		{Claim: "C11f", Want: lab.Reproduced, Set: at("second.both-fail", 1)},
		{Claim: "C11f", Want: lab.Pending, Set: both("two-values.solved", 40)},
		{Claim: "C24", Want: lab.Reproduced},
		{Claim: "C24", Want: lab.Partly, Set: notAll},
		{Claim: "C24", Want: lab.Partly, Set: many},
		{Claim: "C24", Want: lab.Pending, Set: map[string]float64{hard + "search-nodes.p90": 17}},
		{Claim: "C24", Want: lab.Refuted, Set: neither},
	})
}

// solver returns a solver of four variables of which the pairs differ.
func solver(t *testing.T, pairs ...[2]int) *csp.Solver {
	t.Helper()
	var b csp.Builder
	b.Variables(4, csp.Range(3))
	for _, p := range pairs {
		b.NotEqual(p[0], p[1])
	}
	net, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	s, err := csp.NewSolver(net, csp.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var triangle = [][2]int{{0, 1}, {1, 2}, {2, 0}}

// TestChoice follows the first choice by hand: a triangle of two values has no solution, a path is
// solved by its first value.
func TestChoice(t *testing.T) {
	solve := func(s *csp.Solver, domains ...csp.Set) (c choice) {
		s.SetTrace(csp.Trace{Hook: c.see})
		if _, err := s.Solve(context.Background(), domains, csp.Limits{Solutions: 1}); err != nil {
			t.Fatal(err)
		}
		return c
	}
	two, three := csp.SetOf(0, 1), csp.Range(3)
	c := solve(solver(t, triangle...), two, two, two, three)
	if c.cell != 0 || c.values != 2 || c.tries != 2 || !c.wiped[0] || !c.wiped[1] || c.bothFail() {
		t.Errorf("a triangle of two values: %+v", c)
	}
	c = solve(solver(t, [2]int{0, 1}, [2]int{1, 2}), two, two, three, three)
	if c.tries != 1 || c.wiped[0] || !c.reduced[1] || !c.reduced[2] || c.reduced[3] || c.settled != 1 {
		t.Errorf("a path: %+v", c)
	}
}

// TestSecondFails: two neighbours that share two values leave none of them to a third variable,
// which AC-3 does not see before that variable takes one.
func TestSecondFails(t *testing.T) {
	for _, tc := range []struct {
		pair csp.Set
		want bool
	}{{csp.SetOf(1, 2), true}, {csp.SetOf(0, 2), false}} {
		domains := []csp.Set{csp.SetOf(0, 1), tc.pair, tc.pair, csp.Range(3)}
		if got, err := secondFails(context.Background(), solver(t, triangle...), domains, choice{cell: 0, values: 2}); err != nil || got != tc.want {
			t.Errorf("neighbours with %v: %v, %v, want %v", tc.pair, got, err, tc.want)
		}
	}
}
