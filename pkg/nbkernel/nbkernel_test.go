package nbkernel

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestCellFlags(t *testing.T) {
	for flags, want := range map[string]string{
		"":                                 " -ldflags=-w -buildvcs=false",
		"-mod=readonly":                    "-mod=readonly -ldflags=-w -buildvcs=false",
		"'-ldflags=-X a=b' -buildvcs=auto": "'-ldflags=-X a=b' -buildvcs=auto",
	} {
		if got := cellFlags(flags); got != want {
			t.Errorf("%s: %q, want %q", flags, got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	l := fakeClone(t)
	if err := l.check(); err != nil {
		t.Fatal(err)
	}
	comma := Lab{filepath.Join(t.TempDir(), "a,b")}
	put(t, filepath.Join(comma.Root, "go.mod"), "module "+modulePath+"\n", 0o644)
	other := Lab{t.TempDir()}
	put(t, filepath.Join(other.Root, "go.mod"), "module other\n", 0o644)
	for _, c := range []struct {
		lab  Lab
		want string
	}{{comma, "comma"}, {other, "module other"}, {Lab{t.TempDir()}, "go.mod"}, {Lab{"relative"}, "absolute"}} {
		if err := c.lab.check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", c.lab.Root, err, c.want)
		}
	}
}

func TestPins(t *testing.T) {
	l := fakeClone(t)
	got, err := l.Pins()
	if err != nil || len(got) != 2 || got[0].Version != "v0.11.5" || got[1].Version != "v0.52.0" {
		t.Fatalf("%v, %v", got, err)
	}
	put(t, filepath.Join(l.toolsDir(), "go.mod"), "module m\n\nrequire golang.org/x/tools v0.52.0\n", 0o644)
	if _, err := l.Pins(); err == nil || !strings.Contains(err.Error(), "gonb") {
		t.Errorf("no version of gonb: %v", err)
	}
	// The repository's own pins can be read.
	if _, err := (Lab{repository(t)}).Pins(); err != nil {
		t.Error(err)
	}
}

func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func TestFindGo(t *testing.T) {
	l := fakeClone(t)
	program := l.fakeToolchain().Go
	if err := link(l.bin(launcher), filepath.Join(l.shimDir(), "go")); err != nil {
		t.Fatal(err)
	}
	path := strings.Join([]string{"relative", l.shimDir(), filepath.Dir(program)}, string(os.PathListSeparator))
	for _, c := range []struct{ recorded, path, want string }{
		{program, "", program},
		{"/gone/go", path, program},
		{filepath.Join(l.shimDir(), "go"), path, program},
		{"", path, program},
	} {
		if got := findGo(c.recorded, c.path); got != c.want {
			t.Errorf("recorded %q: %q, want %q", c.recorded, got, c.want)
		}
	}
}

func TestSpec(t *testing.T) {
	l := fakeClone(t)
	want := l.spec(l.bin(launcher), l.fakeToolchain())
	if err := want.write(l.SpecDir()); err != nil {
		t.Fatal(err)
	}
	got, err := ReadSpec(l.SpecDir())
	if err != nil || got.Root() != l.Root || got.toolchain() != l.fakeToolchain() || !slices.Equal(got.Argv, want.Argv) {
		t.Fatalf("%+v, %v, want %+v", got, err, want)
	}
	if connectionFile(got.Argv) != "{connection_file}" || !slices.Contains(got.Argv, "-raw_error") || !slices.Contains(got.Argv, "-go_work="+l.Root) {
		t.Errorf("argv %q", got.Argv)
	}
	for _, a := range got.Argv[:1] {
		if !filepath.IsAbs(a) {
			t.Errorf("%s is not absolute", a)
		}
	}
	for _, size := range []int{32, 64} {
		img, err := png.Decode(bytes.NewReader(logoPNG(size)))
		if err != nil || img.Bounds().Dx() != size || img.Bounds().Dy() != size {
			t.Errorf("logo of %d: %v, %v", size, img, err)
		}
	}
	put(t, filepath.Join(l.SpecDir(), specFile), "{", 0o644)
	if _, err := ReadSpec(l.SpecDir()); err == nil {
		t.Error("half a description was read")
	}
}

func TestInstall(t *testing.T) {
	l := fakeClone(t)
	data := filepath.Join(t.TempDir(), "data of jupyter")
	forget(t)
	t.Setenv("JUPYTER_DATA_DIR", data)
	if _, err := l.Install(Place{}); !errors.Is(err, ErrNotBuilt) {
		t.Fatalf("before it is built: %v", err)
	}
	if err := l.spec(l.bin(launcher), l.fakeToolchain()).write(l.SpecDir()); err != nil {
		t.Fatal(err)
	}
	dir, err := l.Install(Place{})
	if err != nil || dir != filepath.Join(data, "kernels", Name) {
		t.Fatal(dir, err)
	}
	s, err := ReadSpec(dir)
	if err != nil || s.Argv[0] != filepath.Join(dir, exe(launcher)) || executable(s.Argv[0]) != nil {
		t.Fatalf("%+v, %v", s, err)
	}
	if found := List(l.Root); len(found) < 2 || found[1].Dir != dir || found[1].Root != l.Root || found[1].Err != "" {
		t.Errorf("list %+v", found)
	}
	if _, err := l.Install(Place{}); err != nil {
		t.Errorf("installing again: %v", err)
	}
	put(t, filepath.Join(dir, "notes.txt"), "mine", 0o644)
	if _, err := Uninstall(Place{}); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v, want what another put there to stay", entries, err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := Uninstall(Place{}); !errors.Is(err, ErrNotInstalled) {
		t.Errorf("uninstalling again: %v", err)
	}

	foreign := put(t, filepath.Join(dir, specFile), `{"argv": ["other"], "display_name": "Other"}`, 0o644)
	if _, err := l.Install(Place{}); !errors.Is(err, ErrForeign) {
		t.Errorf("over a foreign kernel: %v", err)
	}
	if _, err := Uninstall(Place{}); !errors.Is(err, ErrForeign) {
		t.Errorf("removing a foreign kernel: %v", err)
	}
	if data, err := os.ReadFile(foreign); err != nil || !bytes.Contains(data, []byte("Other")) {
		t.Errorf("the foreign kernel is %q, %v", data, err)
	}
	if _, err := l.Install(Place{Force: true}); err != nil {
		t.Errorf("by force: %v", err)
	}

	prefix := t.TempDir()
	if dir, err := l.Install(Place{Prefix: prefix}); err != nil || dir != filepath.Join(prefix, "share", "jupyter", "kernels", Name) {
		t.Errorf("%s, %v", dir, err)
	}
	if _, err := l.Install(Place{Prefix: filepath.Join(prefix, "none")}); err == nil {
		t.Error("installed into a prefix that is not there")
	}

	moved := Lab{filepath.Join(filepath.Dir(l.Root), "moved")}
	if err := os.Rename(l.Root, moved.Root); err != nil {
		t.Fatal(err)
	}
	if _, err := moved.Install(Place{}); !errors.Is(err, ErrNotBuilt) {
		t.Errorf("from a moved clone: %v", err)
	}
	if _, c := moved.checkSpec(); c.State != Broken || !strings.Contains(c.Found, "moved") {
		t.Errorf("a moved clone: %+v", c)
	}
	if c := moved.checkInstalled(Spec{}); len(c) == 0 || c[0].State != Broken || !strings.Contains(c[0].Effect, "gone") {
		t.Errorf("an installed kernel without its clone: %+v", c)
	}
}

func TestStatements(t *testing.T) {
	for cell, want := range map[string]bool{
		"": false,
		"var x = 1\n\nfunc f() int { return x }\n":  false,
		"import \"fmt\"\n":                          false,
		"%%\nfmt.Println(1)\n":                      false,
		"var x = 1\n%%\nx++\n":                      false,
		"%main\nx := 1\n":                           false,
		"%noautoget\nvar x int\n":                   false,
		"!*ls\n":                                    false,
		"x := 1\n_ = x\n":                           true,
		"fmt.Println(1)\n":                          true,
		"%noautoget\nfmt.Println(1)\n":              true,
		"var x = \n":                                false, // wrong in any place, and the compiler says so
		"for i := range 3 {\n\tfmt.Println(i)\n}\n": true,
	} {
		if got := statements(cell); got != want {
			t.Errorf("%q: %t, want %t", cell, got, want)
		}
	}
	path := put(t, filepath.Join(t.TempDir(), "n.ipynb"), `{"cells": [
		{"cell_type": "markdown", "source": "x := 1"}, {"cell_type": "code", "source": "x := 1"},
		{"cell_type": "code", "source": ["%%\n", "x := 1"]}]}`, 0o644)
	if n, found, err := unmarkedStatements(path); n != 2 || !slices.Equal(found, []int{1}) || err != nil {
		t.Errorf("%d cells, traps %v, %v", n, found, err)
	}
}

func TestExamineEmpty(t *testing.T) {
	l := fakeClone(t)
	for _, name := range []string{gonb, goimports, launcher} {
		if err := os.Remove(l.bin(name)); err != nil {
			t.Fatal(err)
		}
	}
	forget(t)
	t.Setenv("JUPYTER_DATA_DIR", t.TempDir())
	t.Setenv("CALLS", filepath.Join(t.TempDir(), "calls"))
	t.Setenv("PATH", filepath.Join(l.Root, "sdk", "bin")+":/bin:/usr/bin")
	examine := func() map[string]State {
		state := map[string]State{}
		for _, c := range l.Examine(t.Context()) {
			state[c.Part] = c.State
			if c.Found == "" || c.State != OK && c.Effect == "" {
				t.Errorf("%+v does not say what was found, or what to do", c)
			}
		}
		if len(List("")) > 0 { // the machine has one for all its users
			state["installed kernel"] = Missing
		}
		return state
	}
	want := map[string]State{
		"gonb": Missing, "goimports": Missing, "kernel launcher": Missing, "kernel": Missing, "kernel's go": OK, "kernel's modules": Broken,
		"installed kernel": Missing, "notebook cells": OK,
	}
	if state := examine(); !reflect.DeepEqual(state, want) {
		t.Errorf("%v, want %v", state, want)
	}
	// A folder that the person names stands, whatever is recorded.
	t.Setenv("GOMODCACHE", t.TempDir())
	want["kernel's modules"] = OK
	if state := examine(); !reflect.DeepEqual(state, want) {
		t.Errorf("with GOMODCACHE: %v, want %v", state, want)
	}
}

// TestReadOnlyModules: a recorded folder of modules that cannot be written to is used; a build
// cache is not.
func TestReadOnlyModules(t *testing.T) {
	l := fakeClone(t)
	forget(t)
	t.Setenv("CALLS", filepath.Join(t.TempDir(), "calls"))
	tools := l.fakeToolchain()
	for _, dir := range []string{tools.GoCache, tools.GoModCache} {
		if err := os.Mkdir(dir, 0o555); err != nil {
			t.Fatal(err)
		}
	}
	env, err := l.forGo(t.Context(), os.Environ(), tools)
	if err != nil || env.get("GOMODCACHE") != tools.GoModCache {
		t.Errorf("GOMODCACHE is %q, %v, want %s", env.get("GOMODCACHE"), err, tools.GoModCache)
	}
	if os.Geteuid() != 0 && env.get("GOCACHE") == tools.GoCache {
		t.Errorf("GOCACHE is %s, which cannot be written to", tools.GoCache)
	}
}

// TestNotebooksAreFound in a clone whose path has the brackets of a pattern.
func TestNotebooksAreFound(t *testing.T) {
	l := fakeClone(t)
	put(t, filepath.Join(l.Root, "notebooks", "n.ipynb"), `{"cells": [{"cell_type": "code", "source": "x := 1"}, {"cell_type": "code", "source": "%%"}]}`, 0o644)
	if c := l.checkNotebooks(); c.State != Broken || !strings.HasPrefix(c.Found, "n.ipynb cell 1") {
		t.Errorf("%+v, want the first cell's trap", c)
	}
}

// TestBuildFails: what cannot be built is told, and nothing is half there.
func TestBuildFails(t *testing.T) {
	l := fakeClone(t)
	forget(t)
	put(t, l.fakeToolchain().Go, "#!/bin/sh\nif [ $1 = env ]; then echo '{\"GOCACHE\": \"/c\", \"GOMODCACHE\": \"/m\"}'; exit; fi\necho 'module lookup disabled' >&2\nexit 1\n", 0o755)
	t.Setenv("PATH", filepath.Dir(l.fakeToolchain().Go)+":/bin:/usr/bin")
	_, err := l.Build(t.Context(), BuildOptions{}, nil)
	if err == nil || !strings.Contains(err.Error(), "module lookup disabled") || !strings.Contains(err.Error(), "network") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(l.JupyterDir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a description was written: %v", err)
	}
	put(t, l.fakeToolchain().Go, "#!/bin/sh\nif [ $1 = env ]; then echo '{\"GOCACHE\": \"/c\", \"GOMODCACHE\": \"/m\"}'; exit; fi\nexec sleep 60\n", 0o755)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := l.Build(ctx, BuildOptions{}, nil); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 20*time.Second {
		t.Errorf("interrupted: %v after %v", err, time.Since(began))
	}
}
