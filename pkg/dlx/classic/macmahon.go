package classic

import (
	"fmt"
	"strconv"

	"sudokulab/pkg/dlx"
)

// MacMahon tiles a board of rows × columns cells with P. A. MacMahon's squares (New
// Mathematical Pastimes, 1921): one tile for each way to color the four edges of a square,
// rotations being the same tile, so that edges that meet agree and the rim of the board has
// color 0 all round. Tiles are turned, not flipped. With 2 colors there are 6 tiles, with 3
// colors 24, with 4 colors 70; the board must have as many cells. The 24 tiles have 8·13328
// tilings of 4×6 cells, eight for each one by reflections and the exchange of colors 1 and 2.
//
// The tiles, "t" + the smallest of their color strings, and the cells, "row,column", are
// primary items; the edges between cells, "h…" above and "v…" left of a cell, are secondary
// ones whose colors must agree.
func MacMahon(colors, rows, columns int) (*dlx.Problem, error) {
	if colors < 1 || colors > 4 || rows < 1 || columns < 1 {
		return nil, fmt.Errorf("classic: MacMahon squares of %d colors on %d×%d cells, want 1 … 4 colors", colors, rows, columns)
	}
	tiles := macmahonTiles(colors)
	if rows > len(tiles) || rows*columns != len(tiles) {
		return nil, fmt.Errorf("classic: %d×%d cells for %d MacMahon squares", rows, columns, len(tiles))
	}
	var b dlx.Builder
	tile := make([]int, len(tiles))
	for i, t := range tiles {
		tile[i] = b.Primary(fmt.Sprintf("t%d%d%d%d", t[0], t[1], t[2], t[3]))
	}
	name := func(c int) string { return strconv.Itoa(c/columns) + "," + strconv.Itoa(c%columns) }
	cells := rows * columns
	cell, above, before := make([]int, cells), make([]int, cells), make([]int, cells)
	for c := range cells {
		cell[c] = b.Primary(name(c))
	}
	for c := range cells {
		if c >= columns {
			above[c] = b.Secondary("h" + name(c))
		}
		if c%columns > 0 {
			before[c] = b.Secondary("v" + name(c))
		}
	}
	color := make([]int, colors)
	for i := range color {
		color[i] = b.Color(strconv.Itoa(i))
	}

	// side is an edge of a cell: its item, or none on the rim.
	type side struct {
		item int
		rim  bool
	}
	var option []dlx.Element
	for i, t := range tiles {
		for c := range cells {
			sides := [4]side{ // clockwise from the top
				{above[c], c < columns},
				{before[(c+1)%cells], c%columns == columns-1},
				{above[(c+columns)%cells], c >= cells-columns},
				{before[c], c%columns == 0},
			}
			for turn := range 4 {
				if turn > 0 && rotate(t, turn) == t || turn == 3 && rotate(t, 2) == t {
					continue
				}
				option = append(option[:0], dlx.Element{Item: tile[i]}, dlx.Element{Item: cell[c]})
				fits := true
				for k, s := range sides {
					switch x := rotate(t, turn)[k]; {
					case !s.rim:
						option = append(option, dlx.Element{Item: s.item, Color: color[x]})
					case x != 0:
						fits = false
					}
				}
				if fits {
					b.Option(option...)
				}
			}
		}
	}
	return b.Build()
}

// macmahonTiles returns the color strings that no rotation makes smaller, rising.
func macmahonTiles(colors int) [][4]int {
	var out [][4]int
	for n := range colors * colors * colors * colors {
		t := [4]int{n / (colors * colors * colors), n / (colors * colors) % colors, n / colors % colors, n % colors}
		least := true
		for turn := 1; turn < 4; turn++ {
			least = least && !less(rotate(t, turn), t)
		}
		if least {
			out = append(out, t)
		}
	}
	return out
}

func rotate(t [4]int, turn int) [4]int {
	return [4]int{t[turn%4], t[(turn+1)%4], t[(turn+2)%4], t[(turn+3)%4]}
}

func less(a, b [4]int) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}
