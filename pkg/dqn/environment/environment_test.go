package environment_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/dqn/environment/environmenttest"
	"sudokulab/pkg/generate"
)

// source returns a source of puzzles with three quarters of their cells given.
func source(t testing.TB, side int) environment.Source {
	t.Helper()
	s, err := environment.Generate(side, generate.Range{Low: side * side * 3 / 4, High: side*side - 1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func open(t testing.TB, c environment.Config, s environment.Source) *environment.Environment {
	t.Helper()
	e, err := environment.New(c, s)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func listed(t testing.TB, puzzles ...string) environment.Source {
	t.Helper()
	boards := make([]board.Board, len(puzzles))
	for i, p := range puzzles {
		boards[i] = board.MustParse(p)
	}
	s, err := environment.List(boards)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestConformance(t *testing.T) {
	kinds := map[string]func(*environment.Config){
		"documented":  func(*environment.Config) {},
		"filled ends": func(c *environment.Config) { c.EndAtFilled, c.Limit = true, 0 },
		"play on":     func(c *environment.Config) { c.EndAtMistake = false },
		"taken back":  func(c *environment.Config) { c.EndAtMistake, c.TakeBack = false, true },
		"rules only":  func(c *environment.Config) { c.EndAtMistake, c.Judge = false, environment.ByRules },
		"phase two":   func(c *environment.Config) { c.Rewards = environment.PhaseTwo() },
	}
	for _, side := range []int{4, 9, 16} {
		for name, change := range kinds {
			t.Run(fmt.Sprintf("%d %s", side, name), func(t *testing.T) {
				if side == 16 && testing.Short() {
					t.Skip("long")
				}
				c := environment.Default(side)
				change(&c)
				environmenttest.Run(t, func() (environmenttest.Environment, error) { return open(t, c, source(t, side)), nil })
			})
		}
	}
}

// TestPlayedToTheEnd: right digits earn +10 each, the last one the +100 too, on every side.
func TestPlayedToTheEnd(t *testing.T) {
	for _, side := range []int{4, 9, 16, 25} {
		s, err := environment.Generate(side, generate.Range{Low: side*side - 6, High: side*side - 6})
		if err != nil {
			t.Fatal(err)
		}
		e := open(t, environment.Default(side), s)
		_, info, err := e.Reset(new(uint64(5)), environment.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if info.Blanks != 6 {
			t.Fatalf("side %d: %d empty cells, want 6", side, info.Blanks)
		}
		var total float64
		for over := false; !over; {
			// With so few empty cells some cell has one legal digit.
			action := only(info.Strict, side)
			if action < 0 {
				t.Fatalf("side %d: no cell has one legal digit", side)
			}
			step, err := e.Step(action)
			if err != nil {
				t.Fatal(err)
			}
			info, over = step.Info, step.Terminated
			total += step.Reward
		}
		if total != 160 || info.Outcome != environment.Solved || info.Moves != 6 || info.Blanks != 0 {
			t.Errorf("side %d: %v earned by %d moves with the outcome %v and %d empty cells, want 160 by 6, solved", side, total, info.Moves, info.Outcome, info.Blanks)
		}
		if slices.Contains(info.Legal, true) || slices.Contains(info.Strict, true) {
			t.Errorf("side %d: a full board has legal moves", side)
		}
		if _, err := e.Step(0); !errors.Is(err, environment.ErrOver) {
			t.Errorf("side %d: a step after the end: %v", side, err)
		}
	}
}

// only returns the one legal action of some cell, −1 if there is none.
func only(legal []bool, side int) int {
	for cell := 0; cell < len(legal); cell += side {
		of := legal[cell : cell+side]
		if i := slices.Index(of, true); i >= 0 && !slices.Contains(of[i+1:], true) {
			return cell + i
		}
	}
	return -1
}

// TestObservation: the second plane is there where moves may be taken back, and holds the givens alone.
func TestObservation(t *testing.T) {
	puzzle := "1.3.3.4.2..4.12."
	for _, back := range []bool{false, true} {
		c := environment.Default(4)
		c.EndAtMistake, c.TakeBack = false, back
		e := open(t, c, listed(t, puzzle))
		o, _, err := e.Reset(nil, environment.Options{})
		if err != nil {
			t.Fatal(err)
		}
		givens := board.MustParse(puzzle).Cells()
		want := slices.Clone(givens)
		if back {
			want = append(want, givens...)
		}
		if !slices.Equal(o, want) {
			t.Errorf("take back %v: %v, want %v", back, o, want)
		}
		step, err := e.Step(c.Action(0, 1, 4))
		if err != nil {
			t.Fatal(err)
		}
		want[1] = 4
		if !slices.Equal(step.Observation, want) {
			t.Errorf("take back %v, after a move: %v, want %v", back, step.Observation, want)
		}
	}
}

// TestRefusedPuzzles: a puzzle that cannot be played is told by name, and the game in progress goes on.
func TestRefusedPuzzles(t *testing.T) {
	diagonal, err := board.ShapeWith(4, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	odd, err := board.MustParse("1.3.3.4.2..4.12.").On(diagonal)
	if err != nil {
		t.Fatal(err)
	}
	e := open(t, environment.Default(4), listed(t, "1.3.3.4.2..4.12."))
	if _, _, err := e.Reset(new(uint64(1)), environment.Options{}); err != nil {
		t.Fatal(err)
	}
	before, err := e.Step(4 + 4 - 1) // 4 in r1c2
	if err != nil {
		t.Fatal(err)
	}
	state := e.RandomState()
	for _, bad := range []struct {
		puzzle board.Board
		says   string
	}{
		{board.MustParse("11.............."), "no solution"},
		{board.MustParse("12..34.........."), "more than one solution"},
		{board.MustParse("123.............4..............."[:16]), "more than one solution"},
		{board.MustParse("1432324123144123"), "without an empty cell"},
		{board.New(board.Standard()), "a puzzle of 9×9, want 4×4"},
		{odd, "4×4 diagonal"},
		{board.MustParse("123....4........"), "no solution"},
	} {
		if _, _, err := e.Reset(new(uint64(9)), environment.Options{Puzzle: bad.puzzle}); err == nil || !strings.Contains(err.Error(), bad.says) {
			t.Errorf("%v: %v, want an error that says %q", bad.puzzle, err, bad.says)
		}
	}
	if !bytes.Equal(state, e.RandomState()) {
		t.Error("a refused puzzle changes the random state")
	}
	after, err := e.Step(6) // 3 in r1c2, which is filled
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(before.Observation, after.Observation) || after.Info.Moves != before.Info.Moves+1 || after.Info.Outcome != environment.Filled {
		t.Errorf("after refused puzzles the game is %v after %d moves, want %v after %d",
			after.Observation, after.Info.Moves, before.Observation, before.Info.Moves+1)
	}
}

type sourceFunc func(rng *rand.Rand) (board.Board, error)

func (f sourceFunc) Puzzle(rng *rand.Rand) (board.Board, error) { return f(rng) }

// TestSourceFails: what a source does wrong is an error of Reset, not of the program.
func TestSourceFails(t *testing.T) {
	for name, s := range map[string]sourceFunc{
		"error":   func(*rand.Rand) (board.Board, error) { return board.Board{}, errors.New("dry") },
		"nothing": func(*rand.Rand) (board.Board, error) { return board.Board{}, nil },
		"side":    func(*rand.Rand) (board.Board, error) { return board.New(board.Standard()), nil },
	} {
		e := open(t, environment.Default(4), s)
		if _, _, err := e.Reset(nil, environment.Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := e.Step(0); !errors.Is(err, environment.ErrNotReset) {
			t.Errorf("%s: a step after a reset that failed: %v", name, err)
		}
	}
}

// TestBadConfigurations: each is refused with an error that names what is wrong.
func TestBadConfigurations(t *testing.T) {
	for says, change := range map[string]func(*environment.Config){
		"side 5":                  func(c *environment.Config) { c.Side = 5 },
		"side 0":                  func(c *environment.Config) { c.Side = 0 },
		`reward "solved" is NaN`:  func(c *environment.Config) { c.Rewards.Solved = math.NaN() },
		`reward "step" is -Inf`:   func(c *environment.Config) { c.Rewards.Step = math.Inf(-1) },
		`reward "right" is 1e+39`: func(c *environment.Config) { c.Rewards.Right = 1e39 },
		`judge ""`:                func(c *environment.Config) { c.Judge = "" },
		"judge that knows":        func(c *environment.Config) { c.Judge = environment.ByRules },
		"taken back":              func(c *environment.Config) { c.TakeBack = true },
		"limit of -1":             func(c *environment.Config) { c.Limit = -1 },
		"limit of 2147483648":     func(c *environment.Config) { c.Limit = math.MaxInt32 + 1 },
		"for ever":                func(c *environment.Config) { c.Limit = 0 },
	} {
		c := environment.Default(4)
		change(&c)
		if _, err := environment.New(c, listed(t, "1.3.3.4.2..4.12.")); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, want an error that says %q", c, err, says)
		}
	}
}

// TestSeedsDrawDifferently: seeds that follow one another draw from a list as evenly as chance does.
func TestSeedsDrawDifferently(t *testing.T) {
	puzzles := []string{"1.3.3.4.2..4.12.", "2.433....3..4.31", ".4.1..4.1.3.43.2", "143232412314412."}
	e := open(t, environment.Default(4), listed(t, puzzles...))
	const seeds = 4000
	counts := map[string]int{}
	for seed := range uint64(seeds) {
		o, _, err := e.Reset(&seed, environment.Options{})
		if err != nil {
			t.Fatal(err)
		}
		counts[string(o)]++
	}
	chi := 0.0
	for _, n := range counts {
		d := float64(n) - seeds/4
		chi += d * d / (seeds / 4)
	}
	if len(counts) != 4 || chi > 16.27 { // three degrees of freedom, p = 0.001
		t.Errorf("%d seeds draw %d puzzles, chi-square %.1f", seeds, len(counts), chi)
	}
}

// TestRender: each mode draws every position anew, and the caption says what the last move was.
func TestRender(t *testing.T) {
	c := environment.Config{Side: 4, Rewards: environment.Documented(), Judge: environment.BySolution, Limit: 99}
	e := open(t, c, listed(t, "1.3.3.4.2..4.12."))
	if _, _, err := e.Reset(nil, environment.Options{}); err != nil {
		t.Fatal(err)
	}
	pictures := func() (text, svg string, pixels []uint8) {
		t.Helper()
		var frames [3]environment.Frame
		for i, m := range environment.Modes() {
			var err error
			if frames[i], err = e.Render(m); err != nil {
				t.Fatal(err)
			}
		}
		return frames[0].Text, frames[2].Text, frames[1].Image.Pix
	}
	move := func(row, column, digit int) {
		t.Helper()
		if _, err := e.Step(c.Action(row, column, digit)); err != nil {
			t.Fatal(err)
		}
	}
	before, beforeSVG, beforePixels := pictures()
	if !strings.Contains(before, "8 empty cells") || strings.Contains(before, "Move") {
		t.Errorf("before the first move:\n%s", before)
	}
	move(0, 1, 1) // refused
	refused, refusedSVG, refusedPixels := pictures()
	if !strings.Contains(refused, "Move 1: 1 in r1c2, broken rule. 8 empty cells.") {
		t.Errorf("after a move that is refused:\n%s", refused)
	}
	move(0, 1, 2) // breaks no rule, and is wrong
	move(0, 3, 2) // right, and clashes with it
	clash, clashSVG, clashPixels := pictures()
	if !strings.Contains(clash, "Move 3: 2 in r1c4, right. 6 empty cells.") || !strings.Contains(clash, "conflict") {
		t.Errorf("after a clash:\n%s", clash)
	}
	if beforeSVG == refusedSVG || refusedSVG == clashSVG || slices.Equal(beforePixels, refusedPixels) || slices.Equal(refusedPixels, clashPixels) {
		t.Error("two positions have one picture")
	}
}

func ExampleEnvironment() {
	source, err := environment.List([]board.Board{board.MustParse("1.3.3.4.2..4.12.")})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := environment.Default(4)
	e, err := environment.New(c, source)
	if err != nil {
		fmt.Println(err)
		return
	}
	o, info, err := e.Reset(new(uint64(1)), environment.Options{})
	fmt.Printf("%v %d %v\n", o, info.Blanks, err)
	for _, action := range []int{c.Action(0, 1, 4), c.Action(0, 1, 2), c.Action(0, 3, 4)} {
		t, err := e.Step(action)
		fmt.Printf("%v: %v, over: %v, %v\n", t.Info.Outcome, t.Reward, t.Terminated, err)
	}
	// Output:
	// [1 0 3 0 3 0 4 0 2 0 0 4 0 1 2 0] 8 <nil>
	// right: 10, over: false, <nil>
	// filled cell: -10, over: false, <nil>
	// broken rule: -5, over: true, <nil>
}

func ExampleVector() {
	v, err := environment.NewVector(environment.Default(4), 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	puzzle, solution := board.MustParse("143232412314412."), board.MustParse("1432324123144123")
	for i := range v.Len() {
		v.Start(i, puzzle.Cells(), solution.Cells())
	}
	c := v.Config()
	v.Step([]int32{int32(c.Action(3, 3, 3)), int32(c.Action(3, 3, 4))})
	fmt.Printf("%v %v %v\n", v.Rewards(), v.Outcomes(), v.Terminated())
	// Output:
	// [110 -5] [solved broken rule] [true true]
}
