package format

import (
	"bytes"
	"strconv"
)

// lineFast reads the common case, 81 characters of Numeric at the start of a line. done is
// false if the line is anything else.
func (t *text) lineFast(b []byte) (done, more bool) {
	r := t.r
	src := (*[standard]byte)(b)
	cells := r.room(standard)
	dst := (*[standard]byte)(cells)
	var or uint8
	for i, c := range src {
		d := t.fast[c]
		dst[i] = d
		or |= d
	}
	if or == noCell || len(b) > standard && !isSeparator(b[standard]) {
		return false, true
	}
	if t.format == CountLine {
		return false, true
	}
	if len(b) > standard {
		return true, t.puzzleLine(b, false)
	}
	if t.lineSide == 0 {
		t.lineSide = 9
	}
	p := Puzzle{Board: r.keep(cells), Count: -1, Line: r.in.number}
	return true, t.give(p)
}

// puzzleLine reads a board from the first token of a line, or the second behind a name,
// and what stands behind it.
func (t *text) puzzleLine(b []byte, named bool) bool {
	r := t.r
	start := skipSeparators(b, 0)
	end := skipToken(b, start)
	name := ""
	if named {
		name = string(r.cur[start:end])
		start = skipSeparators(b, end)
		end = skipToken(b, start)
	}
	if t.format == CountLine {
		return t.fail(r.errorf(-1, "no colon, want puzzle:count:solution"))
	}
	p := Puzzle{Count: -1, Line: r.in.number}
	cells := b[start:end]
	solution, at := t.tail(&p, end, len(cells))
	if named {
		p.Name = join(" ", name, p.Name)
	}
	if e := r.boards(&p, cells, start, solution, at); e != nil {
		return t.fail(e)
	}
	return t.giveLine(p)
}

// giveLine yields a puzzle that stood alone on its line.
func (t *text) giveLine(p Puzzle) bool {
	if t.lineSide == 0 {
		t.lineSide = p.Board.Shape().Side()
		t.small = t.lineSide == 4
	}
	return t.give(p)
}

// tail reads what follows a puzzle on its line, from an offset: a solution in as many
// cells, then rating and name. It returns the solution and its offset, if there is one.
func (t *text) tail(p *Puzzle, at, cells int) (solution []byte, solutionAt int) {
	line := t.r.cur
	separator := byte(' ')
	if at < len(line) && line[at] == '\t' {
		separator = '\t'
	}
	at = skipSpace(line, at)
	if at == len(line) {
		return nil, 0
	}
	if c := line[at]; c == ',' || c == ';' || c == '|' {
		separator = c
		at = skipSpace(line, at+1)
	}
	first, others, more := cut(line[at:], separator)
	if word := trim(first); isSolution(word, cells) {
		solution, solutionAt = word, at
		at = skipSpace(line, min(at+len(first)+1, len(line)))
		first, others, more = cut(line[at:], separator)
	}
	all, first, others := trim(line[at:]), trim(first), trim(others)
	switch {
	case len(all) > 0 && all[0] == '#':
		p.Name = string(trim(all[1:]))
	case isRating(first) || more && separator != ' ':
		p.Rating, p.Name = string(first), string(others)
	default:
		p.Name = string(all)
	}
	return solution, solutionAt
}

// skipSpace returns the offset of the first character from an offset on that is no space.
func skipSpace(b []byte, at int) int {
	for at < len(b) && isSpace(b[at]) {
		at++
	}
	return at
}

// cut cuts b at the first separator.
func cut(b []byte, separator byte) (before, after []byte, found bool) {
	if i := bytes.IndexByte(b, separator); i >= 0 {
		return b[:i], b[i+1:], true
	}
	return b, nil, false
}

// skipSeparators returns the offset of the first character from an offset on that is no
// separator.
func skipSeparators(b []byte, at int) int {
	for at < len(b) && isSeparator(b[at]) {
		at++
	}
	return at
}

// skipToken returns the offset of the first separator from an offset on.
func skipToken(b []byte, at int) int {
	for at < len(b) && !isSeparator(b[at]) {
		at++
	}
	return at
}

// isSolution reports whether a word behind a puzzle of so many cells is meant as its
// solution. Words of 16 letters exist, so a 4×4 solution must be of four characters.
func isSolution(word []byte, cells int) bool {
	if len(word) != cells || !allCells(word) {
		return false
	}
	if cells > 16 {
		return true
	}
	for _, c := range word {
		if ('1' > c || c > '4') && ('A' > c || c > 'D') {
			return false
		}
	}
	return true
}

// isRating reports whether a word looks like a measure of difficulty: 8.4, 11.9/1.2/1.2,
// ED=10.3/10.3/2.6.
func isRating(word []byte) bool {
	if i := bytes.IndexByte(word, '='); i > 0 && i <= 3 {
		word = word[i+1:]
	}
	if len(word) == 0 || !isDecimal(word[0]) {
		return false
	}
	for _, c := range word {
		if !isDecimal(c) && c != '.' && c != '/' {
			return false
		}
	}
	return true
}

// countLine reads puzzle:count:solution. done is false if the line is not of that form.
func (t *text) countLine(b []byte) (done, more bool) {
	r := t.r
	colon := bytes.IndexByte(b, ':')
	if colon < 0 {
		return false, true
	}
	cells := trim(b[:colon])
	if t.boardSide(len(cells)) == 0 || !allCells(cells) {
		return false, true
	}
	if !t.interrupt(false) {
		return true, false
	}
	p := Puzzle{Count: -1, Line: r.in.number}
	at := colon + 1
	count, _, stated := cut(b[at:], ':')
	if !stated {
		// puzzle:count, and perhaps text
		end := skipToken(count, 0)
		count = count[:end]
		t.tail(&p, at+end, -1)
	}
	if word := trim(count); len(word) > 0 {
		n, err := strconv.ParseUint(string(word), 10, 31)
		if err != nil {
			return true, t.fail(r.errorf(at, "found %q, want the number of solutions", clip(word)))
		}
		p.Count = int(n) //nolint:gosec // 31 bits
	}
	var solution []byte
	solutionAt := 0
	if stated {
		solutionAt = skipSpace(b, at+len(count)+1)
		end := skipToken(b, solutionAt)
		if solution = b[solutionAt:end]; len(solution) == 0 {
			solution = nil
		}
		t.tail(&p, end, -1)
	}
	if solution != nil && p.Count == 0 {
		return true, t.fail(r.errorf(solutionAt, "a solution of a puzzle that is said to have none"))
	}
	start := skipSpace(b, 0)
	if e := r.boards(&p, cells, start, solution, solutionAt); e != nil {
		return true, t.fail(e)
	}
	return true, t.giveLine(p)
}
