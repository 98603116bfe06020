package worker

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestReleases: more is asked of the release that is known than of others, whose library stays as it is.
func TestReleases(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	goroot := t.TempDir()
	for name := range insteadInLibrary {
		file := filepath.Join(goroot, "src", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for release, want := range map[string]bool{"go1.26": true, "go1.26.8": true, "go1.26.8-X:newinliner": true, "go1.25.3": false, "go1.27rc1": false, "devel go1.27-abc": false} {
		path, fresh, err := overlay(root, goroot, release, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var over struct{ Replace map[string]string }
		if err := json.Unmarshal(text, &over); err != nil {
			t.Fatal(err)
		}
		replaced := 0
		for name, by := range over.Replace {
			if strings.HasPrefix(name, goroot) {
				replaced++
			}
			if by != "" && !slices.Contains(fresh, by) {
				t.Errorf("%s: %s is not told of", release, by)
			}
		}
		flags, env := settings(release)
		if (replaced == len(insteadInLibrary)) != want || (replaced > 0) != want || (len(env) > 0) != want || slices.Contains(flags, "-gcflags=all=-l") == want {
			t.Errorf("%s: %d files of the library replaced, flags %q, environment %q", release, replaced, flags, env)
		}
	}
}
