package dqnspeed

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	dqnmodels "sudokulab/experiments/dqn-models"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// beside is the full profile at the size of smoke.
func beside() lab.Plan {
	cfg := plan(lab.Smoke).Config.(Config)
	cfg.Beside, cfg.Rounds, cfg.Libraries[0].Moves = true, 2, 160
	return planOf(cfg)
}

// TestPace times ours beside a program that only says how fast it was, and shows both.
func TestPace(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("the stand-in for the program is a shell script")
	}
	dir := t.TempDir()
	t.Setenv(lab.PeersVariable, dir)
	stand := func(line string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, dqnmodels.LibraryPeer), []byte("#!/bin/sh\n"+line+"\n"), 0o755); err != nil { //nolint:gosec // a program
			t.Fatal(err)
		}
	}
	const answer = `{"moves": 160, "seconds": 8, "games": 10, "solved": 1, "bare": 0, "right": 3, "choices": 4, "parameters": 9, "library": "stand-in 1"}`
	stand("echo '" + answer + "'")
	set := labtest.MeasureAll(t, beside())
	if len(set) != 1 || set[0].Value(library) != 0.05 || set[0].Texts[library] != "stand-in 1" {
		t.Fatalf("%+v, want a library that takes 50 ms for a move", set)
	}
	for _, a := range arms() {
		got, low := set[0].Value(gain+" "+dqnmodels.Says(a)), set[0].Value(gain+" "+dqnmodels.Says(a)+".low")
		if want := 0.05 / set[0].Value(ours+" "+dqnmodels.Says(a)); !(low > 0) || got < 0.5*want || got > 2*want {
			t.Errorf("%s: %g from %g up, want about %g", dqnmodels.Says(a), got, low, want)
		}
	}
	table := tables(set)[0]
	text, err := table.Markdown()
	if err != nil || len(table.Rows) != 1+len(arms()) || !strings.Contains(string(text), "stand-in 1") {
		t.Errorf("%v\n%s", err, text)
	}
	if rows := tables(record.Set{})[0].Rows; len(rows) != 0 {
		t.Errorf("rows of nothing: %v", rows)
	}
	for _, line := range []string{"exit 3", "echo no", "echo '" + strings.Replace(answer, "160", "80", 1) + "'"} {
		stand(line)
		r, err := labtest.Measure(t, beside().Cases[0])
		if err != nil || r.Status != record.Capped || r.Note == "" {
			t.Errorf("a program that does %q leaves %s %q, %v, want a capped record that says how", line, r.Status, r.Note, err)
		}
	}
}

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }
