package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sudokulab/pkg/gotool"
)

// bareLab is a tree that looks like the lab's, with programs of the test's own on the PATH. go
// answers as the given lines of a shell script say.
func bareLab(t *testing.T, goScript string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	root := filepath.Join(t.TempDir(), "a lab")
	for name, text := range map[string]string{
		"research/claims.yaml": "", "go.mod": "module " + gotool.Module() + "\n\ngo 1.26.5\n", ".tools/jupyter/go.mod": "module tools\n",
		"bin/go":   "#!/bin/sh\n" + goScript + "\n",
		"bin/make": "#!/bin/sh\necho GNU Make 4\n",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil { //nolint:gosec // two are to be executed
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", filepath.Join(root, "bin"))
	for _, v := range []string{"GOTMPDIR", "GOWORK", "GO111MODULE", "GOOS", "GOARCH", "GIT_DIR"} {
		t.Setenv(v, "")
	}
	return root
}

// answering is a go of a release with its folders, for which list does the rest.
func answering(release, toolchain, cache, modules, flags, list string) string {
	return fmt.Sprintf(`case "$1" in
env) echo '{"CC": "nocc -m64", "GOVERSION": %q, "GOTOOLCHAIN": %q, "GOCACHE": %q, "GOMODCACHE": %q, "GOFLAGS": %q}' ;;
list) %s ;;
esac`, release, toolchain, cache, modules, flags, list)
}

// TestDoctorNeeds: what one of the two commands cannot do without is told, with what to do, and
// makes the exit code 1; what they only lack does not.
func TestDoctorNeeds(t *testing.T) {
	dir := t.TempDir()
	file := write(t, "file", "")
	type want struct {
		state state
		words string
	}
	for name, c := range map[string]struct {
		program string
		want    map[string]want
	}{
		// go list fails in a clone that git refuses to read unless it is told not to ask git.
		"all is here": {answering("go1.26.5", "local", dir, dir, "", `case "$*" in *-buildvcs=false*) ;; *) exit 1 ;; esac`), map[string]want{
			"go": {stateOK, "go1.26.5"}, "make": {stateOK, "GNU Make 4"}, "clone": {stateOK, "can be written to"}, "build cache": {stateOK, dir},
			"modules": {stateOK, "has all of them"}, "temporary folder": {stateOK, ""}, "git": {stateMissing, "not on PATH"}, "C compiler": {stateNone, "nocc not on PATH"},
			"settings of go": {"", ""}, "lab": {stateOK, ""},
		}},
		"old go":                 {answering("go1.25.1", "local", dir, dir, "", ":"), map[string]want{"go": {stateBroken, "wants go1.26.5"}}},
		"old go that fetches":    {answering("go1.25.1", "auto", dir, dir, "", ":"), map[string]want{"go": {stateOK, "the first call fetches"}}},
		"too old to fetch":       {answering("go1.19.8", "", dir, dir, "", ":"), map[string]want{"go": {stateBroken, "wants go1.26.5"}}},
		"go fails":               {"echo no such flag >&2; exit 1", map[string]want{"go": {stateBroken, "no such flag"}, "modules": {"", ""}}},
		"no cache":               {answering("go1.26.5", "local", "", dir, "", ":"), map[string]want{"build cache": {stateBroken, "no folder"}}},
		"cache is a file":        {answering("go1.26.5", "local", file, dir, "", ":"), map[string]want{"build cache": {stateBroken, "not a folder"}}},
		"modules to fetch":       {answering("go1.26.5", "local", dir, filepath.Join(dir, "new"), "", "exit 1"), map[string]want{"modules": {stateMissing, "lacks some"}}},
		"modules lacking":        {answering("go1.26.5", "local", dir, file, "", "exit 1"), map[string]want{"modules": {stateBroken, "cannot be written to"}}},
		"modules read-only":      {answering("go1.26.5", "local", dir, file, "", ":"), map[string]want{"modules": {stateOK, "need not be"}}},
		"odd flags":              {answering("go1.26.5", "local", dir, dir, "-mod=vendor -p=1", ":"), map[string]want{"settings of go": {stateNone, "GOFLAGS=-mod=vendor -p=1"}}},
		"cgo without a compiler": {strings.Replace(answering("go1.26.5", "local", dir, dir, "", ":"), `{"CC"`, `{"CGO_ENABLED": "1", "CC"`, 1), map[string]want{"C compiler": {stateBroken, "CGO_ENABLED"}}},
		"usual flags":            {answering("go1.26.5", "local", dir, dir, "-tags=xla", ":"), map[string]want{"settings of go": {"", ""}}},
	} {
		t.Run(name, func(t *testing.T) {
			root := bareLab(t, c.program)
			got := findings(t, "--root", root, "--backend", "go")
			for part, want := range c.want {
				if f := got[part]; f.State != want.state || !strings.Contains(f.Found, want.words) {
					t.Errorf("%s is %q (%s), want %q with %q", part, f.State, f.Found, want.state, want.words)
				}
			}
			if entries, err := os.ReadDir(root); err != nil || len(entries) != 4 {
				t.Errorf("doctor changed the tree: %v, %v", entries, err)
			}
		})
	}
}

// TestDoctorFolders: folders in which nothing can be written or started are broken.
func TestDoctorFolders(t *testing.T) {
	dir := t.TempDir()
	root := bareLab(t, answering("go1.26.5", "local", dir, dir, "", ":"))
	t.Setenv("GOTMPDIR", filepath.Join(dir, "none"))
	if err := os.WriteFile(filepath.Join(root, "results"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	got := findings(t, "--root", root, "--backend", "go")
	if f := got["temporary folder"]; f.State != stateBroken || !strings.Contains(f.Get, "TMPDIR") {
		t.Errorf("a temporary folder that is not there: %+v", f)
	}
	if f := got["clone"]; f.State != stateBroken || !strings.Contains(f.Found, "results") {
		t.Errorf("a clone with a file in the place of results: %+v", f)
	}
	if err := os.Remove(filepath.Join(root, "bin", "make")); err != nil {
		t.Fatal(err)
	}
	if f := findings(t, "--root", root, "--backend", "go")["make"]; f.State != stateMissing || !f.Essential {
		t.Errorf("no make: %+v", f)
	}
}

func TestMemory(t *testing.T) {
	const gib = 1 << 30
	for name, c := range map[string]struct {
		files map[string]string
		want  uint64
	}{
		"nothing is told": {nil, 0},
		"machine":         {map[string]string{"/proc/meminfo": "MemTotal:       4194304 kB\nMemFree: 1 kB\n"}, 4 * gib},
		"no limit":        {map[string]string{"/proc/meminfo": "MemTotal:  4194304 kB\n", "/sys/fs/cgroup/memory.max": "max\n"}, 4 * gib},
		"container":       {map[string]string{"/proc/meminfo": "MemTotal:  4194304 kB\n", "/sys/fs/cgroup/memory.max": "1073741824\n"}, gib},
		"large limit":     {map[string]string{"/proc/meminfo": "MemTotal:  4194304 kB\n", "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 4 * gib},
		"odd text":        {map[string]string{"/proc/meminfo": "MemTotal: many kB\n"}, 0},
	} {
		read := func(path string) ([]byte, error) {
			if text, ok := c.files[path]; ok {
				return []byte(text), nil
			}
			return nil, errors.New("no such file")
		}
		if got := memory(read); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
