package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"strings"
	"unicode/utf8"

	"sudokulab/pkg/board"
)

// ReadText yields the puzzles of a text, as [Read] does, but for compression: what is a text here is none. A program that
// reads only texts has no decompressors in it.
func ReadText(text string, o Options) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		rd, err := newReader(o, yield)
		if err != nil {
			yield(Puzzle{}, err)
			return
		}
		rd.run(newLines(strings.NewReader(text), len(text)))
	}
}

// ParseOne reads a text that holds exactly one puzzle in any form, such as a command-line
// argument. Options.KeepGoing is ignored.
func ParseOne(text string, o Options) (Puzzle, error) {
	o.KeepGoing = false
	var one Puzzle
	for p, err := range ReadText(text, o) {
		switch {
		case err != nil:
			return Puzzle{}, err
		case !one.Board.IsZero():
			return Puzzle{}, &Error{File: fileName(o), Line: p.Line, Msg: "a second puzzle, want exactly one"}
		}
		one = p
	}
	if one.Board.IsZero() {
		return Puzzle{}, &Error{File: fileName(o), Line: 1, Msg: "no puzzle, want one"}
	}
	return one, nil
}

// handler takes the lines of one form. Both methods return false when reading must end.
type handler interface {
	// line takes a line; r.cur is the same line.
	line(b []byte) bool
	// bad takes a line that could not be read at all.
	bad(e *Error) bool
	// end takes the end of the input.
	end() bool
}

// reader is what all handlers share.
type reader struct {
	o     Options
	yield func(Puzzle, error) bool
	in    *lines
	cur   []byte   // the current line
	slab  []byte   // room for the cells of coming boards
	meta  metadata // of #-lines before a [Puzzle] line

	odd sideTables               // of the side of Options.Shape, if it is no plain one
	own [board.MaxBox + 1]*table // of Options.Alphabet, by the side of a box; 0 for the odd side

	failures int // errors passed over
}

func newReader(o Options, yield func(Puzzle, error) bool) (*reader, error) {
	o.File = fileName(o)
	if int(o.Format) >= len(formatNames) {
		return nil, fmt.Errorf("format: no form %v", o.Format)
	}
	if o.Shape != nil {
		if side := o.Shape.Side(); o.Side != 0 && o.Side != side {
			return nil, fmt.Errorf("format: side %d, but the shape has side %d", o.Side, side)
		}
		o.Side = o.Shape.Side()
	} else if o.Side != 0 {
		if _, err := board.ShapeOfSide(o.Side); err != nil {
			return nil, fmt.Errorf("format: %w", err)
		}
	}
	if o.Alphabet != "" {
		if err := checkAlphabet(o.Alphabet, o.Side); err != nil {
			return nil, err
		}
	}
	r := &reader{o: o, yield: yield}
	if o.Shape != nil && boxOf(o.Side) == 0 {
		r.odd = newSideTables(o.Side)
	}
	return r, nil
}

func fileName(o Options) string {
	if o.File == "" {
		return "<input>"
	}
	return o.File
}

// Streams that are no text, by their first bytes. gzip and zstd are read.
var magics = []struct{ bytes, name string }{
	{"\x1f\x8b", "gzip"},
	{"\x28\xb5\x2f\xfd", "zstd"},
	{"PK\x03\x04", "a zip archive"},
	{"BZh", "bzip2"},
	{"\xfd7zXZ\x00", "xz"},
	{"\xff\xfe", utf16},
	{"\xfe\xff", utf16},
}

const utf16 = "UTF-16"

// notText returns the error for a stream that is something else than text.
func notText(name string) *Error {
	msg := "found " + name + ", want text, gzip or zstd"
	if name == utf16 {
		msg = "found text in UTF-16, want UTF-8: convert it, for instance with iconv -f UTF-16 -t UTF-8"
	}
	return &Error{Line: 1, Msg: msg}
}

// byteOrderMark is what some editors put before text in UTF-8.
var byteOrderMark = []byte("\uFEFF")

// magic names what a stream is if it is no text.
func magic(head []byte) string {
	for _, m := range magics {
		if bytes.HasPrefix(head, []byte(m.bytes)) {
			return m.name
		}
	}
	return ""
}

// run reads all lines. The handler is chosen at the first line that is neither blank nor a
// comment.
func (r *reader) run(in *lines) {
	r.in = in
	var h handler
	for {
		line, err := in.next()
		line = bytes.TrimPrefix(line, byteOrderMark) // of the file, or of one joined to it
		r.cur = line
		switch {
		case err == nil:
		case errors.Is(err, io.EOF):
			if h != nil {
				h.end()
			}
			return
		case errors.Is(err, errLongLine):
			e := r.errorf(-1, "line is longer than %d bytes", maxLine)
			if h == nil && !r.fail(e) || h != nil && !h.bad(e) {
				return
			}
			continue
		default:
			r.fatal(&Error{Line: in.number + 1, Msg: "reading: " + err.Error(), Err: err})
			return
		}
		if in.number == 1 && magic(line) == utf16 { // in a compressed stream
			r.fatal(notText(utf16))
			return
		}
		if i, name := in.oddAt(line); i >= 0 {
			e := r.errorf(i, "found %s", name)
			if h == nil && !r.fail(e) || h != nil && !h.bad(e) {
				return
			}
			continue
		}
		if h == nil {
			var used bool
			if h, used = r.choose(line); used {
				continue
			}
			if h == nil {
				return
			}
		}
		if !h.line(line) {
			return
		}
	}
}

// choose returns the handler for a file whose first significant line is given, or nil if
// the line is not significant. used says that the line needs no more handling. After an
// error that ends the sequence it returns nil and false.
func (r *reader) choose(line []byte) (h handler, used bool) {
	s := trim(line)
	if len(s) == 0 {
		return nil, true
	}
	if isComment(s) {
		r.meta.add(s)
		return nil, true
	}
	f := r.o.Format
	switch {
	case f == SDK || f == Auto && s[0] == '[':
		return newSDK(r), false
	case f == KaggleCSV || f == ExtremeCSV || f == Auto:
		c, ok := newTabular(r, line)
		switch {
		case ok:
			return c, true
		case f != Auto:
			r.fatal(r.errorf(-1, "no column named puzzle, quizzes or question, want a header such as puzzle,solution or source,question,answer,rating"))
			return nil, false
		}
	}
	return newText(r, f), false
}

// give yields a puzzle.
func (r *reader) give(p Puzzle) bool { return r.yield(p, nil) }

// fail reports an error about one puzzle. It returns false if that ends the sequence.
func (r *reader) fail(e *Error) bool {
	if !r.o.KeepGoing {
		r.fatal(e)
		return false
	}
	e.File = r.o.File
	r.failures++
	if r.o.Skipped != nil {
		*r.o.Skipped++
	}
	if r.o.OnError != nil {
		r.o.OnError(e)
	}
	return true
}

// fatal ends the sequence with an error. The caller must return.
func (r *reader) fatal(e *Error) {
	e.File = r.o.File
	r.yield(Puzzle{}, e)
}

// errorf returns an error at a byte offset of the current line, or about the whole line if
// the offset is negative.
func (r *reader) errorf(offset int, format string, args ...any) *Error {
	e := &Error{File: r.o.File, Line: r.in.number, Msg: fmt.Sprintf(format, args...)}
	if offset >= 0 {
		e.Column = r.column(offset)
	}
	return e
}

// column turns a byte offset of the current line into a 1-based count of characters.
func (r *reader) column(offset int) int {
	return utf8.RuneCount(r.cur[:min(offset, len(r.cur))]) + 1
}

// slabSize is how much room for cells is made at once: cheap enough to be held back by one
// puzzle that is kept, large enough that making it does not count.
const slabSize = 8 << 10

// room returns space for n cells. It stays free until keep is called.
func (r *reader) room(n int) []byte {
	if len(r.slab) < n {
		r.slab = make([]byte, max(n, slabSize))
	}
	return r.slab[:n:n]
}

// keep makes a board of the space that room returned, filled with digits.
func (r *reader) keep(cells []byte) board.Board {
	var b board.Board
	var err error
	if r.o.Shape != nil {
		b, err = board.FromCellsOn(r.o.Shape, cells)
	} else {
		b, err = board.FromCells(cells)
	}
	if err != nil { // a table or a range check let a wrong digit through
		panic("format: " + err.Error())
	}
	r.slab = r.slab[len(cells):]
	return b
}

// table returns the table for a board: that of the alphabet asked for, or a detected one.
func (r *reader) table(side int, cells, solution []byte) (*table, *Error) {
	k := boxOf(side)
	if r.o.Alphabet == "" {
		return r.sideTables(side).detect(cells, solution), nil
	}
	if r.own[k] == nil {
		if err := checkAlphabet(r.o.Alphabet, side); err != nil {
			return nil, &Error{Line: r.in.number, Msg: strings.TrimPrefix(err.Error(), "format: "), Err: err}
		}
		r.own[k] = newTable(r.o.Alphabet, side)
	}
	return r.own[k], nil
}

// sideTables returns the tables of a side.
func (r *reader) sideTables(side int) *sideTables {
	if k := boxOf(side); k != 0 {
		return &tables[k]
	}
	return &r.odd
}

// sideOf returns the side of a board of so many cells, 0 if no board to be read has as many.
func (r *reader) sideOf(cells int) int {
	if r.o.Shape == nil {
		return plainSide(cells)
	}
	if cells != r.o.Shape.Cells() {
		return 0
	}
	return r.o.Shape.Side()
}

// hasSide reports whether a board to be read may have side n.
func (r *reader) hasSide(n int) bool {
	if r.o.Shape == nil {
		return boxOf(n) != 0
	}
	return n == r.o.Shape.Side()
}

// boards fills in p.Board, and p.Solution if a solution is stated, from runs of characters
// at offsets of the current line. solution is nil if none is stated.
func (r *reader) boards(p *Puzzle, cells []byte, at int, solution []byte, solutionAt int) *Error {
	if solution != nil && len(solution) != len(cells) {
		return r.errorf(solutionAt, "solution of %d cells, want %d", len(solution), len(cells))
	}
	t, e := r.table(r.sideOf(len(cells)), cells, solution)
	if e != nil {
		return e
	}
	p.Alphabet = r.written(t, r.sideOf(len(cells)), cells, solution)
	if p.Board, e = r.translate(t, cells, at); e != nil || solution == nil {
		return e
	}
	if p.Solution, e = r.translate(t, solution, solutionAt); e != nil {
		return e
	}
	return r.checkSolution(p, solutionAt)
}

// translate turns characters into a board.
func (r *reader) translate(t *table, chars []byte, at int) (board.Board, *Error) {
	cells := r.room(len(chars))
	var or uint8
	for i, c := range chars {
		d := t[c]
		cells[i] = d
		or |= d
	}
	if or == noCell {
		for i, d := range cells {
			if d == noCell {
				char, _ := utf8.DecodeRune(chars[i:])
				return board.Board{}, r.errorf(at+i, "%s", wantCell(t, char, r.sideOf(len(chars))))
			}
		}
	}
	return r.keep(cells), nil
}

// wantCell says what was found in a cell and what would be right.
func wantCell(t *table, found rune, side int) string {
	first, last := byte(0), byte(0)
	for i := range t {
		c := byte(255 - i) // capitals are named rather than small letters, which come later
		switch int(t[c]) {
		case 1:
			first = c
		case side:
			last = c
		}
	}
	return fmt.Sprintf("found %q, want a digit %c to %c or a blank", found, first, last)
}

// checkSolution returns an error unless the solution solves the puzzle. The quick test
// serves the millions of plain boards that are right; the words come from
// board.CheckSolution.
func (r *reader) checkSolution(p *Puzzle, at int) *Error {
	shape := p.Board.Shape()
	if shape.Plain() && solves(p.Board, p.Solution) {
		return nil
	}
	given, solution := p.Board.Cells(), p.Solution.Cells()
	for i, d := range solution {
		switch g := given[i]; {
		case d == 0:
			return r.errorf(at+i, "solution is blank at %s, want a full board", shape.CellName(i))
		case g != 0 && g != d:
			return r.errorf(at+i, "solution has %d at %s, want the given %d", d, shape.CellName(i), g)
		}
	}
	err := board.CheckSolution(p.Board, p.Solution)
	switch {
	case err == nil && shape.Plain():
		panic("format: two checks of a solution disagree")
	case err == nil:
		return nil
	}
	return r.errorf(at, "solution is wrong: %s", strings.TrimPrefix(err.Error(), "board: "))
}

// solves reports whether grid is full, keeps the givens of puzzle and repeats no digit.
// Both have the same plain shape.
func solves(puzzle, grid board.Board) bool {
	k, n := grid.Shape().Box(), grid.Shape().Side()
	given, cells := puzzle.Cells(), grid.Cells()
	// A bit for each digit seen; bit 0 collects blanks and repeats.
	var columns [board.MaxSide]uint64
	var wrong uint64
	for top := 0; top < n; top += k {
		var boxes [board.MaxBox]uint64
		for row := top; row < top+k; row++ {
			var inRow uint64
			line := cells[row*n:][:n]
			givenLine := given[row*n:][:n]
			for box := range k {
				inBox := boxes[box]
				for column := box * k; column < (box+1)*k; column++ {
					d, g := line[column], givenLine[column]
					if g != 0 && g != d {
						return false
					}
					bit := uint64(1) << (d & 63)
					wrong |= (inRow | inBox | columns[column]) & bit
					inRow |= bit
					inBox |= bit
					columns[column] |= bit
				}
				boxes[box] = inBox
			}
			wrong |= inRow & 1
		}
	}
	return wrong == 0 && bits.OnesCount64(columns[0]) == n
}

// trim removes white space of one byte from both ends. bytes.TrimSpace knows more, at the
// cost of decoding.
func trim(b []byte) []byte {
	for len(b) > 0 && isSpace(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && isSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

// isComment reports whether a trimmed line is a comment.
func isComment(s []byte) bool {
	return s[0] == '#' || s[0] == ';' || len(s) > 1 && s[0] == '/' && s[1] == '/'
}
