package environment

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/render"
)

// TestPicture: givens, the last move, clashes and what a refused move would clash with have marks of
// their own.
func TestPicture(t *testing.T) {
	c := Config{Side: 4, Rewards: Documented(), Judge: BySolution, Limit: 99}
	puzzle := board.MustParse("1.3.3.4.2..4.12.")
	s, err := List([]board.Board{puzzle})
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(c, s)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := e.Reset(nil, Options{}); err != nil {
		t.Fatal(err)
	}
	for i, m := range []struct {
		row, column, digit int
		marks              map[int]render.Mark
	}{
		{0, 1, 1, map[int]render.Mark{1: render.Focus, 0: render.Highlight, 13: render.Highlight}},                   // refused
		{0, 1, 2, map[int]render.Mark{1: render.Focus}},                                                              // wrong
		{0, 3, 2, map[int]render.Mark{3: render.Focus | render.Conflict, 1: render.Conflict}},                        // right
		{0, 0, 4, map[int]render.Mark{0: render.Focus, 1: render.Conflict, 3: render.Conflict}},                      // a given
		{1, 1, 4, map[int]render.Mark{5: render.Focus, 1: render.Conflict, 3: render.Conflict, 6: render.Highlight}}, // refused
	} {
		if _, err := e.Step(c.Action(m.row, m.column, m.digit)); err != nil {
			t.Fatal(err)
		}
		p, err := e.picture()
		if err != nil {
			t.Fatal(err)
		}
		got := map[int]render.Mark{}
		for cell, mark := range p.Marks {
			if mark != 0 {
				got[cell] = mark
			}
		}
		if !maps.Equal(got, m.marks) || !p.Givens.Equal(puzzle) || !slices.Equal(p.Board.Cells(), e.vector.boards) {
			t.Errorf("move %d: marks %v, want %v; givens %v; board %v", i+1, got, m.marks, p.Givens, p.Board)
		}
	}
}

// seen is all that an environment shows, in some modes, as one value.
func seen(t *testing.T, e *Environment, modes ...Mode) []any {
	t.Helper()
	all := []any{e.Config(), e.ActionSpace(), e.ObservationSpace(), e.RandomState(), e.observe(), e.info()}
	for _, m := range modes {
		f, err := e.Render(m)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	return all
}

// TestNoLeak: two games that differ in nothing but the solution show the same: at the start, and after
// every sequence of moves that both judge alike. The puzzle has two solutions, and each game is told the other
// one, so whatever showed something of the solution, in whatever form, would differ.
func TestNoLeak(t *testing.T) {
	// The 1s and 2s in the first two columns of rows 1 and 3 may change places; the other empty cells may not.
	puzzle := digits("...4.412..43432.")
	solutions := [2][]uint8{digits("1234341221434321"), digits("2134341212434321")}
	for _, s := range solutions {
		if err := board.CheckSolution(must(t, puzzle), must(t, s)); err != nil {
			// The text above is wrong, not the environment.
			t.Fatal(err)
		}
	}
	source, err := List([]board.Board{board.MustParse("1.3.3.4.2..4.12.")})
	if err != nil {
		t.Fatal(err)
	}
	alike, apart := 0, 0
	for _, c := range configurations(4, 12) {
		rng := rand.New(rand.NewPCG(1, 2))
		var games [2]*Environment
		for i := range games {
			if games[i], err = New(c, source); err != nil {
				t.Fatal(err)
			}
		}
		for range 3 {
			for i, e := range games {
				if _, _, err := e.Reset(new(uint64(1)), Options{}); err != nil {
					t.Fatal(err)
				}
				e.vector.Start(0, puzzle, solutions[i])
				e.vector.moves[0] = 1 // so that the limit is met
			}
			if !reflect.DeepEqual(seen(t, games[0], Modes()...), seen(t, games[1], Modes()...)) {
				t.Fatalf("%+v: two games begin differently for their solutions", c)
			}
			for !games[0].vector.Done(0) && !games[1].vector.Done(0) {
				action := c.ActionSpace().Sample(rng, nil)
				var rewards [2]float64
				var shown [2][]any
				for i, e := range games {
					step, err := e.Step(action)
					if err != nil {
						t.Fatal(err)
					}
					rewards[i] = step.Reward
				}
				if games[0].vector.outcomes[0] != games[1].vector.outcomes[0] || rewards[0] != rewards[1] {
					apart++ // the reward tells which solution it is, as it should
					break
				}
				for i, e := range games {
					shown[i] = seen(t, e, ANSI, SVG) // pixels show no more than the drawing that they are of
				}
				alike++
				if !reflect.DeepEqual(shown[0], shown[1]) {
					t.Fatalf("%+v: after action %d, judged %v in both, two games differ for their solutions", c, action, games[0].vector.outcomes[0])
				}
			}
		}
	}
	if alike == 0 || apart == 0 {
		t.Errorf("%d moves were judged alike and %d apart, want some of both", alike, apart)
	}
}

func must(t *testing.T, cells []uint8) board.Board {
	t.Helper()
	b, err := board.FromCells(cells)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// edge is a move from one board to another in the graph of a game.
type edge struct {
	from, to int
	reward   float64
}

// game returns the boards of a puzzle that may be played on, numbered, and all moves between them.
func game(t *testing.T, c Config, p puzzle4) (boards int, edges []edge) {
	t.Helper()
	v, err := NewVector(c, 1)
	if err != nil {
		t.Fatal(err)
	}
	number := map[string]int{}
	var all [][]uint8
	positions(p.puzzle, func(position []uint8) {
		number[string(position)] = len(all)
		all = append(all, slices.Clone(position))
	})
	for from, position := range all {
		for action := range c.Actions() {
			v.Position(0, p.puzzle, p.solution, position)
			if v.Done(0) {
				break
			}
			v.Step([]int32{int32(action)})
			if !v.Done(0) { // no cycle goes through an end
				edges = append(edges, edge{from, number[string(v.Boards())], float64(v.Rewards()[0])})
			}
		}
	}
	return len(all), edges
}

// farm reports whether some cycle of moves earns more than nothing: whether the best sums of rewards over
// walks of growing length do not settle (Bellman and Ford's test for a cycle).
func farm(boards int, edges []edge) bool {
	best := make([]float64, boards)
	for range boards {
		grown := false
		for _, e := range edges {
			if sum := best[e.from] + e.reward; sum > best[e.to]+1e-9 {
				best[e.to], grown = sum, true
			}
		}
		if !grown {
			return false
		}
	}
	return true
}

// TestNoFarming: where moves may be taken back, no cycle of moves earns anything, however long it is. The
// same test finds the cycle that is there if a right digit is not paid back.
func TestNoFarming(t *testing.T) {
	for i, c := range configurations(4, 1000) {
		if !c.TakeBack || c.EndAtFilled || (testing.Short() && i%4 != 2) {
			continue
		}
		c.Rewards.Step = 0
		boards, edges := game(t, c, puzzles4[i%len(puzzles4)].sparse(4))
		if farm(boards, edges) {
			t.Errorf("%+v: a cycle of moves earns something", c)
		}
		for k, e := range edges {
			if e.reward == -c.Rewards.Right {
				edges[k].reward = 0
			}
		}
		if !farm(boards, edges) {
			t.Errorf("%+v: no cycle earns anything although nothing is paid back: the test shows nothing", c)
		}
	}
}

// games are puzzles with solutions for the tests of vectors.
func games(t testing.TB, side, n int) (puzzles, solutions [][]uint8) {
	t.Helper()
	cfg := generate.DefaultConfig()
	cfg.Grid = generate.DefaultGrid(side)
	g, err := generate.New(cfg, generate.NakedSingles)
	if err != nil {
		t.Fatal(err)
	}
	for p, err := range g.Items(t.Context(), 0, n, 1) {
		if err != nil {
			t.Fatal(err)
		}
		puzzles, solutions = append(puzzles, p.Board.Cells()), append(solutions, p.Solution.Cells())
	}
	return puzzles, solutions
}

// loop steps a vector and begins the games that are over with the next puzzles.
type loop struct {
	v                  *Vector
	puzzles, solutions [][]uint8
	actions            []int32
	next               int
}

func newLoop(t testing.TB, c Config, n int) *loop {
	t.Helper()
	v, err := NewVector(c, n)
	if err != nil {
		t.Fatal(err)
	}
	l := &loop{v: v, actions: make([]int32, n)}
	l.puzzles, l.solutions = games(t, c.Side, 64)
	for i := range n {
		l.start(i)
	}
	return l
}

func (l *loop) start(i int) {
	k := l.next % len(l.puzzles)
	l.v.Start(i, l.puzzles[k], l.solutions[k])
	l.next++
}

// step makes the moves that actions has, and restarts.
func (l *loop) step() {
	l.v.Step(l.actions)
	for i := range l.actions {
		if l.v.Done(i) {
			l.start(i)
		}
	}
}

// TestNoAllocations: neither steps nor restarts nor masks allocate.
func TestNoAllocations(t *testing.T) {
	for _, c := range configurations(9, 100)[:6] {
		l := newLoop(t, c, 8)
		rng := rand.New(rand.NewPCG(1, 1))
		legal := make([]bool, c.Actions())
		n := testing.AllocsPerRun(500, func() {
			for i := range l.actions {
				l.v.Legal(i, true, legal)
				l.v.Legal(i, false, legal)
				l.actions[i] = int32(c.ActionSpace().Sample(rng, legal))
			}
			l.step()
		})
		if n != 0 {
			t.Errorf("%+v: %v allocations per step", c, n)
		}
	}
}

// TestVectorsAreApart: vectors in different goroutines share nothing that is written to, and a vector of many
// plays each game as a vector of one does.
func TestVectorsAreApart(t *testing.T) {
	c := Default(9)
	puzzles, solutions := games(t, 9, 16)
	const n, steps = 16, 200
	draw := func() *rand.Rand { return rand.New(rand.NewPCG(3, 3)) }
	many, err := NewVector(c, n)
	if err != nil {
		t.Fatal(err)
	}
	rng := draw()
	actions := make([][]int32, steps)
	rewards := make([][]float32, steps)
	for i := range n {
		many.Start(i, puzzles[i], solutions[i])
	}
	for s := range steps {
		actions[s] = make([]int32, n)
		for i := range n {
			actions[s][i] = int32(c.ActionSpace().Sample(rng, nil))
		}
		many.Step(actions[s])
		rewards[s] = slices.Clone(many.Rewards())
	}
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			one, err := NewVector(c, 1)
			if err != nil {
				t.Error(err)
				return
			}
			one.Start(0, puzzles[i], solutions[i])
			for s := range steps {
				one.Step(actions[s][i : i+1])
				if one.Rewards()[0] != rewards[s][i] {
					t.Errorf("game %d, step %d: %v alone, %v among others", i, s, one.Rewards()[0], rewards[s][i])
					return
				}
			}
			at := i * 81
			if !slices.Equal(one.Boards(), many.Boards()[at:at+81]) || one.Done(0) != many.Done(i) {
				t.Errorf("game %d ends differently alone", i)
			}
		})
	}
	all.Wait()
}

// TestResume: a game that is saved after any number of moves, and goes on in another vector, goes on as the one that
// it was saved from, to the limit or the end; one that is over stays so.
func TestResume(t *testing.T) {
	p := puzzles4[0]
	for _, c := range configurations(4, 9) {
		for saved := range 9 {
			rng := rand.New(rand.NewPCG(8, uint64(saved)))
			first, err := NewVector(c, 1)
			if err != nil {
				t.Fatal(err)
			}
			second, err := NewVector(c, 3)
			if err != nil {
				t.Fatal(err)
			}
			first.Start(0, p.puzzle, p.solution)
			for range saved {
				first.Step([]int32{int32(c.ActionSpace().Sample(rng, nil))})
			}
			for i := range second.Len() {
				second.Resume(i, p.puzzle, p.solution, first.Boards(), first.Moves()[0], first.Terminated()[0], first.Truncated()[0])
			}
			for range 9 {
				a := int32(c.ActionSpace().Sample(rng, nil))
				first.Step([]int32{a})
				second.Step([]int32{a, a, a})
				if second.Terminated()[2] != first.Terminated()[0] || second.Truncated()[2] != first.Truncated()[0] || second.Rewards()[2] != first.Rewards()[0] || second.Outcomes()[2] != first.Outcomes()[0] ||
					!slices.Equal(second.Boards()[32:], first.Boards()) {
					t.Fatalf("%+v: a game saved after %d moves goes on differently", c, saved)
				}
			}
		}
	}
}

// TestCheck: a solution that is none, or not the only one, is told.
func TestCheck(t *testing.T) {
	count := func(n int) func(board.Board, int) (int, error) {
		return func(board.Board, int) (int, error) { return n, nil }
	}
	p := puzzles4[0]
	c := Default(4)
	if err := Check(c, p.puzzle, p.solution, count(1)); err != nil {
		t.Error(err)
	}
	if err := Check(c, p.puzzle, p.solution, nil); err != nil {
		t.Error(err)
	}
	for name, err := range map[string]error{
		"two solutions":  Check(c, p.puzzle, p.solution, count(2)),
		"another puzzle": Check(c, p.puzzle, puzzles4[1].solution, nil),
		"a hole":         Check(c, p.puzzle, p.puzzle, nil),
		"too short":      Check(c, p.puzzle[1:], p.solution, nil),
		"another side":   Check(Default(9), p.puzzle, p.solution, nil),
		"no side":        Check(Config{}, p.puzzle, p.solution, nil),
		"count fails": Check(c, p.puzzle, p.solution, func(board.Board, int) (int, error) {
			return 0, fmt.Errorf("no count")
		}),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// BenchmarkVector measures steps per second, restarts of games that are over included. The actions of kind
// "drawn" are any, those of "masked" are on empty cells, both drawn beforehand or by a cheap rule so that the step
// is what is measured; "solving" plays right digits only, to the end.
func BenchmarkVector(b *testing.B) {
	const n = 64
	for _, side := range []int{4, 9, 16} {
		c := Default(side)
		play := c
		play.EndAtMistake, play.TakeBack = false, true
		rules := c
		rules.EndAtMistake, rules.Judge = false, ByRules
		for _, kind := range []struct {
			name   string
			config Config
		}{{"documented", c}, {"takeback", play}, {"rules", rules}} {
			for _, policy := range []string{"drawn", "masked", "solving"} {
				b.Run(fmt.Sprintf("side=%d/game=%s/actions=%s", side, kind.name, policy), func(b *testing.B) {
					l := newLoop(b, kind.config, n)
					rng := rand.New(rand.NewPCG(1, 1))
					drawn := make([]int32, 1<<16)
					for i := range drawn {
						drawn[i] = int32(rng.IntN(c.Actions()))
					}
					at := 0
					b.ReportAllocs()
					for b.Loop() {
						if at += n; at > len(drawn)-n {
							at = 0
						}
						copy(l.actions, drawn[at:at+n])
						if policy != "drawn" {
							l.aim(policy == "solving")
						}
						l.step()
					}
					b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "steps/s")
				})
			}
		}
	}
}

// aim moves each action on to the next empty cell behind its own, if there is one, and with right to the
// solution's digit.
func (l *loop) aim(right bool) {
	n, cells := l.v.config.Side, l.v.cells
	for i, a := range l.actions {
		at := i * cells
		cell := int(a) / n
		for tries := 0; l.v.boards[at+cell] != 0 && tries < cells; tries++ {
			cell = (cell + 1) % cells
		}
		digit := int(a)%n + 1
		if right {
			digit = int(l.v.solutions[at+cell])
		}
		l.actions[i] = int32(cell*n + digit - 1)
	}
}
