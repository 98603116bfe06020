package experiments

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// committed returns the best committed records of each experiment.
func committed(t *testing.T) map[string]record.Set {
	t.Helper()
	sets := map[string]record.Set{}
	for _, e := range All() {
		set, err := record.ReadFile(filepath.Join("..", "results", e.ID, "records.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		sets[e.ID] = lab.Best(set)
	}
	return sets
}

// Every name of a case and of a metric that the table asks for is one that the experiments plan
// and keep.
func TestReadingsAreKept(t *testing.T) {
	sets := committed(t)
	for _, m := range methods {
		for _, at := range m.readings {
			r, ok := sets[at.experiment].Case(at.kase)
			if !ok {
				t.Errorf("%s: %s has no case %q", m.name, at.experiment, at.kase)
				continue
			}
			if r.Status == record.Missing {
				continue
			}
			for _, metric := range append([]string{at.solved, at.of, at.proved, at.median}, at.total...) {
				if metric == "" {
					continue
				}
				if _, ok := r.Metric(metric); !ok {
					t.Errorf("%s: %s %s has no %q", m.name, at.experiment, at.kase, metric)
				}
			}
		}
		for _, s := range m.solves {
			if !slices.ContainsFunc(s.measured(sets), func(r record.Record) bool { _, ok := r.Metric(s.solved); return ok }) {
				t.Errorf("%s: %s has no record of kind %q with %v and %q", m.name, s.experiment, s.kind, s.dims, s.solved)
			}
		}
		if m.proves == "" && slices.ContainsFunc(m.readings, func(at reading) bool { return at.proved == "" }) {
			t.Errorf("%s: neither a record nor the table says whether it proves", m.name)
		}
	}
}

// What is not measured is named so, whatever is missing, and a set that is not here is replaced by
// the one that always is.
func TestMethodTableWithoutRecords(t *testing.T) {
	all := committed(t)
	whole := methodTable(all)
	if len(whole.Rows) != len(methods) {
		t.Fatalf("%d rows of %d methods", len(whole.Rows), len(methods))
	}
	for _, row := range methodTable(nil).Rows {
		if row[1] != "not measured" || row[3] != "–" || row[5] != "–" {
			t.Errorf("without records: %q", row)
		}
	}
	for _, e := range All() {
		sets := maps.Clone(all)
		delete(sets, e.ID)
		if rows := methodTable(sets).Rows; len(rows) != len(methods) {
			t.Errorf("without %s: %d rows", e.ID, len(rows))
		}
		for id, set := range sets { // records that say missing, as on a machine without a set
			gone := slices.Clone(set)
			for i, r := range gone {
				if r.Corpus != nil && r.Corpus.ID == publicSet {
					gone[i] = record.Record{Experiment: r.Experiment, Profile: r.Profile, Case: r.Case, Status: record.Missing, Note: "not here"}
				}
			}
			sets[id] = gone
		}
		for i, row := range methodTable(sets).Rows {
			if strings.Contains(row[5], publicSet) {
				t.Errorf("%s is measured on %s, which is not here", row[0], row[5])
			}
			used := slices.ContainsFunc(methods[i].readings, func(at reading) bool { return at.experiment == e.ID })
			if !used && row[1] == "not measured" {
				t.Errorf("without %s and %s: %s is not measured on any other set", publicSet, e.ID, row[0])
			}
		}
	}
}

func TestSentences(t *testing.T) {
	sets := committed(t)
	if got := sentences(sets)["rivals"]; !strings.Contains(got, "ahead of "+rival+" on ") || !strings.Contains(got, "ontrol") {
		t.Errorf("sentence %q", got)
	}
	if got := sentences(nil)["rivals"]; !strings.Contains(got, "not measured") {
		t.Errorf("without records: %q", got)
	}
}

// TestVoidTime: the time of a method whose control is off is void, what it solves stays.
func TestVoidTime(t *testing.T) {
	at := reading{solved: "settled", of: "puzzles", median: "median"}
	r := record.Record{Noisy: map[string]record.Metric{"median": {Value: 3e-6, Unit: "s", N: 5}}}
	if got := at.time(r, 1); got != "3 µs" {
		t.Errorf("%q", got)
	}
	r.Noisy[lab.ControlRatio] = record.Metric{Value: 0.72, N: 5}
	if got := at.time(r, 1); got != lab.VoidCell {
		t.Errorf("%q, want %q", got, lab.VoidCell)
	}
}
