package board_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
)

// Maps of regions, made for these tests.
const (
	jigsaw5 = "AABBB AABBC ADCCC DDDEC DEEEE"
	jigsaw6 = `
		AAABBB
		AABBCC
		ADBCCC
		DDDECF
		DDEEFF
		EEEFFF`
	squares9 = "111222333111222333111222333444555666444555666444555666777888999777888999777888999"
)

func mapOf(tb rapid.TB, text string) []int {
	tb.Helper()
	r, err := board.ParseRegions(text)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func shapeWith(tb testing.TB, side int, v board.Variant) *board.Shape {
	tb.Helper()
	s, err := board.ShapeWith(side, v)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// stripes returns regions that are the rows of a board, numbered from the last.
func stripes(n int) []int {
	r := make([]int, n*n)
	for cell := range r {
		r[cell] = n - 1 - cell/n
	}
	return r
}

// mixed returns the map of a random jigsaw: rows as regions, then exchanges of two cells of
// neighbouring regions for as long as both stay in one piece.
func mixed(rng *rand.Rand, n, exchanges int) []int {
	r := stripes(n)
	valid := func() bool {
		_, err := board.ShapeWith(n, board.Variant{Regions: r})
		return err == nil
	}
	for range exchanges {
		x, y := rng.IntN(n*n), rng.IntN(n*n)
		r[x], r[y] = r[y], r[x]
		if !valid() {
			r[x], r[y] = r[y], r[x]
		}
	}
	return r
}

func TestShapeWithIsPlainWhereItCanBe(t *testing.T) {
	for _, s := range shapes(t) {
		n, k := s.Side(), s.Box()
		boxes := make([]int, n*n)
		for cell := range boxes {
			boxes[cell] = n - 1 - s.BoxOf(cell) // numbered backwards
		}
		if !s.Plain() || s.Variant().Diagonals || s.Variant().Regions != nil {
			t.Errorf("side %d: not plain: %+v", n, s.Variant())
		}
		if shapeWith(t, n, board.Variant{}) != s || shapeWith(t, n, board.Variant{Regions: boxes}) != s || shapeWith(t, n, board.Variant{Regions: []int{}}) != s {
			t.Errorf("side %d: the plain variant is another shape", n)
		}
		x := shapeWith(t, n, board.Variant{Diagonals: true, Regions: boxes})
		if x == s || x.Plain() || x.Box() != k || x.Variant().Regions != nil || !x.Variant().Diagonals {
			t.Errorf("side %d: boxes and diagonals give %v, %+v", n, x, x.Variant())
		}
		if shapeWith(t, n, board.Variant{Diagonals: true}) != x {
			t.Errorf("side %d: two diagonal shapes", n)
		}
	}
}

func TestShapeNames(t *testing.T) {
	jigsaw := mapOf(t, jigsaw6)
	for want, s := range map[string]*board.Shape{
		"9×9":                 board.Standard(),
		"9×9 diagonal":        shapeWith(t, 9, board.Variant{Diagonals: true}),
		"6×6 jigsaw":          shapeWith(t, 6, board.Variant{Regions: jigsaw}),
		"6×6 diagonal jigsaw": shapeWith(t, 6, board.Variant{Diagonals: true, Regions: jigsaw}),
	} {
		if s.String() != want {
			t.Errorf("%v, want %s", s, want)
		}
	}
	s := shapeWith(t, 6, board.Variant{Diagonals: true, Regions: jigsaw})
	var names []string
	for _, u := range []int{0, 5, 6, 11, 12, 17, 18, 19} {
		names = append(names, s.UnitName(u))
	}
	if want := []string{"row 1", "row 6", "column 1", "column 6", "region 1", "region 6", "diagonal 1", "diagonal 2"}; !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
	if name := shapeWith(t, 9, board.Variant{Diagonals: true}).UnitName(28); name != "diagonal 2" {
		t.Error(name)
	}
}

// The tables of variants are held against the definition of the game.
func TestVariantTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, v := range []struct {
		side    int
		variant board.Variant
	}{
		{4, board.Variant{Diagonals: true}},
		{9, board.Variant{Diagonals: true}},
		{16, board.Variant{Diagonals: true}},
		{5, board.Variant{Regions: mapOf(t, jigsaw5)}},
		{6, board.Variant{Diagonals: true, Regions: mapOf(t, jigsaw6)}},
		{7, board.Variant{Regions: stripes(7)}},
		{8, board.Variant{Regions: mixed(rng, 8, 2000)}},
		{9, board.Variant{Diagonals: true, Regions: mixed(rng, 9, 2000)}},
		{36, board.Variant{Regions: stripes(36)}},
	} {
		s := shapeWith(t, v.side, v.variant)
		n := s.Side()
		if n != v.side || s.Cells() != n*n || s.Variant().Diagonals != v.variant.Diagonals || s.Plain() {
			t.Fatalf("%v from %+v", s, v)
		}
		if (s.Box() == 0) != (v.variant.Regions != nil) {
			t.Errorf("%v: box %d", s, s.Box())
		}
		region := func(cell int) int {
			if v.variant.Regions != nil {
				return v.variant.Regions[cell]
			}
			return cell/n/s.Box()*s.Box() + cell%n/s.Box()
		}
		share := func(x, y int) bool {
			rx, cx, ry, cy := x/n, x%n, y/n, y%n
			return rx == ry || cx == cy || region(x) == region(y) ||
				v.variant.Diagonals && (rx == cx && ry == cy || rx+cx == n-1 && ry+cy == n-1)
		}
		units := 3 * n
		if v.variant.Diagonals {
			units += 2
		}
		if len(s.Units()) != units {
			t.Fatalf("%v: %d units, want %d", s, len(s.Units()), units)
		}
		memberships := 0
		for u, cells := range s.Units() {
			if len(cells) != n || !slices.IsSorted(cells) || len(slices.Compact(slices.Clone(cells))) != n {
				t.Fatalf("%v: %s is %v", s, s.UnitName(u), cells)
			}
			for _, c := range cells {
				if !slices.Contains(s.UnitsOf(c), u) {
					t.Errorf("%v: %s does not know that it lies in %s", s, s.CellName(c), s.UnitName(u))
				}
			}
		}
		for x := range s.Cells() {
			if of := s.UnitsOf(x); !slices.IsSorted(of) || of[0] != x/n || of[1] != n+x%n || of[2] != 2*n+s.BoxOf(x) {
				t.Errorf("%v: units of cell %d: %v", s, x, of)
			}
			memberships += len(s.UnitsOf(x))
			var want []int
			for y := range s.Cells() {
				if y != x && share(x, y) {
					want = append(want, y)
				}
				if (s.BoxOf(x) == s.BoxOf(y)) != (region(x) == region(y)) {
					t.Fatalf("%v: cells %d and %d are in regions %d and %d", s, x, y, s.BoxOf(x), s.BoxOf(y))
				}
			}
			if peers := s.Peers(x); !slices.Equal(peers, want) {
				t.Errorf("%v: peers of cell %d: %v, want %v", s, x, peers, want)
			}
		}
		if memberships != units*n {
			t.Errorf("%v: %d memberships, want %d", s, memberships, units*n)
		}
	}
}

func TestShapeWithErrors(t *testing.T) {
	jigsaw := mapOf(t, jigsaw6)
	larger := slices.Clone(jigsaw)
	larger[3] = 0
	pieces := slices.Clone(jigsaw) // r1c1 of the first region and r1c4 of the second exchanged
	pieces[0], pieces[3] = pieces[3], pieces[0]
	beyond := slices.Clone(jigsaw)
	beyond[8] = 6
	negative := slices.Clone(jigsaw)
	negative[35] = -1
	for want, err := range map[string]error{
		"board: side 6 without regions, want 4, 9, 16, 25 or 36": second(board.ShapeWith(6, board.Variant{Diagonals: true})),
		"board: side 0 without regions, want 4, 9, 16, 25 or 36": second(board.ShapeWith(0, board.Variant{})),
		"board: side 3, want 4 to 36":                            second(board.ShapeWith(3, board.Variant{Regions: make([]int, 9)})),
		"board: side 37, want 4 to 36":                           second(board.ShapeWith(37, board.Variant{Regions: stripes(37)})),
		"board: regions of 36 cells, want 25 for side 5":         second(board.ShapeWith(5, board.Variant{Regions: jigsaw})),
		"board: region 1 has 7 cells, want 6":                    second(board.ShapeWith(6, board.Variant{Regions: larger})),
		"board: r2c3 has region number 6, want 0 to 5":           second(board.ShapeWith(6, board.Variant{Regions: beyond})),
		"board: r6c6 has region number -1, want 0 to 5":          second(board.ShapeWith(6, board.Variant{Regions: negative})),

		"board: region 2 is in pieces: r1c5 does not hang together with r1c1": second(board.ShapeWith(6, board.Variant{Regions: pieces})),

		"board: map of regions has 0 characters, want n² for a side n from 4 to 36":    second(board.ParseRegions(" \n")),
		"board: map of regions has 9 characters, want n² for a side n from 4 to 36":    second(board.ParseRegions("AAABBBCCC")),
		"board: map of regions has 24 characters, want n² for a side n from 4 to 36":   second(board.ParseRegions(jigsaw5[:len(jigsaw5)-1])),
		"board: map of regions has 1369 characters, want n² for a side n from 4 to 36": second(board.ParseRegions(strings.Repeat("A", 37*37))),
		"board: map of regions has 6 symbols, want 5 for its 25 cells":                 second(board.ParseRegions("FABBB AABBC ADCCC DDDEC DEEEE")),
		"board: region 'A' has 6 cells, want 5":                                        second(board.ParseRegions("AAABB AABBC ADCCC DDDEC DEEEE")),
		"board: region 'A' is in pieces: r1c5 does not hang together with r1c1":        second(board.ParseRegions("AABBA AABBC BDCCC DDDEC DEEEE")),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	var many strings.Builder
	for i := range 6 * 6 {
		many.WriteRune(rune('α' + i))
	}
	if _, err := board.ParseRegions(strings.Repeat(many.String()+"é", 36)[:36*36]); err == nil {
		t.Error("too many symbols were read")
	}
	if _, err := board.FormatRegions([]int{0, 36}); err == nil {
		t.Error("region number 36 was written")
	}
}

func TestParseRegions(t *testing.T) {
	if r := mapOf(t, squares9); shapeWith(t, 9, board.Variant{Regions: r}) != board.Standard() {
		t.Errorf("the map of the boxes is %v", r)
	}
	for _, s := range shapes(t) {
		var text strings.Builder
		for cell := range s.Cells() {
			text.WriteRune(rune('ա' + 5*s.BoxOf(cell))) // any characters will do
			if s.Col(cell) == s.Side()-1 {
				text.WriteString("\r\n\t")
			}
		}
		for cell, r := range mapOf(t, text.String()) {
			if r != s.BoxOf(cell) {
				t.Fatalf("side %d: %s is in region %d, want %d", s.Side(), s.CellName(cell), r, s.BoxOf(cell))
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(board.MinSide, 10).Draw(t, "side")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		s, err := board.ShapeWith(n, board.Variant{Regions: mixed(rng, n, 200)})
		if err != nil {
			t.Fatal(err)
		}
		r := s.Variant().Regions
		if s.Plain() { // the squares can come up at side 4
			r = mapOf(t, "1122112233443344")
		}
		text, err := board.FormatRegions(r)
		if err != nil {
			t.Fatal(err)
		}
		back, err := board.ParseRegions(text)
		if err != nil || !slices.Equal(back, r) {
			t.Fatalf("%s: %v, %v, want %v", text, back, err, r)
		}
	})
}

// FuzzParseRegions: what it reads is a shape, and one that writes the same map.
func FuzzParseRegions(f *testing.F) {
	for _, text := range []string{jigsaw5, jigsaw6, squares9, "", "AABBAABBCCDDCCDD", "1234123412341234", "AAAABBBBCCCCDDD\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := board.ParseRegions(text)
		if err != nil {
			if r != nil {
				t.Fatal("regions beside an error")
			}
			return
		}
		side := board.MinSide
		for side*side < len(r) {
			side++
		}
		s, err := board.ShapeWith(side, board.Variant{Regions: r})
		if err != nil {
			t.Fatal(err)
		}
		if !s.Plain() && !slices.Equal(s.Variant().Regions, r) {
			t.Fatalf("%v is numbered %v", r, s.Variant().Regions)
		}
		written, err := board.FormatRegions(r)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := board.ParseRegions(written); err != nil || !slices.Equal(back, r) {
			t.Fatalf("%v came back as %v, %v", r, back, err)
		}
	})
}

// Equal variants give one shape, whatever the numbers of the regions, from any goroutine.
func TestVariantsAreInterned(t *testing.T) {
	r := mapOf(t, jigsaw6)
	renamed := make([]int, len(r))
	for cell := range r {
		renamed[cell] = (r[cell] + 4) % 6
	}
	v := board.Variant{Diagonals: true, Regions: r}
	s := shapeWith(t, 6, v)
	r[0] = 5 // the shape has its own copy
	if shapeWith(t, 6, board.Variant{Diagonals: true, Regions: renamed}) != s || shapeWith(t, 6, s.Variant()) != s {
		t.Error("two shapes of one variant")
	}
	if shapeWith(t, 6, board.Variant{Regions: renamed}) == s {
		t.Error("one shape for two variants")
	}
	var wg sync.WaitGroup
	got := make([]*board.Shape, 8)
	for i := range got {
		wg.Go(func() {
			var err error
			if got[i], err = board.ShapeWith(7, board.Variant{Regions: stripes(7)}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, g := range got {
		if g != got[0] {
			t.Error("two shapes of one variant made at once")
		}
	}
	runtime.KeepAlive(s)
}

// Shapes that nothing holds are collected with their entries; those that a board holds stay.
func TestVariantsAreCollected(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	kept := board.New(shapeWith(t, 8, board.Variant{Regions: mixed(rng, 8, 500)}))
	func() {
		for range 20 {
			if shapeWith(t, 6, board.Variant{Regions: mixed(rng, 6, 100)}).Side() != 6 {
				t.Fatal("another side")
			}
		}
	}()
	if n := board.Interned(); n < 2 {
		t.Fatalf("%d shapes known, want many", n)
	}
	deadline := time.Now().Add(10 * time.Second)
	for board.Interned() > 1 && time.Now().Before(deadline) {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	if n := board.Interned(); n != 1 {
		t.Errorf("%d shapes known after their owners are gone, want the one of a board", n)
	}
	if shapeWith(t, 8, kept.Shape().Variant()) != kept.Shape() {
		t.Error("a shape in use was forgotten")
	}
	runtime.KeepAlive(kept)
}

func TestVariantJSON(t *testing.T) {
	for want, v := range map[string]board.Variant{
		"{}":                    {},
		`{"diagonals":true}`:    {Diagonals: true},
		`{"regions":[0,1,1,0]}`: {Regions: []int{0, 1, 1, 0}},
	} {
		data, err := json.Marshal(v)
		if err != nil || string(data) != want {
			t.Errorf("%s, %v, want %s", data, err, want)
		}
		var back board.Variant
		if err := json.Unmarshal(data, &back); err != nil || back.Diagonals != v.Diagonals || !slices.Equal(back.Regions, v.Regions) {
			t.Errorf("%s came back as %+v, %v", data, back, err)
		}
	}
}

func TestOn(t *testing.T) {
	x := shapeWith(t, 9, board.Variant{Diagonals: true})
	plain := board.MustParse(easy)
	b, err := plain.On(x)
	if err != nil || b.Shape() != x || b.String() != easy || b.Equal(plain) {
		t.Fatalf("%v on %v, %v", b, b.Shape(), err)
	}
	b.Set(2, 1)
	if plain.At(2) != 0 {
		t.Error("the copy shares its cells")
	}
	six := shapeWith(t, 6, board.Variant{Regions: mapOf(t, jigsaw6)})
	line := "1.......2.......3.......4.......5..."
	p, err := board.ParseOn(six, " "+line+"\n")
	if err != nil || p.String() != line || p.Shape() != six || p.At(8) != 2 {
		t.Errorf("%v, %v", p, err)
	}
	twelve := shapeWith(t, 12, board.Variant{Regions: stripes(12)})
	if p, err := board.ParseOn(twelve, "c.C"+strings.Repeat(".", 141)); err != nil || p.At(0) != 12 || p.At(2) != 12 {
		t.Errorf("side 12: %v, %v", p, err)
	}
	cells := make([]uint8, 36)
	cells[7] = 6
	q, err := board.FromCellsOn(six, cells)
	if err != nil || q.At(7) != 6 || &q.Cells()[0] != &cells[0] {
		t.Errorf("%v, %v", q, err)
	}
	cells[7] = 7
	for want, err := range map[string]error{
		"board: cell r2c2 holds 7, want 0 to 6":                     second(board.FromCellsOn(six, cells)),
		"board: 16 cells, want 36 for 6×6 jigsaw":                   second(board.FromCellsOn(six, make([]uint8, 16))),
		"board: 81 cells, want 36 for 6×6 jigsaw":                   second(plain.On(six)),
		"board: 0 cells, want 81 for 9×9 diagonal":                  second(board.Board{}.On(x)),
		"board: 35 cells, want 36 for 6×6 jigsaw":                   second(board.ParseOn(six, line[1:])),
		"board: column 1 holds '7', want a digit 1 to 6 or a blank": second(board.ParseOn(six, "7"+line[1:])),
		"board: no shape": errors.Join(second(board.ParseOn(nil, line))),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestVariantConflicts(t *testing.T) {
	x := shapeWith(t, 4, board.Variant{Diagonals: true})
	six := shapeWith(t, 6, board.Variant{Diagonals: true, Regions: mapOf(t, jigsaw6)})
	for _, c := range []struct {
		shape *board.Shape
		line  string
		want  []board.Conflict
	}{
		{x, "1..............1", []board.Conflict{{A: 0, B: 15, Digit: 1, Unit: "diagonal 1"}}},
		{x, "...2........2...", []board.Conflict{{A: 3, B: 12, Digit: 2, Unit: "diagonal 2"}}},
		{x, "1....1..........", []board.Conflict{{A: 0, B: 5, Digit: 1, Unit: "box 1"}}}, // the box comes before the diagonal
		{x, "1..........1....", nil},
		{six, "..3...3.............................", []board.Conflict{{A: 2, B: 6, Digit: 3, Unit: "region 1"}}},
		{six, "...............4.......4............", nil}, // regions 3 and 6
		{six, "................4.....4.............", []board.Conflict{{A: 16, B: 22, Digit: 4, Unit: "column 5"}}},
		{six, ".....5.............................5", []board.Conflict{{A: 5, B: 35, Digit: 5, Unit: "column 6"}}},
	} {
		b, err := board.ParseOn(c.shape, c.line)
		if err != nil {
			t.Fatal(err)
		}
		if got := board.Conflicts(b); !slices.Equal(got, c.want) {
			t.Errorf("%v %s: got %v, want %v", c.shape, c.line, got, c.want)
		}
	}
}

// variantGrid fills a board of a shape by search, with no table but the checker's rules; the
// shape must have a grid.
func variantGrid(tb testing.TB, rng *rand.Rand, s *board.Shape) board.Board {
	tb.Helper()
	b := board.New(s)
	var fill func() bool
	fill = func() bool {
		candidates := board.Candidates(b)
		best := -1
		for cell, d := range b.Cells() {
			if d == 0 && (best < 0 || candidates[cell].Count() < candidates[best].Count()) {
				best = cell
			}
		}
		if best < 0 {
			return true
		}
		digits := slices.Collect(candidates[best].All())
		rng.Shuffle(len(digits), func(i, j int) { digits[i], digits[j] = digits[j], digits[i] })
		for _, d := range digits {
			b.Set(best, d)
			if fill() {
				return true
			}
		}
		b.Set(best, 0)
		return false
	}
	if !fill() {
		tb.Fatalf("no grid of %v", s)
	}
	return b
}

// Grids of variants pass, no change of one cell does, and neither does a grid whose digits
// break a diagonal or a region alone.
func TestCheckVariantSolutions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, s := range []*board.Shape{
		shapeWith(t, 4, board.Variant{Diagonals: true}),
		shapeWith(t, 9, board.Variant{Diagonals: true}),
		shapeWith(t, 5, board.Variant{Regions: mapOf(t, jigsaw5)}),
		shapeWith(t, 6, board.Variant{Regions: mapOf(t, jigsaw6)}),
		shapeWith(t, 7, board.Variant{Diagonals: true, Regions: stripes(7)}),
	} {
		grid := variantGrid(t, rng, s)
		empty := board.New(s)
		if err := board.CheckSolution(empty, grid); err != nil {
			t.Errorf("%v: %v: %v", s, grid, err)
		}
		if c := board.Conflicts(grid); len(c) > 0 {
			t.Errorf("%v: %v: %v", s, grid, c)
		}
		for cell := range s.Cells() {
			for d := 1; d <= s.Side(); d++ {
				wrong := grid.Clone()
				wrong.Set(cell, d)
				if err := board.CheckSolution(empty, wrong); (err == nil) != (d == grid.At(cell)) {
					t.Fatalf("%v: %s changed to %d: %v", s, s.CellName(cell), d, err)
				}
			}
		}
	}
	x := shapeWith(t, 4, board.Variant{Diagonals: true})
	stripe := shapeWith(t, 6, board.Variant{Regions: mapOf(t, jigsaw6)})
	five := shapeWith(t, 5, board.Variant{Diagonals: true, Regions: stripes(5)})
	other := shapeWith(t, 6, board.Variant{Regions: stripes(6)})
	on := func(s *board.Shape, line string) board.Board {
		b, err := board.ParseOn(s, line)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	latin := "123456234561345612456123561234612345"
	for want, grids := range map[string][2]board.Board{
		"board: diagonal 1 holds 4 twice":                                   {board.New(x), on(x, "1234341221434321")},
		"board: diagonal 2 holds 5 twice":                                   {board.New(five), on(five, "1234523451345124512351234")},
		"board: region 1 holds 2 twice":                                     {board.New(stripe), on(stripe, latin)},
		"board: solution is on the shape 4×4, puzzle on 4×4 diagonal":       {board.New(x), board.MustParse("1234341221434321")},
		"board: solution is on the shape 6×6 jigsaw, puzzle on another one": {board.New(other), on(stripe, latin)},
		"board: solution is on the shape 4×4 diagonal, puzzle on 4×4":       {board.MustParse("................"), on(x, "1234341221434321")},
		"board: solution has 36 cells, puzzle 16":                           {board.New(x), on(stripe, latin)},
		"board: row 1 holds 1 twice":                                        {board.New(x), on(x, "1134341221434321")},
		"board: r1c1 holds 1, given is 2":                                   {on(x, "2..............."), on(x, "1234341221434321")},
	} {
		if err := board.CheckSolution(grids[0], grids[1]); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if err := board.CheckSolution(board.New(other), on(other, latin)); err != nil {
		t.Errorf("rows as regions: %v", err)
	}
}

func TestVariantCandidates(t *testing.T) {
	x := shapeWith(t, 9, board.Variant{Diagonals: true})
	b := board.New(x)
	b.Set(x.Cell(4, 4), 7)
	c := board.Candidates(b)
	for cell, want := range map[int]bool{x.Cell(0, 0): false, x.Cell(8, 0): false, x.Cell(0, 4): false, x.Cell(0, 1): true, x.Cell(3, 3): false} {
		if c[cell].Has(7) != want {
			t.Errorf("%s: 7 is a candidate: %v", x.CellName(cell), !want)
		}
	}
}

func BenchmarkShapeWith(b *testing.B) {
	for _, n := range []int{9, 36} {
		v := board.Variant{Regions: stripes(n)}
		b.Run("side="+map[int]string{9: "9", 36: "36"}[n]+"/known=true", func(b *testing.B) {
			s := shapeWith(b, n, v)
			b.ReportAllocs()
			for b.Loop() {
				if shapeWith(b, n, v) != s {
					b.Fatal("another shape")
				}
			}
		})
	}
}

func BenchmarkCheckSolution(b *testing.B) {
	puzzle, solution := board.MustParse(easy), board.MustParse(easySolved)
	rng := rand.New(rand.NewPCG(7, 8))
	jigsaw := shapeWith(b, 6, board.Variant{Regions: mapOf(b, jigsaw6)})
	for name, pair := range map[string][2]board.Board{
		"plain9":  {puzzle, solution},
		"jigsaw6": {board.New(jigsaw), variantGrid(b, rng, jigsaw)},
	} {
		b.Run("board="+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := board.CheckSolution(pair[0], pair[1]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
