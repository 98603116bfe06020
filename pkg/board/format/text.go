package format

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"sudokulab/pkg/board"
)

// text handles every form that has neither sections nor a header: one puzzle per line, with
// or without a count and a solution, grids, and integers. Under Auto each line says by its
// shape what it is.
type text struct {
	r      *reader
	emit   func(Puzzle) bool
	format Format
	boards bool // a line may hold a whole board
	rows   bool // a line may be a row of a board
	fast   *table
	side   int // of boards to expect, 0 for any

	lineSide int    // side of the first board that was alone on its line, 0 before it
	small    bool   // lines of 16 cells are 4×4 boards: it has been settled
	title    string // from a line such as "Grid 01"
	titleAt  int    // its line, 0 once a puzzle or an error has followed
	grid     grid

	tokens  []token // of the current line, reused
	plain   []byte  // the current line without drawing characters, reused
	scratch []byte  // characters of a board collected from several places, reused
}

func newText(r *reader, f Format) *text {
	t := &text{r: r, emit: r.give, format: f, side: r.o.Side}
	t.boards = f != Grid
	t.rows = f == Auto || f == Grid || f == Integers || f == SDK
	if t.boards && f != Integers && (t.side == 0 || t.side == 9) && (r.o.Alphabet == "" || r.o.Alphabet == board.Numeric) {
		t.fast = tables[3].numeric
	}
	return t
}

// token is a run of characters between separators, as offsets into the line.
type token struct{ start, end int }

// kind is what a line turned out to be.
type kind uint8

const (
	kindBad    kind = iota
	kindLine        // one board in the first token, perhaps text behind it
	kindNamed       // a name in the first token, one board in the second, perhaps text behind it
	kindBoard       // one board spread over all tokens
	kindLead        // two numbers, then one board
	kindRow         // a row of a grid
	kindEither      // 16 cells: a row of a 16×16 board or a 4×4 board
)

// analysis is what the tokens of a line look like.
type analysis struct {
	chars    int  // characters in all tokens
	min, max int  // length of the shortest and longest token
	numbers  bool // every token is a decimal number or a single blank
	bars     bool // some separator is a bar
	tail     bool // a comment follows
	bad      int  // offset of the first character that cannot be a cell's, or -1
}

// standard is the number of cells of the board that the fast path reads.
const standard = 81

func (t *text) line(b []byte) bool {
	if t.fast != nil && len(b) >= standard && t.grid.idle() {
		if done, more := t.lineFast(b); done {
			return more
		}
	}
	b = t.plainLine(b)
	s := trim(b)
	switch {
	case len(s) == 0:
		return t.blankLine()
	case isComment(s):
		return true
	case t.isTitle(s):
		return t.takeTitle(s)
	case isRuler(s):
		return true
	}
	if t.format == Auto || t.format == CountLine {
		if done, more := t.countLine(b); done {
			return more
		}
	}
	a := t.analyse(b)
	k, side, numbers := t.classify(b, a)
	switch k {
	case kindLine, kindNamed:
		return t.interrupt(false) && t.puzzleLine(b, k == kindNamed)
	case kindBoard, kindLead:
		return t.interrupt(false) && t.spreadBoard(b, k, side, numbers)
	case kindRow, kindEither:
		return t.row(b, side, numbers, k == kindEither && !a.bars)
	}
	return t.badLine(t.explain(b, a), a.max <= board.MaxSide)
}

func (t *text) bad(e *Error) bool { return t.badLine(e, false) }

func (t *text) end() bool {
	if !t.interrupt(true) {
		return false
	}
	return t.dropTitle()
}

// give names a puzzle after the title before it, and yields it.
func (t *text) give(p Puzzle) bool {
	if t.title != "" {
		if p.Name == "" {
			p.Name = t.title
		}
		t.title = ""
	}
	t.titleAt = 0
	return t.emit(p)
}

func (t *text) fail(e *Error) bool {
	t.title, t.titleAt = "", 0
	return t.r.fail(e)
}

// plainLine replaces box-drawing characters by '-' or '|' and hard spaces by spaces, byte
// by byte, so that offsets still hold. It returns b itself if it is ASCII.
func (t *text) plainLine(b []byte) []byte {
	i := 0
	for i < len(b) && b[i] < utf8.RuneSelf {
		i++
	}
	if i == len(b) {
		return b
	}
	t.plain = append(t.plain[:0], b...)
	for i < len(b) {
		c, size := utf8.DecodeRune(b[i:])
		fill := byte(0)
		switch {
		case c == '│' || c == '┃' || c == '║' || '┆' <= c && c <= '┋' && c != '┈' && c != '┉' || c == '╎' || c == '╏':
			fill = '|'
		case '─' <= c && c <= '╿':
			fill = '-'
		case c == '\u00a0':
			fill = ' '
		}
		if fill != 0 {
			for j := range size {
				t.plain[i+j] = fill
			}
		}
		i += size
	}
	return t.plain
}

// isRuler reports whether a trimmed line only draws: it has a horizontal stroke and
// nothing but strokes, corners and spaces. '*', '.', ':' and '\” are corners in use.
func isRuler(s []byte) bool {
	stroke := false
	for _, c := range s {
		switch c {
		case '-', '=', '+':
			stroke = true
		case '|', ' ', '\t', '*', '.', ':', '\'':
		default:
			return false
		}
	}
	return stroke
}

// isTitle reports whether a trimmed line is a title such as "Grid 01" or "Puzzle".
func (t *text) isTitle(s []byte) bool {
	for _, word := range []string{"grid", "puzzle", "sudoku"} {
		if len(s) < len(word) || !strings.EqualFold(string(s[:len(word)]), word) {
			continue
		}
		rest := s[len(word):]
		return len(rest) == 0 || isSpace(rest[0]) || rest[0] == '#'
	}
	return false
}

// takeTitle keeps a title for the next puzzle. A bare word is no name.
func (t *text) takeTitle(s []byte) bool {
	if !t.interrupt(true) || !t.dropTitle() {
		return false
	}
	if bytes.ContainsAny(s, " \t#") {
		t.title = string(s)
		t.titleAt = t.r.in.number
	}
	return true
}

// dropTitle errs if a title was not followed by a puzzle.
func (t *text) dropTitle() bool {
	if t.titleAt == 0 {
		return true
	}
	return t.fail(&Error{Line: t.titleAt, Msg: fmt.Sprintf("no board after %q", t.title)})
}

// analyse cuts a line into tokens. A '#' begins a comment.
func (t *text) analyse(b []byte) analysis {
	t.tokens = t.tokens[:0]
	a := analysis{bad: -1, numbers: true, min: len(b)}
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case c == '|':
			a.bars = true
			i++
			continue
		case isSpace(c) || c == ',' || c == ';':
			i++
			continue
		case c == '#':
			a.tail = true
			i = len(b)
			continue
		}
		start, decimal := i, true
		for i < len(b) && !isSeparator(b[i]) {
			c := b[i]
			if !isDecimal(c) {
				decimal = false
				if a.bad < 0 && !isCell(c) {
					a.bad = i
				}
			}
			i++
		}
		n := i - start
		a.numbers = a.numbers && (decimal || n == 1 && isBlank(b[start]))
		a.chars += n
		a.min, a.max = min(a.min, n), max(a.max, n)
		t.tokens = append(t.tokens, token{start, i})
	}
	return a
}

// isSeparator reports whether c ends a token.
func isSeparator(c byte) bool {
	return isSpace(c) || c == ',' || c == ';' || c == '|' || c == '#'
}

// maxName bounds a name before a puzzle, lest a broken puzzle be taken for one.
const maxName = 40

// boardSide returns the side of a board of the given number of cells if this form may have
// it on one line here, else 0.
func (t *text) boardSide(cells int) int {
	n := t.r.sideOf(cells)
	if !t.boards || t.side != 0 && n != t.side {
		return 0
	}
	return n
}

// rowSide returns n for a row of n cells if this form may have it here, else 0.
func (t *text) rowSide(n int) int {
	if !t.rows || !t.r.hasSide(n) || t.side != 0 && n != t.side || n == 16 && t.small {
		return 0
	}
	return n
}

// eitherSide reports whether 16 cells may be a 4×4 board though they may be a row too. An
// SDK section holds rows, and behind a larger board 16 cells are rather a cut line.
func (t *text) eitherSide() bool { return t.format != SDK && t.lineSide <= 4 }

// classify decides what a line is. numbers says that each token, rather than each
// character, is a cell. The order of the questions is the rule; a number of tokens that
// fits comes before a number of characters that fits, since ten or more two-digit numbers
// in a row of 25 can add up to 36 characters.
func (t *text) classify(b []byte, a analysis) (k kind, side int, numbers bool) {
	if len(t.tokens) == 0 {
		return kindBad, 0, false
	}
	count := len(t.tokens)
	if t.format == Integers {
		if !a.numbers {
			return kindBad, 0, false
		}
		k, side = t.classifyNumbers(count)
		return k, side, true
	}
	if g := &t.grid; g.rows > 0 && g.rows < g.side && a.bad < 0 {
		switch n := g.side; {
		case count == n && a.numbers && (a.max == 2 && n >= 16 || a.chars != n):
			return kindRow, n, true
		case a.chars == n && g.either && (count == 1 || a.max == 1):
			return kindEither, n, false
		case a.chars == n:
			return kindRow, n, false
		}
	}
	first := t.tokens[0]
	length := first.end - first.start
	if n := t.boardSide(length); n != 0 && (a.bad < 0 || a.bad >= first.end) {
		alone := count == 1 && !a.tail && len(trim(b[first.end:])) == 0
		even := count > 1 && a.bad < 0 && a.min == a.max && t.boardSide(a.chars) != 0
		switch {
		case alone && t.rowSide(length) != 0 && t.eitherSide():
			return kindEither, length, false
		case alone && t.rowSide(length) != 0:
			return kindRow, length, false
		case !even:
			return kindLine, n, false
		}
	}
	if count > 1 && length <= maxName {
		second := b[t.tokens[1].start:t.tokens[1].end]
		if n := t.boardSide(len(second)); n > 4 && len(second) > 2*length && allCells(second) {
			return kindNamed, n, false
		}
	}
	if a.bad >= 0 {
		return kindBad, 0, false
	}
	if t.rows && a.numbers && a.max > 1 {
		if k, side = t.classifyNumbers(count); k == kindLead || a.max == 2 && side >= 16 && k != kindBad {
			if k == kindEither { // a two-digit number is no cell of a 4×4 board
				k = kindRow
			}
			return k, side, true
		}
	}
	if a.numbers && a.max == 1 {
		if k, side = t.classifyNumbers(count); k == kindLead {
			return k, side, true
		}
	}
	row, full := t.rowSide(a.chars), t.boardSide(a.chars)
	switch {
	case row != 0 && full != 0 && (count == 1 || a.max == 1) && t.eitherSide():
		return kindEither, row, false
	case row != 0:
		return kindRow, row, false
	case full != 0:
		return kindBoard, full, false
	}
	if t.rows && a.numbers {
		k, side = t.classifyNumbers(count)
		return k, side, true
	}
	return kindBad, 0, false
}

// classifyNumbers decides by the number of tokens alone. The side of kindEither is 16.
func (t *text) classifyNumbers(count int) (kind, int) {
	row, full := t.rowSide(count), t.boardSide(count)
	switch {
	case row != 0 && full != 0 && t.eitherSide():
		return kindEither, row
	case row != 0:
		return kindRow, row
	case full != 0:
		return kindBoard, full
	case t.boardSide(count-2) != 0:
		return kindLead, t.boardSide(count - 2)
	}
	return kindBad, 0
}

// explain returns the error for a line that is nothing known.
func (t *text) explain(b []byte, a analysis) *Error {
	if len(t.tokens) == 0 {
		return t.r.errorf(-1, "no cells, want a puzzle")
	}
	first := t.tokens[0]
	if t.format == Integers {
		for _, tok := range t.tokens {
			if word := b[tok.start:tok.end]; !isNumber(word) {
				return t.r.errorf(tok.start, "found %q, want a number", clip(t.r.cur[tok.start:tok.end]))
			}
		}
		return t.r.errorf(-1, "%d numbers, want %s", len(t.tokens), t.want(len(t.tokens)))
	}
	if a.bad >= 0 && b[a.bad] != ':' {
		c, _ := utf8.DecodeRune(t.r.cur[a.bad:])
		return t.r.errorf(a.bad, "found %q, want a digit or a blank", c)
	}
	cells := a.chars
	switch {
	case a.bad >= 0:
		cells = a.bad - first.start
	case len(t.tokens) > 1 && first.end-first.start > board.MaxSide:
		cells = first.end - first.start // the rest is text
	case len(t.tokens) > 1 && a.max > board.MaxSide:
		cells = a.max // the rest is text, a name before it
	}
	return t.r.errorf(-1, "%d cells, want %s", cells, t.want(cells))
}

// want says how many cells a line with the given number should have had.
func (t *text) want(cells int) string {
	switch {
	case t.grid.rows > 0 && t.grid.rows < t.grid.side:
		return strconv.Itoa(t.grid.side)
	case t.side != 0 && t.boards && t.rows:
		return fmt.Sprintf("%d or %d", t.side, t.side*t.side)
	case t.side != 0 && t.boards:
		return strconv.Itoa(t.side * t.side)
	case t.side != 0:
		return strconv.Itoa(t.side)
	case t.lineSide != 0:
		return strconv.Itoa(t.lineSide * t.lineSide)
	}
	nearest := 0
	for k := board.MinBox; k <= board.MaxBox; k++ {
		for _, n := range []int{t.rowSide(k * k), k * k * k * k} {
			if n == 0 || n > board.MaxSide && !t.boards {
				continue
			}
			if nearest == 0 || max(n-cells, cells-n) < max(nearest-cells, cells-nearest) {
				nearest = n
			}
		}
	}
	return strconv.Itoa(nearest)
}

// isNumber reports whether a token may stand for a cell among integers.
func isNumber(word []byte) bool {
	if len(word) == 1 && isBlank(word[0]) {
		return true
	}
	for _, c := range word {
		if !isDecimal(c) {
			return false
		}
	}
	return true
}

// clip shortens what an error quotes.
func clip(b []byte) []byte {
	if len(b) > 20 {
		return append(b[:20:20], "..."...)
	}
	return b
}
