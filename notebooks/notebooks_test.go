// Package notebooks holds no code but this test of what is committed beside it.
package notebooks

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/nbexec/nbformat"
	"sudokulab/pkg/nbkernel"
)

const (
	// largest keeps a clone small: a film is most of a notebook.
	largest = 2_500_000
	// longest is what can be read beside its output.
	longest = 25
	// musts keeps the handling of errors out of the reader's way.
	musts = 25
)

// executed returns the names of the notebooks, without what a failed run has left beside them.
func executed(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.ipynb")
	files = slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, ".partial.ipynb") })
	if err != nil || len(files) == 0 {
		t.Fatalf("%d notebooks, %v", len(files), err)
	}
	return files
}

// Whether outputs are those that the cells give is what sudokulab notebook check finds out. This
// test says what holds of every notebook without executing it.
func TestCommittedNotebooks(t *testing.T) {
	files := executed(t)
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for k, file := range files {
		t.Run(file, func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(data) > largest {
				t.Errorf("%d bytes, want %d at most", len(data), largest)
			}
			if !strings.Contains(string(page), "]("+file+")") {
				t.Error("README.md does not name it")
			}
			n, err := nbformat.Parse(data)
			if err != nil {
				t.Fatal(err)
			}
			if spec, _ := n.Metadata["kernelspec"].(nbformat.Object); spec["name"] != nbkernel.Name {
				t.Errorf("its kernel is %v", spec["name"])
			}
			checkCells(t, n)
			checkWay(t, n, files, k)
			checkChange(t, n)
		})
	}
}

// anchor is the address of a heading in JupyterLab and in pages made of notebooks.
func anchor(heading string) string {
	return strings.ReplaceAll(strings.NewReplacer("`", "", "*", "").Replace(heading), " ", "-")
}

// checkWay holds the second cell to a list of the headings, and both ends to links to the notebooks
// before and after and to the index.
func checkWay(t *testing.T, n *nbformat.Notebook, files []string, k int) {
	t.Helper()
	contents, last := n.Cells[1], n.Cells[len(n.Cells)-1]
	var want []string
	for _, c := range n.Cells {
		if c.Type == nbformat.Code {
			continue
		}
		for line := range strings.Lines(c.Source) {
			if heading, ok := strings.CutPrefix(strings.TrimSpace(line), "## "); ok {
				want = append(want, fmt.Sprintf("%d. [%s](#%s)", len(want)+1, heading, anchor(heading)))
			}
		}
	}
	if len(want) < 4 || !strings.Contains(contents.Source, strings.Join(want, "\n")) {
		t.Errorf("the contents are\n%s\nwant\n%s", contents.Source, strings.Join(want, "\n"))
	}
	for _, c := range []*nbformat.Cell{contents, last} {
		for i, file := range append(files, "README.md") {
			linked := i == k-1 || i == k+1 || i == len(files)
			if linked != strings.Contains(c.Source, "]("+file+")") {
				t.Errorf("cell %s: a link to %s: %t, want %t", c.ID, file, !linked, linked)
			}
		}
	}
}

// checkChange holds a notebook to one cell that readers are meant to change, with a sentence that
// says what to try, and to one place that explains what divides a cell.
func checkChange(t *testing.T, n *nbformat.Notebook) {
	t.Helper()
	changes, explained := 0, 0
	for i, c := range n.Cells {
		if c.Type == nbformat.Markdown && strings.Contains(c.Source, "%%") {
			explained++
		}
		if !c.HasTag("change-me") {
			continue
		}
		changes++
		if !c.HasTag("parameters") {
			t.Errorf("cell %s is to be changed and not tagged parameters", c.ID)
		}
		for _, name := range []string{"Puzzle", "Method", "Step"} {
			if !strings.Contains(c.Source, "var "+name+" = ") {
				t.Errorf("cell %s does not declare %s", c.ID, name)
			}
		}
		if before := n.Cells[i-1]; before.Type != nbformat.Markdown || !strings.Contains(before.Source, "Try ") {
			t.Errorf("nothing before cell %s says what to try", c.ID)
		}
	}
	if changes != 1 || explained != 1 {
		t.Errorf("%d cells to be changed, %%%% explained %d times; want 1 and once", changes, explained)
	}
}

func checkCells(t *testing.T, n *nbformat.Notebook) {
	t.Helper()
	must := 0
	var text strings.Builder
	seen := map[string]bool{}
	for i, c := range n.Cells {
		if seen[c.ID] {
			t.Errorf("cell %d: a second %s", i+1, c.ID)
		}
		seen[c.ID] = true
		if c.Type != nbformat.Code {
			text.WriteString(c.Source + "\n")
			continue
		}
		if lines := strings.Count(strings.TrimRight(c.Source, "\n"), "\n") + 1; lines > longest {
			t.Errorf("cell %d (%s) has %d lines, want %d at most", i+1, c.ID, lines, longest)
		}
		must += strings.Count(c.Source, "nbui.Must")
		if c.ExecutionCount == nil {
			t.Errorf("cell %d (%s) was not executed", i+1, c.ID)
		}
		for _, o := range c.Outputs {
			if o.Type == nbformat.Error || o.Type == nbformat.Stream && o.Name == "stderr" {
				t.Errorf("cell %d (%s) complains: %s%s", i+1, c.ID, o.Text, o.ErrorValue)
			}
		}
	}
	if must > musts {
		t.Errorf("nbui.Must stands %d times in its cells, want %d at most", must, musts)
	}
	for _, heading := range []string{"Limits", "Roads not taken"} {
		if !strings.Contains(text.String(), "\n## "+heading+"\n") {
			t.Errorf("no section %q", heading)
		}
	}
	for _, link := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(text.String(), -1) {
		u, err := url.Parse(link[1])
		if err != nil {
			t.Errorf("link %s: %v", link[1], err)
			continue
		}
		if u.IsAbs() || u.Path == "" {
			continue
		}
		if _, err := os.Stat(filepath.FromSlash(u.Path)); err != nil {
			t.Errorf("link %s leads nowhere: %v", link[1], err)
		}
	}
}
