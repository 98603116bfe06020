package explain

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/symmetry"
)

// minimalPuzzles makes minimal 9×9 puzzles of one solution.
func minimalPuzzles(t testing.TB, n int) []board.Board {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	solver := bitboard.New()
	count := func(b board.Board, limit int) int { return solver.CountUpTo((*bitboard.Cells)(b.Cells()), limit) }
	puzzles := make([]board.Board, n)
	for i := range puzzles {
		grid := board.New(board.Standard())
		generate.UniformGrid9(rng, (*[81]uint8)(grid.Cells()))
		p, _, err := generate.Minimal(t.Context(), rng, grid, generate.PatternNone, count)
		if err != nil {
			t.Fatal(err)
		}
		puzzles[i] = p
	}
	return puzzles
}

func TestPath(t *testing.T) {
	e := explainer(t, Options{})
	puzzle := board.MustParse(easyPuzzle)
	path, err := e.Path(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	if path.Stuck() || path.End.Board().String() != easySolution || path.Start.Board().String() != easyPuzzle || path.Count != len(path.Steps) {
		t.Errorf("%+v", path.Rating)
	}
	score := 0
	for i := range path.Steps {
		before := path.Before(i)
		s, err := e.Next(before)
		if err != nil || !reflect.DeepEqual(s, path.Steps[i]) {
			t.Fatalf("step %d: %v, want %v (%v)", i, s, path.Steps[i], err)
		}
		score += s.Technique.Info().Score
	}
	if score != path.Score || path.Level != Easy || path.First(path.Hardest) < 0 || path.First(Jellyfish) != -1 {
		t.Errorf("%+v, score %d", path.Rating, score)
	}
	if again, err := e.Path(puzzle); err != nil || !reflect.DeepEqual(again.Steps, path.Steps) {
		t.Error("the path is another one the second time")
	}
	if r, err := e.Rate(puzzle); err != nil || r != path.Rating {
		t.Errorf("rated %+v, %v, want %+v", r, err, path.Rating)
	}

	half := path.Before(path.Count / 2)
	if rest, err := e.PathFrom(half); err != nil {
		t.Fatal(err)
	} else if r, err := e.RateFrom(half); err != nil || r != rest.Rating || half.Open() == 0 {
		t.Errorf("half way rated %+v, %v, want %+v", r, err, rest.Rating)
	}

	lines := strings.Split(strings.TrimSpace(path.String()), "\n")
	if len(lines) != path.Count+1 || lines[0] != "1. naked single: Every digit but 5 is ruled out in r5c5, so r5c5 is 5." ||
		lines[path.Count] != "Solved; hardest step: naked single; score 204, easy; rating 2.3" {
		t.Errorf("%q", lines)
	}
	text, err := json.Marshal(path)
	if err != nil || !strings.Contains(string(text), `"start":{"board":"`+easyPuzzle+`","struck":""}`) || !strings.Contains(string(text), `"hardest":"naked-single"`) {
		t.Errorf("%.300s, %v", text, err)
	}

	full, err := e.Path(board.MustParse(easySolution))
	if err != nil || full.Stuck() || len(full.Steps) > 0 || full.Hardest != None || full.Level != NoLevel {
		t.Errorf("of a full board: %+v, %v", full, err)
	}
	empty, err := e.Path(board.New(board.Standard()))
	if err != nil || !empty.Stuck() || empty.Open != 81 || empty.Level != Extreme {
		t.Errorf("of an empty board: %+v, %v", empty, err)
	}
	if got := empty.String(); got != "Stuck with 81 empty cells; hardest step: none; score 0, extreme; rating 0.0\n" {
		t.Errorf("%q", got)
	}
	for name, line := range map[string]string{
		"at once":       "11" + strings.Repeat(".", 79),
		"after a while": "532" + easyPuzzle[3:],
	} {
		if _, err := e.Path(board.MustParse(line)); !errors.Is(err, ErrContradiction) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := e.Rate(board.MustParse(line)); !errors.Is(err, ErrContradiction) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := e.Path(board.New(diagonal(t))); err == nil {
		t.Error("a board of another shape is taken")
	}
	if _, err := e.Path(board.Board{}); err == nil {
		t.Error("the zero board is taken")
	}
}

// TestLevels: a puzzle's level is that of its hardest step, and a higher one by its score.
func TestLevels(t *testing.T) {
	e := explainer(t, Options{})
	seen := map[Level]int{}
	for _, puzzle := range minimalPuzzles(t, 200) {
		path, err := e.Path(puzzle)
		if err != nil {
			t.Fatal(err)
		}
		level, se := NoLevel, 0
		for _, s := range path.Steps {
			level, se = max(level, s.Technique.Info().Level), max(se, s.SE)
		}
		if path.Stuck() {
			level = Extreme
		}
		for level == Easy && path.Score > 800 || level == Medium && path.Score > 1000 || level == Hard && path.Score > 1600 || level == Unfair && path.Score > 1800 {
			level++
		}
		if path.Level != level || path.SE != se {
			t.Errorf("%v: %+v, want level %v, SE %d", puzzle, path.Rating, level, se)
		}
		seen[path.Level]++
	}
	t.Log(seen)
}

// rung numbers the techniques so that those which replace each other have one number. A locked pair is
// one only as long as both its units have something to strike; afterwards locked candidates do the
// rest. So which of the four a path meets depends on the order of its steps.
func rung(t Technique) Technique {
	if t >= LockedPair && t <= Claiming {
		return Claiming
	}
	return t
}

// TestSymmetry: up to jellyfish the hardest technique is the same for boards that a symmetry maps to
// each other, but for the kinds of locked candidates: what a technique strikes stays struck by it or by
// a lower one when others act first. The steps and the score depend on the order of search.
func TestSymmetry(t *testing.T) {
	var basic []Technique
	for technique := FullHouse; technique <= Jellyfish; technique++ {
		basic = append(basic, technique)
	}
	e := explainer(t, Options{Techniques: basic})
	seen := map[Technique]int{}
	n := 400
	if testing.Short() {
		n = 40
	}
	scores := 0
	for i, puzzle := range minimalPuzzles(t, n) {
		want, err := e.Rate(puzzle)
		if err != nil {
			t.Fatal(err)
		}
		seen[rung(want.Hardest)]++
		for seed := range uint64(3) {
			image := symmetry.Random(rand.New(rand.NewPCG(uint64(i), seed)), puzzle.Shape()).MustApply(puzzle)
			got, err := e.Rate(image)
			if err != nil {
				t.Fatal(err)
			}
			if got.Open != want.Open || want.Open == 0 && rung(got.Hardest) != rung(want.Hardest) {
				t.Errorf("%v: %+v; in disguise, %v: %+v", puzzle, want, image, got)
			}
			if got.Score != want.Score {
				scores++
			}
		}
	}
	t.Logf("%v; %d of %d scores differ", seen, scores, 3*n)
}

// TestBySE: in the order of Sudoku Explainer a puzzle's highest rating is no higher than in another
// one, and singles in boxes come first.
func TestBySE(t *testing.T) {
	var basic []Technique
	for technique := FullHouse; technique <= Jellyfish; technique++ {
		basic = append(basic, technique)
	}
	listed, bySE := explainer(t, Options{Techniques: basic}), explainer(t, Options{Techniques: basic, Order: BySE})
	if got := bySE.Techniques()[:4]; !slices.Equal(got, []Technique{FullHouse, HiddenSingle, NakedSingle, Pointing}) {
		t.Errorf("%v", got)
	}
	lower := 0
	for _, puzzle := range minimalPuzzles(t, 200) {
		a, err := listed.Rate(puzzle)
		if err != nil {
			t.Fatal(err)
		}
		b, err := bySE.Rate(puzzle)
		if err != nil {
			t.Fatal(err)
		}
		if a.Open != b.Open || a.Open == 0 && b.SE > a.SE {
			t.Errorf("%v: %+v, by SE %+v", puzzle, a, b)
		}
		if b.SE < a.SE {
			lower++
		}
	}
	if lower == 0 {
		t.Error("the order makes no difference")
	}
	if _, err := New(board.Standard(), Options{Order: "x"}); err == nil {
		t.Error("an unknown order is taken")
	}
}

func TestRateAllocations(t *testing.T) {
	e := explainer(t, Options{Unique: true})
	puzzles := minimalPuzzles(t, 20)
	for _, technique := range []Technique{ForcingChain, ForcingNet, BruteForce} { // their examples, with all that they need on the way
		puzzles = append(puzzles, board.MustParse(technique.Info().Example.Board))
	}
	for _, puzzle := range puzzles {
		if n := testing.AllocsPerRun(5, func() { _, _ = e.Rate(puzzle) }); n != 0 {
			t.Errorf("%v: %v allocations", puzzle, n)
		}
	}
}

// BenchmarkRate rates minimal puzzles: any, those that singles and locked candidates solve, and those
// that need a chain.
func BenchmarkRate(b *testing.B) {
	puzzles := minimalPuzzles(b, 500)
	e, err := New(board.Standard(), Options{Unique: true})
	if err != nil {
		b.Fatal(err)
	}
	sets := map[string][]board.Board{"minimal": puzzles}
	for _, p := range puzzles {
		r, err := e.Rate(p)
		if err != nil {
			b.Fatal(err)
		}
		switch {
		case r.Hardest <= Claiming:
			sets["locked"] = append(sets["locked"], p)
		case r.Hardest >= XChain && r.Hardest <= ForcingNet:
			sets["chains"] = append(sets["chains"], p)
		}
	}
	for name, set := range sets {
		b.Run("set="+name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if _, err := e.Rate(set[i%len(set)]); err != nil {
					b.Fatal(err)
				}
				i++
			}
			b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}

// TestSuite rates every board of the conformance suite, at every side and variant: where the path solves
// a board it has the one solution, and where there is none no path gets to a full board.
func TestSuite(t *testing.T) {
	for _, c := range slices.Concat(solvertest.Cases(), solvertest.VariantCases()) {
		e, err := New(c.Puzzle.Shape(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		path, err := e.Path(c.Puzzle)
		switch {
		case err != nil && (!errors.Is(err, ErrContradiction) || c.Solutions != 0):
			t.Errorf("%s, of %d solutions: %v", c.Name, c.Solutions, err)
		case err == nil && !path.Stuck() && (c.Solutions != 1 || board.CheckSolution(c.Puzzle, path.End.Board()) != nil):
			t.Errorf("%s, of %d solutions, is solved as %v", c.Name, c.Solutions, path.End.Board())
		case err == nil:
			t.Logf("%s: %v, %d steps, %d open", c.Name, path.Hardest, path.Count, path.Open)
		}
	}
}
