package dqncounter

import (
	"strings"
	"testing"

	"sudokulab/pkg/generate/counter"
	"sudokulab/pkg/lab/labtest"
)

// TestCommitted looks for what every profile must show: a case with the
// stated figures, and equal trees under every way to check.
func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	r, ok := set.Case(wholeCase)
	if !ok || r.Value("cases") < 1 {
		t.Fatalf("%v cases with the stated figures", r.Value("cases"))
	}
	if puzzle := r.Texts[hardest+" puzzle"]; strings.Count(puzzle, ".") != 54 {
		t.Errorf("puzzle %q", puzzle)
	}
	for _, id := range []string{"own-hard", askedSet} {
		r, ok := set.Case(priceCase(id))
		if !ok || r.Value("boards") == 0 {
			t.Fatalf("%s: no boards", id)
		}
		for _, f := range counter.Configs() {
			naive := counter.Config{MRV: f.MRV, Validity: counter.Scan}
			if a, b := r.Value(f.String()+" nodes"), r.Value(naive.String()+" nodes"); a != b || a == 0 {
				t.Errorf("%s, %s: %v nodes, %s %v", id, f, a, naive, b)
			}
		}
	}
}

// TestPairs: every pair differs in one thing and shares its tree.
func TestPairs(t *testing.T) {
	n := map[string]int{}
	for _, p := range pairs() {
		n[p.improvement]++
		if p.without.MRV != p.with.MRV {
			t.Errorf("%v and %v walk different trees", p.without, p.with)
		}
		if (p.without.Validity != p.with.Validity) == (p.without.Blanks != p.with.Blanks) {
			t.Errorf("%v and %v differ in other than one thing", p.without, p.with)
		}
	}
	if n[byMasks] != 4 || n[byMaps] != 4 || n[byBlanks] != 6 {
		t.Errorf("pairs %v", n)
	}
}
