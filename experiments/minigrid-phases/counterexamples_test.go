package minigridphases

import (
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
)

func analyse(t *testing.T, b board.Board, reading minigrid.Fillings) *minigrid.Analysis {
	t.Helper()
	cfg := minigrid.DefaultConfig()
	cfg.Fillings = reading
	a, err := minigrid.Analyse(t.Context(), b, cfg, solver.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Against M24: one solution, and more vertices tried than n² on the way to it.
func TestExtractionBeyondItsBound(t *testing.T) {
	b := board.MustParse("9...5...4.31.7..2...6..9..1.74.2......3.....6.....3.7............9..4.672..6...9.")
	a := analyse(t, b, minigrid.Lines)
	if a.Status != solver.Unique || a.Extract.Nodes <= int64(b.Shape().Cells()) {
		t.Errorf("%s, %d vertices tried, want a unique puzzle and more than %d", a.Status, a.Extract.Nodes, b.Shape().Cells())
	}
}

// Against M24: no solution, and yet a search.
func TestExtractionWithoutSolution(t *testing.T) {
	b := board.MustParse("5....8..6..2..947.....3.....8..1..37.7......23..7..56...396..1......4.89......6..")
	if len(board.Conflicts(b)) > 0 {
		t.Fatal("two equal givens in a unit")
	}
	a := analyse(t, b, minigrid.Lines)
	if a.Status != solver.Unsat || a.FoundOut != 5 || a.Extract.Nodes == 0 {
		t.Errorf("%s, found out in phase %d after %d vertices, want a search", a.Status, a.FoundOut, a.Extract.Nodes)
	}
}

// Against M19a: edges between single fillings take more than any term of the formula, on an easy
// puzzle.
func TestEdgesAboveTheFormula(t *testing.T) {
	b := board.MustParse("36.124..9....5..4181.6....2..7....636429357...8347.29543..8.1.7.7..615..2..7.3986")
	a := analyse(t, b, minigrid.Lines)
	term := terms{side: 9, fillings: float64(a.Permutations.Total())}.largest()
	if list := float64(a.Graph.Bytes().EdgeList); list <= term {
		t.Errorf("%g bytes of edges, largest term %g", list, term)
	}
}

// Against M26: an unsolvable board that no box gives away.
func TestUnsolvableBeyondPhaseTwo(t *testing.T) {
	b := board.MustParse("87.3..964....68731..9.41....2....4..19...4.8...5.1..293....95.....4..1...64.73.9.")
	for _, reading := range timedReadings {
		if a := analyse(t, b, reading); a.Class != minigrid.Unsolvable || a.FoundOut <= 2 {
			t.Errorf("%s: %s, found out in phase %d, want a later one than 2", reading, a.Class, a.FoundOut)
		}
	}
}
