package dqn

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas

	"sudokulab/pkg/dqn/networks"
)

// Axis legend of this package: B batch, N = n² cells in row-major order, A = n³ actions.

// Network is what the algorithms train: see package networks.
type Network = networks.Network

const (
	onlineScope = "online" // below train.ScopePath: the network that plays and learns
	targetScope = "target" // and its copy that values what follows
)

// Illegal is the value that a mask gives to illegal actions (dqn.md, "Key Changes").
const Illegal = -1e10

// legalOf is the mask of the actions on empty cells: boards [B, N] int32 → [B, A] bool.
func legalOf(boards *Node, n int) *Node {
	dims := boards.Shape().Dimensions
	empty := Equal(boards, ZerosLike(boards))
	wide := BroadcastToDims(ExpandAxes(empty, -1), dims[0], dims[1], n)
	return Reshape(wide, dims[0], dims[1]*n)
}

// strictOf is the mask of the actions that break no rule on the board: [B, N] int32 → [B, A] bool. k is the
// side of a box.
func strictOf(boards *Node, k int) *Node {
	b, n := boards.Shape().Dimensions[0], k*k
	placed := ConvertDType(Equal(ExpandAxes(boards, -1), AddScalar(Iota(boards.Graph(), shapes.Make(dtypes.Int32, 1, 1, n), 2), 1)), dtypes.Float32) // [B, N, n]
	cube := Reshape(placed, b, k, k, k, k, n)                                                                                                        // [B, band, row, stack, column, digit]
	seen := Add(Add(ReduceAndKeep(cube, ReduceSum, 3, 4), ReduceAndKeep(cube, ReduceSum, 1, 2)), ReduceAndKeep(cube, ReduceSum, 2, 4))
	free := Reshape(Equal(seen, ZerosLike(seen)), b, n*n*n)
	return LogicalAnd(legalOf(boards, n), free)
}

// masked gives illegal actions the value [Illegal]: values [B, A] and legal [B, A] bool → [B, A].
func masked(values, legal *Node) *Node {
	return Where(legal, values, MulScalar(OnesLike(values), Illegal))
}

// guarded is the best value of each board, 0 where no action is legal, as after an end: nothing can follow, and [Illegal] is no
// value to learn from. values [B] and legal [B, A] bool or nil → [B].
func guarded(value, legal *Node) *Node {
	if legal == nil {
		return value
	}
	some := ReduceMax(ConvertDType(legal, dtypes.Float32), -1)
	return Where(GreaterThan(some, ZerosLike(some)), value, ZerosLike(value))
}

// chosen picks the value of one action of each board: values [B, A], actions [B] int32 → [B].
func chosen(values, actions *Node) *Node {
	wide := values.Shape().Dimensions[1]
	return ReduceSum(Mul(values, OneHot(actions, wide, values.DType())), -1)
}
