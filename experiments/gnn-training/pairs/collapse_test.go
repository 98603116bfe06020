package pairs

import (
	"slices"
	"testing"

	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/record"
)

func TestConstant(t *testing.T) {
	samples := []puzzles.Sample{
		{Puzzle: []uint8{0, 0, 3, 4}, Solution: []uint8{1, 2, 3, 4}},
		{Puzzle: []uint8{1, 0, 0, 4}, Solution: []uint8{1, 2, 3, 4}},
	}
	samples[0].Puzzle = append(samples[0].Puzzle, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
	samples[0].Solution = append(samples[0].Solution, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
	samples[1].Puzzle = append(samples[1].Puzzle, samples[0].Puzzle[4:]...)
	samples[1].Solution = append(samples[1].Solution, samples[0].Solution[4:]...)
	if d := MostFrequent(samples); d != 2 {
		t.Errorf("most frequent digit %d, want 2", d)
	}
	if share, cells := Constant(samples); share != 0.5 || cells != 4 {
		t.Errorf("%g of %d cells, want half of 4", share, cells)
	}
}

// TestSpeedUps has a run that saves half of the steps, one that collapsed, and two that did.
func TestSpeedUps(t *testing.T) {
	run := func(arm string, seed int, at500, at1000 float64) record.Record {
		return record.Record{Case: Case(arm, seed).Key(), Status: record.OK, Exact: map[string]record.Metric{
			At("cells", 500): {Value: at500}, At("cells", 1000): {Value: at1000},
		}}
	}
	set := record.Set{
		run("a", 1, 0.8, 0.8), run("b", 1, 0.4, 0.8),
		run("a", 2, 0.2, 0.2), run("b", 2, 0.8, 0.8),
		run("a", 3, 0.2, 0.2), run("b", 3, 0.2, 0.2),
	}
	collapsed := func(r record.Record) bool { return Last(r) < 0.25 }
	got := SpeedUps(set, "a", "b", collapsed)
	want := []SpeedUp{{Target: 0.8, First: 500, Other: 1000}, {Target: 0.8, First: 1000, Other: 500}, {Target: 0.2, First: 1000, Other: 1000}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := got[0].Faster(); got != 0.5 {
		t.Errorf("saves %g, want half", got)
	}
	if late := LateRise(set[1:2], 4); late < 0.72 || late > 0.73 { // 0.4 of 0.55 above guessing
		t.Errorf("late rise %g, want 0.727", late)
	}
}
