package candidate

import (
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas

	"sudokulab/pkg/learn/candidates"
)

// target is the solution as a cube of ones and zeros, and the part of it that was to be
// found.
type target struct {
	whole *Node           // [B, R, C, D]: 1 for the solution's candidates
	open  *Node           // [B, R, C, D]: those of empty cells only
	cells *Node           // [B]: the number of empty cells
	cube  candidates.Cube // the batch's geometry
}

// newTarget makes it from puzzles and solutions, [B, N] int32 each.
func newTarget(puzzles, solutions *Node, q candidates.Cube) target {
	cells := q.Batch * q.Side * q.Side
	wide := BroadcastToDims(Reshape(solutions, cells, 1), cells, q.Side)
	whole := ConvertDType(Equal(wide, AddScalar(IotaLike(wide, 1), 1)), dtypes.Float32)
	empty := ConvertDType(Equal(puzzles, ZerosLike(puzzles)), dtypes.Float32) // [B, N]
	a := target{cells: ReduceSum(empty, 1), cube: q}
	a.whole, a.open = a.cubed(whole), a.cubed(Mul(whole, BroadcastToDims(Reshape(empty, cells, 1), cells, q.Side)))
	return a
}

// cubed lays out one number for each candidate, in the order of the flat form, as [B, R, C, D].
func (a target) cubed(x *Node) *Node {
	return Reshape(x, a.cube.Batch, a.cube.Side, a.cube.Side, a.cube.Side)
}

// crossEntropy is the mean over a batch's empty cells of -log p(solution), in nats. p is the
// softmax of the scores [B, R, C, D] over the digits of a cell. With cover > 0 the same for
// the other three constraints, the softmax over the cells of a row-digit, a column-digit and
// a box-digit, is added with that weight: it demands that each digit stands once in each
// unit, and its derivative is the digits' surplus or lack.
func (a target) crossEntropy(scores *Node, cover float64) *Node {
	force := Exp(scores)
	logs := a.cube.Gather(ExpandAxes(force, -1)).Each(Log)
	open := a.cube.Gather(ExpandAxes(a.open, -1)) // one or zero for each constraint
	right := ReduceAllSum(Mul(a.open, scores))
	part := func(logs, open *Node) *Node { return Sub(ReduceAllSum(Mul(logs, open)), right) }
	loss := part(logs.Cell, open.Cell)
	if cover > 0 {
		others := Add(Add(part(logs.Row, open.Row), part(logs.Col, open.Col)), part(logs.Box, open.Box))
		loss = Add(loss, MulScalar(others, cover))
	}
	return Div(loss, MaxScalar(ReduceAllSum(a.cells), 1))
}

// wrong counts the empty cells in which another digit's score is higher than the solution's:
// [B].
func (a target) wrong(scores *Node) *Node {
	best := ReduceMax(scores, 3)              // [B, R, C]
	own := ReduceSum(Mul(a.whole, scores), 3) // [B, R, C]
	miss := ConvertDType(GreaterThan(best, own), dtypes.Float32)
	return ReduceSum(Mul(miss, ReduceSum(a.open, 3)), 1, 2)
}
