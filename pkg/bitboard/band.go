package bitboard

import "math/bits"

const allDigits = 1<<9 - 1

// node is a position of the search. Of digit d+1,
//
//	may01[d], may2[d]  are the cells that may hold it, in bands 0 and 1 and in band 2,
//	own01[d], own2[d]  the cells settled as it,
//	lines[d]           the mini-rows (bit 9·band + 3·stack + row) and mini-columns (bit
//	                   27 + 9·band + 3·stack + column) that may hold it,
//	sure[d]            those that must.
type node struct {
	may01, own01 [9]uint64
	lines, sure  [9]uint64
	may2, own2   [9]uint32
	placed01     uint64 // cells settled as any digit
	placed2      uint32
	dirty        uint32 // digits whose words have changed since their last update
	count        [3]uint64
	digit, line  uint8 // to guess at
}

// propagate settles what follows without a guess. It returns false if a digit or a cell
// has no place left.
func (n *node) propagate() bool {
	for {
		for dirty := n.dirty; dirty != 0; dirty &= dirty - 1 {
			d := bits.TrailingZeros32(dirty)
			if d > 8 {
				break
			}
			a, b := n.may01[d], n.may2[d]
			x := (a | a>>1 | a>>2) & (firsts | firsts<<32)
			x |= x>>8 | x>>16
			y := (b | b>>1 | b>>2) & firsts
			y |= y>>8 | y>>16
			r0, r1, r2 := table.rows[x&511], table.rows[x>>32&511], table.rows[y&511]
			l := r0>>32 | r1>>32<<3 | r2>>32<<6
			var c uint32
			for {
				a &= uint64(uint32(r0)) | r1<<32
				b &= uint32(r2)
				x = (a | a>>3 | a>>6) & (tops | tops<<32)
				c = uint32(x) | uint32(x>>29) | (b|b>>3|b>>6)&tops<<6
				k := table.stack[c&511] | table.stack[c>>9&511]<<9 | table.stack[c>>18&511]<<18
				if k == c {
					break
				}
				c = k
				a &= (uint64(k&tops) | uint64(k>>3&tops)<<32) * 0o111
				b &= k >> 6 & tops * 0o111
				x = (a | a>>1 | a>>2) & (firsts | firsts<<32)
				x |= x>>8 | x>>16
				y = (b | b>>1 | b>>2) & firsts
				y |= y>>8 | y>>16
				r0, r1, r2 = table.rows[x&511], table.rows[x>>32&511], table.rows[y&511]
				m := r0>>32 | r1>>32<<3 | r2>>32<<6
				if l == m {
					break
				}
				l = m
			}
			if c == 0 || l == 0 {
				return false
			}
			n.may01[d], n.may2[d] = a, b
			l |= uint64(c) << 27
			n.lines[d] = l
			p, q, r := l&firstLines, l>>1&firstLines, l>>2&firstLines
			s := firstLines &^ (p&q | (p|q)&r)
			n.sure[d] = l & (s * 7)
			s &= s >> 27
			a &= (s&boxes | s&(boxes<<3)<<29) * 511
			b &= uint32(s>>6) & boxes * 511
			n.own01[d], n.own2[d] = a, b
			n.placed01 |= a
			n.placed2 |= b
		}
		dirty := uint32(0)
		p01, p2 := n.placed01, n.placed2
		open01, open2 := ^p01, ^p2
		var once01, twice01 uint64
		var once2, twice2 uint32
		for d := range 9 {
			x := n.may01[d]
			y := x & (open01 | n.own01[d])
			u := n.may2[d]
			v := u & (open2 | n.own2[d])
			if x != y || u != v {
				n.may01[d], n.may2[d] = y, v
				dirty |= 1 << d
			}
			twice01 |= once01 & y
			once01 |= y
			twice2 |= once2 & v
			once2 |= v
		}
		if once01 != cells54 || once2 != cells27 || twice01&p01 != 0 || twice2&p2 != 0 {
			return false
		}
		if s := once01 & open01 &^ twice01; s != 0 {
			dirty |= n.singles01(s)
		}
		if s := once2 & open2 &^ twice2; s != 0 {
			dirty |= n.singles2(s)
		}
		n.dirty = dirty
		if dirty == 0 {
			if !n.triads() {
				return false
			}
			if n.dirty == 0 {
				return true
			}
		}
	}
}

// singles01 settles the cells of bands 0 and 1 that have one candidate left, and returns the digits
// that it changed.
func (n *node) singles01(s uint64) (dirty uint32) {
	for d := range 9 {
		x := n.may01[d] & s
		if x == 0 {
			continue
		}
		dirty |= 1 << d
		s ^= x
		for ; x != 0; x &= x - 1 {
			n.may01[d] &= table.only01[bits.TrailingZeros64(x)&63]
		}
		if s == 0 {
			break
		}
	}
	return dirty
}

// singles2 does the same in band 2.
func (n *node) singles2(s uint32) (dirty uint32) {
	for d := range 9 {
		x := n.may2[d] & s
		if x == 0 {
			continue
		}
		dirty |= 1 << d
		s ^= x
		for ; x != 0; x &= x - 1 {
			n.may2[d] &= table.only2[bits.TrailingZeros32(x)&31]
		}
		if s == 0 {
			break
		}
	}
	return dirty
}

// triads uses that a mini-row or mini-column holds three digits.
func (n *node) triads() bool {
	ones, twos, fours, eights := count9(&n.lines)
	if ones&twos|fours|eights != lines54 {
		return false
	}
	n.count = [3]uint64{ones | eights, twos | eights, fours | eights} // 7 stands for more
	a3 := lines54 &^ (fours | eights)
	ones, twos, fours, eights = count9(&n.sure)
	if fours|eights != 0 {
		return false
	}
	b3 := ones & twos
	if a3 == b3 {
		return true
	}
	for d := range 9 {
		x := n.lines[d] &^ n.sure[d]
		for y := x & b3; y != 0; y &= y - 1 {
			n.forbid(d, &table.line[bits.TrailingZeros64(y)])
		}
		for y := x & a3; y != 0; y &= y - 1 {
			n.require(d, &table.line[bits.TrailingZeros64(y)])
		}
	}
	return true
}

// count9 adds nine words bit by bit: the results are the bits of the sums.
func count9(x *[9]uint64) (ones, twos, fours, eights uint64) {
	a, b := add3(x[0], x[1], x[2])
	c, d := add3(x[3], x[4], x[5])
	e, f := add3(x[6], x[7], x[8])
	ones, g := add3(a, c, e)
	h, i := add3(b, d, f)
	h, g = h^g, h&g
	return ones, h, i ^ g, i & g
}

// add3 adds three words bit by bit.
func add3(x, y, z uint64) (sum, carry uint64) {
	u := x ^ y
	return u ^ z, x&y | u&z
}

// forbid takes a line from a digit.
func (n *node) forbid(d int, l *lineMasks) {
	n.may01[d] &^= l.cells01
	n.may2[d] &^= l.cells2
	n.dirty |= 1 << d
}

// require leaves a digit just this line of its box.
func (n *node) require(d int, l *lineMasks) {
	n.may01[d] &^= l.rest01
	n.may2[d] &^= l.rest2
	n.dirty |= 1 << d
}

// choose picks a digit and a line to guess at; false if all cells are settled. It takes,
// as tdoku does, the band or stack with the fewest assignments of rows to boxes over all
// digits, and there the digit with the fewest.
func (n *node) choose() bool {
	if n.placed01 == cells54 && n.placed2 == cells27 {
		return false
	}
	t := &table
	best, u := 1<<10, 0
	m0, m1, m2 := n.count[0], n.count[1], n.count[2]
	for k, g := range &t.groups {
		x := bits.OnesCount64(m0&g) + 2*bits.OnesCount64(m1&g) + 4*bits.OnesCount64(m2&g)
		if x > 27 && x < best {
			best, u = x, k
		}
	}
	group, shift := t.groups[u], 3*u
	if u > 2 {
		shift = 9 * u
	}
	var least [8]uint32 // digits by number of ways
	for d := range uint32(9) {
		x := n.lines[d] & group >> (shift & 63)
		if u < 3 {
			x |= x>>6 | x>>12
		}
		least[t.ways[x&511]&7] |= 1 << d
	}
	w := 2
	for least[w&7] == 0 {
		w++
	}
	fewest, digit := 64, 0
	for x := least[w&7]; x != 0; x &= x - 1 {
		d := bits.TrailingZeros32(x)
		if d > 8 {
			break
		}
		if s := bits.OnesCount64(n.sure[d]); s < fewest {
			fewest, digit = s, d
		}
	}
	x := n.lines[digit] &^ n.sure[digit] & group
	n.digit, n.line = uint8(digit), uint8(bits.TrailingZeros64(x))
	return true
}
