package lab

import (
	"maps"
	"math"
	"strings"
	"testing"

	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// TestMeanInterval: 4.303 is the 97.5 % quantile of Student's t with two degrees of freedom, and
// 2.228 that with ten, in the published tables.
func TestMeanInterval(t *testing.T) {
	if i := MeanInterval([]float64{1, 2, 3}, 0.95); math.Abs(i.Low-(2-4.3027/math.Sqrt(3))) > 1e-4 || math.Abs(i.High-(2+4.3027/math.Sqrt(3))) > 1e-4 {
		t.Errorf("three values: %v", i)
	}
	eleven := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10} // their deviation is √11
	if i := MeanInterval(eleven, 0.95); math.Abs(i.High-(5+2.2281)) > 1e-3 {
		t.Errorf("eleven values: %v", i)
	}
	for _, few := range [][]float64{nil, {1}} {
		if i := MeanInterval(few, 0.95); !math.IsInf(i.Low, -1) || !math.IsInf(i.High, 1) {
			t.Errorf("%v: %v, want no bounds", few, i)
		}
	}
}

// by returns evidence with nothing but limits.
func by(machine string, limits map[string]float64) *Evidence {
	return &Evidence{rule: Rule{Reading: "r", Reproduced: "r", Refuted: "r", Limits: limits, Machine: machine}}
}

func TestBand(t *testing.T) {
	three := map[string]float64{"partly_low": 0.5, "low": 0.9, "high": 1.1, "partly_high": 2}
	for _, tc := range []struct {
		limits    map[string]float64
		low, high float64
		want      Verdict
	}{
		{three, 0.9, 1.1, Reproduced},
		{three, 1, 1, Reproduced},
		{three, 0.89, 1, Pending},
		{three, 0.5, 0.89, Partly},
		{three, 1.2, 2, Partly},
		{three, 0.6, 1.5, Pending}, // partly at both ends, reproduced between
		{three, 0.4, 0.6, Pending},
		{three, 0.1, 0.4, Refuted},
		{three, 2.1, 9, Refuted},
		{three, 0.1, 9, Pending}, // refuted at both ends
		{map[string]float64{"low": 0.9}, 0.95, 7, Reproduced},
		{map[string]float64{"low": 0.9}, 0.1, 0.8, Refuted},
		{map[string]float64{"high": 3}, -5, 3, Reproduced},
		{map[string]float64{"high": 3, "partly_high": 4}, 3.5, 3.5, Partly},
		{map[string]float64{"high": 3}, math.NaN(), 3, Pending},
	} {
		if got, why := by("", tc.limits).Band(stats.Interval{Low: tc.low, High: tc.high}); got != tc.want || why == "" {
			t.Errorf("[%v, %v] by %v: %s (%s), want %s", tc.low, tc.high, tc.limits, got, why, tc.want)
		}
	}
	e := by("", nil)
	if v, _ := e.Band(Exactly(1)); v != Pending || len(e.absent) == 0 {
		t.Errorf("a band without limits is %s", v)
	}
}

func TestShareMeanAlways(t *testing.T) {
	share := func(hits, trials float64) Verdict {
		v, _ := by("", map[string]float64{"low": 0.95, "partly_low": 0.5, "trials": 50}).Share(hits, trials)
		return v
	}
	for _, tc := range []struct {
		hits, trials float64
		want         Verdict
	}{{54, 56, Pending}, {1000, 1000, Reproduced}, {700, 1000, Partly}, {100, 1000, Refuted}, {49, 49, Pending}, {60, 50, Pending}} {
		if got := share(tc.hits, tc.trials); got != tc.want {
			t.Errorf("%v of %v: %s, want %s", tc.hits, tc.trials, got, tc.want)
		}
	}
	mean := func(x ...float64) Verdict {
		v, _ := by("", map[string]float64{"low": 0, "seeds": 3}).Mean(x)
		return v
	}
	if mean(1, 1.1, 0.9) != Reproduced || mean(-1, -1.1, -0.9) != Refuted || mean(1, -1, 0.5) != Pending || mean(1, 1.1) != Pending {
		t.Error("the mean over seeds is not decided by its interval, or by too few")
	}
	always := func(held, of float64) Verdict {
		v, _ := by("", map[string]float64{"cases": 100}).Always(held, of)
		return v
	}
	if always(100, 100) != Reproduced || always(1, 2) != Refuted || always(99, 99) != Pending || always(0, 0) != Pending || always(101, 100) != Pending {
		t.Error("Always lets a failure pass, fails what held, or judges too few")
	}
}

func TestTime(t *testing.T) {
	figure := map[string]float64{"low": 2, "high": 5, "factor": 2, "fastest": 1e-9, "slowest": 1e-6}
	bound := map[string]float64{"high": 5, "fastest": 1e-9}
	for _, tc := range []struct {
		name      string
		machine   string
		limits    map[string]float64
		low, high float64
		on        string
		ops       float64
		want      Verdict
	}{
		{"meets", AnyMachine, figure, 1, 10, CPU, 0, Reproduced},
		{"too long", AnyMachine, figure, 11, 12, CPU, 0, Refuted},
		{"across", AnyMachine, figure, 9, 12, CPU, 0, Pending},
		{"across below", AnyMachine, figure, 0.9, 1.1, CPU, 0, Pending},
		{"shorter", AnyMachine, figure, 0.1, 0.2, CPU, 0, Pending},
		{"shorter, and no program takes so long", AnyMachine, figure, 0.1, 0.2, CPU, 1e5, Refuted},
		{"shorter, though a program might", AnyMachine, figure, 0.1, 0.2, CPU, 1e7, Pending},
		{"slower class", Card, figure, 20, 30, CPU, 1e6, Pending},
		{"slower class, cannot hold", Card, figure, 20, 30, CPU, 2e10, Refuted},
		{"slower class, bound met", Card, bound, 3, 4, CPU, 0, Reproduced},
		{"slower class, bound missed", Card, bound, 6, 7, CPU, 0, Pending},
		{"its class", Card, bound, 6, 7, Card, 0, Refuted},
		{"faster class", CPU, bound, 1, 2, Card, 0, Pending},
		{"faster class, too long", CPU, bound, 6, 7, Card, 0, Refuted},
		{"bound", AnyMachine, bound, 0.1, 0.2, CPU, 0, Reproduced},
	} {
		got, why := by(tc.machine, tc.limits).Time(Timing{Took: stats.Interval{Low: tc.low, High: tc.high}, On: tc.on, Operations: tc.ops})
		if got != tc.want || why == "" {
			t.Errorf("%s: %s (%s), want %s", tc.name, got, why, tc.want)
		}
	}
}

func TestRule(t *testing.T) {
	r := Rule{
		Reading: "r", Reproduced: "at least {least%} of {cases}", Refuted: "longer than {high s}",
		Limits: map[string]float64{"least": 0.85, "high": 0.05, "cases": 1000},
	}
	if err := r.check(); err != nil {
		t.Fatal(err)
	}
	if got := r.Words(r.Reproduced) + "; " + r.Words(r.Refuted); got != "at least 85 % of 1,000; longer than 50 ms" {
		t.Errorf("words: %s", got)
	}
	for want, change := range map[string]func(*Rule){
		`limit "x" that there is not`: func(r *Rule) { r.Reading = "{x}" },
		`speak of the limit "y"`:      func(r *Rule) { r.Limits["y"] = 1 },
		"may not be empty":            func(r *Rule) { r.Refuted = "" },
		`machine "abacus"`:            func(r *Rule) { r.Machine = "abacus" },
		"less than low":               func(r *Rule) { r.Limits["low"], r.Reading = 0.1, "{low}" },
	} {
		bad := r
		bad.Limits = maps.Clone(r.Limits)
		change(&bad)
		if err := bad.check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	// A judge that says what its rule does not have, or asks for a limit that is not there, leaves
	// the claim pending and says why.
	set := record.Set{rec(Quick, "sample", map[string]float64{"givens": 42})}
	partly := Judge{Claim: "C07a", Decide: func(e *Evidence) Finding {
		return Finding{Verdict: Partly, Figure: Number(e.Value("sample", "givens")), Because: "so"}
	}}
	if f := partly.On(set, r); f.Verdict != Pending || !strings.Contains(f.Because, "does not have") {
		t.Errorf("partly without words for it: %+v", f)
	}
	lost := Judge{Claim: "C07a", Decide: func(e *Evidence) Finding {
		return Finding{Verdict: Refuted, Figure: Number(e.Limit("z")), Because: "so"}
	}}
	if f := lost.On(set, r); f.Verdict != Pending || !strings.Contains(f.Because, "limit z") {
		t.Errorf("without the limit: %+v", f)
	}
}

func TestEvery(t *testing.T) {
	half := map[string]float64{"share": 0.5}
	for _, tc := range []struct {
		limits map[string]float64
		tally  Tally
		want   Verdict
	}{
		{nil, Tally{}, Pending},
		{nil, Tally{Held: 3}, Reproduced},
		{nil, Tally{Held: 3, Open: 1}, Pending},
		{nil, Tally{Held: 3, Failed: 1, Open: 9}, Refuted},
		{half, Tally{Held: 3}, Reproduced},
		{half, Tally{Held: 3, Open: 1}, Pending},
		{half, Tally{Held: 2, Failed: 2}, Partly},
		{half, Tally{Held: 2, Failed: 1, Open: 1}, Partly},
		{half, Tally{Held: 1, Failed: 2, Open: 1}, Pending},
		{half, Tally{Held: 1, Failed: 3}, Refuted},
		{half, Tally{Failed: 1}, Refuted},
	} {
		if got, why := by("", tc.limits).Every(tc.tally); got != tc.want || why == "" {
			t.Errorf("%+v by %v: %s (%s), want %s", tc.tally, tc.limits, got, why, tc.want)
		}
	}
	var tally Tally
	for _, i := range []stats.Interval{{Low: 2, High: 3}, {Low: 0, High: 1}, {Low: 0.5, High: 2}, Unknown(), {Low: math.NaN(), High: math.NaN()}} {
		tally.Above(i, 1)
	}
	tally.Met(true)
	tally.Met(false)
	if want := (Tally{Held: 2, Failed: 2, Open: 3}); tally != want || tally.Plus(tally).Of() != 14 {
		t.Errorf("%+v, want %+v", tally, want)
	}
}

func TestRatios(t *testing.T) {
	limits := map[string]float64{"factor": 10, "share": 0.5}
	i := func(low, high float64) stats.Interval { return stats.Interval{Low: low, High: high} }
	endless := math.Inf(1)
	for _, tc := range []struct {
		ratios []stats.Interval
		want   Verdict
	}{
		{nil, Pending},
		{[]stats.Interval{i(11, 12), i(20, endless)}, Reproduced},
		{[]stats.Interval{i(11, 12), i(5, endless)}, Pending},
		{[]stats.Interval{i(11, 12), i(5, 6)}, Partly},
		{[]stats.Interval{i(11, 12), i(0.9, 6)}, Pending},
		{[]stats.Interval{i(11, 12), i(0.5, 1)}, Refuted},
		{[]stats.Interval{i(11, 12), i(5, 6), i(5, 6)}, Refuted},
	} {
		if got, why := by("", limits).Ratios(tc.ratios); got != tc.want || why == "" {
			t.Errorf("%v: %s (%s), want %s", tc.ratios, got, why, tc.want)
		}
	}
}

// TestFailingJudge: records that make no sense leave a claim pending and end nothing.
func TestFailingJudge(t *testing.T) {
	set := record.Set{rec(Quick, "sample", map[string]float64{"givens": -1})}
	j := Judge{Claim: "C07a", Decide: func(e *Evidence) Finding {
		return Finding{Verdict: Verdicts[int(e.Value("sample", "givens"))], Figure: "f", Because: "b"}
	}}
	nothing := Judge{Claim: "C07a", Decide: func(e *Evidence) Finding {
		x := e.Value("sample", "givens")
		return Finding{Verdict: Refuted, Figure: Number((x + 1) / (x + 1)), Because: "b"}
	}}
	if f := nothing.On(set, Rule{}); f.Verdict != Pending || !strings.Contains(f.Because, "no number") {
		t.Errorf("of a share of nothing: %+v", f)
	}
	if f := j.apart(set, Rule{}); f.Verdict != Pending || !strings.Contains(f.Because, "judge fails") {
		t.Errorf("got %+v", f)
	}
}
