// Package notebooks holds no code but this test of what is committed beside it.
package notebooks

import (
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

// largest keeps a clone small: a film is most of a notebook.
const largest = 1600 << 10

// Whether outputs are those that the cells give is what sudokulab notebook check finds out. This
// test says what holds of every notebook without executing it.
func TestCommittedNotebooks(t *testing.T) {
	files, err := filepath.Glob("*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d notebooks, %v", len(files), err)
	}
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
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
		})
	}
}

func checkCells(t *testing.T, n *nbformat.Notebook) {
	t.Helper()
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
		if c.ExecutionCount == nil {
			t.Errorf("cell %d (%s) was not executed", i+1, c.ID)
		}
		for _, o := range c.Outputs {
			// A cell goes on after a display that went wrong, which stands on standard error.
			if o.Type == nbformat.Error || o.Type == nbformat.Stream && o.Name == "stderr" {
				t.Errorf("cell %d (%s) complains: %s%s", i+1, c.ID, o.Text, o.ErrorValue)
			}
		}
	}
	for _, heading := range []string{"Limits", "Roads not taken"} {
		if !strings.Contains(text.String(), "\n## "+heading+"\n") {
			t.Errorf("no section %q", heading)
		}
	}
	if !slices.ContainsFunc(n.Cells, func(c *nbformat.Cell) bool { return c.HasTag("parameters") }) {
		t.Error("no cell is tagged parameters")
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
