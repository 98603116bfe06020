package cspsearch

import (
	"testing"

	"sudokulab/pkg/csp"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func records() record.Set {
	var set record.Set
	for _, v := range variants() {
		nodes := 1000.0
		if v.Name == base {
			nodes = 10
		}
		set = append(set, labtest.Record(nodesCase("own-minimal", v.Name), map[string]float64{"puzzles": 5, "solved": 5, "capped": 0, "nodes.cut": nodes}, nil))
	}
	for _, id := range levels {
		set = append(set, labtest.Record("profile/set="+id, map[string]float64{"ac3-share": 0.95}, nil))
	}
	return append(set, labtest.Record("subset/set=own-minimal", map[string]float64{"fc-strikes": 100, "fc-only": 0, "consistent-nodes": 9}, nil))
}

func TestJudges(t *testing.T) {
	nodes := func(variant string, n, capped float64) map[string]float64 {
		name := nodesCase("own-minimal", variant)
		return map[string]float64{name + "/nodes.cut": n, name + "/capped": capped}
	}
	share := func(s float64) map[string]float64 {
		return map[string]float64{"profile/set=own-medium/ac3-share": s}
	}
	labtest.Flips(t, Experiment(), records, []labtest.Flip{
		{Claim: "C03a", Want: lab.Reproduced},
		{Claim: "C03a", Want: lab.Refuted, Set: map[string]float64{nodesCase("own-minimal", "mac+mrv") + "/solved": 4}},
		{Claim: "C03a", Want: lab.Pending, Set: map[string]float64{nodesCase("own-minimal", base) + "/solved": 4, nodesCase("own-minimal", base) + "/capped": 1}},
		{Claim: "C03b", Want: lab.Reproduced},
		{Claim: "C03b", Want: lab.Partly, Set: nodes("none+first", 20, 0)},
		{Claim: "C03b", Want: lab.Refuted, Set: nodes("none+first", 10, 0)},
		{Claim: "C03b", Want: lab.Partly, Set: nodes("none+first", 20, 1)}, // a lower bound shows nothing yet
		{Claim: "C12a", Want: lab.Reproduced},
		{Claim: "C12a", Want: lab.Refuted, Set: share(0.4)},
		{Claim: "C12b", Want: lab.Reproduced},
		{Claim: "C12b", Want: lab.Partly, Set: nodes("fc+mrv", 50, 0)},
		{Claim: "C12b", Want: lab.Refuted, Set: nodes("none+mrv", 10, 0)},
		{Claim: "C12c", Want: lab.Reproduced},
		{Claim: "C12c", Want: lab.Partly, Set: share(0.8)},
		{Claim: "C12c", Want: lab.Refuted, Set: share(0.3)},
		{Claim: "C22", Want: lab.Reproduced},
		{Claim: "C22", Want: lab.Refuted, Set: map[string]float64{"subset/set=own-minimal/fc-only": 1}},
	})
}

// TestComparison shows that a value which AC-3 leaves is found: the trace is made up.
func TestComparison(t *testing.T) {
	var b csp.Builder
	b.Variables(2, csp.Range(3))
	b.NotEqual(0, 1)
	net, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	for _, struck := range []bool{true, false} {
		var c comparison
		c.begin([]csp.Set{csp.Range(3), csp.Range(3)})
		c.see(net, csp.Event{Kind: csp.Try, Var: 0, Before: csp.Range(3), After: csp.SetOf(1)})
		if struck {
			c.see(net, csp.Event{Kind: csp.Reduction, Var: 1, By: 0, Before: csp.Range(3), After: csp.SetOf(0, 2)})
		}
		c.settle()
		if want := map[bool]int64{true: 0, false: 1}[struck]; c.escaped != want || c.forward != 1 || c.consistent != 1 {
			t.Errorf("struck %v: %+v, want %d escaped of 1", struck, c, want)
		}
	}
}
