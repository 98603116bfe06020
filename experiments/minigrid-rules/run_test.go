package minigridrules

import (
	"testing"

	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/minigrid"
)

func TestCommitted(t *testing.T) {
	for _, r := range labtest.Committed(t, Experiment).Measured() {
		switch r.Kind() {
		case loopKind:
			if r.Value("same-graph") != r.Value("puzzles") || r.Value("equal-answers") != r.Value("searched") {
				t.Errorf("%s: the naive graph is the library's on %v of %v puzzles, answers equal on %v of %v",
					r.Case, r.Value("same-graph"), r.Value("puzzles"), r.Value("equal-answers"), r.Value("searched"))
			}
		case pruneKind:
			if r.Dim("fillings") == string(minigrid.BoxOnly) && some(r) && r.Value("as-lines") != r.Value("puzzles") {
				t.Errorf("%s: %v of %v graphs end as with masks", r.Case, r.Value("as-lines"), r.Value("puzzles"))
			}
		case counterexampleKind:
			if r.Value("number") != r.Value("number.kept") {
				t.Errorf("%s: %v, the file says %v", r.Case, r.Value("number"), r.Value("number.kept"))
			}
		}
	}
}
