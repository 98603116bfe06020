package bitboard_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

var boards = flag.Int("boards", 20_000, "random boards to compare with exact cover")

const (
	easy   = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
	hard   = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	twofer = ".8...9743.5...8.1..1.......8....5......8.4......3....6.......7..3.5...8.9724...5." // one given less of a puzzle
)

func parse(t testing.TB, line string) *bitboard.Cells {
	t.Helper()
	c, err := bitboard.FromBoard(board.MustParse(line))
	if err != nil {
		t.Fatal(err)
	}
	return &c
}

// exact counts by dancing links, which shares no code with the package.
func exact(t testing.TB, e solver.Solver, c *bitboard.Cells, limit int) int {
	t.Helper()
	b, err := board.FromCells(c[:])
	if err != nil {
		t.Fatal(err)
	}
	res, err := e.Solve(context.Background(), b, solver.Limits{Solutions: limit})
	if err != nil {
		t.Fatal(err)
	}
	return res.Solutions
}

// checked counts and holds every solution that the solver finds against the rules.
func checked(t testing.TB, s *bitboard.Solver, c *bitboard.Cells, limit int) int {
	t.Helper()
	puzzle, err := board.FromCells(c[:])
	if err != nil {
		t.Fatal(err)
	}
	seen := map[bitboard.Cells]bool{}
	s.Begin(c)
	for len(seen) < limit && s.Next(-1) == bitboard.Found {
		solution := *s.Solution()
		grid, err := board.FromCells(solution[:])
		if err != nil {
			t.Fatal(err)
		}
		if err := board.CheckSolution(puzzle, grid); err != nil {
			t.Fatalf("%v: solution %v: %v", puzzle, grid, err)
		}
		if seen[solution] {
			t.Fatalf("%v: solution %v twice", puzzle, grid)
		}
		if len(seen) == 0 && *s.First() != solution {
			t.Fatalf("%v: first solution %v, found %v", puzzle, *s.First(), solution)
		}
		seen[solution] = true
	}
	return len(seen)
}

// randomBoard keeps some cells of a random full grid and may then spoil some.
func randomBoard(rng *rand.Rand, s *bitboard.Solver) bitboard.Cells {
	// The diagonal boxes are free to choose.
	var c bitboard.Cells
	for box := range 3 {
		for i, d := range rng.Perm(9) {
			c[27*box+3*box+i/3*9+i%3] = uint8(d + 1)
		}
	}
	s.Begin(&c)
	for range 1 + rng.IntN(20) {
		if s.Next(-1) != bitboard.Found {
			break
		}
		c = *s.Solution()
	}
	keep := 14 + rng.IntN(24)
	for _, i := range rng.Perm(81)[keep:] {
		c[i] = 0
	}
	for range max(0, rng.IntN(8)-5) {
		c[rng.IntN(81)] = uint8(rng.IntN(10))
	}
	return c
}

func TestCountsEqualExactCover(t *testing.T) {
	n := *boards
	if testing.Short() {
		n = min(n, 4000)
	}
	rng := rand.New(rand.NewPCG(4, 0))
	s, scalar, e := bitboard.New(), bitboard.NewScalar(), engine.DLX(engine.DefaultDLX())
	var byCount [4]int
	for range n {
		c := randomBoard(rng, s)
		limit := 2 + rng.IntN(3)*9
		want := exact(t, e, &c, limit)
		if got := checked(t, s, &c, limit); got != want {
			t.Fatalf("%v: %d solutions up to %d, want %d", c, got, limit, want)
		}
		if got := s.CountUpTo(&c, limit); got != want {
			t.Fatalf("%v: counted %d solutions up to %d, want %d", c, got, limit, want)
		}
		if got := scalar.CountUpTo(&c, limit); got != want { // New may have chosen vectors
			t.Fatalf("%v: counted %d solutions up to %d without vectors, want %d", c, got, limit, want)
		}
		byCount[min(want, 3)]++
	}
	t.Logf("boards by solutions (3: more): %v", byCount)
	for solutions, boards := range byCount {
		if boards < n/100 {
			t.Errorf("%d boards of %d have %d solutions: too few to tell", boards, n, solutions)
		}
	}
}

func TestEdges(t *testing.T) {
	var empty bitboard.Cells
	s := bitboard.New()
	for _, limit := range []int{1, 2, 10_000} {
		if got := checked(t, s, &empty, limit); got != limit {
			t.Errorf("empty board: %d solutions up to %d", got, limit)
		}
	}
	full := *s.First()
	if got := s.CountUpTo(&full, 2); got != 1 || *s.First() != full || s.Guesses() != 0 {
		t.Errorf("full board: %d solutions, first %v, %d guesses", got, *s.First(), s.Guesses())
	}
	swapped := full
	swapped[0], swapped[1] = swapped[1], swapped[0]
	if got := s.CountUpTo(&swapped, 2); got != 0 || *s.First() != (bitboard.Cells{}) {
		t.Errorf("full board with two cells exchanged: %d solutions, first %v", got, *s.First())
	}
	for _, value := range []uint8{10, 127, 128, 255} {
		bad := full
		bad[80] = value
		if got := s.CountUpTo(&bad, 2); got != 0 {
			t.Errorf("cell of %d: %d solutions, want none", value, got)
		}
	}
	if got := s.CountUpTo(parse(t, hard), 0); got != 0 {
		t.Errorf("limit 0: %d solutions", got)
	}
	if got := s.CountUpTo(parse(t, hard), 2); got != 1 || s.Guesses() == 0 || s.Conflicts() == 0 {
		t.Errorf("hard puzzle: %d solutions, %d guesses, %d conflicts; want 1 and some", got, s.Guesses(), s.Conflicts())
	}
}

// Slices of the search add up to the search.
func TestNextInSlices(t *testing.T) {
	for _, line := range []string{hard, twofer} {
		c := parse(t, line)
		whole := bitboard.New()
		want := whole.CountUpTo(c, 1000)
		for _, slice := range []int64{0, 1, 3, 100} {
			s := bitboard.New()
			s.Begin(c)
			found, pauses := 0, 0
			for outcome := s.Next(slice); outcome != bitboard.Exhausted; outcome = s.Next(slice) {
				before := s.Guesses()
				switch outcome {
				case bitboard.Found:
					found++
				case bitboard.Paused:
					pauses++
					if slice == 0 { // a slice of nothing gets nowhere
						s.Next(1)
						if s.Guesses() > before+1 {
							t.Fatalf("a slice of one guess made %d", s.Guesses()-before)
						}
					}
				}
				if slice == 0 && pauses > 3 {
					break
				}
			}
			if slice > 0 && (found != want || s.Guesses() != whole.Guesses() || s.Conflicts() != whole.Conflicts() || *s.First() != *whole.First()) {
				t.Errorf("slices of %d: %d solutions, %d guesses, want %d, %d", slice, found, s.Guesses(), want, whole.Guesses())
			}
			if pauses == 0 && slice < whole.Guesses() {
				t.Errorf("slices of %d: no pause in %d guesses", slice, whole.Guesses())
			}
		}
	}
}

func TestPencilMarks(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	s := bitboard.New()
	for range 300 {
		c := randomBoard(rng, s)
		want := s.CountUpTo(&c, 20)
		first := *s.First()
		var marks [81]uint16
		for i, d := range c {
			marks[i] = 0x1ff
			if d > 0 {
				marks[i] = 1<<(d-1) | 1<<9 // bits above the ninth do not count
			}
		}
		s.BeginAt(&marks)
		got := 0
		for got < 20 && s.Next(-1) == bitboard.Found {
			got++
		}
		if got != want || *s.First() != first {
			t.Fatalf("%v: %d solutions from pencil marks, want %d", c, got, want)
		}
		if want == 0 {
			continue
		}
		// Marks can ask for what givens cannot: anything but the solution's digit in a cell.
		i := rng.IntN(81)
		marks[i] &^= 1 << (first[i] - 1)
		s.BeginAt(&marks)
		for n := 0; n < 5 && s.Next(-1) == bitboard.Found; n++ {
			if s.Solution()[i] == first[i] {
				t.Fatalf("%v: cell %d holds the excluded digit", c, i)
			}
		}
	}
}

func TestAnother(t *testing.T) {
	s := bitboard.New()
	c := parse(t, hard)
	if s.CountUpTo(c, 2) != 1 {
		t.Fatal("the hard puzzle is not unique")
	}
	if solution := *s.First(); s.Another(c, &solution) {
		t.Errorf("another solution %v of a unique puzzle", *s.Solution())
	}
	c = parse(t, twofer)
	if n := s.CountUpTo(c, 1000); n < 2 {
		t.Fatalf("%d solutions", n)
	}
	solution := *s.First()
	if !s.Another(c, &solution) || *s.Solution() == solution || *s.Solution() == (bitboard.Cells{}) {
		t.Errorf("another solution than %v: %v", solution, *s.Solution())
	}
}

func TestNothingIsAllocated(t *testing.T) {
	s := bitboard.New()
	var empty, solution bitboard.Cells
	puzzles := []*bitboard.Cells{parse(t, easy), parse(t, hard), parse(t, twofer), &empty}
	if n := testing.AllocsPerRun(10, func() {
		for _, c := range puzzles {
			s.CountUpTo(c, 3)
			solution = *s.First()
			s.Another(c, &solution)
		}
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func TestFromBoard(t *testing.T) {
	diagonal, err := board.ShapeWith(9, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	small, err := board.ShapeOfSide(4)
	if err != nil {
		t.Fatal(err)
	}
	for want, b := range map[string]board.Board{
		"bitboard: the zero board, want a board of side 9":            {},
		"bitboard: board of side 4, want 9":                           board.New(small),
		"bitboard: board with diagonals or regions, want a plain one": board.New(diagonal),
	} {
		if _, err := bitboard.FromBoard(b); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// public reads a set of SUDOKULAB_DATA.
func public(t testing.TB, file string) (puzzles []bitboard.Cells) {
	t.Helper()
	for _, b := range solvertest.PublicBoards(t, file, 0) {
		puzzles = append(puzzles, bitboard.Cells(b.Cells()))
	}
	return puzzles
}

// Every public set is one of unique puzzles; plain backtracking agrees on a sample of each,
// and on the same puzzles with a given less.
func TestPublicSets(t *testing.T) {
	plain := solvertest.NewPlain9()
	rng := rand.New(rand.NewPCG(6, 0))
	for _, set := range []struct {
		file    string
		guesses float64 // at most, a puzzle
	}{
		{"tdoku/puzzles2_17_clue", 1},
		{"tdoku/puzzles3_magictour_top1465", 13},
		{"tdoku/puzzles5_forum_hardest_1905_11+.half", 70},
		{"tdoku/puzzles6_forum_hardest_1106", 113},
		{"norvig/sudoku10k.txt", 1.5},
		{"norvig/hardest.txt", 10},
	} {
		t.Run(set.file, func(t *testing.T) {
			testPublicSet(t, plain, rng, public(t, set.file), set.guesses)
		})
	}
}

func testPublicSet(t *testing.T, plain *solvertest.Plain9, rng *rand.Rand, puzzles []bitboard.Cells, most float64) {
	s := bitboard.New()
	guesses := int64(0)
	every := max(1, len(puzzles)/300)
	for i := range puzzles {
		c := &puzzles[i]
		if n := s.CountUpTo(c, 2); n != 1 {
			t.Fatalf("puzzle %d has %d solutions", i, n)
		}
		guesses += s.Guesses()
		if i%every != 0 {
			continue
		}
		if n := plain.CountUpTo((*[81]uint8)(c), 2); n != 1 {
			t.Fatalf("puzzle %d has %d solutions by backtracking", i, n)
		}
		less := *c
		for {
			if j := rng.IntN(81); less[j] != 0 {
				less[j] = 0
				break
			}
		}
		if got, want := checked(t, s, &less, 5), plain.CountUpTo((*[81]uint8)(&less), 5); got != want {
			t.Fatalf("puzzle %d without a given: %d solutions, want %d", i, got, want)
		}
	}
	mean := float64(guesses) / float64(len(puzzles))
	t.Logf("%d puzzles, %.3f guesses each", len(puzzles), mean)
	if mean > most {
		t.Errorf("%.3f guesses per puzzle, want %v at most", mean, most)
	}
}

// FuzzCells gives the solver any bytes.
func FuzzCells(f *testing.F) {
	for _, line := range []string{easy, hard, twofer} {
		f.Add(parse(f, line)[:])
	}
	f.Add([]byte{1, 1})
	f.Add([]byte{10})
	s, plain := bitboard.New(), solvertest.NewPlain9()
	f.Fuzz(func(t *testing.T, data []byte) {
		var c bitboard.Cells
		copy(c[:], data)
		valid := true
		for _, d := range c {
			valid = valid && d <= 9
		}
		got := s.CountUpTo(&c, 3)
		if !valid {
			if got != 0 {
				t.Fatalf("%v: %d solutions", c, got)
			}
			return
		}
		b, err := board.FromCells(c[:])
		if err != nil {
			t.Fatal(err)
		}
		res, err := plain.Solve(t.Context(), b, solver.Limits{Solutions: 3, Nodes: 50_000})
		if err != nil {
			t.Fatal(err)
		}
		if (res.Status == solver.Unsat || res.Status == solver.Unique || res.Status == solver.Multiple) && res.Solutions != got {
			t.Fatalf("%v: %d solutions, want %d", c, got, res.Solutions)
		}
	})
}
