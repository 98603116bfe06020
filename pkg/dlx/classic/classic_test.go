package classic_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"sudokulab/pkg/dlx"
	"sudokulab/pkg/dlx/classic"
)

func solve(t *testing.T, p *dlx.Problem, err error) dlx.Result {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	s, err := dlx.NewSolver(p, dlx.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.Solve(t.Context(), nil, dlx.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestQueens(t *testing.T) {
	want := []int64{1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200}
	for i, want := range want {
		p, err := classic.Queens(i + 1)
		if got := solve(t, p, err).Solutions; got != want {
			t.Errorf("%d queens: %d solutions, want %d", i+1, got, want)
		}
	}
}

// TestQueensSolution looks at a solution itself: no two queens attack each other.
func TestQueensSolution(t *testing.T) {
	const n = 9
	p, err := classic.Queens(n)
	first := solve(t, p, err).First
	if len(first) != n {
		t.Fatalf("%d queens, want %d", len(first), n)
	}
	for i, a := range first {
		for _, b := range first[:i] {
			dr, dc := a/n-b/n, a%n-b%n
			if dr == 0 || dc == 0 || dr == dc || dr == -dc {
				t.Errorf("queens on %d and %d attack each other", a, b)
			}
		}
	}
}

func TestLangford(t *testing.T) {
	want := []int64{0, 0, 2, 2, 0, 0, 52, 300, 0, 0}
	if !testing.Short() {
		want = append(want, 35584)
	}
	for i, want := range want {
		p, err := classic.Langford(i + 1)
		if got := solve(t, p, err).Solutions; got != want {
			t.Errorf("Langford pairs of %d: %d solutions, want %d", i+1, got, want)
		}
	}
}

func TestPentominoes(t *testing.T) {
	middle := []classic.Cell{{Row: 3, Column: 3}, {Row: 3, Column: 4}, {Row: 4, Column: 3}, {Row: 4, Column: 4}}
	tests := []struct {
		rows, columns int
		holes         []classic.Cell
		want          int64
		slow          bool
	}{
		{3, 20, nil, 4 * 2, false},
		{20, 3, nil, 4 * 2, false},
		{8, 8, middle, 8 * 65, true},
		{4, 15, nil, 4 * 368, true},
		{5, 12, nil, 4 * 1010, true},
		{1, 60, nil, 0, false},
	}
	for _, test := range tests {
		if test.slow && testing.Short() {
			continue
		}
		p, err := classic.Pentominoes(test.rows, test.columns, test.holes...)
		if got := solve(t, p, err).Solutions; got != test.want {
			t.Errorf("%d×%d: %d solutions, want %d", test.rows, test.columns, got, test.want)
		}
	}
}

// TestPentominoesQuarter counts the packings of 6×10 cells up to symmetry: those with the
// middle of the X in one quarter of the board, placement by placement. Both sides being
// even, no X lies in the middle of the board, so each packing has its mirror images in the
// other quarters.
func TestPentominoesQuarter(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	p, err := classic.Pentominoes(6, 10)
	if err != nil {
		t.Fatal(err)
	}
	s, err := dlx.NewSolver(p, dlx.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	total, placements := int64(0), 0
	for o := range p.Options() {
		text := strings.Fields(p.OptionText(o))
		if text[0] != "X" {
			continue
		}
		var row, column int // the X comes top cell first, its middle lies below that
		if _, err := fmt.Sscanf(text[1], "%d,%d", &row, &column); err != nil {
			t.Fatal(err)
		}
		if row+1 >= 3 || column >= 5 {
			continue
		}
		placements++
		res, err := s.Solve(t.Context(), []int{o}, dlx.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		total += res.Solutions
	}
	if total != 2339 || placements != 2*4 {
		t.Errorf("%d packings with the X at %d places, want 2339 and 8", total, placements)
	}
}

// TestPentominoOptions compares the number of placements with a count by hand: a shape with
// a bounding box of r×c fits an m×n box at (m−r+1)·(n−c+1) places.
func TestPentominoOptions(t *testing.T) {
	p, err := classic.Pentominoes(6, 10)
	if err != nil {
		t.Fatal(err)
	}
	boxes := map[string][][3]int{ // rows, columns, number of orientations with that box
		"F": {{3, 3, 8}},
		"I": {{5, 1, 1}, {1, 5, 1}},
		"L": {{4, 2, 4}, {2, 4, 4}},
		"N": {{4, 2, 4}, {2, 4, 4}},
		"P": {{3, 2, 4}, {2, 3, 4}},
		"T": {{3, 3, 4}},
		"U": {{2, 3, 2}, {3, 2, 2}},
		"V": {{3, 3, 4}},
		"W": {{3, 3, 4}},
		"X": {{3, 3, 1}},
		"Y": {{4, 2, 4}, {2, 4, 4}},
		"Z": {{3, 3, 4}},
	}
	got := map[string]int{}
	for o := range p.Options() {
		got[p.ItemName(p.Option(o)[0].Item)]++
	}
	for letter, shapes := range boxes {
		want := 0
		for _, s := range shapes {
			want += s[2] * (6 - s[0] + 1) * (10 - s[1] + 1)
		}
		if got[letter] != want {
			t.Errorf("%s: %d placements, want %d", letter, got[letter], want)
		}
	}
	if len(got) != len(boxes) {
		t.Errorf("%d letters, want %d", len(got), len(boxes))
	}
}

func TestMacMahon(t *testing.T) {
	p, err := classic.MacMahon(1, 1, 1)
	if got := solve(t, p, err).Solutions; got != 1 {
		t.Errorf("the one tile of one color: %d solutions, want 1", got)
	}
	// Of the boxes for 24 tiles only 4×6 can have a rim of one color.
	p, err = classic.MacMahon(3, 3, 8)
	if got := solve(t, p, err).Solutions; got != 0 {
		t.Errorf("3×8: %d solutions, want 0", got)
	}
}

// TestMacMahonSolution puts the first tiling of 4×6 cells together, tile by tile, and looks
// at every edge.
func TestMacMahonSolution(t *testing.T) {
	const rows, columns = 4, 6
	p, err := classic.MacMahon(3, rows, columns)
	if err != nil {
		t.Fatal(err)
	}
	s, err := dlx.NewSolver(p, dlx.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.Solve(t.Context(), nil, dlx.Limits{Solutions: 1})
	if err != nil || res.Solutions != 1 {
		t.Fatalf("%d solutions, %v; want one", res.Solutions, err)
	}
	edges := map[string]string{}
	used := map[string]bool{}
	for _, o := range res.First {
		var colors []string
		tile, _, _ := strings.Cut(p.OptionText(o), " ")
		used[tile] = true
		for _, e := range p.Option(o)[2:] {
			name, color := p.ItemName(e.Item), p.ColorName(e.Color)
			if was, ok := edges[name]; ok && was != color {
				t.Errorf("edge %s has the colors %s and %s", name, was, color)
			}
			edges[name] = color
			colors = append(colors, color)
		}
		// What is not on an inner edge is on the rim, in color 0.
		for len(colors) < 4 {
			colors = append(colors, "0")
		}
		for c := range 3 {
			digit := strconv.Itoa(c)
			if got, want := strings.Count(strings.Join(colors, ""), digit), strings.Count(tile[1:], digit); got != want {
				t.Errorf("tile %s shows %v", tile, colors)
			}
		}
	}
	if len(used) != rows*columns || len(edges) != rows*(columns-1)+(rows-1)*columns {
		t.Errorf("%d tiles and %d edges, want %d and %d", len(used), len(edges), rows*columns, rows*(columns-1)+(rows-1)*columns)
	}
}

func TestWordRectangles(t *testing.T) {
	words := strings.Fields("ab ba aa cab abc bac aab bab")
	for _, size := range [][2]int{{1, 2}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 4}} {
		p, err := classic.WordRectangles(size[0], size[1], words)
		if got, want := solve(t, p, err).Solutions, rectangles(size[0], size[1], words); got != want {
			t.Errorf("%d×%d: %d rectangles, want %d", size[0], size[1], got, want)
		}
	}
}

// rectangles fills the rows with words in all ways and reads the columns.
func rectangles(rows, columns int, words []string) int64 {
	is := map[string]bool{}
	for _, w := range words {
		is[w] = true
	}
	var chosen []string
	var fill func() int64
	fill = func() (n int64) {
		if len(chosen) == rows {
			for c := range columns {
				column := ""
				for _, row := range chosen {
					column += row[c : c+1]
				}
				if !is[column] {
					return 0
				}
			}
			return 1
		}
		for _, w := range words {
			if len(w) == columns {
				chosen = append(chosen, w)
				n += fill()
				chosen = chosen[:len(chosen)-1]
			}
		}
		return n
	}
	return fill()
}

func TestArguments(t *testing.T) {
	build := map[string]func() (*dlx.Problem, error){
		"no queens":        func() (*dlx.Problem, error) { return classic.Queens(0) },
		"no numbers":       func() (*dlx.Problem, error) { return classic.Langford(-1) },
		"61 cells":         func() (*dlx.Problem, error) { return classic.Pentominoes(1, 61) },
		"no cells":         func() (*dlx.Problem, error) { return classic.Pentominoes(0, 10) },
		"hole outside":     func() (*dlx.Problem, error) { return classic.Pentominoes(6, 10, classic.Cell{Row: 6}) },
		"hole too many":    func() (*dlx.Problem, error) { return classic.Pentominoes(6, 10, classic.Cell{}) },
		"many rows":        func() (*dlx.Problem, error) { return classic.Pentominoes(1<<40, 1<<40) },
		"five colors":      func() (*dlx.Problem, error) { return classic.MacMahon(5, 1, 165) },
		"tiles and cells":  func() (*dlx.Problem, error) { return classic.MacMahon(3, 5, 5) },
		"no rows":          func() (*dlx.Problem, error) { return classic.WordRectangles(0, 5, nil) },
		"word twice":       func() (*dlx.Problem, error) { return classic.WordRectangles(1, 2, []string{"ab", "ab"}) },
		"word with spaces": func() (*dlx.Problem, error) { return classic.WordRectangles(1, 3, []string{"a b"}) },
	}
	for name, build := range build {
		if p, err := build(); err == nil || p != nil {
			t.Errorf("%s: problem %v, error %v; want no problem and an error", name, p, err)
		}
	}
}

func ExampleQueens() {
	p, err := classic.Queens(6)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := dlx.NewSolver(p, dlx.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	for queens, err := range s.Solutions(context.Background(), nil) {
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, q := range queens {
			fmt.Print(strings.Repeat(". ", q%6), "Q", strings.Repeat(" .", 5-q%6), "\n")
		}
		break
	}
	// Output:
	// . Q . . . .
	// . . . Q . .
	// . . . . . Q
	// Q . . . . .
	// . . Q . . .
	// . . . . Q .
}
