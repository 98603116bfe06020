package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/record"
)

// put writes a file of a tree.
func put(t *testing.T, root, name, text string) {
	t.Helper()
	if err := record.ReplaceFile(filepath.Join(root, filepath.FromSlash(name)), []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func TestChangesOf(t *testing.T) {
	files := func(text string) digests { // pairs of a name and a letter that stands for its content
		out := digests{}
		for f := range strings.FieldsSeq(text) {
			name, content, _ := strings.Cut(f, "=")
			out[name] = content
		}
		return out
	}
	var many, names []string
	for i := range maxNamed + 3 {
		names = append(names, fmt.Sprintf("f%02d", i))
		many = append(many, names[i]+"=a")
	}
	for _, c := range []struct {
		before, after, tracked, want string
		known                        bool
	}{
		{"a=1 b=1", "a=1 b=1", "a b", "Changed no tracked file.", true},
		{"a=1 b=1", "a=1 b=1", "a b", "Changed no file.", false},
		{"a=1 b=1", "a=2 b=1", "a b", "Changed 1 tracked file: a.", true},
		{"a=1 b=1 c=1", "b=2 c=2", "a b", "Changed 2 tracked files: a (removed), b.", true},
		{"a=1", "a=1 n=1", "a", "Changed no tracked file; new: n.", true},
		{"a=1", "a=2 n=1", "a", "Changed 1 file: a; new: n.", false},
		{"", "a=2", "a", "Changed 1 tracked file: a.", true}, // that was not there
		{strings.Join(many, " "), "", strings.Join(names, " "), "Changed 13 tracked files: " + strings.Join(names[:maxNamed], " (removed), ") + " (removed) and 3 more.", true},
	} {
		got, changed := changesOf(files(c.before), files(c.after), strings.Fields(c.tracked), c.known)
		if got != c.want || changed == strings.HasSuffix(got, " file.") && strings.HasPrefix(got, "Changed no") {
			t.Errorf("%q to %q: %q, %t, want %q", c.before, c.after, got, changed, c.want)
		}
	}
}

// TestSayingChanges: what changed is said however the work ends, and with git of the files that it keeps.
func TestSayingChanges(t *testing.T) {
	failed := errors.New("failed")
	for _, git := range []bool{true, false} {
		root := t.TempDir()
		for name, text := range map[string]string{"README.md": "a", "results/x/verified.json": "{}", "results/x/kept.csv": "1", "pkg/a.go": "package a"} {
			put(t, root, name, text)
		}
		noun := "file"
		if git {
			noun = "tracked file"
			if _, err := exec.LookPath("git"); err != nil {
				continue
			}
			for _, args := range [][]string{{"init", "--quiet"}, {"add", "."}} {
				cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", root}, args...)...)
				cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null")
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("git %q: %v\n%s", args, err, out)
				}
			}
		}
		nothing := func() error { return nil }
		change := func() error {
			put(t, root, "README.md", "b")
			put(t, root, "results/new.md", "b")
			put(t, root, "pkg/a.go", "package b")
			return errors.Join(os.Remove(filepath.Join(root, "results", "x", "verified.json")), failed)
		}
		for _, c := range []struct {
			always bool
			work   func() error
			want   string
			err    error
		}{
			{false, nothing, "", nil},
			{true, nothing, "Changed no " + noun + ".\n", nil},
			{false, change, "Changed 2 " + noun + "s: README.md, results/x/verified.json (removed); new: results/new.md.\n", failed},
		} {
			var out bytes.Buffer
			if err := sayingChanges(t.Context(), root, &out, c.always, c.work); !errors.Is(err, c.err) {
				t.Errorf("git %t: %v, want %v", git, err, c.err)
			}
			diff(t, fmt.Sprintf("git %t, want %q", git, c.want), out.String(), c.want)
		}
	}
}
