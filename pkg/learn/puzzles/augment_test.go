package puzzles_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/symmetry"
)

func clones(samples []puzzles.Sample) []puzzles.Sample {
	out := make([]puzzles.Sample, len(samples))
	for i, s := range samples {
		out[i] = s
		out[i].Puzzle = append([]uint8(nil), s.Puzzle...)
		out[i].Solution = append([]uint8(nil), s.Solution...)
	}
	return out
}

// TestAugment applies each kind alone and all together: the puzzles stay valid and unique,
// keep their class, and change only as the kind says.
func TestAugment(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, side := range []int{4, 9, 16} {
		cfg := quick(side, 6)
		if side == 16 {
			cfg.Givens = puzzles.Mix{puzzles.Blank(16, 0.40, 0.48)}
		}
		k := int(math.Sqrt(float64(side)))
		plain := take(t, open(t, cfg, 0), 24)
		for _, a := range []puzzles.Augment{{Digits: 1}, {Geometry: 1}, {Lines: 1}, {Digits: 1, Geometry: 1, Lines: 1}} {
			batch := clones(plain)
			did := a.Apply(rng, batch)
			if did != (puzzles.Augmented{Digits: a.Digits == 1, Geometry: a.Geometry == 1, Lines: a.Lines == 1}) {
				t.Fatalf("%+v did %+v", a, did)
			}
			changed := 0
			for i, s := range batch {
				unique(t, s)
				key, err := symmetry.CanonicalKey(s.Board())
				if err != nil {
					t.Fatal(err)
				}
				want, err := symmetry.CanonicalKey(plain[i].Board())
				if err != nil {
					t.Fatal(err)
				}
				if key != want {
					t.Fatalf("%+v turned %v into %v, of another class", a, plain[i].Board(), s.Board())
				}
				if !s.Board().Equal(plain[i].Board()) {
					changed++
				}
				var ok bool
				switch a {
				case puzzles.Augment{Digits: 1}:
					ok = relabelled(plain[i].Solution, s.Solution)
				case puzzles.Augment{Geometry: 1}:
					ok = moved(plain[i].Solution, s.Solution, side)
				case puzzles.Augment{Lines: 1}:
					ok = linesKept(plain[i].Solution, s.Solution, side, k)
				default:
					ok = true
				}
				if !ok {
					t.Fatalf("%+v turned %v into %v", a, plain[i].Grid(), s.Grid())
				}
			}
			if changed < len(batch)/2 {
				t.Errorf("side %d: %+v changed %d of %d", side, a, changed, len(batch))
			}
		}
		batch := clones(plain)
		if did := (puzzles.Augment{}).Apply(rng, batch); did != (puzzles.Augmented{}) {
			t.Errorf("no augmentation did %+v", did)
		}
		same(t, "no augmentation", batch, plain)
	}
}

// relabelled reports whether digits went to digits, one to one.
func relabelled(from, to []uint8) bool {
	var image, origin [37]uint8
	for c, d := range from {
		e := to[c]
		if image[d] == 0 && origin[e] == 0 {
			image[d], origin[e] = e, d
		}
		if image[d] != e || origin[e] != d {
			return false
		}
	}
	return true
}

// moved reports whether a board is another one's image under one of the four motions.
func moved(from, to []uint8, n int) bool {
	for _, motion := range []func(r, c int) (int, int){
		func(r, c int) (int, int) { return n - 1 - c, r },         // a cell's place a quarter turn before
		func(r, c int) (int, int) { return n - 1 - r, n - 1 - c }, // half a turn
		func(r, c int) (int, int) { return c, n - 1 - r },         // three quarters
		func(r, c int) (int, int) { return c, r },                 // transposition
	} {
		all := true
		for cell, d := range to {
			r, c := motion(cell/n, cell%n)
			all = all && from[r*n+c] == d
		}
		if all {
			return true
		}
	}
	return false
}

// linesKept reports whether rows moved within bands and columns within stacks: every box then
// keeps its digits, and every band the sets of its mini-columns' columns. On full grids it is
// enough to find the rows: a row of the image has, stack by stack, the digits of one row of
// the same band.
func linesKept(from, to []uint8, n, k int) bool {
	mini := func(grid []uint8, r, stack int) (digits uint64) {
		for c := stack * k; c < stack*k+k; c++ {
			digits |= 1 << grid[r*n+c]
		}
		return digits
	}
	column := func(grid []uint8, c, band int) (digits uint64) {
		for r := band * k; r < band*k+k; r++ {
			digits |= 1 << grid[r*n+c]
		}
		return digits
	}
	for line := range n {
		row, col := 0, 0
		for source := line / k * k; source < line/k*k+k; source++ {
			rows, cols := true, true
			for part := range k {
				rows = rows && mini(to, line, part) == mini(from, source, part)
				cols = cols && column(to, line, part) == column(from, source, part)
			}
			if rows {
				row++
			}
			if cols {
				col++
			}
		}
		if row != 1 || col != 1 {
			return false
		}
	}
	return true
}

// TestAugmentChances counts the augmented among many batches: each kind within five standard
// deviations of its chance, a bound that 1 run in 1.7 million breaks, and two kinds together
// as often as chance has it.
func TestAugmentChances(t *testing.T) {
	const batches = 20_000
	a := puzzles.DefaultAugment()
	rng := rand.New(rand.NewPCG(8, 8))
	one := take(t, open(t, quick(4, 1), 1), 1)
	var digits, geometry, lines, both int
	for range batches {
		did := a.Apply(rng, one)
		if did.Digits {
			digits++
		}
		if did.Geometry {
			geometry++
		}
		if did.Lines {
			lines++
		}
		if did.Digits && did.Geometry {
			both++
		}
	}
	for _, k := range []struct {
		name string
		got  int
		want float64
	}{{"digits", digits, 0.20}, {"geometry", geometry, 0.25}, {"lines", lines, 0.20}, {"digits and geometry", both, 0.05}} {
		mean, deviation := batches*k.want, math.Sqrt(batches*k.want*(1-k.want))
		if math.Abs(float64(k.got)-mean) > 5*deviation {
			t.Errorf("%s: %d of %d batches, want %.0f ± %.0f", k.name, k.got, batches, mean, 5*deviation)
		}
	}
}

// TestAugmentInStream sees that a stream augments whole batches of the plain stream.
func TestAugmentInStream(t *testing.T) {
	cfg := quick(9, 12)
	plain := open(t, cfg, 0)
	cfg.Augment = puzzles.Augment{Digits: 0.5}
	augmented := open(t, cfg, 0)
	whole := map[bool]int{}
	for i := range 20 {
		a, b := take(t, plain, 8), take(t, augmented, 8)
		differ := 0
		for j := range a {
			if !relabelled(a[j].Solution, b[j].Solution) {
				t.Fatalf("batch %d: sample %d was not relabelled alone", i, j)
			}
			if !a[j].Grid().Equal(b[j].Grid()) {
				differ++
			}
		}
		if differ != 0 && differ != 8 {
			t.Errorf("batch %d: %d of 8 samples augmented, want all or none", i, differ)
		}
		whole[differ == 8]++
	}
	if whole[true] == 0 || whole[false] == 0 {
		t.Errorf("batches augmented or not: %v, want some of each", whole)
	}
}

func ExampleAugment_Apply() {
	rng := rand.New(rand.NewPCG(1, 1))
	batch := []puzzles.Sample{{
		Puzzle:   []uint8{1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 2},
		Solution: []uint8{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1},
	}}
	did := puzzles.Augment{Geometry: 1}.Apply(rng, batch)
	fmt.Println(did.Geometry, batch[0].Grid())
	// Output: true 4231314224131324
}
