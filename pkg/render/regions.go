package render

// weight is that of a line between two cells, or of one of the four lines that meet at a
// crossing.
type weight uint8

const (
	noLine    weight = iota // inside a region, in the compact form
	thinLine                // inside a region, in the wide form
	thickLine               // between regions and around the board
)

// across returns the weight of the line between two neighbouring cells; one of them may lie
// outside of the board.
func (t *texter) across(row1, col1, row2, col2 int) weight {
	n := t.shape.Side()
	inside := func(row, col int) bool { return row >= 0 && row < n && col >= 0 && col < n }
	first, second := inside(row1, col1), inside(row2, col2)
	switch {
	case !first && !second:
		return noLine
	case first != second || t.shape.BoxOf(t.shape.Cell(row1, col1)) != t.shape.BoxOf(t.shape.Cell(row2, col2)):
		return thickLine
	case t.o.Wide:
		return thinLine
	}
	return noLine
}

// above is the weight of the line above a cell; row n stands for the lower edge.
func (t *texter) above(row, col int) weight { return t.across(row-1, col, row, col) }

// before is the weight of the line on the left of a cell; column n stands for the right edge.
func (t *texter) before(row, col int) weight { return t.across(row, col-1, row, col) }

// regionStripes is stripes, for columns and rows, on a board with regions.
func (t *texter) regionStripes() (at, down []int) {
	n := t.shape.Side()
	at, down = make([]int, n+1), make([]int, n+1)
	for i := range n + 1 {
		at[i] = 1 + i*(t.slotW+1)
	}
	for i := range n + 1 {
		line := 0
		for col := range n {
			if t.above(i, col) != noLine {
				line = 1
			}
		}
		down[i] = line
		if i > 0 {
			down[i] += down[i-1] + t.slotH
		}
	}
	return at, down
}

// regionFrame draws the lines of a board with regions, the thin ones in the wide form only.
func (t *texter) regionFrame() {
	n := t.shape.Side()
	set := t.frameSet()
	put := func(x, y int, r rune) { t.put(t.x0+x, t.y0+y, string(r), faintText) }
	for i := range n + 1 {
		for j := range n { // the line on the left of row j's cell in column i, and above column j's in row i
			if w := t.before(j, i); w != noLine {
				for y := range t.slotH {
					put(t.at[i]-1, t.down[j]+y, set.vertical[w-thinLine])
				}
			}
			if w := t.above(i, j); w != noLine {
				for x := range t.slotW {
					put(t.at[j]+x, t.down[i]-1, set.horizontal[w-thinLine])
				}
			}
		}
	}
	for row := range n + 1 {
		if row > 0 && t.down[row] == t.down[row-1]+t.slotH {
			continue // no border passes between these rows
		}
		for col := range n + 1 {
			up, down := t.before(row-1, col), t.before(row, col)
			left, right := t.above(row, col-1), t.above(row, col)
			if r := t.crossing(up, down, left, right); r != ' ' {
				put(t.at[col]-1, t.down[row]-1, r)
			}
		}
	}
}

// The crossings, by the sum of 1 for up, 2 for down, 4 for left and 8 for right: lightCrossings
// by the lines that are there, mixedCrossings by those of four that are thick. A border has
// no loose end, so that no line or one alone do not come up.
var (
	lightCrossings = [16]rune{' ', ' ', ' ', '│', ' ', '┘', '┐', '┤', ' ', '└', '┌', '├', '─', '┴', '┬', '┼'}
	mixedCrossings = [16]rune{'┼', '╀', '╁', '╂', '┽', '╃', '╅', '╉', '┾', '╄', '╆', '╊', '┿', '╇', '╈', '╋'}
	asciiCrossings = [16]rune{' ', ' ', ' ', '|', ' ', '+', '+', '+', ' ', '+', '+', '+', '-', '+', '+', '+'}
)

// crossing returns the character at which four lines meet.
func (t *texter) crossing(up, down, left, right weight) rune {
	there, thick := 0, 0
	for i, w := range [...]weight{up, down, left, right} {
		there |= btoi(w != noLine) << i
		thick |= btoi(w == thickLine) << i
	}
	switch {
	case t.o.ASCII && t.o.Wide:
		return '+'
	case t.o.ASCII:
		return asciiCrossings[there]
	case !t.o.Wide:
		return lightCrossings[there]
	case there == 0xF:
		return mixedCrossings[thick]
	}
	// At the edge: a thick frame, and perhaps a line that ends at it.
	set := &heavyFrame
	row, col := 1, 1
	switch {
	case up == noLine:
		row = 0
	case down == noLine:
		row = 2
	}
	switch {
	case left == noLine:
		col = 0
	case right == noLine:
		col = 2
	}
	switch {
	case row != 1 && col == 1 && (up == thinLine || down == thinLine):
		return set.thickRow[row]
	case row == 1 && col != 1 && (left == thinLine || right == thinLine):
		return set.thickColumn[col]
	}
	return set.both[row][col]
}
