package gnntools

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// TestSmoke runs all cases, the commands by a program that is built for it.
func TestSmoke(t *testing.T) {
	if !testing.Short() {
		t.Setenv(lab.PeersVariable, built(t))
	}
	set := labtest.Smoke(t, Experiment)
	for _, r := range set {
		if want := !strings.HasPrefix(r.Case, commandsPrefix) || !testing.Short(); want != (r.Status == record.OK) {
			t.Errorf("%s is %s: %s", r.Case, r.Status, r.Note)
		}
	}
	want := map[string]lab.Verdict{"G27": lab.Reproduced, "G28a": lab.Reproduced, "G28b": lab.Reproduced, "G29": lab.Pending, "G30": lab.Reproduced, "G31": lab.Pending, "G32": lab.Reproduced, "G33": lab.Pending}
	for _, j := range judges() {
		if strings.HasPrefix(j.Claim, "G28") && testing.Short() {
			continue
		}
		if f := j.On(set); f.Verdict != want[j.Claim] {
			t.Errorf("%s is %s (%s: %s), want %s", j.Claim, f.Verdict, f.Figure, f.Because, want[j.Claim])
		}
	}
}

// built builds the program into a folder of its own.
func built(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, programName)
	if runtime.GOOS == "windows" {
		file += ".exe"
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", file, "sudokulab/cmd/"+programName)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
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
		pl.Cases = slices.DeleteFunc(pl.Cases, func(c lab.Case) bool { return !strings.HasPrefix(c.Name, commandsPrefix) })
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
	for _, j := range judges() {
		if !strings.HasPrefix(j.Claim, "G28") {
			continue
		}
		if f := j.On(set); f.Verdict == lab.Reproduced || f.Verdict == lab.Pending || !strings.Contains(f.Because, "gnn") {
			t.Errorf("%s of a program that does nothing: %s (%s)", j.Claim, f.Verdict, f.Because)
		}
	}
}
