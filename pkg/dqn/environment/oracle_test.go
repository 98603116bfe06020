package environment

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The oracle is the game once more, slow and plain: boards as maps from (row, column) to a digit, every rule
// from its words. It shares nothing with the package but the configuration and the names of outcomes.

type place struct{ row, column int }

type oracle struct {
	c        Config
	givens   map[place]int
	solution map[place]int
	board    map[place]int
	moves    int
}

// verdict is what a step gives.
type verdict struct {
	outcome               Outcome
	reward                float64
	terminated, truncated bool
}

func newOracle(c Config, puzzle, solution, position []uint8) *oracle {
	o := &oracle{c: c, givens: map[place]int{}, solution: map[place]int{}, board: map[place]int{}}
	for i := range puzzle {
		p := place{i / c.Side, i % c.Side}
		if puzzle[i] != 0 {
			o.givens[p] = int(puzzle[i])
		}
		if position[i] != 0 {
			o.board[p] = int(position[i])
		}
		o.solution[p] = int(solution[i])
	}
	return o
}

// copy returns an oracle of the same game with a board of its own.
func (o *oracle) copy() *oracle {
	next := *o
	next.board = maps.Clone(o.board)
	return &next
}

// meet reports whether two cells are in one row, column or box.
func (o *oracle) meet(a, b place) bool {
	k := int(math.Sqrt(float64(o.c.Side)))
	return a.row == b.row || a.column == b.column || (a.row/k == b.row/k && a.column/k == b.column/k)
}

// breaks reports whether a digit in a place clashes with the rest of the board.
func (o *oracle) breaks(p place, digit int) bool {
	for q, d := range o.board {
		if q != p && d == digit && o.meet(p, q) {
			return true
		}
	}
	return false
}

// fixed reports whether a move may not change a place.
func (o *oracle) fixed(p place) bool {
	_, given := o.givens[p]
	_, filled := o.board[p]
	return given || (filled && !o.c.TakeBack)
}

func (o *oracle) right(p place, digit int) bool {
	if o.c.Judge == BySolution {
		return o.solution[p] == digit
	}
	return !o.breaks(p, digit)
}

func (o *oracle) full() bool { return len(o.board) == o.c.Side*o.c.Side }

func (o *oracle) solved() bool {
	for p, d := range o.solution {
		if o.board[p] != d {
			return false
		}
	}
	return true
}

// paid is what the digit in a place has earned, which goes back when it goes.
func (o *oracle) paid(p place) float64 {
	d, filled := o.board[p]
	if filled && (o.c.Judge == ByRules || o.solution[p] == d) {
		return o.c.Rewards.Right
	}
	return 0
}

func (o *oracle) step(p place, digit int) (v verdict) {
	r := o.c.Rewards
	v.reward = r.Step
	o.moves++
	switch {
	case o.fixed(p):
		v.outcome = Filled
		v.reward += r.Filled
		v.terminated = o.c.EndAtFilled
	case o.board[p] == digit:
		v.outcome = TakenBack
		v.reward -= o.paid(p)
		delete(o.board, p)
	case o.right(p, digit):
		v.outcome = Right
		v.reward += r.Right - o.paid(p)
		o.board[p] = digit
		if o.full() && o.solved() {
			v.outcome = Solved
			v.reward += r.Solved
			if r.LastOnce {
				v.reward -= r.Right
			}
			v.terminated = true
		}
	case o.breaks(p, digit):
		v.outcome = Broken
		v.reward += r.Wrong
		v.terminated = o.c.EndAtMistake
	default:
		v.outcome = Off
		v.reward += r.Wrong - o.paid(p)
		v.terminated = o.c.EndAtMistake
		o.board[p] = digit
	}
	if o.full() && !o.c.TakeBack && (v.outcome == Right || v.outcome == Off) {
		v.terminated = true // a board that no move can change, and not the solution
	}
	v.truncated = !v.terminated && o.c.Limit > 0 && o.moves == o.c.Limit
	return v
}

func (o *oracle) legal(strict bool) []bool {
	var all []bool
	for row := range o.c.Side {
		for column := range o.c.Side {
			for digit := 1; digit <= o.c.Side; digit++ {
				p := place{row, column}
				ok := !o.fixed(p)
				if strict && o.board[p] != digit {
					ok = ok && !o.breaks(p, digit)
				}
				all = append(all, ok)
			}
		}
	}
	return all
}

func (o *oracle) cells() []uint8 {
	cells := make([]uint8, o.c.Side*o.c.Side)
	for p, d := range o.board {
		cells[p.row*o.c.Side+p.column] = uint8(d)
	}
	return cells
}

// configurations returns every valid configuration of a side with a limit of moves.
func configurations(side, limit int) (all []Config) {
	flags := []bool{false, true}
	for _, judge := range []Judge{BySolution, ByRules} {
		for _, rewards := range []Rewards{Documented(), PhaseTwo(), {Solved: 7, Right: 0.5, Wrong: -0.25, Filled: -2, Step: -0.125}} {
			for _, mistake := range flags {
				for _, filled := range flags {
					for _, back := range flags {
						for _, once := range flags {
							rewards.LastOnce = once
							c := Config{Side: side, Rewards: rewards, Judge: judge, EndAtMistake: mistake, EndAtFilled: filled, TakeBack: back, Limit: limit}
							if c.Validate() == nil {
								all = append(all, c)
							}
						}
					}
				}
			}
		}
	}
	return all
}

// puzzle4 are puzzles of side 4 with their only solutions, from text.
type puzzle4 struct{ puzzle, solution []uint8 }

func digits(text string) []uint8 {
	cells := make([]uint8, len(text))
	for i, c := range []byte(text) {
		if c != '.' {
			cells[i] = c - '0'
		}
	}
	return cells
}

var puzzles4 = []puzzle4{
	{digits("1.3.3.4.2..4.12."), digits("1432324123144123")},
	{digits("2.433....3..4.31"), digits("2143341213244231")},
	{digits(".4.1..4.1.3.43.2"), digits("3421214312344312")},
}

// positions calls for each board that a puzzle's empty cells make with any digits or none in them.
func positions(puzzle []uint8, visit func(position []uint8)) {
	position := slices.Clone(puzzle)
	n := uint8(math.Sqrt(float64(len(puzzle))))
	var fill func(cell int)
	fill = func(cell int) {
		if cell == len(puzzle) {
			visit(position)
			return
		}
		if puzzle[cell] != 0 {
			fill(cell + 1)
			return
		}
		for d := range n + 1 {
			position[cell] = d
			fill(cell + 1)
		}
		position[cell] = 0
	}
	fill(0)
}

// sparse returns the puzzle of a pair with so many empty cells, the first ones of the solution's cells
// that the puzzle leaves empty.
func (p puzzle4) sparse(blanks int) puzzle4 {
	puzzle := slices.Clone(p.solution)
	for i, d := range p.puzzle {
		if d == 0 && blanks > 0 {
			puzzle[i] = 0
			blanks--
		}
	}
	return puzzle4{puzzle, p.solution}
}

// TestPuzzles4: the puzzles of these tests have the solutions that they are said to have, alone.
func TestPuzzles4(t *testing.T) {
	for _, p := range puzzles4 {
		o := newOracle(Default(4), p.puzzle, p.solution, p.puzzle)
		found := 0
		var fill func(cell int)
		fill = func(cell int) {
			q := place{cell / 4, cell % 4}
			switch {
			case cell == len(p.puzzle):
				found++
				if !o.solved() {
					t.Errorf("%v has another solution, %v", p.puzzle, o.cells())
				}
			case p.puzzle[cell] != 0:
				fill(cell + 1)
			default:
				for d := 1; d <= 4; d++ {
					if !o.breaks(q, d) {
						o.board[q] = d
						fill(cell + 1)
						delete(o.board, q)
					}
				}
			}
		}
		fill(0)
		if found != 1 {
			t.Errorf("%v has %d solutions", p.puzzle, found)
		}
	}
}

// compare makes one move in both and tells how they differ.
func compare(t *testing.T, v *Vector, o *oracle, action int) verdict {
	t.Helper()
	before := slices.Clone(v.Boards())
	row, column, digit := action/o.c.Side/o.c.Side, action/o.c.Side%o.c.Side, action%o.c.Side+1
	want := o.step(place{row, column}, digit)
	v.Step([]int32{int32(action)})
	got := verdict{v.Outcomes()[0], float64(v.Rewards()[0]), v.Terminated()[0], v.Truncated()[0]}
	blanks := len(before) - len(o.board)
	if got != want || !slices.Equal(v.Boards(), o.cells()) || int(v.Blanks()[0]) != blanks || int(v.Moves()[0]) != o.moves {
		t.Fatalf("%+v\non %v, action %d: %+v, %v, %d blanks, %d moves\nwant %+v, %v, %d, %d", o.c, before, action,
			got, v.Boards(), v.Blanks()[0], v.Moves()[0], want, o.cells(), blanks, o.moves)
	}
	return want
}

// TestRulesExhaustively: every move (of those on a given, one) on every board that three empty cells make, under every configuration, and on
// every board of five in each kind of game, earns, changes and ends what the oracle says.
func TestRulesExhaustively(t *testing.T) {
	seen := map[Outcome]int{}
	try := func(c Config, p puzzle4) {
		v, err := NewVector(c, 1)
		if err != nil {
			t.Fatal(err)
		}
		positions(p.puzzle, func(position []uint8) {
			start := newOracle(c, p.puzzle, p.solution, position)
			over := start.full() && (start.solved() || !c.TakeBack)
			for action := range c.Actions() {
				if cell := action / 4; p.puzzle[cell] != 0 && action%4 > 0 {
					continue // of the moves on a given one will do
				}
				v.Position(0, p.puzzle, p.solution, position)
				if v.Done(0) != over {
					t.Fatalf("%+v: the board %v is over: %v, want %v", c, position, v.Done(0), over)
				}
				if over {
					return
				}
				seen[compare(t, v, start.copy(), action).outcome]++
			}
		})
	}
	for _, limit := range []int{0, 1, 1000} {
		for i, c := range configurations(4, limit) {
			if !testing.Short() || i%7 == 0 {
				try(c, puzzles4[i%len(puzzles4)].sparse(3))
			}
		}
	}
	if !testing.Short() {
		for _, c := range []Config{
			Default(4),
			{Side: 4, Rewards: Documented(), Judge: BySolution, Limit: 50},
			{Side: 4, Rewards: Documented(), Judge: ByRules, Limit: 50},
			{Side: 4, Rewards: Documented(), Judge: BySolution, TakeBack: true, Limit: 50},
			{Side: 4, Rewards: Documented(), Judge: ByRules, TakeBack: true, Limit: 50},
		} {
			try(c, puzzles4[1].sparse(5))
		}
	}
	for o := Right; o <= TakenBack; o++ {
		if seen[o] == 0 {
			t.Errorf("no move was %v", o)
		}
	}
}

// TestLegalExhaustively: both masks on every board that four empty cells make.
func TestLegalExhaustively(t *testing.T) {
	for _, back := range []bool{false, true} {
		c := Config{Side: 4, Rewards: Documented(), Judge: BySolution, TakeBack: back, Limit: 1}
		v, err := NewVector(c, 2)
		if err != nil {
			t.Fatal(err)
		}
		legal := make([]bool, c.Actions())
		for _, p := range puzzles4 {
			p = p.sparse(4)
			v.Start(0, p.puzzle, p.solution)
			positions(p.puzzle, func(position []uint8) {
				v.Position(1, p.puzzle, p.solution, position)
				o := newOracle(c, p.puzzle, p.solution, position)
				for _, strict := range []bool{false, true} {
					want, count := o.legal(strict), 0
					for _, ok := range want {
						if ok {
							count++
						}
					}
					if got := v.Legal(1, strict, legal); got != count || !slices.Equal(legal, want) {
						t.Fatalf("take back %v, strict %v, on %v: %d legal, %v\nwant %d, %v", back, strict, position, got, legal, count, want)
					}
				}
			})
		}
	}
}

// playBoth plays games of random moves in both, some of them by the masks, to their ends.
func playBoth(t *testing.T, c Config, p puzzle4, rng *rand.Rand, most int) {
	t.Helper()
	v, err := NewVector(c, 1)
	if err != nil {
		t.Fatal(err)
	}
	v.Start(0, p.puzzle, p.solution)
	o := newOracle(c, p.puzzle, p.solution, p.puzzle)
	legal := make([]bool, c.Actions())
	space := c.ActionSpace()
	for range most {
		action := -1
		switch rng.IntN(4) {
		case 0, 1:
			v.Legal(0, true, legal)
			action = space.Sample(rng, legal)
		case 2: // a right digit
			for cell, d := range p.solution {
				if v.Boards()[cell] == 0 {
					action = cell*c.Side + int(d) - 1
				}
			}
		}
		if action < 0 {
			action = space.Sample(rng, nil)
		}
		if want := compare(t, v, o, action); want.terminated || want.truncated {
			before := slices.Clone(v.Boards())
			v.Step([]int32{int32(action)})
			if v.Rewards()[0] != 0 || v.Outcomes()[0] != None || !v.Done(0) || !slices.Equal(before, v.Boards()) {
				t.Fatalf("a step after the end earns %v, is %v", v.Rewards()[0], v.Outcomes()[0])
			}
			return
		}
	}
}

// TestWholeGames: games under every configuration, to their ends and limits, go as the oracle's.
func TestWholeGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, limit := range []int{0, 2, 7, 40, 200} {
		for _, c := range configurations(4, limit) {
			for range 10 {
				for _, p := range puzzles4 {
					playBoth(t, c, p, rng, 1000)
				}
			}
		}
	}
}

func FuzzStep(f *testing.F) {
	f.Add(uint16(0), uint8(0), uint16(40), []byte{1, 2, 3, 255, 60})
	f.Add(uint16(77), uint8(2), uint16(0), []byte{8, 8, 9, 9, 10, 10})
	f.Fuzz(func(t *testing.T, which uint16, puzzle uint8, limit uint16, actions []byte) {
		all := configurations(4, int(limit))
		c, p := all[int(which)%len(all)], puzzles4[int(puzzle)%len(puzzles4)]
		v, err := NewVector(c, 1)
		if err != nil {
			t.Fatal(err)
		}
		v.Start(0, p.puzzle, p.solution)
		o := newOracle(c, p.puzzle, p.solution, p.puzzle)
		for _, a := range actions {
			if want := compare(t, v, o, int(a)%c.Actions()); want.terminated || want.truncated {
				return
			}
		}
	})
}
