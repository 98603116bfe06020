package explain

import (
	"math/bits"
	"slices"
)

// A chain goes from node to node of a web. A node is a candidate, or a group: the two or more places of
// a digit in which a box and a line cross, taken together. It is true if one of its candidates is.
//
// A weak link joins nodes that are not both true: candidates of one digit that see each other, each of
// one node each of the other, and candidates of one cell. A strong link joins nodes of which one is
// true: the two nodes that hold all places of a digit in a unit, and the two candidates of a cell.
// From a true node every weak link leads to a false one, from a false node every strong link to a true
// one. All of this can be read backwards: what makes b true if a is false makes a true if b is false.

// maxNodes is the size of a web beyond which no chains are sought: boards of side 25 and 36 that are
// nearly empty have more, and nobody follows chains there.
const maxNodes = 8192

// webKind says which nodes and links a web has.
type webKind struct {
	units  bool // strong links of units
	pairs  bool // strong links of cells with two candidates
	inside bool // weak links of cells
	groups bool // nodes that are groups
}

// node is a candidate, or a group if mask is not 0.
type node struct {
	cell, digit int    // of a group, its first cell
	unit        int    // of a group, its box
	mask        uint64 // of a group, its places in the box
}

// strongLink leads from a node to another by a unit, or by a cell if the unit is −1.
type strongLink struct{ to, unit int32 }

// within is a group as one of the two units that hold it sees it.
type within struct {
	id   int32
	mask uint64
}

// web holds the nodes and links of a position. It keeps its room from one position to the next.
type web struct {
	p     *Position
	nodes []node
	ids   []int32 // of candidates, by (digit − 1)·cells + cell
	first int     // number of candidates; groups come after them
	words int     // of a set of nodes
	weak  []uint64
	// strong holds the strong links by node.
	strong [][]strongLink
	groups [][]within // by unit·n + digit − 1

	// What the search has reached: sets of nodes, and for each node the one it was reached from.
	on, off []uint64
	fromOn  []int32 // by node that is off: the one that is on
	fromOff []int32 // by node that is on: the one that is off
	viaUnit []int32 // the unit of that strong link
	depth   []int32 // by node that is off: links from the start
	queue   []int32
	path    []int32
	lengths []int    // by candidate: the strong links of its shortest chain
	done    []uint64 // candidates that are struck by a chain that has been told
	victims []uint64
	// Forcing chains: what has been found, the link that told each node, −1 for the assumption and −2
	// for none, and where the chains end.
	forced          []forced
	toldOn, toldOff []int32
	ends            []uint64
}

// id returns the node of a candidate that the position has.
func (w *web) id(c, d int) int { return int(w.ids[(d-1)*len(w.p.marks)+c]) }

// row returns the set of nodes that a node has weak links to.
func (w *web) row(i int) []uint64 { return w.weak[i*w.words : (i+1)*w.words] }

func has(set []uint64, i int) bool { return set[i>>6]>>(i&63)&1 != 0 }
func add(set []uint64, i int)      { set[i>>6] |= 1 << (i & 63) }

// sized returns a list of a length, with the room that it has if that is enough.
func sized[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n, n+n/2)
	}
	return list[:n]
}

// build takes a position up and reports whether its web is small enough.
func (w *web) build(p *Position, kind webKind) bool {
	g := p.geo
	w.p = p
	w.nodes = w.nodes[:0]
	w.ids = sized(w.ids, g.n*len(p.marks))
	for d := 1; d <= g.n; d++ {
		have := p.cells[d-1]
		for c := have.Next(0); c >= 0; c = have.Next(c + 1) {
			w.ids[(d-1)*len(p.marks)+c] = int32(len(w.nodes))
			w.nodes = append(w.nodes, node{cell: c, digit: d})
		}
	}
	w.first = len(w.nodes)
	w.groups = sized(w.groups, len(g.units)*g.n)
	for i := range w.groups {
		w.groups[i] = w.groups[i][:0]
	}
	if kind.groups {
		w.addGroups()
	}
	n := len(w.nodes)
	if n > maxNodes {
		return false
	}
	w.words = (n + 63) / 64
	w.strong = sized(w.strong, n)
	for i := range w.strong {
		w.strong[i] = w.strong[i][:0]
	}
	w.weak = sized(w.weak, n*w.words)
	clear(w.weak)
	w.on, w.off = sized(w.on, w.words), sized(w.off, w.words)
	w.fromOn, w.fromOff, w.viaUnit = sized(w.fromOn, n), sized(w.fromOff, n), sized(w.viaUnit, n)
	w.depth = sized(w.depth, n)
	w.link(kind)
	return true
}

// addGroups adds the groups to the nodes.
func (w *web) addGroups() {
	p, g := w.p, w.p.geo
	for u := range g.units {
		if !g.isBox(u) {
			continue
		}
		for i := range g.crossings[u] {
			x := &g.crossings[u][i]
			for d := range g.n {
				m := p.places[u*g.n+d] & x.inFrom
				if m&(m-1) == 0 {
					continue
				}
				id := int32(len(w.nodes))
				w.nodes = append(w.nodes, node{g.units[u][bits.TrailingZeros64(m)], d + 1, u, m})
				w.groups[u*g.n+d] = append(w.groups[u*g.n+d], within{id, m})
				k := x.to*g.n + d
				w.groups[k] = append(w.groups[k], within{id, p.places[k] & x.inTo})
			}
		}
	}
}

// link adds the links.
func (w *web) link(kind webKind) {
	p, g := w.p, w.p.geo
	for i, x := range w.nodes[:w.first] {
		row := w.row(i)
		have := p.cells[x.digit-1]
		for k, peers := range g.peers[x.cell] {
			for peers &= have[k]; peers != 0; peers &= peers - 1 {
				add(row, w.id(k<<6+bits.TrailingZeros64(peers), x.digit))
			}
		}
		rest := p.marks[x.cell].Without(x.digit)
		if kind.pairs && rest.Count() == 1 {
			w.strong[i] = append(w.strong[i], strongLink{int32(w.id(x.cell, rest.First())), -1})
		}
		if kind.inside {
			for ; rest != 0; rest &= rest - 1 {
				add(row, w.id(x.cell, rest.First()))
			}
		}
	}
	for i := w.first; i < len(w.nodes); i++ {
		w.linkGroup(i)
	}
	if !kind.units {
		return
	}
	for u := range g.units {
		for d := range g.n {
			w.linkPlaces(u, d+1)
		}
	}
}

// linkGroup adds the weak links of a group: to what all its candidates are linked to.
func (w *web) linkGroup(i int) {
	x, row := w.nodes[i], w.row(i)
	cells := w.p.geo.units[x.unit]
	copy(row, w.row(w.id(x.cell, x.digit)))
	for m := x.mask & (x.mask - 1); m != 0; m &= m - 1 {
		for k, v := range w.row(w.id(cells[bits.TrailingZeros64(m)], x.digit)) {
			row[k] &= v
		}
	}
	// The rows of candidates may have groups already, those that were linked before.
	for k := range row {
		if end := w.first - k<<6; end < 64 {
			row[k] &= 1<<max(end, 0) - 1
		}
	}
	for k, v := range row {
		for ; v != 0; v &= v - 1 {
			add(w.row(k<<6+bits.TrailingZeros64(v)), i)
		}
	}
	for j := w.first; j < i; j++ {
		y := w.nodes[j]
		if y.digit != x.digit {
			continue
		}
		all := true
		for m := y.mask; m != 0 && all; m &= m - 1 {
			all = has(row, w.id(w.p.geo.units[y.unit][bits.TrailingZeros64(m)], y.digit))
		}
		if all {
			add(row, j)
			add(w.row(j), i)
		}
	}
}

// linkPlaces adds the strong links of a digit in a unit.
func (w *web) linkPlaces(u, d int) {
	p, g := w.p, w.p.geo
	at := p.places[u*g.n+d-1]
	if at&(at-1) == 0 {
		return
	}
	single := func(m uint64) int32 { return int32(w.id(g.units[u][bits.TrailingZeros64(m)], d)) }
	both := func(a, b int32) {
		w.strong[a] = append(w.strong[a], strongLink{b, int32(u)})
		w.strong[b] = append(w.strong[b], strongLink{a, int32(u)})
	}
	if bits.OnesCount64(at) == 2 {
		both(single(at), single(at&(at-1)))
	}
	groups := w.groups[u*g.n+d-1]
	for i, x := range groups {
		rest := at &^ x.mask
		if rest != 0 && rest&(rest-1) == 0 {
			both(x.id, single(rest))
		}
		for _, y := range groups[i+1:] {
			if rest == y.mask {
				both(x.id, y.id)
			}
		}
	}
}

// begin empties what the search has reached.
func (w *web) begin() {
	clear(w.on)
	clear(w.off)
	w.queue = w.queue[:0]
}

// turnOn reaches a node as true.
func (w *web) turnOn(i int, from, unit int32) {
	add(w.on, i)
	w.fromOff[i], w.viaUnit[i] = from, unit
	w.queue = append(w.queue, int32(i))
}

// spread goes from a node that is true to all that this makes false, and from these to all that are
// true then, and reports whether one of those has a weak link to stop; −1 stops nowhere.
func (w *web) spread(v int32, stop int) bool {
	row := w.row(int(v))
	depth := int32(1)
	if f := w.fromOff[v]; f >= 0 {
		depth = w.depth[f] + 2
	}
	for k, m := range row {
		m &^= w.off[k]
		w.off[k] |= m
		for ; m != 0; m &= m - 1 {
			y := k<<6 + bits.TrailingZeros64(m)
			w.fromOn[y], w.depth[y] = v, depth
			for _, x := range w.strong[y] {
				if has(w.on, int(x.to)) {
					continue
				}
				w.turnOn(int(x.to), int32(y), x.unit)
				if stop >= 0 && has(w.row(int(x.to)), stop) {
					return true
				}
			}
		}
	}
	return false
}

// seek looks for the shortest chain that strikes a candidate: its first node and its last have weak
// links to it. It returns the number of strong links in the chain, 0 if there is none of 2 to limit. A
// chain of one strong link is no chain, and the candidate has none then: its unit shows that it goes.
// The chain is left in path.
func (w *web) seek(x, limit int) int {
	w.begin()
	w.turnOn(x, -1, -1)
	from := 0
	for k := 1; k <= limit; k++ {
		to := len(w.queue)
		for ; from < to; from++ {
			if w.spread(w.queue[from], x) {
				if k == 1 {
					return 0
				}
				w.trace(w.queue[len(w.queue)-1])
				return k
			}
		}
		if from == len(w.queue) {
			return 0
		}
	}
	return 0
}

// trace writes the way to a node that is true into path, from the first node that is false.
func (w *web) trace(end int32) {
	w.path = w.path[:0]
	for v := end; w.fromOff[v] >= 0; v = w.fromOn[w.fromOff[v]] {
		w.path = append(w.path, v, w.fromOff[v])
	}
	slices.Reverse(w.path)
}

// proper reports whether the chain in path passes no node twice. The shortest chain of a position does
// not, others may: then part of the chain strikes a node by itself.
func (w *web) proper() bool {
	for i, a := range w.path {
		if slices.Contains(w.path[i+1:], a) {
			return false
		}
	}
	return true
}

// cells yields the candidates of a node.
func (w *web) cells(i int, yield func(Candidate)) {
	x := w.nodes[i]
	if x.mask == 0 {
		yield(Candidate{x.cell, x.digit})
		return
	}
	for m := x.mask; m != 0; m &= m - 1 {
		yield(Candidate{w.p.geo.units[x.unit][bits.TrailingZeros64(m)], x.digit})
	}
}

// candidate returns the candidate that stands for a node in links.
func (w *web) candidate(i int32) Candidate { return Candidate{w.nodes[i].cell, w.nodes[i].digit} }

// role gives the candidates of a node a role.
func (w *web) role(s *Step, i int32, r Role) {
	w.cells(int(i), func(x Candidate) { s.candidate(x.Cell, x.Digit, r) })
	s.Digits = s.Digits.With(w.nodes[i].digit)
}

// linkUnit gives the unit of a strong link its role, once.
func (s *Step) linkUnit(u int32) {
	if u < 0 {
		return
	}
	for _, x := range s.Units {
		if x.Unit == int(u) {
			return
		}
	}
	s.unit(int(u), RoleLink)
}
