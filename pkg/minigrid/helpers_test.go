package minigrid_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solvertest"
)

// The plain reference of the tests: the paper's procedures as they stand, over single fillings and
// whole boards, with none of the classes, counts and bit rows of the package.

// fillings is the recursion ENUMERATE of section 3.2. admits says what else a cell refuses. steps
// counts digits put into a cell.
func fillings(b board.Board, box int, admits func(cell, digit int) bool) (list [][]uint8, steps int64) {
	n := b.Shape().Side()
	cells := b.Shape().Units()[2*n+box]
	now := make([]uint8, n)
	used := make([]bool, n+1)
	var empty []int
	for i, c := range cells {
		d := b.At(c)
		now[i] = uint8(d)
		if d == 0 {
			empty = append(empty, i)
		} else if used[d] || !admits(c, d) {
			return nil, 0
		}
		used[d] = d != 0
	}
	var enumerate func(empty []int)
	enumerate = func(empty []int) {
		if len(empty) == 0 {
			list = append(list, slices.Clone(now))
			return
		}
		for d := 1; d <= n; d++ {
			if used[d] || !admits(cells[empty[0]], d) {
				continue
			}
			steps++
			now[empty[0]], used[d] = uint8(d), true
			enumerate(empty[1:])
			now[empty[0]], used[d] = 0, false
		}
	}
	enumerate(empty)
	return list, steps
}

// anyDigit is BoxOnly, lines the masks of phase 1.
func anyDigit(int, int) bool { return true }

func lines(b board.Board) func(cell, digit int) bool {
	return func(cell, digit int) bool {
		for _, p := range b.Shape().Peers(cell) {
			if b.At(p) == digit {
				return false
			}
		}
		return true
	}
}

// compatible is the definition: in each row, column and diagonal that has cells of both boxes, no
// digit twice; or, to the letter of section 3.3, the same sequence of digits.
func compatible(s *board.Shape, boxA int, a []uint8, boxB int, b []uint8, identical bool) bool {
	n := s.Side()
	digits := func(box int, filling []uint8, unit []int) (out []uint8) {
		for i, c := range s.Units()[2*n+box] {
			if slices.Contains(unit, c) {
				out = append(out, filling[i])
			}
		}
		return out
	}
	dependent := false
	for u, unit := range s.Units() {
		if u >= 2*n && u < 3*n {
			continue
		}
		x, y := digits(boxA, a, unit), digits(boxB, b, unit)
		if len(x) == 0 || len(y) == 0 {
			continue
		}
		dependent = true
		if identical && !slices.Equal(x, y) {
			return false
		}
		if !identical && slices.ContainsFunc(x, func(d uint8) bool { return slices.Contains(y, d) }) {
			return false
		}
	}
	return dependent
}

// naive is the paper's graph, vertex by vertex.
type naive struct {
	vertices []minigrid.Vertex
	first    []int    // of each box in vertices
	adjacent [][]bool // by vertex
	alive    []bool
}

func newNaive(p *minigrid.Permutations, identical bool) *naive {
	s := p.Masks().Puzzle().Shape()
	g := &naive{}
	for box := range s.Side() {
		g.first = append(g.first, len(g.vertices))
		for i := range p.Count(box) {
			g.vertices = append(g.vertices, minigrid.Vertex{Box: box, Filling: i})
		}
	}
	for _, v := range g.vertices {
		row := make([]bool, len(g.vertices))
		for j, w := range g.vertices {
			row[j] = v.Box != w.Box &&
				compatible(s, v.Box, p.Filling(v.Box, v.Filling), w.Box, p.Filling(w.Box, w.Filling), identical)
		}
		g.adjacent = append(g.adjacent, row)
		g.alive = append(g.alive, true)
	}
	return g
}

// degree returns the boxes and the vertices that an alive vertex is joined to.
func (g *naive) degree(v int) (boxes int, edges int64) {
	seen := map[int]bool{}
	for w, is := range g.adjacent[v] {
		if is && g.alive[w] {
			edges++
			seen[g.vertices[w].Box] = true
		}
	}
	return len(seen), edges
}

// prune is the loop of section 3.4: degrees are those at the start of a pass.
func (g *naive) prune(tooSmall func(box, boxes int, edges int64) bool) (rounds int) {
	for changed := true; changed; {
		changed = false
		rounds++
		var gone []int
		for v := range g.vertices {
			if !g.alive[v] {
				continue
			}
			if boxes, edges := g.degree(v); tooSmall(g.vertices[v].Box, boxes, edges) {
				gone = append(gone, v)
			}
		}
		for _, v := range gone {
			g.alive[v], changed = false, true
		}
	}
	return rounds
}

func (g *naive) edges() (sum int64) {
	for v, row := range g.adjacent {
		for w, is := range row {
			if is && v < w && g.alive[v] && g.alive[w] {
				sum++
			}
		}
	}
	return sum
}

// solutions returns all solutions by trying digits cell by cell, in sorted order.
func solutions(b board.Board) (out []string) {
	now := b.Clone()
	for cell := range now.Cells() {
		if d := now.At(cell); d != 0 && !lines(b)(cell, d) {
			return nil
		}
	}
	var try func(cell int)
	try = func(cell int) {
		if cell == len(now.Cells()) {
			out = append(out, now.String())
			return
		}
		if b.At(cell) != 0 {
			try(cell + 1)
			return
		}
		for d := 1; d <= b.Shape().Side(); d++ {
			if lines(now)(cell, d) {
				now.Set(cell, d)
				try(cell + 1)
				now.Set(cell, 0)
			}
		}
	}
	try(0)
	return out
}

// puzzleCase returns a board of the conformance suite.
func puzzleCase(t testing.TB, name string) board.Board {
	t.Helper()
	for _, c := range slices.Concat(solvertest.Cases(), solvertest.VariantCases()) {
		if c.Name == name {
			return c.Puzzle
		}
	}
	t.Fatalf("the suite has no case %s", name)
	return board.Board{}
}

// blanked returns a solved board with its digits renamed at random and all but the given number of
// cells emptied. With false true, one given is then changed to another digit, which mostly leaves no
// solution.
func blanked(solved board.Board, givens int, rng *rand.Rand, wrong bool) board.Board {
	n := solved.Shape().Side()
	names := rng.Perm(n)
	out := board.New(solved.Shape())
	order := rng.Perm(len(solved.Cells()))[:givens]
	for _, c := range order {
		out.Set(c, names[solved.At(c)-1]+1)
	}
	if wrong && givens > 0 {
		c := order[0]
		out.Set(c, out.At(c)%n+1)
	}
	return out
}

// solved returns solved boards of small shapes.
func solvedBoards(t testing.TB) map[string]board.Board {
	t.Helper()
	out := map[string]board.Board{}
	for name, of := range map[string]string{
		"4": "4/full", "9": "9/full", "9 diagonal": "9/diagonal-search", "6 jigsaw": "6/jigsaw-search", "9 jigsaw": "9/jigsaw-search",
	} {
		_, first, _ := solvertest.Count(puzzleCase(t, of), 1, 0)
		if first.IsZero() {
			t.Fatalf("%s has no solution", of)
		}
		out[name] = first
	}
	return out
}

// stopAfter is a context that is cancelled at the n-th look at its error.
type stopAfter struct {
	context.Context //nolint:containedctx // it is one
	left            *atomic.Int64
}

func newStopAfter(ctx context.Context, n int64) stopAfter {
	s := stopAfter{ctx, new(atomic.Int64)}
	s.left.Store(n)
	return s
}

func (s stopAfter) Err() error {
	if s.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// build runs phases 1 to 3.
func build(t testing.TB, b board.Board, cfg minigrid.Config) *minigrid.Graph {
	t.Helper()
	p := permute(t, b, cfg)
	g, err := minigrid.Connect(t.Context(), p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func permute(t testing.TB, b board.Board, cfg minigrid.Config) *minigrid.Permutations {
	t.Helper()
	m, err := minigrid.Mask(b)
	if err != nil {
		t.Fatal(err)
	}
	p, err := minigrid.Permute(t.Context(), m, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func prune(t testing.TB, g *minigrid.Graph) {
	t.Helper()
	if err := g.PruneToFixedPoint(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func with(change func(c *minigrid.Config)) minigrid.Config {
	c := minigrid.DefaultConfig()
	change(&c)
	return c
}

// wantError fails unless err names the package and holds each text.
func wantError(t *testing.T, err error, texts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one that holds %q", texts)
	}
	for _, text := range append(texts, "minigrid: ") {
		if !strings.Contains(err.Error(), text) {
			t.Errorf("error %q does not hold %q", err, text)
		}
	}
}
