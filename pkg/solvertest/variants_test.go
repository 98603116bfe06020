package solvertest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

var remake = flag.Bool("remake", false, "rewrite variants.txt")

// manyNodes is the most that a puzzle of variants.txt may take of a search with naked singles.
const manyNodes = 400

// variantSeed begins every board of variants.txt.
const variantSeed = 23

// TestVariantsAreMade makes variants.txt from its seed and compares. After a change of the
// makers, run this test with -remake.
func TestVariantsAreMade(t *testing.T) {
	text := variantTable(t)
	if *remake {
		if err := os.WriteFile("variants.txt", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(variantsText, text); diff != "" {
		t.Error(diff)
	}
}

// variantTable makes the text of variants.txt: maps of regions by exchanging cells, full grids
// by completing random givens with the oracle, puzzles by removing givens.
func variantTable(t *testing.T) string {
	m := &maker{t: t, rng: rand.New(rand.NewPCG(variantSeed, 0))}
	m.comment(fmt.Sprintf("The boards of the conformance suite that are not plain: name, number of solutions, diagonals,\n"+
		"map of regions, board. Made by TestVariantsAreMade from the seed %d; TestCases proves every number\n"+
		"with the oracle.", variantSeed))

	for _, side := range []int{4, 9} {
		s := m.shape(side, board.Variant{Diagonals: true})
		m.comment("both diagonals; plain-only is right but for a diagonal")
		m.boards("diagonal", s)
	}
	for _, side := range []int{5, 6, 9} {
		m.comment(fmt.Sprintf("regions of %d cells; latin-only is right but for a region", side))
		m.boards("jigsaw", m.jigsaw(side, false))
		m.comment("other regions")
		s := m.jigsaw(side, false)
		grid := m.grid(s)
		m.add("jigsaw-other-full", grid, 1)
		m.add("jigsaw-other-unique", m.puzzle(grid), 1)
	}
	m.comment("both at once")
	s := m.jigsaw(6, true)
	grid := m.grid(s)
	m.add("both-full", grid, 1)
	m.add("both-unique", m.puzzle(grid), 1)
	return m.text.String()
}

type maker struct {
	t    *testing.T
	rng  *rand.Rand
	text strings.Builder
}

func (m *maker) comment(text string) {
	if m.text.Len() > 0 {
		m.text.WriteString("\n")
	}
	for line := range strings.Lines(text + "\n") {
		m.text.WriteString("# " + line)
	}
}

// add writes a case; the name goes behind the side.
func (m *maker) add(name string, b board.Board, solutions int) {
	m.t.Helper()
	v := b.Shape().Variant()
	fields := []string{fmt.Sprintf("%d/%s", b.Shape().Side(), name), strconv.Itoa(solutions), "-", "-", b.String()}
	if solutions == Many {
		fields[1] = "many"
	}
	if v.Diagonals {
		fields[2] = "diagonal"
	}
	if v.Regions != nil {
		var err error
		if fields[3], err = board.FormatRegions(v.Regions); err != nil {
			m.t.Fatal(err)
		}
	}
	m.text.WriteString(strings.Join(fields, " ") + "\n")
}

func (m *maker) shape(side int, v board.Variant) *board.Shape {
	m.t.Helper()
	s, err := board.ShapeWith(side, v)
	if err != nil {
		m.t.Fatal(err)
	}
	return s
}

// jigsaw returns a shape with random regions that has a grid: the rows of the board as
// regions, then exchanges of two cells of different regions that leave both in one piece.
func (m *maker) jigsaw(side int, diagonals bool) *board.Shape {
	m.t.Helper()
	for {
		regions := make([]int, side*side)
		for cell := range regions {
			regions[cell] = cell / side
		}
		for done := 0; done < 12*side; {
			x, y := m.rng.IntN(len(regions)), m.rng.IntN(len(regions))
			if regions[x] == regions[y] {
				continue
			}
			regions[x], regions[y] = regions[y], regions[x]
			if _, err := board.ShapeWith(side, board.Variant{Regions: regions}); err != nil {
				regions[x], regions[y] = regions[y], regions[x]
				continue
			}
			done++
		}
		s := m.shape(side, board.Variant{Diagonals: diagonals, Regions: regions})
		if count, _, _ := Count(board.New(s), 1, oracleNodes); count == 1 && s.Box() == 0 {
			return s
		}
	}
}

// grid returns a random full grid: a random first row and some random digits, completed by
// the oracle.
func (m *maker) grid(s *board.Shape) board.Board {
	m.t.Helper()
	for {
		b := board.New(s)
		for col, d := range m.rng.Perm(s.Side()) {
			b.Set(col, d+1)
		}
		for range s.Side() / 2 {
			if d := board.Candidates(b)[s.Cells()/2+m.rng.IntN(s.Side())]; d != 0 {
				b.Set(s.Cells()/2+m.rng.IntN(s.Side()), d.First())
			}
		}
		if count, grid, _ := Count(b, 1, oracleNodes); count == 1 {
			return grid
		}
	}
}

// puzzle removes givens in random order for as long as the board keeps one solution that a
// search finds soon, until what is left needs guesses; small boards may need none.
func (m *maker) puzzle(grid board.Board) board.Board {
	m.t.Helper()
	for {
		b := grid.Clone()
		for _, cell := range m.rng.Perm(len(b.Cells())) {
			d := b.At(cell)
			b.Set(cell, 0)
			if !m.has(b, 1) || m.nodes(b) > manyNodes {
				b.Set(cell, d)
			}
		}
		if m.nodes(b) > 0 || grid.Shape().Side() < 6 {
			return b
		}
	}
}

// has reports whether the oracle soon proves that a board has so many solutions.
func (m *maker) has(b board.Board, solutions int) bool {
	count, _, complete := Count(b, solutions+1, oracleNodes/10)
	return count == solutions && complete
}

// nodes returns what the plain search with naked singles needs for a proof.
func (m *maker) nodes(b board.Board) int64 {
	m.t.Helper()
	res, err := honest{}.Solve(m.t.Context(), b, solver.Limits{Nodes: manyNodes + 1})
	if err != nil {
		m.t.Fatal(err)
	}
	return res.Stats.Nodes
}

// boards writes the cases of a shape.
func (m *maker) boards(kind string, s *board.Shape) {
	m.t.Helper()
	grid := m.grid(s)
	m.add(kind+"-full", grid, 1)
	name, almost := m.almost(s)
	m.add(kind+name, almost, 0)

	// One solution: by naked singles; by guesses unless an engine knows more.
	naked := grid.Clone()
	for _, cell := range m.rng.Perm(s.Cells()) {
		d := naked.At(cell)
		naked.Set(cell, 0)
		if m.nodes(naked) > 0 {
			naked.Set(cell, d)
		}
	}
	m.add(kind+"-naked", naked, 1)
	search := m.puzzle(grid)
	m.add(kind+"-search", search, 1)

	// No solution: a conflict of the variant alone, then a given of the search changed.
	m.add(kind+"-conflict", m.conflict(s), 0)
	m.add(kind+"-unsat", m.unsat(grid, search), 0)

	// Several solutions: a few, then all.
	few := search.Clone()
	for count, complete := 1, true; count < 2 || !complete; {
		cell := m.rng.IntN(s.Cells())
		if few.At(cell) == 0 {
			continue
		}
		few.Set(cell, 0)
		if count, _, complete = Count(few, 1000, oracleNodes); count > 1 && complete {
			m.add(fmt.Sprintf("%s-multiple-%d", kind, count), few, count)
		}
	}
	if s.Box() == 0 && s.Side() > 6 {
		// On an empty jigsaw of this side a search with naked singles alone may be lost for
		// hours, depending on how the regions lie to its order of cells.
		return
	}
	count, _, complete := Count(board.New(s), 2000, oracleNodes)
	if !complete || count == 2000 {
		count = Many
	}
	m.add(kind+"-empty", board.New(s), count)
}

// unsat returns a board without conflicts and without a solution: a puzzle with one of its
// givens changed and, as far as small ones need that, givens of its grid added.
func (m *maker) unsat(grid, puzzle board.Board) board.Board {
	s := grid.Shape()
	for try := 0; ; try++ {
		b := puzzle.Clone()
		for range try / 100 {
			cell := m.rng.IntN(s.Cells())
			b.Set(cell, grid.At(cell))
		}
		cell := m.rng.IntN(s.Cells())
		if b.At(cell) == 0 {
			continue
		}
		b.Set(cell, 1+m.rng.IntN(s.Side()))
		if len(board.Conflicts(b)) > 0 {
			continue
		}
		if m.has(b, 0) && m.nodes(b) <= manyNodes {
			return b
		}
	}
}

// almost returns a grid without a solution on the shape that is full and right but for what
// the variant adds, with its name.
func (m *maker) almost(s *board.Shape) (name string, b board.Board) {
	m.t.Helper()
	b = board.New(s)
	if s.Box() != 0 {
		name = "-plain-only"
		plain := m.shape(s.Side(), board.Variant{})
		for {
			grid, err := m.grid(plain).On(s)
			if err != nil {
				m.t.Fatal(err)
			}
			if len(board.Conflicts(grid)) > 0 {
				return name, grid
			}
		}
	}
	for {
		shift := m.rng.Perm(s.Side())
		for cell := range b.Cells() {
			b.Set(cell, (shift[s.Row(cell)]+s.Col(cell))%s.Side()+1)
		}
		if len(board.Conflicts(b)) > 0 {
			return "-latin-only", b
		}
	}
}

// conflict returns a board of two givens that share nothing but a diagonal or a region.
func (m *maker) conflict(s *board.Shape) board.Board {
	for {
		b := board.New(s)
		x, y := m.rng.IntN(s.Cells()), m.rng.IntN(s.Cells())
		if x == y {
			continue
		}
		d := 1 + m.rng.IntN(s.Side())
		b.Set(x, d)
		b.Set(y, d)
		if c := board.Conflicts(b); len(c) == 1 && (strings.HasPrefix(c[0].Unit, "diagonal") || strings.HasPrefix(c[0].Unit, "region")) {
			return b
		}
	}
}

// What the plain board with the same givens has is no answer for any of the variants that
// are there to show it.
func TestVariantsDifferFromPlain(t *testing.T) {
	shown := 0
	for _, c := range VariantCases() {
		if c.Puzzle.Shape().Box() == 0 {
			continue
		}
		plain, err := board.FromCells(c.Puzzle.Cells())
		if err != nil {
			t.Fatal(err)
		}
		count, _, _ := Count(plain, 1000, 0)
		same := count == c.Solutions
		switch _, kind, _ := strings.Cut(c.Name, "-"); kind {
		case "plain-only", "search", "conflict", "empty":
			shown++
			if same && c.Solutions != Many {
				t.Errorf("%s: %d solutions on the plain board too", c.Name, count)
			}
		}
	}
	if shown != 8 {
		t.Errorf("%d boards compared, want 8", shown)
	}
}
