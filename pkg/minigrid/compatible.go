package minigrid

import "context"

// The passes of a joiner.
const (
	intoBits = iota
	counting
	intoLists
)

// joiner goes down the trees of two faces side by side and meets every pair of classes that is
// compatible: the contents of unit l are compared once for two nodes, and what is under them is
// looked at only if they pass.
type joiner struct {
	ctx       context.Context //nolint:containedctx // of this one run
	a, b      *face
	identical bool
	pass      int
	rows      [2]relation
	degrees   [2][]int32
	next      [2][]int
	compared  int64
	joined    int64 // pairs of classes
	edges     int64 // pairs of vertices
	poll      int64 // compared at the last look at ctx
}

func (j *joiner) run() error {
	j.joined, j.edges = 0, 0
	x, y := span{0, int32(len(j.a.tree[0].looks))}, span{0, int32(len(j.b.tree[0].looks))}
	if j.identical {
		return j.equal(0, x, y)
	}
	return j.disjoint(0, x, y)
}

// span is the nodes low…high−1 of a level.
type span struct{ low, high int32 }

func (l *level) under(node int32) span { return span{l.below[node], l.below[node+1]} }

// disjoint joins what is under nodes x of the first tree with what is under nodes y of the second,
// at level l, by the rule Disjoint.
func (j *joiner) disjoint(l int, x, y span) error {
	if err := j.look(); err != nil {
		return err
	}
	a, b := &j.a.tree[l], &j.b.tree[l]
	others := b.looks[y.low:y.high]
	for ; x.low < x.high; x.low++ {
		mine := a.looks[x.low]
		j.compared += int64(len(others))
		for i, other := range others {
			if mine&other != 0 {
				continue // a digit would stand twice in the unit
			}
			node := y.low + int32(i)
			if a.below == nil {
				j.meet(x.low, node)
			} else if err := j.disjoint(l+1, a.under(x.low), b.under(node)); err != nil {
				return err
			}
		}
	}
	return nil
}

// equal does the same by the rule Identical. Nodes are in order, so one walk along both suffices.
func (j *joiner) equal(l int, x, y span) error {
	if err := j.look(); err != nil {
		return err
	}
	a, b := &j.a.tree[l], &j.b.tree[l]
	for x.low < x.high && y.low < y.high {
		j.compared++
		switch mine, other := a.looks[x.low], b.looks[y.low]; {
		case mine < other:
			x.low++
			continue
		case mine > other:
			y.low++
			continue
		case a.below == nil:
			j.meet(x.low, y.low)
		default:
			if err := j.equal(l+1, a.under(x.low), b.under(y.low)); err != nil {
				return err
			}
		}
		x.low++
		y.low++
	}
	return nil
}

// look returns the context's error, now and then.
func (j *joiner) look() error {
	if j.compared-j.poll < pollEvery {
		return nil
	}
	j.poll = j.compared
	return j.ctx.Err()
}

// meet records that classes x of the first and y of the second face are compatible.
func (j *joiner) meet(x, y int32) {
	j.joined++
	j.edges += int64(j.a.size[x]) * int64(j.b.size[y])
	switch j.pass {
	case intoBits:
		j.rows[0].bits[int(x)*j.rows[0].words+int(y>>6)] |= 1 << (y & 63)
		j.rows[1].bits[int(y)*j.rows[1].words+int(x>>6)] |= 1 << (x & 63)
	case counting:
		j.degrees[0][x]++
		j.degrees[1][y]++
	case intoLists:
		j.rows[0].list[j.next[0][x]] = y
		j.next[0][x]++
		j.rows[1].list[j.next[1][y]] = x
		j.next[1][y]++
	}
}
