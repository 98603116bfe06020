package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sudokulab/pkg/accel/smoke"
	"sudokulab/pkg/gnn/drill"
)

// TestSmokeReport: what a slice keeps is what the next one goes on from.
func TestSmokeReport(t *testing.T) {
	s := smoking{out: t.TempDir(), resume: true}
	if before, err := s.before(); err != nil || before != nil {
		t.Errorf("an empty folder: %v %v", before, err)
	}
	want := smokeReport{OK: true, Networks: &drill.Report{
		Backend: "go", Config: drill.Default("go"),
		Results: []drill.Result{{Case: drill.Case{Model: "cnn", Format: drill.Float32, Size: drill.Small}, OK: true, LastLoss: 2}},
	}}
	if err := s.keep(want); err != nil {
		t.Fatal(err)
	}
	before, err := s.before()
	if err != nil || before == nil || len(before.Results) != 1 || before.Results[0] != want.Networks.Results[0] {
		t.Errorf("%v %+v", err, before)
	}
	s.resume = false
	if before, err := s.before(); err != nil || before != nil {
		t.Errorf("without --resume: %v %v", before, err)
	}
	s.resume = true
	if err := os.WriteFile(filepath.Join(s.out, smoke.JSONName), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.before(); err == nil {
		t.Error("a broken report is taken")
	}
	s.out = ""
	if err := s.keep(want); err != nil {
		t.Errorf("without --out: %v", err)
	}
}

func TestSmokeVerdict(t *testing.T) {
	right, wrong, skipped := drill.Result{OK: true}, drill.Result{Failure: "x"}, drill.Result{Skipped: "x"}
	for name, c := range map[string]struct {
		results []drill.Result
		want    error
	}{
		"right":         {[]drill.Result{right, right}, nil},
		"skipped":       {[]drill.Result{right, skipped}, errMore},
		"wrong":         {[]drill.Result{right, wrong}, smoke.ErrFailed},
		"wrong, rather": {[]drill.Result{skipped, wrong, right}, smoke.ErrFailed},
	} {
		if err := verdict(drill.Report{Results: c.results}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
