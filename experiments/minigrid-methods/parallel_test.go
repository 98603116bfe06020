package minigridmethods

import (
	"math/rand/v2"
	"slices"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/solvertest"
)

func puzzles(t *testing.T, id string, n int) []board.Board {
	t.Helper()
	items, err := (&corpus.Store{}).Sample(t.Context(), id, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return corpus.Boards(items)
}

// TestSplit: the pieces have the board's solutions among them, each once.
func TestSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, puzzle := range puzzles(t, "own-minimal", 5) {
		b, err := thinned(t.Context(), rng, puzzle, 20, 400)
		if err != nil {
			t.Fatal(err)
		}
		for _, least := range []int{1, 8, 64} {
			pieces := split(b.Board, least)
			if least < b.solutions && len(pieces) < least {
				t.Errorf("%d pieces, want %d or more", len(pieces), least)
			}
			seen := map[string]bool{}
			sum := 0
			for _, p := range pieces {
				if seen[p.String()] {
					t.Errorf("piece %s twice", p)
				}
				seen[p.String()] = true
				count, _, _ := solvertest.Count(p, 0, 0)
				sum += count
			}
			if sum != b.solutions {
				t.Errorf("%d pieces have %d solutions, the board %d", len(pieces), sum, b.solutions)
			}
		}
	}
}

func TestSplitOfAnImpossibleBoard(t *testing.T) {
	if pieces := split(board.MustParse("123....4........"), 8); len(pieces) > 0 {
		t.Errorf("%d pieces of a board with a cell that nothing fits", len(pieces))
	}
}

// TestRounds: any number of workers leaves the domains that AC-3 leaves.
func TestRounds(t *testing.T) {
	for _, id := range []string{"own-easy", "own-mixed", "own-16x16", "own-25x25"} {
		boards := puzzles(t, id, 12)
		net := encode.Network(boards[0].Shape())
		s, err := csp.NewSolver(net, csp.DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		r := newRounds(net)
		for _, b := range boards {
			want, err := s.Propagate(t.Context(), encode.Domains(nil, b))
			if err != nil {
				t.Fatal(err)
			}
			for workers := 1; workers <= 4; workers++ {
				got, consistent := r.run(encode.Domains(nil, b), workers)
				if consistent != want.Consistent || consistent && !slices.Equal(got, want.Domains) {
					t.Fatalf("%s on %d workers: other domains than AC-3", b, workers)
				}
			}
		}
	}
}

// TestWays: every way finds all solutions, on any number of workers.
func TestWays(t *testing.T) {
	cfg := config(lab.Smoke)
	cfg.Within.Few = 100 // so that extraction is split
	b, err := crowded(t.Context(), cfg, rand.New(rand.NewPCG(3, 4)), puzzles(t, "own-minimal", 1)[0], 300, 600)
	if err != nil {
		t.Fatal(err)
	}
	want, _, _ := solvertest.Count(b, 0, 0)
	for _, w := range ways(cfg, 3, b.Shape()) {
		if w.name == byLoops || w.method == propagating {
			continue
		}
		for workers := 1; workers <= 3; workers++ {
			if got, err := w.run(t.Context(), b, workers); err != nil || got != int64(want) {
				t.Errorf("%s on %d workers: %d solutions, %v, want %d", w.key(), workers, got, err, want)
			}
		}
		if w.whole != nil {
			if got, err := w.whole(t.Context(), b); err != nil || got != int64(want) {
				t.Errorf("%s on one core: %d solutions, %v, want %d", w.key(), got, err, want)
			}
		}
	}
}
