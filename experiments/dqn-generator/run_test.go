package dqngenerator

import (
	"math"
	"slices"
	"strings"
	"testing"

	"sudokulab/experiments/dqn-generator/deals"
	"sudokulab/pkg/bitboard"
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

// TestKeyShare: no given of a full grid is a key cell, and each of a minimal puzzle is.
func TestKeyShare(t *testing.T) {
	d, err := deals.Make(t.Context(), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := bitboard.New()
	if x := keyShare(s, d.Grid); x != 0 {
		t.Errorf("full grid: %v, want 0", x)
	}
	l := deals.Walk(s, d)
	minimal := d.Grid.Clone()
	for place, cell := range d.Order {
		if !slices.Contains(l.Keys, place) {
			minimal.Set(cell, 0)
		}
	}
	if x := keyShare(s, minimal); x != 1 {
		t.Errorf("minimal puzzle: %v, want 1", x)
	}
}

func TestDensities(t *testing.T) {
	d := densities{}
	before := math.NaN()
	for _, share := range []float64{0.2, 0.5} {
		before = d.add(int(100*share), before, share)
	}
	if of := d[50]; before != 0.5 || len(d[20].rises) != 0 || len(of.rises) != 1 || math.Abs(of.rises[0]-0.3) > 1e-12 {
		t.Errorf("%+v, %+v", d[20], of)
	}
}
