package nbcache_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/jupyter"
	"sudokulab/pkg/jupyter/kerneltest"
	"sudokulab/pkg/nbexec"
	"sudokulab/pkg/nbexec/nbcache"
	"sudokulab/pkg/nbexec/nbformat"
)

func TestMain(m *testing.M) {
	if kerneltest.Requested() {
		os.Exit(kerneltest.Serve())
	}
	os.Exit(m.Run())
}

func notebook(cells ...string) *nbformat.Notebook {
	n := &nbformat.Notebook{Metadata: nbformat.Object{}, Minor: 5}
	for _, source := range cells {
		c := &nbformat.Cell{Type: nbformat.Code, Source: source, Metadata: nbformat.Object{}}
		if text, ok := strings.CutPrefix(source, "# "); ok {
			c.Type, c.Source = nbformat.Markdown, text
		}
		n.Cells = append(n.Cells, c)
	}
	n.Upgrade()
	return n
}

func question(t *testing.T, n *nbformat.Notebook) nbcache.Question {
	t.Helper()
	dir := t.TempDir()
	if err := kerneltest.Install(dir, "fake", kerneltest.Normal, "signal"); err != nil {
		t.Fatal(err)
	}
	spec, err := jupyter.Find("fake", []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	return nbcache.Question{
		Name: "notebooks/tour.ipynb", Notebook: n, Spec: spec, Inputs: []string{"code"},
		Options: nbexec.Options{Kernel: "fake", KernelDirs: []string{dir}, Provenance: true, Dir: dir},
	}
}

// pid is what the notebook's last cell printed: another number for each run.
func pid(n *nbformat.Notebook) string { return n.Cells[len(n.Cells)-1].Outputs[0].Text }

// TestRun: an answer is kept as long as nothing that may change it has changed.
func TestRun(t *testing.T) {
	t.Parallel()
	cache := nbcache.Cache{Dir: filepath.Join(t.TempDir(), "a", "cache")}
	q := question(t, notebook("# Title", "print x", "pid"))
	run := func(q nbcache.Question) (*nbexec.Result, bool) {
		t.Helper()
		r, kept, err := cache.Run(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		return r, kept
	}
	before := q.Notebook.Clone()
	first, kept := run(q)
	if kept {
		t.Fatal("the first run was kept")
	}
	second, kept := run(q)
	if !kept {
		t.Fatal("the second run was not kept")
	}
	if d := cmp.Diff(first.Notebook, second.Notebook); d != "" {
		t.Errorf("the kept notebook differs from the executed one:\n%s", d)
	}
	if d := cmp.Diff(before, q.Notebook); d != "" {
		t.Errorf("the notebook passed in was changed:\n%s", d)
	}

	// Its own output is no part of the question, nor is text.
	again := q
	again.Notebook = first.Notebook.Clone()
	again.Notebook.Cells[0].Source = "Another title"
	r, kept := run(again)
	if !kept || r.Notebook.Cells[0].Source != "Another title" || pid(r.Notebook) != pid(first.Notebook) {
		t.Errorf("with other text: kept %v, %q", kept, r.Notebook.Cells[0].Source)
	}

	for name, change := range map[string]func(*nbcache.Question){
		"source":     func(q *nbcache.Question) { q.Notebook.Cells[1].Source = "print y" },
		"tags":       func(q *nbcache.Question) { q.Notebook.Cells[1].Metadata["tags"] = []any{"sanitize-times"} },
		"cells":      func(q *nbcache.Question) { q.Notebook.Cells = q.Notebook.Cells[:0:0] },
		"input":      func(q *nbcache.Question) { q.Inputs = []string{"other code"} },
		"name":       func(q *nbcache.Question) { q.Name = "notebooks/other.ipynb" },
		"errors":     func(q *nbcache.Question) { q.Options.AllowErrors = true },
		"sanitizer":  func(q *nbcache.Question) { q.Options.Sanitize = nbexec.DefaultSanitizer() },
		"provenance": func(q *nbcache.Question) { q.Options.Provenance = false },
		"folder":     func(q *nbcache.Question) { q.Options.Dir = t.TempDir() },
		"variable":   func(q *nbcache.Question) { q.Options.Env = []string{"A=b"} },
		"kernel":     func(q *nbcache.Question) { q.Spec.Env = map[string]string{"A": "b"} },
		"program":    func(q *nbcache.Question) { q.Spec.Argv = append(slices.Clone(q.Spec.Argv), "/etc/passwd") },
		"force":      func(q *nbcache.Question) { q.Force = true },
		"timing":     func(q *nbcache.Question) { q.Options.Timing = true },
	} {
		other := q
		other.Notebook = q.Notebook.Clone()
		change(&other)
		if _, kept := run(other); kept {
			t.Errorf("%s: kept", name)
		}
	}

	// What cannot be read counts as missing.
	entries, err := filepath.Glob(filepath.Join(cache.Dir, "tour-*"))
	if err != nil || len(entries) == 0 {
		t.Fatalf("entries %v, %v", entries, err)
	}
	for _, e := range entries {
		if err := os.WriteFile(e, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, kept := run(q); kept {
		t.Error("a broken entry was kept")
	}
}

// TestFailedRunIsNotKept: neither an error of a cell nor an interrupted run makes an entry.
func TestFailedRunIsNotKept(t *testing.T) {
	t.Parallel()
	cache := nbcache.Cache{Dir: t.TempDir()}
	q := question(t, notebook("print x", "error E text"))
	var cell *nbexec.CellError
	if _, _, err := cache.Run(t.Context(), q); !errors.As(err, &cell) || cell.Index != 1 {
		t.Errorf("error %v, want one of cell 2", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := cache.Run(ctx, q); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	if entries, err := os.ReadDir(cache.Dir); err != nil || len(entries) > 0 {
		t.Errorf("kept %v, %v", entries, err)
	}
}

// TestPrune: the oldest entries of a name go, and no others.
func TestPrune(t *testing.T) {
	t.Parallel()
	cache := nbcache.Cache{Dir: t.TempDir()}
	q := question(t, notebook("print x"))
	other := q
	other.Name = "other.ipynb"
	if _, _, err := cache.Run(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		q.Inputs = []string{strconv.Itoa(i)}
		if _, _, err := cache.Run(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	if entries, err := os.ReadDir(cache.Dir); err != nil || len(entries) != 9 {
		t.Errorf("%d entries, %v, want 8 and the other's", len(entries), err)
	}
	if _, kept, err := cache.Run(t.Context(), q); err != nil || !kept {
		t.Errorf("the newest is not kept: %v", err)
	}
	q.Inputs = []string{"0"}
	if _, kept, err := cache.Run(t.Context(), q); err != nil || kept {
		t.Errorf("the oldest is kept: %v", err)
	}
}

// tree writes files of a module and returns its folder.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "a [tree] ü")
	for name, content := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

var module = map[string]string{
	"go.mod":                 "// A module.\nmodule example.org/m\n\ngo 1.26\n",
	"go.sum":                 "x\n",
	"pkg/a/a.go":             "package a\n\nimport (\n\t\"fmt\"\n\t\"example.org/m/pkg/b\"\n)\n",
	"pkg/a/a_test.go":        "package a\n\nimport \"example.org/m/pkg/c\"\n",
	"pkg/b/b_linux.go":       "package b\n\nimport _ \"embed\"\n\n//go:embed data/*.txt one.txt\nvar x string\n",
	"pkg/b/one.txt":          "1",
	"pkg/b/data/two.txt":     "2",
	"pkg/b/data/other.json":  "3",
	"pkg/c/c.go":             "package c\n",
	"pkg/loop/loop.go":       "package loop\n\nimport \"example.org/m/pkg/loop\"\n",
	"testdata/pkg/a/a.go":    "package a\n",
	".hidden/pkg/b/b.go":     "package b\n",
	"experiments/c/other.go": "package c\n",
}

func TestPackages(t *testing.T) {
	t.Parallel()
	root := tree(t, module)
	m, err := nbcache.ReadTree(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		source, want string
	}{
		{"x := 1", ""},
		{`import "example.org/m/pkg/a"`, "pkg/a pkg/b"},
		{"import other `example.org/m/pkg/b`", "pkg/b"},
		{"a.Do()", "pkg/a pkg/b"},
		{"c.Do(1)", "experiments/c pkg/c"},
		{"fmt.Println(c.x)", ""},
		{`import "example.org/m/pkg/none"`, ""},
		{"loop.Loop()", "pkg/loop"},
	} {
		got, err := m.Packages([]string{tc.source})
		if err != nil || strings.Join(got, " ") != tc.want {
			t.Errorf("%q reaches %q, %v, want %q", tc.source, got, err, tc.want)
		}
	}
	if got, err := m.Packages(nil, "pkg/b"); err != nil || !slices.Equal(got, []string{"pkg/b"}) {
		t.Errorf("by name: %q, %v", got, err)
	}
}

// TestCode: the digest changes with what the cells reach, and with nothing else.
func TestCode(t *testing.T) {
	t.Parallel()
	root := tree(t, module)
	code := func() string {
		t.Helper()
		m, err := nbcache.ReadTree(root)
		if err != nil {
			t.Fatal(err)
		}
		sum, err := m.Code([]string{"a.Do()"})
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	before := code()
	for name, matters := range map[string]bool{
		"pkg/a/a.go": true, "pkg/b/b_linux.go": true, "pkg/b/one.txt": true, "pkg/b/data/two.txt": true, "go.mod": true, "go.sum": true, "pkg/b/new_windows.go": true,
		"pkg/a/a_test.go": false, "pkg/c/c.go": false, "pkg/b/data/other.json": false, "testdata/pkg/a/a.go": false, "README.md": false,
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		old, err := os.ReadFile(path)
		if err := os.WriteFile(path, append(slices.Clone(old), "// changed\n"...), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := code() != before; got != matters {
			t.Errorf("%s changes the digest: %v, want %v", name, got, matters)
		}
		if err != nil {
			err = os.Remove(path)
		} else {
			err = os.WriteFile(path, old, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if code() != before {
		t.Error("the digest of the same files differs")
	}
}

func TestDigests(t *testing.T) {
	t.Parallel()
	root := tree(t, map[string]string{"data/a.csv": "1", "data/b/c.csv": "2", "data/.hidden/d": "3"})
	sums := func() [2]string {
		t.Helper()
		contents, err1 := nbcache.Contents(root, "data", "missing")
		listing, err2 := nbcache.Listing(root, "data")
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		return [2]string{contents, listing}
	}
	before := sums()
	if sums() != before {
		t.Error("the digests of the same files differ")
	}
	for name, content := range map[string]string{"data/a.csv": "5", "data/b/new": "", "missing": "x"} {
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		after := sums()
		if after[0] == before[0] || (after[1] == before[1]) != (name == "missing") {
			t.Errorf("%s: digests changed %v and %v", name, after[0] != before[0], after[1] != before[1])
		}
		before = after
	}
	if err := os.WriteFile(filepath.Join(root, "data", ".hidden", "e"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if sums() != before {
		t.Error("a hidden folder counts")
	}
}

func TestReadTreeErrors(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{"": "names no module", "-": "no such file"} {
		root := t.TempDir()
		if content != "-" {
			root = tree(t, map[string]string{"go.mod": content})
		}
		if _, err := nbcache.ReadTree(root); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("go.mod %q: error %v, want %q", content, err, want)
		}
	}
}

func ExampleTree_Packages() {
	tree, err := nbcache.ReadTree(filepath.Join("..", "..", ".."))
	if err != nil {
		fmt.Println(err)
		return
	}
	reached, err := tree.Packages([]string{"%%\nb := board.MustParse(puzzle)", `import "sudokulab/pkg/symmetry"`})
	fmt.Println(reached, err)
	// Output: [pkg/board pkg/pipeline pkg/symmetry] <nil>
}

// BenchmarkCode reads the repository as for the first of several notebooks.
func BenchmarkCode(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		tree, err := nbcache.ReadTree(filepath.Join("..", "..", ".."))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := tree.Code([]string{`import "sudokulab/pkg/nbui"`}); err != nil {
			b.Fatal(err)
		}
	}
}
