package dlx

import (
	"math/bits"
	"slices"
)

// Nodes, items and options have numbers of 32 bits: less memory to move, and without sign,
// because an index of type int32 has to be extended at each use, which costs time.

// link joins a node to its neighbours in the list of its item. Node i < items is the header
// of item i; the elements of the options follow in order, so that those of an option lie
// side by side:
//
//	node    0 … items−1    items …
//	        headers        option 0 | option 1 | …
//
// A node that has been taken out keeps its own links: they say where to put it back.
type link struct{ up, down uint32 }

// span is the range of nodes lo … hi−1 of an option.
type span struct{ lo, hi uint32 }

// links is the state that a search changes, and what it has to look up in order to do so.
type links struct {
	primaries uint32
	link      []link   // by node
	item      []uint32 // by node: the item, plus the bit clean; of a header: itself
	option    []uint32 // by node: the option; of a header: not used
	span      []span   // by option
	// size of an item's list, while the item is active: the options that could still cover
	// it. Secondary items have never more, which keeps them from counting as zeros.
	size []int32
	// active has a bit for each item, set while a primary item waits to be covered. The bits
	// of secondary items mean nothing. With a linked list, where each step waits for the
	// one before, Sudoku puzzles take longer, others a little.
	active []uint64
	// zeros is the number of active primary items without options. While it is 0 the search
	// for the smallest item may stop at the first that has one option left; otherwise there
	// is no need to search. That is much of the time of Sudoku puzzles, where most nodes have
	// one option or none, and costs others next to nothing.
	zeros int32
	// trail[:top] has the nodes that are out of their lists, in the order of leaving. Putting
	// them back from here is a loop without surprises for the processor; walking through
	// the lists once more, as Knuth does, takes the whole search more time. A node
	// is out at most once, so the trail never grows.
	trail []uint32
	top   uint32

	color    []int32  // by node, 0 for none; nil in a problem without colors
	cleansed []uint32 // the nodes whose item has the bit clean, in the order of getting it

	fullActive []uint64 // active and zeros of the untouched problem
	fullZeros  int32
}

// never keeps the sizes of secondary items away from zero.
const never = 1 << 30

// mark is a moment to which rewind can return.
type mark struct {
	trail    uint32
	cleansed uint32
	zeros    int32
}

func (l *links) init(p *Problem) {
	items, nodes := p.Items(), p.Items()+p.Elements()
	l.primaries = uint32(p.primaries)
	l.link = make([]link, nodes)
	l.item = make([]uint32, nodes)
	l.option = make([]uint32, nodes)
	l.span = make([]span, p.Options())
	l.size = make([]int32, items)
	l.trail = make([]uint32, p.Elements())
	for i := range uint32(items) {
		l.link[i] = link{i, i}
		l.item[i] = i
		if i >= l.primaries {
			l.size[i] = never
		}
	}
	n := uint32(items)
	for o := range l.span {
		l.span[o].lo = n
		for _, c := range p.items[p.start[o]:p.start[o+1]] {
			last := l.link[c].up
			l.link[n] = link{last, uint32(c)}
			l.link[last].down, l.link[c].up = n, n
			l.item[n], l.option[n] = uint32(c), uint32(o)
			l.size[c]++
			n++
		}
		l.span[o].hi = n
	}
	if p.colors != nil {
		l.color = slices.Concat(make([]int32, items), p.colors)
		l.cleansed = make([]uint32, 0, p.Elements())
	}

	l.active = make([]uint64, (items+63)/64)
	for i := range l.primaries {
		l.active[i>>6] |= 1 << (i & 63)
		if l.size[i] == 0 {
			l.zeros++
		}
	}
	l.fullActive, l.fullZeros = slices.Clone(l.active), l.zeros
}

// cover takes item c out of the problem: no other item offers its options any longer. It
// returns the number of updates.
func (l *links) cover(c uint32) int64 {
	if l.color != nil {
		return l.coverColored(c)
	}
	l.active[c>>6] &^= 1 << (c & 63)
	links, size, spans := l.link, l.size, l.span
	item, option := l.item[:len(links)], l.option[:len(links)]
	zeros := l.zeros - isZero(size[c])
	trail, k := l.trail, l.top
	for r := links[c].down; r != c; r = links[r].down {
		// Two loops around r, not one that asks at each node whether it is r: less time.
		o := spans[option[r]]
		for i := o.lo; i < r; i++ {
			n, it := links[i], item[i]
			links[n.up].down = n.down
			links[n.down].up = n.up
			left := size[it] - 1
			size[it] = left
			zeros += isZero(left)
			trail[k] = i
			k++
		}
		for i := r + 1; i < o.hi; i++ {
			n, it := links[i], item[i]
			links[n.up].down = n.down
			links[n.down].up = n.up
			left := size[it] - 1
			size[it] = left
			zeros += isZero(left)
			trail[k] = i
			k++
		}
	}
	updates := int64(k-l.top) + 1
	l.top, l.zeros = k, zeros
	return updates
}

// isZero is 1 for 0 and 0 for positive numbers, without a branch.
func isZero(size int32) int32 { return int32(uint32(size-1) >> 31) }

// mark returns the present moment, as far as rewind can restore it.
func (l *links) mark() mark {
	return mark{trail: l.top, cleansed: uint32(len(l.cleansed)), zeros: l.zeros}
}

// rewind puts back what was taken out since m, but leaves active to its caller.
func (l *links) rewind(m mark) {
	links, size := l.link, l.size
	item := l.item[:len(links)]
	trail := l.trail[m.trail:l.top]
	for _, i := range slices.Backward(trail) {
		n, it := links[i], item[i]
		links[n.up].down = i
		links[n.down].up = i
		size[it]++
	}
	l.top, l.zeros = m.trail, m.zeros
	if len(l.cleansed) > int(m.cleansed) {
		l.uncleanse(m.cleansed)
	}
}

// release makes the items of node n's option active again.
func (l *links) release(n uint32) {
	o := l.span[l.option[n]]
	for _, c := range l.item[o.lo:o.hi] {
		c &^= clean
		l.active[c>>6] |= 1 << (c & 63)
	}
}

// reset takes everything back.
func (l *links) reset() {
	l.rewind(mark{zeros: l.fullZeros})
	copy(l.active, l.fullActive)
}

// none stands for no item.
const none = ^uint32(0)

// leftmost returns the first active primary item, or none.
func (l *links) leftmost() uint32 {
	for w, word := range l.active {
		if word != 0 {
			if c := uint32(w<<6 + bits.TrailingZeros64(word)); c < l.primaries {
				return c
			}
			break
		}
	}
	return none
}

// smallest returns the first of the active primary items with the fewest options, or none
// if there is no active item. No item must be without options: so the look ends at the
// first that has one.
func (l *links) smallest() uint32 {
	best, least := none, int32(never)
	for w, word := range l.active {
		for ; word != 0; word &= word - 1 {
			c := uint32(w<<6 + bits.TrailingZeros64(word))
			if c >= l.primaries {
				return best
			}
			if n := l.size[c]; n < least {
				if best, least = c, n; n == 1 {
					return best
				}
			}
		}
	}
	return best
}
