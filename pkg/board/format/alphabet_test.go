package format_test

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
)

// TestAlphabet: a board written in the alphabet that it was read in is the text that was read.
func TestAlphabet(t *testing.T) {
	grid := func(n int) board.Board { // the canonical full grid of side n without the digit 36, and with a hole
		k := 2
		for k*k < n {
			k++
		}
		cells := make([]uint8, n*n)
		for r := range n {
			for c := range n {
				cells[r*n+c] = uint8((r%k*k+r/k+c)%n+1) % board.MaxSide
			}
		}
		cells[1] = 0
		b, err := board.FromCells(cells)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	small := func(a board.Alphabet, n int) board.Alphabet { return board.Alphabet(strings.ToLower(string(a[:n]))) }
	for _, tc := range []struct {
		name    string
		n       int
		written board.Alphabet
		o       format.Options
		want    board.Alphabet
	}{
		{"numeric", 9, board.Numeric, format.Options{}, ""},
		{"letters of 9", 9, board.Letters, format.Options{}, board.Letters},
		{"small letters of 9", 9, small(board.Letters, 9), format.Options{}, small(board.Letters, 9)},
		{"letters of 4", 4, board.Letters, format.Options{}, board.Letters},
		{"1 to G", 16, board.Numeric, format.Options{}, ""},
		{"1 to g", 16, small(board.Numeric, 16), format.Options{}, small(board.Numeric, 16)},
		{"0 to F", 16, board.ZeroBased, format.Options{}, board.ZeroBased},
		{"0 to f", 16, small(board.ZeroBased, 16), format.Options{}, small(board.ZeroBased, 16)},
		{"A to P", 16, board.Letters, format.Options{}, board.Letters},
		{"a to p", 16, small(board.Letters, 16), format.Options{}, small(board.Letters, 16)},
		{"A to Y", 25, board.Letters, format.Options{}, board.Letters},
		{"1 to a at 36", 36, board.Numeric, format.Options{}, ""},
		{"1 to z at 36", 36, "123456789abcdefghijklmnopqrstuvwxyzA", format.Options{}, "123456789abcdefghijklmnopqrstuvwxyzA"},
		{"A to j at 36", 36, board.Letters, format.Options{}, board.Letters},
		{"as asked", 16, "ZYXWVUTSRQPONMLK", format.Options{Alphabet: "ZYXWVUTSRQPONMLK"}, "ZYXWVUTSRQPONMLK"},
	} {
		b := grid(tc.n)
		line := string(b.AppendText(nil, tc.written))
		var rows strings.Builder
		for i := 0; i < len(line); i += tc.n {
			rows.WriteString(line[i:i+tc.n] + "\n")
		}
		for form, text := range map[string]string{"line": line, "count": line + ":1:", "grid": rows.String(), "csv": "puzzle\n" + line} {
			p, err := format.ParseOne(text, tc.o)
			if err != nil {
				t.Errorf("%s, %s: %v", tc.name, form, err)
				continue
			}
			if p.Alphabet != tc.want {
				t.Errorf("%s, %s: alphabet %q, want %q", tc.name, form, p.Alphabet, tc.want)
			}
			if !p.Board.Equal(b) {
				t.Errorf("%s, %s: board %v, want %v", tc.name, form, p.Board, b)
			}
		}
	}
	if p, err := format.ParseOne("10 2 3 4 5 6 7 8 9 1 11 12 13 14 15 16\n"+strings.Repeat(strings.Repeat("0 ", 16)+"\n", 15), format.Options{}); err != nil || p.Alphabet != "" {
		t.Errorf("numbers: alphabet %q, error %v, want none", p.Alphabet, err)
	}
}

// TestCompressedUTF16: what is no UTF-8 is named behind compression as well.
func TestCompressedUTF16(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte("\xff\xfe5\x003\x00\n\x00")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for _, err := range format.Read(&packed, format.Options{}) {
		if err == nil || !strings.Contains(err.Error(), "found text in UTF-16, want UTF-8") {
			t.Errorf("error %v, want one that names UTF-16", err)
		}
		return
	}
	t.Error("nothing read, want an error")
}
