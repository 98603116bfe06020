package minigridrules

import (
	"strings"
	"testing"

	"sudokulab/pkg/lab/labtest"
)

func TestCommitted(t *testing.T) {
	for _, r := range labtest.Committed(t, Experiment).Measured() {
		switch kind, _, _ := strings.Cut(r.Case, "/"); kind {
		case "loop":
			if r.Value("same-graph") != r.Value("puzzles") || r.Value("equal-answers") != r.Value("searched") {
				t.Errorf("%s: the naive graph is the library's on %v of %v puzzles, answers equal on %v of %v",
					r.Case, r.Value("same-graph"), r.Value("puzzles"), r.Value("equal-answers"), r.Value("searched"))
			}
		case "prune":
			if strings.HasSuffix(r.Case, "=box") && r.Value("as-lines") != r.Value("puzzles") {
				t.Errorf("%s: %v of %v graphs end as with masks", r.Case, r.Value("as-lines"), r.Value("puzzles"))
			}
		case "counterexample":
			if r.Value("number") != r.Value("number.kept") {
				t.Errorf("%s: %v, the file says %v", r.Case, r.Value("number"), r.Value("number.kept"))
			}
		}
	}
}
