package minigridrules

import (
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

func smokeConfig(t *testing.T) Config {
	t.Helper()
	cfg, ok := plan(lab.Smoke).Config.(Config)
	if !ok {
		t.Fatal("the plan's configuration is no Config")
	}
	return cfg
}

// TestSearchEnds shows that a search ends at a puzzle with one solution and some strays, and that
// each further given of the solution removes the last of them.
func TestSearchEnds(t *testing.T) {
	ctx := t.Context()
	o, err := newOracle(board.Standard())
	if err != nil {
		t.Fatal(err)
	}
	cfg := smokeConfig(t).reading(minigrid.Lines, minigrid.Disjoint, minigrid.Supported)
	s := searcher{rng: rand.New(rand.NewPCG(1, 1)), cfg: cfg, oracle: o}
	items, err := (&corpus.Store{}).Sample(ctx, searchSet, 30, 1)
	if err != nil {
		t.Fatal(err)
	}
	ends := 0
	for _, item := range items {
		grids, _, err := o.all(ctx, item.Board, 2)
		if err != nil {
			t.Fatal(err)
		}
		b := item.Board.Clone()
		before, err := s.strays(ctx, b)
		if err != nil {
			t.Fatal(err)
		}
		after, err := s.tighten(ctx, b, grids[0])
		if err != nil {
			t.Fatal(err)
		}
		if after > before || (after == 0) != (before == 0) {
			t.Errorf("puzzle %d: %d strays, then %d", item.Index, before, after)
		}
		if after == 0 {
			continue
		}
		ends++
		for cell := range b.Cells() {
			if b.At(cell) != 0 {
				continue
			}
			c := b.Clone()
			c.Set(cell, grids[0].At(cell))
			if left, err := s.strays(ctx, c); err != nil || left != 0 {
				t.Errorf("%s with %s filled in has %d strays, want none (%v)", b, b.Shape().CellName(cell), left, err)
			}
		}
		if err := s.loosen(ctx, b); err != nil {
			t.Fatal(err)
		}
		if n, err := o.upToTwo(ctx, b); err != nil || n != 1 {
			t.Errorf("loosened to %d solutions, want 1 (%v)", n, err)
		}
	}
	if ends == 0 {
		t.Error("no puzzle of the sample has a stray")
	}
}

// TestBands shows that the numbered bands are valid and differ, and that arranged lists what it
// says.
func TestBands(t *testing.T) {
	seconds := secondRows()
	if len(seconds)*36*36 != bandCount {
		t.Fatalf("%d rows of second boxes, want 56", len(seconds))
	}
	seen := map[[3][9]uint8]bool{}
	for number := range bandCount {
		b := band(seconds, number)
		seen[b] = true
		if number%997 != 0 {
			continue
		}
		grid := board.New(board.Standard())
		for box := range b {
			for i, d := range b[box] {
				grid.Set(i/3*9+3*box+i%3, int(d))
			}
		}
		if grid.Filled() != 27 || len(board.Conflicts(grid)) > 0 {
			t.Errorf("band %d is %v", number, b)
		}
	}
	if len(seen) != bandCount {
		t.Errorf("%d different bands, want %d", len(seen), bandCount)
	}
	b := band(seconds, 4711)
	different := map[[9]uint8]bool{}
	for i, f := range arranged(b[1]) {
		different[f.digits] = true
		if (f.digits == b[1]) != (i == 0) {
			t.Errorf("filling %d is the box's own", i)
		}
		for col := range 3 {
			var was, is int
			for row := range 3 {
				was |= 1 << b[1][3*row+col]
				is |= 1 << f.digits[3*row+col]
			}
			if was != is {
				t.Errorf("filling %d has another column %d", i, col+1)
			}
		}
	}
	if len(different) != 216 {
		t.Errorf("%d fillings, want 216", len(different))
	}
}
