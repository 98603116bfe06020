package nbhtml_test

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sudokulab/pkg/nbexec/nbformat"
	"sudokulab/pkg/nbexec/nbhtml"
)

const pixel = "iVBORw0KGgo="

func book(cells ...*nbformat.Cell) *nbformat.Notebook {
	return &nbformat.Notebook{Minor: 5, Cells: cells, Metadata: nbformat.Object{"kernelspec": nbformat.Object{"language": "go"}}}
}

func code(source string, outputs ...*nbformat.Output) *nbformat.Cell {
	return &nbformat.Cell{Type: nbformat.Code, Source: source, Outputs: outputs}
}

func display(mime, text string) *nbformat.Output {
	return &nbformat.Output{Type: nbformat.DisplayData, Data: nbformat.Object{mime: text, "text/plain": "plain <form>"}}
}

// body returns what stands within main.
func body(t testing.TB, n *nbformat.Notebook, o nbhtml.Options) string {
	t.Helper()
	page, err := nbhtml.Page(n, o)
	if err != nil {
		t.Fatal(err)
	}
	again, err := nbhtml.Page(n, o)
	if err != nil || !bytes.Equal(page, again) {
		t.Fatalf("the second page differs from the first, %v", err)
	}
	_, rest, ok1 := strings.Cut(string(page), "<main>\n")
	main, _, ok2 := strings.Cut(rest, "</main>")
	if !ok1 || !ok2 {
		t.Fatalf("no main in\n%s", page)
	}
	return main
}

func TestOutputs(t *testing.T) {
	for _, tc := range []struct {
		output     *nbformat.Output
		want, none string
	}{
		{&nbformat.Output{Type: nbformat.Stream, Name: "stdout", Text: "a < b"}, `<pre class="output stdout" tabindex="0">a &lt; b</pre>`, ""},
		{&nbformat.Output{Type: nbformat.Stream, Name: "stderr", Text: "\x1b[1;31mred\x1b[0m\x1b[2Kplain"}, `<span class="b f1">red</span>plain`, "\x1b"},
		{&nbformat.Output{Type: nbformat.Stream, Name: "stdout", Text: "\x1b[38;5;1mx\x1b[mu\x1b[38;2;1;7;3my\x1b[94mz"}, `xuy<span class="f4">z</span>`, `class="v"`},
		{&nbformat.Output{Type: nbformat.Error, ErrorName: "E", ErrorValue: "v", Traceback: []string{"one", "two"}}, "one\ntwo", ""},
		{&nbformat.Output{Type: nbformat.Error, ErrorName: "E", ErrorValue: "<v>"}, "E: &lt;v&gt;", ""},
		{display("text/html", "<b>x</b><script>y()</script><SCRIPT async\nsrc='//cdn'>\n</script>"), "<b>x</b><script>y()</script></div>", "cdn"},
		{display("image/svg+xml", "<?xml version='1.0'?>\n<!DOCTYPE svg>\n<svg><path/></svg>"), `<div class="output"><svg><path/></svg>`, "xml version"},
		{display("image/png", "iVBO\nRw0KGgo=\n"), `<img alt="plain &lt;form&gt;" src="data:image/png;base64,` + pixel + `">`, ""},
		{display("text/markdown", "some *words*"), "some <em>words</em>", "plain"},
		{display("text/latex", `$\displaystyle x$`), `<div class="output"><p><math><mstyle displaystyle="true" scriptlevel="0"><mi>x</mi>`, "plain"},
		{display("text/latex", `\[x\]`), `<p><math display="block"><mi>x</mi></math></p>`, ""},
		{display("text/latex", "\n\\begin{gather}x\\end{gather}"), `<p><math display="block"><mtable displaystyle="true">`, ""},
		{display("text/latex", `\foo{<x>}`), `<code class="tex">\foo{&lt;x&gt;}</code>`, "math"},
		{display("text/latex", `x`), `<code class="tex">x</code>`, "math"},
		{display("application/json", "{}"), "plain &lt;form&gt;", "{}"},
	} {
		got := body(t, book(code("x", tc.output)), nbhtml.Options{})
		if !strings.Contains(got, tc.want) || tc.none != "" && strings.Contains(got, tc.none) {
			t.Errorf("%+v:\n%s\nwant %q in it, and not %q", tc.output, got, tc.want, tc.none)
		}
	}
}

func TestText(t *testing.T) {
	files := fstest.MapFS{"img/a.png": {Data: []byte("\x89PNG\r\n\x1a\n")}}
	c := &nbformat.Cell{Type: nbformat.Markdown, Attachments: nbformat.Object{"b.png": nbformat.Object{"image/png": "QUJD"}}}
	for source, want := range map[string]string{
		"# One & two":               `<h1 id="One-&amp;-two">One &amp; two</h1>`,
		"|a|b|\n|-|-|\n|1|$x^2$|":   "<td><math><msup><mi>x</mi><mn>2</mn></msup></math></td>",
		"![one](img/a.png)":         `<img src="data:image/png;base64,` + pixel + `" alt="one"`,
		"![two](attachment:b.png)":  `<img src="data:image/png;base64,QUJD" alt="two"`,
		"![three](https://x/y.png)": `<a href="https://x/y.png">three</a>`,
		"![four](../up.png)":        `<a href="../up.png">four</a>`,
		"![five](img/none.png)":     `<a href="img/none.png">five</a>`,
		"[six](https://x/)":         `<a href="https://x/">six</a>`,
		"x <script src=a></script>": "<p>x </p>",
	} {
		c.Source = source
		if got := body(t, book(c), nbhtml.Options{Files: files}); !strings.Contains(got, want) {
			t.Errorf("%q:\n%s\nwant %q in it", source, got, want)
		}
	}
}

// TestFormulas: dollars are fences by pandoc's rule, and formulas that are not understood stay as
// they are.
func TestFormulas(t *testing.T) {
	const x, y, block = "<math><mi>x</mi></math>", "<math><mi>y</mi></math>", `<math display="block"><mi>x</mi></math>`
	for source, want := range map[string]string{
		"a $x$, $y$.":         "<p>a " + x + ", " + y + ".</p>",
		"$x$":                 "<p>" + x + "</p>",
		"*a $x_1$ b_1*":       "<p><em>a <math><msub><mi>x</mi><mn>1</mn></msub></math> b_1</em></p>",
		"$x *y$ z*":           "<math><mrow><mi>x</mi><mo>∗</mo><mi>y</mi></mrow></math> z*",
		"$x\n+y$":             "<math><mrow><mi>x</mi><mo>+</mo><mi>y</mi></mrow></math>",
		"one $ sign":          "<p>one $ sign</p>",
		"$5 and $6":           "<p>$5 and $6</p>",
		"$5 and $":            "<p>$5 and $</p>",
		"$ x$":                "<p>$ x$</p>",
		"$x $":                "<p>$x $</p>",
		"$x$1":                "<p>$x$1</p>",
		"$5, $6, and $y$":     "<p>$5, $6, and " + y + "</p>",
		"\\$x$ $y$":           "<p>$x$ " + y + "</p>",
		`$x\$$`:               "<math><mrow><mi>x</mi><mi mathvariant=\"normal\">$</mi></mrow></math>",
		"`$x$`":               "<p><code>$x$</code></p>",
		"$5 `x$` y$":          "<p>$5 <code>x$</code> y$</p>",
		"    $x$":             "<pre><code>$x$\n</code></pre>",
		"```\n$$\nx\n$$\n```": "<pre><code>$$\nx\n$$\n</code></pre>",
		"$$x$$":               `<p class="formula">` + block + "</p>",
		"a\n$$\nx\n$$\nb":     "<p>a</p>\n<p class=\"formula\">" + block + "</p>\n<p>b</p>",
		"a $$x$$ b":           "<p>a " + block + " b</p>",
		"$$x$$, b":            "<p>" + block + ", b</p>",
		"> $$\n> x\n> $$":     `<p class="formula">` + block + "</p>\n</blockquote>",
		"- $$\n  x\n  $$":     `<p class="formula">` + block + "</p>\n</li>",
		"$$\na\n- b\n$$":      `<p class="formula"><math display="block"><mrow><mi>a</mi><mo>−</mo><mi>b</mi></mrow></math></p>`,
		"$$\n# a\n$$":         `<p class="formula"><code class="tex">$$` + "\n# a\n$$</code></p>",
		"$$\nx\n\ny\n$$":      "<p>$$\nx</p>\n<p>y\n$$</p>",
		"$$\nx":               "<p>$$\nx</p>",
		"> $$\n> x\n\n$$":     "<p>$$\nx</p>\n</blockquote>",
		"> $$\n$$":            "<p>$$\n$$</p>",
		"- $$\n  x\n$$":       `<code class="tex">$$` + "\nx\n</code></p>\n</li>\n</ul>\n<p>$$</p>",
		"$$$$":                "<p>$$$$</p>",
		"$$":                  "<p>$$</p>",
		`$\foo<$`:             `<p><code class="tex">$\foo&lt;$</code></p>`,
		`$\frac{1}{$ and $y$`: `<p><code class="tex">$\frac{1}{$</code> and ` + y + "</p>",
		"\t$x$":               "<pre><code>$x$\n</code></pre>",
		"[$x$](a)":            `<a href="a">` + x + "</a>",
	} {
		c := &nbformat.Cell{Type: nbformat.Markdown, Source: source}
		if got := body(t, book(c), nbhtml.Options{}); !strings.Contains(got, want) {
			t.Errorf("%q:\n%s\nwant %q in it", source, got, want)
		}
	}
}

// FuzzFormulas: no text breaks the page, and dollars in code stay.
func FuzzFormulas(f *testing.F) {
	f.Add("a $x$ `$y$` $$\nz\n$$\n> $$\n> $$ $\n- $$a$$\n\t$$b", "$x$")
	f.Add("\t$$\n $$\n$$a\n\t$$", "a$")
	f.Fuzz(func(t *testing.T, text, inCode string) {
		cells := []*nbformat.Cell{{Type: nbformat.Markdown, Source: text}, {Type: nbformat.Markdown, Source: "``x" + inCode + "x``"}}
		got := body(t, book(cells...), nbhtml.Options{})
		if strings.ContainsAny(inCode, "`\n\r\x00") {
			return
		}
		if want := "<code>x" + html.EscapeString(inCode) + "x</code>"; html.UnescapeString(got[strings.LastIndex(got, "<section"):]) != html.UnescapeString("<section class=\"text\">\n<p>"+want+"</p>\n</section>\n") {
			t.Errorf("code %q:\n%s", inCode, got)
		}
	})
}

// TestHeadings: an id is that of Jupyter, and stands once on a page.
func TestHeadings(t *testing.T) {
	heading := &nbformat.Cell{Type: nbformat.Markdown, Source: "## The same"}
	got := body(t, book(heading, heading, code("x", display("text/markdown", "## The same"))), nbhtml.Options{})
	for _, id := range []string{`id="The-same"`, `id="The-same-1"`, `id="The-same-2"`} {
		if strings.Count(got, id) != 1 {
			t.Errorf("want %s once in\n%s", id, got)
		}
	}
}

// TestLinks: links to notebooks lead to their pages if there are pages, all others stay.
func TestLinks(t *testing.T) {
	for address, want := range map[string]string{
		"10-csp.ipynb": "10-csp.html", "../a/b.ipynb#Part-2": "../a/b.html#Part-2", "./a%20b.ipynb?x#y.ipynb": "./a%20b.html?x#y.ipynb",
		"https://x/a.ipynb": "", "//x/a.ipynb": "", "/a.ipynb": "", "a.ipynb/b": "", "a.md#b.ipynb": "", "#a.ipynb": "", "README.md": "", ".ipynb.txt": "", "mailto:a.ipynb": "",
	} {
		n := book(&nbformat.Cell{Type: nbformat.Markdown, Source: "[x](" + address + ")"}, code("y", display("text/markdown", "[z]("+address+")")))
		if want == "" {
			want = address
		}
		for _, pages := range []bool{true, false} {
			if !pages {
				want = address
			}
			got := body(t, n, nbhtml.Options{Pages: pages})
			if strings.Count(got, `href="`+want+`"`) != 2 {
				t.Errorf("%s, pages %v: want %s twice in\n%s", address, pages, want, got)
			}
		}
	}
}

// TestSkipped: code that readers may skip is closed, and there is a button for all code.
func TestSkipped(t *testing.T) {
	const closed = "<details class=\"skip\"><summary>Code</summary>\n<pre class=\"source\" tabindex=\"0\"><code>x</code></pre>\n</details>"
	for _, tc := range []struct {
		metadata nbformat.Object
		want     bool
	}{
		{nil, false},
		{nbformat.Object{"jupyter": nbformat.Object{"source_hidden": true}}, true},
		{nbformat.Object{"jupyter": nbformat.Object{"source_hidden": false, "outputs_hidden": true}}, false},
		{nbformat.Object{"jupyter": "source_hidden"}, false},
		{nbformat.Object{"tags": []any{"hide-input"}}, true},
		{nbformat.Object{"tags": []any{"hide-output"}}, false},
	} {
		c := code("x", display("text/html", "<b>shown</b>"))
		c.Metadata = tc.metadata
		got := body(t, book(c), nbhtml.Options{})
		if strings.Contains(got, closed) != tc.want || !strings.Contains(got, "<b>shown</b>") || strings.Count(got, `<pre class="source"`) != 1 {
			t.Errorf("%v: closed should be %v:\n%s", tc.metadata, tc.want, got)
		}
	}
	const button = `<button name="code" type="button" hidden>Hide code</button>`
	for _, n := range []*nbformat.Notebook{book(code("x")), book(code(" "), &nbformat.Cell{Type: nbformat.Markdown, Source: "x"})} {
		page, err := nbhtml.Page(n, nbhtml.Options{})
		if want := len(n.Cells) == 1; err != nil || bytes.Contains(page, []byte(button)) != want {
			t.Errorf("a button for code: want %v, %v:\n%s", want, err, page)
		}
	}
}

var (
	rule     = regexp.MustCompile(`(?m)([^{}]+)\{[^{}]*\}`)
	oneClass = regexp.MustCompile(`^\s*\.[a-z]\d?\b`)
)

// TestStyle: classes of one letter, which outputs have too, are named only within what the page
// itself writes.
func TestStyle(t *testing.T) {
	page, err := nbhtml.Page(book(code("x")), nbhtml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "<style>")
	sheet, _, ok := strings.Cut(rest, "</style>")
	rules := rule.FindAllStringSubmatch(sheet, -1)
	if !ok || len(rules) < 20 {
		t.Fatalf("%d rules in\n%s", len(rules), sheet)
	}
	scoped := 0
	for _, r := range rules {
		for selector := range strings.SplitSeq(r[1], ",") {
			if oneClass.MatchString(selector) {
				t.Errorf("%q applies to outputs", selector)
			}
		}
		if strings.Contains(r[1], " .k") || strings.Contains(r[1], " .f1") {
			scoped++
		}
	}
	if scoped != 2 {
		t.Errorf("%d of the 2 classes k and f1 are in\n%s", scoped, sheet)
	}
}

var (
	tag     = regexp.MustCompile(`<[^>]*>`)
	element = regexp.MustCompile(`(?s)<code>(.*)</code>`)
)

// FuzzSource: without its tags a cell's source is as it was.
func FuzzSource(f *testing.F) {
	f.Add("%%\nfor i := range 3 { // three\n\tfmt.Println(\"<\", 'x', 0x1p-2, `raw\n%x`)\n}\n!ls\n")
	f.Add("import (\n\t\"a\"\n)\r\n/* open")
	f.Add("\"open\n~?\x00%")
	f.Fuzz(func(t *testing.T, source string) {
		got := element.FindStringSubmatch(body(t, book(code("x"+source)), nbhtml.Options{}))
		if len(got) != 2 || html.UnescapeString(tag.ReplaceAllString(got[1], "")) != html.UnescapeString(html.EscapeString("x"+source)) {
			t.Errorf("%q became %q", source, got)
		}
	})
}

func TestHighlight(t *testing.T) {
	got := body(t, book(code("%%\nvar x = \"s\" // c\nreturn 7")), nbhtml.Options{})
	want := `<code><span class="m">%%</span>` + "\n" + `<span class="k">var</span> x = <span class="s">&#34;s&#34;</span> <span class="c">// c</span>` + "\n" +
		`<span class="k">return</span> <span class="n">7</span></code>`
	if !strings.Contains(got, want) {
		t.Errorf("%s\nwant %s", got, want)
	}
	n := book(code("var x"))
	n.Metadata = nil
	if got := body(t, n, nbhtml.Options{}); !strings.Contains(got, "<code>var x</code>") {
		t.Errorf("in no language: %s", got)
	}
}

// TestPage: the page forbids whatever is not in it, and has a title.
func TestPage(t *testing.T) {
	n := book(&nbformat.Cell{Type: nbformat.Markdown, Source: "text\n# A <title>\n"}, &nbformat.Cell{Type: nbformat.Raw, Source: "<raw>"}, code(" "))
	page, err := nbhtml.Page(n, nbhtml.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"default-src 'none'", "<title>A &lt;title&gt;</title>", "&lt;raw&gt;", "light-dark(", "prefers-color-scheme"} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	for _, none := range []string{"http:", "https:", "cookie", "localStorage", "url(", "@import"} {
		if bytes.Contains(page, []byte(none)) {
			t.Errorf("%q in\n%s", none, page)
		}
	}
	if page, err := nbhtml.Page(n, nbhtml.Options{Title: "Another"}); err != nil || !bytes.Contains(page, []byte("<title>Another</title>")) {
		t.Errorf("%v, the title is missing in\n%s", err, page)
	}
}

func ExamplePage() {
	page, err := nbhtml.Page(&nbformat.Notebook{Cells: []*nbformat.Cell{{Type: nbformat.Markdown, Source: "# A tour"}}}, nbhtml.Options{})
	_, rest, _ := strings.Cut(string(page), "<main>\n")
	main, _, _ := strings.Cut(rest, "</main>")
	fmt.Print(main, err)
	// Output:
	// <section class="text">
	// <h1 id="A-tour">A tour</h1>
	// </section>
	// <nil>
}

func text(source string) *nbformat.Cell {
	return &nbformat.Cell{Type: nbformat.Markdown, Source: source}
}

// TestContents: the sections are listed behind the first text cell, with the ids that Jupyter gives
// them, unless the notebook does so itself.
func TestContents(t *testing.T) {
	cells := []*nbformat.Cell{code("x"), text("# Title\n\nwords"), text("## It's `one`, really?\n\n### Not listed"), text("## Two & $x$"), text("## Two & $x$"), code("y", display("text/markdown", "## Output"))}
	want := "<nav class=\"contents\" aria-label=\"Contents\">\n<details open><summary>Contents</summary>\n<ol>\n" +
		"<li><a href=\"#It%27s-one,-really?\">It&#39;s one, really?</a></li>\n" +
		"<li><a href=\"#Two-&amp;-x\">Two &amp; x</a></li>\n<li><a href=\"#Two-&amp;-x-1\">Two &amp; x</a></li>\n</ol>\n</details>\n</nav>\n"
	got := body(t, book(cells...), nbhtml.Options{})
	before, after, ok := strings.Cut(got, want)
	if !ok || !strings.HasSuffix(before, "<p>words</p>\n</section>\n") || !strings.Contains(after, `<h2 id="It's-one,-really?">`) {
		t.Errorf("want\n%sbehind the first text in\n%s", want, got)
	}
	own := text("Contents: [a](#Two-&-x), [b](#two--x), [c](#Output), [d](#none)")
	got = body(t, book(append(cells[:2:2], append([]*nbformat.Cell{own}, cells[2:]...)...)...), nbhtml.Options{})
	if strings.Contains(got, "<nav") {
		t.Errorf("the contents are there twice:\n%s", got)
	}
	// Links by another way to make ids lead to the heading that is meant.
	for _, link := range []string{`<a href="#Two-&amp;-x">a</a>`, `<a href="#Two-&amp;-x">b</a>`, `<a href="#Output">c</a>`, `<a href="#none">d</a>`} {
		if !strings.Contains(got, link) {
			t.Errorf("no %s in\n%s", link, got)
		}
	}
	if got := body(t, book(text("## One"), text("## Two")), nbhtml.Options{}); strings.Contains(got, "<nav") {
		t.Errorf("contents of two sections:\n%s", got)
	}
}

// TestWays: a page leads to the one before, the next and the index, at its top and its end, but not
// where the notebook does so.
func TestWays(t *testing.T) {
	o := nbhtml.Options{Pages: true, Previous: nbhtml.Link{Title: "A <b>", Address: "10-a.html"}, Next: nbhtml.Link{Title: "C", Address: "30-c.html"}, Index: "index.html"}
	const previous, index, next = `<a rel="prev" href="10-a.html">← A &lt;b&gt;</a>`, `<a rel="index" href="index.html">All notebooks</a>`, `<a rel="next" href="30-c.html">C →</a>`
	for _, tc := range []struct {
		source   string
		ways     []string
		contains string
	}{
		{"no links", []string{previous, index, next}, ""},
		{"a word on [A](10-a.ipynb), and on [all](README.md)", []string{previous, index, next}, `on <a href="10-a.html">A</a>, and on <a href="index.html">all</a>`},
		{"[← A](10-a.ipynb) · [all notebooks](README.md)", []string{next}, `<a href="10-a.html">← A</a>`},
		{"Next: [C](30-c.ipynb)", []string{previous, index}, ""},
		{"text\n\n[← A](10-a.ipynb) | [all](./README.md#x) | [C →](./30-c.ipynb)", nil, `href="index.html"`},
	} {
		page, err := nbhtml.Page(book(text(tc.source)), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, way := range []string{previous, index, next} {
			want := 0
			if slices.Contains(tc.ways, way) {
				want = 2
			}
			if got := strings.Count(string(page), way); got != want {
				t.Errorf("%q: %s %d times, want %d", tc.source, way, got, want)
			}
		}
		if !strings.Contains(string(page), tc.contains) {
			t.Errorf("%q: no %s in\n%s", tc.source, tc.contains, page)
		}
	}
	// Without an index README.md stays, and a page of its own leads nowhere.
	if page, err := nbhtml.Page(book(text("[all](README.md)")), nbhtml.Options{Pages: true}); err != nil || !bytes.Contains(page, []byte(`href="README.md"`)) || bytes.Contains(page, []byte("<footer>")) {
		t.Errorf("%v\n%s", err, page)
	}
}

func TestIndex(t *testing.T) {
	title, about := nbhtml.Summary(book(code("x"), text("# One & two\n"), text("**The question.** Does `a`\nhold?\n\nMore.")))
	if title != "One & two" || about != "The question. Does a hold?" {
		t.Errorf("%q, %q", title, about)
	}
	page := string(nbhtml.Index("All", []nbhtml.Entry{{Link: nbhtml.Link{Title: title, Address: "a%20b.html"}, Text: about}, {Link: nbhtml.Link{Title: "<x>", Address: "x.html"}}}))
	for _, want := range []string{"script-src 'none'", nbhtml.Generator, "<h1>All</h1>", `<dt><a href="a%20b.html">One &amp; two</a></dt>` + "\n<dd>The question. Does a hold?</dd>", `<a href="x.html">&lt;x&gt;</a></dt>` + "\n</dl>"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
}

// TestImageFiles: what is no file of an image's size is a link.
func TestImageFiles(t *testing.T) {
	files := fstest.MapFS{"fifo.png": {Mode: fs.ModeNamedPipe}, "dir.png": {Mode: fs.ModeDir}}
	for _, name := range []string{"fifo.png", "dir.png"} {
		if got := body(t, book(text("![x]("+name+")")), nbhtml.Options{Files: files}); !strings.Contains(got, `<a href="`+name+`">x</a>`) {
			t.Errorf("%s became\n%s", name, got)
		}
	}
	dir := t.TempDir()
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "large.png"), nil, 0o600), os.Truncate(filepath.Join(dir, "large.png"), 30<<30)); err != nil {
		t.Fatal(err)
	}
	if got := body(t, book(text("![x](large.png)")), nbhtml.Options{Files: os.DirFS(dir)}); !strings.Contains(got, `<a href="large.png">x</a>`) {
		t.Errorf("a large file became %d bytes", len(got))
	}
}
