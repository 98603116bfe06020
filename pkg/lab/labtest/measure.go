package labtest

import (
	"path/filepath"
	"testing"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// Measure measures one case by itself, as the smoke profile does and in a separate folder, and returns its
// record. Only sets that the program holds are there.
func Measure(t *testing.T, c lab.Case) (record.Record, error) {
	t.Helper()
	e := &lab.Experiment{
		ID: "test", Title: "Test", Question: "Does it measure?",
		Plan:   func(lab.Profile) lab.Plan { return lab.Plan{Config: struct{}{}, Seed: 1, Cases: []lab.Case{c}} },
		Tables: func(record.Set) []lab.Table { return nil },
	}
	l := &lab.Lab{Root: t.TempDir(), Experiments: []*lab.Experiment{e}, Corpora: &corpus.Store{}}
	if _, err := l.Run(t.Context(), lab.Options{Profile: lab.Smoke}); err != nil {
		return record.Record{}, err
	}
	set, err := record.ReadFile(filepath.Join(l.Root, "results", e.ID, "records.jsonl"))
	r, _ := set.Case(c.Key())
	return r, err
}

// MeasureAll measures the cases of a plan one by one, as [Measure] does, and returns their records with the plan's
// configuration. The test ends where a case fails.
func MeasureAll(t *testing.T, p lab.Plan) (set record.Set) {
	t.Helper()
	config, err := record.Encode(p.Config)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Cases {
		r, err := Measure(t, c)
		if err != nil {
			t.Fatalf("%s: %v", c.Key(), err)
		}
		r.Config = config
		set = append(set, r)
	}
	return set
}
