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
