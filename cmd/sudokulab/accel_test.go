package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/accel/gpuqueue"
	"sudokulab/pkg/learn/selftest"
)

// TestSelftest: what does not fit into the budget is skipped, the report is kept and the exit
// code is that of more to do; a run that resumes goes on from it, and reads no broken report.
func TestSelftest(t *testing.T) {
	if testing.Short() {
		t.Skip("measures for seconds")
	}
	out := filepath.Join(t.TempDir(), "out")
	args := []string{"accel", "selftest", "--backend", "go", "--budget", "14s", "--resume", "--out", out}
	r := sudokulab(t, "", args...)
	if r.code != gpuqueue.ExitMore || !strings.Contains(r.out, "selftest  unfinished: ") || !strings.Contains(r.errOut, "skipped") {
		t.Fatalf("%+v", r)
	}
	before, err := selftest.Load(out)
	if err != nil || before == nil || before.OK || len(before.Results) != 7 || !before.Gradient.OK {
		t.Fatalf("%+v, %v", before, err)
	}
	for i := range before.Results { // as if they had been tried
		if before.Results[i].Skipped == "" {
			t.Errorf("tried in no time: %+v", before.Results[i])
		}
		before.Results[i].Skipped, before.Results[i].OK, before.Results[i].Steps = "", true, 8
	}
	before.Results[0].Steps = 60
	if err := before.Save(out); err != nil {
		t.Fatal(err)
	}
	if r := sudokulab(t, "", args...); r.code != exitOK || !strings.Contains(r.out, "selftest  right: 7 cases right") {
		t.Errorf("%+v", r)
	}
	if err := os.WriteFile(filepath.Join(out, selftest.JSONName), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := sudokulab(t, "", args...); r.code != exitError || !strings.Contains(r.errOut, selftest.JSONName) {
		t.Errorf("a broken report is taken: %+v", r)
	}
}
