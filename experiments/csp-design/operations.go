package cspdesign

import (
	"math/rand/v2"
	"slices"
)

// An operation is a case that times a few lines alone.
type operation struct {
	subject
	contenders func(seed uint64) []contender
}

func operations() []operation {
	return []operation{{accessOperation, accesses}, {memberOperation, memberships}, {copyOperation, copies}}
}

// Operations in a pass.
const (
	nAccesses = 4096
	nSweeps   = 50
	nDomains  = 50
)

// accesses reads cells by row and column, in a random walk that writes one in four of them
// and in sweeps over the board. The last two contenders are the flat board again, once behind
// an interface and once behind a type parameter: what a comparison would have measured that
// kept the layouts behind one method.
func accesses(seed uint64) []contender {
	rng := rand.New(rand.NewPCG(seed, 1))
	places := make([]place, nAccesses)
	for i := range places {
		places[i] = placeOf(rng.IntN(cells))
	}
	var flat flatBoard
	var array arrayBoard
	sliced := make(slicedBoard, 9)
	for row := range sliced {
		sliced[row] = make([]uint8, 9)
	}
	var sink uint8
	random := func(name, against string, walk func() uint8) contender {
		return contender{name: "random " + name, against: against, units: nAccesses, pass: func() { sink += walk() }}
	}
	sweep := func(name, against string, sum func() uint8) contender {
		return contender{name: "sweep " + name, against: against, units: nSweeps * cells, pass: func() {
			for range nSweeps {
				sink += sum()
			}
		}}
	}
	const base, sweepBase = "random " + againstFlat, "sweep " + againstFlat
	return []contender{
		random(againstFlat, "", func() uint8 { return flat.walk(places) }),
		random("rows-array", base, func() uint8 { return array.walk(places) }),
		random("rows-slices", base, func() uint8 { return sliced.walk(places) }),
		sweep(againstFlat, "", flat.sum),
		sweep("rows-array", sweepBase, array.sum),
		sweep("rows-slices", sweepBase, sliced.sum),
		random(byInterface, base, func() uint8 { return walkLayout(&flat, places) }),
		random(byParameter, base, func() uint8 { return walkAny(&flat, places) }),
	}
}

const (
	byInterface = "flat, by interface"
	byParameter = "flat, by type parameter"
)

type (
	flatBoard   [cells]uint8
	arrayBoard  [9][9]uint8
	slicedBoard [][]uint8
)

func (b *flatBoard) walk(places []place) (sum uint8) {
	for i, p := range places {
		sum += b[int(p.row)*9+int(p.col)]
		if i&3 == 0 {
			b[int(p.row)*9+int(p.col)] = uint8(i)
		}
	}
	return sum
}

func (b *arrayBoard) walk(places []place) (sum uint8) {
	for i, p := range places {
		sum += b[p.row][p.col]
		if i&3 == 0 {
			b[p.row][p.col] = uint8(i)
		}
	}
	return sum
}

func (b slicedBoard) walk(places []place) (sum uint8) {
	for i, p := range places {
		sum += b[p.row][p.col]
		if i&3 == 0 {
			b[p.row][p.col] = uint8(i)
		}
	}
	return sum
}

func (b *flatBoard) sum() (sum uint8) {
	for row := range 9 {
		for col := range 9 {
			sum += b[row*9+col]
		}
	}
	return sum
}

func (b *arrayBoard) sum() (sum uint8) {
	for row := range 9 {
		for col := range 9 {
			sum += b[row][col]
		}
	}
	return sum
}

func (b slicedBoard) sum() (sum uint8) {
	for row := range 9 {
		for col := range 9 {
			sum += b[row][col]
		}
	}
	return sum
}

// layout is a board behind methods.
type layout interface {
	at(p place) uint8
	put(p place, d uint8)
}

func (b *flatBoard) at(p place) uint8 { return b[int(p.row)*9+int(p.col)] }

func (b *flatBoard) put(p place, d uint8) { b[int(p.row)*9+int(p.col)] = d }

//go:noinline // inlined, it would know its layout and call no method
func walkLayout(b layout, places []place) (sum uint8) {
	for i, p := range places {
		sum += b.at(p)
		if i&3 == 0 {
			b.put(p, uint8(i))
		}
	}
	return sum
}

//go:noinline // for the same reason
func walkAny[L layout](b L, places []place) (sum uint8) {
	for i, p := range places {
		sum += b.at(p)
		if i&3 == 0 {
			b.put(p, uint8(i))
		}
	}
	return sum
}

// memberships does with full domains what the document's reason for sets speaks of: asks for
// each digit, in scrambled order, whether it is there; removes each and puts it back. Nine
// digits are the most that a list has to be searched for.
func memberships(seed uint64) []contender {
	order := rand.New(rand.NewPCG(seed, 2)).Perm(digits)
	for i := range order {
		order[i]++
	}
	var s set
	var l list
	var m mask
	for _, fill := range []func(uint16){s.fill, l.fill, m.fill} {
		fill(all)
	}
	found := 0
	ask := func(name, against string, count func() int) contender {
		return contender{name: "member " + name, against: against, units: nDomains * digits, pass: func() {
			for range nDomains {
				found += count()
			}
		}}
	}
	remove := func(name, against string, do func()) contender {
		return contender{name: "remove " + name, against: against, units: nDomains * digits, pass: func() {
			for range nDomains {
				do()
			}
		}}
	}
	const askBase, removeBase = "member " + againstSet, "remove " + againstSet
	return []contender{
		ask(againstSet, "", func() int { return s.count(order) }),
		ask("list", askBase, func() int { return l.count(order) }),
		ask("bitmask", askBase, func() int { return m.count(order) }),
		remove(againstSet, "", func() { s.turn(order) }),
		remove("list", removeBase, func() { l.turn(order) }),
		remove("bitmask", removeBase, func() { m.turn(order) }),
	}
}

func (s *set) count(order []int) (n int) {
	for _, d := range order {
		if _, has := (*s)[d]; has {
			n++
		}
	}
	return n
}

func (l *list) count(order []int) (n int) {
	for _, d := range order {
		if slices.Contains(*l, d) {
			n++
		}
	}
	return n
}

func (m *mask) count(order []int) (n int) {
	for _, d := range order {
		if *m&mask(bit(d)) != 0 {
			n++
		}
	}
	return n
}

// turn removes the digits one by one, then puts them back.
func (s *set) turn(order []int) {
	for _, d := range order {
		delete(*s, d)
	}
	for d := 1; d <= digits; d++ {
		(*s)[d] = struct{}{}
	}
}

func (l *list) turn(order []int) {
	for _, d := range order {
		if at := slices.Index(*l, d); at >= 0 {
			*l = slices.Delete(*l, at, at+1)
		}
	}
	for d := 1; d <= digits; d++ { // in rising order, as the list began
		*l = append(*l, d)
	}
}

func (m *mask) turn(order []int) {
	for _, d := range order {
		*m &^= mask(bit(d))
	}
	for d := 1; d <= digits; d++ {
		*m |= mask(bit(d))
	}
}

// copies copies the full domains of 81 cells, as a branch does.
func copies(uint64) []contender {
	sets, masks := make([]set, cells), [cells]mask{}
	for cell := range sets {
		sets[cell].fill(all)
		masks[cell].fill(all)
	}
	var copied struct { // outside, so that no copy is left out
		sets  []set
		masks [cells]mask
	}
	return []contender{
		{name: againstDeep, units: 1, pass: func() { copied.sets = deep(sets) }},
		{name: "sets shallow", against: againstDeep, units: nDomains, pass: func() {
			for range nDomains {
				copied.sets = shallow(sets)
			}
		}},
		{name: "bitmasks array", against: againstDeep, units: nDomains, pass: func() {
			for range nDomains {
				copied.masks = masks
			}
		}},
	}
}
