package bitboard

// The word of a digit in a band has a bit for each cell, box by box:
//
//	bit = 9·stack + 3·row + column     stack, row, column in 0–2, of the band
//
// A node packs those of bands 0 and 1 into a uint64, at bits 0 and 32. A mini-row or
// mini-column, the three cells that a line shares with a box, is called a line here. The
// mini-rows and mini-columns of the board have a bit each as well:
//
//	bit = 9·stack + 3·band + row       for mini-rows
//	bit = 27 + 9·stack + 3·band + column
const (
	cells27 = 1<<27 - 1
	cells54 = cells27 | cells27<<32
	firsts  = 0o111111111 // the first cell of each mini-row of a band
	tops    = 0o007007007 // the top cells of a band's boxes; one band's mini-rows or mini-columns
	boxes   = 0o001001001 // the first cell of each box of a band
	lines54 = 1<<54 - 1
	// firstLines has the first of the three mini-rows and of the three mini-columns of each box.
	firstLines = 0o111111111111111111
)

type tables struct {
	// rows maps the mini-rows of a band that a digit may lie in (9 bits: 3·row + stack) to
	// those that some assignment of the band's three rows to its three boxes uses: as
	// cells in the lower half, as lines (9·stack + row) in the upper half. It is 0 if there is no
	// assignment.
	rows [512]uint64
	// band is the lower half of rows alone.
	band [512]uint32
	// stack does the same for the mini-columns of a stack (3·band + column), in that form.
	stack [512]uint32
	// open is 0, 2 or 3 if there is one assignment, two, or more: for bands and stacks
	// alike, since transposing the matrix changes nothing.
	open [512]uint8
	// only01 and only2 hold, for a cell of bands 0 and 1 or of band 2, all cells but the others of
	// its box.
	only01 [64]uint64
	only2  [32]uint32
	cell   [81]cellMasks
	line   [54]lineMasks
	// groups are the lines of the three bands, then of the three stacks.
	groups [6]uint64
	// board is the cell of the board at a bit of band 0.
	board [32]uint8
}

// lineMasks are the cells of a mini-row or mini-column, and the others of its box.
type lineMasks struct {
	cells01, rest01 uint64
	cells2, rest2   uint32
	// clash are the lines of the box and those of the same row or column.
	clash uint64
}

// cellMasks are a cell and the cells that see it.
type cellMasks struct {
	bit01, peers01 uint64
	bit2, peers2   uint32
}

var table = makeTables()

func makeTables() (t tables) {
	for m := range 512 {
		ways := 0
		for a := range 3 {
			for b := range 3 {
				// Line a of group 0, line b of group 1, and the third of group 2.
				if use := 1<<a | 8<<b | 512>>(a+b); a != b && m&use == use {
					t.stack[m] |= uint32(use)
					ways++
				}
			}
		}
		if ways > 1 {
			t.open[m] = uint8(min(ways, 3))
		}
		for x := range 3 {
			for y := range 3 {
				if t.stack[m]>>(3*x+y)&1 != 0 { // row x, stack y
					t.rows[m] |= 7<<(9*y+3*x) | 1<<(32+9*y+x)
				}
			}
		}
	}
	for m := range 512 {
		t.band[m] = uint32(t.rows[m])
	}
	for c := range 27 {
		only := uint32(cells27&^(511<<(c/9*9)) | 1<<c)
		t.only2[c] = only
		t.only01[c] = uint64(only) | cells27<<32
		t.only01[32+c] = uint64(only)<<32 | cells27
		t.board[c] = uint8(c%9/3*9 + c/9*3 + c%3)
	}
	word := func(i int) (w01 uint64, w2 uint32) {
		band, row, col := i/27, i/9%3, i%9
		bit := 9*(col/3) + 3*row + col%3
		if band < 2 {
			return 1 << (32*band + bit), 0
		}
		return 0, 1 << bit
	}
	for i := range t.cell {
		m := &t.cell[i]
		m.bit01, m.bit2 = word(i)
		for j := range 81 {
			if i != j && (i/9 == j/9 || i%9 == j%9 || (i/27 == j/27 && i%9/3 == j%9/3)) {
				w01, w2 := word(j)
				m.peers01 |= w01
				m.peers2 |= w2
			}
		}
	}
	for i := range t.line {
		stack, band, k := i%27/9, i%9/3, i%3
		box := uint32(511) << (9 * stack)
		cells := uint32(0o111) << (9*stack + k)
		if i < 27 {
			cells = 7 << (9*stack + 3*k)
		}
		l := &t.line[i]
		l.clash = 7 << (i / 3 * 3)
		for j := range 3 {
			if i < 27 {
				l.clash |= 1 << (9*j + 3*band + k)
			} else {
				l.clash |= 1 << (27 + 9*stack + 3*j + k)
			}
		}
		if band < 2 {
			l.cells01, l.rest01 = uint64(cells)<<(32*band), uint64(box&^cells)<<(32*band)
		} else {
			l.cells2, l.rest2 = cells, box&^cells
		}
	}
	for k := range 3 {
		t.groups[k] = tops << (3 * k)
		t.groups[3+k] = 511 << (27 + 9*k)
	}
	return t
}
