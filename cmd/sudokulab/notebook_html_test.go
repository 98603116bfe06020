package main

import (
	"errors"
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

// TestNotebookHTMLPlaces: a folder that is there, one that is not, and a file.
func TestNotebookHTMLPlaces(t *testing.T) {
	l := newNotebookLab(t)
	path := l.notebook("10-first.ipynb", "print a")
	dir := t.TempDir()
	missing := filepath.Join(dir, "pages")
	for out, want := range map[string]string{
		dir: filepath.Join(dir, "10-first.html"), missing: filepath.Join(missing, "10-first.html"), filepath.Join(dir, "one.html"): filepath.Join(dir, "one.html"),
	} {
		sudokulab(t, "", "notebook", "html", "--out", out, path).want(t, "html --out "+out, exitOK, "out:"+want)
		if !strings.Contains(content(t, want), "</html>") {
			t.Errorf("%s is no page", want)
		}
	}
	// A link at a name that the program makes up is not followed, one that is named is.
	target := filepath.Join(dir, "target.html")
	for _, link := range []string{filepath.Join(missing, "10-first.html"), filepath.Join(dir, "link.html")} {
		if err := errors.Join(os.WriteFile(target, []byte("mine"), 0o600), os.RemoveAll(link), os.Symlink(target, link)); err != nil {
			t.Fatal(err)
		}
		out, want, code := link, true, exitOK
		if filepath.Dir(link) == missing {
			out, want, code = missing, false, exitError
		}
		sudokulab(t, "", "notebook", "html", "--out", out, path).want(t, "html through a link", code)
		if got := content(t, target) != "mine"; got != want {
			t.Errorf("--out %s: written through the link: %v, want %v", out, got, want)
		}
	}
}

// TestNotebookHTMLSafe: scripts run in a page unless it is to be safe.
func TestNotebookHTMLSafe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.ipynb")
	const text = `{"cells":[{"cell_type":"code","id":"b","metadata":{},"execution_count":1,"outputs":[{"output_type":"display_data","metadata":{},"data":{"text/html":"<b onclick=x()>y</b><script>x()</script>"}}],"source":"y"}],"metadata":{},"nbformat":4,"nbformat_minor":5}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	to := strings.TrimSuffix(path, ".ipynb") + ".html"
	for _, safe := range []bool{false, true} {
		args := []string{"notebook", "html", path}
		if safe {
			args = append(args, "--safe")
		}
		sudokulab(t, "", args...).want(t, "html", exitOK)
		page := content(t, to)
		if got := strings.Contains(page, "<b>y</b>") && !strings.Contains(page, "x()"); got != safe {
			t.Errorf("--safe=%v gives\n%s", safe, page)
		}
	}
	sudokulab(t, "", "notebook", "html", "--help").want(t, "help", exitOK, "out:Outputs are trusted", "out:--safe")
}

// TestNotebookHTMLIndex: several pages in a folder get one that lists them, which replaces no file of
// the person's.
func TestNotebookHTMLIndex(t *testing.T) {
	l := newNotebookLab(t)
	for _, name := range []string{"10-a b.ipynb", "20-b.ipynb", "30-c.ipynb"} {
		text := `{"cells":[{"cell_type":"markdown","id":"a","metadata":{},"source":"# On ` + name + `\n\nWhat it asks."}],"metadata":{},"nbformat":4,"nbformat_minor":5}`
		if err := os.WriteFile(filepath.Join(l.root, "notebooks", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(t.TempDir(), "pages")
	index := filepath.Join(dir, "index.html")
	for range 2 {
		l.run("html", "--out", dir).want(t, "html", exitOK, "out:"+index)
	}
	page := content(t, index)
	for _, want := range []string{`<a href="10-a%20b.html">On 10-a b.ipynb</a>`, `<a href="30-c.html">On 30-c.ipynb</a>`, "<dd>What it asks.</dd>"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
	page = content(t, filepath.Join(dir, "20-b.html"))
	for _, want := range []string{`rel="prev" href="10-a%20b.html"`, `rel="next" href="30-c.html"`, `rel="index" href="index.html"`} {
		if strings.Count(page, want) != 2 {
			t.Errorf("want %s twice in\n%s", want, page)
		}
	}
	if err := os.WriteFile(index, []byte("<h1>mine</h1>"), 0o600); err != nil {
		t.Fatal(err)
	}
	l.run("html", "--out", dir).want(t, "html", exitError, index+" exists and is not an index of notebooks")
	if content(t, index) != "<h1>mine</h1>" {
		t.Error("a page of the person's was replaced")
	}
	// There is no index among the notebooks.
	l.run("html").want(t, "html", exitOK, "out:20-b.html")
	if _, err := os.Stat(filepath.Join(l.root, "notebooks", "index.html")); err == nil || strings.Contains(content(t, filepath.Join(l.root, "notebooks", "20-b.html")), `rel="index"`) {
		t.Error("an index beside the notebooks")
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
