package triad

// The search with a group of four lanes in a word, for every build. Groups 0 to 2 are kept,
// group 3 is not. It takes the same steps in the same order as the vector code, which has
// its comments here.

const topEach = 1 << 15 * oneEach // the highest bit of each lane

// dropLowest strikes the lowest digit of each lane.
func dropLowest(x uint64) uint64 { return x & ((x | topEach) - oneEach) }

// empty has all bits of the lanes that are zero; the highest bit of a lane must be.
func empty(x uint64) uint64 {
	z := topEach &^ (x + (topEach - oneEach))
	return z<<1 - z>>15
}

// single keeps the lanes that hold one digit.
func single(x uint64) uint64 { return x & empty(dropLowest(x)) }

// turn1 has lane k+1 (mod 3) in lane k, turn2 has lane k+2.
func turn1(x uint64) uint64 { return x>>16 | x<<32&lane3 }
func turn2(x uint64) uint64 { return x>>32 | x<<16&(lane2|lane3) }

// columns returns what the vertical bands allow to the cells of horizontal band i: group j,
// lane c has the digits of column c of box j.
func columns(even, odd uint64, i int) uint64 {
	switch i {
	case 1:
		return turn2(even) | turn1(odd)
	case 2:
		return turn1(even) | turn2(odd)
	}
	return even | odd
}

// propagate strikes what follows until nothing more does, and reports whether the position
// is still possible. A horizontal band given as first is passed over at once.
//
// A round passes over the horizontal bands to which the vertical ones allow something else
// than at their last fixpoint. The vertical ones need no separate pass: what cells allow
// to them, and they to cells, goes between two vectors and all cells directly.
func (st *state) propagate(first int) bool {
	dirty := uint(0)
	if first < noBand {
		dirty = 1 << first
	}
	for {
		if dirty == 0 {
			for i := range 3 {
				for j := range 3 {
					if columns(st.even[j], st.odd[j], i) != st.band[i].rest[j] {
						dirty |= 1 << i
					}
				}
			}
			if dirty == 0 {
				if !st.triples() {
					return true
				}
				continue
			}
		}
		for i := range 3 {
			if dirty>>i&1 != 0 && !st.pass(i) {
				return false
			}
		}
		dirty = 0
	}
}

// pass strikes from the cells of band i what its configurations and the columns do not
// allow and what follows from singles, box by box, then from the configurations what the
// cells do not allow. It reports whether each cell has a candidate and each box each digit.
func (st *state) pass(i int) bool {
	b := &st.band[i]
	var triads [3]uint64 // group g, lane r: what row r of box g holds
	changed := false
	for g := range 3 {
		v, t := columns(st.even[g], st.odd[g], i), b.even[g]|b.odd[g]
		y0, y1, y2 := b.row[0][g], b.row[1][g], b.row[2][g]
		x0 := y0 & v & (t & 0xffff * oneEach)
		x1 := y1 & v & (t >> 16 & 0xffff * oneEach)
		x2 := y2 & v & (t >> 32 & 0xffff * oneEach)
		// Naked singles, and what they strike.
		n0, n1, n2 := single(x0), single(x1), single(x2)
		u := n0 | n1 | n2
		u |= turn1(u) | turn2(u)
		// Digits that the box has once or more, and twice or more: first of the three rows
		// lane by lane, then of the three lanes.
		one := x0 | x1
		two := x0&x1 | one&x2
		one |= x2
		o1, o2 := turn1(one), turn2(one)
		two |= turn1(two) | turn2(two) | one&o1 | (one|o1)&o2
		one |= o1 | o2
		// Hidden singles: a cell that has one keeps nothing else.
		h0, h1, h2 := x0&^two, x1&^two, x2&^two
		x0 = h0 | (x0&^u|n0)&empty(h0)
		x1 = h1 | (x1&^u|n1)&empty(h1)
		x2 = h2 | (x2&^u|n2)&empty(h2)
		if one != allDigits*oneEach || empty(x0)|empty(x1)|empty(x2) != 0 {
			return false
		}
		changed = changed || x0 != y0 || x1 != y1 || x2 != y2
		b.row[0][g], b.row[1][g], b.row[2][g] = x0, x1, x2
		b.rest[g] = v
		r0 := (x0 | x0>>16 | x0>>32) & 0xffff
		r1 := (x1 | x1>>16 | x1>>32) & 0xffff
		r2 := (x2 | x2>>16 | x2>>32) & 0xffff
		triads[g] = r0*(1|1<<48) | r1<<16 | r2<<32
	}
	for g := range 3 {
		c := b.row[0][g] | b.row[1][g] | b.row[2][g]
		switch i {
		case 0:
			st.even[g] &= c
			st.odd[g] &= c
		case 1:
			st.even[g] &= turn1(c)
			st.odd[g] &= turn2(c)
		case 2:
			st.even[g] &= turn2(c)
			st.odd[g] &= turn1(c)
		}
		// A configuration must be allowed in all three boxes: the next one has it one lane
		// further, or one back if it is odd.
		p, q := triads[(g+1)%3], triads[(g+2)%3]
		b.even[g] &= triads[g] & turn1(p) & turn2(q)
		b.odd[g] &= triads[g] & turn2(p) & turn1(q)
	}
	if changed {
		b.rest[0] = ^uint64(0)
	}
	return true
}

// triples strikes what follows from triads with three digits, and reports whether anything
// did. It strikes configurations; the cells follow in the next passes.
func (st *state) triples() bool {
	struck := uint64(0)
	for i := range st.band {
		b := &st.band[i]
		k := uint64(0)
		for g := range 3 {
			x := outOfTriples(b.even[g] | b.odd[g])
			b.even[g] &^= x
			b.odd[g] &^= x
			k |= x
		}
		if k != 0 {
			b.rest[0] = ^uint64(0)
		}
		struck |= k
	}
	for j := range 3 {
		e, o := st.even[j], st.odd[j]
		k0, k1, k2 := outOfTriples(columns(e, o, 0)), outOfTriples(columns(e, o, 1)), outOfTriples(columns(e, o, 2))
		st.even[j] = e &^ (k0 | turn1(k1) | turn2(k2))
		st.odd[j] = o &^ (k0 | turn2(k1) | turn1(k2))
		struck |= k0 | k1 | k2
	}
	return struck != 0
}

// outOfTriples takes the three parallel triads of a box, a lane each, and returns what can
// be struck from them: if a triad has settled three digits, all others; if it has but three
// digits left, these from the other two triads.
func outOfTriples(t uint64) uint64 {
	here := t &^ (turn1(t) | turn2(t)) // settled: in no other triad
	x := dropLowest(dropLowest(here))
	three := empty(dropLowest(x)) &^ empty(x)
	left := t & empty(dropLowest(dropLowest(dropLowest(t))))
	return t & (three&^here | turn1(left) | turn2(left))
}

func split(rest, child *state, band, digit, config int) {
	*child = *rest
	e, o, ce, co := &rest.even, &rest.odd, &child.even, &child.odd
	in, groups := &inHorizontal[config], &everything
	if band < 3 {
		e, o = &rest.band[band].even, &rest.band[band].odd
		ce, co = &child.band[band].even, &child.band[band].odd
	} else {
		in, groups = &inVertical[band-3][config], &groupOf[band-3]
	}
	for g := range 3 {
		d := uint64(oneEach) << digit & groups[g]
		e[g] &^= d & in[0][g]
		o[g] &^= d & in[1][g]
		ce[g] &^= d &^ in[0][g]
		co[g] &^= d &^ in[1][g]
	}
}
