package minigridphases

import (
	"math"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
)

// TestSpaceOfPuzzle compares the counts of one puzzle with sums made here: vertices, edges and what is
// left are asked of the graph one by one.
func TestSpaceOfPuzzle(t *testing.T) {
	b := board.MustParse(puzzle)
	by := map[string]*weights{second: {}, third: {}, fourth: {}}
	built, err := spaceOfPuzzle(t.Context(), Config{Method: minigrid.DefaultConfig()}, b, by)
	if err != nil || !built {
		t.Fatalf("built %v, %v", built, err)
	}
	a := analyse(t, b, minigrid.Lines)
	var vertices, edges, left, leftEdges float64
	for box := range 9 {
		vertices += float64(a.Permutations.Count(box))
		left += float64(a.Graph.AliveCount(box))
	}
	for _, pair := range a.Graph.Pairs() {
		for i := range a.Permutations.Count(pair.A) {
			for j := range a.Permutations.Count(pair.B) {
				x, y := minigrid.Vertex{Box: pair.A, Filling: i}, minigrid.Vertex{Box: pair.B, Filling: j}
				if a.Graph.Adjacent(x, y) {
					edges++
					if a.Graph.Alive(x) && a.Graph.Alive(y) {
						leftEdges++
					}
				}
			}
		}
	}
	log := math.Log2(9)
	near := func(name string, got []float64, want float64) {
		t.Helper()
		if len(got) != 1 || math.Abs(got[0]-want) > 1e-9*want {
			t.Errorf("%s: %v, want %g", name, got, want)
		}
	}
	near("fillings", by[second].size, vertices)
	near("given to phase 3", by[third].size, vertices+edges)
	near("phase 3", by[third].ratio, (3*vertices+edges)/(vertices*log+edges))
	near("phase 4", by[fourth].ratio, (4*vertices+edges)/(left*log+leftEdges+9))
	near("phase 4 by what it is given", by[fourth].given, (4*vertices+edges)/(vertices*log+edges+9))
	// Boxes of up to eight open cells: 4 bits for a digit and for a position, 9 for a set.
	near("phase 2", by[second].ratio, ((vertices*9+81)*4+8*13)/(vertices*9*log))
}

func TestBits(t *testing.T) {
	for n, want := range map[int]float64{1: 1, 4: 3, 9: 4, 16: 5, 25: 5, 36: 6} {
		if got := digitBits(n); got != want {
			t.Errorf("a digit of %d takes %g bits, want %g", n, got, want)
		}
	}
	for x, want := range map[int]float64{0: 1, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 1024: 10, 1025: 11} {
		if got := indexBits(x); got != want {
			t.Errorf("a number under %d takes %g bits, want %g", x, got, want)
		}
	}
}
