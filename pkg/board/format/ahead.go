package format

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"

	"sudokulab/pkg/board"
)

// ReadMany yields what [Read] does, several times as fast where millions of plain 9×9 boards are alike: lines of 81
// characters, grids of nine lines of nine, and records under a header such as puzzle,solution on the first line, not
// compressed.
//
// The reader of Read stays the judge of every form. Behind each puzzle that it has yielded, as many of the next lines
// as look just like that one are taken from the buffer without asking it again; the first that does not is left to it.
// So nothing here has an error to tell. The rival was a faster reader of each form, which would have had to know what
// the other knows of titles, comments, bands and damage.
func ReadMany(r io.Reader, o Options) iter.Seq2[Puzzle, error] {
	alike := o.Shape == nil && (o.Side == 0 || o.Side == 9) && (o.Alphabet == "" || o.Alphabet == board.Numeric)
	if r == nil || !alike {
		return Read(r, o)
	}
	return func(yield func(Puzzle, error) bool) {
		a := &ahead{give: yield}
		rd, err := newReader(o, a.yield)
		if err != nil {
			yield(Puzzle{}, err)
			return
		}
		a.reader = rd
		buffered := bufio.NewReader(r) // which unpack uses, too
		if head, err := buffered.Peek(6); err == nil && magic(head) == "" {
			a.header(buffered)
		}
		rd.unpack(buffered)
	}
}

// ahead takes what is alike from the buffer of a reader, which calls its yield.
type ahead struct {
	*reader
	give  func(Puzzle, error) bool
	table *tabular // of the records, nil if the first line is no header
	pair  bool     // a record is a puzzle and its solution
}

// header looks whether the first line is the header of a table.
func (a *ahead) header(buffered *bufio.Reader) {
	there, err := buffered.Peek(buffered.Buffered())
	line, _, whole := bytes.Cut(there, []byte("\n"))
	line = trim(bytes.TrimPrefix(bytes.TrimSuffix(line, []byte("\r")), byteOrderMark))
	if err != nil && !errors.Is(err, io.EOF) || !whole || len(line) == 0 || isComment(line) || bytes.IndexByte(line, '"') >= 0 {
		return
	}
	if f := a.o.Format; line[0] == '[' || f != Auto && f != KaggleCSV && f != ExtremeCSV {
		return
	}
	if t, ok := newTabular(a.reader, line); ok && t.column[colCount] < 0 {
		a.table, a.pair = t, t.want == 2 && t.column[colPuzzle] == 0 && t.column[colSolution] == 1
	}
}

// yield passes a puzzle on, and then those that follow it and are like it. The reader is between two puzzles then if the
// last line of this one is the line that it has read last.
func (a *ahead) yield(p Puzzle, err error) bool {
	if !a.give(p, err) || err != nil {
		return false
	}
	form := oneLine
	switch {
	case a.in.odd:
		return true
	case a.table != nil && p.Line == a.in.number:
		form = oneRecord
	case p.Line == a.in.number && len(a.cur) == standard: // so it is no record
	case p.Line+8 == a.in.number && len(a.cur) == 9:
		form = nineRows
	default:
		return true
	}
	for {
		p = Puzzle{Count: -1}
		end, lines := 0, 0
		// A switch, not a function value: p would be on the heap, which costs a line a fifth more.
		switch b := a.in.buf[a.in.start:a.in.end]; form {
		case oneLine:
			end, lines = a.line(&p, b)
		case oneRecord:
			end, lines = a.record(&p, b)
		case nineRows:
			end, lines = a.rows(&p, b)
		}
		if lines == 0 {
			return true
		}
		a.in.start += end
		a.in.number += lines
		if !a.give(p, nil) {
			return false
		}
	}
}

// What the puzzles that are alike look like.
const (
	oneLine = iota
	oneRecord
	nineRows
)

// ends returns the length of the line end that b begins with, 0 if it does not begin with one.
func ends(b []byte) int {
	switch {
	case len(b) > 0 && b[0] == '\n':
		return 1
	case len(b) > 1 && b[0] == '\r' && b[1] == '\n':
		return 2
	}
	return 0
}

// line takes a line of 81 cells. Like record and rows it returns the length of the text that is in p now, and the
// number of its lines, 0 if the text does not begin with a puzzle of the form.
func (a *ahead) line(p *Puzzle, b []byte) (end, lines int) {
	if len(b) <= standard {
		return 0, 0
	}
	end = ends(b[standard:])
	if end == 0 || !a.board(&p.Board, b[:standard]) {
		return 0, 0
	}
	p.Line = a.in.number + 1
	return standard + end, 1
}

// digits translates characters, and returns false if one is no digit or blank.
func digits(dst, chars *[standard]byte) bool {
	t := tables[3].numeric
	var or uint8
	for i, c := range chars {
		d := t[c]
		dst[i] = d
		or |= d
	}
	return or != noCell
}

// rows takes a grid of nine lines, perhaps behind blank ones.
func (a *ahead) rows(p *Puzzle, b []byte) (end, lines int) {
	for n := ends(b); n > 0; n = ends(b[end:]) {
		end += n
		lines++
	}
	p.Line = a.in.number + lines + 1
	cells := a.room(standard)
	t := tables[3].numeric
	var or uint8
	for from := 0; from < standard; from += 9 {
		if len(b) < end+9 {
			return 0, 0
		}
		row, dst := (*[9]byte)(b[end:]), (*[9]byte)(cells[from:])
		for i, c := range row {
			dst[i] = t[c]
			or |= t[c]
		}
		n := ends(b[end+9:])
		if n == 0 || or == noCell {
			return 0, 0
		}
		end += 9 + n
		lines++
	}
	p.Board = a.keep(cells)
	return end, lines
}

// record takes a record of the table without quotes.
func (a *ahead) record(p *Puzzle, b []byte) (end, lines int) {
	const pair = standard + 1 + standard
	c := a.table
	p.Line = a.in.number + 1
	if a.pair && len(b) > pair && b[standard] == c.separator {
		if n := ends(b[pair:]); n > 0 && a.accept(p, b[:standard], b[standard+1:pair]) {
			return pair + n, 1
		}
		return 0, 0
	}
	end = bytes.IndexByte(b, '\n') + 1
	if end == 0 || end > maxLine {
		return 0, 0
	}
	line := bytes.TrimSuffix(b[:end-1], []byte("\r"))
	if bytes.IndexByte(line, '"') >= 0 || c.split(line) != nil || len(c.fields) != c.want {
		return 0, 0
	}
	var solution []byte
	if i := c.column[colSolution]; i >= 0 {
		solution = c.fields[i].text
	}
	if !a.accept(p, c.fields[c.column[colPuzzle]].text, solution) {
		return 0, 0
	}
	p.Rating, p.Name, p.Source = c.string(colRating), c.string(colName), c.string(colSource)
	return end, 1
}

// accept reads a puzzle of 81 cells and its solution, unless that is empty.
func (a *ahead) accept(p *Puzzle, puzzle, solution []byte) bool {
	return a.board(&p.Board, puzzle) && (len(solution) == 0 || a.board(&p.Solution, solution) && board.Solves(p.Board, p.Solution))
}

// board reads 81 cells.
func (a *ahead) board(b *board.Board, chars []byte) bool {
	if len(chars) != standard {
		return false
	}
	cells := a.room(standard)
	if !digits((*[standard]byte)(cells), (*[standard]byte)(chars)) {
		return false
	}
	*b = a.keep(cells)
	return true
}
