package infer

import (
	"context"

	"sudokulab/pkg/board"
)

// pollNodes: a context is asked after so many nodes, less than a millisecond.
const pollNodes = 1 << 10

// cellSearch is the workspace of [Cells]: the partial grid, the digits of each cell in the
// order in which they are tried, and a frame for each cell that has been chosen.
type cellSearch struct {
	shape  *board.Shape
	grid   partial
	first  board.Board
	digits []uint8 // cell·n … cell·n+count[cell]−1: the cell's candidates at the root, in order
	count  []uint8
	frames []cellFrame
}

type cellFrame struct {
	cell  int32
	next  uint8        // of the cell's digits, to be looked at next
	digit uint8        // that stands, 0 for none
	left  board.Digits // candidates when the cell was chosen
	found int64        // solutions before the digit was put
}

func newCellSearch(s *board.Shape) *cellSearch {
	return &cellSearch{
		shape: s, first: board.New(s),
		digits: make([]uint8, s.Cells()*s.Side()), count: make([]uint8, s.Cells()),
		frames: make([]cellFrame, s.Cells()),
	}
}

// load takes up a partial grid, which becomes the search's own, and its ordered candidates.
func (c *cellSearch) load(root *partial, rank []int32, n int) {
	c.grid = *root
	clear(c.count)
	for _, o := range rank {
		cell := int(o) / n
		c.digits[cell*n+int(c.count[cell])] = uint8(int(o)%n + 1)
		c.count[cell]++
	}
}

// choose returns the empty cell with the fewest candidates, and these; −1 if no cell is empty.
func (c *cellSearch) choose() (best int, left board.Digits) {
	best = -1
	least := board.MaxSide + 1
	for cell, d := range c.grid.Cells() {
		if d != 0 {
			continue
		}
		s := c.grid.candidates(cell)
		if n := s.Count(); n < least {
			if best, least, left = cell, n, s; n == 0 {
				break
			}
		}
	}
	return best, left
}

// run searches for the first limit solutions with at most so many nodes. It allocates nothing
// but the first solution's board.
func (c *cellSearch) run(ctx context.Context, limit, nodes int64, out *searched) {
	n := c.shape.Side()
	depth, enter := 0, true
	pollAt := int64(0)
	for {
		if enter {
			if out.nodes >= pollAt {
				if ctx.Err() != nil {
					out.cancelled = true
					return
				}
				pollAt = out.nodes + pollNodes
			}
			enter = false
			out.depth = max(out.depth, int64(depth))
			cell, left := c.choose()
			if cell < 0 {
				out.found++
				if out.found == 1 {
					copy(c.first.Cells(), c.grid.Cells())
					out.first = c.first.Clone()
				}
				if out.found == limit {
					return
				}
			} else {
				c.frames[depth] = cellFrame{cell: int32(cell), left: left}
				depth++
			}
		}
		if depth == 0 {
			out.complete = true
			return
		}
		f := &c.frames[depth-1]
		cell := int(f.cell)
		if f.digit != 0 {
			c.grid.take(cell)
			f.digit = 0
			if f.found == out.found {
				out.backtracks++
			}
		}
		for ; f.next < c.count[cell]; f.next++ {
			if d := c.digits[cell*n+int(f.next)]; f.left.Has(int(d)) {
				f.digit = d
				break
			}
		}
		if f.digit == 0 {
			depth--
			continue
		}
		if out.nodes == nodes {
			return
		}
		f.next++
		out.nodes++
		if !f.left.Single() {
			out.guesses++
		}
		f.found = out.found
		c.grid.put(cell, int(f.digit))
		enter = true
	}
}
