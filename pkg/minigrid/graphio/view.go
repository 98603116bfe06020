package graphio

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
)

// view is a complete graph together with what is known about its vertices.
type view struct {
	g      *minigrid.Graph
	perms  *minigrid.Permutations
	puzzle board.Board
	shape  *board.Shape
	in     [][]bool // as Options.InSolutions, nil: unknown
}

func newView(g *minigrid.Graph, in [][]bool) (view, error) {
	if g == nil {
		return view{}, errors.New("graphio: no graph")
	}
	if g.Capped() {
		return view{}, fmt.Errorf("graphio: %w", minigrid.ErrCapped)
	}
	v := view{g: g, perms: g.Permutations(), in: in}
	v.puzzle = v.perms.Masks().Puzzle()
	v.shape = v.puzzle.Shape()
	if in == nil {
		return v, nil
	}
	if len(in) != v.boxes() {
		return view{}, fmt.Errorf("graphio: in solutions: %d boxes, the graph has %d", len(in), v.boxes())
	}
	for box, of := range in {
		if len(of) != v.perms.Count(box) {
			return view{}, fmt.Errorf("graphio: in solutions: %s: %d fillings, the graph has %d", v.name(box), len(of), v.perms.Count(box))
		}
		for i, is := range of {
			if is && !g.Alive(minigrid.Vertex{Box: box, Filling: i}) {
				return view{}, fmt.Errorf("graphio: in solutions: %s: filling %d is in a solution, but the graph has it pruned", v.name(box), i)
			}
		}
	}
	return v, nil
}

// boxes returns the number of boxes or regions.
func (v view) boxes() int { return v.shape.Side() }

// name returns the name of a box that readers use, counted from 1.
func (v view) name(box int) string { return v.shape.UnitName(2*v.shape.Side() + box) }

// alive returns the alive fillings of a box in rising order.
func (v view) alive(box int) []int { return slices.Collect(v.g.AliveVertices(box)) }

// state is what is known about a vertex.
type state uint8

const (
	open       state = iota // alive, solutions were not looked for
	inSolution              // alive, some solution uses it
	inNone                  // alive, no solution uses it
	pruned
)

func (v view) state(box, i int) state {
	switch {
	case !v.g.Alive(minigrid.Vertex{Box: box, Filling: i}):
		return pruned
	case v.in == nil:
		return open
	case v.in[box][i]:
		return inSolution
	default:
		return inNone
	}
}

// aliveIn returns how many alive vertices of a box some solution uses, 0 if that is unknown.
func (v view) aliveIn(box int) int {
	count := 0
	if v.in != nil {
		for _, is := range v.in[box] {
			if is {
				count++
			}
		}
	}
	return count
}

// appendDigits appends the digits of a filling in the order of the box's cells.
func (v view) appendDigits(dst []byte, box, i int) []byte {
	for _, d := range v.perms.Filling(box, i) {
		dst = append(dst, board.Numeric[d-1])
	}
	return dst
}

// rows returns the digits of a filling by row of the board. In a region, whose rows need not
// begin in one column, spaces stand for the cells before and between.
func (v view) rows(box, i int) []string {
	cells, digits := v.perms.Cells(box), v.perms.Filling(box, i)
	left := v.shape.Side()
	for _, c := range cells {
		left = min(left, v.shape.Col(c))
	}
	var rows []string
	var b strings.Builder
	for x, c := range cells {
		if x > 0 && v.shape.Row(c) != v.shape.Row(cells[x-1]) {
			rows = append(rows, b.String())
			b.Reset()
		}
		for b.Len() < v.shape.Col(c)-left {
			b.WriteByte(' ')
		}
		b.WriteByte(board.Numeric[digits[x]-1])
	}
	return append(rows, b.String())
}
