package site_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	xhtml "golang.org/x/net/html"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/site"
)

// engines stands for the page that runs engines, which takes minutes to build.
var engines = site.Extra{Path: "lab.html", Title: "Lab", About: "Engines in the browser.", HTML: []byte("<!doctype html><html lang=\"en\"><head><title>Sudoku lab</title></head><body class=\"x\"><h1 id=\"top\">Lab</h1></body></html>")}

// whole builds the site of this tree, once for all tests.
var whole = sync.OnceValues(func() (*site.Site, error) {
	return site.Build(context.Background(), os.DirFS("../.."), site.Options{Extra: []site.Extra{engines}})
})

func built(t *testing.T) *site.Site {
	t.Helper()
	s, err := whole()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func file(t *testing.T, s *site.Site, name string) string {
	t.Helper()
	data, ok := s.File(name)
	if !ok {
		t.Fatalf("the site has no %s", name)
	}
	return string(data)
}

// pageNames lists the pages.
func pageNames(s *site.Site) []string {
	return slices.DeleteFunc(s.Names(), func(n string) bool { return path.Ext(n) != ".html" })
}

// anatomy is what the tests look at in a page.
type anatomy struct {
	ids   map[string]bool
	twice []string
	links []string // addresses that a person follows
	loads []string // addresses that a browser loads
	text  int
}

func anatomyOf(t *testing.T, data []byte) anatomy {
	t.Helper()
	doc, err := xhtml.Parse(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	a := anatomy{ids: map[string]bool{}}
	for n := range doc.Descendants() {
		if n.Type == xhtml.TextNode {
			a.text += len(strings.TrimSpace(n.Data))
		}
		for _, at := range n.Attr {
			switch {
			case at.Key == "id":
				if a.ids[at.Val] {
					a.twice = append(a.twice, at.Val)
				}
				a.ids[at.Val] = true
			case at.Key == "href" && n.Data == "a" || at.Key == "action":
				a.links = append(a.links, at.Val)
			case at.Key == "src", at.Key == "href" && n.Data == "link", at.Key == "poster", at.Key == "data" && n.Data == "object":
				a.loads = append(a.loads, at.Val)
			}
		}
	}
	return a
}

// TestLinks follows every link, picture, script and anchor of every page.
func TestLinks(t *testing.T) {
	s := built(t)
	pages := map[string]anatomy{}
	for _, name := range pageNames(s) {
		data, _ := s.File(name)
		pages[name] = anatomyOf(t, data)
	}
	followed, reached := 0, map[string]bool{"index.html": true, "404.html": true}
	for name, a := range pages {
		if len(a.twice) > 0 {
			t.Errorf("%s: ids that stand twice: %q", name, a.twice)
		}
		for _, address := range a.loads {
			if strings.HasPrefix(address, "data:") {
				continue
			}
			if u, err := url.Parse(address); err != nil || u.Scheme != "" || u.Host != "" || strings.HasPrefix(u.Path, "/") {
				t.Errorf("%s loads %s, which is not of the site", name, address)
			} else if _, ok := s.File(path.Join(path.Dir(name), u.Path)); !ok {
				t.Errorf("%s loads %s, which is not there", name, address)
			}
		}
		for _, address := range a.links {
			u, err := url.Parse(address)
			if err != nil {
				t.Errorf("%s: link %q: %v", name, address, err)
				continue
			}
			if u.Scheme == "https" || u.Scheme == "http" || u.Scheme == "mailto" {
				continue
			}
			followed++
			to := name
			if u.Path != "" {
				to = path.Join(path.Dir(name), u.Path)
			}
			if _, ok := s.File(to); u.Scheme != "" || u.Host != "" || !ok {
				t.Errorf("%s: dead link %q", name, address)
				continue
			}
			if to != name {
				reached[to] = true
			}
			if u.Fragment != "" && !pages[to].ids[u.Fragment] {
				t.Errorf("%s: link %q: %s has no such anchor", name, address, to)
			}
		}
	}
	if followed < 10*len(pages) {
		t.Errorf("%d links on %d pages: want more", followed, len(pages))
	}
	for name := range pages {
		if !reached[name] {
			t.Errorf("no page leads to %s", name)
		}
	}
	t.Logf("%d links and anchors on %d pages", followed, len(pages))
}

// TestTitles: no two pages have the same title, nor does one that is made elsewhere.
func TestTitles(t *testing.T) {
	s := built(t)
	seen := map[string]string{}
	for _, name := range pageNames(s) {
		_, title, _ := strings.Cut(file(t, s, name), "<title>")
		title, _, _ = strings.Cut(title, "</title>")
		if other, twice := seen[title]; twice || title == "" {
			t.Errorf("%s has the title %q, as %s", name, title, other)
		}
		seen[title] = name
	}
}

// TestExtra: a page made elsewhere leads back to the site, and is otherwise as it was.
func TestExtra(t *testing.T) {
	e := engines
	e.Path = "deep/er/lab.html"
	s, err := site.Build(t.Context(), small(), site.Options{Extra: []site.Extra{e, {Path: "bare.html", Title: "Bare", HTML: []byte("bare")}}})
	if err != nil {
		t.Fatal(err)
	}
	page := file(t, s, e.Path)
	for _, want := range []string{"<title>Lab · Sudoku lab</title>", `<body class="x">`, `<a href="../../index.html">`, `<h1 id="top">Lab</h1></body></html>`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in %s", want, page)
		}
	}
	if bare := file(t, s, "bare.html"); bare != "bare" {
		t.Errorf("a page without title and body has become %q", bare)
	}
}

// TestSize: the site stays one that a person downloads.
func TestSize(t *testing.T) {
	const (
		most = 25_000_000
		lab  = 1_850_000 // for the page that runs engines, for which another stands here; TestBuild of package worker keeps it below
	)
	if n := built(t).Size() + lab; n > most {
		t.Errorf("%d bytes, want at most %d", n, most)
	}
}

// TestSame: the same tree gives the same bytes, and site.json says which.
func TestSame(t *testing.T) {
	s := built(t)
	again, err := site.Build(t.Context(), os.DirFS("../.."), site.Options{Extra: []site.Extra{engines}})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Names(), again.Names()) {
		t.Fatal("other files")
	}
	for _, name := range s.Names() {
		if file(t, s, name) != file(t, again, name) {
			t.Errorf("%s differs", name)
		}
	}
	var m site.Meta
	if err := json.Unmarshal([]byte(file(t, s, site.MetaFile)), &m); err != nil {
		t.Fatal(err)
	}
	if len(m.Files) != len(s.Names())-1 || m.Index != "index.html" || m.NotFound != "404.html" || m.SHA256 == "" {
		t.Errorf("site.json: %d files of %d, index %q", len(m.Files), len(s.Names()), m.Index)
	}
	for _, f := range m.Files {
		if data, ok := s.File(f.Path); !ok || len(data) != f.Bytes || strings.Contains(f.Type, "octet-stream") {
			t.Errorf("site.json: %+v", f)
		}
	}
}

// TestEveryClaim: each claim has a page with its statement, verdict, figure and rule; the page of its experiment names it, and it that.
func TestEveryClaim(t *testing.T) {
	s := built(t)
	data, err := os.ReadFile("../../results/claims/ledger.json")
	if err != nil {
		t.Fatal(err)
	}
	var ledger lab.Ledger
	if err := json.Unmarshal(data, &ledger); err != nil {
		t.Fatal(err)
	}
	list := file(t, s, "claims/index.html")
	for _, e := range ledger.Entries {
		id := e.Claim.ID
		page := file(t, s, "claims/"+id+".html")
		for what, want := range map[string]string{"statement": e.Claim.Statement, "stated": e.Claim.Stated, "figure": e.Finding.Figure, "reason": e.Finding.Because, "rule": e.Claim.Rule.Words(e.Claim.Rule.Refuted), "verdict": string(e.Finding.Verdict)} {
			// What stands between backticks is code on the page.
			if want = strings.ReplaceAll(want, "`", ""); !strings.Contains(plainText(t, page), strings.Join(strings.Fields(want), " ")) {
				t.Errorf("%s: its page lacks the %s: %s", id, what, want)
			}
		}
		if !strings.Contains(list, `href="`+id+`.html"`) {
			t.Errorf("%s is not in the list", id)
		}
		experiment, ok := s.File("results/" + e.Claim.Experiment + "/index.html")
		if !ok {
			continue
		}
		if !strings.Contains(string(experiment), "../../claims/"+id+".html") || !strings.Contains(page, "../results/"+e.Claim.Experiment+"/index.html") {
			t.Errorf("%s and %s do not lead to each other", id, e.Claim.Experiment)
		}
	}
}

func plainText(t *testing.T, page string) string {
	t.Helper()
	doc, err := xhtml.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for n := range doc.Descendants() {
		if n.Type == xhtml.TextNode {
			out.WriteString(n.Data)
		}
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// TestRecords: a download holds the records to the byte.
func TestRecords(t *testing.T) {
	s := built(t)
	z, err := gzip.NewReader(strings.NewReader(file(t, s, "results/csp-hard/records.jsonl.gz")))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../results/csp-hard/records.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("other records")
	}
}

// TestSitemap: relative while nobody knows where the site stands, absolute below a base.
func TestSitemap(t *testing.T) {
	for base, want := range map[string][2]string{
		"":                          {"index.html", "claims/index.html"},
		"https://lab.example.org/s": {"https://lab.example.org/s/", "https://lab.example.org/s/claims/"},
	} {
		s, err := site.Build(t.Context(), small(), site.Options{Base: base})
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			URL []struct {
				Loc string `xml:"loc"`
			} `xml:"url"`
		}
		if err := xml.Unmarshal([]byte(file(t, s, "sitemap.xml")), &m); err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, u := range m.URL {
			all = append(all, u.Loc)
		}
		for _, w := range want {
			if !slices.Contains(all, w) {
				t.Errorf("base %q: no %s in %q", base, w, all)
			}
		}
		if has := strings.Contains(file(t, s, "404.html"), `<base href="https://lab.example.org/s/">`); has != (base != "") {
			t.Errorf("base %q: 404.html has a base: %t", base, has)
		}
	}
}

// small is a tree with one of each.
func small() fstest.MapFS {
	text := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	return fstest.MapFS{
		"go.mod":                          text("module example.com/renamed\n"),
		"README.md":                       text("# A lab\n\nSee [notes](research/README.md#more), [a claim](results/claims/doc.md#c01a-refuted), [a table](results/exp-a/table.md#x) and [pkg/a](pkg/a/a.go), the [Makefile](Makefile).\n"),
		"Makefile":                        text("all:\n"),
		"research/README.md":              text("# Notes\n\n[One](one.md)\n\n## More\n\nC01a is <!-- verdict: C01a -->refuted<!-- /verdict --> by `exp-a`.\n"),
		"CHANGELOG.md":                    text("# Changes\n"),
		"research/REPORT.md":              text("# The report\n"),
		"research/one.md":                 text("# One\n\n<!-- begin generated: results/exp-a/table.md -->\n**A table**\n\n| A | B |\n|---|--:|\n| 1 | 2 |\n<!-- end generated -->\n\n" + strings.Repeat("A long passage. ", 40) + "Faraway.\n\n| Tabular |\n|---|\n| 1 |\n"),
		"results/README.md":               text("# Results\n\n[exp-a](exp-a/README.md), [claims](claims/README.md)\n"),
		"results/exp-a/README.md":         text("# An experiment\n\nWhat is asked?\n\n" + strings.Repeat("Not measured: a=1, b=2 (no `such` program).\n\n", 20) + "- [The table of `sudokulab <x>`](table.md) ([CSV](table.csv))\n- [Records](records.jsonl)\n"),
		"results/exp-a/table.md":          text("**A table**\n\n| A | B |\n|---|--:|\n| 1 | 2 |\n"),
		"results/exp-a/table.csv":         text("A,B\n1,2\n"),
		"results/claims/verdicts.svg":     text("<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
		"results/claims/ledger.json":      text(`{"documents":[{"id":"doc","title":"A document","letter":"C","report":"research/one.md"}],"entries":[{"claim":{"id":"C01a","document":"doc","statement":"It is <fast>.","stated":"fast","decides":"time","experiment":"exp-a","rule":{"reading":"Literal.","reproduced":"it is","refuted":"it is not"}},"finding":{"verdict":"refuted","figure":"5","because":"it is slow","cases":["n=9"]},"profile":"quick"}]}`),
		"notebooks/README.md":             text("# Notebooks\n\n[1](1.ipynb)\n"),
		"notebooks/1.ipynb":               text(`{"cells":[{"cell_type":"markdown","id":"a","metadata":{},"source":["# First\n","\n","See [one](../research/one.md) and C01a."]}],"metadata":{},"nbformat":4,"nbformat_minor":5}`),
		"pkg/README.md":                   text("# Packages\n\n[a](a/a.go)\n"),
		"pkg/a/a.go":                      text("// Package a counts. See [example.com/renamed/pkg/a.F] and [fmt.Println].\npackage a\n\n// F is [T].\nfunc F() T { return 1 }\n\n// T is a number.\ntype T int\n"),
		"pkg/a/a_test.go":                 text("package a_test\n\nimport \"fmt\"\n\nfunc ExampleF() {\n\tfmt.Println(1)\n\t// Output: 1\n}\n"),
		"pkg/a/testdata/deep/README.md":   text("# Not for readers\n"),
		"notebooks/1.partial.ipynb":       text("{"),
		"experiments/exp-a/experiment.go": text("package a\n"),
	}
}

// TestSmall: what becomes of each part of a tree, whose module may have another name.
func TestSmall(t *testing.T) {
	s, err := site.Build(t.Context(), small(), site.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, wants := range map[string][]string{
		"about.html":               {`href="research/index.html#more"`, `href="claims/C01a.html"`, `href="results/exp-a/index.html#table"`, `href="CHANGELOG.html"`, `href="packages/a.html"`, `<span class="plain"`},
		"research/index.html":      {`href="../claims/C01a.html"`, `class="verdict refuted"`, `href="../results/exp-a/index.html"`},
		"research/one.html":        {`<p class="caption">`, `class="scroll"`, `class="r"`, "Generated from", `href="../results/exp-a/index.html#table"`, "What leads here", `href="../notebooks/1.html"`},
		"claims/C01a.html":         {"It is &lt;fast&gt;.", `href="../results/exp-a/index.html"`, `href="../notebooks/1.html"`},
		"results/exp-a/index.html": {`id="table"`, `>The table of <code>sudokulab &lt;x&gt;</code></h2>`, "What was not measured, and why (20)</summary>", `href="table.csv"`, `href="../../claims/C01a.html"`},
		"packages/a.html":          {`id="F"`, `href="#T"`, "Example", "fmt.Println"},
		"notebooks/1.html":         {`href="../research/one.html"`, `href="../claims/C01a.html"`},
		"index.html":               {"A document", `href="research/REPORT.html"`},
		"research/REPORT.html":     {`aria-current="true">Report`},
		"search.html":              {"assets/index.js"},
	} {
		page := file(t, s, name)
		for _, want := range wants {
			if !strings.Contains(page, want) {
				t.Errorf("%s has no %s", name, want)
			}
		}
	}
	_, index, _ := strings.Cut(file(t, s, "assets/index.js"), `= "`)
	index, _, _ = strings.Cut(index, `"`)
	z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(index)))
	if err != nil {
		t.Fatal(err)
	}
	var searched [3][][]any
	if err := json.NewDecoder(z).Decode(&searched); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"C01a", "An experiment"} {
		if text := fmt.Sprint(searched); !strings.Contains(text, want) {
			t.Errorf("the search does not know %s: %s", want, text)
		}
	}
	// Words of code, of tables and from far down, each once, and none that passages hold already.
	besides := map[string]int{}
	for _, row := range searched[2] {
		besides[fmt.Sprint(row[0])]++
	}
	for word, want := range map[string]int{"import": 1, "faraway": 1, "tabular": 1, "passage": 0} {
		if besides[word] != want {
			t.Errorf("the search has the word %q %d times besides, want %d: %v", word, besides[word], want, besides)
		}
	}
	for _, name := range s.Names() {
		if strings.Contains(name, "testdata") || strings.Contains(name, "partial") {
			t.Errorf("the site has %s", name)
		}
	}
}

// TestRefused: what a tree or its options lack is said, with the place.
func TestRefused(t *testing.T) {
	for want, change := range map[string]func(fstest.MapFS, *site.Options){
		`research/one.md: link to "gone.md"`: func(m fstest.MapFS, _ *site.Options) { m["research/one.md"].Data = []byte("# One\n\n[x](gone.md)\n") },
		`research/one.md: link to "../../x"`: func(m fstest.MapFS, _ *site.Options) { m["research/one.md"].Data = []byte("# One\n\n[x](../../x)\n") },
		"ledger.json":                        func(m fstest.MapFS, _ *site.Options) { m["results/claims/ledger.json"].Data = []byte("{") },
		"1.ipynb":                            func(m fstest.MapFS, _ *site.Options) { m["notebooks/1.ipynb"].Data = []byte("{") },
		"pkg/a/a.go:2":                       func(m fstest.MapFS, _ *site.Options) { m["pkg/a/a.go"].Data = []byte("package a\nfunc {") },
		"base":                               func(_ fstest.MapFS, o *site.Options) { o.Base = "lab.example.org" },
		"extra page":                         func(_ fstest.MapFS, o *site.Options) { o.Extra = []site.Extra{{Path: "../x.html", Title: "x"}} },
	} {
		m, o := small(), site.Options{}
		change(m, &o)
		if _, err := site.Build(t.Context(), m, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want an error with %s", err, want)
		}
	}
}

// TestWrite: an earlier site is replaced, files of its own removed; other folders are refused, and what stood there stays.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "site")
	m := small()
	write := func(m fstest.MapFS) {
		t.Helper()
		s, err := site.Build(t.Context(), m, site.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Write(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
		n := 0
		err = fs.WalkDir(os.DirFS(dir), ".", func(_ string, d fs.DirEntry, err error) error {
			if !d.IsDir() {
				n++
			}
			return err
		})
		if err != nil || n != len(s.Names()) {
			t.Errorf("%d files, want %d: %v", n, len(s.Names()), err)
		}
	}
	m["research/two.md"] = &fstest.MapFile{Data: []byte("# Two\n")}
	write(m)
	delete(m, "research/two.md")
	write(m)

	s, err := site.Build(t.Context(), m, site.Options{})
	if err != nil {
		t.Fatal(err)
	}
	other := t.TempDir()
	mine := filepath.Join(other, "mine.txt")
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Write(t.Context(), other); err == nil {
		t.Error("written over a folder of somebody else's")
	}
	if entries, err := os.ReadDir(other); err != nil || len(entries) != 1 {
		t.Errorf("%d entries in a refused folder: %v", len(entries), err)
	}
	if err := s.Write(t.Context(), mine); err == nil {
		t.Error("written into a file")
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if err := s.Write(ended, filepath.Join(t.TempDir(), "x")); err == nil {
		t.Error("written after the end")
	}
}

// TestPlanted: no link in the folder leads the site's files elsewhere, neither to be written nor to be removed.
func TestPlanted(t *testing.T) {
	m := small()
	m["research/two.md"] = &fstest.MapFile{Data: []byte("# Two\n")}
	build := func() *site.Site {
		s, err := site.Build(t.Context(), m, site.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	with := build()
	delete(m, "research/two.md")
	without := build()
	for what, plant := range map[string]func(dir, outside string) error{
		"a file of the site": func(dir, outside string) error {
			at := filepath.Join(dir, "about.html")
			return errors.Join(os.Remove(at), os.Symlink(filepath.Join(outside, "about.html"), at))
		},
		"a folder of the site": func(dir, outside string) error {
			at := filepath.Join(dir, "research")
			return errors.Join(os.RemoveAll(at), os.Symlink(outside, at))
		},
		"a file that is not there yet": func(dir, outside string) error {
			at := filepath.Join(dir, "about.html")
			return errors.Join(os.Remove(at), os.Symlink(filepath.Join(outside, "new"), at))
		},
	} {
		dir, outside := t.TempDir(), t.TempDir()
		if err := with.Write(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
		var theirs []string
		for _, name := range []string{"about.html", "one.html", "two.html", "index.html"} {
			theirs = append(theirs, filepath.Join(outside, name))
			if err := os.WriteFile(filepath.Join(outside, name), []byte("theirs"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := plant(dir, outside); err != nil {
			t.Skip(err)
		}
		if err := without.Write(t.Context(), dir); err == nil {
			t.Errorf("%s: written through a link", what)
		}
		for _, name := range theirs {
			if text, err := os.ReadFile(name); err != nil || string(text) != "theirs" {
				t.Errorf("%s: %s outside is %q, %v", what, filepath.Base(name), text, err)
			}
		}
		if entries, err := os.ReadDir(outside); err != nil || len(entries) != len(theirs) {
			t.Errorf("%s: %d files outside, %v", what, len(entries), err)
		}
	}
}

// TestHandler: a server shows the files with their types, the index of a folder, and 404.html for the rest.
func TestHandler(t *testing.T) {
	s, err := site.Build(t.Context(), small(), site.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := s.Write(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	at := httptest.NewServer(http.StripPrefix("/site", site.Handler(os.DirFS(dir))))
	defer at.Close()
	for address, want := range map[string]struct {
		code int
		kind string
		text string
	}{
		"/site/":                           {200, "text/html; charset=utf-8", "A document"},
		"/site/claims/":                    {200, "text/html; charset=utf-8", "The claims"},
		"/site/claims":                     {200, "text/html; charset=utf-8", "The claims"},
		"/site/assets/site.css":            {200, "text/css; charset=utf-8", "color-scheme"},
		"/site/claims/ledger.json.gz":      {200, "application/gzip", ""},
		"/site/no/such/page":               {404, "text/html; charset=utf-8", `<base href="../../">`},
		"/site/gone":                       {404, "text/html; charset=utf-8", `<base href="./">`},
		"/site/claims/../../../etc/passwd": {404, "text/html; charset=utf-8", "No such page"},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, at.URL+address, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(got.Body)
		_ = got.Body.Close()
		if err != nil || got.StatusCode != want.code || got.Header.Get("Content-Type") != want.kind || !strings.Contains(string(body), want.text) {
			t.Errorf("%s: %d, %s, %d bytes, %v", address, got.StatusCode, got.Header.Get("Content-Type"), len(body), err)
		}
	}
}
