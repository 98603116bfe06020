package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/accel"
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
	cases, err := selftestCases(accel.PlatformGo, 1)
	if err != nil {
		t.Fatal(err)
	}
	all := 1 + len(cases) // and the self-test's own network
	before, err := selftest.Load(out)
	if err != nil || before == nil || before.OK || len(before.Results) != all || !before.Gradient.OK {
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
	if r := sudokulab(t, "", args...); r.code != exitOK || !strings.Contains(r.out, fmt.Sprintf("selftest  right: %d cases right", all)) {
		t.Errorf("%+v", r)
	}
	if err := os.WriteFile(filepath.Join(out, selftest.JSONName), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := sudokulab(t, "", args...); r.code != exitError || !strings.Contains(r.errOut, selftest.JSONName) {
		t.Errorf("a broken report is taken: %+v", r)
	}
}

// TestExport: the program has the shapes that were asked for, and is the same in a file.
func TestExport(t *testing.T) {
	out := must(t, "", "accel", "export", "--side", "4", "--batch", "17")
	const main = "func.func @main(%puzzles: tensor<17x16xi32>, %steps: tensor<i32>) -> (tensor<17x16xi32>, tensor<17x16xi32>, tensor<17xi32>, tensor<17xi32>)"
	if !strings.HasPrefix(out, "module @tensornet {") || !strings.Contains(out, main) || !strings.Contains(out, "stablehlo.while") {
		t.Errorf("%.300s", out)
	}
	file := filepath.Join(t.TempDir(), "tensor.mlir")
	if shown := must(t, "", "accel", "export", "--side", "4", "--batch", "17", "--output", file); shown != "" {
		t.Errorf("--output prints %.300s", shown)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != out {
		t.Errorf("%d bytes in the file, %v, want the %d that were printed", len(text), err, len(out))
	}
	if r := sudokulab(t, "", "accel", "export", "--side", "10"); r.code != exitError || !strings.Contains(r.errOut, "want 4, 9, 16 or 25") {
		t.Errorf("%+v", r)
	}
}
