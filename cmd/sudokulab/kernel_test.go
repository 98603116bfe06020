package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/gotool"
)

// TestKernelCommands: without a kernel or a Jupyter each command says what to do.
func TestKernelCommands(t *testing.T) {
	root := t.TempDir()
	for name, content := range map[string]string{"go.mod": "module " + gotool.Module() + "\n", "research/claims.yaml": ""} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, v := range []string{"PATH", "HOME", "XDG_DATA_HOME", "JUPYTER_PATH", "JUPYTER_DATA_DIR"} {
		t.Setenv(v, root)
	}
	for args, want := range map[string]string{
		"kernel install":             "[user prefix]",
		"kernel install --user":      "kernel build comes first",
		"kernel uninstall --user":    "is not installed",
		"kernel status":              "does not answer",
		"kernel jupyter":             "make kernel builds it",
		"kernel build --root /none":  "not the lab's source tree",
		"kernel instal":              "did you mean install",
		"kernel install --user --x":  "unknown flag",
		"kernel list --root /none y": "unknown command",
	} {
		words := strings.Fields(args)
		if !strings.Contains(args, "--root") && len(words) > 1 && words[1] != "uninstall" && words[1] != "instal" {
			words = append(words, "--root", root)
		}
		if r := sudokulab(t, "", words...); r.code != exitError || !strings.Contains(r.errOut, want) {
			t.Errorf("%s: code %d, %q, want an error with %q", args, r.code, r.errOut, want)
		}
	}
	if out := must(t, "", "kernel", "list", "--root", root); !strings.Contains(out, "none") {
		t.Errorf("list: %s", out)
	}
	if out := must(t, "", "kernel", "list", "--root", root, "--json"); strings.TrimSpace(out) != "[]" {
		t.Errorf("list as JSON: %s", out)
	}
}
