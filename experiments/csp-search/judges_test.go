package cspsearch

import (
	"maps"
	"testing"

	"sudokulab/pkg/csp"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// sets of the made-up records.
var sets = []string{"own-minimal", "magictour"}

func records() record.Set {
	var set record.Set
	for _, id := range sets {
		for _, v := range variants() {
			m := map[string]float64{"puzzles": 200, "solved": 200, "capped": 0}
			if v.Name != base {
				m["nodes-ratio"], m["nodes-ratio.low"], m["nodes-ratio.high"] = 100, 80, 120
			}
			set = append(set, labtest.Record(nodesCase(id, v.Name), m, nil))
		}
	}
	for _, id := range levels {
		set = append(set, labtest.Record(record.Key(profileKind, record.D("set", id)), map[string]float64{"ac3-share": 0.95, "ac3-share.low": 0.94, "ac3-share.high": 0.96}, nil))
	}
	return append(set, labtest.Record("subset/set=own-minimal", map[string]float64{"fc-strikes": 20_000, "fc-only": 0, "consistent-nodes": 9}, nil))
}

func TestJudges(t *testing.T) {
	ratio := func(id, variant string, low, high float64) map[string]float64 {
		name := nodesCase(id, variant)
		return map[string]float64{name + "/nodes-ratio.low": low, name + "/nodes-ratio.high": high}
	}
	both := func(a, b map[string]float64) map[string]float64 {
		maps.Copy(a, b)
		return a
	}
	share := func(low, high float64) map[string]float64 {
		return map[string]float64{"profile/set=own-medium/ac3-share.low": low, "profile/set=own-medium/ac3-share.high": high}
	}
	const own, other = "own-minimal", "magictour"
	solved, capped := nodesCase(own, base)+"/solved", nodesCase(own, base)+"/capped"
	labtest.Flips(t, Experiment(), records, []labtest.Flip{
		{Claim: "C03a", Want: lab.Reproduced},
		{Claim: "C03a", Want: lab.Refuted, Set: map[string]float64{solved: 199}},
		{Claim: "C03a", Want: lab.Pending, Set: map[string]float64{solved: 199, capped: 1}},
		{Claim: "C03b", Want: lab.Reproduced},
		{Claim: "C03b", Want: lab.Partly, Set: ratio(own, "none+first", 2, 3)},
		{Claim: "C03b", Want: lab.Pending, Set: ratio(own, "none+first", 2, 30)},
		{Claim: "C03b", Want: lab.Pending, Set: ratio(own, "none+first", 0.9, 3)},
		{Claim: "C03b", Want: lab.Refuted, Set: ratio(own, "none+first", 0.5, 1)},
		{Claim: "C03b", Want: lab.Refuted, Set: both(ratio(own, "none+first", 2, 3), ratio(other, "none+first", 2, 3))},
		{Claim: "C12a", Want: lab.Reproduced},
		{Claim: "C12a", Want: lab.Pending, Set: share(0.45, 0.55)},
		{Claim: "C12a", Want: lab.Refuted, Set: share(0.4, 0.45)},
		{Claim: "C12b", Want: lab.Reproduced},
		{Claim: "C12b", Want: lab.Partly, Set: both(ratio(own, "fc+mrv", 4, 5), ratio(other, "fc+mrv", 4, 5))},
		{Claim: "C12b", Want: lab.Pending, Set: both(ratio(own, "none+mrv", 4, 50), ratio(other, "fc+mrv", 4, 50))},
		{Claim: "C12b", Want: lab.Refuted, Set: ratio(own, "none+mrv", 0.8, 0.9)},
		{Claim: "C12c", Want: lab.Reproduced},
		{Claim: "C12c", Want: lab.Partly, Set: share(0.81, 0.89)},
		{Claim: "C12c", Want: lab.Refuted, Set: share(0.3, 0.4)},
		{Claim: "C22", Want: lab.Reproduced},
		{Claim: "C22", Want: lab.Refuted, Set: map[string]float64{"subset/set=own-minimal/fc-only": 1}},
	})
	// Searches that were cut off leave a lower bound, which refutes nothing.
	set := records()
	for _, r := range set {
		if r.Case == nodesCase(own, "none+first") {
			r.Exact["nodes-ratio.low"] = record.Metric{Value: 3, Unit: "test", N: 1}
			delete(r.Exact, "nodes-ratio.high")
		}
	}
	for _, j := range judges() {
		if f := j.On(set, labtest.Rules(t)[j.Claim]); j.Claim == "C03b" && f.Verdict != lab.Pending {
			t.Errorf("a lower bound under the limit: %s because %s, want pending", f.Verdict, f.Because)
		}
	}
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
