package tensornet

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"

	"sudokulab/pkg/board"
)

// unpooling says how the place of the greatest number is found.
type unpooling uint8

const (
	// unpoolReal is max-unpool itself.
	unpoolReal unpooling = iota
	// unpoolSubstitute makes the numbers differ first, for backends without max-unpool: the greatest of
	// score·m + (m − 1 − index) over a window of m cells is the first of those with the greatest score. It
	// needs integers up to greatest·m + m − 1 to be exact: 9233 for the scores of a board of side 9.
	unpoolSubstitute
)

func (u unpooling) String() string {
	if names := [...]string{"max-unpool", "substitute"}; int(u) < len(names) {
		return names[u]
	}
	return fmt.Sprintf("unpooling(%d)", uint8(u))
}

// fewer is what one candidate fewer is worth in plain.Score: one more than all that peers and weight can
// be, P + M + 2 for P peers per cell and a weight of at most M.
func fewer(k int) int { return 3*k*k - 2*k - 1 + maxWeight(k) + 2 }

// greatestScore is that of a cell with two candidates, all its peers open, of the greatest weight.
func greatestScore(k int) int { return 3*fewer(k) - 1 }

// exactTo is the greatest integer up to which a type holds every integer.
func exactTo(t dtypes.DType) int {
	switch t {
	case dtypes.Int8:
		return 1<<7 - 1
	case dtypes.BFloat16:
		return 1 << 8
	case dtypes.Float16:
		return 1 << 11
	case dtypes.Int16:
		return 1<<15 - 1
	case dtypes.Float32:
		return 1 << 24
	default:
		return 1<<31 - 1
	}
}

// first marks the greatest number of each plane of x [B, 1, h, w], all at least 0: a mask with one 1, at
// the first of several in row-major order, and 0 elsewhere, or 0 throughout if all numbers are 0. order
// names the constant h·w − 1 − index [1, 1, h, w], of cells or digits.
//
//	max-unpool of the lesser of 1 and max-pool of x
func (l *layers) first(name string, x *graph.Node, order string) *graph.Node {
	h, w := x.Shape().Dim(2), x.Shape().Dim(3)
	if l.unpool == unpoolReal {
		return l.unpoolReal(name, l.atMostOne(name, l.maxPool(name, x, h, w)), x, h, w)
	}
	key := l.add(name+" key", l.multiply(name+" key", x, l.number(h*w)), l.kernels[order])
	greatest := l.maxPool(name+" key", key, h, w)
	mark := l.isZero(name, l.sub(name+" key", greatest, key))
	return l.multiply(name, mark, l.atMostOne(name, x))
}

// iterate takes the next step of the document's Iterate2D: of the numbers x ≥ 0 [B, 1, n, n] that used
// does not mark yet it marks the greatest, one of several at a time and the first in row-major order.
// next is that mark alone, of 0 and 1, and after is used with it. Once all numbers greater than 0 are used,
// left [B, 1, 1, 1], the number found, is 0, and so is next.
func (l *layers) iterate(x, used *graph.Node) (next, after, left *graph.Node) {
	l.rule = "iterate"
	rest := l.multiply("rest", x, l.not("unused", used))
	next = l.first("next", rest, "cells")
	return next, l.add("used", used, next), l.maxPool("rest", rest, l.n, l.n)
}

// score is plain.Score of each cell, from the number of candidates and the weight of each, all
// [N, 1, R, C].
//
//	open = the lesser of 1 and relu(count − 1)
//	open · (1 + open peers + weight) + open · relu(4 − count) · (P + M + 2)
func (l *layers) score(count, weight *graph.Node) *graph.Node {
	open := l.atMostOne("open", l.relu("open", l.less("open", count, 1)))
	few := l.multiply("few", open, l.relu("few", l.from("few", 4, count)))
	beside := l.add("peers and weight", l.openPeers(open), weight)
	near := l.multiply("peers and weight", open, l.plus("peers and weight", beside, 1))
	return l.add("score", near, l.multiply("few", few, l.number(fewer(l.k))))
}

// openPeers adds up open over the peers of each cell: the row and the column without the segments that they
// have in common with the box, the box, and all that without the cell.
func (l *layers) openPeers(open *graph.Node) *graph.Node {
	n, k := l.n, l.k
	puzzles := open.Shape().Dim(0)
	u := l.sums("open", open)
	segment := func(dims ...int) *graph.Node {
		return l.convolve("open in a segment", reshape(open, dims...), "segment", 1, 1)
	}
	row := l.sub("open in a row", reshape(u.row, puzzles*n, 1), reshape(segment(puzzles*n*k, k, 1, 1), puzzles*n, k))          // [N·R, G]
	column := l.sub("open in a column", reshape(u.column, puzzles, 1, n), reshape(segment(puzzles*k, k, n, 1), puzzles, k, n)) // [N, G, C]
	band := l.add("open in a box", reshape(column, puzzles*k, k, k), reshape(u.box, puzzles*k, k, 1))                          // [N·G, G, k]
	all := l.add("open peers", reshape(row, puzzles*k, k, k, 1), reshape(band, puzzles*k, 1, k, k))                            // [N·G, k, G, k]
	return l.sub("open peers", like(all, open), open)
}

// choose marks the candidate to guess of x [N, D, R, C]: digit [N, D, R, C] has one 1 in the candidates of
// cell [N, 1, R, C], which has one 1 too. The cell is the first of those with the greatest score, the digit
// its lowest. Where no cell has two candidates they mark nothing.
func (l *layers) choose(x, count, weight *graph.Node) (cell, digit *graph.Node) {
	l.rule = "choose"
	puzzles := x.Shape().Dim(0)
	cell = l.first("cell", l.score(count, weight), "cells")
	in := l.inCells("in the cell", x, cell)
	digits := l.convolve("digits", reshape(in, puzzles*l.n, l.n*l.n, 1, 1), "field", 1, 1) // [N·D, 1, 1, 1]
	lowest := l.first("digit", reshape(digits, puzzles, 1, l.n, 1), "digits")              // [N, 1, D, 1]
	return cell, like(l.multiply("digit", reshape(in, puzzles, l.n, l.n*l.n), reshape(lowest, puzzles, l.n, 1)), x)
}

// Iterate2D calls the document's Iterate2D so many times on arrays of numbers, one number for each cell of a
// shape, and returns the mask of each call for each array: 1 for the cell that it took, the first of those
// with the greatest number that no earlier call took, and 0 for all others. Numbers of 0 and less are not
// taken. unpool is [MaxUnpool] or [Substitute].
//
// Errors: a shape or a way of unpooling that the literal form does not take; no array, or one of another
// length; a number too great to be exact; what the backend reports.
func Iterate2D(backend compute.Backend, shape *board.Shape, unpool string, arrays [][]int, calls int) (masks [][][]int, err error) {
	c := DefaultConfig()
	c.Form, c.Unpool = Literal, unpool
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if err := c.Takes(shape); err != nil {
		return nil, err
	}
	if len(arrays) == 0 {
		return nil, errors.New("tensornet: no arrays")
	}
	made, err := c.newForm(shape.Box(), len(arrays))
	if err != nil {
		return nil, err
	}
	f, n, cells := made.(*literal), shape.Side(), shape.Cells()
	most := exactTo(dtypes.Float32)
	if f.unpool == unpoolSubstitute {
		most = most/cells - 1
	}
	for i, x := range arrays {
		if len(x) != cells {
			return nil, fmt.Errorf("tensornet: array %d has %d numbers, want %d", i, len(x), cells)
		}
		if greatest := slices.Max(x); greatest > most {
			return nil, fmt.Errorf("tensornet: array %d has the number %d, %s is exact to %d", i, greatest, f.unpool, most)
		}
	}
	exec, err := graph.NewExec(backend, func(in []*graph.Node) []*graph.Node {
		l := f.layers(in[2:])
		next, after, _ := l.iterate(l.relu("above zero", in[0]), in[1])
		return []*graph.Node{next, after}
	})
	if err != nil {
		return nil, fmt.Errorf("tensornet: %w", err)
	}
	defer exec.Finalize()
	constants := f.constants()
	x, used := tensorOf(f.number, slices.Concat(arrays...), len(arrays), 1, n, n), tensorOf(f.number, nil, len(arrays), 1, n, n)
	defer func() {
		for _, t := range append(constants, x, used) {
			t.MustFinalizeAll()
		}
	}()
	for range calls {
		args := []any{x, used}
		for _, t := range constants {
			args = append(args, t)
		}
		out, err := exec.Call(args...)
		if err != nil {
			return nil, fmt.Errorf("tensornet: %w", err)
		}
		call := make([][]int, len(arrays))
		out[0].MustConstFlatData(func(flat any) {
			for i := range call {
				call[i] = make([]int, cells)
				for cell := range call[i] {
					call[i][cell] = numberAt(flat, i*cells+cell)
				}
			}
		})
		masks = append(masks, call)
		out[0].MustFinalizeAll()
		used.MustFinalizeAll()
		used = out[1]
	}
	return masks, nil
}
