package format_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
)

func shapeWith(tb rapid.TB, side int, v board.Variant) *board.Shape {
	tb.Helper()
	s, err := board.ShapeWith(side, v)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// stripes returns regions that are the rows of a board: the simplest jigsaw.
func stripes(n int) []int {
	r := make([]int, n*n)
	for cell := range r {
		r[cell] = cell / n
	}
	return r
}

func on(tb rapid.TB, s *board.Shape, line string) board.Board {
	tb.Helper()
	b, err := board.ParseOn(s, line)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// sixSolved is a Latin square: a solution on the 6×6 board whose regions are its rows.
const sixSolved = "123456234561345612456123561234612345"

func TestReadOnAShape(t *testing.T) {
	s6 := shapeWith(t, 6, board.Variant{Regions: stripes(6)})
	line := ".2..5.2....1..56.....12...1.3.....45"
	rows := strings.Join([]string{line[:6], line[6:12], line[12:18], line[18:24], line[24:30], line[30:36]}, "\n") + "\n"
	var spaced, integers strings.Builder
	for i, c := range line {
		spaced.WriteRune(c)
		integers.WriteString(strings.ReplaceAll(string(c), ".", "0"))
		switch i % 6 {
		case 5:
			spaced.WriteString("\n")
			integers.WriteString(" ")
		case 2:
			spaced.WriteString(" | ")
			integers.WriteString(",")
		default:
			spaced.WriteString(" ")
			integers.WriteString(" ")
		}
	}
	bare := fmt.Sprintf("1 %s", line)
	for _, c := range []struct {
		name, text string
		f          format.Format
		want       []string
	}{
		{"line", line, format.Auto, []string{bare}},
		{"line with its solution and name", line + "," + sixSolved + ",4.5,first", format.Auto, []string{bare + " solution=" + sixSolved + ` name="first" rating="4.5"`}},
		{"zeros and a name before", "abc " + strings.ReplaceAll(line, ".", "0"), format.Line, []string{bare + ` name="abc"`}},
		{"letters", strings.NewReplacer("1", "A", "2", "B", "3", "c", "4", "d", "5", "E", "6", "F").Replace(line), format.Auto, []string{bare}},
		{"count", line + ":1:" + sixSolved, format.Auto, []string{bare + " solution=" + sixSolved + " count=1"}},
		{"grid", rows, format.Auto, []string{bare}},
		{"two grids", rows + "\n" + rows, format.Grid, []string{bare, strings.Replace(bare, "1", "8", 1)}},
		{"two grids without a space", rows + rows, format.Grid, []string{bare, strings.Replace(bare, "1", "7", 1)}},
		{"ruled grid", "+---+---+\n" + spaced.String() + "+---+---+\n", format.Auto, []string{strings.Replace(bare, "1", "2", 1)}},
		{"integers", integers.String(), format.Auto, []string{bare}},
		{"integers by name", integers.String(), format.Integers, []string{bare}},
		{"sdk", "#Da title\n[Puzzle]\n" + rows, format.Auto, []string{strings.Replace(bare, "1", "3", 1) + ` name="a title"`}},
		{"csv", "puzzle,solution\n" + line + "," + sixSolved, format.Auto, []string{strings.Replace(bare, "1", "2", 1) + " solution=" + sixSolved}},
		{"extreme", "source,question,answer,rating\nx," + line + ",,7\n", format.Auto, []string{strings.Replace(bare, "1", "2", 1) + ` source="x" rating="7"`}},
		{"sdm", "# list\n" + line + "\n" + line, format.SDM, []string{strings.Replace(bare, "1", "2", 1), strings.Replace(bare, "1", "3", 1)}},
	} {
		got, errs := readAll(c.text, format.Options{Format: c.f, Shape: s6})
		if len(errs) > 0 || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, %v, want %q", c.name, got, errs, c.want)
		}
	}
	p, err := format.ParseOne(line, format.Options{Shape: s6, Side: 6})
	if err != nil || p.Board.Shape() != s6 || p.Board.String() != line {
		t.Errorf("%v on %v, %v", p.Board, p.Board.Shape(), err)
	}
}

// A shape of a usual side takes what is read off the plain one, and its rules decide what a
// solution is.
func TestReadOnADiagonal(t *testing.T) {
	x := shapeWith(t, 9, board.Variant{Diagonals: true})
	for _, text := range []string{easy, easy + " 7.2", gridOf(easy), banded(easy), "puzzle,rating\n" + easy + ",3"} {
		p, err := format.ParseOne(text, format.Options{Shape: x})
		if err != nil || p.Board.Shape() != x || p.Board.String() != easy {
			t.Errorf("%q: %v on %v, %v", text, p.Board, p.Board.Shape(), err)
		}
	}
	_, err := format.ParseOne(easy+","+easySolved, format.Options{Shape: x})
	if err == nil || !strings.HasSuffix(err.Error(), "solution is wrong: diagonal 1 holds 7 twice") {
		t.Errorf("a plain solution on a diagonal board: %v", err)
	}
	four := shapeWith(t, 4, board.Variant{Diagonals: true})
	p, err := format.ParseOne("12..34..43..21.., 1234341243212143", format.Options{Shape: four})
	if err != nil || p.Solution.Shape() != four || p.Solution.String() != "1234341243212143" {
		t.Errorf("%v has the solution %v, %v", p.Board, p.Solution, err)
	}
	if _, err = format.ParseOne("12..34..21..43.., 1234341221434321", format.Options{Shape: four}); err == nil {
		t.Error("a solution with a digit twice on a diagonal was read")
	}
}

// A jigsaw has no bands, so a blank line always ends its grid.
func TestJigsawHasNoBands(t *testing.T) {
	j := shapeWith(t, 9, board.Variant{Regions: stripes(9)})
	_, err := format.ParseOne(banded(easy), format.Options{Shape: j})
	if err == nil || err.Error() != "<input>:1: grid of 3 rows, want 9" {
		t.Errorf("a grid in bands: %v", err)
	}
	got, errs := readAll(gridOf(easy)+"\n"+gridOf(easy), format.Options{Shape: j})
	if len(errs) > 0 || !slices.Equal(got, []string{"1 " + easy, "11 " + easy}) {
		t.Errorf("%q, %v", got, errs)
	}
}

func TestReadOnAShapeErrors(t *testing.T) {
	s6 := shapeWith(t, 6, board.Variant{Regions: stripes(6)})
	x := shapeWith(t, 9, board.Variant{Diagonals: true})
	blank := strings.Repeat(".", 36)
	for _, c := range []struct {
		text string
		o    format.Options
		want string
	}{
		{easy, format.Options{Shape: s6}, "<input>:1: 81 cells, want 6 or 36"},
		{blank, format.Options{Shape: x}, "<input>:1: 36 cells, want 9 or 81"},
		{blank[1:], format.Options{Shape: s6, Format: format.Line}, "<input>:1: 35 cells, want 36"},
		{"7" + blank[1:], format.Options{Shape: s6}, "<input>:1:1: found '7', want a digit 1 to 6 or a blank"},
		{blank[:5] + "G" + blank[6:], format.Options{Shape: s6}, "<input>:1:6: found 'G', want a digit A to F or a blank"},
		{".....\n", format.Options{Shape: s6}, "<input>:1: 5 cells, want 6 or 36"},
		{"......\n.......\n", format.Options{Shape: s6}, "<input>:2: 7 cells, want 6"},
		{strings.Repeat("......\n", 5), format.Options{Shape: s6}, "<input>:1: grid of 5 rows, want 6"},
		{"puzzle,solution\n" + easy + ",", format.Options{Shape: s6}, "<input>:2:1: 81 cells, want 36"},
		{strings.Repeat("0 ", 35) + "7", format.Options{Shape: s6, Format: format.Integers}, "<input>:1:71: found 7, want 0 to 6"},
		{strings.Repeat("0 ", 35), format.Options{Shape: s6, Format: format.Integers}, "<input>:1: 35 numbers, want 6 or 36"},
		{blank, format.Options{Shape: s6, Side: 9}, "format: side 9, but the shape has side 6"},
		{blank, format.Options{Shape: s6, Alphabet: "12345"}, `format: alphabet "12345" has 5 characters, want one for each of 6 digits`},
	} {
		_, err := format.ParseOne(c.text, c.o)
		if err == nil || err.Error() != c.want {
			t.Errorf("%.40q: got %v, want %s", c.text, err, c.want)
		}
	}
	for range 3 {
		if p, err := format.ParseOne(blank, format.Options{Shape: s6, Alphabet: "uvwxyz"}); err != nil || p.Board.Filled() != 0 {
			t.Errorf("an alphabet of its own: %v, %v", p.Board, err)
		}
	}
	if p, err := format.ParseOne("u"+blank[2:]+"z", format.Options{Shape: s6, Alphabet: "uvwxyz"}); err != nil || p.Board.At(0) != 1 || p.Board.At(35) != 6 {
		t.Errorf("an alphabet of its own: %v, %v", p.Board, err)
	}
}

// Alphabets are detected on every side: from 10 on by the rules of the larger boards.
func TestAlphabetsOfOddSides(t *testing.T) {
	for side := board.MinSide; side <= board.MaxSide; side++ {
		v := board.Variant{Diagonals: true, Regions: stripes(side)}
		s := shapeWith(t, side, v)
		b := board.New(s)
		for cell := range b.Cells() {
			b.Set(cell, (cell/side+cell)%side+1)
		}
		b.Set(3, 0)
		for _, a := range []board.Alphabet{board.Numeric, board.ZeroBased, board.Letters} {
			if side < 10 && a == board.ZeroBased {
				continue // '0' is a blank
			}
			for _, f := range []format.Format{format.Line, format.Grid, format.KaggleCSV} {
				text, err := written([]format.Puzzle{{Board: b, Count: -1}}, f, format.WithAlphabet(a))
				if err != nil {
					t.Fatal(err)
				}
				p, err := format.ParseOne(text, format.Options{Shape: s})
				if err != nil || !p.Board.Equal(b) {
					t.Errorf("side %d, %v, alphabet %.1s: %v\n%s", side, f, a, err, text)
				}
			}
		}
	}
}

// Any board of any side survives Numeric in every form.
func TestRoundTripAnyVariant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(board.MinSide, board.MaxSide).Draw(t, "side")
		s := shapeWith(t, side, board.Variant{Diagonals: rapid.Bool().Draw(t, "diagonals"), Regions: stripes(side)})
		kinds := rapid.SliceOfN(rapid.IntRange(0, side), 1, 5).Draw(t, "kinds")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		b := board.New(s)
		for cell := range b.Cells() {
			b.Set(cell, kinds[rng.IntN(len(kinds))])
		}
		f := rapid.SampledFrom([]format.Format{format.Line, format.SDM, format.Grid, format.Integers, format.SDK, format.KaggleCSV, format.ExtremeCSV, format.CountLine}).Draw(t, "format")
		var options []format.WriterOption
		if rapid.Bool().Draw(t, "rules") {
			options = append(options, format.WithRules())
		}
		text, err := written([]format.Puzzle{{Board: b, Count: -1}}, f, options...)
		if err != nil {
			t.Fatal(err)
		}
		o := format.Options{Shape: s}
		if rapid.Bool().Draw(t, "form known") {
			o.Format = f
		}
		p, err := format.ParseOne(text, o)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if !p.Board.Equal(b) {
			t.Fatalf("got %s, want %s", p.Board, b)
		}
	})
}

func TestWriteVariants(t *testing.T) {
	s6 := shapeWith(t, 6, board.Variant{Regions: stripes(6)})
	x := shapeWith(t, 4, board.Variant{Diagonals: true})
	text, err := written([]format.Puzzle{{Board: on(t, s6, sixSolved), Count: -1}}, format.Grid, format.WithRules())
	if want := "1 2 3 4 5 6\n2 3 4 5 6 1\n3 4 5 6 1 2\n4 5 6 1 2 3\n5 6 1 2 3 4\n6 1 2 3 4 5\n"; err != nil || text != want {
		t.Errorf("%s, %v", text, err)
	}
	text, err = written([]format.Puzzle{{Board: on(t, x, "1234341243212143"), Count: -1}}, format.Grid, format.WithRules())
	if want := "1 2 | 3 4\n3 4 | 1 2\n----+----\n4 3 | 2 1\n2 1 | 4 3\n"; err != nil || text != want {
		t.Errorf("%s, %v", text, err)
	}
	_, err = written([]format.Puzzle{{Board: board.MustParse("1234341243212143"), Solution: on(t, x, "1234341243212143")}}, format.KaggleCSV)
	if err == nil || !strings.Contains(err.Error(), "solution on the shape 4×4 diagonal, puzzle on 4×4") {
		t.Errorf("%v", err)
	}
}
