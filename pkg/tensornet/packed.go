package tensornet

import (
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
)

// Axis legend of the packed form: a board of side n = k² is n tensors, one for each place in a box
// (place r·k+c is row r, column c of every box), each of shape [k, k, W]: band, stack, word.
//
// A word of 64 bits holds ⌊64/(n+1)⌋ puzzles side by side, each in a lane of n+1 bits: a bit for each
// digit, and above them a guard bit that keeps sums and differences inside the lane and takes the
// answers of comparisons. It is 0 between operations. At 9×9:
//
//	bit   63–60   59 58…50   49 48…40   …   9 8…0
//	      unused   g 9…1      g 9…1         g 9…1
//	puzzle           5          4              0
//
// Whatever holds for a puzzle as a whole is a mask: all digits' bits of its lane, or none.

// places are the n tensors of a board, or of something else that there is for each cell.
type places []*Node

// lanes has the scalars of the lanes, uint64, and does with them what a lane needs.
type lanes struct {
	k     int
	guard *Node // the guard bit of each lane
	low   *Node // the lowest bit of each lane
	full  *Node // all digits of each lane
	n     *Node // digits per lane, a shift from the guard bit to the lowest
	most  *Node // the largest weight of a cell, as a number in each lane
}

func and(a, b *Node) *Node     { return BitwiseAnd(a, b) }
func or(a, b *Node) *Node      { return BitwiseOr(a, b) }
func xor(a, b *Node) *Node     { return BitwiseXor(a, b) }
func without(a, b *Node) *Node { return xor(a, and(a, b)) }

// not is the complement within the digits.
func (l lanes) not(a *Node) *Node { return xor(a, l.full) }

// lessOne takes the lowest digit out of each lane: x & (x − 1). The guard bit lends where x is 0.
func (l lanes) lessOne(x *Node) *Node { return and(x, Sub(or(x, l.guard), l.low)) }

// lowest is the lowest digit of each lane: x & −x.
func (l lanes) lowest(x *Node) *Node { return and(x, Sub(l.guard, x)) }

// some sets the guard bit of the lanes that have a digit, none that of the others.
func (l lanes) some(x *Node) *Node { return and(Add(x, l.full), l.guard) }
func (l lanes) none(x *Node) *Node { return and(Sub(l.guard, x), l.guard) }

// mask makes all digits of a lane of its guard bit.
func (l lanes) mask(flag *Node) *Node { return Sub(flag, BitwiseShiftRightLogical(flag, l.n)) }

// anyOf is the union of several sets.
func anyOf(list []*Node) *Node {
	all := list[0]
	for _, x := range list[1:] {
		all = or(all, x)
	}
	return all
}

// exceptOwn returns, for each element, the union of the others.
func exceptOwn(list []*Node) []*Node {
	out := make([]*Node, len(list))
	for i := range list {
		if i == 0 {
			continue
		}
		out[i] = list[i-1] // what stands before i …
		if i > 1 {
			out[i] = or(out[i-1], list[i-1])
		}
	}
	behind := list[len(list)-1] // … and what stands behind it
	for i := len(list) - 2; i >= 0; i-- {
		if i == 0 {
			out[i] = behind
		} else {
			out[i] = or(out[i], behind)
		}
		behind = or(behind, list[i])
	}
	return out
}

// roll moves the k boxes of each stack (axis 0) or band (axis 1) on by some places, round about.
func roll(x *Node, axis, by int) *Node {
	k := x.Shape().Dim(axis)
	return Concatenate([]*Node{part(x, axis, by, k), part(x, axis, 0, by)}, axis)
}

// part is x from one place of an axis to another.
func part(x *Node, axis, from, to int) *Node {
	ranges := []SliceAxisSpec{AxisRange(), AxisRange(), AxisRange()}
	ranges[axis] = AxisRange(from, to)
	return Slice(x, ranges...)
}

// elsewhere is the union of what the other boxes along an axis have.
func (l lanes) elsewhere(x *Node, axis int) *Node {
	others := make([]*Node, l.k-1)
	for by := 1; by < l.k; by++ {
		others[by-1] = roll(x, axis, by)
	}
	return anyOf(others)
}

// Boxes lie along axis 1 in a band, so that rows go along it, and along axis 0 in a stack.
const (
	alongColumns = 0
	alongRows    = 1
)

// line is the places of row or column i of every box.
func (l lanes) line(x places, axis, i int) places {
	out := make(places, l.k)
	for j := range out {
		out[j] = x[l.place(axis, i, j)]
	}
	return out
}

// place is the j-th of line i.
func (l lanes) place(axis, i, j int) int {
	if axis == alongRows {
		return i*l.k + j
	}
	return j*l.k + i
}

// pieces returns what each line along an axis has in a box, the union over its places there.
func (l lanes) pieces(x places, axis int) []*Node {
	out := make([]*Node, l.k)
	for i := range out {
		out[i] = anyOf(l.line(x, axis, i))
	}
	return out
}

// eliminate strikes the only candidate of a cell from its peers. It returns what is left, and the union
// over the places of the cells' candidates less one: empty where every cell has one at most.
//
//	single cells    s = x where x & (x − 1) = 0
//	their peers     in the piece of the line | in the rest of the line | in the box's other lines
func (l lanes) eliminate(x places) (places, *Node) {
	single, open := make(places, len(x)), make([]*Node, len(x))
	for i := range x {
		open[i] = l.lessOne(x[i])
		single[i] = and(x[i], l.mask(l.none(open[i])))
	}
	strike := make(places, len(x))
	for _, axis := range []int{alongRows, alongColumns} {
		pieces := l.pieces(single, axis)
		box := exceptOwn(pieces)
		for i := range l.k {
			far := l.elsewhere(pieces[i], axis)
			if axis == alongRows {
				far = or(far, box[i])
			}
			for j, near := range exceptOwn(l.line(single, axis, i)) {
				at := l.place(axis, i, j)
				strike[at] = union(strike[at], or(near, far))
			}
		}
	}
	return l.strike(x, strike), anyOf(open)
}

// union is a | b, where a may be nil for nothing.
func union(a, b *Node) *Node {
	if a == nil {
		return b
	}
	return or(a, b)
}

func (l lanes) strike(x, strike places) places {
	out := make(places, len(x))
	for i := range x {
		out[i] = without(x[i], strike[i])
	}
	return out
}

// locked strikes digits confined to one line of a box from the rest of the line, and digits that a line
// has in one box only from the rest of the box. With p the pieces of the lines in a box:
//
//	confined to its line    p[i] &^ the box's other pieces     → struck from the line's other boxes
//	confined to its box     p[i] &^ the line in other boxes    → struck from the box's other pieces
func (l lanes) locked(x places) places {
	strike := make(places, len(x))
	for _, axis := range []int{alongRows, alongColumns} {
		pieces := l.pieces(x, axis)
		others := exceptOwn(pieces)
		claimed := make([]*Node, l.k)
		for i := range l.k {
			claimed[i] = without(pieces[i], l.elsewhere(pieces[i], axis))
		}
		claimed = exceptOwn(claimed)
		for i := range l.k {
			out := or(claimed[i], l.elsewhere(without(pieces[i], others[i]), axis))
			for j := range l.k {
				at := l.place(axis, i, j)
				strike[at] = union(strike[at], out)
			}
		}
	}
	return l.strike(x, strike)
}

// count adds up sets as far as matters: what occurs at least once, and at least twice.
type count struct{ once, twice *Node }

func (c count) add(d count) count {
	twice := and(c.once, d.once)
	if c.twice != nil {
		twice = or(twice, c.twice)
	}
	if d.twice != nil {
		twice = or(twice, d.twice)
	}
	return count{or(c.once, d.once), twice}
}

// only keeps in each cell the digits that have no other place in its row, column or box, if it has such.
// missing has the digits without a place in some unit.
func (l lanes) only(x places) (after places, missing *Node) {
	several := make(places, len(x)) // digits with two places or more in each of the cell's units so far
	var box count
	for _, axis := range []int{alongRows, alongColumns} {
		for i := range l.k {
			var piece count
			for _, cell := range l.line(x, axis, i) {
				if piece.once == nil {
					piece = count{once: cell}
				} else {
					piece = piece.add(count{once: cell})
				}
			}
			line := piece
			for by := 1; by < l.k; by++ {
				line = line.add(count{roll(piece.once, axis, by), roll(piece.twice, axis, by)})
			}
			missing = union(missing, l.not(line.once))
			for j := range l.k {
				at := l.place(axis, i, j)
				if several[at] == nil {
					several[at] = line.twice
				} else {
					several[at] = and(several[at], line.twice)
				}
			}
			if axis == alongRows {
				if i == 0 {
					box = piece
				} else {
					box = box.add(piece)
				}
			}
		}
	}
	missing = or(missing, l.not(box.once))
	after = make(places, len(x))
	for i := range x {
		keep := without(x[i], and(several[i], box.twice))
		after[i] = or(keep, and(x[i], l.mask(l.none(keep))))
	}
	return after, missing
}

// fold is the union over all boxes, for each word: [k, k, W] → [W].
func fold(x *Node) *Node { return ReduceBitwiseOr(x, 0, 1) }

// spread gives every box what there is for each word: [W] → [k, k, W].
func (l lanes) spread(v *Node) *Node {
	words := v.Shape().Dim(0)
	copies := make([]*Node, l.k*l.k)
	for i := range copies {
		copies[i] = v
	}
	return Reshape(Concatenate(copies, 0), l.k, l.k, words)
}

// choose marks the cell to guess in, by its guard bit; see plain.Choose, whose order it has.
func (l lanes) choose(x, weight places) places {
	two, three, four := make(places, len(x)), make(places, len(x)), make(places, len(x)) // candidates, or more
	exactTwo, exactThree := make([]*Node, len(x)), make([]*Node, len(x))
	for i := range x {
		y := l.lessOne(x[i])
		z := l.lessOne(y)
		two[i], three[i], four[i] = l.some(y), l.some(z), l.some(l.lessOne(z))
		exactTwo[i], exactThree[i] = without(two[i], three[i]), without(three[i], four[i])
	}
	anyTwo, anyThree := fold(anyOf(exactTwo)), fold(anyOf(exactThree))
	best, second := l.spread(anyTwo), l.spread(without(anyThree, anyTwo))
	open := l.openPeers(two)
	flags, scores := make(places, len(x)), make([]*Node, len(x))
	for i := range x {
		flags[i] = without(two[i], or(and(three[i], best), and(four[i], second)))
		scores[i] = and(Add(open[i], weight[i]), l.mask(flags[i]))
	}
	top := l.spread(l.foldLargest(l.largest(scores)))
	for i := range x {
		flags[i] = and(flags[i], l.none(xor(scores[i], top)))
	}

	// The first one: not behind another of its piece of a row, nor behind a piece, row or band that has one.
	pieces, rows := l.pieces(flags, alongRows), make([]*Node, l.k)
	for r := range rows {
		rows[r] = or(pieces[r], l.elsewhere(pieces[r], alongRows))
	}
	above := before(anyOf(rows), alongColumns)
	first := make(places, len(x))
	for r := range l.k {
		behind := or(above, before(pieces[r], alongRows))
		for c := range l.k {
			at := l.place(alongRows, r, c)
			first[at] = without(flags[at], behind)
			behind = or(behind, flags[at])
		}
		above = or(above, rows[r])
	}
	return first
}

// openPeers counts the peers of each cell whose guard bit is set, in the digits' bits of its lane:
// those of the cell's lines in other boxes, and those of its box, itself among them if it is set.
func (l lanes) openPeers(flags places) places {
	ones := make(places, len(flags))
	for i := range flags {
		ones[i] = BitwiseShiftRightLogical(flags[i], l.n)
	}
	box, out := sum(ones), make(places, len(flags))
	for _, axis := range []int{alongRows, alongColumns} {
		for i := range l.k {
			piece := sum(l.line(ones, axis, i))
			all := roll(piece, axis, 1)
			for by := 2; by < l.k; by++ {
				all = Add(all, roll(piece, axis, by))
			}
			if axis == alongRows {
				all = Add(all, box)
			}
			for j := range l.k {
				at := l.place(axis, i, j)
				if out[at] == nil {
					out[at] = all
				} else {
					out[at] = Add(out[at], all)
				}
			}
		}
	}
	return out
}

func sum(list []*Node) *Node {
	total := list[0]
	for _, x := range list[1:] {
		total = Add(total, x)
	}
	return total
}

// largest is the greatest of several numbers in the digits' bits of each lane.
func (l lanes) largest(list []*Node) *Node {
	top := list[0]
	for _, x := range list[1:] {
		top = l.larger(top, x)
	}
	return top
}

// larger is the greater of two numbers: the guard bit lends, and stays where a ≥ b.
func (l lanes) larger(a, b *Node) *Node {
	wins := l.mask(and(Sub(or(a, l.guard), b), l.guard))
	return xor(b, and(xor(a, b), wins))
}

// foldLargest is the greatest number of all boxes, for each word: [k, k, W] → [W].
func (l lanes) foldLargest(x *Node) *Node {
	words := x.Shape().Dim(2)
	flat := Reshape(x, l.k*l.k, words)
	rows := make([]*Node, l.k*l.k)
	for i := range rows {
		rows[i] = Reshape(Slice(flat, AxisElem(i), AxisRange()), words)
	}
	return l.largest(rows)
}

// before is, at each place of an axis, the union of what stands before it.
func before(x *Node, axis int) *Node {
	k := x.Shape().Dim(axis)
	first := part(x, axis, 0, 1)
	list := []*Node{xor(first, first), first}
	for i := 1; i < k-1; i++ {
		list = append(list, or(list[i], part(x, axis, i, i+1)))
	}
	return Concatenate(list[:k], axis)
}
