package minigridrules

import (
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/stats"
)

// placed returns the board with a filling put into its box.
func placed(b board.Board, cells []int, filling []uint8) board.Board {
	b = b.Clone()
	for i, cell := range cells {
		b.Set(cell, int(filling[i]))
	}
	return b
}

// singlesFilled fills in naked and hidden singles one by one, by definition.
func singlesFilled(b board.Board) board.Board {
	b = b.Clone()
	for again := true; again; {
		again = false
		candidates := board.Candidates(b)
		for cell, c := range candidates {
			if b.At(cell) == 0 && c.Single() {
				b.Set(cell, c.First())
				again = true
				candidates = board.Candidates(b)
			}
		}
		for _, unit := range b.Shape().Units() {
			for d := 1; d <= b.Shape().Side(); d++ {
				candidates = board.Candidates(b)
				places := slices.DeleteFunc(slices.Clone(unit), func(cell int) bool { return !candidates[cell].Has(d) })
				if len(places) == 1 && b.At(places[0]) == 0 {
					b.Set(places[0], d)
					again = true
				}
			}
		}
	}
	return b
}

// asks is the degree that the paper's section 3.4 asks for, from its words.
func asks(k, box int) int { return []int{2, 3, 4}[position(k, box)] }

// fixedPoint removes vertices of too small a degree, one at a time, until there are none.
func fixedPoint(g *naive, enough func(v int, neighbours []int) bool) {
	for changed := true; changed; {
		changed = false
		for v := range g.alive {
			neighbours := slices.DeleteFunc(slices.Clone(g.edges[v]), func(w int) bool { return !g.alive[w] })
			if g.alive[v] && !enough(v, neighbours) {
				g.alive[v] = false
				changed = true
			}
		}
	}
}

func boxesOf(g *naive, vertices []int) int {
	seen := map[int]bool{}
	for _, v := range vertices {
		seen[g.box[v]] = true
	}
	return len(seen)
}

// joinedGraph returns the naive graph of a board.
func joinedGraph(t *testing.T, b board.Board) *naive {
	t.Helper()
	g := newNaive(b)
	if err := g.connect(t.Context()); err != nil {
		t.Fatal(err)
	}
	return g
}

// straysOf counts the vertices left that the reference counter finds in no solution: with the
// filling put in as givens the board has none.
func straysOf(t *testing.T, b board.Board, g *naive) (strays int64) {
	t.Helper()
	for box, left := range g.left() {
		for _, v := range left {
			n, _, complete := solvertest.Count(placed(b, g.cells[box], g.filling(v)), 1, 0)
			if !complete {
				t.Fatal("the reference counter did not finish")
			}
			strays += 1 - int64(n)
		}
	}
	return strays
}

// TestCounterexamples verifies each kept board without package minigrid: solutions by the
// reference counter, graphs by the naive code here and in naive.go.
func TestCounterexamples(t *testing.T) {
	list := kept()
	if len(list) == 0 {
		t.Fatal("no counterexamples are kept")
	}
	for _, c := range list {
		t.Run(c.Name, func(t *testing.T) {
			n, solution, complete := solvertest.Count(c.Puzzle, 0, 0)
			if !complete || int64(n) != c.Solutions {
				t.Errorf("%d solutions, the file says %d", n, c.Solutions)
			}
			start := c.Puzzle
			if c.Fillings == minigrid.Singles {
				start = singlesFilled(c.Puzzle)
			}
			// Fillings by the box alone are too many for the naive graph. Those that the masks
			// refuse have no neighbour in the box of the given that refuses them, so they go in the
			// first pass and the rest is the graph of the masks.
			g := joinedGraph(t, start)
			switch c.Claim {
			case "M07":
				if got := unlike(solution); got != c.Number {
					t.Errorf("%d dependent pairs of the solution differ on the lines they share, the file says %d", got, c.Number)
				}
			case "M08":
				if got := looser(g, c.Pruning); got != c.Number {
					t.Errorf("the rule leaves %d fillings more than a supporter in each box, the file says %d", got, c.Number)
				}
			case "M09":
				if err := g.prune(t.Context()); err != nil {
					t.Fatal(err)
				}
				if got := straysOf(t, start, g); got != c.Number {
					t.Errorf("%d strays, the file says %d", got, c.Number)
				}
			}
		})
	}
}

// unlike counts the dependent pairs of boxes of a full 4×4 grid whose cells do not read the same
// along the two lines they share.
func unlike(grid board.Board) (pairs int64) {
	at := func(row, col int) int { return grid.At(4*row + col) }
	for half := range 2 {
		across, down := true, true
		for i := range 2 {
			for j := range 2 {
				across = across && at(2*half+i, j) == at(2*half+i, 2+j)
				down = down && at(i, 2*half+j) == at(2+i, 2*half+j)
			}
		}
		pairs += stats.Indicator[int64](!across) + stats.Indicator[int64](!down)
	}
	return pairs
}

// looser returns how many vertices more a rule of the paper leaves than a supporter in each
// dependent box.
func looser(g *naive, rule minigrid.Pruning) int64 {
	k := g.shape.Box()
	fixedPoint(g, func(v int, neighbours []int) bool {
		if rule == minigrid.DegreeEdges {
			return len(neighbours) >= asks(k, g.box[v])
		}
		return boxesOf(g, neighbours) >= asks(k, g.box[v])
	})
	loose := slices.Clone(g.alive)
	fixedPoint(g, func(_ int, neighbours []int) bool { return boxesOf(g, neighbours) == g.need })
	more := int64(0)
	for v := range loose {
		more += stats.Indicator[int64](loose[v] && !g.alive[v])
	}
	return more
}

// TestSinglesFindNothing holds the file to its word that the board kept for singles has none.
func TestSinglesFindNothing(t *testing.T) {
	for _, c := range kept() {
		if c.Name == "stray-9x9-singles" {
			if full := singlesFilled(c.Puzzle); !full.Equal(c.Puzzle) {
				t.Errorf("singles fill %d cells", full.Filled()-c.Puzzle.Filled())
			}
			return
		}
	}
	t.Error("no board is kept for singles")
}

func TestReadCounterexamples(t *testing.T) {
	good := "a | M09 | lines | disjoint | supported | 1 | 3 | 1234341221434321 | shows"
	list, err := readCounterexamples("# comment\n\n" + good + "\n")
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	if c := list[0]; c.Name != "a" || c.Number != 3 || c.Solutions != 1 || c.Shows != "shows" || c.Puzzle.Filled() != 16 {
		t.Errorf("%+v", c)
	}
	for _, change := range [][2]string{
		{"shows", "shows | more"},
		{"M09", "M10"},
		{"lines", "line"},
		{"disjoint", "joint"},
		{"supported", "support"},
		{"| 1 |", "| one |"},
		{"| 3 |", "| three |"},
		{"1234341221434321", "123"},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if _, err := readCounterexamples("\n" + bad); err == nil || !strings.HasPrefix(err.Error(), "counterexamples.txt:2: ") {
			t.Errorf("%s: error %v, want one that names the line", bad, err)
		}
	}
}

func FuzzReadCounterexamples(f *testing.F) {
	f.Add(counterexamples)
	f.Add("a | b\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := readCounterexamples(text)
		if err != nil {
			return
		}
		for _, c := range list {
			if c.Puzzle.IsZero() || c.Fillings == "" || c.Claim == "" {
				t.Errorf("accepted %+v", c)
			}
		}
	})
}
