package speedpublished

import (
	"strings"
	"testing"

	"sudokulab/pkg/lab/labtest"
)

func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	for _, r := range set {
		for name, m := range r.Exact {
			if !strings.HasSuffix(m.Unit, ", published") {
				t.Errorf("%s %s: unit %q does not say that the figure is published", r.Case, name, m.Unit)
			}
		}
		if len(r.Noisy) > 0 || r.Value("figures") < 1 || r.Texts["where"] == "" || r.Texts["conditions"] == "" {
			t.Errorf("%s: %+v %v", r.Case, r.Noisy, r.Texts)
		}
	}
	for _, table := range tables(set)[1:] {
		if !strings.HasPrefix(table.Title, "Published, not measured") {
			t.Errorf("table %s: %s", table.Name, table.Title)
		}
	}
}

// TestTdokuIsConsistent: rate and time of the two sources that have the same sets rank tdoku
// before the Rust crate on hard sets and behind it on 17 givens, as both sources say.
func TestTdokuIsConsistent(t *testing.T) {
	all := sources()
	value := func(s Source, k Kind, program, set string) float64 {
		for _, table := range s.Tables {
			for _, row := range table.Rows {
				for i, name := range table.Sets {
					if table.Kind == k && row.Program == program && name == set {
						return row.Values[i]
					}
				}
			}
		}
		t.Fatalf("%s has no %s of %s on %s", s.ID, k, program, set)
		return 0
	}
	tdoku, fastdoku := all[0], all[1]
	if value(tdoku, Rate, "tdoku", "forum-11") < value(tdoku, Rate, "rust_sudoku", "forum-11") || value(tdoku, Rate, "tdoku", "17clue") > value(tdoku, Rate, "rust_sudoku", "17clue") {
		t.Error("tdoku's own benchmark was copied wrongly")
	}
	if value(fastdoku, Time, "tdoku", "forum-11") > value(fastdoku, Time, "rust_sudoku", "forum-11") || value(fastdoku, Time, "tdoku", "17clue") < value(fastdoku, Time, "rust_sudoku", "17clue") {
		t.Error("fastdoku's comparison was copied wrongly")
	}
	if g := value(tdoku, Guesses, "tdoku", "forum-1106"); g != 113.16 {
		t.Errorf("tdoku guesses %v times on forum-1106, published 113.16", g)
	}
}

func TestRowsFitTheirTables(t *testing.T) {
	for _, s := range sources() {
		for _, table := range s.Tables {
			for _, row := range table.Rows {
				if len(row.Values) != len(table.Sets) {
					t.Errorf("%s, %s of %s: %d figures, want %d", s.ID, table.Kind, row.Program, len(row.Values), len(table.Sets))
				}
			}
		}
	}
}
