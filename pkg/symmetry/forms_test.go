package symmetry_test

import (
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/symmetry"
)

func newForms(t testing.TB) *symmetry.Forms {
	t.Helper()
	f, err := symmetry.NewForms(symmetry.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// checkForms compares Forms with a Canonicalizer.
func checkForms(t *testing.T, f *symmetry.Forms, c *symmetry.Canonicalizer, b board.Board) {
	t.Helper()
	want, _, wantErr := c.Canonical(b)
	got, to, err := f.Canonical(b)
	if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
		t.Fatalf("%v: error %v, want %v", b, err, wantErr)
	}
	if err != nil {
		return
	}
	if !got.Equal(want) {
		t.Fatalf("%v\nhas the form\n%v, want\n%v", b, got, want)
	}
	if err := to.Validate(); err != nil {
		t.Fatal(err)
	}
	if !to.MustApply(b).Equal(got) {
		t.Fatalf("%v does not map\n%v to\n%v", to, b, got)
	}
	wantKey, err := c.Key(b)
	if err != nil {
		t.Fatal(err)
	}
	if key, err := f.Key(b); err != nil || key != wantKey {
		t.Fatalf("%v has the key %v, want %v (%v)", b, key, wantKey, err)
	}
}

// TestFormsOfFullGrids asks of grids from without regularity to the most regular ones.
func TestFormsOfFullGrids(t *testing.T) {
	rng := newRand(13)
	n := 3000
	if testing.Short() {
		n = 300
	}
	f, c := newForms(t), newCanonicalizer(t)
	regular := []board.Board{patternGrid(t, 3), board.MustParse(mostSymmetric)}
	for i := range n {
		checkForms(t, f, c, randomGrid(rng))
		grid := traded(rng, regular[i%2], i/2%20)
		checkForms(t, f, c, symmetry.Random(rng, grid.Shape()).MustApply(grid))
	}
}

// TestFormsOfOthers asks of boards that the search for full grids does not take.
func TestFormsOfOthers(t *testing.T) {
	rng := newRand(14)
	f, c := newForms(t), newCanonicalizer(t)
	for _, b := range hard(t) {
		checkForms(t, f, c, b)
	}
	for range 50 {
		checkForms(t, f, c, thinned(rng, randomGrid(rng), 0.4))
		checkForms(t, f, c, thinned(rng, randomGrid(rng), 0.99))
		wrong := randomGrid(rng)
		wrong.Set(rng.IntN(81), 1+rng.IntN(9))
		checkForms(t, f, c, wrong)
	}
	for k := 2; k <= 4; k++ {
		checkForms(t, f, c, patternGrid(t, k))
	}
	checkForms(t, f, c, board.Board{})
}

func TestFormsAllocateNothing(t *testing.T) {
	f, grid := newForms(t), randomGrid(newRand(15))
	key := func() {
		if _, err := f.Key(grid); err != nil {
			t.Fatal(err)
		}
	}
	key()
	if n := testing.AllocsPerRun(100, key); n != 0 {
		t.Errorf("%v allocations a key, want none", n)
	}
}

func TestFormsRefuseLimits(t *testing.T) {
	if _, err := symmetry.NewForms(symmetry.Limits{}); err == nil {
		t.Error("limits of zero are taken")
	}
}

func BenchmarkForms(b *testing.B) {
	rng := newRand(31)
	grids := make([]board.Board, 200)
	for i := range grids {
		grids[i] = randomGrid(rng)
	}
	f, n := newForms(b), 0
	b.ReportAllocs()
	for b.Loop() {
		if _, err := f.Key(grids[n%len(grids)]); err != nil {
			b.Fatal(err)
		}
		n++
	}
}
