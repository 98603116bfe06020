package gnntools

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	for _, r := range set {
		if r.Status != record.OK {
			t.Errorf("%s is %s: %s", r.Case, r.Status, r.Note)
		}
	}
	want := map[string]lab.Verdict{"G16a": lab.Pending, "G27": lab.Reproduced, "G28a": lab.Reproduced, "G28b": lab.Reproduced, "G29": lab.Pending, "G30": lab.Reproduced, "G31": lab.Pending, "G32": lab.Reproduced, "G33": lab.Pending}
	rules := labtest.Rules(t)
	for _, j := range judges() {
		if f := j.On(set, rules[j.Claim]); f.Verdict != want[j.Claim] {
			t.Errorf("%s is %s (%s: %s), want %s", j.Claim, f.Verdict, f.Figure, f.Because, want[j.Claim])
		}
	}
}

// TestCommandsOfAnotherProgram takes a program that answers everything with success and nothing.
func TestCommandsOfAnotherProgram(t *testing.T) {
	idle, err := exec.LookPath("true")
	if err != nil {
		t.Skip("no program that does nothing")
	}
	e := Experiment()
	e.Plan = func(p lab.Profile) lab.Plan {
		pl := planFor(p, idle)
		pl.Cases = slices.DeleteFunc(pl.Cases, func(c lab.Case) bool { return c.Kind != commandsKind })
		return pl
	}
	l := &lab.Lab{Root: t.TempDir(), Experiments: []*lab.Experiment{e}}
	if _, err := l.Run(t.Context(), lab.Options{Profile: lab.Smoke}); err != nil {
		t.Fatal(err)
	}
	set, err := record.ReadFile(filepath.Join(l.Root, "results", e.ID, "records.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rules := labtest.Rules(t)
	for _, j := range judges() {
		if !strings.HasPrefix(j.Claim, "G28") {
			continue
		}
		if f := j.On(set, rules[j.Claim]); f.Verdict == lab.Reproduced || f.Verdict == lab.Pending || !strings.Contains(f.Because, "gnn") {
			t.Errorf("%s of a program that does nothing: %s (%s)", j.Claim, f.Verdict, f.Because)
		}
	}
}
