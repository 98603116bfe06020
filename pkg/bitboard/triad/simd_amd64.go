//go:build goexperiment.simd && amd64

package triad

import (
	"math/bits"
	"simd/archsimd"
)

// The search with a quad in a register; swar.go has the comments on what it does.

// Available reports whether a [Solver] uses vector instructions: the processor has AVX2.
func Available() bool { return archsimd.X86.AVX2() }

type v16 = archsimd.Uint16x16

func load(q *quad) v16     { return archsimd.LoadUint64x4((*[4]uint64)(q)).AsUint16x16() }
func store(x v16, q *quad) { x.AsUint64x4().Store((*[4]uint64)(q)) }

// mask has all bits of the lanes for which the comparison holds.
func mask(m archsimd.Mask16x16) v16 { return m.ToInt16x16().AsUint16x16() }

// shuffle moves lanes within each half of the vector, which is two groups.
func shuffle(x v16, control *quad) v16 {
	c := archsimd.LoadUint64x4((*[4]uint64)(control)).AsInt8x32()
	return x.AsUint8x32().PermuteOrZeroGrouped(c).AsUint16x16()
}

// differ returns 1 if a and b do, and 0 if not.
func differ(a, b v16) (bit uint) {
	if !a.Xor(b).IsZero() {
		bit = 1
	}
	return bit
}

// from is the control that takes lane source(k) of a group of the same half to lane k.
func from(group int, source func(k int) int) (control uint64) {
	for k := range 4 {
		l := 4*group + source(k%3)
		control |= uint64(2*l|(2*l+1)<<8) << (16 * k)
	}
	return control
}

func by(n int) func(k int) int { return func(k int) int { return (k + n) % 3 } }

// turn takes lane k+n (mod 3) of each group to lane k.
func turn(n int) quad {
	a, b := from(0, by(n)), from(1, by(n))
	return quad{a, b, a, b}
}

// spread takes lane r of each group to all its lanes.
func spread(r int) quad {
	only := func(int) int { return r }
	return quad{from(0, only), from(1, only), from(0, only), from(1, only)}
}

// across takes to each group the next one turned by n, from a vector that has groups 0 and
// 1 in both halves, and the one after it turned by -n, from a vector with the halves
// exchanged; for group 1 it is the other way round.
func across(n int) [2]quad {
	ahead, back := by(n), by(3-n)
	return [2]quad{
		{from(1, ahead), from(0, back), from(0, ahead), from(0, ahead)},
		{from(0, back), from(0, ahead), from(1, back), from(1, back)},
	}
}

var (
	turned    = [3]quad{turn(0), turn(1), turn(2)}
	evenTurns = [3]*quad{&turned[0], &turned[1], &turned[2]} // of band i's columns to configurations
	oddTurns  = [3]*quad{&turned[0], &turned[2], &turned[1]}
	spreads   = [3]quad{spread(0), spread(1), spread(2)}
	evenBoxes = across(1)
	oddBoxes  = across(2)
	lanes1    = quad{laneOf(1), laneOf(1), laneOf(1), laneOf(1)}
	lanes2    = quad{lane2, lane2, lane2, lane2}
	lanes01   = quad{0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff}
)

func (s *Solver) propagateSIMD(st *state, first int) bool {
	minus1 := archsimd.BroadcastUint16x16(0xffff)
	zero := minus1.Xor(minus1)
	all := archsimd.BroadcastUint16x16(allDigits)
	is1, is2 := load(&lanes1).Equal(minus1), load(&lanes2).Equal(minus1)
	turn1, turn2 := &turned[1], &turned[2]
	// Addresses that vary are loaded, not computed: into the vector moves the compiler
	// folds the offset of a field from a pointer, but not a scaled index.
	bands := &s.bands[s.top]
	dirty := uint(0)
	if first < noBand {
		dirty = 1 << first
	}
	ve, vo := load(&st.even), load(&st.odd)
	for {
		if dirty == 0 {
			v0 := ve.Or(vo)
			v1 := shuffle(ve, turn2).Or(shuffle(vo, turn1))
			v2 := shuffle(ve, turn1).Or(shuffle(vo, turn2))
			dirty = differ(v0, load(&st.band[0].rest)) | differ(v1, load(&st.band[1].rest))<<1 | differ(v2, load(&st.band[2].rest))<<2
			if dirty == 0 {
				store(ve, &st.even)
				store(vo, &st.odd)
				if !st.triplesSIMD() {
					return true
				}
				ve, vo = load(&st.even), load(&st.odd)
				continue
			}
		}
		for ; dirty != 0; dirty &= dirty - 1 {
			i := bits.TrailingZeros(dirty)
			if i > 2 {
				break // never; it spares the bounds checks
			}
			b, evenTurn, oddTurn := bands[i], evenTurns[i], oddTurns[i]
			v := shuffle(ve, oddTurn).Or(shuffle(vo, evenTurn))
			he, ho := load(&b.even), load(&b.odd)
			t := he.Or(ho)
			x0, x1, x2 := load(&b.row[0]), load(&b.row[1]), load(&b.row[2])
			// The sum of sets that only shrink stays the same only if all of them do.
			before := x0.Add(x1).Add(x2).AsInt16x16()
			x0 = x0.And(v).And(shuffle(t, &spreads[0]))
			x1 = x1.And(v).And(shuffle(t, &spreads[1]))
			x2 = x2.And(v).And(shuffle(t, &spreads[2]))
			n0 := mask(x0.And(x0.Add(minus1)).Equal(zero)).And(x0)
			n1 := mask(x1.And(x1.Add(minus1)).Equal(zero)).And(x1)
			n2 := mask(x2.And(x2.Add(minus1)).Equal(zero)).And(x2)
			u := n0.Or(n1).Or(n2)
			u = u.Or(shuffle(u, turn1)).Or(shuffle(u, turn2))
			one := x0.Or(x1)
			two := x0.And(x1).Or(one.And(x2))
			one = one.Or(x2)
			o1, o2 := shuffle(one, turn1), shuffle(one, turn2)
			two = two.Or(shuffle(two, turn1)).Or(shuffle(two, turn2)).Or(one.And(o1))
			one = one.Or(o1)
			two = two.Or(one.And(o2))
			one = one.Or(o2)
			h0, h1, h2 := x0.AndNot(two), x1.AndNot(two), x2.AndNot(two)
			x0 = x0.AndNot(u).Or(n0).Merge(h0, h0.Equal(zero))
			x1 = x1.AndNot(u).Or(n1).Merge(h1, h1.Equal(zero))
			x2 = x2.AndNot(u).Or(n2).Merge(h2, h2.Equal(zero))
			if !all.AndNot(one).Or(mask(x0.Min(x1).Min(x2).Equal(zero))).IsZero() {
				return false
			}
			store(v.Or(mask(before.Greater(x0.Add(x1).Add(x2).AsInt16x16()))), &b.rest)
			store(x0, &b.row[0])
			store(x1, &b.row[1])
			store(x2, &b.row[2])
			c := x0.Or(x1).Or(x2)
			ve = ve.And(shuffle(c, evenTurn))
			vo = vo.And(shuffle(c, oddTurn))
			// Lane r of each group is to be what row r has in its three lanes. The three
			// vectors that take lane k from row k, k-1 and k-2 have all of it, once turned.
			d0 := x2.Merge(x1.Merge(x0, is1), is2)
			d1 := x1.Merge(x0.Merge(x2, is1), is2)
			d2 := x0.Merge(x2.Merge(x1, is1), is2)
			triads := d0.Or(shuffle(d1, turn1)).Or(shuffle(d2, turn2))
			low, swapped := triads.Select128FromPair(0, 0, triads), triads.Select128FromPair(1, 0, triads)
			store(he.And(triads).And(shuffle(low, &evenBoxes[0]).And(shuffle(swapped, &evenBoxes[1]))), &b.even)
			store(ho.And(triads).And(shuffle(low, &oddBoxes[0]).And(shuffle(swapped, &oddBoxes[1]))), &b.odd)
		}
	}
}

func (st *state) triplesSIMD() bool {
	minus1 := archsimd.BroadcastUint16x16(0xffff)
	zero := minus1.Xor(minus1)
	turn1, turn2 := &turned[1], &turned[2]
	struck := zero
	for i := range st.band {
		b := &st.band[i]
		he, ho := load(&b.even), load(&b.odd)
		k := outOfTriplesSIMD(he.Or(ho), minus1, zero)
		store(he.AndNot(k), &b.even)
		store(ho.AndNot(k), &b.odd)
		store(load(&b.rest).Or(mask(k.AsInt16x16().Greater(zero.AsInt16x16()))), &b.rest)
		struck = struck.Or(k)
	}
	e, o := load(&st.even), load(&st.odd)
	k0 := outOfTriplesSIMD(e.Or(o), minus1, zero)
	k1 := outOfTriplesSIMD(shuffle(e, turn2).Or(shuffle(o, turn1)), minus1, zero)
	k2 := outOfTriplesSIMD(shuffle(e, turn1).Or(shuffle(o, turn2)), minus1, zero)
	store(e.AndNot(k0).AndNot(shuffle(k1, turn1).Or(shuffle(k2, turn2))), &st.even)
	store(o.AndNot(k0).AndNot(shuffle(k1, turn2).Or(shuffle(k2, turn1))), &st.odd)
	return !struck.Or(k0).Or(k1).Or(k2).IsZero()
}

func outOfTriplesSIMD(t, minus1, zero v16) v16 {
	here := t.AndNot(shuffle(t, &turned[1]).Or(shuffle(t, &turned[2])))
	x := here.And(here.Add(minus1))
	x = x.And(x.Add(minus1))
	three := mask(x.And(x.Add(minus1)).Equal(zero)).AndNot(mask(x.Equal(zero)))
	y := t.And(t.Add(minus1))
	y = y.And(y.Add(minus1))
	left := t.And(mask(y.And(y.Add(minus1)).Equal(zero)))
	return t.And(three.AndNot(here).Or(shuffle(left, &turned[1])).Or(shuffle(left, &turned[2])))
}

// openSIMD weighs the open digits of the horizontal bands together. The groups of a band
// are the same set of configurations each, so band j may stand in for group j.
func (s *Solver) openSIMD(st *state) {
	minus1 := archsimd.BroadcastUint16x16(0xffff)
	in1, in2 := load(&groupOf[1]).Equal(minus1), load(&groupOf[2]).Equal(minus1)
	b := &st.band
	he := load(&b[2].even).Merge(load(&b[1].even).Merge(load(&b[0].even), in1), in2)
	ho := load(&b[2].odd).Merge(load(&b[1].odd).Merge(load(&b[0].odd), in1), in2)
	store(openDigitsSIMD(he, ho), &s.open[0])
	store(openDigitsSIMD(load(&st.even), load(&st.odd)), &s.open[1])
}

func openDigitsSIMD(even, odd v16) v16 {
	o, t := even.Or(odd), even.And(odd)
	o1, o2, t1, t2 := shuffle(o, &turned[1]), shuffle(o, &turned[2]), shuffle(t, &turned[1]), shuffle(t, &turned[2])
	two := t.Or(t1).Or(t2).Or(o.And(o1)).Or(o.Or(o1).And(o2))
	three := t.And(o1.Or(o2)).Or(t1.And(o.Or(o2))).Or(t2.And(o.Or(o1))).Or(o.And(o1).And(o2))
	return two.And(load(&lanes01)).Or(three.And(load(&lanes2)))
}

func splitSIMD(rest, child *state, band, digit, config int) {
	// Copied by vectors: a plain assignment uses the narrow registers, whose use after wide
	// ones costs some processors dear.
	for i := range rest.band {
		p, q := &rest.band[i], &child.band[i]
		store(load(&p.row[0]), &q.row[0])
		store(load(&p.row[1]), &q.row[1])
		store(load(&p.row[2]), &q.row[2])
		store(load(&p.even), &q.even)
		store(load(&p.odd), &q.odd)
		store(load(&p.rest), &q.rest)
	}
	e, o := load(&rest.even), load(&rest.odd)
	d := archsimd.BroadcastUint16x16(1 << digit)
	if band < 3 {
		store(e, &child.even)
		store(o, &child.odd)
		p, q := &rest.band[band], &child.band[band]
		e, o = load(&p.even), load(&p.odd)
		ine, ino := load(&inHorizontal[config][0]), load(&inHorizontal[config][1])
		store(e.AndNot(d.AndNot(ine)), &q.even)
		store(o.AndNot(d.AndNot(ino)), &q.odd)
		store(e.AndNot(d.And(ine)), &p.even)
		store(o.AndNot(d.And(ino)), &p.odd)
		return
	}
	d = d.And(load(&groupOf[band-3]))
	ine, ino := load(&inVertical[band-3][config][0]), load(&inVertical[band-3][config][1])
	store(e.AndNot(d.AndNot(ine)), &child.even)
	store(o.AndNot(d.AndNot(ino)), &child.odd)
	store(e.AndNot(d.And(ine)), &rest.even)
	store(o.AndNot(d.And(ino)), &rest.odd)
}

// leaveSIMD clears the upper halves of the vector registers, as code that uses the lower
// ones expects.
func leaveSIMD() { archsimd.ClearAVXUpperBits() }
