package triad

import "math/bits"

const (
	allDigits = 1<<9 - 1
	oneEach   = 0x0001_0001_0001_0001 // the lowest bit of each lane of a group
	lane2     = 0xffff << 32
	lane3     = 0xffff << 48
)

// quad is a vector of 16 lanes of 16 bits, as four groups of four lanes: lane k of group g
// is bits 16k to 16k+15 of quad[g]. A lane holds a set of digits. Group g belongs to one box
// (g = 3 repeats g = 2) and lane k to one of three rows, columns or configurations (k = 3
// repeats k = 0). With no lane idle, turning three lanes stays within a group, and no test
// has to mask lanes out. Vectors are kept as arrays: the compiler holds a vector type in
// registers only where it stands alone.
type quad [4]uint64

// everything has all nine digits in each lane.
var everything = quad{allDigits * oneEach, allDigits * oneEach, allDigits * oneEach, allDigits * oneEach}

// band is a horizontal band: three rows and their configurations.
//
//	row[r]   group g, lane c: the candidates of the cell in row r, column c of box g
//	even     group g, lane r: the digits that may have even configuration r-g (mod 3)
//	odd      group g, lane r: the digits that may have odd configuration r+g (mod 3)
//
// Even configuration k of a digit puts it in row k+g of box g, odd configuration k in row
// k-g: all six ways to use each row once. So lane r of group g has the configurations that
// use row r in box g, and even|odd is what that triad may hold, without a shuffle. At a
// fixpoint the groups agree; each of them has all configurations.
type band struct {
	row       [3]quad
	even, odd quad
	// rest is what the vertical bands allowed to the cells when the last pass changed none
	// of them; as long as they allow just that, another pass would change nothing. It has a
	// lane with bits that no digit has if a pass may change something.
	rest quad
}

// state is a position of the search.
type state struct {
	band [3]band
	// The vertical bands in one vector each: group j, lane k has the digits that may have
	// configuration k in band j. An even one puts the digit in column k+i of its box in
	// horizontal band i, an odd one in column k-i.
	even, odd quad
}

// unsettled is a bit above the digits in each lane. Begin sets it in each cell, so that the
// first pass over a band always changes something.
const unsettled = 1 << 9 * oneEach

// triadOf packs the candidates of three cells into a group.
func triadOf(x, y, z uint32) uint64 {
	a, b, c := uint64(x&allDigits), uint64(y&allDigits), uint64(z&allDigits)
	return a | b<<16 | c<<32 | a<<48 | unsettled
}

// valueBits maps a cell's value to its candidates, in the low half, and to the digit given,
// in the high half: none for a blank, and no candidates for a value beyond 9.
var valueBits = func() (t [256]uint32) {
	t[0] = allDigits
	for d := 1; d <= 9; d++ {
		t[d] = 0x1_0001 << (d - 1)
	}
	return t
}()

// pack packs the values of three cells, and adds and joins their bits.
func pack(a, b, c uint8) (group uint64, sum, or uint32) {
	x, y, z := valueBits[a], valueBits[b], valueBits[c]
	return triadOf(x, y, z), x + y + z, x | y | z
}

// repeats reports whether two cells of a box have the same only candidate. Propagation
// strikes a single's digit from the box's other cells, but not from another single, and
// would find this in the end only.
func (st *state) repeats() bool {
	for i := range st.band {
		for g := range 3 {
			sum, or := uint64(0), uint64(0)
			for r := range 3 {
				x := single(st.band[i].row[r][g] &^ (unsettled | lane3))
				sum += x
				or |= x
			}
			// No lane's sum reaches the next lane, nor does the sum of the lanes.
			if sum&0xffff+sum>>16&0xffff+sum>>32 != (or|or>>16|or>>32)&0xffff {
				return true
			}
		}
	}
	return false
}

// solution writes the digits of a settled position.
func (st *state) solution(out *[81]uint8) {
	for i := range 27 {
		q := st.band[i/9].row[i/3%3][i%3]
		for c := range 3 {
			out[3*i+c] = uint8(bits.TrailingZeros16(uint16(q>>(16*c)))) + 1
		}
	}
}

// laneOf has the bits of lane k of a group, with its repetition.
func laneOf(k int) uint64 {
	if k == 0 {
		return 0xffff | lane3
	}
	return 0xffff << (16 * k)
}

// Where a configuration stands in the even and the odd vector, in horizontal bands and in
// each vertical one; and the groups of each vertical band.
var (
	inHorizontal = func() (t [6][2]quad) {
		for c := range t {
			for g := range 4 {
				box := min(g, 2)
				if c < 3 {
					t[c][0][g] = laneOf((c + box) % 3)
				} else {
					t[c][1][g] = laneOf((c - box) % 3)
				}
			}
		}
		return t
	}()
	inVertical = func() (t [3][6][2]quad) {
		for v := range t {
			for c := range t[v] {
				for g := range 4 {
					t[v][c][c/3][g] = laneOf(c%3) & groupOf[v][g]
				}
			}
		}
		return t
	}()
	groupOf = [3]quad{{^uint64(0), 0, 0, 0}, {0, ^uint64(0), 0, 0}, {0, 0, ^uint64(0), ^uint64(0)}}
)
