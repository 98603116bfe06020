package lab

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/record"
)

// peerPlan has one case that measures what the peer writes.
func peerPlan(name string) Plan {
	return Plan{Config: struct{}{}, Cases: []Case{{Kind: "peer", Peer: name, Run: func(ctx context.Context, r *Run) error {
		cmd := r.Peer(ctx, "-n")
		cmd.Stdin = strings.NewReader("1\n2\n")
		out, err := cmd.Output()
		if err != nil {
			return err
		}
		r.Count("lines", int64(bytes.Count(out, []byte("\n"))), "lines")
		return nil
	}}}}
}

func TestPeer(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "cat-peer")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nexec cat \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	b := newBench(t)
	b.Experiments[0].Plan = func(Profile) Plan { return peerPlan("cat-peer") }
	run := func() record.Record {
		t.Helper()
		if _, err := b.Run(t.Context(), Options{Profile: Quick}); err != nil {
			t.Fatal(err)
		}
		set, err := record.ReadFile(b.recordsPath(b.Experiments[0]))
		if err != nil || len(set) != 1 {
			t.Fatalf("%d records, %v", len(set), err)
		}
		return set[0]
	}

	t.Setenv(PeersVariable, "")
	if r := run(); r.Status != record.Missing || !strings.Contains(r.Note, PeersVariable) {
		t.Errorf("without a folder: %s, %q", r.Status, r.Note)
	}
	for what, place := range map[string]string{"an empty folder": t.TempDir(), "no folder": "/nonsense", "a file": program} {
		t.Setenv(PeersVariable, place)
		if r := run(); r.Status != record.Missing || !strings.Contains(r.Note, "cat-peer") {
			t.Errorf("%s: %s, %q", what, r.Status, r.Note)
		}
	}
	t.Setenv(PeersVariable, dir)
	first := run()
	if first.Status != record.OK || first.Value("lines") != 2 || !strings.Contains(first.Note, "cat-peer sha256 ") {
		t.Errorf("%s, %v lines, note %q", first.Status, first.Value("lines"), first.Note)
	}
	// Another program of that name is another peer.
	if err := os.WriteFile(program, []byte("#!/bin/sh\ncat \"$@\"; echo\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if r := run(); r.Value("lines") != 3 || r.Note == first.Note {
		t.Errorf("changed program: %v lines, want 3; note %q", r.Value("lines"), r.Note)
	}
}

// TestControlProgram: a case whose control is a program needs it, too, and names it in its record.
func TestControlProgram(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(PeersVariable, dir)
	b := newBench(t)
	plan := peerPlan("cat-peer")
	peers := plan.Cases[0].Run
	plan.Cases[0].Control = "cat-control"
	plan.Cases[0].Run = func(ctx context.Context, r *Run) error {
		out, err := r.Control(ctx, "-c", "exit 0").Output()
		if err != nil || len(out) > 0 {
			t.Errorf("the control wrote %q, %v", out, err)
		}
		return peers(ctx, r)
	}
	b.Experiments[0].Plan = func(Profile) Plan { return plan }
	for _, add := range []struct {
		program, note string
		status        record.Status
	}{
		{"", "the program cat-control", record.Missing},
		{"cat-peer", "the program cat-control", record.Missing},
		{"cat-control", ", control cat-control sha256 ", record.OK},
	} {
		if add.program != "" {
			if err := os.WriteFile(filepath.Join(dir, add.program), []byte("#!/bin/sh\n[ \"$1\" = -c ] || exec cat \"$@\"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := b.Run(t.Context(), Options{Profile: Quick}); err != nil {
			t.Fatal(err)
		}
		set, err := record.ReadFile(b.recordsPath(b.Experiments[0]))
		if err != nil || len(set) != 1 || set[0].Status != add.status || !strings.Contains(set[0].Note, add.note) {
			t.Errorf("with %q: %+v, %v, want %s and %q", add.program, set, err, add.status, add.note)
		}
	}
}
