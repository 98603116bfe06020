package candidates

import (
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas

	"sudokulab/pkg/board"
)

// Axis legend of this package: B batch, R row, C column, D digit (n each), N = n² cells, F
// features, H hidden, M channels, k = √n. A cube is [B, R, C, D, F]; its flat form is [B·n³, F].

// Cube is the geometry of a batch: boards of a side n, whose boxes have the side k = √n.
type Cube struct{ Batch, Side, Box int }

// CubeOf returns the geometry of a batch of boards of a plain shape.
func CubeOf(batch int, s *board.Shape) Cube { return Cube{batch, s.Side(), s.Box()} }

// candidates is their number in the batch, B·n³.
func (q Cube) candidates() int { return q.Batch * q.Side * q.Side * q.Side }

func (q Cube) unflatten(x *Node) *Node { // [B·n³, F] → [B, R, C, D, F]
	return Reshape(x, q.Batch, q.Side, q.Side, q.Side, x.Shape().Dimensions[1])
}

func (q Cube) flatten(x *Node) *Node { // [B, R, C, D, F] → [B·n³, F]
	return Reshape(x, q.candidates(), x.Shape().Dimensions[4])
}

func (q Cube) boxed(x *Node) *Node { // [B, R, C, D, F] → [B, k, k, k, k, D, F]
	return Reshape(x, q.Batch, q.Box, q.Box, q.Box, q.Box, q.Side, x.Shape().Dimensions[4])
}

func (q Cube) unboxed(x *Node) *Node { // and back
	return Reshape(x, q.Batch, q.Side, q.Side, q.Side, x.Shape().Dimensions[6])
}

// Sums holds a sum for each constraint, with axes of length 1 where its members lie.
type Sums struct {
	Cell *Node // [B, R, C, 1, F]
	Row  *Node // [B, R, 1, D, F]
	Col  *Node // [B, 1, C, D, F]
	Box  *Node // [B, k, 1, k, 1, D, F]
}

// Gather adds up the members of each constraint of x [B, R, C, D, F].
func (q Cube) Gather(x *Node) Sums {
	return Sums{
		Cell: ReduceAndKeep(x, ReduceSum, 3),
		Row:  ReduceAndKeep(x, ReduceSum, 2),
		Col:  ReduceAndKeep(x, ReduceSum, 1),
		Box:  ReduceAndKeep(q.boxed(x), ReduceSum, 2, 4),
	}
}

// Each applies f to every kind of constraint.
func (a Sums) Each(f func(*Node) *Node) Sums {
	return Sums{f(a.Cell), f(a.Row), f(a.Col), f(a.Box)}
}
