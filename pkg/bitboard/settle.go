package bitboard

import "math/bits"

const (
	boxes01 = boxes | boxes<<32
	// rest has all cells of each box but the first, above the place after its last.
	rest01, rest2   = boxes01 * 510, boxes * 510
	above01, above2 = boxes01 << 9, boxes << 9
)

// settle settles what follows from the words of single digits and from cells with one
// candidate: propagate, without what mini-rows and mini-columns tell as cells of three digits. It
// returns the cells with two candidates, and false if a digit or a cell has no place left.
//
// The words are updated digit by digit until no settled cell takes a candidate from another
// digit; only then are the candidates of the cells counted. To take candidates as soon as a cell
// is settled saves updates and passes, but makes each update wait for the one before and
// depends on branches that are hard to predict: it took fewer instructions and more
// time. For the same reason no branch depends on whether a digit has lost a candidate.
func (n *marks) settle() (two01 uint64, two2 uint32, ok bool) {
	t := &table
	dirty := n.dirty
	n.dirty = 0
	for {
		p01, p2 := n.placed01, n.placed2
		for ; dirty != 0; dirty &= dirty - 1 {
			d := bits.TrailingZeros32(dirty)
			if d > 8 {
				break
			}
			a, b := n.may01[d]|n.own01[d], n.may2[d]|n.own2[d]
			x := (a | a>>1 | a>>2) & (firsts | firsts<<32)
			x |= x>>8 | x>>16
			y := (b | b>>1 | b>>2) & firsts
			y |= y>>8 | y>>16
			a &= uint64(t.band[x&511]) | uint64(t.band[x>>32&511])<<32
			b &= t.band[y&511]
			for {
				x = (a | a>>3 | a>>6) & (tops | tops<<32)
				c := uint32(x) | uint32(x>>29) | (b|b>>3|b>>6)&tops<<6
				k := t.stack[c&511] | t.stack[c>>9&511]<<9 | t.stack[c>>18&511]<<18
				if k == c {
					break
				}
				a &= (uint64(k&tops) | uint64(k>>3&tops)<<32) * 0o111
				b &= k >> 6 & tops * 0o111
				x = (a | a>>1 | a>>2) & (firsts | firsts<<32)
				x |= x>>8 | x>>16
				y = (b | b>>1 | b>>2) & firsts
				y |= y>>8 | y>>16
				v := a & (uint64(t.band[x&511]) | uint64(t.band[x>>32&511])<<32)
				w := b & t.band[y&511]
				if v^a|uint64(w^b) == 0 {
					break
				}
				a, b = v, w
			}
			if a == 0 {
				return 0, 0, false
			}
			// What is left of a box without its first cell, if anything, carries to the place
			// above the box.
			v := above01 &^ (a&(a-boxes01) + rest01)
			v = a & (v - v>>9)
			w := above2 &^ (b&(b-boxes) + rest2)
			w = b & (w - w>>9)
			n.may01[d], n.may2[d] = a^v, b^w
			n.own01[d], n.own2[d] = v, w
			n.placed01 |= v
			n.placed2 |= w
		}
		if p01^n.placed01|uint64(p2^n.placed2) != 0 {
			open01, open2 := ^n.placed01, ^n.placed2
			for d := 8; d >= 0; d-- {
				x, y := n.may01[d], n.may2[d]
				v, w := x&open01, y&open2
				n.may01[d], n.may2[d] = v, w
				var changed uint32
				if x^v|uint64(y^w) != 0 {
					changed = 1
				}
				dirty = dirty<<1 + changed
			}
			if dirty != 0 {
				continue
			}
		}
		var one01, more01, three01 uint64
		var one2, more2, three2 uint32
		for d := range 9 {
			x, y := n.may01[d], n.may2[d]
			three01 |= more01 & x
			more01 |= one01 & x
			one01 |= x
			three2 |= more2 & y
			more2 |= one2 & y
			one2 |= y
		}
		if one01|n.placed01 != cells54 || one2|n.placed2 != cells27 {
			return 0, 0, false
		}
		s01, s2 := one01&^more01, one2&^more2
		if s01|uint64(s2) == 0 {
			return more01 &^ three01, more2 &^ three2, true
		}
		if s01 != 0 {
			dirty = n.singles01(s01)
		}
		if s2 != 0 {
			dirty |= n.singles2(s2)
		}
	}
}

// split guesses at a cell, the first of those given or, if there are none, of those with the
// fewest candidates up to three: m becomes the position in which the cell holds its first
// candidate, or that of the solution to follow, and n the one in which it does not.
func (s *Solver) split(n, m *marks, two01 uint64, two2 uint32) {
	if two01|uint64(two2) == 0 {
		two01, two2 = n.threes()
	}
	*m = *n
	d := 9
	if two01 != 0 {
		bit := two01 & -two01
		for e := range 9 {
			if n.may01[e]&bit != 0 && (d == 9 || s.follow && s.known01[e]&bit != 0) {
				d = e
			}
		}
		m.may01[d] &= table.only01[bits.TrailingZeros64(bit)&63]
		n.may01[d] &^= bit
	} else {
		bit := two2 & -two2
		for e := range 9 {
			if n.may2[e]&bit != 0 && (d == 9 || s.follow && s.known2[e]&bit != 0) {
				d = e
			}
		}
		m.may2[d] &= table.only2[bits.TrailingZeros32(bit)&31]
		n.may2[d] &^= bit
	}
	m.dirty, n.dirty = 1<<d, 1<<d
}

// threes returns the cells with three candidates, or all open ones if there are none.
func (n *marks) threes() (uint64, uint32) {
	var one01, two01, three01, four01 uint64
	var one2, two2, three2, four2 uint32
	for d := range 9 {
		x, y := n.may01[d], n.may2[d]
		four01 |= three01 & x
		three01 |= two01 & x
		two01 |= one01 & x
		one01 |= x
		four2 |= three2 & y
		three2 |= two2 & y
		two2 |= one2 & y
		one2 |= y
	}
	if three01&^four01|uint64(three2&^four2) == 0 {
		return one01, one2
	}
	return three01 &^ four01, three2 &^ four2
}
