package minigrid_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
)

// TestInSolutions compares with the vertices that all solutions use.
func TestInSolutions(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	unused := 0
	for name, solved := range solvedBoards(t) {
		for i := range 8 {
			b := blanked(solved, len(solved.Cells())*2/5, rng, i == 7)
			if name == "4" {
				b = blanked(solved, i%4, rng, i == 7)
			}
			for _, rule := range []minigrid.Pruning{minigrid.Supported, minigrid.Unpruned} {
				g := build(t, b, with(func(c *minigrid.Config) { c.Pruning = rule }))
				prune(t, g)
				if g.Permutations().Total() > 3000 {
					continue
				}
				p := g.Permutations()
				want := make([][]bool, b.Shape().Side())
				for box := range want {
					want[box] = make([]bool, p.Count(box))
				}
				for solution, err := range g.Solutions(t.Context(), nil) {
					if err != nil {
						t.Fatal(err)
					}
					for box := range want {
						for i := range want[box] {
							same := true
							for pos, cell := range p.Cells(box) {
								same = same && solution.At(cell) == int(p.Filling(box, i)[pos])
							}
							want[box][i] = want[box][i] || same
						}
					}
				}
				got, err := g.InSolutions(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				for box := range want {
					if !slices.Equal(got[box], want[box]) {
						t.Errorf("%v: %s: box %d: %v, want %v", b, rule, box, got[box], want[box])
					}
					for i := range got[box] {
						if rule == minigrid.Supported && !got[box][i] && g.Alive(minigrid.Vertex{Box: box, Filling: i}) {
							unused++
						}
					}
				}
			}
		}
	}
	if unused == 0 {
		t.Error("every vertex left by pruning is in a solution: the cases show nothing")
	}
}

// TestSurvivors has counterexamples to section 4.1, by which no vertex outside all solutions survives
// pruning, and to section 3.4, which reads the class off the graph: a 4×4 board of three givens, and a
// well-formed 9×9 puzzle that would be called ambiguous.
func TestSurvivors(t *testing.T) {
	for _, tc := range []struct {
		puzzle    board.Board
		solutions int
	}{
		{board.MustParse(".....2...43....."), 9},
		{puzzleCase(t, "9/search"), 1},
	} {
		g := build(t, tc.puzzle, minigrid.DefaultConfig())
		prune(t, g)
		used, err := g.InSolutions(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		unused := 0
		for box := range used {
			for v := range g.AliveVertices(box) {
				if !used[box][v] {
					unused++
				}
			}
		}
		if found := all(t, g, nil); len(found) != tc.solutions || unused == 0 || g.ClassOf() != minigrid.Ambiguous {
			t.Errorf("%v: %d solutions, %d vertices in none of them, by the graph %s", tc.puzzle, len(found), unused, g.ClassOf())
		}
	}
}

func TestInSolutionsCancelled(t *testing.T) {
	g := build(t, puzzleCase(t, "9/search"), minigrid.DefaultConfig())
	used, err := g.InSolutions(newStopAfter(t.Context(), 2))
	if !errors.Is(err, context.Canceled) || used != nil {
		t.Errorf("%v, %v", used, err)
	}
}
