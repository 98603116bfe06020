package site_test

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/page/pagetest"
)

// shown are pages of every kind, as a person comes to them.
var shown = []string{
	"index.html", "about.html", "search.html?q=arc+consistency", "404.html",
	"claims/index.html", "claims/csp.html", "claims/C01a.html", "claims/C03b.html",
	"research/index.html", "research/csp.html", "research/glossary.html",
	"results/index.html", "results/csp-hard/index.html", "results/speed-peers/index.html",
	"notebooks/index.html", "notebooks/00-tour.html", "notebooks/40-tensor.html",
	"packages/index.html", "packages/csp.html", "packages/accel.html", "results/methods.html",
}

var widths = []int{360, 768, 1440}

// opened writes the site into a folder and starts a browser; the result opens a page from disk.
func opened(t *testing.T) func(name string) *pagetest.Page {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: opens pages in a browser")
	}
	program, err := pagetest.Find()
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	must(t, built(t).Write(t.Context(), dir))
	b, err := pagetest.Start(t.Context(), program, pagetest.Options{})
	must(t, err)
	t.Cleanup(b.Close)
	return func(name string) *pagetest.Page {
		t.Helper()
		at, err := url.Parse(name)
		must(t, err)
		at.Scheme, at.Path = "file", filepath.ToSlash(filepath.Join(dir, filepath.FromSlash(at.Path)))
		p, err := b.Open(at.String())
		must(t, err)
		t.Cleanup(p.Close)
		return p
	}
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// TestBrowser: pages of every kind open from disk without a fault or a request elsewhere, and are no wider than the window.
func TestBrowser(t *testing.T) {
	open := opened(t)
	for _, name := range shown {
		p := open(name)
		for _, width := range widths {
			must(t, p.Resize(width, 900))
			var found struct {
				Width   int      `json:"width"`
				Outside []string `json:"outside"`
				Broken  []string `json:"broken"`
			}
			must(t, p.Eval(`(async () => {
				await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
				const all = [...document.querySelectorAll("body *")].filter((n) => n.checkVisibility() && !n.closest(".unseen, .skip-to"));
				const clips = (n) => { for (let p = n.parentElement; p && p !== document.body; p = p.parentElement) { if (getComputedStyle(p).overflowX !== "visible") { return true; } } return false; };
				return {
					width: document.documentElement.scrollWidth,
					outside: all.filter((n) => n.getBoundingClientRect().right > innerWidth + 1 && !clips(n)).slice(0, 3).map((n) => n.outerHTML.slice(0, 120)),
					broken: [...document.images].filter((i) => i.complete && !i.naturalWidth).map((i) => i.src),
				};
			})()`, &found))
			if found.Width > width || len(found.Outside) > 0 || len(found.Broken) > 0 {
				t.Errorf("%s in a window of %d: the page has %d, outside are %q, broken pictures %q", name, width, found.Width, found.Outside, found.Broken)
			}
		}
		for _, f := range p.Faults() {
			t.Errorf("%s: %v", name, f)
		}
		for _, a := range p.Asked() {
			if !strings.HasPrefix(a, "file:") && !strings.HasPrefix(a, "data:") {
				t.Errorf("%s asks for %s", name, a)
			}
		}
	}
}

// arrives waits until something holds on the page that a page leads to: while that is on its way, nothing can be asked.
func arrives(t *testing.T, p *pagetest.Page, what string) {
	t.Helper()
	var err error
	for range 50 {
		there := false
		if err = p.Eval(`!!(`+what+`)`, &there); err == nil && there {
			return
		}
		time.Sleep(200 * time.Millisecond)
	}
	t.Fatalf("%s does not come to hold: %v", what, err)
}

// TestKeyboard: filter, search and theme work by the keyboard, from disk.
func TestKeyboard(t *testing.T) {
	open := opened(t)
	p := open("claims/index.html")
	must(t, p.Type(pagetest.Tab))
	if text, err := p.Text(":focus"); err != nil || text != "To the content" {
		t.Errorf("first is %q: %v", text, err)
	}
	must(t, p.Type(pagetest.Enter), p.Wait(`location.hash === "#main"`))

	p = open("claims/index.html?document=csp&verdict=refuted")
	must(t, p.Wait(`document.getElementById("filter-document").value === "csp"`))
	var rows []string
	must(t, p.Eval(`[...document.querySelectorAll(".row")].filter((r) => !r.hidden).map((r) => r.dataset.document + " " + r.dataset.verdict)`, &rows))
	if len(rows) == 0 || strings.Count(strings.Join(rows, ","), "csp refuted") != len(rows) {
		t.Errorf("the filter shows %q", rows)
	}
	must(t, p.Focus("#filter-words"), p.Type("zzz"), p.Wait(`document.getElementById("filter-count").textContent.startsWith("0 of ") && location.search.includes("words=zzz")`))

	p = open("index.html")
	must(t, p.Focus(".find input"), p.Type("arc consistency"), p.Type(pagetest.Enter))
	arrives(t, p, `document.querySelectorAll(".found > li").length > 3`)
	must(t, p.Eval(`document.querySelector(".found a").focus()`, nil), p.Type(pagetest.Enter))
	arrives(t, p, `!location.pathname.endsWith("search.html") && document.querySelector("h1")`)

	// A search is there again for who comes back, words far from each other on a page are found, and marks around words do no harm.
	p = open("search.html")
	must(t, p.Focus("#search-words"), p.Type(`"swordfish", hodoku(`), p.Wait(`document.querySelectorAll(".found > li").length > 0 && location.search.includes("swordfish")`))
	must(t, p.Eval(`document.querySelector(".found a").focus()`, nil), p.Type(pagetest.Enter))
	arrives(t, p, `!location.pathname.endsWith("search.html") && document.querySelector("h1")`)
	must(t, p.Eval(`history.back()`, nil))
	arrives(t, p, `location.pathname.endsWith("search.html") && document.querySelectorAll(".found > li").length > 0 && document.getElementById("search-words").value.includes("hodoku")`)

	p = open("index.html")
	const ground = `getComputedStyle(document.documentElement).backgroundColor`
	var light, dark, again string
	must(t, p.Dark(false), p.Eval(ground, &light), p.Focus("#theme"), p.Type("d"), p.Wait(`document.documentElement.dataset.theme === "dark"`), p.Eval(ground, &dark), p.Reload(), p.Eval(ground, &again))
	if light == dark || dark != again {
		t.Errorf("grounds %s, %s, after a reload %s", light, dark, again)
	}
	must(t, p.Eval(`localStorage.clear()`, nil))
}

// axeVariable names the environment variable with the path of axe-core's axe.min.js, as in pkg/page/pagetest.
const axeVariable = "SUDOKULAB_AXE"

// TestAccessibility: axe-core finds nothing on pages of every kind, in windows of three widths, in light and dark.
func TestAccessibility(t *testing.T) {
	at := os.Getenv(axeVariable)
	if at == "" {
		t.Skip("axe-core: " + axeVariable + " names no axe.min.js")
	}
	axe, err := os.ReadFile(at)
	must(t, err)
	open := opened(t)
	for _, name := range shown {
		p := open(name)
		must(t, p.Eval(`(() => { `+string(axe)+`; window.axe = axe; document.querySelectorAll("details").forEach((d) => { d.open = true }); })()`, nil))
		for _, width := range widths {
			for _, dark := range []bool{false, true} {
				must(t, p.Resize(width, 900), p.Dark(dark))
				var found struct {
					Rules      int      `json:"rules"`
					Violations []string `json:"violations"`
				}
				must(t, p.Eval(`new Promise((done) => setTimeout(done, 100)).then(() => window.axe.run()).then((r) => ({
					rules: r.passes.length,
					violations: r.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.target.join(" ") + " " + n.failureSummary)),
				}))`, &found))
				which := fmt.Sprintf("%s %d dark=%t", name, width, dark)
				if found.Rules == 0 {
					t.Errorf("%s: axe-core looked at nothing", which)
				}
				if n := len(found.Violations); n > 0 {
					t.Errorf("%s: %d, %s", which, n, strings.Join(found.Violations[:min(3, n)], "\n"))
				}
			}
		}
		p.Close()
	}
}
