package board

import (
	"fmt"
	"strings"
)

// Alphabet names the characters that stand for the digits 1, 2, 3, …
type Alphabet string

// The three conventions in use. A blank is '.', '*' or '_' in each of them, and also '0'
// where '0' is not a digit.
const (
	// Numeric counts 1–9, then A–Z: 16 ends at G, 25 at P. The 36th digit is 'a'.
	Numeric Alphabet = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa"
	// ZeroBased counts 0–9, then A–Z: hexadecimal at 16, base 36 at 36.
	ZeroBased Alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	// Letters counts A–Z, then a–j.
	Letters Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
)

// Blank is the character written for an empty cell.
const Blank = '.'

// Parse reads a plain board from one line of n² characters in the [Numeric] alphabet, '.',
// '0', '_' or '*' for an empty cell. Below side 36, lower-case letters equal upper-case ones.
// Spaces around the line are ignored. Package board/format reads every other form.
func Parse(line string) (Board, error) {
	line = strings.TrimSpace(line)
	s, err := ShapeOfCells(len(line))
	if err != nil {
		return Board{}, err
	}
	return parse(s, line)
}

// ParseOn is like [Parse] for a board of the given shape.
func ParseOn(s *Shape, line string) (Board, error) {
	line = strings.TrimSpace(line)
	if err := sameSide(s, len(line)); err != nil {
		return Board{}, err
	}
	return parse(s, line)
}

func parse(s *Shape, line string) (Board, error) {
	b := New(s)
	for i := range len(line) {
		c := line[i]
		switch {
		case c == '.' || c == '0' || c == '_' || c == '*':
			continue
		case s.n < MaxSide && 'a' <= c && c <= 'z':
			c -= 'a' - 'A'
		}
		d := strings.IndexByte(string(Numeric[:s.n]), c) + 1
		if d == 0 {
			return Board{}, fmt.Errorf("board: column %d holds %q, want a digit %c to %c or a blank", i+1, line[i], Numeric[0], Numeric[s.n-1])
		}
		b.cells[i] = uint8(d)
	}
	return b, nil
}

// MustParse is like [Parse] for boards written in the program; it panics on an error.
func MustParse(line string) Board {
	b, err := Parse(line)
	if err != nil {
		panic(err)
	}
	return b
}

// String writes the board as one line in the [Numeric] alphabet, '.' for an empty cell.
func (b Board) String() string { return string(b.AppendText(nil, Numeric)) }

// AppendText appends the board as one line of n² characters in the given alphabet.
func (b Board) AppendText(dst []byte, a Alphabet) []byte {
	for _, d := range b.cells {
		if d == 0 {
			dst = append(dst, Blank)
		} else {
			dst = append(dst, a[d-1])
		}
	}
	return dst
}
