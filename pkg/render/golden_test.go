package render

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sudokulab/pkg/board"
)

var update = flag.Bool("update", false, "rewrite the golden files of testdata")

const (
	easy   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// Maps of regions and puzzles on them and on a diagonal board, made for these tests by random
// exchanges and removals.
const (
	steps6 = "AAABBB AABBCC ADBCCC DDDECF DDEEFF EEEFFF"
	waves9 = "111222222111134442155333442153353442555553346778888846777798666797798866999999866"

	diagonalPuzzle = "2..17......7..9..3.........3.....1.56.....9....5.9..78..2...8...............5.3.1"
	jigsawPuzzle   = "...9.6.2.5....3......6.....6.1..5.8..2....3.7.......7.....9.....5.2........17...9"
	bothPuzzle     = "1......2.......4.......1........2..."
)

// shapeWith returns the shape with the regions of a map, "" for boxes.
func shapeWith(t rapid.TB, side int, diagonals bool, regions string) *board.Shape {
	t.Helper()
	v := board.Variant{Diagonals: diagonals}
	if regions != "" {
		var err error
		if v.Regions, err = board.ParseRegions(regions); err != nil {
			t.Fatal(err)
		}
	}
	s, err := board.ShapeWith(side, v)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func on(t rapid.TB, s *board.Shape, line string) board.Board {
	t.Helper()
	b, err := board.ParseOn(s, line)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// patternBoard returns a solved board of box side k with some cells emptied.
func patternBoard(t testing.TB, k int, empty float64) (puzzle, grid board.Board) {
	t.Helper()
	s, err := board.ShapeOf(k)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, uint64(k)))
	puzzle, grid = board.New(s), board.New(s)
	digits := rng.Perm(s.Side())
	for cell := range s.Cells() {
		r, c := s.Row(cell), s.Col(cell)
		d := digits[(r*k+r/k+c)%s.Side()] + 1
		grid.Set(cell, d)
		if rng.Float64() >= empty {
			puzzle.Set(cell, d)
		}
	}
	return puzzle, grid
}

// picture is a picture under a name of its own.
type picture struct {
	name  string
	pic   Picture
	scale float64 // of the PNG
	theme Theme
	dark  bool // the SVG changes to the dark theme
}

func pictures(t testing.TB) []picture {
	t.Helper()
	s := board.Standard()
	puzzle := board.MustParse(easy)

	annotated := Picture{
		Board: puzzle, Candidates: board.Candidates(puzzle), Removed: make([]board.Digits, 81), Strong: make([]board.Digits, 81),
		Marks: make([]Mark, 81), Title: "One step of propagation", Rulers: true,
		Caption: "r5c5 has one candidate left. It leaves its row, column and box; links lead from the cause to each effect.",
	}
	annotated.Marks[s.Cell(4, 4)] = Focus
	for _, p := range s.Peers(s.Cell(4, 4)) {
		if annotated.Candidates[p].Has(5) && puzzle.At(p) == 0 {
			annotated.Removed[p] = board.DigitsOf(5)
			annotated.Links = append(annotated.Links, Link{From: s.Cell(4, 4), To: p, ToDigit: 5})
		}
	}
	for _, c := range []int{s.Cell(0, 2), s.Cell(0, 3)} {
		annotated.Strong[c] = annotated.Candidates[c] & board.DigitsOf(1, 2, 6)
		annotated.Marks[c] |= Highlight
	}
	annotated.Candidates[s.Cell(7, 1)] = 0

	hot := Picture{
		Board: puzzle, Candidates: board.Candidates(puzzle), Removed: make([]board.Digits, 81), Strong: make([]board.Digits, 81),
		Marks: make([]Mark, 81), Title: "Heat", Rulers: true, Caption: "The ringed candidate is the best one; a struck one has no shade.",
		Heat: Heat{Values: make([]float64, 729), Low: "no use", High: "as good as can be"},
	}
	for i := range hot.Heat.Values {
		hot.Heat.Values[i] = float64(i*i%97) / 100
	}
	hot.Heat.Values[s.Cell(4, 4)*9+4] = 1
	hot.Marks[s.Cell(4, 4)], hot.Strong[s.Cell(4, 4)] = Focus, board.DigitsOf(5)
	hot.Removed[s.Cell(0, 2)], hot.Marks[s.Cell(0, 3)], hot.Marks[s.Cell(1, 1)] = board.DigitsOf(1), Highlight, Conflict

	tagged := Picture{
		Board: puzzle, Candidates: board.Candidates(puzzle), Removed: make([]board.Digits, 81), Title: "Tags", Rulers: true,
		Caption: "Letters beside candidates, and outlines around them. A dashed link is weak.",
		Tags: []Tag{
			{Cell: s.Cell(0, 2), Digit: 1, Letter: 'b', Outline: Box, Word: "base"},
			{Cell: s.Cell(0, 2), Digit: 4, Letter: 'f', Outline: Diamond, Word: "fin"},
			{Cell: s.Cell(4, 4), Digit: 5, Letter: 'w', Word: "wing"},
			{Cell: s.Cell(0, 3), Digit: 2, Letter: 'b', Outline: Box, Word: "base"},
		},
		Links: []Link{
			{From: s.Cell(0, 2), FromDigit: 1, To: s.Cell(0, 3), ToDigit: 2},
			{From: s.Cell(0, 3), FromDigit: 2, To: s.Cell(4, 4), ToDigit: 5, Weak: true},
		},
	}
	tagged.Removed[s.Cell(0, 2)] = board.DigitsOf(4)

	broken := board.MustParse(solved)
	broken.Set(s.Cell(0, 3), 5)
	broken.Set(s.Cell(7, 7), 0)
	conflicts := Picture{Board: broken, Givens: puzzle, Marks: ConflictMarks(broken), Title: "Conflicts", Rulers: true}
	conflicts.Candidates = board.Candidates(broken)
	conflicts.Candidates[s.Cell(7, 7)] = 0

	done := Picture{Board: board.MustParse(solved), Givens: puzzle, Marks: make([]Mark, 81), Title: "Solved", Caption: "Barred: propagation. Italic: guesses."}
	for cell := range 81 {
		if puzzle.At(cell) == 0 && cell%3 != 0 {
			done.Marks[cell] = Single
		}
	}
	for _, c := range s.Units()[9+6] {
		done.Marks[c] |= Highlight
	}
	done.Marks[s.Cell(2, 3)], done.Marks[s.Cell(5, 6)], done.Marks[s.Cell(8, 0)] = Guess, Guess|Focus, Guess|Removed

	diagonal := on(t, shapeWith(t, 9, true, ""), diagonalPuzzle)
	diagonalMarks := make([]Mark, 81)
	diagonalMarks[0], diagonalMarks[40], diagonalMarks[8] = Highlight, Focus, Guess|Highlight
	jigsaw := on(t, shapeWith(t, 9, false, waves9), jigsawPuzzle)
	both := on(t, shapeWith(t, 6, true, steps6), bothPuzzle)
	both.Set(35, 2) // as in r6c1: a conflict

	small, _ := patternBoard(t, 2, 0.6)
	mid, _ := patternBoard(t, 4, 0.5)
	large, grid := patternBoard(t, 5, 0.6)
	partly := large.Clone()
	copy(partly.Cells()[:125], grid.Cells())
	huge, _ := patternBoard(t, 6, 0.8)
	return []picture{
		{"puzzle9", Picture{Board: puzzle, Rulers: true, Title: "A puzzle", Caption: "30 givens"}, 1, DefaultTheme(), false},
		{"candidates9", annotated, 1, DefaultTheme(), true},
		{"candidates9dark", annotated, 0.5, DarkTheme(), false},
		{"conflicts9", conflicts, 1, DefaultTheme(), false},
		{"solved9", done, 1, DefaultTheme(), false},
		{"candidates4", Picture{Board: small, Candidates: board.Candidates(small), Title: "Four by four"}, 1.5, DefaultTheme(), false},
		{"candidates16", Picture{Board: mid, Candidates: board.Candidates(mid), Rulers: true}, 0.6, DefaultTheme(), false},
		{"filled25", Picture{Board: partly, Givens: large, Rulers: true, Title: "25×25"}, 0.6, DefaultTheme(), false},
		{"puzzle36", Picture{Board: huge, Title: "36×36"}, 0.6, DarkTheme(), false},
		{"diagonal9", Picture{Board: diagonal, Rulers: true, Marks: diagonalMarks, Caption: "Both diagonals count."}, 1, DefaultTheme(), true},
		{"jigsaw9", Picture{Board: jigsaw, Rulers: true, Title: "Jigsaw"}, 1, DefaultTheme(), false},
		{"candidates6", Picture{Board: both, Candidates: board.Candidates(both), Marks: ConflictMarks(both)}, 1, DarkTheme(), false},
		{"heat9", hot, 1, DefaultTheme(), true},
		{"heat9dark", hot, 0.5, DarkTheme(), false},
		{"tags9", tagged, 1, DefaultTheme(), true},
		{"tags9dark", tagged, 0.5, DarkTheme(), false},
	}
}

func (p picture) options() Options {
	o := DefaultOptions()
	o.Theme, o.Scale = p.theme, p.scale
	if p.dark {
		dark := DarkTheme()
		o.Dark = &dark
	}
	return o
}

func golden(t *testing.T, name string, got []byte, same func(t *testing.T, want, got []byte)) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	same(t, want, got)
}

func sameText(t *testing.T, want, got []byte) {
	t.Helper()
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
}

// samePixels allows a coverage to differ in the last bits, as float32 does between
// processors, and the compressor to change.
func samePixels(t *testing.T, want, got []byte) {
	t.Helper()
	a, b := decode(t, want), decode(t, got)
	if a.Bounds() != b.Bounds() {
		t.Fatalf("picture is %v, want %v", b.Bounds(), a.Bounds())
	}
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			r1, g1, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			for _, d := range []int{int(r1) - int(r2), int(g1) - int(g2), int(b1) - int(b2)} {
				if d < -3*0x101 || d > 3*0x101 {
					t.Fatalf("pixel %d,%d is %v, want %v", x, y, b.At(x, y), a.At(x, y))
				}
			}
		}
	}
}

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestGolden(t *testing.T) {
	for _, p := range pictures(t) {
		t.Run(p.name, func(t *testing.T) {
			o := p.options()
			var buf bytes.Buffer
			if err := SVG(&buf, p.pic, o); err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(p.name, "9dark") { // the light one holds both palettes
				golden(t, p.name+".svg", buf.Bytes(), sameText)
			}
			buf.Reset()
			if err := PNG(&buf, p.pic, o); err != nil {
				t.Fatal(err)
			}
			golden(t, p.name+".png", buf.Bytes(), samePixels)
			if strings.HasSuffix(p.name, "dark") {
				return // text has no theme
			}
			texts := map[string]TextOptions{".txt": {}}
			if strings.HasPrefix(p.name, "candidates") {
				texts[".wide.txt"] = TextOptions{Wide: true}
			}
			if p.name == "heat9" || p.name == "tags9" {
				texts[".wide.txt"] = TextOptions{Wide: true}
			}
			if p.name == "candidates9" || p.name == "solved9" || p.name == "jigsaw9" {
				texts[".ascii.txt"] = TextOptions{ASCII: true, Wide: p.name == "candidates9"}
				texts[".colour.txt"] = TextOptions{Colour: true, Wide: p.name == "candidates9"}
			}
			for suffix, to := range texts {
				buf.Reset()
				if err := Text(&buf, p.pic, to); err != nil {
					t.Fatal(err)
				}
				golden(t, p.name+suffix, buf.Bytes(), sameText)
			}
		})
	}
}
