package symmetry_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/symmetry"
)

// Boards that several tests share.
const (
	// easy is a puzzle without symmetry, with 30 givens.
	easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	// mostSymmetric is a grid of the class with the most automorphisms, 648: digit at
	// row 3a+b, column 3c+d is 3·(b+c mod 3) + (a+d mod 3) + 1.
	mostSymmetric = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x5eed)) }

func shape(t testing.TB, k int) *board.Shape {
	t.Helper()
	s, err := board.ShapeOf(k)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// boardOf fills a board of box side k by a formula on rows and columns from 0.
func boardOf(t testing.TB, k int, digit func(r, c int) int) board.Board {
	b := board.New(shape(t, k))
	n := k * k
	for cell := range b.Cells() {
		b.Set(cell, digit(cell/n, cell%n))
	}
	return b
}

// patternGrid is a full grid of any size.
func patternGrid(t testing.TB, k int) board.Board {
	n := k * k
	return boardOf(t, k, func(r, c int) int { return (r*k+r/k+c)%n + 1 })
}

// randomGrid fills a 9×9 board cell by cell, fewest candidates first, digits in random
// order.
func randomGrid(rng *rand.Rand) board.Board {
	b := board.New(board.Standard())
	var row, col, box [9]uint16
	var fill func() bool
	fill = func() bool {
		best, bestFree := -1, uint16(0)
		for cell, d := range b.Cells() {
			if d != 0 {
				continue
			}
			r, c := cell/9, cell%9
			free := 0x1ff &^ (row[r] | col[c] | box[r/3*3+c/3])
			if best < 0 || bits.OnesCount16(free) < bits.OnesCount16(bestFree) {
				best, bestFree = cell, free
			}
		}
		if best < 0 {
			return true
		}
		r, c := best/9, best%9
		for _, d := range rng.Perm(9) {
			bit := uint16(1) << d
			if bestFree&bit == 0 {
				continue
			}
			b.Set(best, d+1)
			row[r], col[c], box[r/3*3+c/3] = row[r]|bit, col[c]|bit, box[r/3*3+c/3]|bit
			if fill() {
				return true
			}
			row[r], col[c], box[r/3*3+c/3] = row[r]&^bit, col[c]&^bit, box[r/3*3+c/3]&^bit
			b.Set(best, 0)
		}
		return false
	}
	fill()
	return b
}

// traded returns a full grid without the regularity of the one given: many times over, it
// picks two rows of a band, or columns of a stack, and exchanges them on a cycle of columns
// that hold the same digits in both, which keeps every unit's digits.
func traded(rng *rand.Rand, grid board.Board, trades int) board.Board {
	s := grid.Shape()
	k, n := s.Box(), s.Side()
	b := grid.Clone()
	for range trades {
		b = symmetry.Random(rng, s).MustApply(b) // turns columns into rows half of the time
		r := rng.IntN(n)
		other := r/k*k + (r+1+rng.IntN(k-1))%k
		first, second := b.Cells()[r*n:r*n+n], b.Cells()[other*n:other*n+n]
		c := rng.IntN(n)
		for stop := first[c]; ; {
			first[c], second[c] = second[c], first[c]
			if first[c] == stop {
				break
			}
			for j, d := range first {
				if d == first[c] && j != c {
					c = j
					break
				}
			}
		}
	}
	return b
}

// thinned returns a copy of b in which each digit stays with the given chance.
func thinned(rng *rand.Rand, b board.Board, chance float64) board.Board {
	c := b.Clone()
	for cell := range c.Cells() {
		if rng.Float64() >= chance {
			c.Set(cell, 0)
		}
	}
	return c
}

// puzzleSets are the public 9×9 sets below the folder that SUDOKULAB_DATA names.
var puzzleSets = []struct{ name, file string }{
	{"17clue", "tdoku/puzzles2_17_clue"},
	{"magictour", "tdoku/puzzles3_magictour_top1465"},
	{"forum11", "tdoku/puzzles5_forum_hardest_1905_11+.half"},
	{"hardest1106", "tdoku/puzzles6_forum_hardest_1106"},
	{"norvig10k", "norvig/sudoku10k.txt"},
}

func newCanonicalizer(t testing.TB) *symmetry.Canonicalizer {
	t.Helper()
	c, err := symmetry.NewCanonicalizer(symmetry.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	return c
}
