package lab

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/record"
)

// The tables of the overview are written beside those of the experiments, its sentences and the
// verdicts of documents stand in the documents, and a check finds what was changed by hand.
func TestOverview(t *testing.T) {
	b := newBench(t)
	b.Overview = Overview{
		Tables: func(sets map[string]record.Set) []Table {
			tab := Table{Name: "together", Title: "All of it", Columns: []string{"Experiment", "Cases"}}
			tab.Add("exp", Number(float64(len(sets["exp"].Measured()))))
			return []Table{tab}
		},
		Sentences: func(sets map[string]record.Set) map[string]string {
			return map[string]string{"size": Number(float64(len(sets["exp"]))) + " cases in all"}
		},
	}
	write(t, filepath.Join(b.Root, "README.md"), `# Lab
<!-- begin generated: results/together.md -->
<!-- end generated -->
There are <!-- sentence: size -->?<!-- /sentence -->; <!-- verdicts: csp -->?<!-- /verdicts -->; together <!-- verdicts: all --><!-- /verdicts -->.
`)
	b.mustRun(t, Options{Profile: Smoke})
	if _, err := b.Publish(); err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(b.Root, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	ledger, err := b.Ledger()
	if err != nil {
		t.Fatal(err)
	}
	verdicts, err := ledger.Verdicts("csp")
	if err != nil || !strings.Contains(verdicts, "1 reproduced") {
		t.Errorf("verdicts %q, %v", verdicts, err)
	}
	all, err := ledger.Verdicts("")
	if err != nil {
		t.Fatal(err)
	}
	doc := read("README.md")
	for _, want := range []string{
		read("results/together.md"), "<!-- sentence: size -->3 cases in all<!-- /sentence -->",
		"<!-- verdicts: csp -->" + verdicts + "<!-- /verdicts -->", "<!-- verdicts: all -->" + all + "<!-- /verdicts -->",
	} {
		if !strings.Contains(doc, want) {
			t.Errorf("README.md lacks %q:\n%s", want, doc)
		}
	}
	if got := read("results/together.csv"); got != "Experiment,Cases\nexp,2\n" {
		t.Errorf("CSV %q", got)
	}
	if !strings.Contains(read("results/README.md"), "[together.md](together.md)") {
		t.Error("the index does not lead to the table")
	}

	write(t, filepath.Join(b.Root, "README.md"), strings.Replace(doc, "3 cases", "4 cases", 1))
	rep, err := b.Check(t.Context(), Options{Progress: new(bytes.Buffer)})
	if err != nil || len(rep.Differences) != 1 || !strings.Contains(rep.Differences[0], "README.md: line") {
		t.Errorf("differences %q, %v", rep.Differences, err)
	}
}
