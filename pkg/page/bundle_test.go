package page

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

var update = flag.Bool("update", false, "write bundle.js")

// TestBundle: the committed bundle is that of the modules.
func TestBundle(t *testing.T) {
	r := api.Build(api.BuildOptions{EntryPoints: []string{"web/app.js"}, Bundle: true, Format: api.FormatESModule, Target: api.ES2022, Platform: api.PlatformBrowser})
	if len(r.Errors) > 0 || len(r.OutputFiles) != 1 {
		t.Fatalf("%v", r.Errors)
	}
	want := r.OutputFiles[0].Contents
	if *update {
		if err := os.WriteFile("bundle.js", want, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(bundle, want) {
		t.Error("bundle.js is not that of the modules: go test ./pkg/page -run Bundle -update")
	}
}

// TestSingle: the page in one file names no other file, and wants an engine.
func TestSingle(t *testing.T) {
	html, err := Single(&Engine{Wasm: []byte("wasm"), Exec: []byte("exec")})
	if err != nil {
		t.Fatal(err)
	}
	if text := string(html); strings.Contains(text, "src=\"") || strings.Contains(text, "href=\"app") || !strings.Contains(text, "connect-src 'none'") {
		t.Error("it names other files, or may fetch them")
	}
	if _, err := Single(nil); err == nil {
		t.Error("a page without an engine")
	}
}

// TestWithoutScripts: the page, which shows nothing before its scripts run, says without them that it needs them.
func TestWithoutScripts(t *testing.T) {
	html, err := fs.ReadFile(Files(), "index.html")
	if err != nil {
		t.Fatal(err)
	}
	css, err := fs.ReadFile(Files(), "app.css")
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`<body class="early">\s*<noscript>.*needs scripts`).Match(html) || !bytes.Contains(css, []byte(".early noscript { visibility: visible; }")) {
		t.Error("nothing is seen without scripts")
	}
}

// TestNames: no id stands twice in index.html, every label has its control, and the modules ask for no id that is missing.
func TestNames(t *testing.T) {
	html, err := fs.ReadFile(Files(), "index.html")
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]int{}
	for _, m := range regexp.MustCompile(`\sid="([^"]+)"`).FindAllSubmatch(html, -1) {
		ids[string(m[1])]++
		if ids[string(m[1])] > 1 {
			t.Errorf("id %s stands twice", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`\s(?:for|aria-labelledby|aria-describedby)="([^"]+)"`).FindAllSubmatch(html, -1) {
		if ids[string(m[1])] == 0 {
			t.Errorf("%s names no id", bytes.TrimSpace(m[0]))
		}
	}
	for _, name := range []string{"app.js", "bar.js", "boards.js", "generate.js", "judge.js", "lab.js", "replay.js", "solve.js", "tasks.js", "theme.js"} {
		js, err := fs.ReadFile(Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?:byId|getElementById|press|able|at)\("([^"]+)"`).FindAllSubmatch(js, -1) {
			if ids[string(m[1])] == 0 {
				t.Errorf("%s asks for %s, which index.html lacks", name, m[1])
			}
		}
	}
}
