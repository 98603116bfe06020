package symmetry_test

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/symmetry"
)

// checkInvariance asks of one board and one transform all that a canonical form promises
// short of being the smallest, which the reference tests ask.
func checkInvariance(t rapid.TB, c *symmetry.Canonicalizer, b board.Board, u symmetry.Transform) {
	t.Helper()
	form, to, err := c.Canonical(b)
	if err != nil {
		t.Fatalf("%v: %v", b, err)
	}
	if !to.MustApply(b).Equal(form) {
		t.Fatalf("%v does not map\n%v to\n%v", to, b, form)
	}
	image := u.MustApply(b)
	other, to, err := c.Canonical(image)
	if err != nil {
		t.Fatalf("%v: %v", image, err)
	}
	if !other.Equal(form) {
		t.Fatalf("%v\nhas the form\n%v, its image under %v\n%v", b, form, u, other)
	}
	if !to.MustApply(image).Equal(form) {
		t.Fatalf("%v does not map\n%v to\n%v", to, image, form)
	}
	again, err := c.CanonicalTo(form, form)
	if err != nil {
		t.Fatal(err)
	}
	if !form.Equal(other) {
		t.Fatalf("the form\n%v has the form\n%v", other, form)
	}
	if !again.MustApply(other).Equal(other) {
		t.Fatalf("%v changes the canonical form it came with", again)
	}
}

func TestCanonicalIsInvariant(t *testing.T) {
	c := newCanonicalizer(t)
	rapid.Check(t, func(rt *rapid.T) {
		k := rapid.IntRange(2, 5).Draw(rt, "k")
		rng := newRand(rapid.Uint64().Draw(rt, "seed"))
		var grid board.Board
		if k == 3 && rng.IntN(2) == 0 {
			grid = randomGrid(rng)
		} else {
			grid = symmetry.Random(rng, shape(t, k)).MustApply(patternGrid(t, k))
		}
		// Full pattern grids of side 16 and 25 are slow; they have a test of their own.
		filled := rapid.Float64Range(0, 0.9).Draw(rt, "filled")
		if k > 3 && filled < 0.1 {
			filled += 0.1
		}
		checkInvariance(rt, c, thinned(rng, grid, filled), symmetry.Random(rng, grid.Shape()))
	})
}

func TestCanonicalOfFullGrids(t *testing.T) {
	c := newCanonicalizer(t)
	rng := newRand(11)
	for range 30 {
		checkInvariance(t, c, randomGrid(rng), symmetry.Random(rng, board.Standard()))
	}
	for k := 2; k <= 4; k++ {
		checkInvariance(t, c, patternGrid(t, k), symmetry.Random(rng, shape(t, k)))
	}
}

// TestLargeFullGrids asks that the default limits do for full grids without symmetry.
func TestLargeFullGrids(t *testing.T) {
	c := newCanonicalizer(t)
	rng := newRand(12)
	largest := board.MaxBox
	if testing.Short() {
		largest = 4
	}
	for k := 4; k <= largest; k++ {
		grid := traded(rng, patternGrid(t, k), 2000)
		if err := board.CheckSolution(board.New(grid.Shape()), grid); err != nil {
			t.Fatal(err)
		}
		checkInvariance(t, c, grid, symmetry.Random(rng, grid.Shape()))
		t.Logf("side %d: %+v", k*k, c.Work())
		a, err := c.Automorphisms(grid)
		if err != nil {
			t.Fatal(err)
		}
		if a.Cmp(big.NewInt(1)) != 0 {
			t.Errorf("side %d: %v automorphisms, want a grid without symmetry", k*k, a)
		}
	}
}

func TestCanonicalOfPublicSets(t *testing.T) {
	for _, set := range puzzleSets {
		t.Run(set.name, func(t *testing.T) {
			c := newCanonicalizer(t)
			rng := newRand(13)
			puzzles := solvertest.PublicBoards(t, set.file, 0)
			for range 500 {
				b := puzzles[rng.IntN(len(puzzles))]
				checkInvariance(t, c, b, symmetry.Random(rng, b.Shape()))
			}
		})
	}
}

// FuzzCanonical reads a 9×9 board from bytes, drops what breaks a row or column, and asks
// for invariance.
func FuzzCanonical(f *testing.F) {
	f.Add([]byte(easy), uint64(1))
	f.Add([]byte(mostSymmetric), uint64(2))
	f.Add([]byte("1"), uint64(3))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		b := board.New(board.Standard())
		for cell := range min(len(data), 81) {
			d := int(data[cell]) % 10
			for line := range 9 {
				if d == b.At(cell/9*9+line) || d == b.At(line*9+cell%9) {
					d = 0
				}
			}
			b.Set(cell, d)
		}
		checkInvariance(t, newCanonicalizer(t), b, symmetry.Random(newRand(seed), b.Shape()))
	})
}

// TestMinlexOf17Clue compares with the published list of 17-clue puzzles, most of which are
// written in min-lex form. None can be smaller than its canonical form.
func TestMinlexOf17Clue(t *testing.T) {
	c := newCanonicalizer(t)
	equal := 0
	puzzles := solvertest.PublicBoards(t, puzzleSets[0].file, 0)
	for _, b := range puzzles {
		form, _, err := c.Canonical(b)
		if err != nil {
			t.Fatal(err)
		}
		// '.' sorts before the digits.
		switch strings.Compare(form.String(), b.String()) {
		case 0:
			equal++
		case 1:
			t.Fatalf("the form\n%v of\n%v is larger than it", form, b)
		}
	}
	if equal < len(puzzles)/2 {
		t.Errorf("%d of %d puzzles are their own form, want most", equal, len(puzzles))
	}
	t.Logf("%d of %d puzzles are their own canonical form, the others are larger", equal, len(puzzles))
}

// TestOrbits4 sorts every 4×4 board with at most so many givens into classes. Whole classes
// are enumerated, so each must have the size that the orbit-stabiliser theorem gives for
// its number of automorphisms. A form too coarse, too fine or miscounted would show.
func TestOrbits4(t *testing.T) {
	most := 4
	if testing.Short() {
		most = 3
	}
	members := make(map[string]int64)
	c := newCanonicalizer(t)
	form := board.New(shape(t, 2))
	boards := 0
	allBoards4(t, most, func(b board.Board) {
		if _, err := c.CanonicalTo(form, b); err != nil {
			t.Fatal(err)
		}
		members[string(form.Cells())]++
		boards++
	})
	for cells, count := range members {
		b, err := board.FromCells([]byte(cells))
		if err != nil {
			t.Fatal(err)
		}
		if want := classSize(t, c, b); want.Cmp(big.NewInt(count)) != 0 {
			t.Fatalf("class of %v has %d members, want %v", b, count, want)
		}
	}
	t.Logf("%d boards of at most %d givens in %d classes", boards, most, len(members))
}

// classSize returns the number of boards in b's class by the orbit-stabiliser theorem.
func classSize(t *testing.T, c *symmetry.Canonicalizer, b board.Board) *big.Int {
	t.Helper()
	automorphisms, err := c.Automorphisms(b)
	if err != nil {
		t.Fatal(err)
	}
	unused := int64(b.Shape().Side() - digitsOf(b).Count())
	size, rest := new(big.Int).QuoRem(symmetry.GroupOrder(b.Shape()),
		automorphisms.Mul(automorphisms, new(big.Int).MulRange(1, unused)), new(big.Int))
	if rest.Sign() != 0 {
		t.Fatalf("automorphisms of %v do not divide the order of the group", b)
	}
	return size
}

func digitsOf(b board.Board) board.Digits {
	var used board.Digits
	for _, d := range b.Cells() {
		if d != 0 {
			used = used.With(int(d))
		}
	}
	return used
}

// TestFullGrids4 checks the known counts of full 4×4 grids: 288 in 2 classes.
func TestFullGrids4(t *testing.T) {
	c := newCanonicalizer(t)
	classes := make(map[string]int)
	grids := 0
	b := board.New(shape(t, 2))
	var fill func(cell int)
	fill = func(cell int) {
		if cell == len(b.Cells()) {
			form, _, err := c.Canonical(b)
			if err != nil {
				t.Fatal(err)
			}
			grids++
			classes[form.String()]++
			return
		}
		for d := 1; d <= 4; d++ {
			if !conflicts(b, cell, d) {
				b.Set(cell, d)
				fill(cell + 1)
				b.Set(cell, 0)
			}
		}
	}
	fill(0)
	if grids != 288 || len(classes) != 2 {
		t.Errorf("%d grids in %d classes, want 288 in 2", grids, len(classes))
	}
	for form, count := range classes {
		if want := classSize(t, c, board.MustParse(form)); want.Cmp(big.NewInt(int64(count))) != 0 {
			t.Errorf("class of %s has %d members, want %v", form, count, want)
		}
	}
}

// TestOrbits9 does for 9×9 boards with up to three givens what TestOrbits4 does, digits
// taken in order of appearance and weighted by their relabellings.
func TestOrbits9(t *testing.T) {
	most := 3
	if testing.Short() {
		most = 2
	}
	s := board.Standard()
	c := newCanonicalizer(t)
	form, b := board.New(s), board.New(s)
	members := make(map[string]int64)
	var place func(from, left, used int, weight int64)
	place = func(from, left, used int, weight int64) {
		if _, err := c.CanonicalTo(form, b); err != nil {
			t.Fatal(err)
		}
		members[string(form.Cells())] += weight
		if left == 0 {
			return
		}
		for cell := from; cell < s.Cells(); cell++ {
			for d := 1; d <= used+1; d++ {
				if conflicts(b, cell, d) {
					continue
				}
				w, u := weight, used
				if d > used {
					w, u = weight*int64(9-used), d
				}
				b.Set(cell, d)
				place(cell+1, left-1, u, w)
				b.Set(cell, 0)
			}
		}
	}
	place(0, most, 0, 1)
	byGivens := make(map[int]int)
	for cells, count := range members {
		b, err := board.FromCells([]byte(cells))
		if err != nil {
			t.Fatal(err)
		}
		byGivens[b.Filled()]++
		if want := classSize(t, c, b); want.Cmp(big.NewInt(count)) != 0 {
			t.Fatalf("class of %v has %d members, want %v", b, count, want)
		}
	}
	// One given: one class. Two: three of peers (same line and box, same line only, same
	// box only), and two kinds of pairs that are no peers, each with equal or unequal digits.
	if byGivens[0] != 1 || byGivens[1] != 1 || byGivens[2] != 7 {
		t.Errorf("classes by number of givens are %v, want 1, 1 and 7", byGivens)
	}
	t.Logf("classes by number of givens: %v", byGivens)
}

func conflicts(b board.Board, cell, d int) bool {
	for _, p := range b.Shape().Peers(cell) {
		if b.At(p) == d {
			return true
		}
	}
	return false
}

func TestAutomorphismsKnown(t *testing.T) {
	sixteen := shape(t, 4)
	tests := []struct {
		name string
		b    board.Board
		want *big.Int
	}{
		{"most symmetric grid", board.MustParse(mostSymmetric), big.NewInt(648)},
		{"empty", board.New(board.Standard()), symmetry.GeometricOrder(board.Standard())},
		{"empty 16×16", board.New(sixteen), symmetry.GeometricOrder(sixteen)},
		// All 81 places are alike, so one in 81 transforms keeps the given in its place.
		{"one given", boardOf(t, 3, func(r, c int) int { return 5 * (1 - min(1, r+c)) }), big.NewInt(3359232 / 81)},
		// The diagonal stays if columns move as rows do: 1,296, and 2 for the transpose.
		{"diagonal", boardOf(t, 3, func(r, c int) int { return 1 - min(1, (r-c)*(r-c)) }), big.NewInt(2 * 1296)},
		{"no symmetry", board.MustParse(easy), big.NewInt(1)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := symmetry.Automorphisms(tt.b)
			if err != nil {
				t.Fatal(err)
			}
			if got.Cmp(tt.want) != 0 {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// hard are the 9×9 boards that cost most among the symmetric constructions tried.
func hard(t testing.TB) map[string]board.Board {
	return map[string]board.Board{
		"empty":          board.New(board.Standard()),
		"most-symmetric": board.MustParse(mostSymmetric),
		"diagonal":       boardOf(t, 3, func(r, c int) int { return (r + 1) * (1 - min(1, (r-c)*(r-c))) }),
		"cross":          boardOf(t, 3, func(r, c int) int { return (r + c + 1) * (1 - min(1, r*c)) }),
		"pattern-grid":   patternGrid(t, 3),
		"latin-square":   boardOf(t, 3, func(r, c int) int { return (r/3+c/3)%3*3 + (r%3+c%3)%3 + 1 }),
	}
}

// TestWorstCases holds the bound on work at 9×9 that the package counts on: no symmetric
// board found takes 100,000 extensions.
func TestWorstCases(t *testing.T) {
	c := newCanonicalizer(t)
	for name, b := range hard(t) {
		if _, _, err := c.Canonical(b); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if w := c.Work(); w.Extensions > 100_000 || w.Ties > 10_000 {
			t.Errorf("%s: %+v", name, w)
		} else {
			t.Logf("%s: %+v", name, w)
		}
	}
}

func TestLimits(t *testing.T) {
	c, err := symmetry.NewCanonicalizer(symmetry.Limits{MaxWork: 10_000, MaxTies: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	sixteen := boardOf(t, 4, func(r, c int) int { return (r + 1) * (1 - min(1, (r-c)*(r-c))) })
	if _, _, err := c.Canonical(sixteen); !errors.Is(err, symmetry.ErrLimit) {
		t.Errorf("a diagonal of 16 digits: got %v, want ErrLimit", err)
	}
	if _, err := c.Key(sixteen); !errors.Is(err, symmetry.ErrLimit) {
		t.Errorf("key: got %v, want ErrLimit", err)
	}
	if _, err := c.Automorphisms(sixteen); !errors.Is(err, symmetry.ErrLimit) {
		t.Errorf("automorphisms: got %v, want ErrLimit", err)
	}
	// The workspace is fit for use after a search that was cut off.
	checkInvariance(t, c, board.MustParse(easy), symmetry.Random(newRand(1), board.Standard()))

	small, err := symmetry.NewCanonicalizer(symmetry.Limits{MaxWork: 1, MaxTies: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := small.Canonical(patternGrid(t, 4)); !errors.Is(err, symmetry.ErrLimit) {
		t.Errorf("limit of 1 at 16×16: got %v, want ErrLimit", err)
	}
	if _, _, err := small.Canonical(board.MustParse(mostSymmetric)); err != nil {
		t.Errorf("limits apply at 9×9: %v", err)
	}
	for _, l := range []symmetry.Limits{{}, {MaxWork: 1}, {MaxTies: 1}, {MaxWork: -1, MaxTies: 1}} {
		if _, err := symmetry.NewCanonicalizer(l); err == nil {
			t.Errorf("limits %+v are accepted", l)
		}
	}
}

func TestCanonicalErrors(t *testing.T) {
	tests := []struct {
		name string
		b    board.Board
		want string
	}{
		{"zero board", board.Board{}, "symmetry: the zero board"},
		{"row", board.MustParse("1..1............"), "symmetry: row 1 holds 1 twice"},
		{"column", board.MustParse(".2...........2.."), "symmetry: column 2 holds 2 twice"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, _, err := symmetry.Canonical(tt.b); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			if _, err := symmetry.CanonicalKey(tt.b); err == nil {
				t.Error("there is a key")
			}
			empty := board.New(shape(t, 2))
			if _, _, err := symmetry.Equivalent(tt.b, empty); err == nil {
				t.Error("it can be compared, as the first")
			}
			if _, _, err := symmetry.Equivalent(empty, tt.b); err == nil {
				t.Error("it can be compared, as the second")
			}
		})
	}
	if _, err := newCanonicalizer(t).CanonicalTo(board.New(shape(t, 2)), board.MustParse(easy)); err == nil {
		t.Error("a 9×9 form was written over a 4×4 board")
	}
}

func TestEquivalent(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s, ts := drawTransforms(rt, 1)
		rng := newRand(rapid.Uint64().Draw(rt, "board"))
		a := thinned(rng, patternGrid(t, s.Box()), 0.6)
		b := ts[0].MustApply(a)
		u, same, err := symmetry.Equivalent(a, b)
		if err != nil {
			rt.Fatal(err)
		}
		if !same || !u.MustApply(a).Equal(b) {
			rt.Fatalf("%v, %v: %v does not map\n%v to\n%v", same, ts[0], u, a, b)
		}
		if a.Filled() == 0 {
			return
		}
		for cell, d := range b.Cells() {
			if d != 0 {
				b.Set(cell, 0)
				break
			}
		}
		if _, same, err = symmetry.Equivalent(a, b); err != nil || same {
			rt.Fatalf("boards of different numbers of givens: %v, %v", same, err)
		}
	})
	if _, same, err := symmetry.Equivalent(board.New(shape(t, 2)), board.New(shape(t, 3))); same || err != nil {
		t.Errorf("boards of different sizes: %v, %v", same, err)
	}
}

func TestCanonicalizerAllocatesNothing(t *testing.T) {
	c := newCanonicalizer(t)
	dst := board.New(board.Standard())
	for name, b := range map[string]board.Board{
		"puzzle": board.MustParse(easy), "grid": randomGrid(newRand(2)), "symmetric": board.MustParse(mostSymmetric),
	} {
		if allocs := testing.AllocsPerRun(20, func() {
			if _, err := c.CanonicalTo(dst, b); err != nil {
				t.Fatal(err)
			}
			if _, err := c.Key(b); err != nil {
				t.Fatal(err)
			}
		}); allocs != 0 {
			t.Errorf("%s: %v allocations", name, allocs)
		}
	}
}

// TestSizesInTurn uses one workspace for boards of changing size.
func TestSizesInTurn(t *testing.T) {
	c := newCanonicalizer(t)
	rng := newRand(5)
	for _, k := range []int{6, 2, 5, 3, 4, 2, 6, 3} {
		t.Run(fmt.Sprint("k=", k), func(t *testing.T) {
			b := thinned(rng, patternGrid(t, k), 0.4)
			checkInvariance(t, c, b, symmetry.Random(rng, b.Shape()))
			want, _, err := symmetry.Canonical(b)
			if err != nil {
				t.Fatal(err)
			}
			if got, _, err := c.Canonical(b); err != nil || !got.Equal(want) {
				t.Errorf("a used workspace finds\n%v, %v, a new one\n%v", got, err, want)
			}
		})
	}
}
