package play_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/play"
)

const nine = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

func begin(t testing.TB, puzzle board.Board) *play.Game {
	t.Helper()
	g, err := play.New(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func do(t testing.TB, errs ...error) {
	t.Helper()
	for i, err := range errs {
		if err != nil {
			t.Fatalf("call %d: %v", i+1, err)
		}
	}
}

// shapes are boards of several sides and variants.
func shapes(t testing.TB) (all []*board.Shape) {
	t.Helper()
	six := []int{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 4, 4, 4, 5, 5, 5}
	for _, s := range []struct {
		side    int
		variant board.Variant
	}{{4, board.Variant{}}, {9, board.Variant{}}, {9, board.Variant{Diagonals: true}}, {6, board.Variant{Regions: six}}, {16, board.Variant{}}, {36, board.Variant{Diagonals: true}}} {
		shape, err := board.ShapeWith(s.side, s.variant)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, shape)
	}
	return all
}

func TestMoves(t *testing.T) {
	g := begin(t, board.MustParse(nine))
	do(t, g.Mark(2, 1), g.Mark(2, 4), g.Place(2, 4))
	if g.Board().At(2) != 4 || g.Marks()[2] != 0 || g.Made() != 3 || g.Puzzle().String() != nine {
		t.Fatalf("after three moves: %v, marks %v, %d made, puzzle %v", g.Board(), g.Marks()[2], g.Made(), g.Puzzle())
	}
	if m, ok := g.Last(); !ok || m != (play.Move{Cell: 2, Digit: 4}) {
		t.Errorf("the last move is %+v, %v", m, ok)
	}
	do(t, g.Place(2, 4)) // no change, no move
	if g.Made() != 3 {
		t.Errorf("%d moves after one that changes nothing, want 3", g.Made())
	}
	if !g.Undo() || g.Board().At(2) != 0 || g.Marks()[2] != board.DigitsOf(1, 4) {
		t.Errorf("undone: %v with marks %v, want empty with {1,4}", g.Board().At(2), g.Marks()[2])
	}
	do(t, g.Mark(2, 1))
	if g.Marks()[2] != board.DigitsOf(4) || g.Undone() != 0 || g.Redo() {
		t.Errorf("marks %v, %d undone after a move that drops them, want {4} and 0", g.Marks()[2], g.Undone())
	}
	do(t, g.Clear(2))
	if g.Marks()[2] != 0 || g.Board().At(2) != 0 {
		t.Error("a cleared cell holds something")
	}
	for g.Undo() {
	}
	if !g.Board().Equal(g.Puzzle()) || g.Made() != 0 || g.Undone() != 4 {
		t.Errorf("all undone: %v, %d made, %d undone", g.Board(), g.Made(), g.Undone())
	}
	if _, ok := g.Last(); ok {
		t.Error("there is a last move where none stands")
	}
}

// TestRefused: a move that is refused is told by name, and leaves the game as it was.
func TestRefused(t *testing.T) {
	g := begin(t, board.MustParse(nine))
	do(t, g.Place(2, 4), g.Place(3, 6))
	g.Undo()
	before, err := json.Marshal(g)
	do(t, err)
	for says, err := range map[string]error{
		"play: r1c1 is a given":   g.Place(0, 1),
		"play: r1c2 is a given":   g.Clear(1),
		"play: r1c5 is a given":   g.Mark(4, 1),
		"play: digit 0, want 1…9": g.Place(2, 0),
		"play: digit 10":          g.Place(2, 10),
		"play: digit -1":          g.Mark(5, -1),
		"play: cell 81":           g.Place(81, 1),
		"play: cell -1":           g.Clear(-1),
		"play: cell 82":           g.Mark(82, 1),
		"play: r1c3 holds 4":      g.Mark(2, 1),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("%v, want an error that begins with %q", err, says)
		}
	}
	if after, err := json.Marshal(g); err != nil || !bytes.Equal(after, before) {
		t.Errorf("refused moves change the game: %s, %v; want %s", after, err, before)
	}
	for _, p := range []board.Board{{}, board.MustParse("11..............")} {
		if _, err := play.New(p); err == nil {
			t.Errorf("a game begins with %v", p)
		}
	}
}

func TestCopies(t *testing.T) {
	p := board.MustParse(nine)
	g := begin(t, p)
	p.Set(2, 1)
	g.Board().Set(2, 1)
	g.Puzzle().Set(2, 1)
	g.Marks()[2] = board.DigitsOf(1)
	if g.Board().String() != nine || g.Puzzle().String() != nine || g.Marks()[2] != 0 {
		t.Error("writing to what a game hands out, or was given, changes it")
	}
}

// TestSolved: a game is complete when no cell is empty, and solved by the checker of package board alone.
func TestSolved(t *testing.T) {
	solution := board.MustParse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
	g := begin(t, board.MustParse(nine))
	for cell, d := range solution.Cells() {
		if g.Complete() || g.Solved() {
			t.Fatal("solved before the last move")
		}
		if !g.Given(cell) {
			do(t, g.Place(cell, int(d)))
		}
		if g.Complete() {
			break
		}
	}
	if !g.Complete() || !g.Solved() || len(g.Conflicts()) != 0 {
		t.Errorf("complete %v, solved %v, conflicts %v", g.Complete(), g.Solved(), g.Conflicts())
	}
	do(t, g.Place(2, 1))
	if !g.Complete() || g.Solved() {
		t.Error("solved with a wrong digit")
	}
	if c := g.Conflicts(); len(c) == 0 || c[0].Unit != "row 1" || c[0].Digit != 1 {
		t.Errorf("conflicts %+v, want one in row 1 first", c)
	}
}

// TestLegal: the fast rules against the words of the game, on boards of every kind with digits at random.
func TestLegal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, s := range shapes(t) {
		for range 5 {
			n := s.Side()
			givens := board.New(s)
			for cell := range s.Cells() {
				if d := 1 + rng.IntN(n); rng.IntN(4) == 0 && board.Candidates(givens)[cell].Has(d) {
					givens.Set(cell, d)
				}
			}
			g := begin(t, givens)
			for cell := range s.Cells() {
				if !g.Given(cell) && rng.IntN(3) == 0 {
					do(t, g.Place(cell, 1+rng.IntN(n)))
				}
			}
			b := g.Board()
			around := make([][]int, s.Cells())
			for cell := range around {
				around[cell] = unit(b, cell)
			}
			for cell := range s.Cells() {
				var want board.Digits
				for d := 1; d <= n && !g.Given(cell); d++ {
					if !slices.Contains(around[cell], d) {
						want = want.With(d)
					}
				}
				if got := g.Legal(cell); got != want {
					t.Fatalf("%v, %s of %v: legal %v, want %v", s, s.CellName(cell), b, got, want)
				}
			}
			for _, m := range []play.Moves{{}, {Strict: true}, {TakeBack: true}, {TakeBack: true, Strict: true}} {
				count := 0
				legal := g.Actions(m)
				for a, got := range legal {
					cell, d := a/n, a%n+1
					want := b.At(cell) == 0 || (m.TakeBack && !g.Given(cell))
					if m.Strict && b.At(cell) != d {
						want = want && !slices.Contains(around[cell], d)
					}
					if got != want {
						t.Fatalf("%v, %+v: %d in %s of %v is legal: %v, want %v", s, m, d, s.CellName(cell), b, got, want)
					}
					if got {
						count++
					}
				}
				if got := play.Legal(s, b.Cells(), givens.Cells(), m, legal); got != count {
					t.Errorf("%v, %+v: %d legal, want %d", s, m, got, count)
				}
			}
		}
	}
}

// unit returns the digits of the cells that share a unit with a cell, found through the lists of units.
func unit(b board.Board, cell int) (digits []int) {
	for _, u := range b.Shape().Units() {
		if slices.Contains(u, cell) {
			for _, c := range u {
				if c != cell {
					digits = append(digits, b.At(c))
				}
			}
		}
	}
	return digits
}

func TestLegalAllocatesNothing(t *testing.T) {
	for _, s := range shapes(t) {
		cells, givens, legal := make([]uint8, s.Cells()), make([]uint8, s.Cells()), make([]bool, s.Cells()*s.Side())
		if n := testing.AllocsPerRun(10, func() { play.Legal(s, cells, givens, play.Moves{TakeBack: true, Strict: true}, legal) }); n != 0 {
			t.Errorf("%v: %v allocations", s, n)
		}
	}
}

// random plays random moves, undos and redos and holds them against a list of whole boards.
func random(t *testing.T, s *board.Shape, rng *rand.Rand, steps int) *play.Game {
	t.Helper()
	puzzle := board.New(s)
	puzzle.Set(0, 1)
	g := begin(t, puzzle)
	type state struct {
		board string
		marks string
	}
	now := func() state { return state{g.Board().String(), fmt.Sprint(g.Marks())} }
	history, at := []state{now()}, 0
	for range steps {
		cell, digit := 1+rng.IntN(s.Cells()-1), 1+rng.IntN(s.Side())
		switch k := rng.IntN(6); k {
		case 0:
			if g.Undo() != (at > 0) {
				t.Fatal("undo does not say whether there was a move")
			}
			at = max(at-1, 0)
		case 1:
			if g.Redo() != (at < len(history)-1) {
				t.Fatal("redo does not say whether there was a move")
			}
			at = min(at+1, len(history)-1)
		default:
			before := now()
			switch {
			case k == 2:
				do(t, g.Clear(cell))
			case k == 3 && g.Board().At(cell) == 0:
				do(t, g.Mark(cell, digit))
			default:
				do(t, g.Place(cell, digit))
			}
			if after := now(); after != before {
				history, at = append(history[:at+1], after), at+1
			}
		}
		if now() != history[at] || g.Made() != at || g.Undone() != len(history)-1-at {
			t.Fatalf("%v: after %d moves of %d: %v, want %v", s, at, len(history)-1, now(), history[at])
		}
	}
	return g
}

// TestSaved: a game that is saved and loaded is the same, with all that can be undone and redone.
func TestSaved(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, s := range shapes(t) {
		g := random(t, s, rng, 300)
		g.Undo()
		g.Undo()
		text, err := json.Marshal(g)
		do(t, err)
		var loaded play.Game
		do(t, json.Unmarshal(text, &loaded))
		if loaded.Shape() != g.Shape() {
			t.Fatalf("%v is loaded as %v", g.Shape(), loaded.Shape())
		}
		for {
			if !loaded.Board().Equal(g.Board()) || !slices.Equal(loaded.Marks(), g.Marks()) || loaded.Made() != g.Made() || loaded.Undone() != g.Undone() {
				t.Fatalf("%v: a game is loaded differently: %v, want %v", s, loaded.Board(), g.Board())
			}
			if more := g.Redo(); more != loaded.Redo() {
				t.Fatal("a game is loaded with other moves to redo")
			} else if !more {
				break
			}
		}
		for g.Undo() {
			loaded.Undo()
			if !loaded.Board().Equal(g.Board()) {
				t.Fatal("a game is loaded with other moves to undo")
			}
		}
	}
}

// TestDamaged: a file that is no game is an error, and leaves the game that it was to replace.
func TestDamaged(t *testing.T) {
	g := begin(t, board.MustParse("1..............."))
	do(t, g.Place(1, 2))
	for _, text := range []string{
		``, `null2`, `[]`, `{"side":5,"puzzle":"1"}`, `{"side":4,"puzzle":"1"}`, `{"side":4,"puzzle":"11.............."}`,
		`{"side":4,"puzzle":"1...............","moves":[{"cell":0,"digit":2}],"made":1}`,
		`{"side":4,"puzzle":"1...............","moves":[{"cell":16,"digit":2}],"made":1}`,
		`{"side":4,"puzzle":"1...............","moves":[{"cell":-1}],"made":1}`,
		`{"side":4,"puzzle":"1...............","moves":[{"cell":1,"digit":5}],"made":1}`,
		`{"side":4,"puzzle":"1...............","moves":[{"cell":1,"digit":-5}],"made":1}`,
		`{"side":4,"puzzle":"1...............","moves":[{"cell":1,"marks":[0]}],"made":1}`,
		`{"side":4,"puzzle":"1...............","moves":[{"cell":1,"digit":1,"marks":[2]}],"made":1}`,
		`{"side":4,"puzzle":"1...............","moves":[{"cell":1}],"made":1}`,
		`{"side":4,"puzzle":"1...............","moves":[{"cell":1,"digit":2}],"made":2}`,
		`{"side":4,"puzzle":"1...............","moves":[{"cell":1,"digit":2}],"made":-1}`,
		`{"side":9,"variant":{"regions":[1,2]},"puzzle":"1"}`,
		`{"side":1000000,"puzzle":"1"}`,
	} {
		if err := g.UnmarshalJSON([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "play: ") {
			t.Errorf("%s: %v, want an error of the package", text, err)
		}
	}
	if g.Board().At(1) != 2 || g.Made() != 1 {
		t.Error("a damaged file changes the game")
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte(`{"side":4,"puzzle":"1...............","moves":[{"cell":1,"digit":2},{"cell":2,"marks":[1,3]}],"made":1}`))
	f.Add([]byte(`{"side":4,"variant":{"diagonals":true},"puzzle":"1...............","moves":[]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var g play.Game
		if g.UnmarshalJSON(text) != nil {
			if g.Shape() != nil {
				t.Fatal("a file that is refused leaves something of a game")
			}
			return
		}
		again, err := json.Marshal(&g)
		if err != nil {
			t.Fatal(err)
		}
		var h play.Game
		if err := json.Unmarshal(again, &h); err != nil {
			t.Fatalf("%s is written as %s: %v", text, again, err)
		}
		if !h.Board().Equal(g.Board()) || h.Made() != g.Made() || h.Undone() != g.Undone() {
			t.Fatalf("%s is written as another game, %s", text, again)
		}
	})
}

// TestZero: the zero Game answers, and refuses, without a panic.
func TestZero(t *testing.T) {
	var g play.Game
	if g.Shape() != nil || !g.Board().IsZero() || !g.Puzzle().IsZero() || len(g.Marks()) != 0 || g.Given(0) || g.Undo() || g.Redo() ||
		g.Made() != 0 || g.Undone() != 0 || g.Legal(0) != 0 || g.Actions(play.Moves{}) != nil || g.Conflicts() != nil || g.Complete() || g.Solved() {
		t.Error("the zero Game has something")
	}
}

func TestLegalPanics(t *testing.T) {
	defer func() {
		if r := recover(); r == nil || !strings.HasPrefix(fmt.Sprint(r), "play: ") {
			t.Errorf("slices of odd lengths: %v", r)
		}
	}()
	play.Legal(board.Standard(), make([]uint8, 81), make([]uint8, 81), play.Moves{}, make([]bool, 81))
}

func Example() {
	g, err := play.New(board.MustParse("1.3.3.4.2..4.12."))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("legal in r1c2:", g.Legal(1))
	fmt.Println(g.Place(1, 2), g.Place(3, 2), g.Place(0, 4))
	for _, c := range g.Conflicts() {
		fmt.Println(c.Unit, "holds", c.Digit, "twice")
	}
	g.Undo()
	fmt.Println(g.Board(), len(g.Conflicts()), g.Solved())
	// Output:
	// legal in r1c2: {2,4}
	// <nil> <nil> play: r1c1 is a given
	// row 1 holds 2 twice
	// 123.3.4.2..4.12. 0 false
}

func BenchmarkLegal(b *testing.B) {
	for _, side := range []int{9, 16} {
		s, err := board.ShapeOfSide(side)
		if err != nil {
			b.Fatal(err)
		}
		cells, legal := make([]uint8, s.Cells()), make([]bool, s.Cells()*side)
		for i := range cells {
			cells[i] = uint8(i % 3 * (i % side) % (side + 1))
		}
		givens := make([]uint8, len(cells))
		for _, strict := range []bool{false, true} {
			b.Run(fmt.Sprintf("side=%d/strict=%v", side, strict), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					play.Legal(s, cells, givens, play.Moves{TakeBack: true, Strict: strict}, legal)
				}
			})
		}
	}
}
