package generate

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/symmetry"
)

var solverLimits = solver.Limits{Solutions: 2}

func minimalBoards(t testing.TB, seed uint64) func(context.Context, int) (board.Board, error) {
	t.Helper()
	m := newMinimal9(t, seed, engine.NewCounter9())
	var p Puzzle9
	return func(_ context.Context, index int) (board.Board, error) {
		if err := m.Item(index, &p); err != nil {
			return board.Board{}, err
		}
		cells := p.Puzzle
		return board.FromCells(cells[:])
	}
}

// TestByDifficulty asks for each technique, with the rating of package rate.
func TestByDifficulty(t *testing.T) {
	r := rate.New(board.Standard())
	rating := func(b board.Board) (rate.Rating, error) { return r.Rate(b, nil) }
	for _, technique := range rate.Techniques()[1:] {
		want := func(r rate.Rating) bool { return r.Technique == technique }
		got, err := ByDifficulty(t.Context(), 100, 5000, minimalBoards(t, 8), rating, want)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := rating(got.Board); err != nil || again != got.Rating || again.Technique != technique {
			t.Errorf("%v: %+v, %v, want %v", got.Board, again, err, technique)
		}
		if got.Tries != got.Index-99 {
			t.Errorf("puzzle %d after %d tries from 100", got.Index, got.Tries)
		}
		t.Logf("%v: puzzle %d", technique, got.Index)
	}
}

// TestByGuesses asks for a number of guesses.
func TestByGuesses(t *testing.T) {
	r, c := rate.New(board.Standard()), engine.NewCounter9()
	guesses := func(b board.Board) int64 {
		c.Count((*[81]uint8)(b.Cells()), 2)
		return c.Guesses()
	}
	rating := func(b board.Board) (rate.Rating, error) { return r.Rate(b, guesses) }
	want := func(r rate.Rating) bool { return r.Technique == rate.Guesses && r.Guesses >= 3 && r.Guesses <= 5 }
	from := 0
	for range 5 {
		got, err := ByDifficulty(t.Context(), from, 1000, minimalBoards(t, 8), rating, want)
		if err != nil {
			t.Fatal(err)
		}
		if n := guesses(got.Board); n < 3 || n > 5 || got.Index < from {
			t.Errorf("puzzle %d from %d needs %d guesses", got.Index, from, n)
		}
		from = got.Index + 1
	}
}

func TestByDifficultyErrors(t *testing.T) {
	rating := func(b board.Board) (int, error) { return b.Filled(), nil }
	never := func(int) bool { return false }
	var tries *TriesError
	if _, err := ByDifficulty(t.Context(), 5, 3, minimalBoards(t, 8), rating, never); !errors.As(err, &tries) || *tries != (TriesError{5, 3}) {
		t.Errorf("error %v", err)
	}
	bad := errors.New("bad")
	badRating := func(board.Board) (int, error) { return 0, bad }
	if _, err := ByDifficulty(t.Context(), 5, 3, minimalBoards(t, 8), badRating, never); !errors.Is(err, bad) || !strings.Contains(err.Error(), "puzzle 5") {
		t.Errorf("error %v", err)
	}
	badPuzzle := func(context.Context, int) (board.Board, error) { return board.Board{}, bad }
	if _, err := ByDifficulty(t.Context(), 5, 3, badPuzzle, rating, never); !errors.Is(err, bad) {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ByDifficulty(ctx, 5, 3, minimalBoards(t, 8), rating, never); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := ByDifficulty(t.Context(), -1, 3, minimalBoards(t, 8), rating, never); err == nil {
		t.Error("index -1: no error")
	}
	if _, err := ByDifficulty(t.Context(), 0, 0, minimalBoards(t, 8), rating, never); err == nil {
		t.Error("no tries: no error")
	}
	if _, err := ByDifficulty(t.Context(), 0, 1, minimalBoards(t, 8), rating, nil); err == nil {
		t.Error("no wish: no error")
	}
}

func newSeen(t testing.TB) *symmetry.Seen {
	t.Helper()
	s, err := symmetry.NewSeen(symmetry.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestDistinct(t *testing.T) {
	boards := startBoards(t, 6)
	rng := newRNG(1)
	twin := func(i int) board.Board { return symmetry.Random(rng, boards[i].Shape()).MustApply(boards[i]) }
	stream := func(boards ...board.Board) iter.Seq2[board.Board, error] {
		return func(yield func(board.Board, error) bool) {
			for _, b := range boards {
				if !yield(b, nil) {
					return
				}
			}
		}
	}
	self := func(b board.Board) board.Board { return b }
	seen := newSeen(t)
	if _, err := seen.Add(twin(5)); err != nil { // known beforehand
		t.Fatal(err)
	}
	var got []board.Board
	for b, err := range Distinct(stream(boards[0], twin(0), boards[1], boards[5], twin(1), boards[0], boards[2], twin(5)), self, seen) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, b)
	}
	if len(got) != 3 || !got[0].Equal(boards[0]) || !got[1].Equal(boards[1]) || !got[2].Equal(boards[2]) || seen.Len() != 4 {
		t.Errorf("%v, %d classes", got, seen.Len())
	}
	// It stops when its consumer does, and with an error.
	n := 0
	for _, err := range Distinct(stream(boards...), self, newSeen(t)) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d items", n)
	}
	bad := errors.New("bad")
	failing := func(yield func(board.Board, error) bool) {
		_ = yield(boards[0], nil) && yield(board.Board{}, bad) && yield(boards[1], nil)
	}
	var errs []error
	for _, err := range Distinct(failing, self, newSeen(t)) {
		errs = append(errs, err)
	}
	if len(errs) != 2 || errs[0] != nil || !errors.Is(errs[1], bad) {
		t.Errorf("%v", errs)
	}
	errs = nil
	for _, err := range Distinct(stream(board.Board{}, boards[0]), self, newSeen(t)) {
		errs = append(errs, err)
	}
	if len(errs) != 1 || errs[0] == nil {
		t.Errorf("a board without a form: %v", errs)
	}
}

// TestSeenMemory measures what Distinct's documentation states.
func TestSeenMemory(t *testing.T) {
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const n = 200_000
	seen := newSeen(t)
	rng := rand.NewChaCha8([32]byte{1})
	before := heap()
	for range n {
		var k symmetry.Key
		if _, err := rng.Read(k[:]); err != nil {
			t.Fatal(err)
		}
		seen.AddKey(k)
	}
	each := float64(heap()-before) / n
	t.Logf("%.1f bytes a class", each)
	if each < 16 || each > 64 {
		t.Errorf("%.1f bytes a class, the documentation says about 40", each)
	}
	runtime.KeepAlive(seen)
}
