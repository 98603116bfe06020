package format

import (
	"fmt"
	"slices"
)

// cell is a cell of a grid that is being collected. Its meaning is settled when the grid
// is complete: only then is known whether its tokens are numbers or characters, and which
// alphabet they come from.
type cell struct {
	char         byte  // the character, 0 for a number of several digits
	number       int16 // the decimal number, -1 if it is not a number
	line, column int32
}

// tooLarge stands for itself and every larger number.
const tooLarge = 1000

// grid collects rows. Blank lines end it, but a single one may also stand between bands,
// where the shape has any: then it must stand between all bands, and two of them (or a title) between grids, since
// one would leave open which of the two it is.
//
//	rows 0                 nothing collected
//	0 < rows < side        incomplete
//	rows = side            complete, bands apart: held back until it is clear that it ends here
type grid struct {
	side, rows int
	start      int    // line of the first row
	cells      []cell // side·rows of them
	either     bool   // side 16, but each row may be a 4×4 board
	banded     int    // rows collected when the last blank line came, 0 if none has
	gap        int    // blank lines since the last row
	whole      bool   // after an error: no blank lines between bands until a clear start
	skipping   bool   // after an error in a row: rows are dropped until a blank line
	dropped    int    // rows dropped so
	spare      int    // of these, how many the bad grid lacked
	from       int    // line of the error
}

// idle reports whether nothing is collected or dropped.
func (g *grid) idle() bool { return g.rows == 0 && !g.skipping }

func (g *grid) reset() {
	*g = grid{cells: g.cells[:0], whole: g.whole}
}

// row adds the current line to the grid.
func (t *text) row(b []byte, side int, numbers, either bool) bool {
	g := &t.grid
	if g.skipping {
		if g.dropped == 0 && g.spare < 0 {
			g.spare = side - 1 // the bad row was the first
		}
		g.dropped++
		return true
	}
	if t.overrun() && !t.splitBands() {
		return false
	}
	switch {
	case g.rows == 0:
	case side != g.side:
		if !t.interrupt(false) {
			return false
		}
	case g.rows == side:
		e := t.r.errorf(-1, "one blank line between grids, want two where one stands between bands")
		t.skipRows(side - 1)
		return t.fail(e)
	}
	if g.rows == 0 {
		g.side, g.start, g.either = side, t.r.in.number, either
	}
	g.gap = 0
	g.either = g.either && either
	g.rows++
	t.addCells(b, t.tokens, numbers)
	if g.rows < g.side || g.banded > 0 {
		return true
	}
	return t.finish()
}

// band returns the number of rows in a band of the grid, 0 if its shape has none.
func (t *text) band() int {
	if s := t.r.o.Shape; s != nil {
		return s.Box()
	}
	return boxOf(t.grid.side)
}

// overrun reports whether another row would make the rows since the last blank line more
// than a band.
func (t *text) overrun() bool {
	g := &t.grid
	return g.banded > 0 && g.gap == 0 && g.rows == g.banded+t.band()
}

// splitBands takes the rows since the last blank line, which are not a band, for the begin
// of another grid. So those before were a truncated one.
func (t *text) splitBands() bool {
	g := &t.grid
	e := t.tooFewRows(g.banded)
	kept := copy(g.cells, g.cells[g.banded*g.side:])
	g.cells = g.cells[:kept]
	g.rows -= g.banded
	g.start = int(g.cells[0].line)
	g.banded, g.whole = 0, true
	return t.fail(e)
}

// addCells appends the cells of tokens of the current line.
func (t *text) addCells(b []byte, tokens []token, numbers bool) {
	g := &t.grid
	line := int32(t.r.in.number) //nolint:gosec // a file of 2³¹ lines only miscounts
	// Columns count characters; without drawing characters these are the bytes.
	column := func(offset int) int32 { return int32(offset + 1) } //nolint:gosec // below maxLine
	if &b[0] != &t.r.cur[0] {
		column = func(offset int) int32 { return int32(t.r.column(offset)) } //nolint:gosec // below maxLine
	}
	for _, tok := range tokens {
		if numbers && tok.end-tok.start > 1 {
			c := cell{line: line, column: column(tok.start)}
			for _, d := range b[tok.start:tok.end] {
				c.number = min(c.number*10+int16(d-'0'), tooLarge)
			}
			g.cells = append(g.cells, c)
			continue
		}
		for i := tok.start; i < tok.end; i++ {
			c := cell{char: b[i], number: -1, line: line, column: column(i)}
			switch {
			case isDecimal(b[i]):
				c.number = int16(b[i] - '0')
			case isBlank(b[i]):
				c.number = 0
			}
			g.cells = append(g.cells, c)
		}
	}
}

// blankLine takes a blank line.
func (t *text) blankLine() bool {
	g := &t.grid
	g.gap++
	switch {
	case g.skipping:
		return t.endSkip()
	case g.rows == 0:
		if g.gap > 1 {
			g.whole = false
		}
		return true
	case g.gap > 1:
		return t.interrupt(true)
	case g.rows == g.side:
		return true
	case g.either && t.looksSmall():
		return t.interrupt(false)
	case !g.whole && g.rows == g.banded+t.band():
		g.banded = g.rows
		return true
	}
	gap := g.gap
	ok := t.interrupt(false)
	g.gap = gap
	return ok
}

// interrupt ends what is being collected or dropped, since something else follows. fresh
// says that what follows starts afresh without doubt: a title, two blank lines, the end.
func (t *text) interrupt(fresh bool) bool {
	g := &t.grid
	if g.skipping && !t.endSkip() {
		return false
	}
	defer func() { g.whole = g.whole && !fresh }()
	switch {
	case g.rows == 0:
		return true
	case g.rows == g.side:
		return t.finish()
	case g.either && t.looksSmall():
		return t.finishSmall()
	}
	e := t.tooFewRows(g.rows)
	g.reset()
	g.whole = true
	return t.fail(e)
}

// tooFewRows returns the error for a grid that ends early. Behind boards that each had a whole
// line, its rows may be such lines, cut, or smaller boards.
func (t *text) tooFewRows(rows int) *Error {
	g := &t.grid
	counted := fmt.Sprintf("%d rows", rows)
	if rows == 1 {
		counted = "1 row"
	}
	if t.lineSide == 0 {
		return &Error{Line: g.start, Msg: fmt.Sprintf("grid of %s, want %d", counted, g.side)}
	}
	msg := fmt.Sprintf("%s of %d cells behind boards of %d cells on a line, want %d cells, or %d rows for a board of side %d",
		counted, g.side, t.lineSide*t.lineSide, t.lineSide*t.lineSide, g.side, g.side)
	if g.side == 16 && t.r.o.Shape == nil && t.r.o.Side == 0 {
		msg += "; 4×4 boards belong before larger ones, or in a file of their own"
	}
	return &Error{Line: g.start, Msg: msg}
}

// badLine takes a line that is nothing known. rowLike says that it may have been meant as
// a row.
func (t *text) badLine(e *Error, rowLike bool) bool {
	g := &t.grid
	if g.skipping {
		if g.dropped > 0 || g.spare >= 0 {
			g.dropped++
			return true
		}
		return t.fail(e)
	}
	if rowLike && t.overrun() && !t.splitBands() {
		return false
	}
	spare := -1
	switch {
	case g.rows > 0 && g.rows < g.side && (!g.either || !t.looksSmall()):
		spare = g.side - g.rows - 1
		rowLike = true
	case g.rows > 0:
		rowLike = rowLike && !g.either
		if !t.interrupt(false) {
			return false
		}
	}
	if t.rows && rowLike {
		t.skipRows(spare)
	}
	return t.fail(e)
}

// skipRows drops what is collected and the rows to come, of which the bad grid lacks so
// many, or an unknown number if negative.
func (t *text) skipRows(spare int) {
	g := &t.grid
	g.reset()
	g.skipping, g.whole, g.spare, g.from = true, true, spare, t.r.in.number
}

// endSkip ends the dropping of rows. More rows than the bad grid lacked were other grids;
// that they are gone must be said.
func (t *text) endSkip() bool {
	g := &t.grid
	lost, from, spare := g.dropped, g.from, g.spare
	g.skipping, g.dropped = false, 0
	if lost <= max(spare, 0) {
		return true
	}
	return t.fail(&Error{Line: from, Msg: fmt.Sprintf(
		"%d rows after the bad one dropped, want a blank line to tell where the next grid starts", lost)})
}

// finish yields the complete grid.
func (t *text) finish() bool {
	g := &t.grid
	if g.either && t.looksSmall() {
		return t.finishSmall()
	}
	cells, side, start := g.cells, g.side, g.start
	if g.banded == 0 {
		g.whole = false
	}
	g.reset()
	p := Puzzle{Count: -1, Line: start}
	if e := t.settle(&p, cells, side); e != nil {
		return t.fail(e)
	}
	return t.give(p)
}

// looksSmall decides whether rows of 16 cells are 4×4 boards: if more than half of them
// hold digits, none beyond the fourth. 16 rows must all be so. Without a single digit,
// 16 rows are one empty board, or its bands, and other numbers are several boards.
func (t *text) looksSmall() bool {
	g := &t.grid
	if g.banded > 0 {
		return false
	}
	first4 := []*table{tables[2].numeric, tables[2].letters}
	if t.r.o.Alphabet != "" {
		own, e := t.r.table(4, nil, nil)
		if e != nil {
			return false
		}
		first4 = []*table{own}
	}
	small, digits := 0, 0
	for row := range g.rows {
		line := g.cells[row*16 : (row+1)*16]
		filled := slices.ContainsFunc(line, func(c cell) bool { return c.char != '0' && !isBlank(c.char) })
		if !filled {
			continue
		}
		digits++
		for _, small4 := range first4 {
			if !slices.ContainsFunc(line, func(c cell) bool { return small4[c.char] == noCell }) {
				small++
				break
			}
		}
	}
	if g.rows == g.side {
		return digits > 0 && small == digits
	}
	if digits == 0 {
		return g.gap == 0 || g.rows%4 != 0
	}
	return 2*small > g.rows
}

// finishSmall yields every row of 16 cells as a 4×4 board.
func (t *text) finishSmall() bool {
	g := &t.grid
	cells, rows := g.cells, g.rows
	g.reset()
	t.small = true
	for row := range rows {
		cells := cells[row*16 : (row+1)*16]
		p := Puzzle{Count: -1, Line: int(cells[0].line)}
		if e := t.settle(&p, cells, 4); e != nil {
			if !t.fail(e) {
				return false
			}
		} else if !t.giveLine(p) {
			return false
		}
	}
	return true
}

// spreadBoard yields a board whose cells are all on the current line, with separators
// between them.
func (t *text) spreadBoard(b []byte, k kind, side int, numbers bool) bool {
	p := Puzzle{Count: -1, Line: t.r.in.number}
	tokens := t.tokens
	if k == kindLead {
		p.Rating = string(b[tokens[0].start:tokens[0].end])
		p.Name = p.Rating + " " + string(b[tokens[1].start:tokens[1].end])
		tokens = tokens[2:]
	}
	t.addCells(b, tokens, numbers)
	cells := t.grid.cells
	t.grid.reset()
	if e := t.settle(&p, cells, side); e != nil {
		return t.fail(e)
	}
	return t.giveLine(p)
}

// settle turns collected cells into p.Board.
func (t *text) settle(p *Puzzle, cells []cell, side int) *Error {
	numbers := t.format == Integers
	t.scratch = t.scratch[:0]
	for _, c := range cells {
		numbers = numbers || c.char == 0
		t.scratch = append(t.scratch, c.char)
	}
	digits := t.r.room(len(cells))
	var chars *table
	if !numbers {
		var e *Error
		if chars, e = t.r.table(side, t.scratch, nil); e != nil {
			e.Line = p.Line
			return e
		}
	}
	for i, c := range cells {
		msg := ""
		switch {
		case !numbers:
			if digits[i] = chars[c.char]; digits[i] == noCell {
				msg = wantCell(chars, rune(c.char), side)
			}
		case c.number < 0:
			msg = fmt.Sprintf("found %q among numbers, want 0 to %d", c.char, side)
		case int(c.number) > side:
			msg = fmt.Sprintf("found %d, want 0 to %d", c.number, side)
			if c.number == tooLarge {
				msg = fmt.Sprintf("found a number of %d or more, want 0 to %d", tooLarge, side)
			}
		default:
			digits[i] = uint8(c.number) //nolint:gosec // at most side
		}
		if msg != "" {
			return &Error{Line: int(c.line), Column: int(c.column), Msg: msg}
		}
	}
	if !numbers {
		p.Alphabet = t.r.written(chars, side, t.scratch, nil)
	}
	p.Board = t.r.keep(digits)
	return nil
}
