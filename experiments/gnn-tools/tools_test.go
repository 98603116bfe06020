package gnntools

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
)

// TestTurns checks that the eight ways are eight, that they are what they are called, and that
// they make a group.
func TestTurns(t *testing.T) {
	const n = 4
	cells := make([]uint8, n*n)
	for c := range cells {
		cells[c] = uint8(c)
	}
	byName := map[string][]uint8{}
	images := map[string]bool{}
	for _, turn := range turns {
		byName[turn.name] = turn.image(cells, n)
		images[string(turn.image(cells, n))] = true
	}
	if len(images) != 8 {
		t.Errorf("%d images, want 8", len(images))
	}
	// Clockwise: the first row becomes the last column.
	if got := byName["90°"]; got[3] != 0 || got[7] != 1 || got[15] != 3 || got[0] != 12 {
		t.Errorf("a quarter turn gives %v", got)
	}
	if got := byName["transposed"]; got[1] != 4 || got[4] != 1 {
		t.Errorf("the transposition gives %v", got)
	}
	for _, a := range turns {
		for _, b := range turns {
			if !images[string(a.image(b.image(cells, n), n))] {
				t.Errorf("%s after %s is none of the eight", a.name, b.name)
			}
		}
	}
	stated := 0
	for _, turn := range turns {
		if turn.stated {
			stated++
		}
	}
	if stated != 4 {
		t.Errorf("%d ways are stated, want 4", stated)
	}
}

// TestSound compares the check with package board on grids of all kinds.
func TestSound(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for k := 2; k <= 4; k++ {
		s, err := board.ShapeOf(k)
		if err != nil {
			t.Fatal(err)
		}
		grid := generate.PatternGrid(s)
		if !sound(grid.Cells(), k) {
			t.Fatalf("side %d: a solved grid is refused", k*k)
		}
		refused := 0
		for range 200 {
			broken := slices.Clone(grid.Cells())
			i, j := rng.IntN(len(broken)), rng.IntN(len(broken))
			broken[i], broken[j] = broken[j], broken[i]
			b, err := board.FromCells(broken)
			if err != nil {
				t.Fatal(err)
			}
			want := board.CheckSolution(board.New(s), b) == nil
			if got := sound(broken, k); got != want {
				t.Fatalf("%v: %v, want %v", b, got, want)
			}
			if !want {
				refused++
			}
		}
		if refused == 0 {
			t.Errorf("side %d: no grid was to be refused", k*k)
		}
		open := slices.Clone(grid.Cells())
		open[0] = 0
		if sound(open, k) || sound(nil, k) {
			t.Error("a grid that is not full passes")
		}
	}
}

// TestKnown: grids of known figures differ from each other, and a measure that says always the
// same, or forgets the givens, is found out.
func TestKnown(t *testing.T) {
	s, err := puzzles.New(t.Context(), puzzles.DefaultConfig(9), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	samples, err := s.Batch(t.Context(), 20)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	figures := map[tally]bool{}
	renamed := 0
	for _, sample := range samples {
		all := knowns(rng, sample, 3)
		if len(all) < 4 {
			t.Fatalf("%d grids", len(all))
		}
		for _, g := range all {
			figures[g.want] = true
			var m score.Metrics
			if err := m.Grid(sample, g.grid); err != nil {
				t.Fatal(err)
			}
			if of(m) != g.want {
				t.Errorf("%s: measured %+v, want %+v", g.name, of(m), g.want)
			}
			forgetful := sample
			forgetful.Puzzle = make([]uint8, 81)
			var again tally
			again.count(forgetful, g.grid, 3)
			if g.name == "two digits renamed" && again.grids == 1 {
				renamed++ // a solution, but not of this puzzle
			}
		}
	}
	if len(figures) < 20 || renamed != len(samples) {
		t.Errorf("%d different figures, %d of %d renamed grids that only the givens refuse", len(figures), renamed, len(samples))
	}
}

// fake gives each empty cell's first candidate all probability: by digit, or by the order in
// which digits first appear, which new names do not change.
type fake struct{ byName bool }

func (f fake) Predict(_ context.Context, boards []board.Board) ([]learn.Prediction, error) {
	out := make([]learn.Prediction, len(boards))
	for i, b := range boards {
		n := b.Shape().Side()
		first := uint8(1)
		for _, d := range b.Cells() {
			if d != 0 && !f.byName {
				first = d
				break
			}
		}
		out[i].P = make([]float32, b.Shape().Cells()*n)
		for c := range b.Cells() {
			out[i].P[c*n+int(first)-1] = 1
		}
	}
	return out, nil
}

// TestAgree: a network that goes by names disagrees with itself as often as names change, one
// that does not never.
func TestAgree(t *testing.T) {
	samples, err := held(t.Context(), fourSets(), 20)
	if err != nil {
		t.Fatal(err)
	}
	a, err := agree(t.Context(), fake{}, samples, 5, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if a.cells == 0 || a.same != a.cells || a.apart != 0 {
		t.Errorf("%+v, want the same everywhere", a)
	}
	a, err = agree(t.Context(), fake{true}, samples, 5, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	// Of 23 relabellings that change something, 5 leave digit 1 alone.
	share := float64(a.same) / float64(a.cells)
	if math.Abs(share-5.0/23) > 0.1 || math.Abs(a.apart/float64(a.cells)-(1-share)) > 1e-9 {
		t.Errorf("%+v: same in %.3f, want some %.3f", a, share, 5.0/23)
	}
}

// TestProve: another solver finds a puzzle with several solutions and one with another.
func TestProve(t *testing.T) {
	samples, err := held(t.Context(), fourSets(), 1)
	if err != nil {
		t.Fatal(err)
	}
	good := samples[0]
	open := puzzles.Sample{Puzzle: make([]uint8, 16), Solution: good.Solution}
	swapped := puzzles.Sample{Puzzle: good.Puzzle, Solution: make([]uint8, 16)}
	for c, d := range good.Solution {
		swapped.Solution[c] = d%4 + 1
	}
	for i, want := range []proof{{true, true}, {false, false}, {true, false}} {
		got, err := proveAll(t.Context(), []puzzles.Sample{good, open, swapped}, 2)
		if err != nil {
			t.Fatal(err)
		}
		if got[i] != want {
			t.Errorf("sample %d: %+v, want %+v", i, got[i], want)
		}
	}
}
