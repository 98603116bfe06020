package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// cancelling is a stream that ends a context when a text is written to it.
type cancelling struct {
	text   string
	cancel func()
}

func (c cancelling) Write(p []byte) (int, error) {
	if strings.Contains(string(p), c.text) {
		c.cancel()
	}
	return len(p), nil
}

// TestCheckReports: what differs is printed by a check of files alone and by one that is interrupted before it measures, and neither
// succeeds.
func TestCheckReports(t *testing.T) {
	root := t.TempDir()
	put(t, root, "research/claims.yaml", content(t, filepath.Join("..", "..", "research", "claims.yaml")))
	put(t, root, "pkg/net/mine.safetensors", "")
	for _, c := range []struct {
		args []string
		code int
	}{{[]string{"check", "--files"}, exitError}, {[]string{"check"}, exitInterrupted}} {
		ctx, cancel := context.WithCancel(t.Context())
		var out bytes.Buffer
		code := run(ctx, append(c.args, "--root", root), nil, &out, cancelling{"Before anything is measured:", cancel})
		cancel()
		if code != c.code {
			t.Errorf("%q: exit code %d, want %d", c.args, code, c.code)
		}
		for _, want := range []string{
			"results/README.md: missing; the records produce it\n", "pkg/net/mine.safetensors: not listed in research/weights.sha256",
			" generated files compared, 3 with their digests, 0 smoke and 0 quick cases measured again, ",
		} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%q: no %q in\n%s", c.args, want, &out)
			}
		}
	}
}

// TestCheckDigests: an altered card and an altered file of a slice are named by their path in the tree.
func TestCheckDigests(t *testing.T) {
	root, from := t.TempDir(), filepath.Join("..", "..")
	for _, name := range []string{"research/weights.sha256", "results/gpu/state.json"} {
		put(t, root, name, content(t, filepath.Join(from, filepath.FromSlash(name))))
	}
	for line := range strings.Lines(content(t, filepath.Join(root, "research", "weights.sha256"))) {
		name := strings.TrimSpace(line[66:])
		put(t, root, name, content(t, filepath.Join(from, filepath.FromSlash(name))))
	}
	if err := os.CopyFS(filepath.Join(root, "results", "gpu", "selftest"), os.DirFS(filepath.Join(from, "results", "gpu", "selftest"))); err != nil {
		t.Fatal(err)
	}
	others := func() (lines []string) {
		t.Helper()
		_, differences, err := checkDigests(t.Context(), root)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range differences {
			if !strings.Contains(line, ": missing; state.json lists it") { // the jobs that are not copied
				lines = append(lines, line)
			}
		}
		return lines
	}
	if got := others(); len(got) != 0 {
		t.Errorf("as committed: %q", got)
	}
	for _, name := range []string{"pkg/gnn/weights/embedded/candidate.json", "results/gpu/selftest/selftest.txt"} {
		sound := content(t, filepath.Join(root, filepath.FromSlash(name)))
		put(t, root, name, sound+" ")
		if got := others(); len(got) != 1 || !strings.HasPrefix(got[0], name+": altered: ") {
			t.Errorf("%s: %q", name, got)
		}
		put(t, root, name, sound)
	}
}
