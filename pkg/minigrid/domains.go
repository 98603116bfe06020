package minigrid

import "math/bits"

// matrixLimit is the size up to which the search keeps, for each class, the alive fillings of a
// dependent box that are joined to it as a row of bits; striking then is an intersection of bit
// rows. Above it fillings are kept as lists and looked up one by one.
const matrixLimit = 128 << 20

// newDomains returns the domains of the alive fillings in the form that fits.
func newDomains(g *Graph, class [][]int32) domains {
	if rows := rowBytes(g); rows <= matrixLimit {
		return newBitDomains(g, class)
	}
	return newListDomains(g, class)
}

// rowBytes returns the size of the bit rows of all pairs.
func rowBytes(g *Graph) (sum int64) {
	for _, l := range g.links {
		for side, f := range l.faces {
			other := len(g.alive[g.faces[l.faces[1-side]].box])
			sum += 8 * int64(len(g.faces[f].size)) * int64((other+63)/64)
		}
	}
	return sum
}

// bitDomains keeps the fillings left as bits, of which only words that are not zero are stored: a
// domain that has shrunk costs what is left of it (the sparse bit sets of J. Demeulenaere and
// others, "Compact-Table", CP 2016, LNCS 9892, 207–223, doi:10.1007/978-3-319-44953-1_14). Words of
// depth 0 stay, those of deeper ones are on a stack, so that leaving a depth is cutting it.
type bitDomains struct {
	g     *Graph
	class [][]int32
	n     int
	doms  [][]block // doms[d·n+box]
	stack []block
	used  []int // used[d]: length of the stack when depth d was entered
	peak  int
	rows  [][2]bitRows // by pair and side
}

// block is one word of a set of fillings: bit i is filling 64·at + i.
type block struct {
	bits uint64
	at   int32
}

// bitRows holds a row for each class of one side of a pair: the fillings of the other side's box
// joined to it. To make a row takes a look at each of them. A class that is tried now and then is
// cheaper looked up filling by filling, so its row is made when the look-ups have cost as much.
type bitRows struct {
	words int
	rows  []uint64
	spent []int32 // look-ups for a class so far, −1 once it has its row
}

func newBitDomains(g *Graph, class [][]int32) *bitDomains {
	n := len(g.alive)
	d := &bitDomains{
		g: g, class: class, n: n,
		doms: make([][]block, (n+1)*n),
		used: make([]int, n+1),
		rows: make([][2]bitRows, len(g.links)),
	}
	for box, alive := range g.alive {
		all := make([]block, (len(alive)+63)/64)
		for i := range alive {
			all[i>>6].bits |= 1 << (i & 63)
			all[i>>6].at = int32(i >> 6)
		}
		d.doms[box] = all
	}
	return d
}

func (d *bitDomains) bytes() int64 {
	sum := 16 * int64(d.peak)
	for _, blocks := range d.doms[:d.n] {
		sum += 16 * int64(len(blocks))
	}
	for i := range d.rows {
		for side := range d.rows[i] {
			sum += 8*int64(len(d.rows[i][side].rows)) + 4*int64(len(d.rows[i][side].spent))
		}
	}
	return sum
}

// next has 64·(number of the block) + bit as its cursor.
func (d *bitDomains) next(depth, box int, cursor int32) (filling, after int32) {
	blocks := d.doms[depth*d.n+box]
	for i, bit := int(cursor>>6), cursor&63; i < len(blocks); i, bit = i+1, 0 {
		if w := blocks[i].bits >> bit << bit; w != 0 {
			low := int32(bits.TrailingZeros64(w))
			return blocks[i].at<<6 + low, int32(i)<<6 + low + 1
		}
	}
	return -1, cursor
}

func (d *bitDomains) enter(depth int) {
	copy(d.doms[(depth+1)*d.n:(depth+2)*d.n], d.doms[depth*d.n:])
	d.stack = d.stack[:d.used[depth]]
	d.used[depth+1] = d.used[depth]
}

func (d *bitDomains) strike(depth int, e end, c, left int32) int32 {
	start := len(d.stack)
	count := 0
	if row := d.row(e, c, left); row != nil {
		for _, b := range d.doms[depth*d.n+e.other] {
			if b.bits &= row[b.at]; b.bits != 0 {
				d.stack = append(d.stack, b)
				count += bits.OnesCount64(b.bits)
			}
		}
	} else {
		l := &d.g.links[e.pair]
		class := d.class[l.faces[1-e.side]]
		joined := &l.rows[e.side]
		for _, b := range d.doms[depth*d.n+e.other] {
			kept := b.bits
			for w := b.bits; w != 0; w &= w - 1 {
				if !joined.has(c, class[int(b.at)<<6+bits.TrailingZeros64(w)]) {
					kept &^= w & -w
				}
			}
			if kept != 0 {
				d.stack = append(d.stack, block{kept, b.at})
				count += bits.OnesCount64(kept)
			}
		}
	}
	d.doms[(depth+1)*d.n+e.other] = d.stack[start:len(d.stack):len(d.stack)]
	d.used[depth+1] = len(d.stack)
	d.peak = max(d.peak, len(d.stack))
	return int32(count)
}

// row returns the bit row of a class, or nil if the class should be looked up in the fillings left.
func (d *bitDomains) row(e end, c, left int32) []uint64 {
	r := &d.rows[e.pair][e.side]
	l := &d.g.links[e.pair]
	if r.spent == nil {
		r.words = len(d.doms[e.other])
		r.spent = make([]int32, len(d.g.faces[l.faces[e.side]].size))
	}
	if r.spent[c] >= 0 {
		class := d.class[l.faces[1-e.side]]
		if r.spent[c] += left; int(r.spent[c]) <= len(class) {
			return nil
		}
		r.spent[c] = -1
		if r.rows == nil {
			r.rows = make([]uint64, len(r.spent)*r.words)
		}
		row := r.rows[int(c)*r.words:]
		for i, x := range class {
			if l.rows[e.side].has(c, x) {
				row[i>>6] |= 1 << (i & 63)
			}
		}
	}
	return r.rows[int(c)*r.words : (int(c)+1)*r.words]
}

// listDomains keeps the fillings left as lists: those of depth 0 for good, those of deeper ones on
// a stack, so that leaving a depth is cutting the stack.
type listDomains struct {
	g     *Graph
	class [][]int32
	n     int
	lists [][]int32 // lists[d·n+box]
	stack []int32
	used  []int // used[d]: length of the stack when depth d was entered
	peak  int
}

func newListDomains(g *Graph, class [][]int32) *listDomains {
	n := len(g.alive)
	d := &listDomains{g: g, class: class, n: n, lists: make([][]int32, (n+1)*n), used: make([]int, n+1)}
	for box, alive := range g.alive {
		d.lists[box] = make([]int32, len(alive))
		for i := range alive {
			d.lists[box][i] = int32(i)
		}
	}
	return d
}

func (d *listDomains) bytes() int64 {
	sum := int64(d.peak)
	for _, l := range d.lists[:d.n] {
		sum += int64(len(l))
	}
	return 4 * sum
}

func (d *listDomains) next(depth, box int, cursor int32) (filling, after int32) {
	list := d.lists[depth*d.n+box]
	if int(cursor) == len(list) {
		return -1, cursor
	}
	return list[cursor], cursor + 1
}

func (d *listDomains) enter(depth int) {
	copy(d.lists[(depth+1)*d.n:(depth+2)*d.n], d.lists[depth*d.n:])
	d.stack = d.stack[:d.used[depth]]
	d.used[depth+1] = d.used[depth]
}

func (d *listDomains) strike(depth int, e end, c, left int32) int32 {
	l := &d.g.links[e.pair]
	class := d.class[l.faces[1-e.side]]
	joined := &l.rows[e.side]
	start := len(d.stack)
	for _, i := range d.lists[depth*d.n+e.other] {
		if joined.has(c, class[i]) {
			d.stack = append(d.stack, i)
		}
	}
	kept := d.stack[start:len(d.stack):len(d.stack)]
	if len(kept) == int(left) {
		d.stack = d.stack[:start]
		return left
	}
	d.lists[(depth+1)*d.n+e.other] = kept
	d.used[depth+1] = len(d.stack)
	d.peak = max(d.peak, len(d.stack))
	return int32(len(kept))
}
