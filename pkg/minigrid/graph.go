package minigrid

import (
	"iter"
	"slices"
)

// Vertex is a filling of a box: v = (k, p) of section 3.3.
type Vertex struct{ Box, Filling int }

// Graph is the compatibility graph of phase 3 and, after [Graph.PruneToFixedPoint], of phase 4.
// Methods that only ask may be called from several goroutines at once. Those that take a box, a
// pair or a vertex panic for one that the Graph lacks.
type Graph struct {
	Connect Phase // phase 3
	Prune   Phase // phase 4, zero before

	perms   *Permutations
	cfg     Config
	pairs   []Pair
	faces   []face
	links   []link
	ofBox   [][]end // for each box, its ends of pairs
	facesOf [][]int // for each box, its faces
	alive   [][]int32
	rounds  int
	capped  bool
	pruned  bool  // to the fixed point
	trees   int64 // bytes of the faces' trees
}

// link holds the edges of a dependent pair between classes, in both directions.
type link struct {
	faces   [2]int // of A and of B
	rows    [2]relation
	edges   int64 // between vertices
	compare int64
}

// end is one box's view of a dependent pair: side 0 if the box is A, 1 if it is B.
type end struct{ pair, side, other int }

// Capped reports that a limit left the graph incomplete: nothing is joined.
func (g *Graph) Capped() bool { return g.capped }

// Permutations returns the outcome of phase 2.
func (g *Graph) Permutations() *Permutations { return g.perms }

// Config returns the configuration that the graph was made with.
func (g *Graph) Config() Config { return g.cfg }

// Pairs returns the dependent pairs of boxes; see [Dependent].
func (g *Graph) Pairs() []Pair { return g.pairs }

// Product returns Σ|P_i|·|P_j| over the dependent pairs: the comparisons of fillings that the
// loops of section 3.3 make.
func (g *Graph) Product() int64 {
	var sum int64
	for _, pair := range g.pairs {
		sum += int64(g.perms.Count(pair.A)) * int64(g.perms.Count(pair.B))
	}
	return sum
}

// Edges returns |E|, the undirected edges between vertices that phase 3 found. The paper's
// directed edges are the same number, one for each pair i, j taken in one order.
func (g *Graph) Edges() int64 {
	var sum int64
	for i := range g.links {
		sum += g.links[i].edges
	}
	return sum
}

// AliveEdges returns the undirected edges between alive vertices.
func (g *Graph) AliveEdges() int64 {
	var sum int64
	for i := range g.links {
		sum += g.aliveEdges(i)
	}
	return sum
}

// PairEdges returns the edges of Pairs()[pair] that phase 3 found, and those between alive
// vertices.
func (g *Graph) PairEdges(pair int) (all, alive int64) {
	return g.links[pair].edges, g.aliveEdges(pair)
}

func (g *Graph) aliveEdges(pair int) int64 {
	l := &g.links[pair]
	a, b := &g.faces[l.faces[0]], &g.faces[l.faces[1]]
	var sum int64
	for c, count := range a.alive {
		if count > 0 {
			sum += int64(count) * l.rows[0].neighbours(int32(c), b.alive)
		}
	}
	return sum
}

// neighbours adds up the counts of the classes joined to c.
func (r *relation) neighbours(c int32, counts []int32) int64 {
	var sum int64
	for x := range r.row(c) {
		sum += int64(counts[x])
	}
	return sum
}

// Adjacent reports whether phase 3 joined two vertices. It is false for boxes that are not
// dependent, and in a capped graph.
func (g *Graph) Adjacent(a, b Vertex) bool {
	if g.capped {
		return false
	}
	for _, e := range g.ofBox[a.Box] {
		if e.other == b.Box {
			l := &g.links[e.pair]
			x := g.faces[l.faces[e.side]].class[a.Filling]
			y := g.faces[l.faces[1-e.side]].class[b.Filling]
			return l.rows[e.side].has(x, y)
		}
	}
	return false
}

// Degree returns the number of dependent boxes in which v has an alive neighbour, and the number of
// its alive neighbours: what section 3.4 may mean by degree(v). v itself need not be alive.
func (g *Graph) Degree(v Vertex) (boxes int, edges int64) {
	if g.capped {
		return 0, 0
	}
	for _, e := range g.ofBox[v.Box] {
		l := &g.links[e.pair]
		count := l.rows[e.side].neighbours(g.faces[l.faces[e.side]].class[v.Filling], g.faces[l.faces[1-e.side]].alive)
		edges += count
		if count > 0 {
			boxes++
		}
	}
	return boxes, edges
}

// Alive reports whether phase 4 has left a vertex in the graph; before it all are.
func (g *Graph) Alive(v Vertex) bool {
	_, found := slices.BinarySearch(g.alive[v.Box], int32(v.Filling))
	return found
}

// AliveCount returns the alive vertices of a box.
func (g *Graph) AliveCount(box int) int { return len(g.alive[box]) }

// AliveVertices yields the alive fillings of a box in rising order.
func (g *Graph) AliveVertices(box int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, v := range g.alive[box] {
			if !yield(int(v)) {
				return
			}
		}
	}
}
