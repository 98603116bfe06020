package film_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/film"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/generate/counter"
	"sudokulab/pkg/generate/gallop"
	"sudokulab/pkg/render"
)

// removed removes cells from a grid by a configuration and returns what the remover told.
func removed(t *testing.T, cfg gallop.Config, grid board.Board, order []int, givens int) (gallop.Result, []gallop.Step) {
	t.Helper()
	c, err := counter.New(grid.Shape(), counter.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	r, err := gallop.New(cfg, c.CountUpTo)
	if err != nil {
		t.Fatal(err)
	}
	var steps []gallop.Step
	r.Trace = func(s gallop.Step) { steps = append(steps, s) }
	res, err := r.Remove(t.Context(), grid, order, givens)
	if err != nil {
		t.Fatal(err)
	}
	return res, steps
}

func TestRemovalStrikesEachCellOnce(t *testing.T) {
	ways := map[string]gallop.Config{"document": gallop.DefaultConfig(), "one by one": gallop.OneByOne()}
	for _, failure := range gallop.OnFailures() {
		c := gallop.DefaultConfig()
		c.OnFailure, c.Elimination, c.ShrinkAfter = failure, false, 0
		ways[string(failure)] = c
	}
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 1))
		grid, err := generate.FullGrid(t.Context(), rng, generate.DefaultGrid(9))
		if err != nil {
			t.Fatal(err)
		}
		order := rng.Perm(81)
		for name, cfg := range ways {
			res, steps := removed(t, cfg, grid, order, 27)
			frames, err := film.Removal(grid, order, steps)
			if err != nil {
				t.Fatal(err)
			}
			wellFormed(t, frames)
			if len(frames) != len(steps)+2 || res.Calls.Total() != len(steps) {
				t.Errorf("%s: %d frames of %d calls", name, len(frames), res.Calls.Total())
			}
			if last := frames[len(frames)-1].Picture; !last.Board.Equal(res.Puzzle) {
				t.Errorf("%s: the film ends with %s, the puzzle is %s", name, last.Board, res.Puzzle)
			}
			framed := map[int]bool{}
			for cell := range 81 {
				struck := 0
				for i, f := range frames {
					switch {
					case f.Picture.Board.At(cell) == 0 && struck != 1:
						t.Fatalf("%s, frame %d: cell %d is empty, was struck %d times", name, i, cell, struck)
					case len(f.Picture.Marks) > 0 && f.Picture.Marks[cell]&render.Removed != 0:
						struck++
					}
					if len(f.Picture.Marks) > 0 && f.Picture.Marks[cell]&render.Focus != 0 {
						framed[cell] = true
					}
				}
				if gone := res.Puzzle.At(cell) == 0; gone != (struck == 1) || struck > 1 {
					t.Errorf("%s: cell %d was struck %d times, gone: %t", name, cell, struck, gone)
				}
			}
			if cfg.OnFailure == gallop.Halve {
				continue // it says which cell stays when it has come down to that cell
			}
			if len(framed) != len(res.Keys) {
				t.Errorf("%s: %d key cells are framed, %d were met", name, len(framed), len(res.Keys))
			}
			for _, key := range res.Keys {
				if !framed[key] {
					t.Errorf("%s: key cell %d is not framed", name, key)
				}
			}
		}
	}
}

func TestRemovalRefusesOtherSteps(t *testing.T) {
	grid := board.MustParse(smallSolution)
	order := []int{0, 1, 2}
	for _, steps := range [][]gallop.Step{
		{{Call: 1, From: 2, Size: 2, Key: -1}},
		{{Call: 1, From: 0, Size: 0, Key: -1}},
		{{Call: 1, From: 0, Size: 1, Key: 3}},
		{{Call: 1, From: 0, Size: 1, Unique: true, Key: -1}, {Call: 2, From: 0, Size: 1, Key: -1}},
	} {
		if _, err := film.Removal(grid, order, steps); err == nil || !strings.HasPrefix(err.Error(), "film: call ") {
			t.Errorf("%v: %v", steps, err)
		}
	}
}

func ExampleRemoval() {
	grid := board.MustParse(smallSolution)
	c, err := counter.New(grid.Shape(), counter.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	cfg := gallop.DefaultConfig()
	cfg.First = 8
	r, err := gallop.New(cfg, c.CountUpTo)
	if err != nil {
		fmt.Println(err)
		return
	}
	var steps []gallop.Step
	r.Trace = func(s gallop.Step) { steps = append(steps, s) }
	order := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	if _, err := r.Remove(context.Background(), grid, order, 7); err != nil {
		fmt.Println(err)
		return
	}
	frames, err := film.Removal(grid, order, steps)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range frames {
		fmt.Println(f.Picture.Board, f.Picture.Caption)
	}
	// Output:
	// 2431314242131324 A full grid of 16 cells.
	// 2431314242131324 Call 1, a chunk: 8 cells cannot go, the board would have a second solution.
	// 2431314242131324 Call 2, a search in the chunk: 4 cells can go, 12 givens are left.
	// ....314242131324 Call 3, a search in the chunk: 2 cells can go, 10 givens are left.
	// ......4242131324 Call 4, a search in the chunk: 1 cell can go, 9 givens are left. So r2c4 is a key cell and stays.
	// .......242131324 Call 5, a chunk: 2 cells cannot go, the board would have a second solution.
	// .......242131324 Call 6, a search in the chunk: 1 cell can go, 8 givens are left. So r3c2 is a key cell and stays.
	// .......2.2131324 Call 7: one cell can go, 7 givens are left.
	// .......2.2.31324 The puzzle: 7 givens, 2 key cells met, after 7 calls.
}
