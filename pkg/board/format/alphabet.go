package format

import (
	"fmt"
	"strings"

	"sudokulab/pkg/board"
)

// table maps a character to what it stands for in a cell: 1…n a digit, 0 a blank, noCell
// anything else. The top bit of noCell is set and that of every digit is clear, so the OR
// over a translated board tells whether any character was wrong.
type table [256]uint8

const noCell = 0xFF

// newTable builds the table of the first n characters of an alphabet. A letter stands for
// its other case too, unless the n characters use both cases.
func newTable(a board.Alphabet, n int) *table {
	t := new(table)
	for i := range t {
		t[i] = noCell
	}
	for _, c := range []byte{'0', '.', '_', '*'} {
		t[c] = 0
	}
	used := string(a[:n])
	oneCase := used == strings.ToUpper(used) || used == strings.ToLower(used)
	for i := range n {
		c := used[i]
		t[c] = uint8(i + 1) //nolint:gosec // n ≤ 36
		if oneCase && isLetter(c) {
			t[c^0x20] = uint8(i + 1) //nolint:gosec // n ≤ 36
		}
	}
	return t
}

// NoDigit stands in a [DigitTable] for what is neither a digit nor a blank. It has all bits, so the OR over what a board's characters
// stand for is NoDigit if and only if one of them is.
const NoDigit uint8 = noCell

// DigitTable returns what each character stands for on a board of side n, 1 to [board.MaxSide]: a digit of the alphabet, 0 for a blank, or
// [NoDigit]. A letter stands for its other case too, unless the alphabet's first n characters have both.
func DigitTable(a board.Alphabet, n int) *[256]uint8 { return (*[256]uint8)(newTable(a, n)) }

// sideTables holds the tables of side n. lower is Numeric at side 36 written without a
// single capital, where 'a' can only be 10; elsewhere it equals numeric.
type sideTables struct {
	n                                  int
	numeric, zeroBased, letters, lower *table
}

func newSideTables(n int) sideTables {
	t := sideTables{
		n:         n,
		numeric:   newTable(board.Numeric, n),
		zeroBased: newTable(board.ZeroBased, n),
		letters:   newTable(board.Letters, n),
	}
	t.lower = t.numeric
	if n == board.MaxSide {
		t.lower = newTable(lower36, n)
	}
	return t
}

// lower36 is the alphabet of the table lower at side 36.
const lower36 board.Alphabet = "123456789abcdefghijklmnopqrstuvwxyzA"

// alphabet returns the alphabet of one of the tables.
func (t *sideTables) alphabet(of *table) board.Alphabet {
	switch of {
	case t.zeroBased:
		return board.ZeroBased
	case t.letters:
		return board.Letters
	case t.numeric:
		return board.Numeric
	}
	return lower36
}

// written returns Puzzle.Alphabet for a board of side n that was read by a table.
func (r *reader) written(t *table, n int, cells, solution []byte) board.Alphabet {
	a := r.o.Alphabet
	if a == "" {
		if a = r.sideTables(n).alphabet(t); a == board.Numeric && n < 10 {
			return ""
		}
	}
	// Where the alphabet has capitals only, small letters stand for them.
	used := string(a[:n])
	small, capital := false, used != strings.ToUpper(used)
	for _, part := range [...][]byte{cells, solution} {
		for _, c := range part {
			small = small || 'a' <= c && c <= 'z'
			capital = capital || 'A' <= c && c <= 'Z'
		}
	}
	switch {
	case small && !capital:
		return board.Alphabet(strings.ToLower(used))
	case a == board.Numeric:
		return ""
	}
	return a
}

// tables holds those of the plain sides by the side of a box. It is never written to.
var tables = func() (t [board.MaxBox + 1]sideTables) {
	for k := board.MinBox; k <= board.MaxBox; k++ {
		t[k] = newSideTables(k * k)
	}
	return t
}()

// detect chooses the alphabet of a board from the characters of its cells and, if the file
// states one, of its solution. The package documentation has the rules.
func (t *sideTables) detect(cells, solution []byte) *table {
	if t.n < 10 {
		return t.detectSmall(cells, solution)
	}
	var seen census
	seen.count(cells)
	given := seen // the puzzle alone
	seen.count(solution)
	return seen.choose(t, &given, solution != nil)
}

// detectSmall chooses for sides up to 9, where '0' is a blank always and letters can only
// be Letters.
func (t *sideTables) detectSmall(cells, solution []byte) *table {
	letters := false
	for _, part := range [...][]byte{cells, solution} {
		for _, c := range part {
			if '1' <= c && c <= '9' {
				return t.numeric
			}
			letters = letters || isLetter(c)
		}
	}
	if letters {
		return t.letters
	}
	return t.numeric
}

// census counts characters.
type census [256]uint16

func (s *census) count(chars []byte) {
	for _, c := range chars {
		s[c]++
	}
}

// has reports whether any of the characters occurs.
func (s *census) has(from, to byte) bool {
	for c := from; c <= to; c++ {
		if s[c] > 0 {
			return true
		}
	}
	return false
}

// beyond reports whether a letter occurs that comes after the given capital, in any case.
func (s *census) beyond(last byte) bool {
	return last < 'Z' && (s.has(last+1, 'Z') || s.has(last+1|0x20, 'z'))
}

// choose chooses for sides from 10. given is the puzzle's share of s; solved says that
// there is a solution's share too.
func (s *census) choose(t *sideTables, given *census, solved bool) *table {
	n := t.n
	upper, lower := s.has('A', 'Z'), s.has('a', 'z')
	onlyLetters := (upper || lower) && !s.has('1', '9')
	if s['0'] > 0 && (!onlyLetters || !s.beyond(board.ZeroBased[n-1])) {
		otherBlank := given['.']+given['_']+given['*'] > 0
		inSolution := s['0'] > given['0']
		if otherBlank || inSolution || !solved && given.fullFromZero(n) {
			return t.zeroBased
		}
	}
	switch {
	case n < board.MaxSide && onlyLetters && (s.beyond(board.Numeric[n-1]) || n > 26 && upper && lower):
		return t.letters
	case n < board.MaxSide || !s.has('b', 'z'): // 'a' is the 36th digit of Numeric
		return t.numeric
	case onlyLetters && (upper || !s.beyond('J')):
		return t.letters
	case !upper:
		return t.lower
	}
	return t.numeric
}

// fullFromZero reports whether the characters are those of a full zero-based board: each
// of the n occurs n times.
func (s *census) fullFromZero(n int) bool {
	for i := range n {
		c := board.ZeroBased[i]
		count := int(s[c])
		if isLetter(c) {
			count += int(s[c|0x20])
		}
		if count != n {
			return false
		}
	}
	return true
}

// checkAlphabet returns an error unless a can be used for boards of side n, or of any side
// if n is 0.
func checkAlphabet(a board.Alphabet, n int) error {
	if len(a) < max(n, board.MinBox*board.MinBox) {
		return fmt.Errorf("format: alphabet %q has %d characters, want one for each of %d digits", a, len(a), max(n, board.MinBox*board.MinBox))
	}
	for i := range len(a) {
		if c := a[i]; !isLetter(c) && !isDecimal(c) || strings.IndexByte(string(a[:i]), c) >= 0 {
			return fmt.Errorf("format: alphabet %q holds %q, want letters and decimal digits, each once", a, c)
		}
	}
	return nil
}

func isLetter(c byte) bool  { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDecimal(c byte) bool { return '0' <= c && c <= '9' }
func isBlank(c byte) bool   { return c == '.' || c == '_' || c == '*' }

// cellChars says of each character whether it may stand for a cell in some alphabet. It is
// never written to.
var cellChars = func() (t [256]bool) {
	for c := range t {
		b := byte(c) //nolint:gosec // below 256
		t[c] = isDecimal(b) || isLetter(b) || isBlank(b)
	}
	return t
}()

// isCell reports whether c may stand for a cell in some alphabet.
func isCell(c byte) bool { return cellChars[c] }

// allCells reports whether every character may stand for a cell in some alphabet.
func allCells(b []byte) bool {
	for _, c := range b {
		if !isCell(c) {
			return false
		}
	}
	return true
}

// plainSide returns n for the number of cells n² of a plain board, 0 for any other number.
func plainSide(cells int) int {
	for k := board.MinBox; k <= board.MaxBox; k++ {
		if k*k*k*k == cells {
			return k * k
		}
	}
	return 0
}

// boxOf returns k for the side k² of a plain board, 0 for any other number.
func boxOf(side int) int {
	for k := board.MinBox; k <= board.MaxBox; k++ {
		if k*k == side {
			return k
		}
	}
	return 0
}
