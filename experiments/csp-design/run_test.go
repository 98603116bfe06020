package cspdesign

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// TestRepeats runs some cases twice: exact figures must come out the same byte by byte, and
// everything that is shown must be made of them without error.
func TestRepeats(t *testing.T) {
	cases := []string{setCase(domainsAxis, "own-hard"), setCase(storeAxis, "own-minimal"), setCase(orderAxis, "own-minimal"), copyCase}
	run := func() record.Set {
		e := Experiment()
		e.Plan = func(p lab.Profile) lab.Plan {
			pl := plan(p)
			pl.Cases = slices.DeleteFunc(pl.Cases, func(c lab.Case) bool { return !slices.Contains(cases, c.Name) })
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
	first, second := run(), run()
	if len(first) != len(cases) || len(second) != len(cases) {
		t.Fatalf("%d and %d records, want %d", len(first), len(second), len(cases))
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
	for _, table := range tables(first) {
		if _, err := table.Markdown(); err != nil {
			t.Error(err)
		}
	}
	figs, err := figures(first)
	if err != nil || len(figs) != 1 {
		t.Errorf("%d figures, %v, want one", len(figs), err)
	}
	if figs, err := figures(nil); err != nil || len(figs) != 0 {
		t.Errorf("without records %d figures, %v, want none", len(figs), err)
	}
}
