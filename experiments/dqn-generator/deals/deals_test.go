package deals

import (
	"slices"
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate/gallop"
	"sudokulab/pkg/solvertest"
)

// ways are configurations that end at the puzzle of single steps.
func ways() []gallop.Config {
	whole, halves, cells := gallop.DefaultConfig(), gallop.DefaultConfig(), gallop.DefaultConfig()
	halves.OnFailure, halves.ShrinkAfter = gallop.Halve, 0
	cells.OnFailure, cells.Elimination, cells.Sizing = gallop.Linear, false, gallop.ByFailures
	return []gallop.Config{gallop.OneByOne(), whole, halves, cells}
}

// TestLineIsTheCounter compares the record of a line with a counter that shares no code with
// the engine that made it: puzzles, key cells and calls.
func TestLineIsTheCounter(t *testing.T) {
	plain, s := solvertest.NewPlain9(), bitboard.New()
	count := func(b board.Board, limit int) int { return plain.CountUpTo((*[81]uint8)(b.Cells()), limit) }
	for i := range 6 {
		d, err := Make(t.Context(), 17, i)
		if err != nil {
			t.Fatal(err)
		}
		l := Walk(s, d)
		for _, givens := range []int{40, 27, 0} {
			for _, cfg := range ways() {
				got, err := l.Remove(t.Context(), cfg, givens, nil)
				if err != nil {
					t.Fatal(err)
				}
				r, err := gallop.New(cfg, count)
				if err != nil {
					t.Fatal(err)
				}
				want, err := r.Remove(t.Context(), d.Grid, d.Order, givens)
				if err != nil {
					t.Fatal(err)
				}
				if !got.Puzzle.Equal(want.Puzzle) || !slices.Equal(got.Keys, want.Keys) || got.Calls != want.Calls {
					t.Errorf("deal %d, %d givens, %+v: %+v by the line, %+v by counting", i, givens, cfg, got, want)
				}
				if keys, reached := l.KeysBefore(givens); keys != len(want.Keys) || reached != want.Reached {
					t.Errorf("deal %d, %d givens: %d key cells, reached %v, want %d, %v", i, givens, keys, reached, len(want.Keys), want.Reached)
				}
			}
		}
	}
}

func TestMakeRepeats(t *testing.T) {
	a, err := Make(t.Context(), 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Make(t.Context(), 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Make(t.Context(), 1, 3)
	if err != nil {
		t.Fatal(err)
	}
	if !a.Grid.Equal(b.Grid) || !slices.Equal(a.Order, b.Order) || a.Grid.Equal(c.Grid) {
		t.Error("deals do not depend on seed and index alone")
	}
}

func TestFind(t *testing.T) {
	n := 0
	looked, reached, err := Find(t.Context(), 17, 0, 2000, func(l Line) (bool, error) {
		n++
		res, err := l.Remove(t.Context(), gallop.DefaultConfig(), StatedGivens, nil)
		if err == nil && (len(res.Keys) != StatedKeys || !res.Reached) {
			t.Errorf("deal %d: %+v", l.Index, res)
		}
		return n < 2, err
	})
	if err != nil || n != 2 || looked > 2000 || reached > looked || reached < looked*9/10 {
		t.Errorf("%d cases among %d deals, %d with %d blanks; %v", n, looked, reached, StatedBlanks, err)
	}
}
