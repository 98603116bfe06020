package puzzles

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/supply"
	"sudokulab/pkg/symmetry"
)

// TestTwinsShareTheirFate turns boards about as they come from a maker, before any is thrown
// away: a twin is barred exactly if the board is.
func TestTwinsShareTheirFate(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, side := range []int{4, 9, 16} {
		cfg := DefaultConfig(side)
		bar, err := newBarred(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		m := newMaker(cfg, bar)
		met := map[bool]int{}
		for i := range 120 {
			o := supply.Order[Difficulty]{Seed: 3, Index: i, Difficulty: cfg.Difficulty()}
			s, key, known, err := m.try(t.Context(), &o, 0)
			if err != nil || !known {
				t.Fatal(err, known)
			}
			twin := symmetry.Random(rng, cfg.shape()).MustApply(s.Board())
			other, known, err := m.classOf(twin.Cells())
			if err != nil || !known {
				t.Fatal(err, known)
			}
			if bar.has(key) != bar.has(other) {
				t.Fatalf("%v is barred: %v; its twin %v: %v", s.Board(), bar.has(key), twin, bar.has(other))
			}
			met[bar.has(key)]++
		}
		if met[true] == 0 || met[false] == 0 {
			t.Errorf("side %d: boards barred or not %v, want some of each", side, met)
		}
	}
}

// TestItemAlone makes samples out of turn, by a maker that has made others before.
func TestItemAlone(t *testing.T) {
	cfg := DefaultConfig(9)
	cfg.Seed, cfg.Hard, cfg.Climb = 4, 0.3, 2
	s, err := New(t.Context(), cfg, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	want, err := s.Batch(t.Context(), 40)
	if err != nil {
		t.Fatal(err)
	}
	bar, err := newBarred(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	m := newMaker(cfg, bar)
	for _, i := range []int{39, 7, 7, 0, 21} {
		got, err := m.item(t.Context(), supply.Order[Difficulty]{Seed: cfg.Seed, Index: i, Difficulty: cfg.Difficulty()})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Puzzle, want[i].Puzzle) || got.Guesses != want[i].Guesses {
			t.Errorf("sample %d alone is %v, in its turn %v", i, got.Board(), want[i].Board())
		}
	}
}

// TestMakeAllocates guards the hot path of side 9: nothing but the sample's cells.
func TestMakeAllocates(t *testing.T) {
	n := newNine(DefaultConfig(9))
	pcg := rand.NewPCG(1, 1)
	rng := rand.New(pcg)
	for _, hard := range []bool{false, true} {
		n.cfg.Climb = 3
		got := testing.AllocsPerRun(50, func() {
			if _, _, _, err := n.make(t.Context(), rng, 30, hard); err != nil {
				t.Fatal(err)
			}
		})
		if got != 0 {
			t.Errorf("hard %v: %v allocations for a puzzle, want 0", hard, got)
		}
	}
}
