package pkg_test

import (
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// withoutExample names the packages that need none, with the reason.
var withoutExample = map[string]string{
	"pkg/accel/acceltest":             "for tests, which use it",
	"pkg/learn/selftest/selftesttest": "for tests, which use it",
	"pkg/method/methodtest":           "for tests, which use it",
	"pkg/page/protocol/protocoltest":  "for tests, which use it",
	"pkg/page/worker":                 "its one call compiles the lab",
	"pkg/page/pagetest":               "it needs a browser",
	"pkg/accel/install":               "its one call downloads",
	"pkg/gnn":                         "interfaces of the networks below it, which have examples",
	"pkg/dqn/selfcases":               "the cases that the agent hands to package learn/selftest, whose example runs such a case",
	"pkg/gnn/selfcases":               "the cases that the networks hand to package learn/selftest, whose example runs such a case",
	"pkg/gnn/candidate":               "its weights are asked through package gnn/weights, and its network's graph has an example in learn/candidates",
	"pkg/lab/backend":                 "for a case of an experiment under measurement",
	"pkg/lab/labtest":                 "for tests, which use it",
	"pkg/jupyter/kerneltest":          "for tests, which use it",

	"pkg/dqn/environment/environmenttest": "for tests, which use it",
	"pkg/dqn/weights/weightstest":         "for tests, which use it",
}

// snippetFirst names the packages that people import alone. After what they do comes a call, before
// the method.
var snippetFirst = []string{
	"board", "board/format", "bitboard", "bitboard/wide", "dlx", "dlx/classic", "cdcl", "csp", "minigrid", "generate", "symmetry", "rate", "explain", "explain/draw", "watch", "watch/agents", "worksheet", "house",
	"solver", "engine", "encode", "render", "corpus", "stats", "record", "record/compare", "lab", "safetensors", "train", "accel", "supply", "table",
	"accel/acceltest", "accel/gpuqueue", "accel/install", "codeid", "contest", "download", "film", "learn/selftest/selftesttest", "method", "method/methodtest", "pipeline",
	"learn", "learn/candidates", "learn/layer", "learn/puzzles", "learn/score", "learn/selftest", "learn/weights",
	"gnn/candidate", "gnn/cnn", "gnn/documented", "gnn/gradient", "gnn/infer", "gnn/inspect", "gnn/literal", "gnn/selfcases", "gnn/supervised", "gnn/weights",
	"dqn/environment", "dqn/environment/environmenttest", "dqn/networks", "dqn/selfcases", "dqn/weights", "dqn/weights/weightstest", "play",
	"jupyter", "nbexec", "nbexec/nbcache", "nbexec/nbformat", "nbexec/nbhtml", "nbkernel", "nbui",
}

// TestExamples: each package has an example that is compiled and run.
func TestExamples(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		if !strings.HasPrefix(name, "pkg/") || len(p.GoFiles) == 0 || strings.Contains(name, "/internal/") {
			continue
		}
		seen[name] = true
		reason, excused := withoutExample[name]
		switch run := runExamples(t, filepath.Join("..", filepath.FromSlash(name))); {
		case run == 0 && !excused:
			t.Errorf("%s has no example that is run: a function Example… with an Output comment in a test file", name)
		case run > 0 && excused:
			t.Errorf("%s has an example and is excused from having one: %s", name, reason)
		}
	}
	for name := range withoutExample {
		if !seen[name] {
			t.Errorf("%s is excused from having an example and is not there", name)
		}
	}
}

// runExamples counts the examples of a folder that go test runs.
func runExamples(t *testing.T, dir string) (n int) {
	t.Helper()
	tests, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range tests {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range doc.Examples(file) {
			if e.Output != "" || e.EmptyOutput {
				n++
			}
		}
	}
	return n
}

// TestSnippetFirst: a package's doc is one paragraph of what it does, a call of it, and then the rest.
func TestSnippetFirst(t *testing.T) {
	for _, name := range snippetFirst {
		text := packageDoc(t, filepath.FromSlash(name))
		content := new(comment.Parser).Parse(text).Content
		if len(content) < 3 {
			t.Errorf("%s: a doc of %d paragraphs, want what it does, a call, and the method", name, len(content))
			continue
		}
		if _, ok := content[0].(*comment.Paragraph); !ok {
			t.Errorf("%s: the doc begins with no paragraph", name)
		}
		code, ok := content[1].(*comment.Code)
		if !ok || !strings.Contains(code.Text, filepath.Base(name)+".") {
			t.Errorf("%s: what follows the doc's first paragraph is no call of the package", name)
		}
	}
}

// packageDoc returns the comment above the package clause in a folder's doc.go.
func packageDoc(t *testing.T, dir string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "doc.go"))
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", data, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	if file.Doc == nil {
		return ""
	}
	return (&ast.CommentGroup{List: file.Doc.List}).Text()
}
