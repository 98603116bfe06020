package minigrid

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
)

// A face is a box as its neighbours across certain units see it: the first box of a 9×9 board shows
// its three rows to boxes 2 and 3 and its three columns to boxes 4 and 7. Fillings that look the same
// on a face have the same neighbours across it, so they form a class, and all of phases 3 and 4 is
// done on classes instead of the paper's single fillings. A full box of a 9×9 board has 9! = 362,880
// fillings, but only 9!/3!³ = 1680 classes on a face of three rows.
//
// What is seen depends on the reading: under [Disjoint] the set of digits in each unit, under
// [Identical] their sequence. Either is a field of bits for each unit, the look of the class:
//
//	Disjoint   n bits: bit d−1 is set if the box has digit d in the unit
//	Identical  enough bits for a digit, for each cell of the box in the unit, the last one lowest
//
// Classes are numbered in the order of their looks, the first unit's field being compared first.
type face struct {
	box   int
	units []int
	class []int32 // of each filling
	size  []int32 // by class: how many fillings
	alive []int32 // by class: how many fillings are left by phase 4
	// tree holds the looks as a tree with a level for each unit; its leaves, in order, are the
	// classes. It serves phase 3 alone and is dropped after it.
	tree []level
}

// level is a level of a face's tree. Each node stands for the classes that agree on the units down
// to this level's.
type level struct {
	looks []uint64 // of each node: its classes' field for the unit
	below []int32  // node i has nodes below[i]…below[i+1]−1 under it; nil at the last level
}

// faces returns the distinct faces of the boxes and, for each pair, those that its two boxes show
// each other.
func faces(p *Permutations, pairs []Pair) (all []face, of [][2]int) {
	of = make([][2]int, len(pairs))
	ofBox := make([][]int, len(p.lists))
	find := func(box int, units []int) int {
		for _, f := range ofBox[box] {
			if slices.Equal(all[f].units, units) {
				return f
			}
		}
		all = append(all, face{box: box, units: units})
		ofBox[box] = append(ofBox[box], len(all)-1)
		return len(all) - 1
	}
	for i, pair := range pairs {
		of[i] = [2]int{find(pair.A, pair.Units), find(pair.B, pair.Units)}
	}
	return all, of
}

// classifier finds the classes of fillings. It packs the fields of a look into words, as many to a
// word as fit (all three of a 9×9 board, all four of a 16×16 one), the first unit highest, and
// numbers packed looks by first occurrence in an open hash table. It keeps its memory from face to
// face.
type classifier struct {
	reading Compatibility
	spots   [][]spot // by word
	words   int      // of a packed look
	fields  []field  // by unit: where its field is
	keys    []uint64 // packed look c at keys[c·words:(c+1)·words]
	slots   []int32  // number + 1, 0 for none; at most half full
	shift   int      // 64 − log₂ len(slots)
	order   []keyed
	rank    []int32
	nodes   []int // by level of the tree
}

// spot says by how much the digit in a position of the box is shifted in a word of a packed look.
type spot struct{ pos, shift uint8 }

type field struct {
	word, shift uint8
	mask        uint64
}

// keyed is a class by the first word of its look.
type keyed struct {
	key   uint64
	class int32
}

// layOut prepares the packing for a face.
func (t *classifier) layOut(p *Permutations, f *face) {
	shape := p.shape()
	n := shape.Side()
	t.fields = t.fields[:0]
	cells := p.Cells(f.box)
	positions := func(unit int) (out []uint8) {
		for pos, c := range cells {
			if slices.Contains(shape.UnitsOf(c), unit) {
				out = append(out, uint8(pos))
			}
		}
		return out
	}
	width, digit := n, 1
	if t.reading == Identical {
		digit = bits.Len(uint(n))
		width = 0
		for _, u := range f.units {
			width = max(width, digit*len(positions(u)))
		}
	}
	perWord := 64 / width
	t.words = (len(f.units) + perWord - 1) / perWord
	t.spots = slices.Grow(t.spots[:0], t.words)[:t.words]
	for w := range t.spots {
		t.spots[w] = t.spots[w][:0]
	}
	for i, u := range f.units {
		low := (perWord - 1 - i%perWord) * width
		t.fields = append(t.fields, field{uint8(i / perWord), uint8(low), 1<<width - 1})
		at := positions(u)
		for j, pos := range at {
			shift := low
			if t.reading == Identical {
				shift += (len(at) - 1 - j) * digit
			}
			t.spots[i/perWord] = append(t.spots[i/perWord], spot{pos, uint8(shift)})
		}
	}
}

// pack writes the packed look of a filling.
func (t *classifier) pack(filling []uint8, out []uint64) {
	for w, spots := range t.spots {
		var word uint64
		if t.reading == Identical {
			for _, s := range spots {
				word |= uint64(filling[s.pos]) << (s.shift & 63)
			}
		} else {
			for _, s := range spots {
				word |= 1 << ((filling[s.pos] + s.shift - 1) & 63)
			}
		}
		out[w] = word
	}
}

// classify finds the classes of the fillings of the face's box. It takes the memory that stays by
// way of reserve, which reports whether it is granted.
func (t *classifier) classify(ctx context.Context, p *Permutations, f *face, reserve func(bytes int64) bool) error {
	count, width := p.Count(f.box), len(f.units)
	if !reserve(4 * int64(count)) {
		return ErrCapped
	}
	f.class = make([]int32, count)
	t.layOut(p, f)
	t.empty()
	now := make([]uint64, 2*t.words)
	now, last := now[:t.words], now[t.words:]
	for i := range count {
		if i%pollEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		t.pack(p.Filling(f.box, i), now)
		// Neighbours in the list often differ in the order of digits within a unit only.
		if i > 0 && slices.Equal(now, last) {
			f.class[i] = f.class[i-1]
			continue
		}
		f.class[i] = t.number(now)
		now, last = last, now
	}
	classes := len(t.keys) / t.words
	t.sort(classes)
	t.countNodes(width)
	size := 8 * int64(classes)
	for l, nodes := range t.nodes {
		size += levelBytes(nodes, l == width-1)
	}
	if !reserve(size) {
		return ErrCapped
	}
	t.grow(f)
	counts := make([]int32, 2*classes)
	f.size, f.alive = counts[:classes:classes], counts[classes:]
	for i, c := range f.class {
		f.class[i] = t.rank[c]
		f.size[t.rank[c]]++
	}
	copy(f.alive, f.size)
	return nil
}

// levelBytes returns the size of a level.
func levelBytes(nodes int, last bool) int64 {
	if last {
		return 8 * int64(nodes)
	}
	return 12*int64(nodes) + 4
}

// sort finds the rank of each class: its number by rising look in place of first occurrence.
func (t *classifier) sort(classes int) {
	t.order = slices.Grow(t.order[:0], classes)
	for c := range classes {
		t.order = append(t.order, keyed{t.keys[c*t.words], int32(c)})
	}
	rest := func(k keyed) []uint64 { return t.keys[int(k.class)*t.words+1 : (int(k.class)+1)*t.words] }
	slices.SortFunc(t.order, func(a, b keyed) int {
		if a.key != b.key || t.words == 1 {
			return cmp.Compare(a.key, b.key)
		}
		return slices.Compare(rest(a), rest(b))
	})
	t.rank = slices.Grow(t.rank[:0], classes)[:classes]
	for r, k := range t.order {
		t.rank[k.class] = int32(r)
	}
}

// field returns what a class shows of a unit.
func (t *classifier) field(class int32, unit int) uint64 {
	f := t.fields[unit]
	return t.keys[int(class)*t.words+int(f.word)] >> f.shift & f.mask
}

// firstChange returns the first unit of which class number i in rising order shows something else
// than its forerunner.
func (t *classifier) firstChange(i int) int {
	u := 0
	for i > 0 && t.field(t.order[i].class, u) == t.field(t.order[i-1].class, u) {
		u++
	}
	return u
}

// countNodes counts the nodes of the tree.
func (t *classifier) countNodes(width int) {
	t.nodes = slices.Grow(t.nodes[:0], width)[:width]
	clear(t.nodes)
	for i := range t.order {
		for l := t.firstChange(i); l < width; l++ {
			t.nodes[l]++
		}
	}
}

// grow makes the tree: a class adds a node to each level from its first change on.
func (t *classifier) grow(f *face) {
	f.tree = make([]level, len(t.nodes))
	for l, nodes := range t.nodes {
		f.tree[l].looks = make([]uint64, 0, nodes)
		if l < len(t.nodes)-1 {
			f.tree[l].below = make([]int32, 0, nodes+1)
		}
	}
	for i, k := range t.order {
		for l := t.firstChange(i); l < len(f.tree); l++ {
			f.tree[l].looks = append(f.tree[l].looks, t.field(k.class, l))
			if l < len(f.tree)-1 {
				f.tree[l].below = append(f.tree[l].below, int32(len(f.tree[l+1].looks)))
			}
		}
	}
	for l := range len(f.tree) - 1 {
		f.tree[l].below = append(f.tree[l].below, int32(len(f.tree[l+1].looks)))
	}
}

// empty forgets all numbers.
func (t *classifier) empty() {
	t.keys = t.keys[:0]
	if t.slots == nil {
		t.slots = make([]int32, 256)
	}
	clear(t.slots)
	t.shift = 64 - bits.TrailingZeros(uint(len(t.slots)))
}

// slot returns where a packed look is, or where it belongs.
func (t *classifier) slot(look []uint64) int {
	const golden = 0x9e3779b97f4a7c15 // 2⁶⁴ over the golden ratio: spreads every bit upwards
	h := look[0] * golden
	for _, w := range look[1:] {
		h = (h>>32 ^ h ^ w) * golden
	}
	for s := int(h >> t.shift); ; s = (s + 1) & (len(t.slots) - 1) {
		c := int(t.slots[s]) - 1
		if c < 0 || t.words == 1 && t.keys[c] == look[0] || t.words > 1 && slices.Equal(t.keys[c*t.words:(c+1)*t.words], look) {
			return s
		}
	}
}

// number returns the number of a packed look, the next one if it is new.
func (t *classifier) number(look []uint64) int32 {
	s := t.slot(look)
	if c := t.slots[s]; c > 0 {
		return c - 1
	}
	c := int32(len(t.keys) / t.words)
	t.keys = append(t.keys, look...)
	t.slots[s] = c + 1
	if 2*int(c+1) > len(t.slots) {
		t.slots = make([]int32, 2*len(t.slots))
		t.shift--
		for c := range len(t.keys) / t.words {
			t.slots[t.slot(t.keys[c*t.words:(c+1)*t.words])] = int32(c) + 1
		}
	}
	return c
}
