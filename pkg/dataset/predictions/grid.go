package predictions

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"sudokulab/pkg/board"
)

// notCell marks what is no cell in a table of characters.
const notCell = 0xff

// digits reads grids in one alphabet.
type digits struct {
	o      *Options
	of     board.Alphabet
	tables map[int]*[256]uint8 // by side: a character's digit, 0 for a blank, or notCell
}

func newDigits(o *Options, of board.Alphabet) *digits {
	return &digits{o: o, of: of, tables: map[int]*[256]uint8{}}
}

// forPuzzle returns what reads a puzzle that is written so: where digits count from 0 and no other character stands for a blank, 0 does,
// and the puzzle's digits count from 1 whatever the answers do.
func (d *digits) forPuzzle(text []byte) *digits {
	if d.of != board.ZeroBased || bytes.ContainsAny(text, "._*-") {
		return d
	}
	return newDigits(d.o, board.Numeric)
}

// first is the number of the least digit, where digits are numbers.
func (d *digits) first() int {
	if d.of == board.ZeroBased {
		return 0
	}
	return 1
}

func (d *digits) table(side int) *[256]uint8 {
	if t := d.tables[side]; t != nil {
		return t
	}
	t := new([256]uint8)
	for i := range t {
		t[i] = notCell
	}
	for _, c := range []byte("0._*") {
		t[c] = 0
	}
	used := []byte(d.of[:side])
	bothCases := bytes.ContainsFunc(used, func(r rune) bool { return r >= 'a' })
	for i, c := range used {
		t[c] = uint8(i + 1) //nolint:gosec // at most 36
		if c >= 'A' && !bothCases {
			t[c|0x20] = uint8(i + 1) //nolint:gosec // at most 36
		}
	}
	d.tables[side] = t
	return t
}

// range of digits as they are written, for messages.
func (d *digits) span(side int) string {
	return fmt.Sprintf("a digit %c to %c", d.of[0], d.of[side-1])
}

// grid reads a text: n² characters, or n² numbers with anything of spaces, commas, semicolons and brackets between them.
func (d *digits) grid(text []byte) (cells []uint8, fault string) {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return nil, "no grid"
	}
	if bytes.ContainsAny(text, " ,;\t[]") {
		return d.apart(text)
	}
	side := sideOf(len(text))
	if side == 0 || side > len(d.of) {
		return nil, fmt.Sprintf("%d cells, %s", len(text), d.o.wantCells())
	}
	table := d.table(side)
	cells = make([]uint8, len(text))
	for i, c := range text {
		if cells[i] = table[c]; cells[i] == notCell {
			r := bytes.Runes(text[i:min(len(text), i+4)])
			return nil, fmt.Sprintf("cell %d is %q, want %s", i+1, r[0], d.span(side))
		}
	}
	return cells, ""
}

// apart reads numbers.
func (d *digits) apart(text []byte) (cells []uint8, fault string) {
	words := bytes.FieldsFunc(text, func(r rune) bool {
		switch r {
		case ' ', ',', ';', '\t', '[', ']':
			return true
		}
		return false
	})
	side := sideOf(len(words))
	if side == 0 {
		return nil, fmt.Sprintf("%d cells, %s", len(words), d.o.wantCells())
	}
	cells = make([]uint8, len(words))
	for i, w := range words {
		if len(w) == 1 && (w[0] == '.' || w[0] == '_' || w[0] == '*') {
			continue
		}
		x, err := strconv.ParseFloat(string(w), 64)
		if err != nil {
			return nil, fmt.Sprintf("cell %d is %q, want a number", i+1, clip(string(w)))
		}
		if cells[i], fault = d.number(x, side, i); fault != "" {
			return nil, fault
		}
	}
	return cells, ""
}

// number turns the number of a cell, counted from 0, into its digit.
func (d *digits) number(x float64, side, cell int) (digit uint8, fault string) {
	first := d.first()
	if blank := d.o.Blank; blank != nil {
		if x != math.Trunc(x) || !(x >= float64(*blank)) || x > float64(*blank+side) {
			return 0, fmt.Sprintf("cell %d is %g, want %d to %d, where %d is a blank cell", cell+1, x, *blank, *blank+side, *blank)
		}
		return uint8(int(x) - *blank), "" //nolint:gosec // at most 36
	}
	switch low := float64(first); {
	case math.IsNaN(x):
		return 0, fmt.Sprintf("cell %d is not a number (NaN)", cell+1)
	case x == -1 || x == 0 && first == 1:
		return 0, ""
	case x != math.Trunc(x) || x < low || x > low+float64(side-1):
		return 0, fmt.Sprintf("cell %d is %g, want %d to %d, or %d for a blank cell", cell+1, x, first, side-1+first, first-1)
	}
	return uint8(int(x) - first + 1), "" //nolint:gosec // at most 36
}

// likeliest checks probabilities, cells × digits, and returns the digits with the greatest ones.
func likeliest(p []float32, side int) (cells []uint8, fault string) {
	const off = 0.02 // half precision, added up
	cells = make([]uint8, len(p)/side)
	for c := range cells {
		best, sum := 0, 0.0
		for d, x := range p[c*side : (c+1)*side] {
			place := func() string { return fmt.Sprintf("cell %d, digit %d", c+1, d+1) }
			switch {
			case math.IsNaN(float64(x)):
				return nil, place() + " has no probability (NaN)"
			case x < 0:
				return nil, fmt.Sprintf("%s has the probability %g, want 0 to 1; logits need a softmax", place(), x)
			case float64(x) > 1+off:
				return nil, fmt.Sprintf("%s has the probability %g, want 0 to 1", place(), x)
			}
			sum += float64(x)
			if x > p[c*side+best] {
				best = d
			}
		}
		if math.Abs(sum-1) > off {
			return nil, fmt.Sprintf("the probabilities of cell %d add up to %.4g, want 1", c+1, sum)
		}
		cells[c] = uint8(best + 1) //nolint:gosec // at most 36
	}
	return cells, ""
}

// alphabetOf tells from the beginning of a text in which characters its digits are written. Full grids decide; where there is none in
// view, and below side 10, digits are those of board.Numeric.
func alphabetOf(head []byte, side int) board.Alphabet {
	var seen [256]int
	grids := 0
	for _, word := range bytes.FieldsFunc(head, func(r rune) bool {
		return r < '0' || r > '9' && r < 'A' || r > 'Z' && r < 'a' || r > 'z'
	}) {
		n := sideOf(len(word))
		if n == 0 || side > 0 && n != side || side == 0 && n < 10 {
			continue
		}
		side = n
		grids++
		for _, c := range word {
			seen[c]++
		}
	}
	if grids == 0 || side < 4 {
		return board.Numeric
	}
	within := func(from, to byte) (sum int) {
		for c := int(from); c <= int(to); c++ {
			sum += seen[c]
		}
		return sum
	}
	upper, lower := within('A', 'Z'), within('a', 'z')
	if side < board.MaxSide { // one case stands for the other
		for c := 'a'; c <= 'z'; c++ {
			seen[c-0x20] += seen[c]
		}
	}
	numbers, last := within('1', '9'), board.Numeric[side-1]
	switch {
	case side < 10 && (upper+lower == 0 || numbers > 0):
		return board.Numeric
	case numbers == 0 && upper+lower > 0:
		return board.Letters
	case seen[last] == 0 && seen['0'] > 0:
		return board.ZeroBased
	}
	return board.Numeric
}
