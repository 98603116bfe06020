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

// modules reads the page's modules.
func modules(t *testing.T) map[string]string {
	t.Helper()
	names, err := fs.Glob(Files(), "*.js")
	if err != nil || len(names) < 30 {
		t.Fatalf("%d modules, %v", len(names), err)
	}
	all := map[string]string{}
	for _, name := range names {
		js, err := fs.ReadFile(Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(js)
	}
	return all
}

// TestSubjects: whoever asks the engine something about the board of the page asks it of a subject, and words the answer by it; nobody
// takes the digits that are on the board for the puzzle. The browser's tests look at what is said.
func TestSubjects(t *testing.T) {
	asks := regexp.MustCompile(`lab\.engine\.call\("(solve|watch|enumerate|classify|validate|outcomes|hint|rate|path)"`)
	worded := regexp.MustCompile(`\bsays\(|\.aside\b|subject\("puzzle"\)`)
	raw := regexp.MustCompile(`lab\.(board|givens)\(|puzzleOf\(|toBoard\([^)]*(cells\(\)|givens|entries)`)
	whole := map[string]bool{"desk.js": true, "lab.js": true, "solve.js": true} // they draw the board, or look whether it is full
	asking := 0
	for name, js := range modules(t) {
		if asks.MatchString(js) {
			asking++
			if !strings.Contains(js, "lab.subject(") || !worded.MatchString(js) {
				t.Errorf("%s asks the engine of a board, and does not say of which subject", name)
			}
		}
		if found := raw.FindString(js); found != "" {
			t.Errorf("%s has %s: want lab.subject(…).board", name, found)
		}
		if strings.Contains(js, "game.cells()") && !whole[name] {
			t.Errorf("%s has game.cells(), which mixes givens with what was put in", name)
		}
	}
	if asking < 7 {
		t.Errorf("%d modules ask the engine of a board: the pattern misses some", asking)
	}
}

// TestKept: a browser keeps how a person likes the page, and nothing that would show more of a puzzle than was asked of it.
func TestKept(t *testing.T) {
	kept := map[string]bool{"theme": true, "animate": true, "speed": true, "method": true, "player-speed": true}
	for name, js := range modules(t) {
		for _, m := range regexp.MustCompile(`settings\.(?:get|set)\("([^"]+)"`).FindAllStringSubmatch(js, -1) {
			if !kept[m[1]] {
				t.Errorf("%s keeps %q in the browser", name, m[1])
			}
		}
		if name != "settings.js" && regexp.MustCompile(`localStorage|sessionStorage|indexedDB`).MatchString(js) {
			t.Errorf("%s keeps something by itself", name)
		}
	}
}
