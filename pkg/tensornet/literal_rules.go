package tensornet

import (
	"slices"

	"github.com/gomlx/gomlx/core/graph"
)

// Axis legend of the literal form: N puzzles, D = n digits, R = n rows, C = n columns, k the side of a
// box, G = k bands of rows as well as stacks of columns. B is N·D where every digit's plane of n×n cells
// is an image of its own. P = n(n−1)/2 pairs of digits. Candidates x [N, D, R, C] are 1 where possible,
// else 0.
//
// The kernels sum up and have 1 everywhere, drawn for n = 9. What a kernel sums up is made its channels,
// or its window, by giving the same numbers another shape:
//
//	cell     1×1, 9 channels → 1, [1, 9, 1, 1]      of D: a cell, of C: a row, of R: a column
//	segment  1×1, 3 channels → 1, [1, 3, 1, 1]      of three cells, or of three segments
//	field    1×1, 81 channels → 1, [1, 81, 1, 1]    of all cells
//	box      1 1 1
//	         1 1 1     [1, 1, 3, 3], a step of 3
//	         1 1 1

// count is the number of candidates of each cell, x [N, D, R, C] → [N, 1, R, C], from 0 to n.
func (l *layers) count(x *graph.Node) *graph.Node {
	x.AssertDims(-1, l.n, l.n, l.n)
	return l.convolve("count", x, "cell", 1, 1)
}

// perUnit holds a number for each digit (or pair of digits) and row, column and box: [B, 1, n, 1],
// [B, 1, 1, n] and [B, 1, G, G].
type perUnit struct{ row, column, box *graph.Node }

// each applies f to the three.
func (u perUnit) each(f func(x *graph.Node) *graph.Node) perUnit {
	return perUnit{f(u.row), f(u.column), f(u.box)}
}

// sums adds up x [N, M, R, C] over each unit.
func (l *layers) sums(name string, x *graph.Node) perUnit {
	n, k := l.n, l.k
	planes := x.Shape().Dim(0) * x.Shape().Dim(1)
	u := perUnit{
		row:    reshape(l.convolve(name+" in a row", reshape(x, planes*n, n, 1, 1), "cell", 1, 1), planes, 1, n, 1),
		column: l.convolve(name+" in a column", reshape(x, planes, n, 1, n), "cell", 1, 1),
		box:    l.convolve(name+" in a box", reshape(x, planes, 1, n, n), "box", k, k),
	}
	u.row.AssertDims(planes, 1, n, 1)
	u.column.AssertDims(planes, 1, 1, n)
	u.box.AssertDims(planes, 1, k, k)
	return u
}

// total is, for each cell of planes [N, M, R, C], the sum of what its row, column and box have. Column and box
// are added first, which is done once for the k rows of a band.
func (l *layers) total(name string, u perUnit, dims ...int) *graph.Node {
	n, k := l.n, l.k
	planes := u.row.Shape().Dim(0)
	band := l.add(name, reshape(u.column, planes, 1, k, k), reshape(u.box, planes, k, k, 1)) // [B, G, G, k]
	sum := l.add(name, reshape(u.row, planes*k, k, 1), reshape(band, planes*k, 1, n))        // [B·G, k, C]
	return reshape(sum, dims...)
}

// planes is x [N, M, R, C] with its cells in one axis, [N, M, R·C].
func (l *layers) planes(x *graph.Node) *graph.Node {
	return reshape(x, x.Shape().Dim(0), x.Shape().Dim(1), l.n*l.n)
}

// inCells multiplies x [N, M, R, C] by a number for each cell, y [N, 1, R, C].
func (l *layers) inCells(name string, x, y *graph.Node) *graph.Node {
	return like(l.multiply(name, l.planes(x), repeat(l.planes(y), 1, x.Shape().Dim(1))), x)
}

// eliminate strikes from x what is the only candidate of a peer: s marks such candidates, and x stays
// where none of its row, column and box but itself is marked.
//
//	s = x · relu(2 − count)    x · relu(1 − (row + column + box − 3s))
func (l *layers) eliminate(x, count *graph.Node) *graph.Node {
	l.rule = "eliminate"
	single := l.inCells("only candidates", x, l.relu("single", l.from("single", 2, count)))
	units := l.total("only candidates of units", l.sums("only candidates", single), x.Shape().Dimensions...)
	peers := l.sub("only candidates of peers", units, l.multiply("itself", single, l.number(3)))
	return l.multiply("left", x, l.isZero("kept", peers))
}

// locked strikes digits confined to one segment of a box or line from the rest of the other; a segment
// is the k cells that a box and a row, or a box and a column, have in common.
//
//	h = the lesser of 1 and the sum over a segment     rows: 1×k, [B, 1, R, G]     columns: k×1, [B, 1, G, C]
//
// Max-pool over the segment is the same number, and took half of the whole step's time on the Go backend,
// which allocates for each window.
func (l *layers) locked(x *graph.Node) *graph.Node {
	l.rule = "locked"
	n, k := l.n, l.k
	x.AssertDims(-1, n, n, n)
	planes := x.Shape().Dim(0) * n

	// A box's segments of rows are the k rows of a band, a row's the k stacks; and the other way round.
	rows := l.segments("row", reshape(x, planes*n*k, k, 1, 1), []int{planes * k, k, k}, []int{planes * n, k, 1})
	columns := l.segments("column", reshape(x, planes*k, k, n, 1), []int{planes * k * k, k, 1}, []int{planes, k, n})
	y := l.multiply("left", reshape(x, planes*n*k, k), reshape(rows, planes*n*k, 1))
	y = l.multiply("left", reshape(y, planes*k, k, n), repeat(reshape(columns, planes*k, 1, n), 1, k))
	return like(y, x)
}

// segments is 1 for segments whose digit stays. x [·, k, ·, 1] has the cells of a segment as channels;
// box and line are shapes [·, k, ·] of segments, with the k of a box, and of a line, in the middle.
//
//	inBox  = h · relu(2 − sum of h over the box)       1 for the one segment of a box that has the digit
//	inLine = h · relu(2 − sum of h over the line)      the same of a line
//	relu(1 − (sum of inBox over the line − inBox + sum of inLine over the box − inLine))
func (l *layers) segments(name string, x *graph.Node, box, line []int) *graph.Node {
	h := l.atMostOne(name+" segments", l.convolve(name+" segments", x, "segment", 1, 1))
	sum := func(what string, h *graph.Node, dims []int) *graph.Node { // [·, 1, ·]
		return reshape(l.convolve(what, reshape(h, append(slices.Clone(dims), 1)...), "segment", 1, 1), dims[0], 1, dims[2])
	}
	confined := func(what string, dims []int) *graph.Node {
		one := l.relu(what, l.from(what, 2, sum(what, h, dims)))
		return l.multiply(what, reshape(h, dims...), one)
	}
	inBox := confined(name+" of a box", box)
	inLine := confined(name+" of a line", line)
	alongLine := l.sub(name+" strikes", sum(name+" strikes", inBox, line), reshape(inBox, line...))
	alongBox := l.sub(name+" strikes", sum(name+" strikes", inLine, box), reshape(inLine, box...))
	return l.isZero(name+" stays", l.add(name+" strikes", like(alongLine, h), like(alongBox, h)))
}

// only has a cell keep those digits alone for which it is the one place of a unit. missing [N, 1, R, C]
// is more than 0 somewhere, not in any particular cell, if some unit has no place for some digit.
//
//	w = x · (relu(2 − row) + relu(2 − column) + relu(2 − box))     h = 1 in cells that have some w
//	x − relu(x·h − w)
func (l *layers) only(x *graph.Node) (after, missing *graph.Node) {
	l.rule = "only"
	n := l.n
	dims := x.Shape().Dimensions
	places := l.sums("places", x)
	one := places.each(func(sum *graph.Node) *graph.Node { return l.relu("one place", l.from("one place", 2, sum)) })
	wanted := l.multiply("wanted", x, l.total("one place", one, dims...))
	has := l.atMostOne("has", l.convolve("has", wanted, "cell", 1, 1)) // [N, 1, R, C]
	struck := l.relu("struck", l.sub("struck", l.inCells("cells that have", x, has), wanted))
	none := places.each(func(sum *graph.Node) *graph.Node { return l.isZero("no place", sum) })
	lines := l.add("no place", reshape(none.row, dims[0], n, n), reshape(none.column, dims[0], n, n)) // [N, D, n]
	missing = l.add("no place", lines, reshape(none.box, dims[0], n, n))
	// Digits and units take the places of rows and columns: all that counts is whether there is one.
	return l.sub("left", x, struck), reshape(missing, dims[0], 1, n, n)
}

// somewhere is 1 for puzzles that have a number greater than 0 in x [N, 1, R, C], all at least 0, else 0:
// [N, 1, 1, 1]. Summed up by rows first, the numbers stay within int8.
func (l *layers) somewhere(name string, x *graph.Node) *graph.Node {
	n := l.n
	puzzles := x.Shape().Dim(0)
	some := l.atMostOne(name, x)
	rows := l.atMostOne(name+" in a row", l.convolve(name+" in a row", reshape(some, puzzles*n, n, 1, 1), "cell", 1, 1))
	return l.atMostOne(name, l.convolve(name, reshape(rows, puzzles, n, 1, 1), "cell", 1, 1))
}

// everywhere gives a number for each puzzle, x [N, 1, 1, 1], to every candidate: [N, D, R, C].
func (l *layers) everywhere(x *graph.Node) *graph.Node {
	return repeat(repeat(repeat(x, 3, l.n), 2, l.n), 1, l.n)
}
