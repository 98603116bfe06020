package labtest

import (
	"bytes"
	"path/filepath"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// root is that of the source tree, from the folder of an experiment's tests.
var root = filepath.Join("..", "..")

// Rules returns the rule of each claim in research/claims.yaml, by its id.
func Rules(t *testing.T) map[string]lab.Rule {
	t.Helper()
	claims, err := lab.ReadClaims(root)
	if err != nil {
		t.Fatal(err)
	}
	return claims.Rules()
}

// Committed returns the committed records of an experiment's smoke profile. They must be of the
// plan as it is, case by case, with its configuration and seed; tables, figures and judges must
// take them, and no records at all, without panic.
//
// Nothing is measured: that the smoke profile gives these records, byte by byte in what is exact,
// is what `make check` shows, so tests of what an experiment finds may rest on them.
func Committed(t *testing.T, experiment func() *lab.Experiment) record.Set {
	t.Helper()
	e := experiment()
	all, err := record.ReadFile(filepath.Join(root, "results", e.ID, "records.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	whole := lab.Only(all, lab.Smoke)
	plan := e.Plan(lab.Smoke)
	config, err := record.Encode(plan.Config)
	if err != nil {
		t.Fatal(err)
	}
	const again = "; make results PROFILE=smoke"
	if len(whole) != len(plan.Cases) {
		t.Errorf("%d committed records, the plan has %d cases%s", len(whole), len(plan.Cases), again)
	}
	var set record.Set
	for _, c := range plan.Cases {
		r, ok := whole.Case(c.Key())
		switch {
		case !ok:
			t.Errorf("no committed record of %s%s", c.Key(), again)
		case !bytes.Equal(r.Config, config) || r.Seed != plan.Seed:
			t.Errorf("%s was measured with another configuration or seed than the plan's%s", c.Key(), again)
		default:
			set = append(set, r)
		}
	}
	if len(set.Measured()) == 0 {
		t.Fatal("nothing was measured")
	}
	rules := Rules(t)
	rows := 0
	for _, of := range []record.Set{set, nil} {
		for _, table := range e.Tables(of) {
			if _, err := table.Markdown(); err != nil {
				t.Error(err)
			}
			rows += len(table.Rows)
		}
		if e.Figures != nil && len(of) > 0 {
			if _, err := e.Figures(of); err != nil {
				t.Errorf("figures of %d records: %v", len(of), err)
			}
		}
		for _, j := range e.Judges {
			if f := j.On(of, rules[j.Claim]); f.Verdict == "" {
				t.Errorf("%s over %d records: no verdict", j.Claim, len(of))
			}
		}
	}
	if rows == 0 {
		t.Error("the tables have no rows")
	}
	names(t, e, all, rules)
	return set
}

// names makes sure that tables, figures and judges ask the committed records for no metric or text that
// none of them has, whatever its profile: such a name is misspelt, or no experiment measures it.
func names(t *testing.T, e *lab.Experiment, all record.Set, rules map[string]lab.Rule) {
	t.Helper()
	watched, asked := all.Watch()
	for _, p := range []lab.Profile{lab.Smoke, lab.Quick, lab.Full, lab.GPU} {
		set := lab.Only(watched, p)
		if len(set) == 0 {
			continue
		}
		if _, err := e.Tell(set, rules); err != nil {
			t.Errorf("profile %s: %v", p, err)
		}
	}
	for _, name := range asked.Unknown() {
		if name == lab.ControlRatio { // the lab itself looks for it
			continue
		}
		t.Errorf("tables, figures or judges ask for %q, which no committed record has", name)
	}
}
