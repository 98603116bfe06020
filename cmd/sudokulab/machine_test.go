package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/gotool"
	"sudokulab/pkg/learn/selftest"
)

// findings runs doctor --json and returns its findings by part.
func findings(t *testing.T, args ...string) map[string]finding {
	t.Helper()
	var all []finding
	r := sudokulab(t, "", append([]string{"doctor", "--json"}, args...)...)
	decode(t, r.out, &all)
	parts := map[string]finding{}
	code := exitOK
	for _, f := range all {
		if f.Essential && (f.State == stateBroken || f.State == stateMissing) {
			code = exitError
			if f.Get == "" && f.Part != "engines" && f.Part != "own sets" {
				t.Errorf("doctor does not say how to mend %+v", f)
			}
		}
		if f.Found == "" || f.State == "" {
			t.Errorf("finding without a state or words: %+v", f)
		}
		if f.State == stateMissing && f.Effect == "" {
			t.Errorf("%s is missing, and doctor does not say what that means", f.Part)
		}
		parts[f.Part] = f
	}
	if r.code != code {
		t.Errorf("doctor %q: exit code %d, want %d: %s", args, r.code, code, r.errOut)
	}
	return parts
}

// TestDoctorBare: on a machine with nothing, everything is named and nothing is an error.
func TestDoctorBare(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("PATH works otherwise")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for _, v := range []string{"PATH", "HOME", "XDG_CACHE_HOME", "JUPYTER_PATH", "JUPYTER_DATA_DIR"} {
		t.Setenv(v, dir)
	}
	t.Setenv(corpus.EnvDataDir, "")
	t.Setenv(accel.EnvBackend, "")
	got := findings(t)
	for part, want := range map[string]state{
		"program": stateOK, "engines": stateOK, "own sets": stateOK, "backend go": stateOK,
		"go": stateMissing, "git": stateMissing, "jupyter": stateMissing, "kernel": stateNone, "public sets": stateMissing, "browser": stateMissing,
		"lab": stateNone, "data folder": stateNone, "cache folder": stateNone, "terminal": stateNone,
	} {
		if got[part].State != want {
			t.Errorf("%s is %q (%s), want %q", part, got[part].State, got[part].Found, want)
		}
	}
	if f := got["backend xla:cpu"]; f.State != stateMissing || accel.CPUPluginOffered() != strings.Contains(f.Get, "make xla") {
		t.Errorf("XLA is not here, and doctor says %+v", f)
	}
	text := must(t, "", "doctor")
	if n := strings.Count(text, "\n"); n != len(got) {
		t.Errorf("%d lines for %d findings:\n%s", n, len(got), text)
	}
}

// TestDoctorTraps: what looks right and does not work is called broken.
func TestDoctorTraps(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs are found by their ending")
	}
	root := t.TempDir()
	put := func(name, content string, mode os.FileMode) {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
	}
	put("research/claims.yaml", "", 0o600)
	put("bin/go", "#!/bin/sh\nexit 1\n", 0o700)
	put("go.mod", "module "+gotool.Module()+"\n", 0o600)
	put(".tools/jupyter/go.mod", "module tools\n\nrequire (\n\tgithub.com/janpfeifer/gonb v0.11.5 // indirect\n\tgolang.org/x/tools v0.52.0 // indirect\n)\n", 0o600)
	put(".tools/bin/gonb", "#!/bin/sh\n", 0o700) // not built from gonb
	spec := func(program, clone string) {
		put(".jupyter/kernels/sudokulab/kernel.json", `{"argv": ["`+root+program+`"], "metadata": {"sudokulab": {"root": "`+clone+`"}}}`, 0o600)
	}
	spec("/gone", root)
	put("notebooks/trap.ipynb", `{"cells": [{"cell_type": "code", "source": ["x := 1\n", "_ = x"]}]}`, 0o600)
	for _, v := range []string{"HOME", "XDG_DATA_HOME", "JUPYTER_PATH", "JUPYTER_DATA_DIR"} {
		t.Setenv(v, root+"/none")
	}
	t.Setenv("PATH", filepath.Join(root, "bin"))
	t.Setenv(corpus.EnvDataDir, filepath.Join(root, "no such folder"))
	got := findings(t, "--root", root, "--backend", "xla:/no/such/plugin.so")
	for part, want := range map[string]state{
		"lab": stateOK, "go": stateBroken, "data folder": stateBroken, "kernel": stateBroken, "backend": stateBroken,
		"gonb": stateBroken, "goimports": stateMissing, "kernel launcher": stateMissing, "kernel's go": stateOK, "kernel's modules": stateBroken,
		"installed kernel": stateMissing, "notebook cells": stateBroken,
	} {
		if got[part].State != want {
			t.Errorf("%s is %q (%s), want %q", part, got[part].State, got[part].Found, want)
		}
	}
	spec("/.tools/bin/gonb", "/another/clone")
	if got := findings(t, "--root", root)["kernel"]; got.State != stateBroken || !strings.Contains(got.Found, "moved") {
		t.Errorf("kernel of another clone: %+v, want it broken", got)
	}
	spec("/.tools/bin/gonb", root)
	if got := findings(t, "--root", root)["kernel"]; got.State != stateOK {
		t.Errorf("kernel %+v, want it ok", got)
	}
}

func TestAccelList(t *testing.T) {
	t.Setenv(accel.EnvBackend, "go")
	t.Chdir(t.TempDir()) // make xla may have brought a plugin to the tree
	for _, v := range []string{"HOME", "XDG_CACHE_HOME", "LD_LIBRARY_PATH", accel.EnvPluginPath} {
		t.Setenv(v, t.TempDir())
	}
	if out := must(t, "", "accel", "list"); !strings.Contains(out, "│ go      │ taken ") || !strings.Contains(out, "none found") {
		t.Errorf("list\n%s", out)
	}
	var l accelList
	decode(t, must(t, "", "accel", "list", "--json"), &l)
	if l.Choice == nil || l.Choice.Name != accel.NameGo || len(l.Searched) == 0 {
		t.Errorf("JSON %+v", l)
	}
	if r := sudokulab(t, "", "accel", "install", "tpu"); r.code != exitError || !strings.Contains(r.errOut, "want cpu, cuda13 or cuda12") {
		t.Errorf("unknown target: %+v", r)
	}
}

// TestProbe measures for some seconds.
func TestProbe(t *testing.T) {
	if testing.Short() {
		t.Skip("measures for seconds")
	}
	var report accel.Report
	decode(t, must(t, "", "doctor", "--accel", "--backend", "go", "--json"), &report)
	if !report.Answer.OK || len(report.Products) == 0 {
		t.Errorf("report %+v", report)
	}
}

// queueFile writes a queue with one job for any backend.
func queueFile(t *testing.T, command string) (queue, results string) {
	t.Helper()
	queue = write(t, "queue.yaml", "version: 1\njobs:\n  - id: one\n    title: a test\n    command: "+command+
		"\n    backend: any\n    budget: 1m\n    decides: []\n    outputs: [selftest.json, selftest.txt]\n"+
		"  - id: two\n    title: another test\n    needs: something\n    budget: 1m\n    decides: [G21]\n    outputs: []\n")
	return queue, t.TempDir()
}

// TestGPUFails: a slice that fails is recorded, reported, and makes the exit code 1.
func TestGPUFails(t *testing.T) {
	t.Setenv(beMain, "1")
	queue, results := queueFile(t, "[version]") // which has none of the contract's flags
	r := sudokulab(t, "", "gpu", "run", "--queue", queue, "--results", results, "--backend", "go")
	if r.code != exitError || !strings.HasPrefix(r.out, "one, slice 1: failed after ") || !strings.Contains(r.errOut, "unknown flag") {
		t.Errorf("%+v", r)
	}
	list := must(t, "", "gpu", "list", "--queue", queue, "--results", results)
	for _, want := range []string{`(?m)^│ one +│ open +│ +1 │ +1m │ –`, `(?m)^│ two +│ waiting +│ +0 │ +1m │ G21 +│ needs something`} {
		if !regexp.MustCompile(want).MatchString(list) {
			t.Errorf("jobs\n%s, want %s", list, want)
		}
	}
	for range 2 {
		sudokulab(t, "", "gpu", "run", "--queue", queue, "--results", results, "--backend", "go")
	}
	if out := must(t, "", "gpu", "run", "--queue", queue, "--results", results, "--backend", "go"); !strings.Contains(out, "no job is open") {
		t.Errorf("after three failures: %q", out)
	}
}

// TestGPUSelftest runs the queue's first job as it runs on a lent machine, and takes it home.
func TestGPUSelftest(t *testing.T) {
	if testing.Short() {
		t.Skip("trains and measures for seconds")
	}
	t.Setenv(beMain, "1")
	queue, results := queueFile(t, "[accel, selftest]")
	flags := []string{"--queue", queue, "--results", results}
	out := filepath.Join(t.TempDir(), "slice")
	r := sudokulab(t, "", append([]string{"gpu", "run", "--backend", "go", "--out", out, "--budget", "50s"}, flags...)...)
	if r.code != exitOK || !strings.HasPrefix(r.out, "one, slice 1: done after ") {
		t.Fatalf("%+v", r)
	}
	if got := must(t, "", append([]string{"gpu", "collect", out}, flags...)...); got != "taken over\n" {
		t.Errorf("collect: %q", got)
	}
	text, err := os.ReadFile(filepath.Join(results, "one", selftest.JSONName))
	if err != nil {
		t.Fatal(err)
	}
	var report selftest.Report
	decode(t, string(text), &report)
	cases, err := selftestCases(accel.PlatformGo, report.Config.Seed)
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK || !report.Gradient.OK || len(report.Results) != 1+len(cases) || report.Results[len(cases)].Name != cases[len(cases)-1].Name {
		t.Errorf("report %s", text)
	}
	if list := must(t, "", append([]string{"gpu", "list"}, flags...)...); !strings.Contains(list, "done") || !strings.Contains(list, "needs something") {
		t.Errorf("list\n%s", list)
	}
}
