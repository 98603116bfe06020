// Package labtest tests the judges of experiments: a judge that no record can sway judges
// nothing.
//
//	labtest.Flips(t, csphard.Experiment(), base, []labtest.Flip{
//		{Claim: "C11a", Want: lab.Reproduced, Set: map[string]float64{"set=own givens=25/settled.median": 66}},
//		{Claim: "C11a", Want: lab.Refuted, Set: map[string]float64{"set=own givens=25/settled.median": 31}},
//	})
//
// Every judge must be shown to reach two verdicts at least, and to be pending without
// records. The package does not measure anything.
package labtest

import (
	"maps"
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

// Flips applies each flip to a fresh base and compares the verdict.
func Flips(t *testing.T, e *lab.Experiment, base func() record.Set, flips []Flip) {
	t.Helper()
	reached := map[string]map[lab.Verdict]bool{}
	judges := map[string]lab.Judge{}
	for _, j := range e.Judges {
		judges[j.Claim] = j
		reached[j.Claim] = map[lab.Verdict]bool{}
		if f := j.On(nil); f.Verdict != lab.Pending {
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
			r.Exact[name] = record.Metric{Value: v, Unit: "test", N: 1}
		}
		for key, text := range f.Texts {
			r, name := find(t, set, key)
			r.Texts[name] = text
		}
		got := j.On(set)
		if got.Verdict != f.Want {
			t.Errorf("%s with %v %v: %s, want %s (%s: %s)", f.Claim, f.Set, f.Texts, got.Verdict, f.Want, got.Figure, got.Because)
		}
		if got.Verdict != lab.Pending && (got.Figure == "" || got.Because == "") {
			t.Errorf("%s: a verdict without figure or reason: %+v", f.Claim, got)
		}
		reached[f.Claim][got.Verdict] = true
	}
	for claim, verdicts := range reached {
		delete(verdicts, lab.Pending)
		if len(verdicts) < 2 {
			t.Errorf("%s: the flips reach %d verdicts, want two at least", claim, len(verdicts))
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
