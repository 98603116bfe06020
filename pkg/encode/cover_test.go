package encode_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
)

// variant returns the shape with the regions of a map, "" for boxes.
func variant(tb rapid.TB, side int, diagonals bool, regions string) *board.Shape {
	tb.Helper()
	v := board.Variant{Diagonals: diagonals}
	if regions != "" {
		var err error
		if v.Regions, err = board.ParseRegions(regions); err != nil {
			tb.Fatal(err)
		}
	}
	s, err := board.ShapeWith(side, v)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// Maps of regions made for these tests.
const (
	steps5 = "AABBB AABBC ADCCC DDDEC DEEEE"
	steps6 = "AAABBB AABBCC ADBCCC DDDECF DDEEFF EEEFFF"
	steps4 = "AAAB ABBB CDDD CCCD"
)

func variants(tb rapid.TB) []*board.Shape {
	return []*board.Shape{
		variant(tb, 4, true, ""),
		variant(tb, 4, false, steps4),
		variant(tb, 4, true, steps4),
		variant(tb, 5, false, steps5),
		variant(tb, 6, false, steps6),
		variant(tb, 6, true, steps6),
		variant(tb, 9, true, ""),
	}
}

func solvers(tb rapid.TB, s *board.Shape) (*csp.Solver, *dlx.Solver) {
	tb.Helper()
	c, err := csp.NewSolver(encode.Network(s), csp.DefaultConfig())
	if err != nil {
		tb.Fatal(err)
	}
	d, err := dlx.NewSolver(encode.ExactCover(s), dlx.DefaultConfig())
	if err != nil {
		tb.Fatal(err)
	}
	return c, d
}

func elements(p *dlx.Problem) int {
	total := 0
	for o := range p.Options() {
		total += len(p.Option(o))
	}
	return total
}

func TestExactCoverCounts(t *testing.T) {
	for _, c := range []struct{ k, items, options, elements int }{
		{2, 64, 64, 256}, {3, 324, 729, 2916}, {4, 1024, 4096, 16384}, {5, 2500, 15625, 62500}, {6, 5184, 46656, 186624},
	} {
		s := shape(t, c.k)
		p := encode.ExactCover(s)
		if p != encode.ExactCover(s) {
			t.Errorf("side %d: built twice", s.Side())
		}
		if p.Items() != c.items || p.Primaries() != c.items || p.Options() != c.options || elements(p) != c.elements {
			t.Errorf("side %d: %d items, %d of them primary, %d options of %d elements; want %d, all, %d, %d",
				s.Side(), p.Items(), p.Primaries(), p.Options(), elements(p), c.items, c.options, c.elements)
		}
	}
	for _, s := range variants(t) {
		n := s.Side()
		items, want := 4*n*n, 4*n*n*n
		if s.Variant().Diagonals {
			items, want = items+2*n, want+2*n*n
		}
		p := encode.ExactCover(s)
		if p.Items() != items || p.Primaries() != items || p.Options() != n*n*n || elements(p) != want {
			t.Errorf("%v: %d items, %d options of %d elements; want %d, %d, %d", s, p.Items(), p.Options(), elements(p), items, n*n*n, want)
		}
	}
}

func TestExactCoverNames(t *testing.T) {
	s := variant(t, 9, true, "")
	p := encode.ExactCover(s)
	for item, want := range map[int]string{
		0: "r1c1", 80: "r9c9", 81: "r1#1", 81 + 8: "r1#9", 81 + 81 + 2*9 + 1: "c3#2", 81 + 162 + 3*9 + 6: "b4#7",
		81 + 243 + 2: "d1#3", 81 + 243 + 17: "d2#9",
	} {
		if got := p.ItemName(item); got != want {
			t.Errorf("item %d is %s, want %s", item, got, want)
		}
	}
	for option, want := range map[int]string{
		0:                     "r1c1 r1#1 c1#1 b1#1 d1#1",
		s.Cell(4, 4)*9 + 6:    "r5c5 r5#7 c5#7 b5#7 d1#7 d2#7",
		s.Cell(0, 7)*9 + 8:    "r1c8 r1#9 c8#9 b3#9",
		s.Cells()*9 - 9*9 + 1: "r9c1 r9#2 c1#2 b7#2 d2#2",
	} {
		if got := p.OptionText(option); got != want {
			t.Errorf("option %d is %s, want %s", option, got, want)
		}
	}
	if got, want := encode.ExactCover(variant(t, 6, false, steps6)).OptionText((6+1)*6+5), "r2c2 r2#6 c2#6 b1#6"; got != want {
		t.Errorf("option of a jigsaw is %s, want %s", got, want)
	}
	if got := encode.ExactCover(shape(t, 6)).ItemName(5183); got != "b36#36" {
		t.Errorf("the last item of side 36 is %s", got)
	}
}

// The options of an item are those that the definition of the game gives it.
func TestExactCoverItems(t *testing.T) {
	for _, s := range append(variants(t), shape(t, 2), shape(t, 3)) {
		p := encode.ExactCover(s)
		n := s.Side()
		options := make([][]int, p.Items())
		for o := range p.Options() {
			for _, e := range p.Option(o) {
				options[e.Item] = append(options[e.Item], o)
			}
		}
		for cell := range s.Cells() {
			if got := options[cell]; len(got) != n || got[0] != cell*n || got[n-1] != cell*n+n-1 {
				t.Fatalf("%v: %s has the options %v", s, s.CellName(cell), got)
			}
		}
		for u, cells := range s.Units() {
			for d := range n {
				var want []int
				for _, c := range cells {
					want = append(want, c*n+d)
				}
				if got := options[s.Cells()+u*n+d]; !slices.Equal(got, want) {
					t.Fatalf("%v: item %s has the options %v, want %v", s, p.ItemName(s.Cells()+u*n+d), got, want)
				}
			}
		}
	}
}

// conflicts says whether two cells hold equal digits against the rules, from the definition
// of the game alone.
func conflicts(b board.Board, v board.Variant, x, y int) bool {
	n := b.Shape().Side()
	if b.At(x) == 0 || b.At(x) != b.At(y) {
		return false
	}
	rx, cx, ry, cy := x/n, x%n, y/n, y%n
	same := rx == ry || cx == cy
	if v.Regions != nil {
		same = same || v.Regions[x] == v.Regions[y]
	} else {
		k := b.Shape().Box()
		same = same || rx/k == ry/k && cx/k == cy/k
	}
	return same || v.Diagonals && (rx == cx && ry == cy || rx+cx == n-1 && ry+cy == n-1)
}

// bruteForce counts the solutions of a board by filling its cells in order, up to a limit.
func bruteForce(b board.Board, cell, limit int) int {
	v := b.Shape().Variant()
	fits := func(cell int) bool {
		for other := range b.Cells() {
			if other != cell && conflicts(b, v, cell, other) {
				return false
			}
		}
		return true
	}
	if cell == len(b.Cells()) {
		return 1
	}
	if b.At(cell) != 0 {
		if !fits(cell) {
			return 0
		}
		return bruteForce(b, cell+1, limit)
	}
	count := 0
	for d := 1; d <= b.Shape().Side() && count < limit; d++ {
		b.Set(cell, d)
		if fits(cell) {
			count += bruteForce(b, cell+1, limit-count)
		}
	}
	b.Set(cell, 0)
	return count
}

// All grids of small shapes, counted by exact cover, by the network and by brute force.
func TestGridCounts(t *testing.T) {
	all := map[string]*board.Shape{
		"plain":             shape(t, 2),
		"diagonal":          variant(t, 4, true, ""),
		"jigsaw 4":          variant(t, 4, false, steps4),
		"diagonal jigsaw 4": variant(t, 4, true, steps4),
		"rows 4":            variant(t, 4, false, "AAAABBBBCCCCDDDD"),
		"jigsaw 5":          variant(t, 5, false, steps5),
		"diagonal rows 5":   variant(t, 5, true, "AAAAABBBBBCCCCCDDDDDEEEEE"),
	}
	known := map[string]int{"plain": 288, "diagonal": 48, "rows 4": 576} // rows: the Latin squares
	for name, s := range all {
		c, d := solvers(t, s)
		cover, err := d.Solve(t.Context(), nil, dlx.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		network, err := c.Solve(t.Context(), encode.Domains(nil, board.New(s)), csp.Limits{Solutions: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		brute := bruteForce(board.New(s), 0, 1<<30)
		if int(cover.Solutions) != brute || network.Solutions != brute {
			t.Errorf("%s: %d grids by exact cover, %d by the network, %d by brute force", name, cover.Solutions, network.Solutions, brute)
		}
		if want, ok := known[name]; ok && brute != want {
			t.Errorf("%s: %d grids, want %d", name, brute, want)
		}
		if brute == 0 && name != "diagonal jigsaw 4" {
			t.Errorf("%s: no grid, so nothing is tested", name)
		}
	}
}

// Random boards of every shape have as many solutions by exact cover as by the network, and
// both name solutions that the checker passes.
func TestCoverAgreesWithTheNetwork(t *testing.T) {
	type engines struct {
		s     *board.Shape
		c     *csp.Solver
		d     *dlx.Solver
		grids [][]int
	}
	var all []engines
	for _, s := range append(variants(t), shape(t, 2), shape(t, 3)) {
		c, d := solvers(t, s)
		e := engines{s: s, c: c, d: d}
		for o, err := range d.Solutions(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			if e.grids = append(e.grids, slices.Clone(o)); len(e.grids) == 20 {
				break
			}
		}
		if len(e.grids) > 0 { // a small jigsaw may have none
			all = append(all, e)
		}
	}
	counted := map[int]int{}
	rapid.Check(t, func(t *rapid.T) {
		e := rapid.SampledFrom(all).Draw(t, "shape")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		grid, err := encode.FromOptions(e.s, e.grids[rng.IntN(len(e.grids))])
		if err != nil {
			t.Fatal(err)
		}
		if err := board.CheckSolution(board.New(e.s), grid); err != nil {
			t.Fatal(err)
		}
		b := grid.Clone()
		keep := 0.3 + 0.4*rng.Float64()
		for cell := range b.Cells() {
			if rng.Float64() > keep {
				b.Set(cell, 0)
			}
		}
		if rng.IntN(3) == 0 {
			b.Set(rng.IntN(e.s.Cells()), 1+rng.IntN(e.s.Side()))
		}
		const limit = 50
		cover, err := e.d.Solve(context.Background(), encode.Options(nil, b), dlx.Limits{Solutions: limit})
		if err != nil {
			t.Fatal(err)
		}
		network, err := e.c.Solve(context.Background(), encode.Domains(nil, b), csp.Limits{Solutions: limit})
		if err != nil {
			t.Fatal(err)
		}
		if int(cover.Solutions) != network.Solutions {
			t.Fatalf("%v %v: %d solutions by exact cover, %d by the network", e.s, b, cover.Solutions, network.Solutions)
		}
		counted[min(network.Solutions, 2)]++
		if cover.Solutions == 0 {
			return
		}
		first, err := encode.FromOptions(e.s, cover.First)
		if err != nil {
			t.Fatal(err)
		}
		second, err := encode.FromValues(e.s, network.First)
		if err != nil {
			t.Fatal(err)
		}
		for _, grid := range []board.Board{first, second} {
			if err := board.CheckSolution(b, grid); err != nil {
				t.Fatal(err)
			}
		}
	})
	for _, verdict := range []int{0, 1, 2} {
		if counted[verdict] == 0 {
			t.Errorf("boards by solutions (2 for more): %v", counted)
		}
	}
}

func TestNetworkOfVariants(t *testing.T) {
	for _, s := range variants(t) {
		net := encode.Network(s)
		if net.Variables() != s.Cells() {
			t.Errorf("%v: %d variables", s, net.Variables())
		}
		for cell := range s.Cells() {
			if got := slices.Collect(net.Neighbours(cell)); !slices.Equal(got, s.Peers(cell)) {
				t.Fatalf("%v: %s has the neighbours %v, want its peers %v", s, s.CellName(cell), got, s.Peers(cell))
			}
		}
	}
}

func TestOptions(t *testing.T) {
	b := board.MustParse("1..2............")
	o := encode.Options(nil, b)
	if !slices.Equal(o, []int{0, 13}) {
		t.Errorf("%v", o)
	}
	again := encode.Options(o, board.MustParse("...............4"))
	if &again[0] != &o[0] || !slices.Equal(again, []int{63}) {
		t.Errorf("buffer not reused: %v", again)
	}
	if n := testing.AllocsPerRun(10, func() { o = encode.Options(o[:0], b) }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
	if o := encode.Options(o, board.Board{}); len(o) != 0 {
		t.Errorf("the zero board has the options %v", o)
	}
	back, err := encode.FromOptions(b.Shape(), []int{13, 0})
	if err != nil || !back.Equal(b) {
		t.Errorf("%v back as %v, %v", b, back, err)
	}
	for want, options := range map[string][]int{
		"encode: option -1, want 0 to 63":       {3, -1},
		"encode: option 64, want 0 to 63":       {64},
		"encode: options put 2 and 4 into r1c2": {5, 7},
	} {
		if _, err := encode.FromOptions(b.Shape(), options); err == nil || err.Error() != want {
			t.Errorf("%v: got %v, want %s", options, err, want)
		}
	}
}

func ExampleExactCover() {
	puzzle := board.MustParse("1.......3...2...")
	p := encode.ExactCover(puzzle.Shape())
	fmt.Println(p.Items(), "items,", p.Options(), "options")
	for _, o := range encode.Options(nil, puzzle) {
		fmt.Println(p.OptionText(o))
	}
	// Output:
	// 64 items, 64 options
	// r1c1 r1#1 c1#1 b1#1
	// r3c1 r3#3 c1#3 b3#3
	// r4c1 r4#2 c1#2 b3#2
}

func BenchmarkBuild(b *testing.B) {
	for _, s := range []*board.Shape{variant(b, 9, true, "")} {
		b.Run(fmt.Sprintf("encoding=network/side=%d", s.Side()), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				encode.Network(s)
			}
		})
		b.Run(fmt.Sprintf("encoding=cover/side=%d", s.Side()), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				encode.ExactCover(s)
			}
		})
	}
}
