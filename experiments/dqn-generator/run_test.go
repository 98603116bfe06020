package dqngenerator

import (
	"strings"
	"testing"

	"sudokulab/pkg/lab/labtest"
)

// TestCommitted holds the smoke profile to what every profile must show: the record of single steps
// is the counter, and all ways make the same puzzles.
func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	counted, ok := set.Case(countedCase)
	if !ok || counted.Value("runs") == 0 || counted.Value("same") != counted.Value("runs") {
		t.Errorf("%v of %v removals agree with the counter", counted.Value("same"), counted.Value("runs"))
	}
	calls, ok := set.Case(callsCase)
	if m, has := calls.Metric("puzzles-other"); !ok || !has || m.Value != 0 {
		t.Errorf("%v puzzles differ between ways", m.Value)
	}
	found, ok := set.Case(foundCase)
	if !ok || found.Value("by givens elimination exact") == 0 {
		t.Fatal("no case with the stated figures")
	}
	text := found.Texts["case by givens elimination"]
	if !strings.Contains(text, "27 givens, 54 blanks, 24 key cells, 64 calls") || strings.Count(text, "\n") < 64 {
		t.Errorf("the case reads\n%s", text)
	}
}
