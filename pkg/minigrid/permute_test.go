package minigrid_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
)

// Box 1 of this board holds 1 and lacks 2, 3, 4 in r1c2, r2c1, r2c2. The rest of row 1 holds 2, of
// column 1 holds 3.
//
//	1 . | . 2
//	. . | . .
//	----+----
//	3 . | . .
//	. . | . .
const small = "1..2....3......."

func TestFillingsByHand(t *testing.T) {
	for _, tc := range []struct {
		reading minigrid.Fillings
		want    []string
		steps   int64
	}{
		// 3 + 3·2 + 3·2·1 digits.
		{minigrid.BoxOnly, []string{"1234", "1243", "1324", "1342", "1423", "1432"}, 15},
		// r1c2 takes 3 or 4, r2c1 takes 2 or 4, r2c2 takes 2, 3 or 4. Tried are 3, then 2 and 4 below
		// it, then one digit each; 4, then 2, then 3.
		{minigrid.Lines, []string{"1324", "1342", "1423"}, 8},
		// The 1 and 2 of row 1 leave 3 and 4 to r1c2 and r1c3; column 4 needs a 1 in row 3 or 4 … no
		// single arises in the box.
		{minigrid.Singles, []string{"1324", "1342", "1423"}, 8},
	} {
		p := permute(t, board.MustParse(small), with(func(c *minigrid.Config) { c.Fillings = tc.reading }))
		var got []string
		for i := range p.Count(0) {
			got = append(got, fmt.Sprintf("%d%d%d%d", p.Filling(0, i)[0], p.Filling(0, i)[1], p.Filling(0, i)[2], p.Filling(0, i)[3]))
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", tc.reading, got, tc.want)
		}
		if p.Steps(0) != tc.steps {
			t.Errorf("%s: %d steps, want %d", tc.reading, p.Steps(0), tc.steps)
		}
	}
}

// TestFillings compares each list with the recursion of the paper, order included.
func TestFillings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, solved := range solvedBoards(t) {
		for range 6 {
			cells := len(solved.Cells())
			b := blanked(solved, cells*2/5+rng.IntN(cells/4), rng, rng.IntN(3) == 0)
			boxOnly := permute(t, b, with(func(c *minigrid.Config) { c.Fillings = minigrid.BoxOnly }))
			masked := permute(t, b, minigrid.DefaultConfig())
			var total int64
			for box := range b.Shape().Side() {
				want, steps := fillings(b, box, anyDigit)
				checkList(t, name, boxOnly, box, want)
				if boxOnly.Steps(box) != steps && !boxOnly.Impossible() {
					t.Errorf("%s: box %d: %d steps, the pseudocode makes %d", name, box, boxOnly.Steps(box), steps)
				}
				want, steps = fillings(b, box, lines(b))
				checkList(t, name, masked, box, want)
				if !masked.Impossible() && (masked.Steps(box) > steps || masked.Steps(box) < min(steps, int64(len(want)))) {
					t.Errorf("%s: box %d: %d steps for %d fillings, without looking ahead there are %d",
						name, box, masked.Steps(box), len(want), steps)
				}
				total += int64(masked.Count(box))
			}
			if masked.Total() != total {
				t.Errorf("%s: total %d, want %d", name, masked.Total(), total)
			}
		}
	}
}

func checkList(t *testing.T, name string, p *minigrid.Permutations, box int, want [][]uint8) {
	t.Helper()
	size, exact := p.Size(box)
	if !exact || size != uint64(len(want)) {
		t.Errorf("%s: box %d: size %d (exact %v), want %d", name, box, size, exact, len(want))
	}
	if p.Impossible() {
		if p.Count(box) != 0 || p.Listed(box) {
			t.Errorf("%s: box %d of an impossible board has %d fillings", name, box, p.Count(box))
		}
		return
	}
	if !p.Listed(box) || p.Count(box) != len(want) {
		t.Fatalf("%s: box %d: %d fillings, want %d", name, box, p.Count(box), len(want))
	}
	for i, w := range want {
		if !slices.Equal(p.Filling(box, i), w) {
			t.Fatalf("%s: box %d: filling %d is %v, want %v", name, box, i, p.Filling(box, i), w)
		}
	}
}

// TestSinglesFillings: those of Lines that agree with what naked and hidden singles lead to.
func TestSinglesFillings(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	shorter := false
	for name, solved := range solvedBoards(t) {
		for range 6 {
			b := blanked(solved, len(solved.Cells())/2, rng, false)
			after, ok := plainSingles(b)
			if !ok {
				t.Fatalf("%s: singles refute a solvable board", name)
			}
			p := permute(t, b, with(func(c *minigrid.Config) { c.Fillings = minigrid.Singles }))
			for box := range b.Shape().Side() {
				want, _ := fillings(after, box, lines(after))
				checkList(t, name, p, box, want)
				all, _ := fillings(b, box, lines(b))
				shorter = shorter || len(want) < len(all)
			}
		}
	}
	if !shorter {
		t.Error("singles made no list shorter")
	}
}

// plainSingles fills singles one by one from scratch each time.
func plainSingles(b board.Board) (board.Board, bool) {
	b = b.Clone()
	for {
		changed := false
		admits := lines(b)
		for cell := range b.Cells() {
			var can []int
			for d := 1; d <= b.Shape().Side(); d++ {
				if b.At(cell) == 0 && admits(cell, d) {
					can = append(can, d)
				}
			}
			if b.At(cell) == 0 && len(can) == 0 {
				return b, false
			}
			if len(can) == 1 {
				b.Set(cell, can[0])
				changed = true
			}
		}
		for _, unit := range b.Shape().Units() {
			for d := 1; d <= b.Shape().Side(); d++ {
				var places []int
				for _, cell := range unit {
					if b.At(cell) == d || b.At(cell) == 0 && admits(cell, d) && lines(b)(cell, d) {
						places = append(places, cell)
					}
				}
				if len(places) == 0 {
					return b, false
				}
				if len(places) == 1 && b.At(places[0]) == 0 {
					b.Set(places[0], d)
					changed = true
				}
			}
		}
		if !changed {
			return b, true
		}
	}
}

func TestSinglesRefute(t *testing.T) {
	for _, name := range []string{"4/no-candidate", "9/no-candidate", "9/no-place", "9/unsat-search"} {
		b := puzzleCase(t, name)
		_, ok := plainSingles(b)
		p := permute(t, b, with(func(c *minigrid.Config) { c.Fillings = minigrid.Singles }))
		if p.Impossible() == ok {
			t.Errorf("%s: impossible %v, plain singles go through: %v", name, p.Impossible(), ok)
		}
		if p.Impossible() && p.Total() != 0 {
			t.Errorf("%s: %d fillings of an impossible board", name, p.Total())
		}
	}
}

// TestEmptyBoxes: 9 boxes of 9! fillings, and e·e!-like steps without a list of e positions.
func TestEmptyBoxes(t *testing.T) {
	p := permute(t, board.New(board.Standard()), minigrid.DefaultConfig())
	if p.Total() != 9*362880 || p.Capped() {
		t.Errorf("total %d, capped %v", p.Total(), p.Capped())
	}
	// 9 + 9·8 + … + 9! digits.
	steps, product := int64(0), int64(1)
	for i := int64(9); i > 0; i-- {
		product *= i
		steps += product
	}
	if p.Steps(4) != steps {
		t.Errorf("%d steps, want %d", p.Steps(4), steps)
	}
	if first, last := p.Filling(0, 0), p.Filling(0, 362879); !slices.Equal(first, []uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}) || !slices.Equal(last, []uint8{9, 8, 7, 6, 5, 4, 3, 2, 1}) {
		t.Errorf("first %v, last %v", first, last)
	}
}

// TestLargeBox: a box of 25 open cells, too many for a table. The boxes beside and below it are
// nearly full, which leaves few digits to each cell.
func TestLargeBox(t *testing.T) {
	b := puzzleCase(t, "25/full").Clone()
	units := b.Shape().Units()
	for _, c := range units[50] {
		b.Set(c, 0)
	}
	for _, box := range []int{1, 5} {
		for _, c := range units[50+box][:7] {
			b.Set(c, 0)
		}
	}
	p := permute(t, b, minigrid.DefaultConfig())
	for _, box := range []int{0, 1, 5} {
		want, _ := fillings(b, box, lines(b))
		checkList(t, "25", p, box, want)
		if box == 0 && len(want) < 2 {
			t.Errorf("box %d has %d fillings, the case asks for several", box, len(want))
		}
	}
}

func TestBeyondAnyLimit(t *testing.T) {
	s, err := board.ShapeOf(5)
	if err != nil {
		t.Fatal(err)
	}
	for _, reading := range []minigrid.Fillings{minigrid.BoxOnly, minigrid.Lines} {
		p := permute(t, board.New(s), with(func(c *minigrid.Config) { c.Fillings = reading }))
		size, exact := p.Size(3)
		if !p.Capped() || p.Total() != 0 || exact || size < 1<<60 {
			t.Errorf("%s: capped %v, total %d, size %d, exact %v", reading, p.Capped(), p.Total(), size, exact)
		}
	}
}

// TestVertexLimit: whole boxes, smallest first, and never more than the limit.
func TestVertexLimit(t *testing.T) {
	b := puzzleCase(t, "9/search")
	full := permute(t, b, minigrid.DefaultConfig())
	sizes := make([]int, 9)
	for box := range sizes {
		sizes[box] = full.Count(box)
	}
	sorted := slices.Sorted(slices.Values(sizes))
	for _, limit := range []int64{1, int64(sorted[0]), int64(sorted[0] + sorted[1]), full.Total() - 1, full.Total()} {
		for _, cfg := range []minigrid.Config{
			with(func(c *minigrid.Config) { c.MaxVertices = limit }),
			with(func(c *minigrid.Config) { c.MaxBytes = limit * 9 }),
		} {
			p := permute(t, b, cfg)
			if p.Total() > limit || p.Capped() != (limit < full.Total()) {
				t.Errorf("limit %d: total %d, capped %v", limit, p.Total(), p.Capped())
			}
			var want int64
			for _, size := range sorted {
				if want+int64(size) > limit {
					break
				}
				want += int64(size)
			}
			if p.Total() != want {
				t.Errorf("limit %d: total %d, want the smallest boxes, %d", limit, p.Total(), want)
			}
			for box, size := range sizes {
				if got, exact := p.Size(box); !exact || got != uint64(size) {
					t.Errorf("limit %d: box %d has size %d (exact %v), want %d", limit, box, got, exact, size)
				}
				if p.Listed(box) != (p.Count(box) > 0) || p.Listed(box) && p.Count(box) != size {
					t.Errorf("limit %d: box %d: %d of %d listed", limit, box, p.Count(box), size)
				}
			}
		}
	}
}

func TestPermuteCancelled(t *testing.T) {
	m, err := minigrid.Mask(board.New(board.Standard()))
	if err != nil {
		t.Fatal(err)
	}
	for looks := range int64(8) {
		p, err := minigrid.Permute(newStopAfter(t.Context(), looks), m, with(func(c *minigrid.Config) { c.Workers = 1 }))
		if !errors.Is(err, context.Canceled) || p != nil {
			t.Errorf("after %d looks: %v, %v", looks, p, err)
		}
	}
}

func TestConfigErrors(t *testing.T) {
	m, err := minigrid.Mask(board.MustParse(small))
	if err != nil {
		t.Fatal(err)
	}
	for field, change := range map[string]func(c *minigrid.Config){
		"fillings":      func(c *minigrid.Config) { c.Fillings = "rows" },
		"compatibility": func(c *minigrid.Config) { c.Compatibility = "" },
		"pruning":       func(c *minigrid.Config) { c.Pruning = "some" },
		"order":         func(c *minigrid.Config) { c.Order = "largest" },
		"max_vertices":  func(c *minigrid.Config) { c.MaxVertices = -1 },
		"max_bytes":     func(c *minigrid.Config) { c.MaxBytes = -5 },
		"workers":       func(c *minigrid.Config) { c.Workers = -2 },
	} {
		_, err := minigrid.Permute(t.Context(), m, with(change))
		wantError(t, err, "config: "+field)
	}
	for _, c := range []minigrid.Config{minigrid.DefaultConfig(), minigrid.LiteralConfig()} {
		if err := c.Validate(); err != nil {
			t.Error(err)
		}
	}
}

// TestLiteralReadingsNeedBoxes: positions and sequences mean nothing to regions.
func TestLiteralReadingsNeedBoxes(t *testing.T) {
	b := puzzleCase(t, "6/jigsaw-search")
	m, err := minigrid.Mask(b)
	if err != nil {
		t.Fatal(err)
	}
	p, err := minigrid.Permute(t.Context(), m, minigrid.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []func(c *minigrid.Config){
		func(c *minigrid.Config) { c.Compatibility = minigrid.Identical },
		func(c *minigrid.Config) { c.Pruning = minigrid.DegreeBoxes },
		func(c *minigrid.Config) { c.Pruning = minigrid.DegreeEdges },
	} {
		_, err := minigrid.Permute(t.Context(), m, with(change))
		wantError(t, err, "square boxes", "regions")
		_, err = minigrid.Connect(t.Context(), p, with(change))
		wantError(t, err, "square boxes", "regions")
	}
}

// TestRenamingDigits: the number of fillings of a box does not depend on the digits' names.
func TestRenamingDigits(t *testing.T) {
	solved := solvedBoards(t)["9"]
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		givens := rapid.IntRange(30, 60).Draw(rt, "givens")
		rng := rand.New(rand.NewPCG(seed, 0))
		b := blanked(solved, givens, rng, false)
		names := rng.Perm(9)
		renamed := board.New(b.Shape())
		for c := range b.Cells() {
			if d := b.At(c); d != 0 {
				renamed.Set(c, names[d-1]+1)
			}
		}
		for _, reading := range []minigrid.Fillings{minigrid.BoxOnly, minigrid.Lines, minigrid.Singles} {
			cfg := with(func(c *minigrid.Config) { c.Fillings = reading })
			p, q := permute(t, b, cfg), permute(t, renamed, cfg)
			for box := range 9 {
				if p.Count(box) != q.Count(box) {
					rt.Fatalf("%s: box %d: %d fillings, renamed %d", reading, box, p.Count(box), q.Count(box))
				}
			}
		}
	})
}
