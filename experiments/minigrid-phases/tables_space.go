package minigridphases

import (
	"fmt"
	"math"
	"strconv"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func firstSpaceTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "space-1", Title: "Bits of phase 1 by size of board against the bounds of section 5.1",
		Columns: []string{"n", "Board", "Masks", "n² log₂ n", "Board and masks over it", "3n log₂ n", "Masks over it", "Kept by the library"},
	}
	r, ok := set.Case(spaceFirst)
	if !ok {
		return t
	}
	for _, n := range r.Numbers("n=", " masks") {
		p := fmt.Sprintf("n=%d ", n)
		masks := r.Value(p + "masks")
		side := float64(n)
		whole, own := side*side*math.Log2(side), 3*side*math.Log2(side)
		t.Add(strconv.Itoa(n), lab.NumberOf(r, p+"board"), lab.Number(masks), lab.Number(round(whole)), lab.Number(round((masks+r.Value(p+"board"))/whole)),
			lab.Number(round(own)), lab.Number(round(masks/own)), lab.NumberOf(r, p+"library"))
	}
	return t
}

func phaseSpaceTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "space-phases", Title: "Space of phases 2 to 4 over their bounds in section 5.1, with masks: medians of the puzzles of a set, and the greatest",
		Columns: []string{
			"Set", "Puzzles", "Graphs", "Fillings", "Phase 2", "at most", "Library", "Vertices and edges", "Phase 3", "at most", "Library", "Phase 4", "at most", "Library", "Phase 4 by what it is given",
		},
		Notes: []string{
			"Phase 2 in bits: fillings, boxes and stack over Σ|P_k| n log₂ n. Phases 3 and 4 in entries of lists, the library in machine words: three for a vertex and one for an edge over |V| log₂ n + |E|; with a degree for each vertex over |V′| log₂ n + |E′| + n of what remains, or over the same of what the phase is given.",
			"Graphs beyond the limits are not built, and have figures for phase 2 only.",
		},
	}
	for _, r := range set.Measured().Where(spaceKind) {
		t.Add(r.Dim("set"), lab.NumberOf(r, "puzzles"), lab.NumberOf(r, "built"),
			fixed(r, second+" size.median"), fixed(r, second+" ratio.median"), fixed(r, second+" ratio.max"), fixed(r, second+" library.median"),
			fixed(r, third+" size.median"), fixed(r, third+" ratio.median"), fixed(r, third+" ratio.max"), fixed(r, third+" library.median"),
			fixed(r, fourth+" ratio.median"), fixed(r, fourth+" ratio.max"), fixed(r, fourth+" library.median"), fixed(r, fourth+" given.median"))
	}
	return t
}

func solutionSpaceTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "space-5", Title: "Bits of phase 5 over S n² log₂ n by number of solutions S of 9×9 boards: medians, and the greatest",
		Columns: []string{"Solutions at least", "Boards", "Solutions", "Over the bound", "at most", "Library", "at most"},
		Notes:   []string{"The solutions as boards, and the filling chosen for each box. The library yields solutions one by one; its figure is the state of its search and all boards together."},
	}
	r, ok := set.Case(spaceSolutions)
	if !ok {
		return t
	}
	for _, level := range solutionLevels {
		p := fmt.Sprintf("level=%d ", level)
		if r.Value(p+"boards") > 0 {
			t.Add(lab.Number(float64(level)), lab.NumberOf(r, p+"boards"), fixed(r, p+"size.median"), fixed(r, p+"ratio.median"), fixed(r, p+"ratio.max"), fixed(r, p+"library.median"), fixed(r, p+"library.max"))
		}
	}
	return t
}
