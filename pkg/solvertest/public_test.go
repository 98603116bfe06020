package solvertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/corpus"
)

func TestPublicSet(t *testing.T) {
	dir := t.TempDir()
	here := filepath.Join(dir, "tdoku", "set")
	if err := os.MkdirAll(filepath.Dir(here), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(here, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ folder, file, path, missing string }{
		{"", "tdoku/set", "", "is not set"},
		{dir, "tdoku/set", here, ""},
		{dir, "tdoku/other", "", "tdoku/other is not below"},
		{dir + "/none", "tdoku/set", "", "is not below"},
		{here, "tdoku/set", "", "is not below"},
	} {
		t.Setenv(corpus.EnvDataDir, c.folder)
		if path, missing := PublicSet(c.file); path != c.path || !strings.Contains(missing, c.missing) || (missing == "") != (path != "") {
			t.Errorf("%s in %q: %q, %q, want %q, %q", c.file, c.folder, path, missing, c.path, c.missing)
		}
	}
}
