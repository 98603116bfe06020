package bitboard

import (
	"math"
	"math/bits"
)

const allDigits = 1<<9 - 1

// node is a position of the search. Of digit d+1,
//
//	lines[d]  are the mini-rows (bit 9·stack + 3·band + row) and mini-columns (bit
//	          27 + 9·stack + 3·band + column) that may hold it,
//	sure[d]   those that must.
//
// Both are set where propagate has been.
type node struct {
	marks
	lines, sure [9]uint64
	open        [9]uint64
	stale       uint32
}

// marks are the candidates of a position. Of digit d+1,
//
//	own01[d], own2[d]  are the cells settled as it, in bands 0 and 1 and in band 2,
//	may01[d], may2[d]  the other cells that may hold it.
type marks struct {
	may01, own01 [9]uint64
	may2, own2   [9]uint32
	placed01     uint64 // cells settled as any digit
	placed2      uint32
	dirty        uint32 // digits whose words have changed since their last update
}

// propagate settles what follows without a guess. It returns false if a digit or a cell
// has no place left.
func (n *node) propagate() bool {
	for {
		n.stale |= n.dirty
		for dirty := n.dirty; dirty != 0; dirty &= dirty - 1 {
			d := bits.TrailingZeros32(dirty)
			if d > 8 {
				break
			}
			a, b := n.may01[d]|n.own01[d], n.may2[d]|n.own2[d]
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
			l |= uint64(c) << 27
			n.lines[d] = l
			p, q, r := l&firstLines, l>>1&firstLines, l>>2&firstLines
			s := firstLines &^ (p&q | (p|q)&r)
			n.sure[d] = l & (s * 7)
			s &= s >> 27
			v := a & ((s&boxes | s&(boxes<<3)<<29) * 511)
			w := b & (uint32(s>>6) & boxes * 511)
			n.may01[d], n.may2[d] = a^v, b^w
			n.own01[d], n.own2[d] = v, w
			n.placed01 |= v
			n.placed2 |= w
		}
		// Settled cells take candidates from other digits. That no branch depends on
		// whether they do costs instructions and saves time.
		dirty := uint32(0)
		open01, open2 := ^n.placed01, ^n.placed2
		var one01, more01 uint64
		var one2, more2 uint32
		for d := 8; d >= 0; d-- {
			x, y := n.may01[d], n.may2[d]
			v, w := x&open01, y&open2
			n.may01[d], n.may2[d] = v, w
			var changed uint32
			if x^v|uint64(y^w) != 0 {
				changed = 1
			}
			dirty = dirty<<1 + changed
			more01 |= one01 & v
			one01 |= v
			more2 |= one2 & w
			one2 |= w
		}
		if one01|n.placed01 != cells54 || one2|n.placed2 != cells27 {
			return false
		}
		if s := one01 &^ more01; s != 0 {
			dirty |= n.singles01(s)
		}
		if s := one2 &^ more2; s != 0 {
			dirty |= n.singles2(s)
		}
		n.dirty = dirty
		if dirty == 0 {
			if n.full() {
				return true
			}
			if !n.triads() {
				return false
			}
			if n.dirty == 0 {
				return true
			}
		}
	}
}

// full reports whether all cells are settled.
func (n *marks) full() bool { return n.placed01 == cells54 && n.placed2 == cells27 }

// singles01 settles the cells of bands 0 and 1 that have one candidate left, and returns the digits
// that it changed.
func (n *marks) singles01(s uint64) (dirty uint32) {
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
func (n *marks) singles2(s uint32) (dirty uint32) {
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

// guess is a choice: digit and lines to settle, one or two that leave no further choice in
// their band or stack.
type guess struct {
	digit         int
	line, another int // another is -1 if there is one line only
}

// choose picks the next guess; not all cells may be settled.
//
// The band or stack is the one with the fewest open digits, a digit with three matchings or
// more counting for one and a half, less a twelfth for each refutation of a guess in it. There the
// digit is one with two matchings, or with more if there is none or nothing has been
// refuted yet: a board without a refutation is likely to have many solutions, and large steps reach
// one sooner. Among these it is the digit refuted most often, then the lowest.
func (s *Solver) choose(n *node, g *guess) {
	t := &table
	for stale := n.stale; stale != 0; stale &= stale - 1 {
		d := bits.TrailingZeros32(stale)
		if d > 8 {
			break
		}
		l := n.lines[d]
		x, y, z := l&tops, l>>3&tops, l>>6&tops
		n.open[d] = uint64(t.open[(x|x>>6|x>>12)&511]) | uint64(t.open[(y|y>>6|y>>12)&511])<<8 | uint64(t.open[(z|z>>6|z>>12)&511])<<16 |
			uint64(t.open[l>>27&511])<<24 | uint64(t.open[l>>36&511])<<32 | uint64(t.open[l>>45&511])<<40
	}
	n.stale = 0
	sum := uint64(0)
	for _, o := range n.open {
		sum += o
	}
	best, u := int32(math.MaxInt32), 0
	for k := range 6 {
		if x := int32(sum >> (8 * k) & 255); x > 0 {
			if x = 6*x - s.refutedGroups[k]; x < best {
				best, u = x, k
			}
		}
	}
	var two, more uint32
	shift := 8 * u & 63
	for d, o := range &n.open {
		o = o >> shift & 3 // 0, 2 or 3
		two |= uint32(o>>1&^o) << d
		more |= uint32(o&1) << d
	}
	p := two
	if two == 0 || more != 0 && s.refuted == 0 {
		p = more
	}
	most := int32(-1)
	for p != 0 {
		d := bits.TrailingZeros32(p)
		p &= p - 1
		if d > 8 {
			break
		}
		if r := s.refutedDigits[d]; r > most {
			most, g.digit = r, d
		}
	}
	s.group = u
	x := n.lines[g.digit] &^ n.sure[g.digit] & t.groups[u]
	g.line, g.another = bits.TrailingZeros64(x), -1
	if more>>g.digit&1 != 0 {
		if x &^= t.line[g.line].clash; x != 0 {
			g.another = bits.TrailingZeros64(x)
		}
	}
}
