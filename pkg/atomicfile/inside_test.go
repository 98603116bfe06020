package atomicfile_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/atomicfile"
)

// planted is a folder with links that lead out of it, and what lies there.
func planted(t *testing.T) (dir, outside string) {
	t.Helper()
	dir, outside = t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "file"), []byte("theirs"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"folder": outside, "link": filepath.Join(outside, "file"), "dangling": filepath.Join(outside, "new")} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	return dir, outside
}

func TestNothingLeadsOut(t *testing.T) {
	dir, outside := planted(t)
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	for _, name := range []string{"link", "dangling", "folder/file", "folder/new", "folder/deep/new", "../x", "folder"} {
		if err := atomicfile.WriteIn(root, name, []byte("ours")); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	for _, name := range []string{"folder/file", "folder/deep/new", "../x", "a/../../x", "/x"} {
		if at, err := atomicfile.Inside(dir, name); err == nil {
			t.Errorf("%s leads to %s", name, at)
		}
	}
	for _, name := range []string{"folder", "link", "dangling"} {
		if err := atomicfile.Folder(filepath.Join(dir, name), 0o755); err == nil {
			t.Errorf("%s was taken for a folder", name)
		}
	}
	if content(t, filepath.Join(outside, "file")) != "theirs" || entries(t, outside) != 1 || entries(t, dir) != 3 {
		t.Errorf("%d files outside, %d within", entries(t, outside), entries(t, dir))
	}
	for _, data := range []string{"one", "two", "two"} {
		if err := atomicfile.WriteIn(root, "a/b/c", []byte(data)); err != nil || content(t, filepath.Join(dir, "a", "b", "c")) != data {
			t.Errorf("%s: %v", data, err)
		}
	}
	if at, err := atomicfile.Inside(dir, "a/b/new/file"); err != nil || at != filepath.Join(dir, "a", "b", "new", "file") {
		t.Errorf("%s, %v", at, err)
	}
	if err := atomicfile.Folder(filepath.Join(dir, "x", "y"), 0o755); err != nil || entries(t, filepath.Join(dir, "x")) != 1 {
		t.Error(err)
	}
}

// TestSweep: what was left is removed, what is being written stays, and so does what only looks like it.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	var stays []string
	for _, name := range []string{".f.new-abc", ".f.new-0123456789x", "f.new-0123456789", ".g.new-0123456789"} {
		stays = append(stays, name)
		if err := os.WriteFile(at(name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(at(".f.new-abcdefghij"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, f := range []func() (*atomicfile.File, error){
		func() (*atomicfile.File, error) { return atomicfile.Create(at("f")) },
		func() (*atomicfile.File, error) { return atomicfile.CreateNamed(t.Context(), at("f")) },
	} {
		file, err := f()
		if err != nil {
			t.Fatal(err)
		}
		if err := atomicfile.Sweep(dir, func(name string) bool { return name == "f" }); err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteString("new"); err != nil {
			t.Fatal(err)
		}
		if err := file.Commit(); err != nil || content(t, at("f")) != "new" {
			t.Fatalf("what is being written was taken away: %v", err)
		}
	}
	got, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range got {
		names = append(names, e.Name())
	}
	want := slices.Concat(stays, []string{"f"})
	slices.Sort(want)
	slices.Sort(names)
	if !slices.Equal(names, want) && filepath.Separator == '/' {
		t.Errorf("there are %v, want %v", names, want)
	}
}

// TestKeepApart: one command reads no file that it writes, whichever comes first and by whatever name.
func TestKeepApart(t *testing.T) {
	dir := t.TempDir()
	file, link, hard := filepath.Join(dir, "f"), filepath.Join(dir, "link"), filepath.Join(dir, "hard")
	if err := os.WriteFile(file, []byte("input"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("f", link); err != nil {
		t.Skip(err)
	}
	if err := os.Link(file, hard); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{file, link, hard} {
		ctx := atomicfile.KeepApart(t.Context())
		in, err := atomicfile.OpenNamed(ctx, file)
		if err != nil {
			t.Fatal(err)
		}
		if err := in.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := atomicfile.CreateNamed(ctx, name); err == nil || !strings.Contains(err.Error(), "is read as input") {
			t.Errorf("%s: %v", name, err)
		}
		ctx = atomicfile.KeepApart(t.Context())
		out, err := atomicfile.CreateNamed(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := atomicfile.OpenNamed(ctx, file); err == nil {
			t.Errorf("%s is written and was opened as input", name)
		}
		if err := out.Discard(); err != nil {
			t.Fatal(err)
		}
		if in, err = atomicfile.OpenNamed(ctx, file); err != nil {
			t.Errorf("after writing: %v", err)
		} else if err := in.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if content(t, file) != "input" || entries(t, dir) != 3 {
		t.Error("something was written")
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{{file, link, true}, {file, hard, true}, {file, filepath.Join(dir, "new"), false}, {filepath.Join(dir, "new"), dir + "/./new", true}, {os.DevNull, os.DevNull, false}} {
		if got := atomicfile.SameTarget(c.a, c.b); got != c.same {
			t.Errorf("%s and %s: %v, want %v", c.a, c.b, got, c.same)
		}
	}
}

func TestRegular(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	files := atomicfile.Regular(os.DirFS(dir))
	if data, err := fs.ReadFile(files, "f"); err != nil || string(data) != "x" {
		t.Errorf("%q, %v", data, err)
	}
	if names, err := fs.Glob(files, "*"); err != nil || len(names) != 1 {
		t.Errorf("%v, %v", names, err)
	}
}
