package explain_test

import (
	"errors"
	"flag"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
)

// More positions are tried by: go test -run TestRandomPositions -timeout 0 -positions 100000
var (
	positions = flag.Int("positions", 1500, "random positions that TestRandomPositions tries")
	seedOf    = flag.Uint64("positions-seed", 1, "seed of these positions")
)

// ground is a shape with an engine and explainers.
type ground struct {
	*engine
	plain, unique *explain.Explainer
	puzzles       [][2]board.Board // puzzles and their grids, to be relabelled
	often         int              // how often it is drawn
	steps         int              // at most on a path
}

func newGround(t testing.TB, s *board.Shape, often, steps int) *ground {
	t.Helper()
	g := &ground{engine: newEngine(t, s), often: often, steps: steps}
	var err error
	if g.plain, err = explain.New(s, explain.Options{}); err != nil {
		t.Fatal(err)
	}
	if g.unique, err = explain.New(s, explain.Options{Unique: true}); err != nil {
		t.Fatal(err)
	}
	return g
}

// grounds are all kinds of board.
func grounds(t testing.TB) []*ground {
	return []*ground{
		newGround(t, board.Standard(), 400, 200),
		newGround(t, shapeWith(t, 4, board.Variant{}), 100, 200),
		newGround(t, shapeWith(t, 4, board.Variant{Diagonals: true}), 30, 200),
		newGround(t, rectangular(t, 6, 2, false), 100, 200),
		newGround(t, rectangular(t, 6, 3, true), 50, 200),
		newGround(t, shapeWith(t, 9, board.Variant{Diagonals: true}), 130, 200),
		newGround(t, jigsaw(t), 130, 200),
		newGround(t, rectangular(t, 8, 2, true), 30, 200),
		newGround(t, rectangular(t, 12, 3, false), 20, 20),
		newGround(t, shapeWith(t, 16, board.Variant{}), 8, 5),
		newGround(t, shapeWith(t, 25, board.Variant{}), 2, 1),
	}
}

// randomBoard returns a board of some kind, and the kind.
func (g *ground) randomBoard(t testing.TB, rng *rand.Rand) (b board.Board, kind string) {
	n, cells := g.shape.Side(), g.shape.Cells()
	some := func(grid board.Board, k int) board.Board {
		b := board.New(g.shape)
		for _, c := range rng.Perm(cells)[:k] {
			b.Set(c, grid.At(c))
		}
		return b
	}
	switch rng.IntN(12) {
	case 0:
		return board.New(g.shape), "empty"
	case 1:
		b := board.New(g.shape)
		b.Set(rng.IntN(cells), 1+rng.IntN(n))
		return b, "one given"
	case 2:
		return g.grid(t, rng), "solved"
	case 3:
		b := g.grid(t, rng)
		b.Set(rng.IntN(cells), 1+rng.IntN(n))
		return b, "full, one digit changed"
	case 4:
		b := board.New(g.shape)
		for range 1 + rng.IntN(cells/4) {
			b.Set(rng.IntN(cells), 1+rng.IntN(n))
		}
		return b, "digits at random"
	case 5, 6:
		return some(g.grid(t, rng), rng.IntN(cells+1)), "part of a grid"
	case 7:
		grid := g.grid(t, rng)
		b := some(grid, cells/3+rng.IntN(cells/2))
		b.Set(rng.IntN(cells), 1+rng.IntN(n))
		return b, "part of a grid, one digit changed"
	}
	b, grid := g.relabelled(t, rng)
	for range rng.IntN(4) * rng.IntN(cells/4) { // on the way to the solution
		c := rng.IntN(cells)
		b.Set(c, grid.At(c))
	}
	return b, "puzzle"
}

// relabelled returns a puzzle and its grid with other digits. On large boards puzzles take long to make, so
// there are few to relabel.
func (g *ground) relabelled(t testing.TB, rng *rand.Rand) (puzzle, grid board.Board) {
	n, cells := g.shape.Side(), g.shape.Cells()
	least, most := 0, 60 // minimal puzzles
	if n > 9 {
		least, most = cells/2+cells/20, 1
	}
	i := rng.IntN(most)
	if i >= len(g.puzzles) {
		i = len(g.puzzles)
		puzzle, grid := g.puzzle(t, rng, least)
		g.puzzles = append(g.puzzles, [2]board.Board{puzzle, grid})
	}
	to := rng.Perm(n)
	puzzle, grid = g.puzzles[i][0].Clone(), g.puzzles[i][1].Clone()
	for c := range cells {
		grid.Set(c, to[grid.At(c)-1]+1)
		if puzzle.At(c) != 0 {
			puzzle.Set(c, grid.At(c))
		}
	}
	return puzzle, grid
}

// randomMarks returns a person's marks on a board, and what is done to them.
func randomMarks(rng *rand.Rand, b board.Board, solutions []board.Board) ([]board.Digits, string) {
	all := board.AllDigits(b.Shape().Side())
	marks := board.Candidates(b)
	isTrue := func(c, d int) bool {
		return slices.ContainsFunc(solutions, func(s board.Board) bool { return s.At(c) == d })
	}
	share := 1 + rng.IntN(7)
	strike := func(want func(c, d int) bool) {
		for c, m := range marks {
			for d := range m.All() {
				if rng.IntN(8) < share && want(c, d) {
					marks[c] = marks[c].Without(d)
				}
			}
		}
	}
	switch rng.IntN(7) {
	case 0, 1:
		return nil, "none"
	case 2:
		return marks, "all"
	case 3:
		if len(solutions) > 0 {
			strike(func(c, d int) bool { return !isTrue(c, d) })
		}
		return marks, "false ones struck"
	case 4:
		strike(func(int, int) bool { return true })
		return marks, "any struck"
	case 5:
		for c := range marks {
			marks[c] |= board.Digits(rng.Uint64()&rng.Uint64()) & all
		}
		return marks, "some too many"
	}
	for c := range marks {
		if rng.IntN(8) < share {
			marks[c] = board.Digits(rng.Uint64()) & all
		}
	}
	return marks, "at random"
}

// randomTry tries one position and returns what it was and what came of it.
func (g *ground) randomTry(t testing.TB, rng *rand.Rand) (what, outcome string, steps int) {
	t.Helper()
	b, kind := g.randomBoard(t, rng)
	found, complete := g.solutions(t, b, 30)
	marks, struck := randomMarks(rng, b, found)
	what = kind + ", marks " + struck
	e, known := g.plain, explain.Known{}
	if complete {
		switch len(found) {
		case 0:
			known.Solutions = explain.NoSolution
		case 1:
			known.Solutions, known.Solution = explain.OneSolution, found[0]
			e = g.unique
		default:
			known.Solutions = explain.SeveralSolutions
		}
	}
	p, err := e.Position(b, marks)
	if err != nil {
		t.Fatalf("%v %v %v: %v", g.shape, b, marks, err)
	}
	within := slices.DeleteFunc(slices.Clone(found), func(s board.Board) bool {
		for c := range g.shape.Cells() {
			if p.At(c) == 0 && !p.Marks(c).Has(s.At(c)) {
				return true
			}
		}
		return false
	})
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%v %v %q, %s, %d solutions (all: %t), %d within the marks:", g.shape, b, p.Struck(), what, len(found), complete, len(within))
		t.Fatalf(format, args...)
	}

	// A hint is a text or an error with a name, at every level, and leaves the position as it is.
	before := p.Struck()
	for level := explain.HintWhere; level <= explain.HintWhy; level++ {
		for _, k := range []explain.Known{{}, known} {
			h, err := e.Hint(p, level, k)
			wrong := err == nil && (h.Kind == explain.HintDigit || h.Kind == explain.HintMissing)
			switch {
			case err == nil && (!strings.HasSuffix(h.Text, ".") || strings.Contains(h.Text, "%!")):
				fail("says %q", h.Text)
			case err != nil && !oneOf(err, explain.ErrContradiction, explain.ErrSolved, explain.ErrStuck, explain.ErrSeveral):
				fail("%v", err)
			case errors.Is(err, explain.ErrContradiction) && len(within) > 0:
				fail("%v", err)
			case errors.Is(err, explain.ErrSolved) && p.Open() > 0:
				fail("%v", err)
			case !k.Solution.IsZero() && wrong != (len(within) == 0):
				fail("with the solution the hint is %+v, %v", h, err)
			}
		}
	}
	if before != p.Struck() || p.Board().String() != b.String() {
		fail("the hints have changed the position")
	}

	// Every step of the path is right.
	at := p.Clone()
	for steps < g.steps {
		s, err := e.Next(at)
		if errors.Is(err, explain.ErrContradiction) && len(within) == 0 {
			outcome = "no solution"
			break
		}
		if errors.Is(err, explain.ErrSolved) {
			if err := board.CheckSolution(b, at.Board()); err != nil {
				fail("solved as %v: %v", at.Board(), err)
			}
			outcome = "solved"
			break
		}
		if errors.Is(err, explain.ErrStuck) {
			outcome = "stuck"
			break
		}
		if err != nil {
			fail("at %v %s: %v", at.Board(), at.Struck(), err)
		}
		// Brute force looks for the one solution within the marks.
		sols := within
		if s.Technique == explain.BruteForce && !complete {
			if rest, all := g.solutions(t, at.Board(), 30); all {
				sols = rest
			} else {
				sols = nil
			}
		}
		if s.Technique != explain.BruteForce || len(sols) > 0 {
			if err := checkStep(at, &s, sols); err != nil {
				fail("at %v %s: %v\n%+v", at.Board(), at.Struck(), err, s)
			}
		}
		at.Apply(&s)
		steps++
		outcome = "stopped"
	}
	if outcome != "stopped" && g.shape.Side() <= 9 {
		path, err := e.PathFrom(p)
		if (err != nil) != (outcome == "no solution") {
			fail("%s, but the path says %v", outcome, err)
		}
		if err == nil && (len(path.Steps) != steps || path.Stuck() != (outcome == "stuck")) {
			fail("%s after %d steps, but the path is %+v", outcome, steps, path.Rating)
		}
	}
	// What is written of the position is read back as it is.
	if again, err := e.Parse(b.String(), p.Struck()); err == nil {
		if !reflect.DeepEqual(again.Candidates(), p.Candidates()) {
			fail("written and read back, the candidates differ")
		}
	} else {
		fail("written and read back: %v", err)
	}
	return what, outcome, steps
}

func oneOf(err error, all ...error) bool {
	return slices.ContainsFunc(all, func(x error) bool { return errors.Is(err, x) })
}

// TestRandomPositions: on boards of all kinds, right and wrong, with all kinds of marks, no step is wrong,
// no hint is without words and nothing panics.
func TestRandomPositions(t *testing.T) {
	all := grounds(t)
	sum := 0
	for _, g := range all {
		sum += g.often
	}
	n := *positions
	if testing.Short() {
		n = min(n, 200)
	}
	kinds, outcomes, shapes, steps := map[string]int{}, map[string]int{}, map[string]int{}, 0
	for i := range n {
		rng := rand.New(rand.NewPCG(*seedOf, uint64(i)))
		g, k := all[0], rng.IntN(sum)
		for _, g = range all {
			if k -= g.often; k < 0 {
				break
			}
		}
		what, outcome, count := g.randomTry(t, rng)
		if t.Failed() {
			t.Fatalf("position %d", i)
		}
		kinds[what]++
		outcomes[outcome]++
		shapes[g.shape.String()]++
		steps += count
	}
	t.Logf("%d positions, %d steps judged; %v; %v", n, steps, shapes, outcomes)
	for _, what := range slices.Sorted(maps.Keys(kinds)) {
		t.Logf("%d: %s", kinds[what], what)
	}
}

func FuzzPositions(f *testing.F) {
	all := grounds(f)
	for i := range all {
		f.Add(uint64(i), uint64(1), uint8(i))
	}
	f.Fuzz(func(t *testing.T, a, b uint64, shape uint8) {
		all[int(shape)%len(all)].randomTry(t, rand.New(rand.NewPCG(a, b)))
	})
}
