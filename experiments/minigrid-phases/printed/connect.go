package printed

import (
	"context"

	"sudokulab/pkg/minigrid"
)

// Edge joins filling A of the first and filling B of the second box of a pair.
type Edge struct{ A, B int32 }

// Comparisons counts the loops of section 3.3.
type Comparisons struct {
	Pairs     int64 // of fillings compared
	Positions int64 // of the second filling looked at, until a digit is met twice
	Edges     int64
}

// Connect runs the loops for every dependent pair of boxes, numbered as by minigrid.Dependent:
// each filling of the one against each of the other, line by line, no digit twice. each, if not
// nil, is given the edges of a pair, which are overwritten by those of the next. ctx is looked at
// between pairs.
func (l *Lists) Connect(ctx context.Context, each func(pair int, edges []Edge) error) (c Comparisons, err error) {
	var edges []Edge
	for i, pair := range minigrid.Dependent(l.shape) {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		edges = l.connect(pair, &c, edges[:0])
		if each == nil {
			continue
		}
		if err := each(i, edges); err != nil {
			return c, err
		}
	}
	return c, nil
}

func (l *Lists) connect(pair minigrid.Pair, c *Comparisons, to []Edge) []Edge {
	first, second := &l.Boxes[pair.A], &l.Boxes[pair.B]
	a, b := l.spots(first, pair.Units), l.spots(second, pair.Units)
	for i := range first.Count {
		for j := range second.Count {
			c.Pairs++
			if compatible(first.Filling(i), second.Filling(j), a, b, &c.Positions) {
				c.Edges++
				to = append(to, Edge{int32(i), int32(j)})
			}
		}
	}
	return to
}

// spots returns, for each unit, the positions of its cells in a box.
func (l *Lists) spots(box *Box, units []int) [][]int {
	out := make([][]int, len(units))
	for i, unit := range units {
		for pos, cell := range box.Cells {
			for _, c := range l.shape.Units()[unit] {
				if c == cell {
					out[i] = append(out[i], pos)
				}
			}
		}
	}
	return out
}

// compatible reports that no shared line holds a digit twice.
func compatible(x, y []uint8, a, b [][]int, positions *int64) bool {
	for line := range a {
		var held uint64
		for _, pos := range a[line] {
			held |= 1 << x[pos]
		}
		for _, pos := range b[line] {
			*positions++
			if held>>y[pos]&1 != 0 {
				return false
			}
		}
	}
	return true
}
