package classic

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"sudokulab/pkg/dlx"
)

// Cell is a cell of a board of unit squares.
type Cell struct{ Row, Column int }

// pentominoes are the twelve shapes of five cells by their customary letters.
var pentominoes = []struct {
	letter string
	cells  []Cell
}{
	{"F", []Cell{{0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 1}}},
	{"I", []Cell{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}},
	{"L", []Cell{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}}},
	{"N", []Cell{{0, 1}, {1, 1}, {2, 0}, {2, 1}, {3, 0}}},
	{"P", []Cell{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}}},
	{"T", []Cell{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {2, 1}}},
	{"U", []Cell{{0, 0}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}},
	{"V", []Cell{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}}},
	{"W", []Cell{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}}},
	{"X", []Cell{{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}}},
	{"Y", []Cell{{0, 1}, {1, 0}, {1, 1}, {2, 1}, {3, 1}}},
	{"Z", []Cell{{0, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 2}}},
}

// Pentominoes packs the twelve pentominoes, turned and flipped at will, into a board of
// rows × columns cells without the holes; 60 cells must be left. The items, all primary, are
// the twelve letters and the cells, "row,column". Every arrangement counts, the reflected
// and rotated ones too: 6×10 has 4·2339, 5×12 4·1010, 4×15 4·368, 3×20 4·2 solutions, 8×8
// without its middle four cells 8·65.
func Pentominoes(rows, columns int, holes ...Cell) (*dlx.Problem, error) {
	if rows < 1 || columns < 1 || rows > 60 || columns > 60+len(holes) {
		return nil, fmt.Errorf("classic: a board of %d×%d cells, want 60 without the holes", rows, columns)
	}
	const hole = -1
	item := make([]int, rows*columns)
	for _, h := range holes {
		if h.Row < 0 || h.Row >= rows || h.Column < 0 || h.Column >= columns {
			return nil, fmt.Errorf("classic: hole at row %d, column %d of a board of %d×%d cells", h.Row, h.Column, rows, columns)
		}
		item[h.Row*columns+h.Column] = hole
	}
	open := 0
	for _, i := range item {
		if i != hole {
			open++
		}
	}
	if open != 60 {
		return nil, fmt.Errorf("classic: %d cells without the holes, want 60", open)
	}

	var b dlx.Builder
	letter := make([]int, len(pentominoes))
	for i, p := range pentominoes {
		letter[i] = b.Primary(p.letter)
	}
	for c := range item {
		if item[c] != hole {
			item[c] = b.Primary(strconv.Itoa(c/columns) + "," + strconv.Itoa(c%columns))
		}
	}
	var option []dlx.Element
	for i, p := range pentominoes {
		for _, shape := range orientations(p.cells) {
			for at := range item {
				option = append(option[:0], dlx.Element{Item: letter[i]})
				for _, c := range shape {
					r, k := at/columns+c.Row, at%columns+c.Column
					if r >= rows || k >= columns || item[r*columns+k] == hole {
						break
					}
					option = append(option, dlx.Element{Item: item[r*columns+k]})
				}
				if len(option) == 1+len(shape) {
					b.Option(option...)
				}
			}
		}
	}
	return b.Build()
}

// orientations returns the different shapes that a shape can be turned and flipped into,
// each with its cells sorted and pushed into the corner.
func orientations(shape []Cell) [][]Cell {
	var out [][]Cell
	for turn := range 8 {
		turned := make([]Cell, len(shape))
		top, left := 0, 0
		for i, c := range shape {
			for range turn % 4 {
				c = Cell{c.Column, -c.Row}
			}
			if turn >= 4 {
				c.Column = -c.Column
			}
			turned[i] = c
			top, left = min(top, c.Row), min(left, c.Column)
		}
		for i := range turned {
			turned[i].Row -= top
			turned[i].Column -= left
		}
		slices.SortFunc(turned, func(a, b Cell) int {
			return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Column, b.Column))
		})
		if !slices.ContainsFunc(out, func(o []Cell) bool { return slices.Equal(o, turned) }) {
			out = append(out, turned)
		}
	}
	return out
}
