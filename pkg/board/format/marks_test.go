package format_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
)

const easyLine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// marksGrid prints a board and its candidates as solvers do.
func marksGrid(b board.Board, marks []board.Digits) string {
	var w strings.Builder
	s := b.Shape()
	w.WriteString(".------.------.------.\n")
	for row := range s.Side() {
		w.WriteString("|")
		for col := range s.Side() {
			c := s.Cell(row, col)
			m := marks[c]
			if d := b.At(c); d != 0 {
				m = board.DigitsOf(d)
			}
			text := ""
			for d := range m.All() {
				text += string(board.Numeric[d-1])
			}
			if text == "" {
				text = "."
			}
			fmt.Fprintf(&w, " %-9s", text)
			if col%3 == 2 {
				w.WriteString("|")
			}
		}
		w.WriteString("\r\n")
		if row%3 == 2 {
			w.WriteString(":------+------+------:\n")
		}
	}
	return w.String()
}

// TestParseMarks: what is printed is read back, digits as digits and marks as marks.
func TestParseMarks(t *testing.T) {
	b := board.MustParse(easyLine)
	marks := board.Candidates(b)
	got, gotMarks, err := format.ParseMarks("# a comment\n\n"+marksGrid(b, marks), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for c, m := range marks {
		lone := m.Single() && b.At(c) == 0
		switch {
		case lone && got.At(c) == 0 && gotMarks[c] != m:
			t.Errorf("cell %d has %v, want the mark %v", c, gotMarks[c], m)
		case lone:
		case got.At(c) != b.At(c):
			t.Errorf("cell %d is %d, want %d", c, got.At(c), b.At(c))
		case b.At(c) == 0 && gotMarks[c] != m:
			t.Errorf("cell %d has %v, want %v", c, gotMarks[c], m)
		}
	}
	// r5c5 has one candidate that its peers have too: no digit yet.
	if c := b.Shape().Cell(4, 4); got.At(c) != 0 || gotMarks[c] != board.DigitsOf(5) {
		t.Errorf("r5c5 is %d, %v", got.At(c), gotMarks[c])
	}
	// What SudoCue says that a person has put in is a digit, whatever is marked around it.
	user := strings.Replace(strings.Repeat(strings.Repeat("123456789 ", 9)+"\n", 9), "123456789", "u5", 1)
	if got, marks, err := format.ParseMarks(user, format.Options{}); err != nil || got.At(0) != 5 || marks[0] != 0 || got.Filled() != 1 || !marks[1].Has(5) {
		t.Errorf("u5 is %v, %v, error %v", got, marks[0], err)
	}
	blank, blanks, err := format.ParseMarks(strings.Repeat(strings.Repeat("0 ", 9)+"\n", 9), format.Options{})
	if err != nil || blank.Filled() > 0 || blanks[0] != 0 {
		t.Errorf("an empty grid: %v, %v, error %v", blank, blanks, err)
	}
}

// TestParseMarksFaults: what is wrong is said with its place.
func TestParseMarksFaults(t *testing.T) {
	b := board.MustParse(easyLine)
	good := marksGrid(b, board.Candidates(b))
	for want, text := range map[string]string{
		"m.txt:1: no row of cells":                            "-----\n",
		"m.txt:2: a row of 10 cells, want 4, 9":               "\n1 2 3 4 5 6 7 8 9 1\n",
		"m.txt:2: a row of 8 cells, want 9":                   "1 2 3 4 5 6 7 8 9\n1 2 3 4 5 6 7 8\n",
		"m.txt:1:3: found 'x', want candidates from 1 to 9":   "1 x 3 4 5 6 7 8 9\n",
		"m.txt:1:4: found '2' twice in a cell":                "1 22 3 4 5 6 7 8 9\n",
		"m.txt:3: 3 rows of cells, want 9":                    strings.Repeat("1 2 3 4 5 6 7 8 9\n", 3),
		"m.txt:14: a row behind the 9 of the board":           good + "1 2 3 4 5 6 7 8 9\n",
		"m.txt:1: found bytes that are no text":               "\x00\xff",
		"m.txt:1: no row of cells, want a grid of candidates": "",
		"m.txt:1:1: found '5', want candidates from 1 to 4":   "5 2 3 4\n",
		"m.txt:1:2: found '5', want candidates from 1 to 4":   "u5 2 3 4\n",
		"m.txt:1:1: found 'u', want candidates from 1 to 9":   "u12 2 3 4 5 6 7 8 9\n",
		"m.txt:1:3: found 'u', want candidates from 1 to 9":   "1 u 3 4 5 6 7 8 9\n",
	} {
		_, _, err := format.ParseMarks(text, format.Options{File: "m.txt"})
		if _, ok := errors.AsType[*format.Error](err); !ok || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// FuzzParseMarks: any text is a board with marks of its side or an error, and what is read is read again
// from what it is printed as.
func FuzzParseMarks(f *testing.F) {
	b := board.MustParse(easyLine)
	f.Add(marksGrid(b, board.Candidates(b)))
	f.Add("1 234 34 .\n+-+\n34 12 0 1\n1 2 3 4\n. . . .")
	f.Fuzz(func(t *testing.T, text string) {
		b, marks, err := format.ParseMarks(text, format.Options{})
		if err != nil {
			return
		}
		if len(marks) != b.Shape().Cells() {
			t.Fatalf("%d marks on %v", len(marks), b.Shape())
		}
		for c, m := range marks {
			if m&^board.AllDigits(b.Shape().Side()) != 0 || m != 0 && b.At(c) != 0 {
				t.Fatalf("cell %d is %d with %v", c, b.At(c), m)
			}
		}
		again, same, err := format.ParseMarks(marksGrid(b, marks), format.Options{})
		if err != nil || !again.Equal(b) {
			t.Fatalf("%v became %v, error %v", b, again, err)
		}
		for c := range marks {
			if marks[c] != same[c] {
				t.Fatalf("cell %d: %v became %v", c, marks[c], same[c])
			}
		}
	})
}

// TestMarksOfOneWord: a megabyte without a space is refused in a moment.
func TestMarksOfOneWord(t *testing.T) {
	begun := time.Now()
	if _, _, err := format.ParseMarks(strings.Repeat("1", 1<<20), format.Options{}); err == nil {
		t.Error("a board of one word")
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
}
