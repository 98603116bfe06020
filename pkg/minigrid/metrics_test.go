package minigrid_test

import (
	"encoding/json"
	"math"
	"testing"

	"sudokulab/pkg/minigrid"
)

// TestMetrics compares with sums over single vertices.
func TestMetrics(t *testing.T) {
	for _, name := range []string{"9/search", "9/naked", "6/jigsaw-search", "4/multiple-6"} {
		g := build(t, puzzleCase(t, name), minigrid.DefaultConfig())
		want := newNaive(g.Permutations(), false)
		if len(want.vertices) > 1000 {
			t.Fatalf("%s: %d vertices are too many for the double loop", name, len(want.vertices))
		}
		n := len(want.first)
		m := minigrid.Metrics{Vertices: int64(len(want.vertices)), Edges: want.edges()}
		m.Density = float64(m.Edges) / float64(g.Product())
		for box := range n {
			count := g.Permutations().Count(box)
			m.LargestBox = max(m.LargestBox, count)
			m.LogProduct += math.Log2(float64(count))
		}
		m.Rounds = want.prune(func(_, boxes int, _ int64) bool { return boxes < dependents(g, 0) })
		prune(t, g)
		left := make([]int, n)
		for v, alive := range want.alive {
			if alive {
				m.Alive++
				left[want.vertices[v].Box]++
			}
		}
		var possible float64
		for _, pair := range g.Pairs() {
			possible += float64(left[pair.A] * left[pair.B])
		}
		for _, count := range left {
			m.AliveLargestBox = max(m.AliveLargestBox, count)
			m.AliveLogProduct += math.Log2(float64(count))
			if count == 1 {
				m.SolvedBoxes++
			}
		}
		m.AliveEdges = want.edges()
		m.AliveDensity = float64(m.AliveEdges) / possible
		m.AliveShare = float64(m.Alive) / float64(m.Vertices)
		if got := g.Metrics(); got != m {
			t.Errorf("%s:\n%+v, want\n%+v", name, got, m)
		}
	}
}

// dependents returns on how many boxes a box depends; the cases above have the same number for all.
func dependents(g *minigrid.Graph, box int) (count int) {
	for _, p := range g.Pairs() {
		if p.A == box || p.B == box {
			count++
		}
	}
	return count
}

// TestMetricsWithoutVertices: an unsolvable board's figures are numbers too.
func TestMetricsWithoutVertices(t *testing.T) {
	g := build(t, puzzleCase(t, "9/no-candidate"), minigrid.DefaultConfig())
	prune(t, g)
	m := g.Metrics()
	if m.Vertices != 0 || m.AliveShare != 0 || m.Density != 0 || m.AliveLogProduct != 0 {
		t.Errorf("%+v", m)
	}
	if _, err := json.Marshal(m); err != nil {
		t.Error(err)
	}
}

// TestBytes: what can be said without knowing classes and edges.
func TestBytes(t *testing.T) {
	g := build(t, puzzleCase(t, "9/search"), minigrid.DefaultConfig())
	total := g.Permutations().Total()
	b := g.Bytes()
	if b.Fillings != 9*total || b.Alive != 4*total || b.EdgeList != 8*g.Edges() || b.Fillings != g.Permutations().Phase.Bytes {
		t.Errorf("%+v with %d vertices, %d edges", b, total, g.Edges())
	}
	// Two faces a box, four bytes a vertex on each, at most as many classes as vertices.
	if b.Classes < 8*total || b.Classes > (8+16)*total || b.Trees > 12*3*2*total {
		t.Errorf("%+v with %d vertices", b, total)
	}
	if g.Connect.Bytes != b.Classes+b.Trees+b.Adjacency {
		t.Errorf("phase 3 keeps %d bytes, want those of %+v", g.Connect.Bytes, b)
	}
	prune(t, g)
	var alive int64
	for box := range 9 {
		alive += int64(g.AliveCount(box))
	}
	if after := g.Bytes(); after.Alive != 4*alive || after.Alive >= b.Alive {
		t.Errorf("after pruning %+v with %d alive", after, alive)
	}
}
