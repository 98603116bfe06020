package tensornet

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/compute"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/tensornet/plain"
)

// goBackend opens the backend in Go for a test.
func goBackend(t testing.TB) compute.Backend {
	t.Helper()
	choice, err := accel.Choose(t.Context(), accel.Options{Backend: "go", Sequential: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(choice.Close)
	return choice.Backend
}

// allRules are the four sets of rules.
func allRules() (out []plain.Rules) {
	for _, locked := range []bool{false, true} {
		for _, doubles := range []bool{false, true} {
			out = append(out, plain.Rules{Locked: locked, Doubles: doubles})
		}
	}
	return out
}

// boards makes boards of every kind: parts of full grids with few and with many solutions, a third of
// them with a digit exchanged so that most have none, and an empty one.
func boards(t testing.TB, k, n int) (out []board.Board) {
	t.Helper()
	shape, err := board.ShapeOf(k)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(uint64(k), 17))
	out = append(out, board.New(shape))
	for i := 1; i < n; i++ {
		b, err := generate.FullGrid(t.Context(), rng, generate.DefaultGrid(shape.Side()))
		if err != nil {
			t.Fatal(err)
		}
		order := rng.Perm(shape.Cells())
		givens := shape.Cells() * (25 + rng.IntN(30)) / 100
		for _, cell := range order[givens:] {
			b.Set(cell, 0)
		}
		if i%3 == 2 {
			b.Set(order[0], 1+(b.At(order[0])+rng.IntN(shape.Side()-1))%shape.Side())
		}
		out = append(out, b)
	}
	return out
}

// TestFormsEqual holds each form against the plain step: after every step the same stamps, and the same
// numbers, on boards with one, several and no solutions.
func TestFormsEqual(t *testing.T) {
	backend := goBackend(t)
	for _, k := range []int{2, 3, 4} {
		for _, rules := range allRules() {
			if testing.Short() && (k == 4 || rules.Doubles) {
				continue
			}
			t.Run(fmt.Sprintf("k=%d/locked=%v/doubles=%v", k, rules.Locked, rules.Doubles), func(t *testing.T) {
				cfg := DefaultConfig()
				cfg.Rules = rules
				puzzles := boards(t, k, 24)
				steps := 150
				if k == 4 {
					puzzles, steps = puzzles[:7], 60
				}
				compare(t, backend, cfg, puzzles, steps)
			})
		}
	}
}

// compare steps a form and the plain states of the puzzles side by side.
func compare(t *testing.T, backend compute.Backend, cfg Config, puzzles []board.Board, steps int) {
	shape := puzzles[0].Shape()
	l, err := cfg.newLoop(backend, shape, len(puzzles), 0)
	if err != nil {
		t.Fatal(err)
	}
	f := l.form
	defer l.close()
	const limit = 3
	states := make([]*plain.State, len(puzzles))
	l.stage.clear()
	for i, b := range puzzles {
		l.stage.place(i, b.Cells(), limit)
		if states[i], err = plain.New(b, plain.Search{Limit: limit}); err != nil {
			t.Fatal(err)
		}
	}
	readings, stamps, weights := make([]reading, f.slots()), make([]int8, len(states[0].Stamp)), make([]int8, shape.Cells())
	met := map[plain.Outcome]int{}
	for step := 1; step <= steps; step++ {
		if err := l.run(1, f.slots()); err != nil {
			t.Fatal(err)
		}
		l.stage.clear()
		f.read(l.state, readings)
		for i, s := range states {
			if s.End == plain.Limited && step%5 == 0 {
				s.Resume()
				l.stage.resume(i, limit)
			}
		}
		for i, s := range states {
			guessed, taken := s.Guessed, s.Steps
			resumed := s.End == plain.Open && s.Steps > 0 && readings[i].end == plain.Limited
			if resumed {
				continue // compared after the next step
			}
			outcome := s.Step(cfg.Rules)
			met[outcome]++
			want := reading{end: s.End, found: s.Found, guesses: s.Guesses, deepest: s.Deepest, steps: s.Steps - taken, guessed: s.Guessed - guessed}
			if readings[i] != want {
				t.Fatalf("%s, step %d, %s: %+v, want %+v", puzzles[i], step, outcome, readings[i], want)
			}
			f.stamps(l.state, i, stamps)
			if !slices.Equal(stamps, s.Stamp) {
				t.Fatalf("%s, step %d, %s: other stamps", puzzles[i], step, outcome)
			}
			f.weights(l.state, i, weights)
			if !slices.Equal(weights, s.Weight) {
				t.Fatalf("%s, step %d, %s: weights %v, want %v", puzzles[i], step, outcome, weights, s.Weight)
			}
			if s.Found > 0 && s.Solution != nil {
				grid := make([]uint8, shape.Cells())
				f.solutions(l.state, []int{i}, [][]uint8{grid})
				if !slices.Equal(grid, s.Solution) {
					t.Fatalf("%s, step %d: solution %v, want %v", puzzles[i], step, grid, s.Solution)
				}
			}
		}
	}
	for _, outcome := range []plain.Outcome{plain.Pass, plain.Push, plain.Pop, plain.Solve} {
		if met[outcome] == 0 && shape.Box() < 4 {
			t.Errorf("no step was a %s", outcome)
		}
	}
}
