package dlxspeed

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"sudokulab/pkg/dlx"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }

func TestKnuthFigures(t *testing.T) {
	say := func(text string) *exec.Cmd {
		return exec.CommandContext(t.Context(), "sh", "-c", "echo '"+text+"' >&2")
	}
	got, err := knuthRun(say("Altogether 92 solutions, 3000+50000 mems, 9000 updates, 400 bytes, 2057 nodes, ccost 8%."))
	if err != nil || got["solution"] != 92 || got["updates"] != 9000 || got["nodes"] != 2057 {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := knuthRun(say("Sorry, I couldn't read it")); err == nil {
		t.Error("no figures: no error")
	}
}

// TestBeside compares the engine with programs that print fixed answers: what they are compared
// by, and that a control ran in the same rounds.
func TestBeside(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	dir := t.TempDir()
	for name, script := range map[string]string{
		"ones":  "while read -r line; do echo 1; done",
		"short": "echo 1",
		own:     "cat >/dev/null; echo 'Altogether 92 solutions, 7 updates, 6 nodes' >&2",
		"other": "cat >/dev/null; echo 'Altogether 91 solutions, 7 updates, 6 nodes' >&2",
		"knuth": "cat >/dev/null; echo 'Altogether 92 solutions, 1+2 mems, 3 updates, 4 bytes, 5 nodes' >&2",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv(lab.PeersVariable, dir)
	cfg := Config{Solver: dlx.DefaultConfig(), Puzzles: 3, Rounds: 2}
	queens := problems(lab.Smoke)[1]
	measure := func(peer, set string, run func(context.Context, *lab.Run) error) (record.Record, error) {
		return labtest.Measure(t, lab.Case{Kind: "case", Peer: peer, Control: own, Corpus: set, Limit: cfg.Puzzles, Timed: true, Run: run})
	}
	besideGo := func(ctx context.Context, r *lab.Run) error { return besideGo(ctx, cfg, r) }
	r, err := measure("ones", "own-minimal", besideGo)
	if err != nil || r.Value("peer right") != 3 || r.Value("ratio") <= 0 || r.Value(lab.ControlRatio) <= 0 {
		t.Errorf("%v: %+v %+v", err, r.Exact, r.Noisy)
	}
	if _, err := measure("short", "own-minimal", besideGo); err == nil {
		t.Error("a program that answers one of three puzzles passes")
	}
	besideKnuth := func(ctx context.Context, r *lab.Run) error { return besideKnuth(ctx, cfg, queens, r) }
	if _, err := measure("other", "", besideKnuth); err == nil {
		t.Error("a program that finds another number of solutions passes")
	}
	r, err = measure("knuth", "", besideKnuth)
	if err != nil || r.Value("peer nodes") != 5 || r.Value("nodes") != 6 || r.Value("ratio") <= 0 || r.Value(lab.ControlRatio) <= 0 {
		t.Errorf("%v: %+v %+v", err, r.Exact, r.Noisy)
	}
}
