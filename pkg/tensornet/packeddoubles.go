package tensornet

import . "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas

// doubles strikes what naked and hidden doubles rule out, both found in the same candidates. Where the
// literal form goes through all pairs of digits, this one goes through the pairs of cells of a unit:
// there are as many, and a word compares all digits at once.
func (l lanes) doubles(x places) places { return l.doublesOf(x, true, true) }

// doublesOf strikes what one kind of double rules out, or both.
func (l lanes) doublesOf(x places, naked, hidden bool) places {
	pairs, two := make(places, len(x)), make(places, len(x)) // cells with two candidates, and their flags
	for i := range x {
		y := l.lessOne(x[i])
		two[i] = without(l.some(y), l.some(l.lessOne(y)))
		pairs[i] = and(x[i], l.mask(two[i]))
	}
	strike := make(places, len(x))
	add := func(at int, s *Node) { strike[at] = union(strike[at], s) }
	for _, kind := range []int{alongRows, alongColumns, inBox} {
		if naked {
			l.nakedDoubles(kind, pairs, two, add)
		}
		if hidden {
			l.hiddenDoubles(kind, x, add)
		}
	}
	return l.strike(x, strike)
}

// inBox is the third kind of unit, beside alongRows and alongColumns.
const inBox = 2

// fellow is another cell of a unit as seen from a cell: its place, and how many boxes on it lies.
type fellow struct{ place, by int }

// fellows lists the other cells of the unit of a kind that a place is in.
func (l lanes) fellows(kind, place int) (out []fellow) {
	if kind == inBox {
		for other := range l.k * l.k {
			if other != place {
				out = append(out, fellow{other, 0})
			}
		}
		return out
	}
	line := place / l.k
	if kind == alongColumns {
		line = place % l.k
	}
	for by := range l.k {
		for j := range l.k {
			if other := l.place(kind, line, j); by > 0 || other != place {
				out = append(out, fellow{other, by})
			}
		}
	}
	return out
}

// seen is what a fellow has: x moved so that it lies where it is seen from.
func seen(x places, kind int, f fellow) *Node {
	if f.by == 0 {
		return x[f.place]
	}
	return roll(x[f.place], kind, f.by)
}

// nakedDoubles strikes from a cell the pairs of fellows that two cells have, its own apart.
func (l lanes) nakedDoubles(kind int, pairs, two places, add func(int, *Node)) {
	twins := make(places, len(pairs)) // pairs that a fellow has too
	for i := range pairs {
		var twin *Node
		for _, f := range l.fellows(kind, i) {
			twin = union(twin, and(two[i], l.none(xor(pairs[i], seen(pairs, kind, f)))))
		}
		twins[i] = and(pairs[i], l.mask(twin))
	}
	for i := range pairs {
		for _, f := range l.fellows(kind, i) {
			own := l.mask(and(two[i], l.none(xor(pairs[i], seen(pairs, kind, f)))))
			add(i, without(seen(twins, kind, f), own))
		}
	}
}

// hiddenDoubles strikes all but two digits from a cell if it and a fellow are the only places of both.
// Three digits with the same two places contradict each other: they strike everything, each pair of them
// the third.
func (l lanes) hiddenDoubles(kind int, x places, add func(int, *Node)) {
	inTwo := make(places, len(x)) // the digits of a cell that have two places in the unit
	for i := range x {
		once, twice, thrice := x[i], (*Node)(nil), (*Node)(nil)
		for _, f := range l.fellows(kind, i) {
			other := seen(x, kind, f)
			if twice != nil {
				thrice = union(thrice, and(twice, other))
			}
			twice = union(twice, and(once, other))
			once = or(once, other)
		}
		inTwo[i] = and(x[i], without(twice, thrice))
	}
	for i := range x {
		for _, f := range l.fellows(kind, i) {
			common := and(inTwo[i], seen(inTwo, kind, f))
			second := l.lessOne(common)
			add(i, or(and(l.mask(l.some(second)), l.not(common)), l.mask(l.some(l.lessOne(second)))))
		}
	}
}
