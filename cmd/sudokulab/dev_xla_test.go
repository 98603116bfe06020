package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/learn/candidates/fused"
)

// building is a go whose build writes a program that notes how it is called, and ends as an accel
// install and an accel list that are given.
func building(cc, install, list string) string {
	return `case "$1" in
env) echo '{"CC": "` + cc + ` -m64", "GOVERSION": "go1.26.5", "GOFLAGS": "-race"}' ;;
build)
	echo "$* CGO_ENABLED=$CGO_ENABLED GOFLAGS=$GOFLAGS" >>calls
	{ echo '#!/bin/sh'; echo 'echo "$*" >>calls'; echo 'case "$2" in install) ` + install + ` ;; list) ` + list + ` ;; esac'; } >"$4" && /bin/chmod +x "$4" ;;
esac`
}

// TestXLA: what keeps the program or its plugin from being made is said, before anything is built
// where that can be known, and nothing else is touched.
func TestXLA(t *testing.T) {
	if !accel.CPUPluginOffered() {
		if r := sudokulab(t, "", "dev", "xla"); r.code != exitError || !strings.Contains(r.errOut, "Linux on amd64 only") {
			t.Errorf("on another platform: %+v", r)
		}
		return
	}
	plugin := write(t, "some plugin.whl", "x")
	for name, c := range map[string]struct {
		program string
		args    []string
		want    string // of the error; "" for none
		calls   []string
	}{
		"all goes well": {building("make", ":", ":"), nil, "", []string{
			"build -tags=xla -o ROOT/bin/sudokulab-xla ./cmd/sudokulab CGO_ENABLED=1 GOFLAGS=-mod=readonly",
			"accel install cpu --root ROOT --if-missing", "accel list --backend xla:cpu",
		}},
		"from a file": {building("make", ":", ":"), []string{"--plugin", plugin}, "", []string{
			"build -tags=xla -o ROOT/bin/sudokulab-xla ./cmd/sudokulab CGO_ENABLED=1 GOFLAGS=-mod=readonly",
			"accel install cpu --root ROOT --replace --file " + plugin, "accel list --backend xla:cpu",
		}},
		"no compiler":        {building("nocc", ":", ":"), nil, "wants a C compiler, and nocc is not on PATH", nil},
		"no such file":       {building("make", ":", ":"), []string{"--plugin", plugin + "x"}, "--plugin: ", nil},
		"a folder":           {building("make", ":", ":"), []string{"--plugin", t.TempDir()}, "is not a file", nil},
		"no go":              {"exit 1", nil, "exit status 1", nil},
		"build fails":        {strings.Replace(building("make", ":", ":"), "build)", "build) exit 1 ;; other)", 1), nil, "building bin/sudokulab-xla", nil},
		"no network":         {building("make", "exit 1", ":"), nil, "make xla PLUGIN=<file>", []string{"build", "accel install"}},
		"plugin of no use":   {building("make", ":", "exit 1"), nil, "does not work", []string{"build", "accel install", "accel list"}},
		"unexpected operand": {building("make", ":", ":"), []string{"x"}, "unknown command", nil},
	} {
		t.Run(name, func(t *testing.T) {
			root := bareLab(t, c.program)
			t.Setenv("CGO_ENABLED", "")
			t.Setenv("GOFLAGS", "")
			r := sudokulab(t, "", append([]string{"dev", "xla", "--root", root}, c.args...)...)
			if (c.want == "") != (r.code == exitOK) || !strings.Contains(r.errOut, c.want) {
				t.Errorf("exit code %d, want one with %q: %s", r.code, c.want, r.errOut)
			}
			if (r.out != "") != (c.want == "") || c.want == "" && !strings.Contains(r.out, "BACKEND=xla:cpu") {
				t.Errorf("standard output %q", r.out)
			}
			text, err := os.ReadFile(filepath.Join(root, "calls"))
			if err != nil && c.calls != nil {
				t.Fatal(err)
			}
			calls := strings.Split(strings.TrimSpace(string(text)), "\n")
			if text == nil {
				calls = nil
			}
			if len(calls) != len(c.calls) {
				t.Fatalf("calls %q, want %q", calls, c.calls)
			}
			for i, want := range c.calls {
				if got := strings.ReplaceAll(calls[i], root, "ROOT"); !strings.HasPrefix(got, want) {
					t.Errorf("call %q, want %q", got, want)
				}
			}
		})
	}
}

// TestXLAWould: one line on standard error says that make xla would be worth it, where it would be,
// and nothing on standard output.
func TestXLAWould(t *testing.T) {
	const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	const mention = "make xla"
	outside, recipe := t.TempDir(), write(t, "recipe.json", smallRecipe)
	inside, installed := filepath.Join(t.TempDir(), "lab"), filepath.Join(t.TempDir(), "lab")
	for _, file := range []string{
		filepath.Join(inside, "research", "claims.yaml"), filepath.Join(installed, "research", "claims.yaml"),
		filepath.Join(installed, ".tools", "pjrt", "cpu", "plugin", "pjrt_c_api_cpu_plugin.so"),
	} {
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv(accel.EnvPluginPath, outside)
	offered := 0
	if accel.CPUPluginOffered() {
		offered = 1
	}
	// The candidate network's own code with vectors is faster than XLA; a network of the document has none.
	candidate := offered
	if fused.Best() == fused.AVX2 {
		candidate = 0
	}
	for name, c := range map[string]struct {
		dir, backend string
		args         []string
		want         int
	}{
		"solve":              {inside, "", []string{"solve", "--method", "gnn", puzzle}, candidate},
		"solve, document's":  {inside, "", []string{"solve", "--method", "gnn", "--weights", "literal", puzzle}, offered},
		"asked for auto":     {inside, "auto", []string{"solve", "--method", "gnn", "--weights", "literal", puzzle}, offered},
		"quiet":              {inside, "", []string{"solve", "--quiet", "--method", "gnn", "--weights", "literal", puzzle}, 0},
		"go by a flag":       {inside, "", []string{"solve", "--method", "gnn", "--backend", "go", puzzle}, 0},
		"go by a variable":   {inside, "go", []string{"solve", "--method", "gnn", puzzle}, 0},
		"installed":          {installed, "", []string{"solve", "--method", "gnn", "--weights", "literal", puzzle}, 0},
		"outside of a lab":   {outside, "", []string{"solve", "--method", "gnn", "--weights", "literal", puzzle}, 0},
		"an exact method":    {inside, "", []string{"solve", puzzle}, 0},
		"eval":               {inside, "", []string{"eval", "gnn", "--held-out", "4x4", "--count", "2"}, candidate},
		"eval, document's":   {inside, "", []string{"eval", "gnn", "--weights", "literal", "--held-out", "9x9-36-45", "--count", "2"}, offered},
		"eval on go":         {inside, "", []string{"eval", "gnn", "--held-out", "4x4", "--count", "2", "--backend", "go"}, 0},
		"train":              {inside, "", []string{"train", "gnn", "--recipe", recipe, "--steps", "1", "--out", filepath.Join(outside, "a")}, offered},
		"train on go":        {inside, "", []string{"train", "gnn", "--recipe", recipe, "--steps", "1", "--out", filepath.Join(outside, "b"), "--backend", "go"}, 0},
		"eval in a pipe":     {inside, "", []string{"eval", "gnn", "--weights", "literal", "--held-out", "9x9-36-45", "--count", "2", "--json"}, offered},
		"eval, installed":    {installed, "", []string{"eval", "gnn", "--weights", "literal", "--held-out", "9x9-36-45", "--count", "2"}, 0},
		"eval, not in a lab": {outside, "", []string{"eval", "gnn", "--weights", "literal", "--held-out", "9x9-36-45", "--count", "2"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if accel.BuiltWithXLA() && c.dir == installed {
				t.Skip("the file that stands for the plugin cannot be loaded")
			}
			if testing.Short() && c.args[0] != "solve" {
				t.Skip("-short: solve says it all")
			}
			t.Chdir(c.dir)
			t.Setenv(accel.EnvBackend, c.backend)
			r := sudokulab(t, "", c.args...)
			if r.code != exitOK && r.code != exitNotUnique {
				t.Errorf("exit code %d: %s", r.code, r.errOut)
			}
			if got := strings.Count(r.errOut, mention); got != c.want || strings.Contains(r.out, mention) {
				t.Errorf("%d mentions on standard error, want %d: %s%s", got, c.want, r.out, r.errOut)
			}
		})
	}
}
