package nbexec_test

import (
	"os"
	"strings"
	"testing"

	"sudokulab/pkg/jupyter/kerneltest"
	"sudokulab/pkg/nbexec"
	"sudokulab/pkg/nbexec/nbformat"
)

func TestMain(m *testing.M) {
	if kerneltest.Requested() {
		os.Exit(kerneltest.Serve())
	}
	os.Exit(m.Run())
}

// fake installs the test kernel under the name "fake" and returns options for it.
func fake(t testing.TB, mode string) nbexec.Options {
	t.Helper()
	dir := t.TempDir()
	if err := kerneltest.Install(dir, "fake", mode, "signal"); err != nil {
		t.Fatal(err)
	}
	return nbexec.Options{Kernel: "fake", KernelDirs: []string{dir}}
}

// notebook makes a notebook of code cells. A cell that begins with the comment #tags: or //tags:
// has tags.
func notebook(cells ...string) *nbformat.Notebook {
	n := &nbformat.Notebook{Metadata: nbformat.Object{}, Minor: 5}
	for _, source := range cells {
		c := &nbformat.Cell{Type: nbformat.Code, Source: source, Metadata: nbformat.Object{}}
		if list, ok := strings.CutPrefix(strings.Replace(source, "//tags:", "#tags:", 1), "#tags:"); ok {
			list, _, _ = strings.Cut(list, "\n")
			var tags []any
			for tag := range strings.SplitSeq(list, ",") {
				tags = append(tags, tag)
			}
			c.Metadata["tags"] = tags
		}
		n.Cells = append(n.Cells, c)
	}
	n.Upgrade()
	return n
}

// shown writes a cell's outputs as one line each.
func shown(c *nbformat.Cell) string {
	var lines []string
	for _, o := range c.Outputs {
		switch o.Type {
		case nbformat.Stream:
			lines = append(lines, o.Name+": "+o.Text)
		case nbformat.Error:
			lines = append(lines, "error: "+o.ErrorName+": "+o.ErrorValue)
		default:
			text, _ := o.Data["text/plain"].(string)
			lines = append(lines, string(o.Type)+": "+text)
		}
	}
	return strings.Join(lines, "|")
}

// alive says whether a process exists and is not waiting to be reaped.
func alive(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(rest, "Z")
}
