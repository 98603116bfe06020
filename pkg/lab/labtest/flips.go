// Package labtest tests the judges of experiments: a judge that no record can sway judges
// nothing.
//
//	labtest.Flips(t, csphard.Experiment(), base, []labtest.Flip{
//		{Claim: "C11a", Want: lab.Reproduced, Set: map[string]float64{"set=own givens=25/settled.median": 66}},
//		{Claim: "C11a", Want: lab.Refuted, Set: map[string]float64{"set=own givens=25/settled.median": 31}},
//	})
//
// Every verdict that the rule of a claim allows must be reached, every limit of the rule must
// matter, and a claim must be pending without records. The package does not measure anything.
package labtest

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// Record returns a record of a case with the given exact metrics and texts. Judges do not
// tell exact figures from noisy ones, so tests need not either.
func Record(caseName string, metrics map[string]float64, texts map[string]string) record.Record {
	r := record.Record{
		Schema: record.Schema, Experiment: "test", Profile: string(lab.Quick), Case: caseName, Status: record.OK,
		Config: []byte("{}"), ConfigHash: record.Hash([]byte("{}")), Exact: map[string]record.Metric{}, Texts: map[string]string{},
	}
	for name, v := range metrics {
		r.Exact[name] = record.Metric{Value: v, Unit: "test", N: 1}
	}
	maps.Copy(r.Texts, texts)
	return r
}

// Flip is a change of the base records and the verdict that must follow. Keys of Set and
// Texts are a case and a metric or text, joined by a slash; the case may hold slashes, the
// metric may not.
type Flip struct {
	Claim string
	Want  lab.Verdict
	Set   map[string]float64
	Texts map[string]string
}

// Flips applies each flip to a fresh base and compares the verdict. Then it changes the records
// that decide, of the base, of the flips and of what is committed, over a wide range: the flips
// and the changes together must reach every verdict that the rule in research/claims.yaml allows,
// and never one that it does not; no change may make the judge panic; and each limit of the rule
// must sway some verdict.
func Flips(t *testing.T, e *lab.Experiment, base func() record.Set, flips []Flip) {
	t.Helper()
	rules := Rules(t)
	judges := map[string]lab.Judge{}
	bench := map[string]*trial{}
	for _, j := range e.Judges {
		judges[j.Claim] = j
		bench[j.Claim] = newTrial(t, j, rules[j.Claim])
		if f := j.On(nil, rules[j.Claim]); f.Verdict != lab.Pending {
			t.Errorf("%s without records is %s, want pending", j.Claim, f.Verdict)
		}
	}
	for _, f := range flips {
		j, ok := judges[f.Claim]
		if !ok {
			t.Errorf("%s judges no %s", e.ID, f.Claim)
			continue
		}
		set := base()
		for key, v := range f.Set {
			r, name := find(t, set, key)
			r.Exact[name] = record.Metric{Value: v, Unit: "test", N: max(1, r.Exact[name].N)}
		}
		for key, text := range f.Texts {
			r, name := find(t, set, key)
			r.Texts[name] = text
		}
		got := j.On(set, rules[f.Claim])
		if got.Verdict != f.Want {
			t.Errorf("%s with %v %v: %s, want %s (%s: %s)", f.Claim, f.Set, f.Texts, got.Verdict, f.Want, got.Figure, got.Because)
		}
		bench[f.Claim].take(set)
	}
	committed := best(t, e)
	for _, j := range e.Judges {
		tr := bench[j.Claim]
		tr.take(base())
		tr.take(committed)
		tr.explore()
		tr.sway()
		tr.report()
	}
}

// best returns the committed records that tables and verdicts are made of; none if there are none.
func best(t *testing.T, e *lab.Experiment) record.Set {
	t.Helper()
	all, err := record.ReadFile(filepath.Join(root, "results", e.ID, "records.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return lab.Best(all)
}

// trial is what is tried with one judge.
type trial struct {
	t       *testing.T
	judge   lab.Judge
	rule    lab.Rule
	starts  []record.Set
	reached map[lab.Verdict]bool
	read    map[string]bool // limits
	swayed  map[string]bool // limits
	failed  bool
}

func newTrial(t *testing.T, j lab.Judge, rule lab.Rule) *trial {
	return &trial{t: t, judge: j, rule: rule, reached: map[lab.Verdict]bool{}, read: map[string]bool{}, swayed: map[string]bool{}}
}

// take adds records to start from.
func (tr *trial) take(set record.Set) {
	tr.starts = append(tr.starts, set)
	tr.decide(set, tr.rule, "as given")
}

// decide judges the records and looks at the finding.
func (tr *trial) decide(set record.Set, rule lab.Rule, how string) (f lab.Finding) {
	defer func() {
		if p := recover(); p != nil && !tr.failed {
			tr.failed = true
			tr.t.Errorf("%s panics with records changed (%s): %v", tr.judge.Claim, how, p)
		}
	}()
	f, read := tr.judge.Try(set, rule)
	for _, name := range read {
		tr.read[name] = true
	}
	wrong := f.Verdict != lab.Pending && (f.Figure == "" || f.Because == "") || strings.HasPrefix(f.Because, "the judge says")
	if wrong && !tr.failed {
		tr.failed = true
		tr.t.Errorf("%s (%s): %s with figure %q because %q", tr.judge.Claim, how, f.Verdict, f.Figure, f.Because)
	}
	tr.reached[f.Verdict] = true
	return f
}

// done reports whether all verdicts that the rule allows were reached.
func (tr *trial) done() bool {
	for _, v := range tr.rule.Allows() {
		if v != lab.Pending && !tr.reached[v] {
			return false
		}
	}
	return true
}

// factors are what figures are multiplied by.
var factors = []float64{0, 1e-6, 1e-4, 0.01, 0.1, 0.3, 0.5, 0.7, 0.85, 0.95, 1.05, 1.15, 1.4, 2, 3, 10, 100, 1e4, 1e6, -1}

// combinations is how many changes of several figures at once are tried.
const combinations = 1500

// explore changes the records that decide until all verdicts are reached or all changes tried:
// first each figure by itself, in all its records and in each, then several at once, drawn at
// random from a fixed seed.
func (tr *trial) explore() {
	rng := rand.New(rand.NewPCG(15, uint64(len(tr.judge.Claim))))
	for _, start := range tr.starts {
		used := tr.judge.On(start, tr.rule).Cases
		names := metricsOf(start, used)
		if len(names) == 0 {
			continue
		}
		for _, name := range names {
			for _, f := range factors {
				if tr.done() {
					return
				}
				set := clone(start)
				change(set, used, name, "", scale(f))
				tr.decide(set, tr.rule, fmt.Sprintf("%s × %v", name, f))
			}
			for _, other := range names[:min(len(names), 12)] {
				set := clone(start)
				change(set, used, name, "", like(other))
				tr.decide(set, tr.rule, name+" as "+other)
			}
		}
		for range combinations {
			if tr.done() {
				return
			}
			set := clone(start)
			how := []string{"several"}
			for range 1 + rng.IntN(6) {
				name := names[rng.IntN(len(names))]
				only := ""
				if rng.IntN(3) == 0 {
					only = used[rng.IntN(len(used))]
				}
				to := scale(factors[rng.IntN(len(factors))])
				if rng.IntN(4) == 0 {
					to = like(names[rng.IntN(len(names))])
				}
				change(set, used, name, only, to)
				how = append(how, name)
			}
			tr.decide(set, tr.rule, strings.Join(how, ", "))
		}
	}
}

// sway changes each limit of the rule and looks for a finding that answers to it.
func (tr *trial) sway() {
	for name, x := range tr.rule.Limits {
		for _, start := range tr.starts {
			was := tr.decide(start, tr.rule, "as given")
			for _, to := range []float64{0, x / 1e6, x / 100, x / 3, 0.8 * x, 1.25 * x, 3 * x, 100 * x, 1e6 * x, -x, x - 1, x + 1} {
				if tr.swayed[name] || to == x {
					continue
				}
				rule := tr.rule
				rule.Limits = maps.Clone(rule.Limits)
				rule.Limits[name] = to
				is, _ := tr.judge.Try(start, rule)
				tr.swayed[name] = is.Verdict != was.Verdict
			}
		}
	}
}

// report says what was not reached.
func (tr *trial) report() {
	for _, v := range tr.rule.Allows() {
		if v != lab.Pending && !tr.reached[v] {
			tr.t.Errorf("%s: its rule allows %s, but no change of the records reaches it", tr.judge.Claim, v)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tr.rule.Limits)) {
		switch {
		case !tr.read[name]:
			tr.t.Errorf("%s: the judge never reads the limit %s of its rule", tr.judge.Claim, name)
		case !tr.swayed[name]:
			tr.t.Errorf("%s: no value of the limit %s changes a verdict", tr.judge.Claim, name)
		}
	}
}

func clone(set record.Set) record.Set {
	out := slices.Clone(set)
	for i := range out {
		out[i].Exact, out[i].Noisy = maps.Clone(out[i].Exact), maps.Clone(out[i].Noisy)
	}
	return out
}

// metricsOf returns the names of the figures of the named cases, sorted.
func metricsOf(set record.Set, cases []string) []string {
	names := map[string]bool{}
	for _, r := range set {
		if slices.Contains(cases, r.Case) {
			for _, metrics := range []map[string]record.Metric{r.Exact, r.Noisy} {
				for name := range metrics {
					names[name] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// scale multiplies a figure; a zero becomes the factor.
func scale(factor float64) func(record.Record, float64) float64 {
	return func(_ record.Record, x float64) float64 {
		switch {
		case x == 0:
			return factor
		case x == math.Trunc(x): // a count stays one
			return math.Round(x * factor)
		}
		return x * factor
	}
}

// like gives a figure the value of another one of the same record.
func like(name string) func(record.Record, float64) float64 {
	return func(r record.Record, x float64) float64 {
		if m, ok := r.Metric(name); ok {
			return m.Value
		}
		return x
	}
}

// change changes a figure in the named cases, or in one of them.
func change(set record.Set, cases []string, name, only string, to func(record.Record, float64) float64) {
	for _, r := range set {
		if !slices.Contains(cases, r.Case) || only != "" && r.Case != only {
			continue
		}
		for _, metrics := range []map[string]record.Metric{r.Exact, r.Noisy} {
			if m, ok := metrics[name]; ok {
				m.Value = to(r, m.Value)
				metrics[name] = m
			}
		}
	}
}

func find(t *testing.T, set record.Set, key string) (r record.Record, name string) {
	t.Helper()
	i := strings.LastIndexByte(key, '/')
	if i < 0 {
		t.Fatalf("key %q, want case/metric", key)
	}
	r, ok := set.Case(key[:i])
	if !ok {
		t.Fatalf("the base has no case %q", key[:i])
	}
	return r, key[i+1:]
}
