package tensornet

import (
	"fmt"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
)

// unpooling says how the place of the greatest number is found.
type unpooling uint8

const (
	// unpoolReal is max-unpool itself.
	unpoolReal unpooling = iota
	// unpoolSubstitute makes the numbers differ first, for backends without max-unpool: the greatest of
	// score·m + (m − 1 − index) over a window of m cells is the first of those with the greatest score. It
	// needs integers up to greatest·m + m − 1 to be exact: 323 for the scores of a board of side 9.
	unpoolSubstitute
)

func (u unpooling) String() string {
	if names := [...]string{"max-unpool", "substitute"}; int(u) < len(names) {
		return names[u]
	}
	return fmt.Sprintf("unpooling(%d)", uint8(u))
}

// greatestScore is the most that a cell is worth as the place of a guess.
const greatestScore = 3

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

// choose marks the candidate to guess of x [N, D, R, C]: digit [N, D, R, C] has one 1 in the candidates of
// cell [N, 1, R, C], which has one 1 too. The cell is the first with two candidates, else with three, else
// with more, the digit its lowest. Where no cell has two candidates they mark nothing.
//
//	score = (1 + relu(4 − count)) · (the lesser of 1 and relu(count − 1))     two 3, three 2, more 1, fewer 0
func (l *layers) choose(x, count *graph.Node) (cell, digit *graph.Node) {
	l.rule = "choose"
	puzzles := x.Shape().Dim(0)
	open := l.atMostOne("open", l.relu("open", l.less("open", count, 1)))
	few := l.plus("few", l.relu("few", l.from("few", 4, count)), 1)
	cell = l.first("cell", l.multiply("score", few, open), "cells")
	in := l.inCells("in the cell", x, cell)
	digits := l.convolve("digits", reshape(in, puzzles*l.n, l.n*l.n, 1, 1), "field", 1, 1) // [N·D, 1, 1, 1]
	lowest := l.first("digit", reshape(digits, puzzles, 1, l.n, 1), "digits")              // [N, 1, D, 1]
	return cell, like(l.multiply("digit", reshape(in, puzzles, l.n, l.n*l.n), reshape(lowest, puzzles, l.n, 1)), x)
}
