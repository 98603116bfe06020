package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/gotool"
	"sudokulab/pkg/solvertest"
)

const newPath = "example.org/someone/lab"

func TestCheckModulePath(t *testing.T) {
	for path, says := range map[string]string{
		"example.org/you/sudokulab":            "",
		"github.com/You/a_b-c.d/v2":            "",
		"example.org":                          "",
		"example.org/v10":                      "",
		"example.org/x/verse":                  "",
		"":                                     "host name",
		"lab":                                  "host name",
		"Example.org/x":                        "host name",
		"-x.org/a":                             "host name",
		"./x":                                  "begins or ends with a dot",
		"example.org//x":                       "is empty",
		"example.org/x/":                       "is empty",
		"example.org/.x":                       "begins or ends with a dot",
		"example.org/x.":                       "begins or ends with a dot",
		"example.org/a b":                      "characters",
		"example.org/ü":                        "characters",
		"example.org/con.d":                    "Windows",
		"example.org/x~1":                      "short name",
		"example.org/x/v1":                     "v2 or above",
		"example.org/x/v0":                     "v2 or above",
		"example.org/x/v02":                    "v2 or above",
		"example.org/x/v999999999999999999999": "v2 or above",
		"example.org/x\nreplace y => z":        "characters",
	} {
		err := checkModulePath(path)
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want an error that holds %q", path, err, says)
		}
	}
}

// TestModulePlaces: the path is renamed where it is a module's, and the name of the program, of
// folders and of the kernel stays.
func TestModulePlaces(t *testing.T) {
	r := &renaming{from: "lab", to: newPath}
	rules := modulePlaces("lab", []string{"pkg", "cmd", "tools"})
	for text, want := range map[string]string{
		`import "lab/pkg/board"`:                                `import "NEW/pkg/board"`,
		`"\t\"lab/pkg/a\"\n", "\n\"lab/pkg/b\""`:                `"\t\"NEW/pkg/a\"\n", "\n\"NEW/pkg/b\""`,
		"see [lab/pkg/board.Board] and `lab/cmd/lab`":           "see [NEW/pkg/board.Board] and `NEW/cmd/lab`",
		"text\nlab/pkg/board.Parse(...)":                        "text\nNEW/pkg/board.Parse(...)",
		`"at\nlab/pkg/board.Parse"`:                             `"at\nNEW/pkg/board.Parse"`,
		"go build -ldflags '-X lab/pkg/a.V=1 -X=lab/pkg/a.W=2'": "go build -ldflags '-X NEW/pkg/a.V=1 -X=NEW/pkg/a.W=2'",
		"module lab\n\ngo 1.26\n":                               "module NEW\n\ngo 1.26\n",
		"module lab/tools":                                      "module NEW/tools",
		`"go.mod": "module lab\n"`:                              `"go.mod": "module NEW\n"`,
		"      module-path: lab\n":                              "      module-path: NEW\n",
		"./cmd/lab lab solve /opt/lab/cmd/x ~/lab/pkg":          "",
		"go run ./lab/pkg https://lab/pkg lab/packages":         "",
		"lab/other collab/pkg lab.org/pkg module labs":          "",
		"C:\\lab/pkg a@lab/pkg $lab/pkg NEW/pkg/board":          "",
		".jupyter/kernels/lab/kernel.json \"lab\"":              "",
	} {
		text, want := strings.ReplaceAll(text, "NEW", newPath), strings.ReplaceAll(want, "NEW", newPath)
		if want == "" {
			want = text
		}
		got, places := r.text([]byte(text), rules)
		if string(got) != want || (places > 0) != (want != text) {
			t.Errorf("%s\nbecomes, in %d places, %s\nwant %s", text, places, got, want)
		}
	}
}

// moduleTree writes a small tree that is called lab.
func moduleTree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func smallTree(t *testing.T) string {
	t.Helper()
	return moduleTree(t, map[string]string{
		"go.mod":                  "module lab\n\ngo 1.26\n",
		"research/claims.yaml":    "",
		"pkg/a/a.go":              "package a\n",
		"pkg/b/b.go":              "package b\n\nimport (\n\t_ \"lab/pkg/a\" // one\n\t_ \"x.org/longer/name\"\n)\n",
		"pkg/c/c_windows.go":      "//go:build windows\n\npackage c\n\nimport _ \"lab/pkg/a\"\n",
		"notebooks/n.ipynb":       `{"source": ["import \"lab/pkg/a\"\n"]}`,
		"results/x/records.jsonl": `{"note": "lab/pkg/a"}`,
		"bin/left":                "lab/pkg/a",
	})
}

// snapshot reads every file below a folder.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	if err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestModuleCommand(t *testing.T) {
	dir := smallTree(t)
	before := snapshot(t, dir)
	refused := func(says string, args ...string) {
		t.Helper()
		r := sudokulab(t, "", append([]string{"dev", "module", "--root", dir}, args...)...)
		if r.code != exitError || !strings.Contains(r.errOut, says) {
			t.Errorf("%q: exit code %d, %s; want an error that holds %q", args, r.code, r.errOut, says)
		}
		if diff := cmp.Diff(before, snapshot(t, dir)); diff != "" {
			t.Errorf("%q changed the tree:\n%s", args, diff)
		}
	}
	refused("host name", "nodots")
	refused("accepts 1 arg")
	out := must(t, "", "dev", "module", "--root", dir, newPath)
	if !strings.Contains(out, "The module lab is now "+newPath) || !strings.Contains(out, "2 places in 2 files") {
		t.Errorf("it prints\n%s", out)
	}
	want := map[string]string{}
	for name, text := range before {
		if name != "results/x/records.jsonl" && name != "bin/left" {
			text = strings.ReplaceAll(strings.ReplaceAll(text, "lab/pkg", newPath+"/pkg"), "module lab", "module "+newPath)
		}
		want[name] = text
	}
	if diff := cmp.Diff(want, snapshot(t, dir)); diff != "" {
		t.Error(diff)
	}
	before = snapshot(t, dir)
	refused("is called "+newPath+" already", newPath)

	write := func(name, text string) {
		t.Helper()
		before[name] = text
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("pkg/b/b.go", "package b\n\nimport _ \""+newPath+"/gone/a\"\n\nimport _ \""+newPath+"/pkg/a\"\n")
	refused("which is in none of the tree's folders", "example.org/third")
	write("pkg/b/b.go", "package b import \""+newPath+"/pkg/a\"")
	refused("b.go", "example.org/third")
	write("pkg/b/b.go", "package b\n")
	write("cmd.pgo", "no profile")
	refused("cmd.pgo", "example.org/third")
}

// TestModuleAllOrNone: where a file cannot be written, those before it get back what they held.
func TestModuleAllOrNone(t *testing.T) {
	dir := smallTree(t)
	before := snapshot(t, dir)
	r, err := readRenaming(dir, newPath)
	if err != nil {
		t.Fatal(err)
	}
	if last := r.files[len(r.files)-1].name; last != modFile {
		t.Errorf("the last file is %s, want %s", last, modFile)
	}
	full := errors.New("full")
	for failing := range len(r.files) {
		calls := 0
		err := r.write(dir, func(path string, data []byte) error {
			calls++
			if calls == failing+1 {
				return full
			}
			return atomicfile.WriteBytes(path, data)
		})
		if !errors.Is(err, full) {
			t.Errorf("file %d: error %v", failing, err)
		}
		if diff := cmp.Diff(before, snapshot(t, dir)); diff != "" {
			t.Errorf("file %d failed, and the tree is another:\n%s", failing, diff)
		}
	}
}

// TestModuleRefusesChanges: git tells a renaming from other changes only where there are none.
func TestModuleRefusesChanges(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	dir := smallTree(t)
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "x"}} {
		if out, err := exec.CommandContext(t.Context(), "git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v: %s", args, err, out)
		}
	}
	if err := unchangedTree(t.Context(), dir); err != nil {
		t.Errorf("without changes: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "pkg", "new.go"), []byte("package pkg\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := sudokulab(t, "", "dev", "module", "--root", dir, newPath)
	if r.code != exitError || !strings.Contains(r.errOut, "git lists 1 changed file in the tree") {
		t.Errorf("with a new file: exit code %d, %s", r.code, r.errOut)
	}
	must(t, "", "dev", "module", "--root", dir, "--force", newPath)
}

// TestRenamedLab renames copies of this tree: by way of another path it becomes the same, records
// stay as valid as they are, the profile of the build names the functions by their new paths, and
// the copy compiles and executes a notebook.
func TestRenamedLab(t *testing.T) {
	if os.Getenv(solvertest.LargeVariable) == "" {
		t.Skipf("copies the tree, compiles it and executes a notebook: %s is not set", solvertest.LargeVariable)
	}
	root := wholeTree(t)
	dir, other := t.TempDir(), t.TempDir()
	r, err := renamedCopy(root, dir, newPath)
	if err != nil {
		t.Fatal(err)
	}
	if r.from != gotool.Module() {
		t.Errorf("the module was %s, want %s", r.from, gotool.Module())
	}
	if _, err := renamedCopy(root, other, "example.com/a/very/long/path/v2"); err != nil {
		t.Fatal(err)
	}
	again, err := readRenaming(other, newPath)
	if err == nil {
		err = again.write(other, atomicfile.WriteBytes)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.files {
		twice, err := os.ReadFile(filepath.Join(other, f.name))
		if err != nil || !bytes.Equal(twice, f.new) {
			t.Errorf("%s: renamed twice it is another file than renamed once (%v)", f.name, err)
		}
	}

	status := func(dir string) string { return must(t, "", "results", "--status", "--root", dir) }
	if before, after := status(root), status(dir); before != after {
		t.Errorf("records are not as valid as they were:\n%s", cmp.Diff(before, after))
	}

	profile, err := os.ReadFile(filepath.Join(dir, "cmd", "sudokulab", "default.pgo"))
	if err != nil {
		t.Fatal(err)
	}
	var functions, old int
	if _, _, err := renameProfile(profile, func(text []byte) ([]byte, int) {
		if bytes.HasPrefix(text, []byte(newPath+"/pkg/bitboard.")) {
			functions++
		}
		if bytes.HasPrefix(text, []byte(r.from+"/pkg/")) {
			old++
		}
		return text, 0
	}); err != nil || functions < 10 || old > 0 {
		t.Errorf("the profile names %d functions of pkg/bitboard by the new path and %d by the old (%v)", functions, old, err)
	}

	var log bytes.Buffer
	if err := tryCopy(t.Context(), dir, "./pkg/bitboard/...", filepath.Join("notebooks", "20-dqn.ipynb"), &log); err != nil {
		t.Errorf("%v\n%s", err, log.String())
	}
}
