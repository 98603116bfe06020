package generate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/symmetry"
)

// nodes rates by the nodes of the oracle's search.
func nodes() func(p *[81]uint8) int64 {
	oracle := solvertest.NewPlain9()
	return func(p *[81]uint8) int64 {
		b, err := board.FromCells(p[:])
		if err != nil {
			panic(err)
		}
		res, err := oracle.Solve(context.Background(), b, solverLimits)
		if err != nil {
			panic(err)
		}
		return res.Stats.Nodes
	}
}

func startBoards(t testing.TB, n int) []board.Board {
	t.Helper()
	m := newMinimal9(t, 3, engine.NewCounter9())
	var out []board.Board
	for i := range n {
		var p Puzzle9
		if err := m.Item(i, &p); err != nil {
			t.Fatal(err)
		}
		b, err := board.FromCells(slices.Clone(p.Puzzle[:]))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b)
	}
	return out
}

func TestVicinity(t *testing.T) {
	cfg := VicinityConfig{Seed: 4, Pool: 12, Swaps: 60}
	start := startBoards(t, 3)
	rate := nodes()
	v, err := NewVicinity(cfg, start, engine.NewCounter9(), rate)
	if err != nil {
		t.Fatal(err)
	}
	first := v.Best().Rating
	if err := v.Run(t.Context(), 40); err != nil {
		t.Fatal(err)
	}
	state := v.State()
	if state.Step != 40 || state.Stats.Swaps != 40*60 || state.Stats.Rated != len(state.Seen) || state.Stats.Twins == 0 {
		t.Errorf("step %d, %+v, %d classes", state.Step, state.Stats, len(state.Seen))
	}
	if v.Best().Rating <= first {
		t.Errorf("the best rating is %d, it was %d at first", v.Best().Rating, first)
	}
	if len(state.Pool) != cfg.Pool || !slices.IsSortedFunc(state.Pool, func(a, b VicinityPuzzle) int { return int(b.Rating - a.Rating) }) {
		t.Errorf("pool %+v", state.Pool)
	}
	classes := map[symmetry.Key]bool{}
	for _, p := range state.Pool {
		b, err := board.Parse(p.Puzzle)
		if err != nil {
			t.Fatal(err)
		}
		key, err := symmetry.CanonicalKey(b)
		if err != nil {
			t.Fatal(err)
		}
		classes[key] = true
		cells := [81]uint8(b.Cells())
		if got := rate(&cells); got != p.Rating {
			t.Errorf("%v: rating %d, the pool says %d", b, got, p.Rating)
		}
		n, solution, _ := solvertest.Count(b, 2, 0)
		if n != 1 {
			t.Fatalf("%v has %d solutions", b, n)
		}
		checkMinimal(t, &Puzzle9{Puzzle: cells, Solution: [81]uint8(solution.Cells()), Givens: b.Filled()})
	}
	if len(classes) != cfg.Pool {
		t.Errorf("%d classes in a pool of %d", len(classes), cfg.Pool)
	}
}

// TestVicinityResumes: a search that was killed and read back goes on as if it had not been.
func TestVicinityResumes(t *testing.T) {
	cfg := VicinityConfig{Seed: 9, Pool: 8, Swaps: 40}
	v, err := NewVicinity(cfg, startBoards(t, 2), engine.NewCounter9(), nodes())
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Run(t.Context(), 10); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(v.State())
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Run(t.Context(), 15); err != nil { // the one that was not killed
		t.Fatal(err)
	}
	want, err := json.Marshal(v.State())
	if err != nil {
		t.Fatal(err)
	}
	var state VicinityState
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	v, err = ResumeVicinity(state, engine.NewCounter9(), nodes())
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := v.Run(t.Context(), 5); err != nil {
			t.Fatal(err)
		}
	}
	got, err := json.Marshal(v.State())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("resumed: %s\nwant %s", got, want)
	}
}

func TestVicinityErrors(t *testing.T) {
	start := startBoards(t, 1)
	rate := nodes()
	for name, begin := range map[string]func() (*Vicinity, error){
		"pool": func() (*Vicinity, error) {
			return NewVicinity(VicinityConfig{Swaps: 1}, start, engine.NewCounter9(), rate)
		},
		"swaps": func() (*Vicinity, error) {
			return NewVicinity(VicinityConfig{Pool: 1}, start, engine.NewCounter9(), rate)
		},
		"counter":  func() (*Vicinity, error) { return NewVicinity(DefaultVicinity(), start, nil, rate) },
		"rating":   func() (*Vicinity, error) { return NewVicinity(DefaultVicinity(), start, engine.NewCounter9(), nil) },
		"no start": func() (*Vicinity, error) { return NewVicinity(DefaultVicinity(), nil, engine.NewCounter9(), rate) },
		"several solutions": func() (*Vicinity, error) {
			return NewVicinity(DefaultVicinity(), []board.Board{board.New(board.Standard())}, engine.NewCounter9(), rate)
		},
		"shape": func() (*Vicinity, error) {
			return NewVicinity(DefaultVicinity(), []board.Board{board.New(shapeOf(t, 4))}, engine.NewCounter9(), rate)
		},
		"pool text": func() (*Vicinity, error) {
			return ResumeVicinity(VicinityState{Config: DefaultVicinity(), Pool: []VicinityPuzzle{{Puzzle: "12"}}}, engine.NewCounter9(), rate)
		},
	} {
		if _, err := begin(); err == nil || !strings.HasPrefix(err.Error(), "generate: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	empty, err := ResumeVicinity(VicinityState{Config: DefaultVicinity()}, engine.NewCounter9(), rate)
	if err != nil {
		t.Fatal(err)
	}
	if err := empty.Run(t.Context(), 1); err == nil {
		t.Error("a search without a puzzle took a step")
	}
	v, err := NewVicinity(DefaultVicinity(), start, engine.NewCounter9(), rate)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := v.Run(ctx, 1); !errors.Is(err, context.Canceled) || v.State().Step != 0 {
		t.Errorf("cancelled: %v after %d steps", err, v.State().Step)
	}
}

func TestSwap(t *testing.T) {
	rng := newRNG(1)
	b := startBoards(t, 1)[0]
	for range 500 {
		p := [81]uint8(b.Cells())
		before := p
		out, in := 1+rng.IntN(2), 1+rng.IntN(2)
		if !swap(rng, &p, out, in) {
			continue
		}
		gone, came := 0, 0
		for c := range p {
			switch {
			case before[c] != 0 && p[c] == 0:
				gone++
			case before[c] == 0 && p[c] != 0:
				came++
			case before[c] != p[c]:
				t.Fatal("a given changed in its place")
			}
		}
		after, err := board.FromCells(p[:])
		if err != nil {
			t.Fatal(err)
		}
		if gone != out || came != in || len(board.Conflicts(after)) > 0 {
			t.Fatalf("%d for %d: %d went and %d came: %v", out, in, gone, came, after)
		}
	}
	if empty := ([81]uint8{}); swap(rng, &empty, 1, 1) {
		t.Error("a given was taken from an empty board")
	}
}

func TestGivens9(t *testing.T) {
	for givens, count := range map[int]int{21: 2, 22: 4, 23: 6, 26: 10, 30: 10, 81: 1} {
		cfg := DefaultGivens(givens)
		cfg.Seed = 3
		g, err := NewGivens9(cfg, engine.NewCounter9())
		if err != nil {
			t.Fatal(err)
		}
		for i := range count {
			var p, again Puzzle9
			stats, err := g.Item(t.Context(), i, &p)
			if err != nil {
				t.Fatal(err)
			}
			b, err := board.FromCells(slices.Clone(p.Puzzle[:]))
			if err != nil {
				t.Fatal(err)
			}
			n, solution, _ := solvertest.Count(b, 2, 0)
			if n != 1 || b.Filled() != givens || p.Givens != givens || [81]uint8(solution.Cells()) != p.Solution {
				t.Errorf("%v has %d solutions and %d givens, want %d", b, n, b.Filled(), givens)
			}
			if _, err := g.Item(t.Context(), i, &again); err != nil || again.Puzzle != p.Puzzle {
				t.Errorf("puzzle %d again: %v, %v", i, again.Puzzle, err)
			}
			t.Logf("%d givens: %+v", givens, stats)
		}
	}
	// Exchanges alone, from the first minimal puzzle.
	cfg := GivensConfig{Givens: 22, Seed: 1, Starts: 1, Swaps: 500_000}
	g, err := NewGivens9(cfg, engine.NewCounter9())
	if err != nil {
		t.Fatal(err)
	}
	var p Puzzle9
	stats, err := g.Item(t.Context(), 0, &p)
	if err != nil || p.Givens != 22 || stats.Swaps == 0 {
		t.Errorf("%d givens, %+v, %v", p.Givens, stats, err)
	}
	t.Logf("exchanges: %+v", stats)
	checkMinimal(t, &p)
}

func TestGivens9Errors(t *testing.T) {
	g, err := NewGivens9(GivensConfig{Givens: 18, Starts: 2, Swaps: 50}, engine.NewCounter9())
	if err != nil {
		t.Fatal(err)
	}
	var p Puzzle9
	var exhausted *ExhaustedError
	if _, err := g.Item(t.Context(), 7, &p); !errors.As(err, &exhausted) || exhausted.Index != 7 || exhausted.Attempts != 2 ||
		exhausted.BestGivens < 19 || exhausted.Want != (Range{18, 18}) {
		t.Errorf("error %v", err)
	}
	if _, err := g.Item(t.Context(), -1, &p); err == nil {
		t.Error("index -1: no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.Item(ctx, 0, &p); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for _, cfg := range []GivensConfig{{Givens: 16, Starts: 1}, {Givens: 82, Starts: 1}, {Givens: 20}, {Givens: 20, Starts: 1, Swaps: -1}} {
		if _, err := NewGivens9(cfg, engine.NewCounter9()); err == nil {
			t.Errorf("%+v: no error", cfg)
		}
	}
	if _, err := NewGivens9(DefaultGivens(22), nil); err == nil {
		t.Error("no counter: no error")
	}
}
