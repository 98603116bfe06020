package minigridrules

import (
	"context"

	"sudokulab/pkg/board"
)

// naive is the compatibility graph as the paper has it, single fillings and an edge list, written
// without package minigrid: the second opinion on its graphs, and the loops whose steps the paper
// counts. It is far slower and meant for small graphs.
type naive struct {
	shape *board.Shape
	need  int // boxes in which a vertex wants a neighbour: those its box depends on
	cells [][]int
	list  [][][]uint8 // by box: fillings, the digits of the box's cells in rising order
	first []int       // by box: the number of its first vertex
	box   []int       // by vertex
	edges [][]int     // by vertex: its neighbours
	alive []bool      // by vertex
	steps naiveSteps
}

// naiveSteps counts what the loops of sections 3.3 and 3.4 do.
type naiveSteps struct {
	compared    int64 // pairs of fillings of dependent boxes compared
	others      int64 // pairs of fillings of other boxes compared
	othersFail  int64 // of these, found incompatible
	joined      int64 // edges
	passes      int64
	vertexLooks int64 // vertices looked at in passes
	edgeLooks   int64 // edge ends looked at for degrees, and edges removed
}

// newNaive lists the fillings of every box that the givens of its lines allow.
func newNaive(b board.Board) *naive {
	s := b.Shape()
	g := &naive{shape: s, need: 2 * (s.Box() - 1), cells: make([][]int, s.Side()), list: make([][][]uint8, s.Side())}
	for cell := range s.Cells() {
		g.cells[s.BoxOf(cell)] = append(g.cells[s.BoxOf(cell)], cell)
	}
	candidates := board.Candidates(b)
	for box, cells := range g.cells {
		g.first = append(g.first, len(g.box))
		var fill func(done []uint8, used board.Digits)
		fill = func(done []uint8, used board.Digits) {
			if len(done) == len(cells) {
				g.list[box] = append(g.list[box], append([]uint8(nil), done...))
				g.box = append(g.box, box)
				return
			}
			for d := range (candidates[cells[len(done)]] &^ used).All() {
				fill(append(done, uint8(d)), used.With(d))
			}
		}
		fill(nil, 0)
	}
	g.edges = make([][]int, len(g.box))
	g.alive = make([]bool, len(g.box))
	for v := range g.alive {
		g.alive[v] = true
	}
	return g
}

func (g *naive) filling(v int) []uint8 { return g.list[g.box[v]][v-g.first[g.box[v]]] }

// dependent reports whether cells of two boxes share a row or a column.
func (g *naive) dependent(a, b int) bool {
	k := g.shape.Box()
	return a/k == b/k || a%k == b%k
}

// compatible reports whether two fillings put no digit twice into a row or a column. It asks of
// any two cells, so that it holds for boxes that are not dependent, too.
func (g *naive) compatible(v, w int) bool {
	x, y := g.filling(v), g.filling(w)
	for i, a := range g.cells[g.box[v]] {
		for j, b := range g.cells[g.box[w]] {
			if x[i] == y[j] && (g.shape.Row(a) == g.shape.Row(b) || g.shape.Col(a) == g.shape.Col(b)) {
				return false
			}
		}
	}
	return true
}

// connect compares all fillings of any two boxes, dependent or not, and joins those of dependent
// boxes that are compatible.
func (g *naive) connect(ctx context.Context) error {
	for v := range g.box {
		if err := ctx.Err(); err != nil {
			return err
		}
		for w := range v {
			switch {
			case g.box[v] == g.box[w]:
			case !g.dependent(g.box[v], g.box[w]):
				g.steps.others++
				if !g.compatible(v, w) {
					g.steps.othersFail++
				}
			default:
				g.steps.compared++
				if g.compatible(v, w) {
					g.edges[v] = append(g.edges[v], w)
					g.edges[w] = append(g.edges[w], v)
					g.steps.joined++
				}
			}
		}
	}
	return nil
}

// boxes returns the number of boxes in which a vertex has an alive neighbour, looking at each of
// its edges.
func (g *naive) boxes(v int) int {
	var seen board.Digits // boxes count from 0, digits from 1
	kept := g.edges[v][:0]
	for _, w := range g.edges[v] {
		g.steps.edgeLooks++
		if g.alive[w] {
			seen = seen.With(g.box[w] + 1)
			kept = append(kept, w)
		}
	}
	g.edges[v] = kept
	return seen.Count()
}

// prune is the loop of section 3.4 with a supporter in each dependent box: each pass looks at
// every vertex left and removes those whose degree at its start is too small, with their edges;
// then the degrees of the neighbours that they had are found again.
func (g *naive) prune(ctx context.Context) error {
	degree := make([]int, len(g.box))
	for v := range degree {
		degree[v] = g.boxes(v)
	}
	for changed := true; changed; {
		if err := ctx.Err(); err != nil {
			return err
		}
		changed = false
		g.steps.passes++
		touched := map[int]bool{}
		for v, alive := range g.alive {
			if !alive {
				continue
			}
			g.steps.vertexLooks++
			if degree[v] >= g.need {
				continue
			}
			g.alive[v] = false
			changed = true
			for _, w := range g.edges[v] {
				g.steps.edgeLooks++
				touched[w] = true
			}
		}
		for v := range touched {
			if g.alive[v] {
				degree[v] = g.boxes(v)
			}
		}
	}
	return nil
}

// left returns the alive vertices of each box.
func (g *naive) left() [][]int {
	out := make([][]int, len(g.cells))
	for v, alive := range g.alive {
		if alive {
			out[g.box[v]] = append(out[g.box[v]], v)
		}
	}
	return out
}

// solutions counts the configurations of one alive vertex a box, any two compatible, up to a
// limit, trying at most a number of vertices; done is false if that ended it. With all, pairs of
// boxes that do not depend on each other are tested as well, otherwise dependent ones only.
func (g *naive) solutions(all bool, limit, most int) (found int, done bool) {
	left := g.left()
	chosen := make([]int, 0, len(left))
	tried := 0
	var place func(box int) bool
	place = func(box int) bool {
		if box == len(left) {
			found++
			return found < limit
		}
		for _, v := range left[box] {
			tried++
			if tried > most {
				return false
			}
			fits := true
			for _, w := range chosen {
				if (all || g.dependent(box, g.box[w])) && !g.compatible(v, w) {
					fits = false
					break
				}
			}
			if !fits {
				continue
			}
			chosen = append(chosen, v)
			more := place(box + 1)
			chosen = chosen[:len(chosen)-1]
			if !more {
				return false
			}
		}
		return true
	}
	place(0)
	return found, tried <= most
}
