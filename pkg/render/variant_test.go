package render

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/color"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
)

func TestTextOfRegions(t *testing.T) {
	b := on(t, shapeWith(t, 5, false, "AABBB AABBC ADCCC DDDEC DEEEE"), "1...2.3.......5.........4")
	for _, c := range []struct {
		o    TextOptions
		want string
	}{
		{TextOptions{}, `┌───────┬───────────┐
│ 1   . │ .   .   2 │
│       │       ┌───┤
│ .   3 │ .   . │ . │
│   ┌───┼───────┘   │
│ . │ . │ .   .   5 │
├───┘   └───┬───┐   │
│ .   .   . │ . │ . │
│   ┌───────┘   └───┤
│ . │ .   .   .   4 │
└───┴───────────────┘
`},
		{TextOptions{ASCII: true}, `+-------+-----------+
| 1   . | .   .   2 |
|       |       +---+
| .   3 | .   . | . |
|   +---+-------+   |
| . | . | .   .   5 |
+---+   +---+---+   |
| .   .   . | . | . |
|   +-------+   +---+
| . | .   .   .   4 |
+---+---------------+
`},
		{TextOptions{Wide: true}, `┏━━━━━━━┯━━━━━━━┳━━━━━━━┯━━━━━━━┯━━━━━━━┓
┃   1   │   .   ┃   .   │   .   │   2   ┃
┃       │       ┃       │       │       ┃
┠───────┼───────╂───────┼───────╆━━━━━━━┫
┃   .   │   3   ┃   .   │   .   ┃   .   ┃
┃       │       ┃       │       ┃       ┃
┠───────╆━━━━━━━╋━━━━━━━┿━━━━━━━╃───────┨
┃   .   ┃   .   ┃   .   │   .   │   5   ┃
┃       ┃       ┃       │       │       ┃
┣━━━━━━━╃───────╄━━━━━━━╈━━━━━━━╅───────┨
┃   .   │   .   │   .   ┃   .   ┃   .   ┃
┃       │       │       ┃       ┃       ┃
┠───────╆━━━━━━━┿━━━━━━━╃───────╄━━━━━━━┫
┃   .   ┃   .   │   .   │   .   │   4   ┃
┃       ┃       │       │       │       ┃
┗━━━━━━━┻━━━━━━━┷━━━━━━━┷━━━━━━━┷━━━━━━━┛
`},
	} {
		if got := drawText(t, Picture{Board: b}, c.o); got != c.want {
			t.Errorf("%+v: got\n%swant\n%s", c.o, got, c.want)
		}
	}
	// Where no border passes between two rows, no line stands between them.
	rows := on(t, shapeWith(t, 4, false, "AABB AABB CCDD CCDD"), "1...............")
	if !rows.Shape().Plain() {
		t.Error("square boxes are drawn as regions")
	}
	columns := on(t, shapeWith(t, 4, false, "ABCD ABCD ABCD ABCD"), "1.2.............")
	want := `┌───┬───┬───┬───┐
│ 1 │ . │ 2 │ . │
│ . │ . │ . │ . │
│ . │ . │ . │ . │
│ . │ . │ . │ . │
└───┴───┴───┴───┘
`
	if got := drawText(t, Picture{Board: columns}, TextOptions{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestTextOfDiagonals(t *testing.T) {
	b := on(t, shapeWith(t, 5, true, "AABBB AABBC ADCCC DDDEC DEEEE"), "1...2.3.......5.........4")
	marks := make([]Mark, 25)
	marks[4], marks[6], marks[24] = Focus, Highlight, Guess
	want := `┌───────┬───────────┐
│\1   . │ .   .  >2 │
│       │       ┌───┤
│ .  *3 │ .  /. │ . │
│   ┌───┼───────┘   │
│ . │ . │x.   .   5 │
├───┘   └───┬───┐   │
│ .  /.   . │\. │ . │
│   ┌───────┘   └───┤
│/. │ .   .   .  \4?│
└───┴───────────────┘
? guess   > focus   * highlight   \ diagonal 1   / diagonal 2   x both diagonals
`
	if got := drawText(t, Picture{Board: b, Marks: marks}, TextOptions{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	x := on(t, shapeWith(t, 4, true, ""), "1..2............")
	want = `+------+------+
|\1  . | . /2 |
| . \. |/.  . |
+------+------+
| . /. |\.  . |
|/.  . | . \. |
+------+------+
\ diagonal 1   / diagonal 2
`
	if got := drawText(t, Picture{Board: x}, TextOptions{ASCII: true}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// What Text draws of a jigsaw, package format reads back, if it is told the shape.
func TestTextOfRegionsReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPicture(t)
		s := p.Board.Shape()
		if s.Variant().Diagonals {
			return // signs stand beside the cells
		}
		text := drawText(t, Picture{Board: p.Board}, TextOptions{ASCII: rapid.Bool().Draw(t, "ascii")})
		back, err := format.ParseOne(text, format.Options{Shape: s})
		if err != nil || !back.Board.Equal(p.Board) {
			t.Fatalf("%v: %v, want %v\n%s", err, back.Board, p.Board, text)
		}
	})
}

// imageOf draws without text, so that what lies under the digits can be seen.
func imageOf(t *testing.T, p Picture, scale float64) (*image.RGBA, geometry) {
	t.Helper()
	o := DefaultOptions()
	o.Scale = scale
	img, err := Image(p, o)
	if err != nil {
		t.Fatal(err)
	}
	s := p.Board.Shape()
	cols, _ := candidateGrid(s.Side(), s.Box())
	g := newGeometry(s.Side(), s.Box(), o.cellSide(cols, false))
	g.x, g.y = margin, margin
	return img, g
}

// Between any two neighbouring cells lies a thick line if they are of different regions, and
// a thin one if not.
func TestBordersOfRegions(t *testing.T) {
	theme := DefaultTheme()
	for _, s := range []*board.Shape{shapeWith(t, 9, false, waves9), shapeWith(t, 6, true, steps6), shapeWith(t, 4, false, "ABCD ABCD ABCD ABCD")} {
		for _, scale := range []float64{1, 2} {
			img, g := imageOf(t, Picture{Board: board.New(s)}, scale)
			at := func(x, y float64) color.Color { return img.RGBAAt(int(x*scale), int(y*scale)) }
			same := func(a color.Color, b RGB) bool {
				r1, g1, b1, _ := a.RGBA()
				r2, g2, b2, _ := b.RGBA()
				return r1 == r2 && g1 == g2 && b1 == b2
			}
			for cell := range s.Cells() {
				row, col := s.Row(cell), s.Col(cell)
				x, y := g.corner(cell)
				for _, e := range []struct {
					other  int
					inside bool
					points [3][2]float64 // across the stripe
				}{
					{cell + 1, col+1 < s.Side(), [3][2]float64{{x + g.cell, y + g.cell/2}, {x + g.cell + 1, y + g.cell/2}, {x + g.cell + 2, y + g.cell/2}}},
					{cell + s.Side(), row+1 < s.Side(), [3][2]float64{{x + g.cell/2, y + g.cell}, {x + g.cell/2, y + g.cell + 1}, {x + g.cell/2, y + g.cell + 2}}},
				} {
					if !e.inside {
						continue
					}
					border := s.BoxOf(cell) != s.BoxOf(e.other)
					middle := theme.Rule
					if border {
						middle = theme.Frame
					}
					edge := same(at(e.points[0][0], e.points[0][1]), theme.Frame) && same(at(e.points[2][0], e.points[2][1]), theme.Frame)
					if !same(at(e.points[1][0], e.points[1][1]), middle) || edge != border {
						t.Fatalf("%v: between %s and %s: border %v, drawn thick %v", s, s.CellName(cell), s.CellName(e.other), border, edge)
					}
				}
			}
		}
	}
}

// The cells of the diagonals are shaded, and no others: on these boards the boxes are not.
func TestShadeOfDiagonals(t *testing.T) {
	theme := DefaultTheme()
	for _, s := range []*board.Shape{shapeWith(t, 9, true, ""), shapeWith(t, 6, true, steps6), shapeWith(t, 9, false, waves9), shapeWith(t, 5, true, "AABBB AABBC ADCCC DDDEC DEEEE")} {
		img, g := imageOf(t, Picture{Board: board.New(s)}, 1)
		ticks := 0
		for cell := range s.Cells() {
			x, y := g.corner(cell)
			want := theme.Paper
			if diagonalsOf(s, cell) != 0 {
				want = theme.Shade
			}
			if got := img.RGBAAt(int(x+g.cell/2), int(y+g.cell/2)); got != (color.RGBA{want.R, want.G, want.B, 0xff}) {
				t.Errorf("%v: %s is %v, want %v", s, s.CellName(cell), got, want)
			}
		}
		sc, err := compose(Picture{Board: board.New(s)}, DefaultOptions())
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range sc.items {
			if _, ok := it.shape.(line); ok {
				ticks++
			}
		}
		if want := map[bool]int{true: 2 * (s.Side() - 1)}[s.Variant().Diagonals]; ticks != want {
			t.Errorf("%v: %d strokes over the crossings, want %d", s, ticks, want)
		}
	}
}

func TestDescriptionOfVariants(t *testing.T) {
	for _, c := range []struct {
		b     board.Board
		title string
		parts []string
	}{
		{on(t, shapeWith(t, 9, true, ""), diagonalPuzzle), "Sudoku 9×9 diagonal", []string{"9×9 diagonal board: 20 given", "Both diagonals count."}},
		{on(t, shapeWith(t, 6, false, steps6), bothPuzzle), "Sudoku 6×6 jigsaw", []string{"6×6 jigsaw board: 5 given", "Regions of row 1: 1 1 1 2 2 2. Regions of row 2: 1 1 2 2 3 3."}},
		{board.MustParse(easy), "Sudoku 9×9", []string{"9×9 board: 30 given"}},
	} {
		var svg bytes.Buffer
		if err := SVG(&svg, Picture{Board: c.b}, DefaultOptions()); err != nil {
			t.Fatal(err)
		}
		var parsed struct {
			Title string `xml:"title"`
			Desc  string `xml:"desc"`
		}
		if err := xml.Unmarshal(svg.Bytes(), &parsed); err != nil {
			t.Fatal(err)
		}
		if parsed.Title != c.title {
			t.Errorf("title %q, want %q", parsed.Title, c.title)
		}
		for _, part := range c.parts {
			if !strings.Contains(parsed.Desc, part) {
				t.Errorf("description %q lacks %q", parsed.Desc, part)
			}
		}
	}
}

func TestGivensOfAnotherShape(t *testing.T) {
	x := shapeWith(t, 9, true, "")
	p := Picture{Board: on(t, x, easy), Givens: board.MustParse(easy)}
	if err := p.Validate(); err == nil || err.Error() != "render: givens on the shape 9×9, board on 9×9 diagonal, want one shape" {
		t.Errorf("%v", err)
	}
	b := on(t, x, "1"+strings.Repeat(".", 79)+"1")
	for cell, m := range ConflictMarks(b) {
		if (m == Conflict) != (cell == 0 || cell == 80) {
			t.Errorf("%s is %v", x.CellName(cell), m)
		}
	}
}
