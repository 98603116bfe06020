package minigrid_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
)

func TestDependentPlain(t *testing.T) {
	for k := board.MinBox; k <= board.MaxBox; k++ {
		s, err := board.ShapeOf(k)
		if err != nil {
			t.Fatal(err)
		}
		n := k * k
		pairs := minigrid.Dependent(s)
		if len(pairs) != n*(k-1) {
			t.Errorf("k=%d: %d pairs, want %d", k, len(pairs), n*(k-1))
		}
		partners := make([]int, n)
		for _, p := range pairs {
			partners[p.A]++
			partners[p.B]++
			var want []int
			for i := range k {
				if p.A/k == p.B/k {
					want = append(want, p.A/k*k+i)
				} else {
					want = append(want, n+p.A%k*k+i)
				}
			}
			if p.A >= p.B || p.A/k != p.B/k && p.A%k != p.B%k || !slices.Equal(p.Units, want) {
				t.Errorf("k=%d: pair %v, want units %v", k, p, want)
			}
		}
		for box, count := range partners {
			if count != 2*(k-1) {
				t.Errorf("k=%d: box %d depends on %d, want %d", k, box, count, 2*(k-1))
			}
		}
	}
}

// TestDependentVariants goes by the definition: cells of both in a unit that is not a box.
func TestDependentVariants(t *testing.T) {
	for _, name := range []string{"4/diagonal-search", "9/diagonal-search", "5/jigsaw-search", "9/jigsaw-search", "6/both-unique"} {
		s := puzzleCase(t, name).Shape()
		n := s.Side()
		var want []minigrid.Pair
		for a := range n {
			for b := a + 1; b < n; b++ {
				var units []int
				for u, cells := range s.Units() {
					in := func(box int) bool {
						return slices.ContainsFunc(cells, func(c int) bool { return s.BoxOf(c) == box })
					}
					if (u < 2*n || u >= 3*n) && in(a) && in(b) {
						units = append(units, u)
					}
				}
				if units != nil {
					want = append(want, minigrid.Pair{A: a, B: b, Units: units})
				}
			}
		}
		if diff := cmp.Diff(want, minigrid.Dependent(s)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestGraph compares the graph before pruning with the double loop of section 3.3.
func TestGraph(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for name, solved := range solvedBoards(t) {
		for _, reading := range []minigrid.Compatibility{minigrid.Disjoint, minigrid.Identical} {
			if reading == minigrid.Identical && solved.Shape().Box() == 0 {
				continue
			}
			for range 3 {
				b := blanked(solved, len(solved.Cells())*3/5, rng, false)
				if name == "4" {
					b = blanked(solved, 2+rng.IntN(3), rng, false)
				}
				cfg := with(func(c *minigrid.Config) {
					c.Compatibility = reading
					if name == "4" {
						c.Fillings = minigrid.BoxOnly
					}
				})
				g := build(t, b, cfg)
				compareGraph(t, name+"/"+string(reading), g, newNaive(g.Permutations(), reading == minigrid.Identical))
				checkProduct(t, g)
			}
		}
	}
}

// compareGraph compares edges, adjacency and degrees of alive vertices.
func compareGraph(t *testing.T, name string, g *minigrid.Graph, want *naive) {
	t.Helper()
	for v, row := range want.adjacent {
		for w, is := range row {
			if g.Adjacent(want.vertices[v], want.vertices[w]) != is {
				t.Fatalf("%s: adjacency of %v and %v is not %v", name, want.vertices[v], want.vertices[w], is)
			}
		}
		if g.Alive(want.vertices[v]) != want.alive[v] {
			t.Fatalf("%s: vertex %v alive: not %v", name, want.vertices[v], want.alive[v])
		}
		boxes, edges := want.degree(v)
		if b, e := g.Degree(want.vertices[v]); b != boxes || e != edges {
			t.Fatalf("%s: degree of %v is %d boxes, %d edges, want %d, %d", name, want.vertices[v], b, e, boxes, edges)
		}
	}
	if g.AliveEdges() != want.edges() {
		t.Errorf("%s: %d edges, want %d", name, g.AliveEdges(), want.edges())
	}
	var all, alive int64
	for pair := range g.Pairs() {
		a, b := g.PairEdges(pair)
		all += a
		alive += b
	}
	if all != g.Edges() || alive != g.AliveEdges() {
		t.Errorf("%s: pairs have %d and %d edges, the graph %d and %d", name, all, alive, g.Edges(), g.AliveEdges())
	}
	for box := range want.first {
		var vertices []int
		for v, vertex := range want.vertices {
			if vertex.Box == box && want.alive[v] {
				vertices = append(vertices, vertex.Filling)
			}
		}
		if got := slices.Collect(g.AliveVertices(box)); !slices.Equal(got, vertices) || g.AliveCount(box) != len(vertices) {
			t.Errorf("%s: box %d has %v alive, want %v", name, box, got, vertices)
		}
	}
}

func checkProduct(t *testing.T, g *minigrid.Graph) {
	t.Helper()
	var want int64
	for _, p := range g.Pairs() {
		want += int64(g.Permutations().Count(p.A)) * int64(g.Permutations().Count(p.B))
	}
	if g.Product() != want {
		t.Errorf("product %d, want %d", g.Product(), want)
	}
}

// TestRandomFillings compares adjacency with the definition on boards whose graphs are too large for
// the double loop.
func TestRandomFillings(t *testing.T) {
	for _, tc := range []struct {
		name    string
		fill    minigrid.Fillings
		reading minigrid.Compatibility
	}{
		{"9/multiple-15", minigrid.BoxOnly, minigrid.Disjoint},
		{"9/multiple-15", minigrid.Lines, minigrid.Identical},
		{"9/diagonal-search", minigrid.Lines, minigrid.Disjoint},
		{"9/jigsaw-search", minigrid.Lines, minigrid.Disjoint},
		{"16/search", minigrid.Lines, minigrid.Disjoint},
		{"16/search", minigrid.Lines, minigrid.Identical},
	} {
		b := puzzleCase(t, tc.name)
		cfg := with(func(c *minigrid.Config) { c.Fillings, c.Compatibility = tc.fill, tc.reading })
		g := build(t, b, cfg)
		p := g.Permutations()
		rng := rand.New(rand.NewPCG(7, 8))
		joined := 0
		for range 4000 {
			v := minigrid.Vertex{Box: rng.IntN(b.Shape().Side())}
			w := minigrid.Vertex{Box: rng.IntN(b.Shape().Side())}
			if v.Box == w.Box {
				continue
			}
			v.Filling, w.Filling = rng.IntN(p.Count(v.Box)), rng.IntN(p.Count(w.Box))
			want := compatible(b.Shape(), v.Box, p.Filling(v.Box, v.Filling), w.Box, p.Filling(w.Box, w.Filling), tc.reading == minigrid.Identical)
			if g.Adjacent(v, w) != want || g.Adjacent(w, v) != want {
				t.Fatalf("%s %s: %v and %v: not %v", tc.name, tc.reading, v, w, want)
			}
			if want {
				joined++
			}
		}
		if joined == 0 && tc.reading == minigrid.Disjoint {
			t.Errorf("%s: no pair drawn is joined, the test shows nothing", tc.name)
		}
	}
}

// TestEmptyBoard: figures of the full graph that are known by counting. A filling of a box is joined
// to 56 of 1680 classes of 216 fillings in each of four boxes.
func TestEmptyBoard(t *testing.T) {
	g := build(t, board.New(board.Standard()), minigrid.DefaultConfig())
	if want := int64(18 * 362880 * 56 * 216); g.Edges() != want {
		t.Errorf("%d edges, want %d", g.Edges(), want)
	}
	if want := int64(18 * 362880 * 362880); g.Product() != want {
		t.Errorf("product %d, want %d", g.Product(), want)
	}
	if boxes, edges := g.Degree(minigrid.Vertex{Box: 4, Filling: 1000}); boxes != 4 || edges != 4*56*216 {
		t.Errorf("degree %d boxes, %d edges", boxes, edges)
	}
	// Each way of filling a line of three cells against each: 84² times 20 of 84 that are disjoint …
	// in all far fewer than classes times classes, not to speak of the product.
	if g.Connect.Steps >= 18*1680*1680 {
		t.Errorf("%d comparisons, want fewer than between classes", g.Connect.Steps)
	}
	if total := g.Bytes().Total(); total > 1<<27 {
		t.Errorf("%d bytes, want at most 128 MiB", total)
	}
	prune(t, g)
	if g.AliveCount(0) != 362880 || g.Rounds() != 1 {
		t.Errorf("%d alive after %d rounds", g.AliveCount(0), g.Rounds())
	}
	var stats minigrid.ExtractStats
	for solution, err := range g.Solutions(t.Context(), &stats) {
		if err != nil {
			t.Fatal(err)
		}
		if err := board.CheckSolution(board.New(board.Standard()), solution); err != nil {
			t.Fatal(err)
		}
		if stats.Solutions == 5000 {
			break
		}
	}
	if stats.Solutions != 5000 {
		t.Errorf("%d solutions", stats.Solutions)
	}
}

// TestByteLimit: the limit is kept, and what is left out is said.
func TestByteLimit(t *testing.T) {
	b := puzzleCase(t, "9/search")
	full := build(t, b, minigrid.DefaultConfig())
	need := full.Bytes()
	total := need.Total() - need.Masks // what the limit is about
	for _, limit := range []int64{need.Fillings, need.Fillings + need.Classes, total - 1, total, total + 1} {
		for _, workers := range []int{1, 4} {
			g := build(t, b, with(func(c *minigrid.Config) { c.MaxBytes, c.Workers = limit, workers }))
			if g.Capped() != (limit < total) {
				t.Errorf("limit %d of %d: capped %v", limit, total, g.Capped())
			}
			if !g.Capped() {
				continue
			}
			if got := g.Bytes(); got.Total()-got.Masks > limit+4*g.Permutations().Total() {
				t.Errorf("limit %d: %+v", limit, got)
			}
			if g.Edges() != 0 || g.Connect.Steps != 0 || g.Adjacent(minigrid.Vertex{Box: 0}, minigrid.Vertex{Box: 1}) {
				t.Errorf("limit %d: a capped graph has edges", limit)
			}
			if boxes, edges := g.Degree(minigrid.Vertex{}); boxes != 0 || edges != 0 {
				t.Errorf("limit %d: a capped graph has degrees", limit)
			}
			if g.ClassOf() != minigrid.Undecided {
				t.Errorf("limit %d: class %s", limit, g.ClassOf())
			}
			if err := g.PruneToFixedPoint(t.Context()); !errors.Is(err, minigrid.ErrCapped) {
				t.Errorf("pruning a capped graph: %v", err)
			}
			if _, err := g.InSolutions(t.Context()); !errors.Is(err, minigrid.ErrCapped) {
				t.Errorf("asking a capped graph: %v", err)
			}
			for _, err := range g.Solutions(t.Context(), nil) {
				if !errors.Is(err, minigrid.ErrCapped) {
					t.Errorf("searching a capped graph: %v", err)
				}
			}
		}
	}
}

func TestCappedPermutationsCapTheGraph(t *testing.T) {
	g := build(t, puzzleCase(t, "9/search"), with(func(c *minigrid.Config) { c.MaxVertices = 100 }))
	if !g.Capped() || g.Edges() != 0 {
		t.Errorf("capped %v, %d edges", g.Capped(), g.Edges())
	}
}

func TestConnectCancelled(t *testing.T) {
	cfg := with(func(c *minigrid.Config) { c.Fillings, c.Workers = minigrid.BoxOnly, 1 })
	p := permute(t, puzzleCase(t, "9/search"), cfg)
	for _, looks := range []int64{0, 1, 10, 18} {
		g, err := minigrid.Connect(newStopAfter(t.Context(), looks), p, cfg)
		if !errors.Is(err, context.Canceled) || g != nil {
			t.Errorf("after %d looks: %v, %v", looks, g, err)
		}
	}
}
