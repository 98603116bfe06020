package format_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
)

// outcome is what a reading gave, for comparison.
type outcome struct {
	puzzles []format.Puzzle
	errs    []string
	skipped int
}

// read reads data and checks what must hold of every reading.
func read(t *testing.T, r io.Reader, o format.Options) outcome {
	t.Helper()
	var out outcome
	check := func(err error) {
		var e *format.Error
		if !errors.As(err, &e) || e.Line < 1 || e.Column < 0 || e.File != "f" || e.Msg == "" {
			t.Fatalf("error without a place: %#v", err)
		}
		out.errs = append(out.errs, err.Error())
	}
	o.File, o.Skipped, o.OnError = "f", &out.skipped, check
	line, ended := 0, false
	for p, err := range format.Read(r, o) {
		if ended {
			t.Fatal("the sequence went on after an error")
		}
		if err != nil {
			if !p.Board.IsZero() || p.Line != 0 {
				t.Fatal("a puzzle beside an error")
			}
			check(err)
			ended = true
			continue
		}
		if p.Line <= line {
			t.Fatalf("puzzle on line %d after one on line %d", p.Line, line)
		}
		line = p.Line
		if p.Board.IsZero() {
			t.Fatal("puzzle without a board")
		}
		shape := o.Shape
		if shape == nil {
			shape = p.Board.Shape()
		}
		if _, err := board.FromCellsOn(shape, p.Board.Cells()); err != nil || p.Board.Shape() != shape || o.Shape == nil && !shape.Plain() {
			t.Fatalf("board on %v: %v", p.Board.Shape(), err)
		}
		if o.Side != 0 && p.Board.Shape().Side() != o.Side {
			t.Fatalf("side %d, want %d", p.Board.Shape().Side(), o.Side)
		}
		if !p.Solution.IsZero() {
			if err := board.CheckSolution(p.Board, p.Solution); err != nil {
				t.Fatal(err)
			}
		}
		if p.Count < -1 {
			t.Fatalf("count %d", p.Count)
		}
		out.puzzles = append(out.puzzles, p)
	}
	if o.KeepGoing && !ended && out.skipped != len(out.errs) {
		t.Fatalf("%d skipped, %d errors", out.skipped, len(out.errs))
	}
	return out
}

func (o outcome) String() string {
	var s strings.Builder
	for _, p := range o.puzzles {
		fmt.Fprintln(&s, describe(p))
	}
	return s.String() + strings.Join(o.errs, "\n")
}

// sized returns options that ask for one of all sides, or for one of some variants.
func sized(t *testing.T, f format.Format, choice uint8) format.Options {
	t.Helper()
	o := format.Options{Format: f}
	switch choice %= 10; choice {
	case 6:
		o.Shape = shapeWith(t, 6, board.Variant{Regions: stripes(6)})
	case 7:
		o.Shape = shapeWith(t, 12, board.Variant{Diagonals: true, Regions: stripes(12)})
	case 8:
		o.Shape = shapeWith(t, 9, board.Variant{Regions: stripes(9)})
	case 9:
		o.Shape = shapeWith(t, 9, board.Variant{Diagonals: true})
	default:
		o.Side = []int{0, 4, 9, 16, 25, 36}[choice]
	}
	return o
}

// examine holds the invariants of reading against any input in one form.
func examine(t *testing.T, data []byte, f format.Format, sides uint8) {
	t.Helper()
	o := sized(t, f, sides)
	strict := read(t, bytes.NewReader(data), o)
	pieces := read(t, iotest.OneByteReader(bytes.NewReader(data)), o)
	if strict.String() != pieces.String() {
		t.Fatalf("read whole:\n%s\nread byte by byte:\n%s", strict, pieces)
	}
	o.KeepGoing = true
	all := read(t, bytes.NewReader(data), o)
	if len(all.puzzles) < len(strict.puzzles) {
		t.Fatalf("%d puzzles when going on, %d when stopping", len(all.puzzles), len(strict.puzzles))
	}
	for i, p := range strict.puzzles {
		if describe(p) != describe(all.puzzles[i]) {
			t.Fatalf("puzzle %d: %s when going on, %s when stopping", i, describe(all.puzzles[i]), describe(p))
		}
	}
	if (len(strict.errs) == 0) != (len(all.errs) == 0) {
		t.Fatalf("errors when stopping %q, when going on %q", strict.errs, all.errs)
	}
	again(t, all.puzzles, f, o.Shape)
}

// again writes puzzles in their form, and demands that they come back.
func again(t *testing.T, puzzles []format.Puzzle, f format.Format, shape *board.Shape) {
	t.Helper()
	if f == format.Auto {
		f = format.Line
	}
	text, err := written(puzzles, f)
	if err != nil {
		t.Fatal(err)
	}
	o := format.Options{Format: f, Shape: shape}
	if f == format.Integers && len(puzzles) > 0 { // 16 integers are a board or a row
		o.Side = puzzles[0].Board.Shape().Side()
		for _, p := range puzzles {
			if p.Board.Shape().Side() != o.Side {
				return
			}
		}
	}
	back := read(t, strings.NewReader(text), o)
	if len(back.errs) > 0 || len(back.puzzles) != len(puzzles) {
		t.Fatalf("%d puzzles came back of %d: %q\n%s", len(back.puzzles), len(puzzles), back.errs, text)
	}
	for i, p := range puzzles {
		want, got := kept(p, f, false), back.puzzles[i]
		want.Line, got.Line = 0, 0
		if describe(got) != describe(want) {
			t.Fatalf("puzzle %d came back as\n%s\nwant\n%s", i, describe(got), describe(want))
		}
	}
}

// seeds adds texts, each for every side.
func seeds(f *testing.F, texts ...string) {
	f.Helper()
	for _, text := range texts {
		for _, side := range []uint8{0, 1, 2, 6, 8, 9} {
			f.Add([]byte(text), side)
		}
	}
}

func fuzz(f *testing.F, form format.Format) {
	f.Helper()
	f.Fuzz(func(t *testing.T, data []byte, sides uint8) {
		if len(data) <= 1<<14 {
			examine(t, data, form, sides)
		}
	})
}

var gridSeeds = []string{
	gridOf(easy), gridOf(easy) + gridOf(easySolved), gridOf(easy) + "\n" + gridOf(easy), banded(easy) + "\n\n" + banded(easy),
	banded(easy) + "\n" + banded(easy), ruled, simpleSudoku, boxDrawing, "Grid 01\n" + gridOf(easy), gridOf(easy)[:50],
	gridOf(easy)[:50] + "?\n" + gridOf(easy)[50:] + "\n" + gridOf(easy), "12..\n34..\n2..4\n.3.1\n", "1 2|3 4\n",
	full(4).String()[:16] + "\n", strings.Repeat("................\n", 16), strings.Repeat("1...............\n", 4) + "\n",
}

var integerSeeds = []string{
	numbers(full(2), 4, " "), numbers(full(2), 16, ","), numbers(full(3), 81, " "), numbers(full(4), 16, "\t"), numbers(full(5), 25, " "),
	"35 2 " + numbers(full(2), 16, " "), "35 2 " + numbers(full(3), 81, " "), numbers(full(4), 256, " "), "1 2 3 99\n", "1 2 . *\n. . . .\n0 00 000 1\n4 3 2 1",
}

var lineSeeds = []string{
	easy, zeros(easy) + "\r\n" + easy, easy + ";8.4;x", easy + " # note", easy + "," + easySolved, easy[1:], easy + "x", four, strings.Repeat(four+"\n", 16),
	full(4).String(), strings.ToLower(full(4).String()), string(full(4).AppendText(nil, board.ZeroBased)), string(full(5).AppendText(nil, board.Letters)),
	"\uFEFF" + easy, "# c\n\n" + easy, "\x00", "// x\r", easy + " \x00",
}

var countSeeds = []string{easy + ":1:" + easySolved, easy + ":2:\n" + easy + ":0", easy + "::", easy + ":x:", four + ":1:" + fourSolved + " name", four + ":1"}

var kaggleSeeds = []string{
	"puzzle,solution\n" + zeros(easy) + "," + easySolved, "quizzes,solutions\n" + four + ",", "id,puzzle,difficulty\n1,\"" + four + "\",\"a\"\"b\"", "puzzle;name\n" + four + ";x,y\n" + four,
	"puzzle\tcount\n" + four + "\t1",
}

var extremeSeeds = []string{"source,question,answer,rating\na," + four + "," + fourSolved + ",7\n\"b,c\"," + four + ",,0", "source,question,answer,rating\n,,,"}

var sdkSeeds = []string{
	sdkText, "[Puzzle]\n" + gridOf(easy) + "[Puzzle]\n12..\n34..\n2..4\n.3.1", "#AA\n#DB\n" + gridOf(easy), "[State]\n", "[Puzzle\n", "[Puzzle]\n\n[x]", "[ puzzle ]\n" + easy,
}

func FuzzReadAuto(f *testing.F) {
	for _, s := range [][]string{lineSeeds, gridSeeds, integerSeeds, countSeeds, kaggleSeeds, extremeSeeds, sdkSeeds} {
		seeds(f, s...)
	}
	fuzz(f, format.Auto)
}

func FuzzReadLine(f *testing.F)     { seeds(f, lineSeeds...); fuzz(f, format.Line) }
func FuzzReadGrid(f *testing.F)     { seeds(f, gridSeeds...); fuzz(f, format.Grid) }
func FuzzReadIntegers(f *testing.F) { seeds(f, integerSeeds...); fuzz(f, format.Integers) }
func FuzzReadSDK(f *testing.F)      { seeds(f, sdkSeeds...); fuzz(f, format.SDK) }
func FuzzReadSDM(f *testing.F)      { seeds(f, lineSeeds...); fuzz(f, format.SDM) }
func FuzzReadKaggle(f *testing.F)   { seeds(f, kaggleSeeds...); fuzz(f, format.KaggleCSV) }
func FuzzReadExtreme(f *testing.F)  { seeds(f, extremeSeeds...); fuzz(f, format.ExtremeCSV) }
func FuzzReadCount(f *testing.F)    { seeds(f, countSeeds...); fuzz(f, format.CountLine) }

// FuzzReadCompressed is about the streams under the text.
func FuzzReadCompressed(f *testing.F) {
	seeds(f, string(gzipped(f, easy+"\n"+easy)), string(zstandard(f, easy+"\n"+easy)), "\x1f\x8b", "\x28\xb5\x2f\xfd", "PK\x03\x04", "\xff\xfe1\x00")
	f.Fuzz(func(t *testing.T, data []byte, sides uint8) {
		o := sized(t, format.Auto, sides)
		o.KeepGoing = true
		if len(data) <= 1<<12 {
			read(t, bytes.NewReader(data), o)
		}
	})
}

// FuzzParseOne holds ParseOne against Read.
func FuzzParseOne(f *testing.F) {
	for _, s := range [][]string{lineSeeds, gridSeeds, integerSeeds, countSeeds, kaggleSeeds, extremeSeeds, sdkSeeds} {
		for _, text := range s {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, magic := range []string{"\x1f\x8b", "\x28\xb5\x2f\xfd", "PK\x03\x04", "BZh", "\xfd7zXZ\x00", "\xff\xfe", "\xfe\xff"} {
			if strings.HasPrefix(text, magic) {
				return // Read unpacks or refuses these, ParseOne takes text only
			}
		}
		if len(text) > 1<<14 {
			return
		}
		p, err := format.ParseOne(text, format.Options{File: "f"})
		all := read(t, strings.NewReader(text), format.Options{})
		want := len(all.errs) == 0 && len(all.puzzles) == 1
		if (err == nil) != want {
			t.Fatalf("ParseOne: %v; Read: %d puzzles, %q", err, len(all.puzzles), all.errs)
		}
		if err == nil && describe(p) != describe(all.puzzles[0]) {
			t.Fatalf("ParseOne: %s; Read: %s", describe(p), describe(all.puzzles[0]))
		}
	})
}
