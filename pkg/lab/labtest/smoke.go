package labtest

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// Smoke runs an experiment's smoke profile twice, with the embedded sets only: the named
// cases, or all that need no other set. Exact figures must come out the same byte by byte;
// tables and judges must take the records, measured or missing, and no records at all,
// without panic, figures the records. It returns the records of the first run.
func Smoke(t *testing.T, experiment func() *lab.Experiment, cases ...string) record.Set {
	t.Helper()
	first, second := smoke(t, experiment(), cases), smoke(t, experiment(), cases)
	if len(cases) > 0 && len(first) != len(cases) {
		t.Fatalf("%d records, want one of each of %v", len(first), cases)
	}
	if len(first.Measured()) == 0 || len(first) != len(second) {
		t.Fatalf("%d and %d records, %d measured", len(first), len(second), len(first.Measured()))
	}
	for i := range first {
		a, err := first[i].Deterministic()
		if err != nil {
			t.Fatal(err)
		}
		b, err := second[i].Deterministic()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s:\n%s\nthen\n%s", first[i].Case, a, b)
		}
	}
	e := experiment()
	rows := 0
	for _, set := range []record.Set{first, nil} {
		for _, table := range e.Tables(set) {
			if _, err := table.Markdown(); err != nil {
				t.Error(err)
			}
			rows += len(table.Rows)
		}
		if e.Figures != nil && len(set) > 0 {
			if _, err := e.Figures(set); err != nil {
				t.Errorf("figures of %d records: %v", len(set), err)
			}
		}
		for _, j := range e.Judges {
			if f := j.On(set); f.Verdict == "" {
				t.Errorf("%s over %d records: no verdict", j.Claim, len(set))
			}
		}
	}
	if rows == 0 {
		t.Error("the tables have no rows")
	}
	return first
}

func smoke(t *testing.T, e *lab.Experiment, cases []string) record.Set {
	t.Helper()
	plan := e.Plan
	e.Plan = func(p lab.Profile) lab.Plan {
		pl := plan(p)
		pl.Cases = slices.DeleteFunc(pl.Cases, func(c lab.Case) bool {
			return len(cases) > 0 && !slices.Contains(cases, c.Name)
		})
		return pl
	}
	l := &lab.Lab{Root: t.TempDir(), Experiments: []*lab.Experiment{e}, Corpora: &corpus.Store{}}
	if _, err := l.Run(t.Context(), lab.Options{Profile: lab.Smoke}); err != nil {
		t.Fatal(err)
	}
	set, err := record.ReadFile(filepath.Join(l.Root, "results", e.ID, "records.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return set
}
