//go:build unix

package main

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// contentsBelow are the texts of the files of a tree, by their paths, links not followed; of a link and a folder it is what it is.
func contentsBelow(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		switch {
		case err != nil || rel == ".":
			return err
		case !d.Type().IsRegular():
			out[rel] = d.Type().String()
			return nil
		}
		out[rel] = content(t, path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestPlantedLinks: where a command fills a folder, and anything that it makes there is a link that leads out of it, to a file with
// another text, to a folder, or to nothing, then nothing out of the folder is written, made or removed.
func TestPlantedLinks(t *testing.T) {
	if testing.Short() {
		t.Skip("makes each set many times")
	}
	recipe := write(t, "r.yaml", "version: 1\nname: r\nseed: 7\nformats: [csv]\nparts:\n  - name: four\n    side: 4\n    bands:\n      - {name: any, givens: 5-9, train: 6, test: 3}\n")
	l := newNotebookLab(t)
	notebook := l.notebook("n.ipynb", "print a")
	job := filepath.Join(t.TempDir(), "job.yaml")
	text := "operation: generate\ninput: {seed: 8, count: 6}\nshards: 3\noutput: OUT/out\n"
	for _, c := range []struct {
		line  []string
		least int    // entries that it makes
		own   string // that a person names or arranges: a link there is followed
	}{
		{[]string{"dataset", "make", recipe, "--quiet", "--output", "OUT"}, 5, ""},
		{[]string{"dataset", "ladders", "--quiet", "--count", "1", "--seed", "1", "--output", "OUT"}, 1, ""},
		{[]string{"notebook", "html", "--out", "OUT/", notebook}, 1, ""},
		{[]string{"notebook", "run", "--root", l.root, "--no-cache", "--out", "OUT/", notebook}, 1, ""},
		{[]string{"notebook", "run", "--root", "OUT", "OUT/notebooks/n.ipynb"}, 2, ".cache"},
		{[]string{"job", "run", job}, 1, "out"},
	} {
		tries := func(plant string, made map[string]string) (fresh map[string]string) {
			dir := filepath.Join(t.TempDir(), "out")
			outside := filepath.Join(filepath.Dir(dir), "outside")
			if err := os.MkdirAll(outside, 0o700); err != nil {
				t.Fatal(err)
			}
			switch {
			case c.line[0] == "job":
				if err := os.WriteFile(job, []byte(strings.ReplaceAll(text, "OUT", dir)), 0o600); err != nil {
					t.Fatal(err)
				}
			case c.line[1] == "run" && c.line[3] == "OUT":
				if err := os.CopyFS(dir, os.DirFS(l.root)); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			given := contentsBelow(t, dir)
			args := slices.Clone(c.line)
			for i := range args {
				if rest, ok := strings.CutPrefix(args[i], "OUT"); ok {
					args[i] = filepath.Join(dir, rest) + map[bool]string{true: "/"}[strings.HasSuffix(args[i], "/")]
				}
			}
			if plant != "" {
				if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, plant)), 0o700); err != nil {
					t.Fatal(err)
				}
				target := filepath.Join(outside, filepath.Base(plant))
				for name, text := range made {
					if name != plant && !strings.HasPrefix(name, plant+"/") {
						continue
					}
					rel, err := filepath.Rel(filepath.Dir(plant), name)
					if err != nil {
						t.Fatal(err)
					}
					at := filepath.Join(outside, rel)
					if strings.HasPrefix(text, "d") && len(text) == 10 {
						err = os.MkdirAll(at, 0o700)
					} else if err = os.MkdirAll(filepath.Dir(at), 0o700); err == nil {
						err = os.WriteFile(at, []byte("precious"), 0o600)
					}
					if err != nil {
						t.Fatal(err)
					}
				}
				if err := os.RemoveAll(filepath.Join(dir, plant)); err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(target, filepath.Join(dir, plant)); err != nil {
					t.Skip(err)
				}
			}
			before := contentsBelow(t, outside)
			r := sudokulab(t, "", args...)
			if plant == "" && r.code != exitOK {
				t.Fatalf("%v: %+v", args, r)
			}
			if after := contentsBelow(t, outside); !maps.Equal(before, after) {
				t.Errorf("%v with a link at %s: exit code %d, %s\nout of the folder are %q, want %q", args, plant, r.code, r.errOut, after, before)
			}
			fresh = contentsBelow(t, dir)
			maps.DeleteFunc(fresh, func(name, _ string) bool { _, old := given[name]; return old })
			return fresh
		}
		made := tries("", nil)
		if len(made) < c.least {
			t.Errorf("%v made %v", c.line, slices.Sorted(maps.Keys(made)))
		}
		for _, plant := range slices.Sorted(maps.Keys(made)) {
			if plant == c.own {
				continue
			}
			tries(plant, made) // to what is there
			tries(plant, nil)  // to nothing
		}
	}
}
