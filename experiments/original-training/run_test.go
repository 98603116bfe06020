package originaltraining

import (
	"path/filepath"
	"slices"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// TestShown: tables and figures take the committed records of each profile, and none; each figure that a table names is one that a record has.
func TestShown(t *testing.T) {
	all, err := record.ReadFile(filepath.Join("..", "..", "results", Experiment().ID, "records.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if len(lab.Only(all, lab.Quick).Measured()) == 0 {
		t.Fatal("nothing was measured in profile quick")
	}
	for _, of := range []record.Set{lab.Only(all, lab.Quick), lab.Only(all, lab.Full), nil} {
		shown := tables(of)
		for _, table := range shown {
			if _, err := table.Markdown(); err != nil {
				t.Error(err)
			}
			for i, column := range table.Columns {
				dashes := !slices.ContainsFunc(table.Rows, func(row []string) bool { return row[i] != "–" })
				if dashes && table.Name != "curves" {
					t.Errorf("table %s has nothing under %q", table.Name, column)
				}
			}
		}
		if drawn, err := figures(of); err != nil || len(of) == 0 && len(drawn)+len(shown) > 0 {
			t.Errorf("%d tables and %d figures of %d records, %v", len(shown), len(drawn), len(of), err)
		}
	}
}

// TestPoints holds the points against those of the drivers.
func TestPoints(t *testing.T) {
	if got := points(); !slices.Equal(got[:6], []int{0, 10, 20, 50, 100, 200}) || got[len(got)-1] != 500_000 {
		t.Errorf("points %v", got)
	}
}
