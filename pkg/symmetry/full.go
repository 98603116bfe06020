package symmetry

import "slices"

// A full 9×9 grid needs no partial transforms. Its first canonical row is 123456789 whichever line comes first, so a second line
// of the same band leaves few orders of the columns to try. Let follow(c) be the column where the first line holds what the second
// holds in column c. Column c at place p puts into the second row the place of follow(c), so follow alone decides that row:
//
//	every stack follows one other      4 5 6 | 7 8 9 | 1 2 3   in some order of the last three: 3 stacks may come first, in 6 orders
//	every stack follows both others    4 5 7 | . . . | . . .   3 stacks may come first; 2 columns may be exchanged there, 2 in the last
//
// There is no third case in a grid: if a digits of the first box of the second line stem from the second box of the first line,
// then a of the second box stem from the third, and a of the third from the first. Each arrangement tells all other rows too, so
// what remains is to compare: 36 pairs of lines with 18 or 12 arrangements each, of which few spell the smallest second row.

// fullSearch is the workspace of the search.
type fullSearch struct {
	cells    [2][81]uint8  // the grid and its transpose
	arranged []arrangement // those that spell the smallest second row

	least [9]packed   // the canonical rows
	by    arrangement // that leads to them
	rows  [9]uint8    // its image row → source row
}

// arrangement is a geometric transform of a full 9×9 grid, as far as two rows and all columns go.
type arrangement struct {
	side          uint8
	first, second uint8    // source rows
	cols          [9]uint8 // place → source column
}

// packed is a row of nine digits, four bits each, so that a smaller number is a smaller row.
type packed = uint64

// spell returns the row that shows, place by place, the place and one more of what of says of each column.
func spell(cols, of, at *[9]uint8) (row packed) {
	for _, c := range cols {
		row = row<<4 | packed(at[of[c]]+1)
	}
	return row
}

// search finds the form of 81 cells. It reports false for cells that are not a full grid of the plain rules.
func (m *fullSearch) search(cells []uint8) bool {
	if !m.load(cells) {
		return false
	}
	least := ^packed(0)
	m.arranged = m.arranged[:0]
	for side := range uint8(2) {
		for first := range 9 {
			where := m.columns(side, first)
			for i := 1; i < 3; i++ {
				second := first/3*3 + (first+i)%3
				var follow [9]uint8
				for c, d := range m.cells[side][second*9 : second*9+9] {
					if follow[c] = where[d]; int(follow[c])/3 == c/3 {
						return false
					}
				}
				least = m.arrange(arrangement{side: side, first: uint8(first), second: uint8(second)}, &follow, least)
			}
		}
	}
	m.settle()
	return true
}

// load takes a grid over. It reports false if a row or a column is without some digit; the search sees to the boxes.
func (m *fullSearch) load(cells []uint8) bool {
	copy(m.cells[0][:], cells)
	for r := range 9 {
		for c := range 9 {
			m.cells[1][c*9+r] = cells[r*9+c]
		}
	}
	for side := range m.cells {
		for r := range 9 {
			digits := 0
			for _, d := range m.cells[side][r*9 : r*9+9] {
				digits |= 1 << d
			}
			if digits != 1<<10-2 {
				return false
			}
		}
	}
	return true
}

// columns returns digit → column of it in a row.
func (m *fullSearch) columns(side uint8, row int) (where [10]uint8) {
	for c, d := range m.cells[side][row*9 : row*9+9] {
		where[d] = uint8(c)
	}
	return where
}

// Orders of three.
var orders = [6][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// arrange adds to m.arranged the arrangements of a pair of rows that spell the smallest second row, and returns that row; if it is smaller than
// least, they replace what is there.
func (m *fullSearch) arrange(a arrangement, follow *[9]uint8, least packed) packed {
	stack := func(c uint8) uint8 { return c / 3 }
	if stack(follow[0]) == stack(follow[1]) && stack(follow[0]) == stack(follow[2]) {
		for s := range uint8(3) {
			for _, o := range &orders {
				for j, c := range o {
					a.cols[j] = 3*s + c
					a.cols[3+j] = follow[a.cols[j]]
					a.cols[6+j] = follow[a.cols[3+j]]
				}
				least = m.compare(&a, follow, least)
			}
		}
		return least
	}
	if least>>24 < 0x457 {
		return least
	}
	for s := range uint8(3) {
		// The column of the stack that follows a stack of its own comes last.
		last := 3 * s
		for stack(follow[last]) == stack(follow[3*s+(last+1)%3]) || stack(follow[last]) == stack(follow[3*s+(last+2)%3]) {
			last++
		}
		two, three := 3*s+(last+1)%3, 3*s+(last+2)%3
		for range 2 {
			a.cols[0], a.cols[1], a.cols[2] = two, three, last
			a.cols[3], a.cols[4] = follow[two], follow[three]
			a.cols[5] = third(a.cols[3], a.cols[4])
			a.cols[6] = follow[last]
			t := 3 * stack(a.cols[6])
			a.cols[7], a.cols[8] = t+(a.cols[6]+1)%3, t+(a.cols[6]+2)%3
			least = m.compare(&a, follow, least)
			a.cols[7], a.cols[8] = a.cols[8], a.cols[7]
			least = m.compare(&a, follow, least)
			two, three = three, two
		}
	}
	return least
}

// third returns the column of a stack beside two others of it.
func third(a, b uint8) uint8 {
	s := a / 3 * 3
	return 3*s + 3 - a - b
}

// compare adds an arrangement to m.arranged if it spells the smallest second row so far, and returns that.
func (m *fullSearch) compare(a *arrangement, follow *[9]uint8, least packed) packed {
	at := inverse9(&a.cols)
	row := spell(&a.cols, follow, &at)
	if row < least {
		m.arranged = m.arranged[:0]
	}
	if row <= least {
		least = row
		m.arranged = append(m.arranged, *a)
	}
	return least
}

func inverse9(cols *[9]uint8) (at [9]uint8) {
	for p, c := range cols {
		at[c] = uint8(p)
	}
	return at
}

// settle finds the smallest of the grids that m.arranged spells.
func (m *fullSearch) settle() {
	for i, a := range m.arranged {
		grid, rows := m.grid(&a)
		if i == 0 || slices.Compare(grid[:], m.least[:]) < 0 {
			m.least, m.by, m.rows = grid, a, rows
		}
	}
}

// grid returns the smallest grid that an arrangement leads to, row by row, and its source rows.
func (m *fullSearch) grid(a *arrangement) (grid [9]packed, rows [9]uint8) {
	where := m.columns(a.side, int(a.first))
	at := inverse9(&a.cols)
	var label [10]packed
	for d := 1; d <= 9; d++ {
		label[d] = packed(at[where[d]] + 1)
	}
	band := a.first / 3
	rows = [9]uint8{a.first, a.second, third(a.first, a.second)}
	for i := range uint8(6) {
		rows[3+i] = (3*band + 3 + i) % 9
	}
	for i, r := range rows {
		row := m.cells[a.side][int(r)*9 : int(r)*9+9]
		for _, c := range &a.cols {
			grid[i] = grid[i]<<4 | label[row[c]]
		}
	}
	swap := func(i, j int) {
		grid[i], grid[j] = grid[j], grid[i]
		rows[i], rows[j] = rows[j], rows[i]
	}
	for _, i := range [...]int{3, 4, 3, 6, 7, 6} {
		if grid[i] > grid[i+1] {
			swap(i, i+1)
		}
	}
	if grid[3] > grid[6] {
		for i := 3; i < 6; i++ {
			swap(i, i+3)
		}
	}
	return grid, rows
}

// form writes the canonical form over 81 cells.
func (m *fullSearch) form(to []uint8) {
	for r, row := range m.least {
		for p := range 9 {
			to[r*9+p] = uint8(row >> (32 - 4*p) & 15)
		}
	}
}

// transform returns the transform that leads to the form.
func (m *fullSearch) transform() Transform {
	t := Transform{Box: 3, Transpose: m.by.side == 1}
	copy(t.Rows[:], m.rows[:])
	for p, c := range m.by.cols {
		t.Cols[p] = c
		t.Digits[m.cells[m.by.side][int(m.by.first)*9+int(c)]] = uint8(p + 1)
	}
	return t
}
