package format

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"sudokulab/pkg/board"
)

// ParseMarks reads one board with pencil marks: a row on a line, in it the candidates of each cell
// without spaces between them, as programs print them in columns.
//
//	.-------------.----------------.--------------.
//	| 5   3  124  | 26   7    2468 | 1489  .   24 |
//
// Spaces and bars part the cells; lines of rulers, blank lines and comments are passed over. A cell
// of '.', '_' or '*', or of 0 up to side 9, is empty and has no marks. The form does not tell a digit
// from a cell with one candidate left: a lone digit is the cell's digit, unless a cell that it sees has
// it among several, then it is a mark. A lone digit behind a u is the cell's digit always: so SudoCue marks,
// in the files of work in progress that it calls .sdx, what a person has put in.
//
// The result has the digits, and the marks of the other cells, none for a cell without. The
// side is that of Options.Shape or Options.Side, or the number of cells in the first row. Errors are *[Error].
func ParseMarks(text string, o Options) (board.Board, []board.Digits, error) {
	o.Format = Line
	if _, err := newReader(o, nil); err != nil { // it looks at the options
		return board.Board{}, nil, err
	}
	shape := o.Shape
	if shape == nil && o.Side > 0 {
		var err error
		if shape, err = board.ShapeOfSide(o.Side); err != nil {
			return board.Board{}, nil, err
		}
	}
	m := marksReader{file: fileName(o), alphabet: o.Alphabet, shape: shape}
	if strings.Contains(text, "\x00") || !utf8.ValidString(text) {
		return board.Board{}, nil, m.fault(1, 0, "found bytes that are no text, want a grid of candidates")
	}
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if trimmed := strings.TrimSpace(line); trimmed == "" || isComment([]byte(trimmed)) || isMarksRuler(trimmed) {
			continue
		}
		if e := m.row(line, number); e != nil {
			return board.Board{}, nil, e
		}
	}
	b, marks, e := m.settle(max(1, number))
	if e != nil {
		return board.Board{}, nil, e
	}
	return b, marks, nil
}

// marksReader gathers the cells of a grid of candidates.
type marksReader struct {
	file     string
	alphabet board.Alphabet
	shape    *board.Shape
	cells    []board.Digits
	placed   []bool // by cell: it has a digit for certain
}

func (m *marksReader) fault(line, column int, format string, args ...any) *Error {
	return &Error{File: m.file, Line: line, Column: column, Msg: fmt.Sprintf(format, args...)}
}

// row reads a line of cells.
func (m *marksReader) row(line string, number int) *Error {
	type word struct {
		text   string
		column int
	}
	var words []word
	column, open, from := 0, false, 0
	for i, c := range line {
		column++
		if c == ' ' || c == '\t' || c == '|' || c == '│' || c == '┃' || c == '║' {
			open = false
			continue
		}
		if !open {
			words = append(words, word{column: column})
			open, from = true, i
		}
		words[len(words)-1].text = line[from : i+utf8.RuneLen(c)]
	}
	if m.shape == nil {
		var err error
		if m.shape, err = board.ShapeOfSide(len(words)); err != nil {
			return m.fault(number, 0, "a row of %d cells, want 4, 9, 16, 25 or 36 cells with their candidates", len(words))
		}
	}
	n := m.shape.Side()
	switch {
	case len(words) != n:
		return m.fault(number, 0, "a row of %d cells, want %d", len(words), n)
	case len(m.cells) == n*n:
		return m.fault(number, 0, "a row behind the %d of the board", n)
	}
	alphabet := m.alphabet
	if alphabet == "" {
		alphabet = board.Numeric
	}
	if len(alphabet) < n {
		return m.fault(number, 0, "a row of %d cells, the alphabet has %d digits", n, len(alphabet))
	}
	for _, w := range words {
		var set board.Digits
		digit, placed := strings.CutPrefix(w.text, "u")
		if placed = placed && utf8.RuneCountInString(digit) == 1; placed {
			w.text = digit
			w.column++
		}
		if w.text != "." && w.text != "_" && w.text != "*" && (w.text != "0" || n > 9) {
			at := w.column
			for _, c := range w.text {
				d := strings.IndexRune(string(alphabet), c) + 1
				if d == 0 && n <= 10 && c >= 'a' {
					d = strings.IndexRune(string(alphabet), c-'a'+'A') + 1
				}
				switch {
				case d < 1 || d > n:
					return m.fault(number, at, "found %q, want candidates from %c to %c", c, alphabet[0], alphabet[n-1])
				case set.Has(d):
					return m.fault(number, at, "found %q twice in a cell", c)
				}
				set = set.With(d)
				at++
			}
		}
		m.cells = append(m.cells, set)
		m.placed = append(m.placed, placed && set != 0)
	}
	return nil
}

// settle tells digits from marks.
func (m *marksReader) settle(lines int) (board.Board, []board.Digits, *Error) {
	if m.shape == nil {
		return board.Board{}, nil, m.fault(1, 0, "no row of cells, want a grid of candidates")
	}
	if n := m.shape.Side(); len(m.cells) < n*n {
		return board.Board{}, nil, m.fault(lines, 0, "%d rows of cells, want %d", len(m.cells)/n, n)
	}
	b, marks := board.New(m.shape), make([]board.Digits, len(m.cells))
	for c, set := range m.cells {
		marks[c] = set
		if !set.Single() {
			continue
		}
		seen := false
		for _, q := range m.shape.Peers(c) {
			seen = seen || !m.cells[q].Single() && m.cells[q]&set != 0
		}
		if !seen || m.placed[c] {
			b.Set(c, set.First())
			marks[c] = 0
		}
	}
	return b, marks, nil
}

// isMarksRuler reports whether a line is one of a frame: strokes and corners, no cells.
func isMarksRuler(s string) bool {
	strokes := false
	for _, c := range s {
		switch {
		case c == '-' || c == '=' || c >= 0x2500 && c <= 0x257f && c != '│' && c != '┃' && c != '║':
			strokes = true
		case !strings.ContainsRune("+|:.'`,*_ \t│┃║", c):
			return false
		}
	}
	return strokes
}
