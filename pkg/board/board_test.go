package board_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
)

const (
	easy       = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	easySolved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// full returns a solved board of side k² made by shifting the first row.
func full(s *board.Shape) board.Board {
	b := board.New(s)
	k, n := s.Box(), s.Side()
	for cell := range s.Cells() {
		row, col := s.Row(cell), s.Col(cell)
		b.Set(cell, (row%k*k+row/k+col)%n+1)
	}
	return b
}

// random returns a board with random digits, rules or not.
func random(rng *rand.Rand, s *board.Shape) board.Board {
	b := board.New(s)
	for cell := range s.Cells() {
		if rng.IntN(3) == 0 {
			b.Set(cell, 1+rng.IntN(s.Side()))
		}
	}
	return b
}

func drawShape(t *rapid.T) *board.Shape {
	s, err := board.ShapeOf(rapid.IntRange(board.MinBox, board.MaxBox).Draw(t, "box"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestZeroBoard(t *testing.T) {
	var b board.Board
	if !b.IsZero() || b.Shape() != nil || b.Cells() != nil || b.String() != "" || b.Filled() != 0 || !b.Clone().IsZero() || !b.Equal(board.Board{}) {
		t.Error("the zero board is not nothing")
	}
	if len(board.Candidates(b)) != 0 || len(board.Conflicts(b)) != 0 {
		t.Error("the zero board has candidates or conflicts")
	}
	if b.Equal(board.New(board.Standard())) || board.New(board.Standard()).IsZero() {
		t.Error("an empty board is not the zero board")
	}
}

func TestBoard(t *testing.T) {
	for _, s := range shapes(t) {
		n := s.Side()
		b := board.New(s)
		if b.Shape() != s || len(b.Cells()) != s.Cells() || b.Filled() != 0 || b.Full() {
			t.Fatalf("side %d: a new board is not empty", n)
		}
		b.Set(n, n)
		if b.At(n) != n || b.Filled() != 1 || b.Cells()[n] != uint8(n) {
			t.Errorf("side %d: set %d, got %d", n, n, b.At(n))
		}
		shared, independent := b, b.Clone()
		b.Set(n, 0)
		if shared.At(n) != 0 || independent.At(n) != n || b.Equal(independent) || !b.Equal(shared) {
			t.Errorf("side %d: copies share cells, clones do not", n)
		}
		for _, d := range []int{-1, n + 1} {
			if !panics(func() { b.Set(0, d) }) {
				t.Errorf("side %d: Set(0, %d) did not panic", n, d)
			}
		}
		f := full(s)
		if !f.Full() || f.Filled() != s.Cells() {
			t.Errorf("side %d: %d of %d cells filled", n, f.Filled(), s.Cells())
		}
		cells := slices.Clone(f.Cells())
		g, err := board.FromCells(cells)
		if err != nil || !g.Equal(f) || &g.Cells()[0] != &cells[0] {
			t.Errorf("side %d: FromCells copied or changed the cells: %v", n, err)
		}
		cells[3] = uint8(n + 1)
		if _, err := board.FromCells(cells); err == nil {
			t.Errorf("side %d: FromCells took the digit %d", n, n+1)
		}
	}
}

func TestCandidates(t *testing.T) {
	puzzle, solution := board.MustParse(easy), board.MustParse(easySolved)
	c := board.Candidates(puzzle)
	s := puzzle.Shape()
	for cell, name := range map[int]board.Digits{
		s.Cell(0, 2): board.DigitsOf(1, 2, 4),
		s.Cell(4, 4): board.DigitsOf(5),
		s.Cell(0, 0): board.DigitsOf(5),
	} {
		if c[cell] != name {
			t.Errorf("%s: %v, want %v", s.CellName(cell), c[cell], name)
		}
	}
	for cell := range c {
		if !c[cell].Has(solution.At(cell)) {
			t.Errorf("%s: %v lacks the solution's %d", s.CellName(cell), c[cell], solution.At(cell))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		shape := drawShape(t)
		b := random(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), shape)
		candidates := board.Candidates(b)
		cell := rapid.IntRange(0, shape.Cells()-1).Draw(t, "cell")
		// A digit is a candidate if it can be put there without a conflict at this cell.
		for d := 1; d <= shape.Side(); d++ {
			want := b.At(cell) == 0 || b.At(cell) == d
			for other := range shape.Cells() {
				if slices.Contains(shape.Peers(cell), other) && b.At(other) == d {
					want = false
				}
			}
			if candidates[cell].Has(d) != want {
				t.Fatalf("%s: %v, digit %d should be %v", shape.CellName(cell), candidates[cell], d, want)
			}
		}
	})
}

func TestConflicts(t *testing.T) {
	for line, want := range map[string][]board.Conflict{
		"12..34..2..4.3.1": nil,
		"12..1..22..1....": {{A: 0, B: 4, Digit: 1, Unit: "column 1"}},
		"11..............": {{A: 0, B: 1, Digit: 1, Unit: "row 1"}}, // the row comes before the box
		"..1....1........": {{A: 2, B: 7, Digit: 1, Unit: "box 2"}},
		"1..1....1.......": {{A: 0, B: 3, Digit: 1, Unit: "row 1"}, {A: 0, B: 8, Digit: 1, Unit: "column 1"}},
	} {
		if got := board.Conflicts(board.MustParse(line)); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", line, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		shape := drawShape(t)
		if shape.Box() > 4 {
			t.Skip("quadratic in the cells")
		}
		b := random(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), shape)
		var want [][2]int
		for x := range shape.Cells() {
			for _, y := range shape.Peers(x) {
				if y > x && b.At(x) != 0 && b.At(x) == b.At(y) {
					want = append(want, [2]int{x, y})
				}
			}
		}
		var got [][2]int
		for _, c := range board.Conflicts(b) {
			got = append(got, [2]int{c.A, c.B})
			if c.Digit != b.At(c.A) || c.Unit == "" {
				t.Fatalf("conflict %+v", c)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestCheckSolution(t *testing.T) {
	puzzle, solution := board.MustParse(easy), board.MustParse(easySolved)
	if err := board.CheckSolution(puzzle, solution); err != nil {
		t.Error(err)
	}
	changed := func(cell, digit int) board.Board {
		b := solution.Clone()
		b.Set(cell, digit)
		return b
	}
	outOfRange := solution.Clone()
	outOfRange.Cells()[7] = 200 // as only a broken engine would
	boxes := board.New(board.Standard())
	for cell := range boxes.Cells() { // rows and columns right, boxes wrong
		boxes.Set(cell, (cell/9+cell%9)%9+1)
	}
	columns := board.New(board.Standard())
	for cell := range columns.Cells() { // rows right, columns wrong
		columns.Set(cell, cell%9+1)
	}
	empty := board.New(board.Standard())
	for want, grids := range map[string][2]board.Board{
		"board: r1c3 is empty":                     {puzzle, puzzle},
		"board: r1c8 holds 200, want 1 to 9":       {puzzle, outOfRange},
		"board: r1c1 holds 4, given is 5":          {puzzle, changed(0, 4)},
		"board: row 1 holds 3 twice":               {puzzle, changed(2, 3)},
		"board: column 1 holds 1 twice":            {empty, columns},
		"board: box 1 holds 2 twice":               {empty, boxes},
		"board: solution has 0 cells, puzzle 81":   {puzzle, {}},
		"board: solution has 0 cells, puzzle 0":    {},
		"board: solution has 81 cells, puzzle 256": {full(shapes(t)[2]), solution},
	} {
		if err := board.CheckSolution(grids[0], grids[1]); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Every solved board passes, and no change of one cell does, on all sizes.
func TestCheckSolutionProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := drawShape(t)
		n := shape.Side()
		solution := full(shape)
		rename := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "names"), 0)).Perm(n)
		for cell := range solution.Cells() {
			solution.Set(cell, rename[solution.At(cell)-1]+1)
		}
		if err := board.CheckSolution(board.New(shape), solution); err != nil {
			t.Fatal(err)
		}
		if err := board.CheckSolution(solution, solution); err != nil {
			t.Fatal(err)
		}
		if len(board.Conflicts(solution)) > 0 {
			t.Fatal("a solved board has conflicts")
		}
		cell := rapid.IntRange(0, shape.Cells()-1).Draw(t, "cell")
		digit := rapid.IntRange(0, n).Draw(t, "digit")
		wrong := solution.Clone()
		wrong.Set(cell, digit)
		same := digit == solution.At(cell)
		if err := board.CheckSolution(board.New(shape), wrong); (err == nil) != same {
			t.Fatalf("%s changed from %d to %d: %v", shape.CellName(cell), solution.At(cell), digit, err)
		}
	})
}

func TestParse(t *testing.T) {
	want := board.MustParse(easy)
	for _, line := range []string{
		"  " + easy + " \r\n",
		"53_*70000600195000098000060800060003400803001700020006060000280000419005000080079",
	} {
		if b, err := board.Parse(line); err != nil || !b.Equal(want) {
			t.Errorf("%q: %v, %v", line, b, err)
		}
	}
	lower, err := board.Parse(string(bytes.ToLower([]byte(full(shapes(t)[3]).String()))))
	if err != nil || !lower.Equal(full(shapes(t)[3])) {
		t.Errorf("small letters at side 25: %v", err)
	}
	// At side 36 'a' is the last digit, so 'b' is none.
	last := bytes.Repeat([]byte{'.'}, board.MaxCells)
	last[0], last[1] = 'a', 'A'
	if b, err := board.Parse(string(last)); err != nil || b.At(0) != 36 || b.At(1) != 10 {
		t.Errorf("side 36: %v", err)
	}
	last[2] = 'b'
	if _, err := board.Parse(string(last)); err == nil {
		t.Error("side 36: 'b' was taken for a digit")
	}
	if !panics(func() { board.MustParse("1234") }) {
		t.Error("MustParse did not panic")
	}
}

func TestAlphabets(t *testing.T) {
	for _, s := range shapes(t) {
		for _, a := range []board.Alphabet{board.Numeric, board.ZeroBased, board.Letters} {
			if len(a) != board.MaxSide {
				t.Errorf("%q has %d characters", a, len(a))
			}
			b := full(s)
			b.Set(0, 0)
			text := b.AppendText([]byte("x"), a)
			if text[0] != 'x' || text[1] != board.Blank || len(text) != s.Cells()+1 {
				t.Fatalf("side %d: %.20s…", s.Side(), text)
			}
			for cell := 1; cell < s.Cells(); cell++ {
				if text[cell+1] != a[b.At(cell)-1] {
					t.Fatalf("side %d: %s written as %c", s.Side(), s.CellName(cell), text[cell+1])
				}
			}
		}
	}
}

// Whatever String writes, Parse reads.
func TestStringRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := random(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), drawShape(t))
		back, err := board.Parse(b.String())
		if err != nil || !back.Equal(b) {
			t.Fatalf("%v: %v, want %v", err, back, b)
		}
	})
}

// FuzzParse: whatever Parse takes is a board that String writes back, blank for blank and
// digit for digit; it never panics.
func FuzzParse(f *testing.F) {
	f.Add(easy)
	f.Add(" " + easySolved + "\n")
	f.Add("12..34..2..4.3.1")
	f.Add("12..34..2..4.3.5")
	for _, s := range shapes(f) {
		f.Add(full(s).String())
	}
	f.Add(string(bytes.ToLower([]byte(full(shapes(f)[3]).String()))))
	f.Add("é2..34..2..4.3.")
	f.Fuzz(func(t *testing.T, line string) {
		b, err := board.Parse(line)
		if err != nil {
			if !b.IsZero() {
				t.Fatal("a board beside an error")
			}
			return
		}
		if _, err := board.FromCells(b.Cells()); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		back, err := board.Parse(text)
		if err != nil || !back.Equal(b) {
			t.Fatalf("%q: %v", text, err)
		}
		trimmed := bytes.TrimSpace([]byte(line))
		for i, c := range bytes.ToUpper(trimmed) {
			if len(trimmed) == board.MaxCells {
				c = trimmed[i]
			}
			if blank := strings.IndexByte(".0_*", c) >= 0; blank != (text[i] == board.Blank) || !blank && c != text[i] {
				t.Fatalf("%q read as %q", trimmed[i], text[i])
			}
		}
	})
}

func BenchmarkCandidates(b *testing.B) {
	p := board.MustParse(easy)
	b.ReportAllocs()
	for b.Loop() {
		board.Candidates(p)
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := board.Parse(easy); err != nil {
			b.Fatal(err)
		}
	}
}
