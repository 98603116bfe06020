package board

import "encoding/binary"

// Solves reports whether grid is a solution of puzzle, as [CheckSolution] does in words. It is for those who check
// millions of answers: a plain board of side 9 takes a fraction of the time (BenchmarkSolves), all others take that of CheckSolution.
// Like that it shares nothing with an engine and reads no table of a shape.
func Solves(puzzle, grid Board) bool {
	v := rules(grid)
	if puzzle.shape != grid.shape || len(puzzle.cells) != cells9 || len(grid.cells) != cells9 || v.Diagonals || v.Regions != nil {
		return CheckSolution(puzzle, grid) == nil
	}
	return solves9((*[cells9]uint8)(puzzle.cells), (*[cells9]uint8)(grid.cells))
}

const cells9 = 81

// solves9 is Solves for plain boards of side 9.
func solves9(puzzle, grid *[cells9]uint8) bool {
	// Eight cells at once, of which the last eight overlap those before: what has a high bit is no digit, and where a
	// given stands, it must stand in the grid.
	const high, low = 0x8080808080808080, 0x7f7f7f7f7f7f7f7f
	var odd uint64
	for i := 0; i < cells9; i += 8 {
		at := min(i, cells9-8)
		p, g := binary.LittleEndian.Uint64(puzzle[at:]), binary.LittleEndian.Uint64(grid[at:])
		given := (p + low) & high >> 7 * 0xff // 0xff in each byte of p that holds a digit
		odd |= (p^g)&given | (p|g)&0xf0f0f0f0f0f0f0f0
	}
	if odd != 0 {
		return false
	}
	// Bit d of a mask: digit d has come. A unit of nine cells holds all nine digits exactly if each comes once. A word
	// holds the masks of three neighbouring columns, 20 bits each.
	const all, three = 0x3fe, 0x3fe | 0x3fe<<20 | 0x3fe<<40
	var left, middle, right uint64 // columns
	units := uint64(all)           // the digits that all rows and boxes so far hold
	for top := 0; top < cells9; top += 27 {
		var a, b, c uint64 // the three boxes
		for from := top; from < top+27; from += 9 {
			row := (*[9]uint8)(grid[from:])
			x, y, z := masks(row[0], row[1], row[2]), masks(row[3], row[4], row[5]), masks(row[6], row[7], row[8])
			left, middle, right = left|x, middle|y, right|z
			a, b, c = a|x, b|y, c|z
			units &= merged(x | y | z)
		}
		units &= merged(a) & merged(b) & merged(c)
	}
	return units&all == all && left&middle&right == three
}

// masks puts three digits below 16 into a word of masks.
func masks(a, b, c uint8) (m uint64) {
	m |= 1 << (a & 63)
	m |= 1 << ((b + 20) & 63)
	m |= 1 << ((c + 40) & 63)
	return m
}

// merged puts the three masks of a word together, in its low bits.
func merged(m uint64) uint64 { return m | m>>20 | m>>40 }
