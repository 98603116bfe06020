package symmetry_test

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/symmetry"
)

// The reference knows the definition of the canonical form and nothing else: it spells the
// board under every transposition and permutation of lines, numbers digits as they appear,
// and keeps the smallest string. It shares no code with the package.

// linePermutations returns all permutations of k² lines that keep groups of k together.
func linePermutations(k int) [][]int {
	orders := permutations(k)
	out := [][]int{nil}
	for range k { // the order of one more group's lines, groups as they are
		var longer [][]int
		for _, p := range out {
			for _, o := range orders {
				q := append([]int(nil), p...)
				for _, line := range o {
					q = append(q, len(p)+line)
				}
				longer = append(longer, q)
			}
		}
		out = longer
	}
	var all [][]int
	for _, p := range out {
		for _, o := range orders {
			var q []int
			for _, group := range o {
				q = append(q, p[group*k:(group+1)*k]...)
			}
			all = append(all, q)
		}
	}
	return all
}

func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var out [][]int
	for _, p := range permutations(n - 1) {
		for at := range n {
			q := append([]int(nil), p[:at]...)
			q = append(q, n-1)
			out = append(out, append(q, p[at:]...))
		}
	}
	return out
}

// reference returns the min-lex form and the number of geometric transforms that reach it.
func reference(cells []uint8, n int, lines [][]int) (best []uint8, ties int) {
	best = bytes.Repeat([]uint8{255}, n*n)
	for _, transposed := range []bool{false, true} {
		src := make([]uint8, n*n)
		for i := range src {
			src[i] = cells[i]
			if transposed {
				src[i] = cells[i%n*n+i/n]
			}
		}
		for _, rows := range lines {
			for _, cols := range lines {
				switch compareOne(best, src, n, rows, cols) {
				case -1:
					ties = 1
				case 0:
					ties++
				}
			}
		}
	}
	return best, ties
}

// compareOne spells one image and returns -1, 0 or 1 if it is smaller than best, equal or
// larger. A smaller one replaces best.
func compareOne(best, src []uint8, n int, rows, cols []int) int {
	var label [17]uint8
	next := uint8(1)
	smaller := false
	i := 0
	for _, r := range rows {
		for _, c := range cols {
			v := uint8(0)
			if d := src[r*n+c]; d != 0 {
				if label[d] == 0 {
					label[d] = next
					next++
				}
				v = label[d]
			}
			if !smaller {
				if v > best[i] {
					return 1
				}
				smaller = v < best[i]
			}
			best[i] = v
			i++
		}
	}
	if smaller {
		return -1
	}
	return 0
}

func checkAgainstReference(t *testing.T, c *symmetry.Canonicalizer, b board.Board, lines [][]int) {
	t.Helper()
	want, ties := reference(b.Cells(), b.Shape().Side(), lines)
	got, u, err := c.Canonical(b)
	if err != nil {
		t.Fatalf("%v: %v", b, err)
	}
	if !bytes.Equal(got.Cells(), want) {
		w, _ := board.FromCells(want)
		t.Fatalf("canonical form of\n%v is\n%v, want\n%v", b, got, w)
	}
	if !u.MustApply(b).Equal(got) {
		t.Fatalf("%v does not map %v to its canonical form", u, b)
	}
	a, err := c.Automorphisms(b)
	if err != nil {
		t.Fatal(err)
	}
	if a.Cmp(big.NewInt(int64(ties))) != 0 {
		t.Fatalf("%v has %v automorphisms, want %d", b, a, ties)
	}
}

// TestLinePermutations checks the reference itself: all permutations are there, once.
func TestLinePermutations(t *testing.T) {
	for k, want := range map[int]int{2: 8, 3: 1296} {
		seen := make(map[string]bool)
		for _, p := range linePermutations(k) {
			key := ""
			for i, line := range p {
				key += strconv.Itoa(line) + " "
				if line/k != p[i/k*k]/k {
					t.Fatalf("%v splits a group", p)
				}
			}
			seen[key] = true
		}
		if len(seen) != want {
			t.Errorf("k=%d: %d line permutations, want %d", k, len(seen), want)
		}
	}
}

// allBoards4 yields every 4×4 board without conflicts that has at most max givens.
func allBoards4(t testing.TB, most int, yield func(board.Board)) {
	s := shape(t, 2)
	b := board.New(s)
	var fill func(cell, left int)
	fill = func(cell, left int) {
		if cell == s.Cells() {
			yield(b)
			return
		}
		fill(cell+1, left)
		if left == 0 {
			return
		}
		var taken board.Digits
		for _, p := range s.Peers(cell) {
			if d := b.At(p); d != 0 {
				taken = taken.With(d)
			}
		}
		for d := 1; d <= 4; d++ {
			if !taken.Has(d) {
				b.Set(cell, d)
				fill(cell+1, left-1)
			}
		}
		b.Set(cell, 0)
	}
	fill(0, most)
}

func TestReference4(t *testing.T) {
	lines := linePermutations(2)
	c := newCanonicalizer(t)
	count := 0
	allBoards4(t, 3, func(b board.Board) {
		checkAgainstReference(t, c, b, lines)
		count++
	})
	rng, random := newRand(4), 20000
	if testing.Short() {
		random = 2000
	}
	grid := patternGrid(t, 2)
	other := board.MustParse("1234341221434321")
	for range random {
		b := thinned(rng, grid, rng.Float64())
		checkAgainstReference(t, c, symmetry.Random(rng, b.Shape()).MustApply(b), lines)
		b = thinned(rng, other, rng.Float64())
		checkAgainstReference(t, c, symmetry.Random(rng, b.Shape()).MustApply(b), lines)
	}
	// Without conflicts in rows and columns is all that the search asks for.
	for range random {
		b := board.New(grid.Shape())
		for cell := range b.Cells() {
			d := rng.IntN(5)
			for _, p := range []int{1, 2, 3} {
				if d == b.At(cell/4*4+(cell+p)%4) || d == b.At((cell+4*p)%16) {
					d = 0
				}
			}
			b.Set(cell, d)
		}
		checkAgainstReference(t, c, b, lines)
	}
	t.Logf("%d boards with up to 3 givens and %d random ones", count, 3*random)
}

// onlyDigits returns a copy of b with that many of its digits, drawn at random.
func onlyDigits(rng *rand.Rand, b board.Board, digits int) board.Board {
	var keep board.Digits
	for _, d := range rng.Perm(b.Shape().Side())[:digits] {
		keep = keep.With(d + 1)
	}
	c := b.Clone()
	for cell, d := range c.Cells() {
		if d != 0 && !keep.Has(int(d)) {
			c.Set(cell, 0)
		}
	}
	return c
}

func TestReference9(t *testing.T) {
	if testing.Short() {
		t.Skip("compares with all 3,359,232 geometric transforms")
	}
	rng := newRand(9)
	boards := map[string]board.Board{
		"puzzle with 30 givens":     board.MustParse(easy),
		"puzzle with 17 givens":     board.MustParse("000000010400000000020000000000050407008000300001090000300400200050100000000806000"),
		"full grid":                 randomGrid(rng),
		"full grid with symmetry":   board.MustParse(mostSymmetric),
		"two digits of that":        boardOf(t, 3, func(r, c int) int { return max(0, (r%3+c/3)%3*3+(r/3+c%3)%3-6) }),
		"empty":                     board.New(board.Standard()),
		"diagonal, one digit":       boardOf(t, 3, func(r, c int) int { return 1 - min(1, (r-c)*(r-c)) }),
		"diagonal, nine digits":     boardOf(t, 3, func(r, c int) int { return (r + 1) * (1 - min(1, (r-c)*(r-c))) }),
		"full row and column":       boardOf(t, 3, func(r, c int) int { return (r + c + 1) * (1 - min(1, r*c)) }),
		"band, rest empty":          thinned(rng, boardOf(t, 3, func(r, c int) int { return ((3*r+c)%9 + 1) * (1 - min(1, r/3)) }), 0.8),
		"Latin square, not a grid":  boardOf(t, 3, func(r, c int) int { return (r/3+c/3)%3*3 + (r%3+c%3)%3 + 1 }),
		"full grid without 4 cells": thinned(rng, randomGrid(rng), 0.95),
		"half of a full grid":       thinned(rng, randomGrid(rng), 0.5),
		"few givens":                thinned(rng, randomGrid(rng), 0.1),
	}
	// Puzzles, boards with many ties and boards with some symmetry, in disguise.
	symmetric := board.MustParse(mostSymmetric)
	for i := range 10 {
		boards[fmt.Sprint("random puzzle ", i)] = thinned(rng, randomGrid(rng), 0.2+0.03*float64(i))
		boards[fmt.Sprint("few digits ", i)] = onlyDigits(rng, randomGrid(rng), 2+i%4)
		boards[fmt.Sprint("symmetric, few digits ", i)] = symmetry.Random(rng, symmetric.Shape()).
			MustApply(onlyDigits(rng, symmetric, 2+i%6))
	}
	lines := linePermutations(3)
	c := newCanonicalizer(t)
	for name, b := range boards {
		t.Run(name, func(t *testing.T) { checkAgainstReference(t, c, b, lines) })
	}
}
