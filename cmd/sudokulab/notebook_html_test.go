package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNotebookHTML(t *testing.T) {
	l := newNotebookLab(t)
	first := l.notebook("10-first.ipynb", "print a < b")
	l.notebook("20-second.ipynb", "result 7")
	l.run("run").want(t, "run", exitOK)
	l.run("html").want(t, "html", exitOK, "out:10-first.html", "out:20-second.html")
	if page := content(t, strings.TrimSuffix(first, ".ipynb")+".html"); !strings.Contains(page, "a &lt; b</pre>") {
		t.Errorf("the page is\n%s", page)
	}
	to := filepath.Join(t.TempDir(), "pages") + "/"
	sudokulab(t, "", "notebook", "html", "--out", to, first).want(t, "html --out", exitOK, "out:"+to)
	if _, err := os.Stat(filepath.Join(to, "10-first.html")); err != nil {
		t.Error(err)
	}
	l.run("check").want(t, "check beside pages", exitOK, "out:nothing has changed")
	sudokulab(t, "", "notebook", "html", "missing.ipynb").want(t, "html of nothing", exitError, "missing.ipynb")
	broken := filepath.Join(t.TempDir(), "broken.ipynb")
	if err := os.WriteFile(broken, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	sudokulab(t, "", "notebook", "html", broken).want(t, "html of no notebook", exitError, broken)
	if _, err := os.Stat(strings.TrimSuffix(broken, ".ipynb") + ".html"); err == nil {
		t.Error("a page was written")
	}
}

// TestNotebookHTMLTogether: pages lead to each other as the notebooks do.
func TestNotebookHTMLTogether(t *testing.T) {
	dir := t.TempDir()
	const text = `{"cells":[{"cell_type":"markdown","id":"a","metadata":{},"source":"[next](20-b.ipynb#Part) [site](https://x/20-b.ipynb) $x$"},` +
		`{"cell_type":"code","id":"b","metadata":{"jupyter":{"source_hidden":true}},"execution_count":null,"outputs":[],"source":"y"}],` +
		`"metadata":{},"nbformat":4,"nbformat_minor":5}`
	for _, name := range []string{"10-a.ipynb", "20-b.ipynb"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sudokulab(t, "", "notebook", "html", dir).want(t, "html", exitOK, "out:10-a.html", "out:20-b.html")
	page := content(t, filepath.Join(dir, "10-a.html"))
	for _, want := range []string{`href="20-b.html#Part"`, `href="https://x/20-b.ipynb"`, "<math><mi>x</mi></math>", "<summary>Code</summary>", "Hide code"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
}
