package nbhtml_test

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
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
		"# One & two":               `<h1 id="one--two">One &amp; two</h1>`,
		"|a|b|\n|-|-|\n|1|$x^2$|":   "<td>$x^2$</td>",
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
	// <h1 id="a-tour">A tour</h1>
	// </section>
	// <nil>
}
