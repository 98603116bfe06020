package triad

import "math/bits"

// The choice of the guess: a digit in a band, and the first configuration left to it.
//
// The band is the one with the fewest open digits (a digit with three configurations or
// more counts for one and a half), less a twelfth for each refutation of a guess in it. In
// the band the digit is one with two configurations, or with three or more if there is none
// or if nothing has been refuted yet: before the first refutation the board is likely to
// have many solutions, and large steps reach one sooner. Among these it is the one refuted
// most often, then the lowest.
//
// DESIGN.md has the figures for the parts of this, and for what else was tried.

// unrefuted orders the digits: each refutation adds 16, below that the lower digit is the
// higher number.
var unrefuted = [9]uint32{8, 7, 6, 5, 4, 3, 2, 1, 0}

// settled is the rank of a band without open digits.
const settled = 1 << 30

// choose returns the guess. The band is negative if every digit of every band is settled:
// then the position is a solution. Bands 0 to 2 are the horizontal ones, 3 to 5 the
// vertical ones, configurations 0 to 2 the even ones, 3 to 5 the odd ones.
func (s *Solver) choose(st *state) (band, digit, config int) {
	if s.simd {
		s.openSIMD(st)
	} else {
		for j := range 3 {
			s.open[0][j] = openDigits(st.band[j].even[0], st.band[j].odd[0])
			s.open[1][j] = openDigits(st.even[j], st.odd[j])
		}
	}
	h, v, c := &s.open[0], &s.open[1], &s.refutedBands
	key := min(
		min(rank(h[0], c[0], 0), rank(h[1], c[1], 1), rank(h[2], c[2], 2)),
		min(rank(v[0], c[3], 3), rank(v[1], c[4], 4), rank(v[2], c[5], 5)))
	if key == settled {
		return -1, 0, 0
	}
	band = int(key & 7)
	var open, even, odd uint64
	if band < 3 {
		open, even, odd = h[band], st.band[band].even[0], st.band[band].odd[0]
	} else {
		open, even, odd = v[band-3], st.even[band-3], st.odd[band-3]
	}
	three := uint32(open>>32) & allDigits
	p := uint32(open) & allDigits &^ three
	if p == 0 || three != 0 && *c == [6]int32{} {
		p = three
	}
	// A loop over the digits in p costs more: its length cannot be foreseen.
	r := &s.refutedDigits
	most := max(
		max(max(r[0]&-(p&1), r[1]&-(p>>1&1)), max(r[2]&-(p>>2&1), r[3]&-(p>>3&1))),
		max(max(r[4]&-(p>>4&1), r[5]&-(p>>5&1)), max(r[6]&-(p>>6&1), r[7]&-(p>>7&1))),
		r[8]&-(p>>8&1))
	digit = 8 - int(most&15)
	lanes := uint64(oneEach&^lane3) << digit
	if even&lanes != 0 {
		return band, digit, bits.TrailingZeros64(even&lanes) >> 4
	}
	return band, digit, 3 + bits.TrailingZeros64(odd&lanes)>>4
}

// rank orders bands: the band's number in the low three bits, above it twelve times its
// open digits less the refutations.
func rank(open uint64, refuted, band int32) int32 {
	key := (6*int32(bits.OnesCount64(open))-refuted)<<3 | band
	if open == 0 {
		key = settled
	}
	return key
}

// refute counts a refutation of the last guess, or of what it left.
func (s *Solver) refute() {
	s.refutedDigits[s.digit] += 16
	s.refutedBands[s.band]++
	if s.refutedBands[s.band] == 1<<20 {
		for i := range s.refutedBands {
			s.refutedBands[i] /= 2
		}
	}
}

// openDigits returns the digits with two configurations or more in lanes 0 and 1 and those
// with three or more in lane 2, so that its ones weigh a band's open digits.
func openDigits(even, odd uint64) uint64 {
	o, t := even|odd, even&odd // one at least and two in the lane
	o1, o2, t1, t2 := turn1(o), turn2(o), turn1(t), turn2(t)
	two := t | t1 | t2 | o&o1 | (o|o1)&o2
	three := t&(o1|o2) | t1&(o|o2) | t2&(o|o1) | o&o1&o2
	return two&0xffff_ffff | three&lane2
}
