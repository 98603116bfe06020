package format_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
)

const (
	easy       = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	easySolved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	four       = "12..34..2..4.3.1"
	fourSolved = "1243341221344321"
)

// full returns a solved board of side k² made by shifting the first row.
func full(k int) board.Board {
	s, err := board.ShapeOf(k)
	if err != nil {
		panic(err)
	}
	b := board.New(s)
	n := s.Side()
	for cell := range s.Cells() {
		row, col := s.Row(cell), s.Col(cell)
		b.Set(cell, (row%k*k+row/k+col)%n+1)
	}
	return b
}

// partial returns a solved board with about the given share of its digits left.
func partial(rng *rand.Rand, k int, share float64) board.Board {
	b := full(k)
	for cell := range b.Cells() {
		if rng.Float64() >= share {
			b.Set(cell, 0)
		}
	}
	return b
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// describe writes all of a puzzle that a test compares.
func describe(p format.Puzzle) string {
	s := fmt.Sprintf("%d %s", p.Line, p.Board)
	if !p.Solution.IsZero() {
		s += " solution=" + p.Solution.String()
	}
	if p.Count >= 0 {
		s += fmt.Sprintf(" count=%d", p.Count)
	}
	for _, f := range []struct{ name, text string }{{"name", p.Name}, {"source", p.Source}, {"rating", p.Rating}} {
		if f.text != "" {
			s += fmt.Sprintf(" %s=%q", f.name, f.text)
		}
	}
	return s
}

// readAll returns what is read from a text: descriptions, and errors as text.
func readAll(text string, o format.Options) (puzzles, errs []string) {
	o.OnError = func(err error) { errs = append(errs, err.Error()) }
	for p, err := range format.Read(strings.NewReader(text), o) {
		if err != nil {
			errs = append(errs, "end: "+err.Error())
			continue
		}
		puzzles = append(puzzles, describe(p))
	}
	return puzzles, errs
}

func diff(got, want []string) string {
	if strings.Join(got, "\n") == strings.Join(want, "\n") {
		return ""
	}
	return fmt.Sprintf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
}

func TestFormatNames(t *testing.T) {
	for f := format.Auto; f <= format.CountLine; f++ {
		got, err := format.ParseFormat(strings.ToUpper(f.String()))
		if err != nil || got != f {
			t.Errorf("ParseFormat(%q) = %v, %v", f, got, err)
		}
	}
	if _, err := format.ParseFormat("latin"); err == nil || !strings.Contains(err.Error(), `"latin"`) {
		t.Errorf("ParseFormat(latin): %v", err)
	}
	if got := format.Format(200).String(); got != "format(200)" {
		t.Error(got)
	}
}

func TestBadOptions(t *testing.T) {
	for name, o := range map[string]format.Options{
		"side 7":                  {Side: 7},
		"format 99":               {Format: 99},
		"alphabet too short":      {Alphabet: "123", Side: 9},
		"alphabet with repeats":   {Alphabet: "1231456789"},
		"alphabet with a blank":   {Alphabet: "12345678."},
		"alphabet with separator": {Alphabet: "12345678,"},
	} {
		o.KeepGoing = true // options are never passed over
		n := 0
		for _, err := range format.Read(strings.NewReader(easy), o) {
			n++
			if err == nil {
				t.Errorf("%s: no error", name)
			} else if !strings.HasPrefix(err.Error(), "format: ") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d yields, want 1", name, n)
		}
		if _, err := format.ParseOne(easy, o); err == nil {
			t.Errorf("%s: ParseOne: no error", name)
		}
	}
}

func TestErrorText(t *testing.T) {
	under := errors.New("under")
	e := &format.Error{File: "f.txt", Line: 3, Column: 4, Msg: "found 1, want 2", Err: under}
	if got := e.Error(); got != "f.txt:3:4: found 1, want 2" {
		t.Error(got)
	}
	if e.Column = 0; e.Error() != "f.txt:3: found 1, want 2" {
		t.Error(e.Error())
	}
	if !errors.Is(e, under) {
		t.Error("the fault beneath is not reached")
	}
}

func TestParseOne(t *testing.T) {
	for _, text := range []string{easy, " " + easy + "\n", easy + " # from the command line", gridOf(easy), ruled} {
		p, err := format.ParseOne(text, format.Options{})
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if p.Board.String() != easy {
			t.Errorf("%q: got %s", text, p.Board)
		}
	}
	for text, want := range map[string]string{
		"":                   "arg:1: no puzzle, want one",
		"# nothing":          "arg:1: no puzzle, want one",
		easy + "\n" + easy:   "arg:2: a second puzzle, want exactly one",
		easy[1:]:             "arg:1: 80 cells, want 81",
		easy + "\n" + "12..": "arg:2: 1 row of 4 cells behind boards of 81 cells on a line, want 81 cells, or 4 rows for a board of side 4",
	} {
		_, err := format.ParseOne(text, format.Options{File: "arg", KeepGoing: true})
		if err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// gridOf cuts a line of 81 cells into 9 lines.
func gridOf(line string) string {
	var b strings.Builder
	for i := 0; i < len(line); i += 9 {
		b.WriteString(line[i:i+9] + "\n")
	}
	return b.String()
}

const ruled = `
+-------+-------+-------+
| 5 3 . | . 7 . | . . . |
| 6 . . | 1 9 5 | . . . |
| . 9 8 | . . . | . 6 . |
+-------+-------+-------+
| 8 . . | . 6 . | . . 3 |
| 4 . . | 8 . 3 | . . 1 |
| 7 . . | . 2 . | . . 6 |
+-------+-------+-------+
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
+-------+-------+-------+
`
