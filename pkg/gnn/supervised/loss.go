package supervised

import (
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas

	"sudokulab/pkg/board"
)

// Axis legend of this file: B batch, n side, k box, N = n² cells, n digits.

// one returns digits as ones and zeros: digits [B, N] int32, 0 for none, → [B, N, n].
func one(digits *Node, n int) *Node {
	batch, cells := digits.Shape().Dimensions[0], digits.Shape().Dimensions[1]
	wide := BroadcastToDims(Reshape(digits, batch, cells, 1), batch, cells, n)
	return ConvertDType(Equal(wide, AddScalar(IotaLike(wide, 2), 1)), dtypes.Float32)
}

// emptyCells is 1 where a puzzle [B, N] has no given: [B, N].
func emptyCells(puzzles *Node) *Node {
	return ConvertDType(Equal(puzzles, ZerosLike(puzzles)), dtypes.Float32)
}

// CrossEntropy is the mean over the empty cells of a batch of −log p(solution), in nats.
// logits [B, N, n], puzzles and solutions [B, N] int32 → scalar.
func CrossEntropy(logits, puzzles, solutions *Node) *Node {
	d := logits.Shape().Dimensions
	puzzles.AssertDims(d[0], d[1])
	solutions.AssertDims(d[0], d[1])
	empty := emptyCells(puzzles)
	right := ReduceSum(Mul(LogSoftmax(logits, -1), one(solutions, d[2])), 2) // [B, N]
	return Neg(Div(ReduceAllSum(Mul(right, empty)), MaxScalar(ReduceAllSum(empty), 1)))
}

// Probabilities are those of the digits, a given having its own for certain. logits [B, N, n],
// puzzles [B, N] int32 → [B, N, n].
func Probabilities(logits, puzzles *Node) *Node {
	d := logits.Shape().Dimensions
	empty := Reshape(emptyCells(puzzles), d[0], d[1], 1)
	return Add(Mul(Softmax(logits, -1), empty), one(puzzles, d[2]))
}

// perUnit sums what cells hold over the cells of each unit: x [B, N, n] → [B, 3n, n], rows,
// columns, boxes.
func perUnit(x *Node, s *board.Shape) *Node {
	n, k := s.Side(), s.Box()
	batch := x.Shape().Dimensions[0]
	x.AssertDims(batch, n*n, n)
	rows := ReduceSum(Reshape(x, batch, n, n, n), 2)
	columns := ReduceSum(Reshape(x, batch, n, n, n), 1)
	boxes := Reshape(ReduceSum(Reshape(x, batch, k, k, k, k, n), 2, 4), batch, n, n) // [B, band, row, stack, column, n]
	return Concatenate([]*Node{rows, columns, boxes}, 1)
}

// Penalty is the penalty of doc.go for each board of a batch: p [B, N, n] → [B].
func Penalty(p *Node, s *board.Shape) *Node {
	return MulScalar(ReduceSum(Square(AddScalar(perUnit(p, s), -1)), 1, 2), 0.5)
}

// Repeats is the document's count for each board of a batch: of each digit in each unit, how
// many times it stands there beyond once. grids are ones and zeros [B, N, n] → [B].
func Repeats(grids *Node, s *board.Shape) *Node {
	return ReduceSum(MaxScalar(AddScalar(perUnit(grids, s), -1), 0), 1, 2)
}

// answers are the likeliest digits [B, N, n], as ones and zeros; the first of equals.
func answers(p *Node) *Node {
	return one(AddScalar(ArgMax(p, 2, dtypes.Int32), 1), p.Shape().Dimensions[2])
}
