package generate

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"sudokulab/pkg/board"
)

// search completes boards of any shape. A domain is a mask, digit d as bit d−1. Naked
// singles, and hidden singles where asked for, are propagated after each assignment; the
// cell with the smallest domain is assigned next.
//
// It is the package's own, so that filling a grid needs no engine; it is made to complete
// nearly empty boards at 25×25, not to win races on puzzles.
type search struct {
	shape *board.Shape
	all   uint64

	levels [][]uint64 // domains by depth, made when the depth is first reached
	queue  []int      // cells whose domain became a single, to be propagated
	dirty  []int      // units to be looked at for hidden singles, each once
	marked []bool     // unit is in dirty
	order  []int      // cells in the order that breaks ties

	ctx   context.Context
	err   error // of the context
	nodes int64 // tried
	limit int64 // nodes allowed
	rng   *rand.Rand
}

// pollEvery is the number of nodes between looks at the context, a power of 2.
const pollEvery = 256

func newSearch(s *board.Shape) *search {
	return &search{
		shape:  s,
		all:    uint64(board.AllDigits(s.Side())),
		marked: make([]bool, len(s.Units())),
		order:  make([]int, s.Cells()),
	}
}

func (x *search) resetOrder() {
	for i := range x.order {
		x.order[i] = i
	}
}

func (x *search) level(depth int) []uint64 {
	for len(x.levels) <= depth {
		x.levels = append(x.levels, make([]uint64, x.shape.Cells()))
	}
	return x.levels[depth]
}

// propagate sets the domains at level 0 from the board and propagates them. It reports
// false if a domain empties or, with hidden singles, a unit lacks a place for a digit.
func (x *search) propagate(b board.Board, hidden bool) bool {
	dom := x.level(0)
	x.queue = x.queue[:0]
	for cell, d := range b.Cells() {
		dom[cell] = x.all
		if d != 0 {
			dom[cell] = 1 << (d - 1)
			x.queue = append(x.queue, cell)
		}
	}
	if hidden {
		for u := range x.marked {
			x.mark(u)
		}
	}
	return x.settle(dom, hidden)
}

func (x *search) mark(unit int) {
	if !x.marked[unit] {
		x.marked[unit] = true
		x.dirty = append(x.dirty, unit)
	}
}

// settle empties the queue and, with hidden singles, the list of dirty units.
func (x *search) settle(dom []uint64, hidden bool) bool {
	ok := x.naked(dom, hidden)
	for ok && len(x.dirty) > 0 {
		last := len(x.dirty) - 1
		u := x.dirty[last]
		x.dirty = x.dirty[:last]
		x.marked[u] = false
		ok = x.hidden(dom, u) && x.naked(dom, hidden)
	}
	for _, u := range x.dirty {
		x.marked[u] = false
	}
	x.dirty = x.dirty[:0]
	return ok
}

// naked strikes the digit of every queued cell from its peers.
func (x *search) naked(dom []uint64, hidden bool) bool {
	for i := 0; i < len(x.queue); i++ {
		cell := x.queue[i]
		bit := dom[cell]
		for _, p := range x.shape.Peers(cell) {
			d := dom[p]
			if d&bit == 0 {
				continue
			}
			d &^= bit
			if d == 0 {
				return false
			}
			dom[p] = d
			if d&(d-1) == 0 {
				x.queue = append(x.queue, p)
			}
			if hidden {
				for _, u := range x.shape.UnitsOf(p) {
					x.mark(u)
				}
			}
		}
	}
	x.queue = x.queue[:0]
	return true
}

// hidden fixes the digits that fit one cell of the unit only.
func (x *search) hidden(dom []uint64, unit int) bool {
	var once, twice uint64
	cells := x.shape.Units()[unit]
	for _, c := range cells {
		twice |= once & dom[c]
		once |= dom[c]
	}
	if once != x.all {
		return false
	}
	single := once &^ twice
	for _, c := range cells {
		d := dom[c]
		only := d & single
		if only == 0 || d&(d-1) == 0 {
			continue
		}
		if only&(only-1) != 0 {
			return false
		}
		dom[c] = only
		x.queue = append(x.queue, c)
		for _, u := range x.shape.UnitsOf(c) {
			x.mark(u)
		}
	}
	return true
}

// solved reports whether every domain at level 0 is a single.
func (x *search) solved() bool {
	for _, d := range x.levels[0] {
		if d&(d-1) != 0 {
			return false
		}
	}
	return true
}

// write puts a level's domains, all single, into a board.
func (x *search) write(b board.Board, depth int) {
	for c, d := range x.levels[depth] {
		b.Cells()[c] = uint8(bits.TrailingZeros64(d)) + 1
	}
}

// complete fills the board at random: ties between cells and the order of digits come from
// rng. It reports false if it used up the nodes, the board has no solution, or the context
// ended, which leaves the board as it was and x.err set.
func (x *search) complete(ctx context.Context, rng *rand.Rand, b board.Board, nodes int64) bool {
	x.begin(ctx, nodes)
	x.rng = rng
	x.resetOrder()
	rng.Shuffle(len(x.order), func(i, j int) { x.order[i], x.order[j] = x.order[j], x.order[i] })
	done := false
	if x.propagate(b, true) {
		x.walk(0, func(depth int) bool {
			x.write(b, depth)
			done = true
			return false
		})
	}
	x.rng = nil
	return done
}

// count returns the number of solutions up to limit, and whether the nodes sufficed to be
// sure of it.
func (x *search) count(ctx context.Context, b board.Board, limit int, nodes int64) (found int, sure bool) {
	x.begin(ctx, nodes)
	x.resetOrder()
	if !x.propagate(b, true) {
		return 0, true
	}
	sure = x.walk(0, func(int) bool {
		found++
		return found < limit
	})
	return found, sure || found >= limit
}

func (x *search) begin(ctx context.Context, nodes int64) {
	if nodes <= 0 {
		nodes = math.MaxInt64
	}
	x.ctx, x.err, x.nodes, x.limit = ctx, nil, 0, nodes
}

// walk visits the solutions below a level until visit reports false, the nodes are used up
// or the context ends. It reports whether it visited all of them.
func (x *search) walk(depth int, visit func(depth int) bool) bool {
	dom := x.levels[depth]
	cell, fewest := -1, board.MaxSide+1
	for _, c := range x.order {
		d := dom[c]
		if d&(d-1) == 0 {
			continue
		}
		if count := bits.OnesCount64(d); count < fewest {
			cell, fewest = c, count
			if count == 2 {
				break
			}
		}
	}
	if cell < 0 {
		return visit(depth)
	}
	next := x.level(depth + 1)
	for digits := x.levels[depth][cell]; digits != 0; {
		if x.nodes >= x.limit {
			return false
		}
		x.nodes++
		if x.nodes&(pollEvery-1) == 0 {
			if x.err = x.ctx.Err(); x.err != nil {
				return false
			}
		}
		bit := x.pick(digits)
		digits &^= bit
		copy(next, x.levels[depth])
		next[cell] = bit
		x.queue = append(x.queue[:0], cell)
		for _, u := range x.shape.UnitsOf(cell) {
			x.mark(u)
		}
		if x.settle(next, true) && !x.walk(depth+1, visit) {
			return false
		}
	}
	return true
}

// pick returns one bit of a mask: a random one while filling, else the lowest.
func (x *search) pick(digits uint64) uint64 {
	if x.rng != nil {
		for range x.rng.IntN(bits.OnesCount64(digits)) {
			digits &= digits - 1
		}
	}
	return digits & -digits
}
