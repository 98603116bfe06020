package tensorphase_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/minigrid/tensorphase"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

func open(t testing.TB, c tensorphase.Config) *tensorphase.Lister {
	t.Helper()
	choice := acceltest.Choose(t)
	l, err := tensorphase.New(choice.Backend, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// thinned keeps each digit of a grid with renamed digits at random. With wrong, some of those kept are
// exchanged for others, so that most boards contradict themselves.
func thinned(rng *rand.Rand, k int, keep float64, wrong int) board.Board {
	shape, err := board.ShapeOf(k)
	if err != nil {
		panic(err)
	}
	grid := generate.PatternGrid(shape)
	names := rng.Perm(shape.Side())
	for cell := range grid.Cells() {
		d := 0
		if rng.Float64() < keep {
			d = names[grid.At(cell)-1] + 1
		}
		grid.Set(cell, d)
	}
	for range wrong {
		grid.Set(rng.IntN(shape.Cells()), 1+rng.IntN(shape.Side()))
	}
	return grid
}

// same compares the fillings of a board with those of package minigrid, box by box and in order.
func same(t *testing.T, l *tensorphase.Lister, b board.Board, reading minigrid.Fillings) (impossible bool) {
	t.Helper()
	m, err := minigrid.Mask(b)
	if err != nil {
		t.Fatal(err)
	}
	cfg := minigrid.DefaultConfig()
	cfg.Fillings = reading
	want, err := minigrid.Permute(t.Context(), m, cfg)
	if err != nil {
		t.Fatal(err)
	}
	got, err := l.List(t.Context(), m, reading)
	if err != nil {
		t.Fatal(err)
	}
	if got.Impossible != want.Impossible() || got.Capped != want.Capped() {
		t.Fatalf("%s: impossible %v, capped %v, want %v, %v: %s", reading, got.Impossible, got.Capped, want.Impossible(), want.Capped(), b)
	}
	for box, size := range got.Sizes {
		if n, exact := want.Size(box); !exact || uint64(size) != n {
			t.Errorf("%s: box %d: %d fillings, want %d: %s", reading, box+1, size, n, b)
		}
		if got.Impossible || got.Capped {
			continue
		}
		var list []uint8
		for i := range want.Count(box) {
			list = append(list, want.Filling(box, i)...)
		}
		if !bytes.Equal(got.Digits[box], list) {
			t.Errorf("%s: box %d: other fillings than the library's: %s", reading, box+1, b)
		}
	}
	return got.Impossible
}

func TestFillingsOfTheLibrary(t *testing.T) {
	l := open(t, tensorphase.Config{Rows: 1 << 12})
	rng := rand.New(rand.NewPCG(15, 3))
	possible, impossible := 0, 0
	for _, c := range []struct {
		k, boards int
		keep      float64
		readings  []minigrid.Fillings
	}{
		{2, 12, 0.3, []minigrid.Fillings{minigrid.Lines, minigrid.BoxOnly}},
		{3, 6, 0.5, []minigrid.Fillings{minigrid.Lines, minigrid.BoxOnly}},
		{3, 2, 0.3, []minigrid.Fillings{minigrid.Lines}},
		{4, 2, 0.6, []minigrid.Fillings{minigrid.Lines}},
		{5, 1, 0.75, []minigrid.Fillings{minigrid.Lines}},
	} {
		for i := range c.boards {
			b := thinned(rng, c.k, c.keep, i%3) // one in three without, with one, with two wrong digits
			for _, reading := range c.readings {
				if same(t, l, b, reading) {
					impossible++
				} else {
					possible++
				}
			}
		}
	}
	if possible == 0 || impossible == 0 {
		t.Errorf("%d boards with and %d without fillings, want some of each", possible, impossible)
	}
}

// TestEdges: nothing open, nothing given, and two equal givens in a row, a column and a box.
func TestEdges(t *testing.T) {
	l := open(t, tensorphase.DefaultConfig())
	shape, err := board.ShapeOf(2)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []board.Board{
		generate.PatternGrid(shape), board.New(shape),
		board.MustParse("1..1............"), board.MustParse("1...........1..."), board.MustParse("1....1.........."),
	} {
		for _, reading := range []minigrid.Fillings{minigrid.Lines, minigrid.BoxOnly} {
			same(t, l, b, reading)
		}
	}
}

func TestVariants(t *testing.T) {
	l := open(t, tensorphase.DefaultConfig())
	cases := solvertest.VariantCases()
	for _, c := range cases {
		if 3*c.Puzzle.Filled() >= len(c.Puzzle.Cells()) {
			same(t, l, c.Puzzle, minigrid.Lines)
		}
	}
}

// TestHandOver: phases 3 to 5 give the same solutions from these fillings as from the library's.
func TestHandOver(t *testing.T) {
	l := open(t, tensorphase.DefaultConfig())
	rng := rand.New(rand.NewPCG(15, 4))
	for range 6 {
		b := thinned(rng, 3, 0.38, 0)
		m, err := minigrid.Mask(b)
		if err != nil {
			t.Fatal(err)
		}
		cfg := minigrid.DefaultConfig()
		out, err := l.List(t.Context(), m, minigrid.Lines)
		if err != nil {
			t.Fatal(err)
		}
		p, err := minigrid.PermutationsOf(m, cfg, out.Digits)
		if err != nil {
			t.Fatal(err)
		}
		want, err := minigrid.Analyse(t.Context(), b, cfg, solver.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got, all := solutions(t, p, cfg), solutions(t, want.Permutations, cfg); len(all) == 0 || !slices.Equal(got, all) {
			t.Errorf("%d solutions %v, want %d: %s", len(got), got, len(all), b)
		}
	}
}

func solutions(t *testing.T, p *minigrid.Permutations, cfg minigrid.Config) (out []string) {
	t.Helper()
	g, err := minigrid.Connect(t.Context(), p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.PruneToFixedPoint(t.Context()); err != nil {
		t.Fatal(err)
	}
	for s, err := range g.Solutions(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if out = append(out, s.String()); len(out) == 1000 {
			break
		}
	}
	return out
}

func TestLimits(t *testing.T) {
	shape, err := board.ShapeOf(2)
	if err != nil {
		t.Fatal(err)
	}
	empty, err := minigrid.Mask(board.New(shape)) // 4 boxes of 24 fillings
	if err != nil {
		t.Fatal(err)
	}
	for limit, capped := range map[int64]bool{95: true, 96: false, 0: false} {
		out, err := open(t, tensorphase.Config{Rows: 256, MaxFillings: limit}).List(t.Context(), empty, minigrid.Lines)
		if err != nil || out.Capped != capped || (out.Digits == nil) != capped {
			t.Errorf("limit %d: capped %v, %v, want %v", limit, out.Capped, err, capped)
		}
	}
	l := open(t, tensorphase.DefaultConfig())
	if _, err := l.List(t.Context(), empty, minigrid.Singles); err == nil || !strings.Contains(err.Error(), "singles") {
		t.Errorf("the reading that it does not know: %v", err)
	}
	wide, err := board.ShapeOf(5)
	if err != nil {
		t.Fatal(err)
	}
	large, err := minigrid.Mask(board.New(wide))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.List(t.Context(), large, minigrid.Lines); !errors.Is(err, tensorphase.ErrTable) {
		t.Errorf("25 open cells: %v, want %v", err, tensorphase.ErrTable)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.List(ctx, empty, minigrid.Lines); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for _, c := range []tensorphase.Config{{}, {Rows: 1000}, {Rows: 128}, {Rows: 256, MaxFillings: -1}} {
		if _, err := tensorphase.New(nil, c); err == nil {
			t.Errorf("%+v is taken", c)
		}
	}
}

func Example() {
	ctx := context.Background()
	choice, err := accel.Choose(ctx, accel.Options{Backend: accel.NameGo})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer choice.Close()
	lister, err := tensorphase.New(choice.Backend, tensorphase.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer lister.Close()
	masks, err := minigrid.Mask(board.MustParse("1......1.....2.."))
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := lister.List(ctx, masks, minigrid.Lines)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(out.Sizes, "fillings")
	for i := range out.Sizes[0] {
		fmt.Printf("%d\n", out.Digits[0][4*i:4*i+4])
	}
	// Output:
	// [2 6 2 6] fillings
	// [1 3 2 4]
	// [1 4 2 3]
}
