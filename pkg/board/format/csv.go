package format

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Columns that a header may name.
const (
	colPuzzle = iota
	colSolution
	colRating
	colName
	colSource
	colCount
	columns
)

// columnNames lists the names of each column, in lower case.
var columnNames = [columns][]string{
	colPuzzle:   {"puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "board"},
	colSolution: {"solution", "solutions", "answer", "answers", "solved"},
	colRating:   {"rating", "difficulty", "level"},
	colName:     {"name", "title", "id"},
	colSource:   {"source", "origin"},
	colCount:    {"count", "solution_count"},
}

// tabular handles comma-, semicolon- or tab-separated values under a header.
type tabular struct {
	r         *reader
	separator byte
	column    [columns]int // index of the field, -1 if the header lacks it
	want      int          // fields in a record
	fields    []field
	// The last strings made; a column such as the source repeats itself for long.
	last [columns]string
}

// field is a field of a record and the offset in the line where it starts.
type field struct {
	text  []byte
	start int
}

// newTabular returns a handler if the line is a header that names a column of puzzles.
// A single word is no header: it may be a title.
func newTabular(r *reader, header []byte) (*tabular, bool) {
	c := &tabular{r: r, separator: ','}
	for _, s := range []byte{'\t', ';', ','} {
		if bytes.IndexByte(header, s) >= 0 {
			c.separator = s
			break
		}
	}
	if e := c.split(header); e != nil || len(c.fields) < 2 {
		return nil, false
	}
	for i := range c.column {
		c.column[i] = -1
	}
	c.want = len(c.fields)
	for i, f := range c.fields {
		name := strings.ToLower(string(trim(f.text)))
		for col, names := range columnNames {
			for _, n := range names {
				if n == name && c.column[col] < 0 {
					c.column[col] = i
				}
			}
		}
	}
	return c, c.column[colPuzzle] >= 0
}

// split cuts a line into fields. A field may be quoted; a doubled quote in it stands for
// one. A record does not go over several lines.
func (c *tabular) split(b []byte) *Error {
	c.fields = c.fields[:0]
	for at := 0; ; {
		var f field
		var end int // of the field, before the separator
		if at < len(b) && b[at] == '"' {
			var e *Error
			if f, end, e = c.quoted(b, at); e != nil {
				return e
			}
		} else {
			end = len(b)
			if i := bytes.IndexByte(b[at:], c.separator); i >= 0 {
				end = at + i
			}
			f = field{b[at:end], at}
		}
		c.fields = append(c.fields, f)
		if end == len(b) {
			return nil
		}
		at = end + 1
	}
}

// quoted reads a quoted field that starts at an offset.
func (c *tabular) quoted(b []byte, at int) (f field, end int, e *Error) {
	f.start = at + 1
	i := bytes.IndexByte(b[f.start:], '"')
	if i < 0 {
		return f, 0, c.r.errorf(at, "quoted field without an end, want a closing quote on the same line")
	}
	end = f.start + i
	f.text = b[f.start:end]
	for end++; end < len(b) && b[end] == '"'; end++ { // a doubled quote
		i := bytes.IndexByte(b[end+1:], '"')
		if i < 0 {
			return f, 0, c.r.errorf(at, "quoted field without an end, want a closing quote on the same line")
		}
		f.text = append(slices.Clip(f.text), b[end:end+1+i]...)
		end += 1 + i
	}
	if end < len(b) && b[end] != c.separator {
		return f, 0, c.r.errorf(end, "found %q behind a closing quote, want %q", b[end], c.separator)
	}
	return f, end, nil
}

func (c *tabular) bad(e *Error) bool { return c.r.fail(e) }

func (c *tabular) end() bool { return true }

func (c *tabular) line(b []byte) bool {
	if len(trim(b)) == 0 {
		return true
	}
	p, e := c.record(b)
	if e != nil {
		return c.r.fail(e)
	}
	return c.r.give(p)
}

func (c *tabular) record(b []byte) (Puzzle, *Error) {
	r := c.r
	p := Puzzle{Count: -1, Line: r.in.number}
	if e := c.split(b); e != nil {
		return p, e
	}
	if len(c.fields) != c.want {
		return p, r.errorf(-1, "%d fields, want %d as in the header", len(c.fields), c.want)
	}
	puzzle := c.fields[c.column[colPuzzle]]
	cells := trim(puzzle.text)
	at := puzzle.start + bytes.Index(puzzle.text, cells)
	if n := r.sideOf(len(cells)); n == 0 || r.o.Side != 0 && n != r.o.Side {
		for i, ch := range cells {
			if !isCell(ch) {
				char, _ := utf8.DecodeRune(cells[i:])
				return p, r.errorf(at+i, "found %q, want a digit or a blank", char)
			}
		}
		return p, r.errorf(at, "%d cells, want %s", len(cells), (&text{r: r, boards: true, side: r.o.Side}).want(len(cells)))
	}
	var solution []byte
	solutionAt := 0
	if i := c.column[colSolution]; i >= 0 {
		f := c.fields[i]
		if solution = trim(f.text); len(solution) == 0 {
			solution = nil
		}
		solutionAt = f.start + bytes.Index(f.text, solution)
	}
	if e := r.boards(&p, cells, at, solution, solutionAt); e != nil {
		return p, e
	}
	p.Rating = c.string(colRating)
	p.Name = c.string(colName)
	p.Source = c.string(colSource)
	if i := c.column[colCount]; i >= 0 {
		if word := trim(c.fields[i].text); len(word) > 0 {
			n, err := strconv.ParseUint(string(word), 10, 31)
			if err != nil {
				return p, r.errorf(c.fields[i].start, "found %q, want the number of solutions", clip(word))
			}
			p.Count = int(n) //nolint:gosec // 31 bits
		}
	}
	return p, nil
}

// string returns a field of the record as a string, the same one again if it repeats.
func (c *tabular) string(column int) string {
	if c.column[column] < 0 {
		return ""
	}
	b := c.fields[c.column[column]].text
	if string(b) != c.last[column] {
		c.last[column] = string(b)
	}
	return c.last[column]
}
