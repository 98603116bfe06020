package compare_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/record/compare"
)

// rec makes a record of the experiment "e" with an exact and a noisy figure.
func rec(name string, nodes, seconds float64, more ...func(*record.Record)) record.Record {
	r := record.Record{
		Schema: record.Schema, Experiment: "e", Profile: "quick", Case: name, Status: record.OK,
		Config: json.RawMessage(`{}`), ConfigHash: record.Hash([]byte(`{}`)), Corpus: &record.Corpus{ID: "own", SHA256: "ab", Puzzles: 3},
		Exact:      map[string]record.Metric{"nodes": {Value: nodes, Unit: "nodes", N: 3}},
		Noisy:      map[string]record.Metric{"time": {Value: seconds, Unit: "s", N: 3}},
		Texts:      map[string]string{"trace": "abc"},
		Provenance: record.Provenance{Commit: strings.Repeat("c", 40), CPU: "x", Go: "go1", Cores: 2},
	}
	for _, f := range more {
		f(&r)
	}
	return r
}

func sets(a, b record.Set) *compare.Report {
	return compare.Sets(compare.Side{Name: "here", Records: a}, compare.Side{Name: "there", Records: b})
}

// TestSame: a side differs in nothing from itself, and every ratio is 1.
func TestSame(t *testing.T) {
	set := record.Set{rec("n=1", 5, 1), rec("n=2", 7, 2)}
	rep := sets(set, set)
	if rep.Cases != 2 || rep.Exact != 4 || len(rep.Differing)+len(rep.Otherwise)+len(rep.OnlyA)+len(rep.OnlyB)+rep.Void != 0 {
		t.Errorf("%+v", rep)
	}
	if len(rep.Timed) != 1 || rep.Timed[0].Ratio != 1 || rep.Timed[0].Cases != 2 || rep.Timed[0].Apart() || !rep.Timed[0].SameMachine {
		t.Errorf("%+v", rep.Timed)
	}
}

// TestExactDifferences changes one thing of a record at a time: each is found, and nothing else.
func TestExactDifferences(t *testing.T) {
	for name, tc := range map[string]struct {
		change    func(*record.Record)
		differing string // figure, A, B; empty for none
		otherwise string
	}{
		"value": {func(r *record.Record) { r.Exact["nodes"] = record.Metric{Value: 6, Unit: "nodes", N: 3} }, "nodes: 5 nodes, 6 nodes", ""},
		"last bit": {func(r *record.Record) {
			r.Exact["nodes"] = record.Metric{Value: math.Nextafter(5, 6), Unit: "nodes", N: 3}
		}, "nodes: 5 nodes, 5.000000000000001 nodes", ""},
		"unit":    {func(r *record.Record) { r.Exact["nodes"] = record.Metric{Value: 5, Unit: "guesses", N: 3} }, "nodes: 5 nodes, 5 guesses", ""},
		"n":       {func(r *record.Record) { r.Exact["nodes"] = record.Metric{Value: 5, Unit: "nodes", N: 4} }, "nodes: 5 nodes of 3, 5 nodes of 4", ""},
		"gone":    {func(r *record.Record) { r.Exact = nil }, "nodes: 5 nodes, ", ""},
		"text":    {func(r *record.Record) { r.Texts["trace"] = "abd" }, "trace: abc, abd", ""},
		"status":  {func(r *record.Record) { r.Status = record.Capped }, "status: ok, capped", ""},
		"seed":    {func(r *record.Record) { r.Seed = 9; r.Exact = nil }, "", "seed"},
		"puzzles": {func(r *record.Record) { r.Corpus = nil }, "", "puzzles"},
		"config": {func(r *record.Record) {
			r.Config = json.RawMessage(`{"a":1}`)
			r.ConfigHash, r.Seed = record.Hash(r.Config), 1
		}, "", "configuration, seed"},
		"time": {func(r *record.Record) { r.Noisy = nil }, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			rep := sets(record.Set{rec("n=1", 5, 1)}, record.Set{rec("n=1", 5, 1, tc.change)})
			var differing, otherwise []string
			for _, d := range rep.Differing {
				differing = append(differing, fmt.Sprintf("%s: %s, %s", d.Figure, d.A, d.B))
			}
			for _, o := range rep.Otherwise {
				otherwise = append(otherwise, strings.Join(o.What, ", "))
			}
			if strings.Join(differing, "; ") != tc.differing || strings.Join(otherwise, "; ") != tc.otherwise {
				t.Errorf("differing %q, otherwise %q; want %q, %q", differing, otherwise, tc.differing, tc.otherwise)
			}
		})
	}
}

func TestOneSideOnly(t *testing.T) {
	missing := rec("n=3", 1, 1, func(r *record.Record) { r.Status, r.Note = record.Missing, "no set" })
	rep := sets(record.Set{rec("n=1", 5, 1), rec("n=3", 1, 1)}, record.Set{rec("n=2", 5, 1), missing})
	if fmt.Sprint(rep.OnlyA) != "[{e quick n=1} {e quick n=3}]" || fmt.Sprint(rep.OnlyB) != "[{e quick n=2}]" || rep.B.Missing != 1 || rep.Cases != 0 {
		t.Errorf("%+v", rep)
	}
}

// TestRatios: a side that takes twice as long has a ratio of 2, and the other way round one half, with the interval inverted, too.
func TestRatios(t *testing.T) {
	var a, b record.Set
	for i := range 12 {
		name, s := fmt.Sprintf("n=%d", i), 1+float64(i)
		a, b = append(a, rec(name, 1, s)), append(b, rec(name, 1, 2*s*(1+0.01*float64(i%3-1)), func(r *record.Record) { r.Provenance.CPU = "y" }))
	}
	there, back := sets(a, b).Timed[0], sets(b, a).Timed[0]
	if there.Ratio != 2 && math.Abs(there.Ratio-2) > 0.03 || !there.Apart() || there.SameMachine || there.Cases != 12 {
		t.Errorf("%+v", there)
	}
	if there.Least > 1.99 || there.Most < 2.01 {
		t.Errorf("from %v to %v", there.Least, there.Most)
	}
	for what, x := range map[string][2]float64{
		"ratio": {there.Ratio, back.Ratio}, "low": {there.Interval.Low, back.Interval.High}, "high": {there.Interval.High, back.Interval.Low},
	} {
		if math.Abs(x[0]*x[1]-1) > 1e-9 {
			t.Errorf("%s: %v and, swapped, %v", what, x[0], x[1])
		}
	}
}

// TestIntervalOfOneCase: a single case has an interval if both figures have one, and its ends are no figures.
func TestIntervalOfOneCase(t *testing.T) {
	ends := func(r *record.Record) {
		v := r.Noisy["time"]
		for end, by := range map[string]float64{".low": 0.9, ".high": 1.1} {
			r.Noisy["time"+end] = record.Metric{Value: v.Value * by, Unit: v.Unit, N: v.N}
		}
	}
	rep := sets(record.Set{rec("n=1", 1, 1, ends)}, record.Set{rec("n=1", 1, 3, ends)})
	if len(rep.Timed) != 1 || rep.Timed[0].Interval == nil || !rep.Timed[0].Apart() || !rep.Timed[0].Interval.Contains(3) || rep.Timed[0].Interval.Low < 2.4 || rep.Timed[0].Interval.High > 3.6 {
		t.Errorf("%+v", rep.Timed)
	}
	if rep := sets(record.Set{rec("n=1", 1, 1)}, record.Set{rec("n=1", 1, 3, ends)}); len(rep.Timed) != 1 || rep.Timed[0].Interval != nil {
		t.Errorf("%+v, want no interval", rep.Timed)
	}
}

// TestLeftOut: times whose control was off count for nothing, nor has 0 a ratio; both are counted.
func TestLeftOut(t *testing.T) {
	off := func(r *record.Record) {
		r.Noisy[lab.ControlRatio] = record.Metric{Value: 1.2, Unit: "of the same contender's time", N: 9}
	}
	rep := sets(record.Set{rec("n=1", 1, 1, off), rec("n=2", 1, 0)}, record.Set{rec("n=1", 1, 1), rec("n=2", 1, 1)})
	if rep.Void != 1 || rep.NoRatio != 1 || len(rep.Timed) != 0 || rep.Cases != 2 {
		t.Errorf("%+v", rep)
	}
	if text := rep.Summary(); !strings.Contains(text, "control was off: 1") || !strings.Contains(text, "not more than 0: 1") {
		t.Error(text)
	}
}

// TestForms: exact differences stand above times, long tables say how long they are, and values that are nearly the same are cut where
// they part.
func TestForms(t *testing.T) {
	long := strings.Repeat("x", 100)
	a := record.Set{rec("n=1", 1, 1, func(r *record.Record) { r.Texts["trace"] = long + "a\nz" })}
	b := record.Set{rec("n=1", 2, 1, func(r *record.Record) { r.Texts["trace"] = long + "b\nz" })}
	for name, write := range map[string]func(*compare.Report, *bytes.Buffer) error{
		"text":     func(r *compare.Report, w *bytes.Buffer) error { return r.Text(w, 1) },
		"markdown": func(r *compare.Report, w *bytes.Buffer) error { return r.Markdown(w, 0) },
	} {
		var out bytes.Buffer
		if err := write(sets(a, b), &out); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		exact, noisy := strings.Index(text, "Exact figures that differ"), strings.Index(text, "Noisy figures")
		if exact < 0 || noisy < exact {
			t.Errorf("%s: exact at %d, noisy at %d:\n%s", name, exact, noisy, text)
		}
		if cut := strings.Contains(text, "The first 1 of 2."); cut != (name == "text") {
			t.Errorf("%s: %s", name, text)
		}
		if name == "markdown" && (!strings.Contains(text, `…xxxxxxxxxxxxa\nz`) || !strings.Contains(text, `…xxxxxxxxxxxxb\nz`)) {
			t.Errorf("%s", text)
		}
	}
}

func Example() {
	here := record.Set{{Experiment: "nodes", Profile: "quick", Case: "set=own-hard", Exact: map[string]record.Metric{"nodes": {Value: 41, Unit: "nodes", N: 20}}}}
	there := record.Set{{Experiment: "nodes", Profile: "quick", Case: "set=own-hard", Exact: map[string]record.Metric{"nodes": {Value: 42, Unit: "nodes", N: 20}}}}
	report := compare.Sets(compare.Side{Name: "here", Records: here}, compare.Side{Name: "there", Records: there})
	for _, d := range report.Differing {
		fmt.Printf("%s: %s here, %s there\n", d.Figure, d.A, d.B)
	}
	if _, err := fmt.Fprintln(os.Stdout, report.Summary()); err != nil {
		panic(err)
	}
	// Output:
	// nodes: 41 nodes here, 42 nodes there
	// Cases on both sides: 1; that ask something else: 0; only in A: 0; only in B: 0. Exact figures and texts compared: 1; that differ: 1. Noisy figures: 0; apart from 1: 0.
}
