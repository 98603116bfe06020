package tensorphase

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
)

// Axis legend of this file: K boxes, E open cells and as many missing digits, S sets of used digits
// (2^E of them, digit d is bit d), M rows, n cells of a box.

// table builds the number of ways: admits [K, E] int32, a set of digits for each cell, → ways [K, S]
// and their column of the empty set, the sizes [K], both int64.
//
//	ways[k, all] = 1,  ways[k, S] = Σ ways[k, S ∪ {d}] over the digits d ∉ S that cell |S| admits
//
// Layer i holds the sets of i digits, and is worked out from layer i+1. The shift from S to S ∪ {d} is
// a slice of the table seen as a cube with an axis of length 2 for each digit.
func table(admits *Node) []*Node {
	admits.AssertRank(2)
	g := admits.Graph()
	k, e := admits.Shape().Dim(0), admits.Shape().Dim(1)
	sets := 1 << e
	layer := BroadcastToDims(BitCount(Iota(g, shapes.Make(dtypes.Int32, 1, sets), 1)), k, sets) // [K, S]
	zeros := Zeros(g, shapes.Make(dtypes.Int64, k, sets))
	ways := Where(Equal(layer, Const(g, int32(e))), OnesLike(zeros), zeros)
	for i := e - 1; i >= 0; i-- {
		sum := zeros
		for d := range e {
			cube := Reshape(ways, k, sets>>(d+1), 2, 1<<d)
			with := Slice(cube, AxisRange(), AxisRange(), AxisElem(1), AxisRange())
			up := Reshape(Concatenate([]*Node{with, ZerosLike(with)}, 2), k, sets) // of S ∪ {d}, 0 where S has d
			cell := BitwiseAnd(Slice(admits, AxisRange(), AxisElem(i)), Const(g, int32(1)<<d))
			admitted := ConvertDType(NotEqual(cell, ZerosLike(cell)), dtypes.Int64) // [K, 1]
			sum = Add(sum, Mul(up, admitted))
		}
		ways = Where(Equal(layer, Const(g, int32(i))), sum, ways)
	}
	return []*Node{ways, Reshape(Slice(ways, AxisRange(), AxisElem(0)), k)}
}

// unrank builds rows of fillings from their numbers: those from number first on, counted through
// all boxes.
//
//	first   []      int64
//	begins  [K]     int64, the number of each box's first filling
//	sizes   [K]     int64, all at least 1
//	ways    [K, S]  int64
//	admits  [K, E]  int32, sets
//	names   [K, E]  int32
//	source  [K, n]  int32
//	givens  [K, n]  int32
//
// The result is [M, n] uint8. Rows beyond the last filling repeat it.
func unrank(first, begins, sizes, ways, admits, names, source, givens *Node, rows int) *Node {
	g := first.Graph()
	k, e, n := admits.Shape().Dim(0), admits.Shape().Dim(1), source.Shape().Dim(1)
	sets := 1 << e
	ways.AssertDims(k, sets)
	begins.AssertDims(k)
	sizes.AssertDims(k)

	number := Add(Iota(g, shapes.Make(dtypes.Int64, rows), 0), first) // [M]
	from := GreaterOrEqual(Reshape(number, rows, 1), Reshape(begins, 1, k))
	box := AddScalar(ReduceSum(ConvertDType(from, dtypes.Int32), 1), -1) // [M]
	rank := Sub(number, pick(begins, box))
	rank = Reshape(Min(rank, AddScalar(pick(sizes, box), -1)), rows, 1) // [M, 1]

	digit := Iota(g, shapes.Make(dtypes.Int32, 1, e), 1) // [1, E]
	bit := BitwiseShiftLeft(OnesLike(digit), digit)      // [1, E]
	flatWays, flatNames, flatAdmits := Reshape(ways, k*sets), Reshape(names, k*e), Reshape(admits, k*e)
	base := Reshape(MulScalar(box, sets), rows, 1) // [M, 1]
	used := ZerosLike(base)                        // [M, 1]
	chosen := make([]*Node, e)                     // [M] each
	for i := range e {
		cell := AddScalar(MulScalar(box, e), i)                                        // [M]
		open := BitwiseAnd(Reshape(pick(flatAdmits, cell), rows, 1), BitwiseNot(used)) // [M, 1]
		may := NotEqual(BitwiseAnd(open, bit), ScalarZero(g, dtypes.Int32))            // [M, E]
		share := pick(flatWays, Add(base, BitwiseOr(used, bit)))                       // [M, E]
		share = Where(may, share, ZerosLike(share))
		upTo := prefix(share)                                        // [M, E], rising
		passed := LessOrEqual(upTo, BroadcastToDims(rank, rows, e))  // the shares before the digit
		at := ReduceSum(ConvertDType(passed, dtypes.Int32), 1)       // [M]
		before := ReduceMax(Where(passed, upTo, ZerosLike(upTo)), 1) // [M]
		rank = Sub(rank, Reshape(before, rows, 1))
		used = BitwiseOr(used, Reshape(BitwiseShiftLeft(OnesLike(at), at), rows, 1))
		chosen[i] = pick(flatNames, Add(MulScalar(box, e), at))
	}

	table := Reshape(Stack(chosen, 1), rows*e)                       // [M·E]
	row := Iota(g, shapes.Make(dtypes.Int32, rows, n), 0)            // [M, n]
	filled := pick(table, Add(MulScalar(row, e), pick(source, box))) // [M, n]
	given := pick(givens, box)                                       // [M, n]
	out := Where(Equal(given, ZerosLike(given)), filled, given)      // [M, n]
	return ConvertDType(out, dtypes.Uint8)
}

// pick looks up rows of x by their numbers: x [R, …], at [A, …] → [A, …, …].
func pick(x, at *Node) *Node { return Gather(x, ExpandAxes(at, -1)) }

// prefix returns the sums of x [M, E] up to and with each column, by doubling.
func prefix(x *Node) *Node {
	rows, e := x.Shape().Dim(0), x.Shape().Dim(1)
	for step := 1; step < e; step *= 2 {
		zeros := Zeros(x.Graph(), shapes.Make(x.DType(), rows, step))
		x = Add(x, Concatenate([]*Node{zeros, Slice(x, AxisRange(), AxisRangeFromStart(e-step))}, 1))
	}
	return x
}
