package puzzles

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/symmetry"
)

// short are ladders that take some milliseconds.
func short(seed uint64) LadderConfig {
	c := DefaultLadders()
	c.Seed, c.Starts, c.Steps, c.Pool, c.Round = seed, 6, 120, 40, 3
	return c
}

// TestLadder: what a ladder gives is minimal, has one solution and the guesses of its rung by another
// count, and is neither barred nor there twice.
func TestLadder(t *testing.T) {
	cfg := short(3)
	makers, err := LadderMakers(t.Context(), cfg, 2)
	if err != nil {
		t.Fatal(err)
	}
	by, keys := bitboard.NewScalar(), map[symmetry.Key]bool{}
	canon, err := symmetry.NewCanonicalizer(symmetry.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	rungs := make([]int, len(cfg.Rungs))
	for index := range 4 {
		samples, err := makers[0].Ladder(t.Context(), index)
		if err != nil {
			t.Fatal(err)
		}
		again, err := makers[1].Ladder(t.Context(), index) // by a maker that made none or another before
		if err != nil || !reflect.DeepEqual(samples, again) {
			t.Fatalf("ladder %d differs from another maker's: %v", index, err)
		}
		for _, s := range samples {
			p := bitboard.Cells(s.Puzzle)
			if n := by.CountUpTo(&p, 2); n != 1 || by.Guesses() != s.Guesses {
				t.Fatalf("%v: %d solutions, %d guesses, want 1 and %d", s.Board(), n, by.Guesses(), s.Guesses)
			}
			if rung := cfg.RungOf(s.Guesses); rung >= 0 {
				rungs[rung]++
			} else {
				t.Errorf("%v of %d guesses is of no rung", s.Board(), s.Guesses)
			}
			for c, d := range s.Puzzle {
				if d != 0 && d != s.Solution[c] {
					t.Fatalf("%v: another solution in cell %d", s.Board(), c)
				}
				if d != 0 {
					q := p
					q[c] = 0
					if by.CountUpTo(&q, 2) < 2 {
						t.Fatalf("%v: the given in cell %d is to spare", s.Board(), c)
					}
				}
			}
			k, err := canon.Key(s.Board())
			if err != nil || heldOut(9, k) || keys[k] {
				t.Fatalf("%v: held out %v, there before %v, %v", s.Board(), heldOut(9, k), keys[k], err)
			}
			keys[k] = true
		}
	}
	if rungs[0] == 0 || rungs[1] == 0 || rungs[2] == 0 {
		t.Errorf("%v puzzles by rung, want some in the first three", rungs)
	}
}

// TestLaddersResume: samples do not depend on workers, on the sizes of batches, or on interruptions.
func TestLaddersResume(t *testing.T) {
	cfg := short(4)
	a, err := NewLadders(t.Context(), cfg, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	want, err := a.Batch(t.Context(), 600)
	if err != nil {
		t.Fatal(err)
	}
	if a.State().Round == 0 {
		t.Fatal("the samples end in the first round, want more")
	}
	state, got := LadderState{Config: cfg}, []Sample(nil)
	for _, k := range []int{1, 0, 250, 249, 100} {
		b, err := ResumeLadders(t.Context(), state, 2)
		if err != nil {
			t.Fatal(err)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := b.Batch(ended, 100_000); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v of a batch that is cut off", err)
		}
		part, err := b.Batch(t.Context(), k)
		if err != nil {
			t.Fatal(err)
		}
		got, state = append(got, part...), b.State()
		b.Close()
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("samples after interruptions are others")
	}
	if !reflect.DeepEqual(state, a.State()) || a.Position() != 600 {
		t.Errorf("state %+v, want %+v", state, a.State())
	}
	state.Used = 1 << 20
	if _, err := ResumeLadders(t.Context(), state, 1); err == nil {
		t.Error("a state beyond its round is taken")
	}
}

// TestHeldOutLadders: their classes are the held-out ones, and they are counted by rung.
func TestHeldOutLadders(t *testing.T) {
	cfg := short(5)
	cfg.Rungs = cfg.Rungs[:2]
	rungs, err := HeldOutLadders(t.Context(), cfg, 5)
	if err != nil {
		t.Fatal(err)
	}
	canon, err := symmetry.NewCanonicalizer(symmetry.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	for i, samples := range rungs {
		if len(samples) != 5 {
			t.Errorf("rung %v has %d puzzles, want 5", cfg.Rungs[i], len(samples))
		}
		for _, s := range samples {
			if k, err := canon.Key(s.Board()); err != nil || !heldOut(9, k) || !cfg.Rungs[i].Holds(s.Guesses) {
				t.Errorf("%v of %d guesses in rung %v: %v", s.Board(), s.Guesses, cfg.Rungs[i], err)
			}
		}
	}
}

// TestMixture: each part comes in its own order, in about its share, and a mixture is resumed.
func TestMixture(t *testing.T) {
	cfg := MixtureConfig{Stream: DefaultConfig(9), Ladders: short(6), Share: 0.25}
	m, err := NewMixture(t.Context(), cfg, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	ladders, err := NewLadders(t.Context(), cfg.Ladders, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer ladders.Close()
	head, err := m.Batch(t.Context(), 150)
	if err != nil {
		t.Fatal(err)
	}
	middle := m.State()
	tail, err := m.Batch(t.Context(), 250)
	if err != nil {
		t.Fatal(err)
	}
	again, err := ResumeMixture(t.Context(), middle, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	rest, err := again.Batch(t.Context(), 250)
	if err != nil || !reflect.DeepEqual(rest, tail) {
		t.Errorf("samples after a resumption are others: %v", err)
	}
	inOrder, err := ladders.Batch(t.Context(), 400)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, s := range slices.Concat(head, tail) {
		if slices.Equal(inOrder[count].Puzzle, s.Puzzle) {
			count++
		}
	}
	if count != m.State().Ladders.Used+m.State().Ladders.Past || count < 70 || count > 130 {
		t.Errorf("%d of 400 samples are those of the ladders in order, want %d, about 100", count, m.State().Ladders.Used)
	}
}

// TestLadderMisuse: what has no meaning is an error that says what is wanted.
func TestLadderMisuse(t *testing.T) {
	for i, change := range []func(*LadderConfig){
		func(c *LadderConfig) { c.Steps = 0 },
		func(c *LadderConfig) { c.Round = -1 },
		func(c *LadderConfig) { c.Pool = 1 << 30 },
		func(c *LadderConfig) { c.Rungs = nil },
		func(c *LadderConfig) { c.Rungs = []Rung{{Low: 5, High: 4, Most: 1}} },
		func(c *LadderConfig) { c.Rungs = []Rung{{Low: 5, Most: 0}} },
		func(c *LadderConfig) { c.Rungs = []Rung{{Low: 5, High: 9, Most: 1}, {Low: 9, Most: 1}} },
		func(c *LadderConfig) { c.Rungs = []Rung{{Low: 5, Most: 1}, {Low: 9, Most: 1}} },
	} {
		c := short(1)
		change(&c)
		if _, err := LadderMakers(t.Context(), c, 1); err == nil {
			t.Errorf("change %d is taken", i)
		}
	}
	none := short(1)
	none.Rungs = []Rung{{Low: 100_000, Most: 1}}
	if _, err := NewLadders(t.Context(), none, 1); err == nil {
		t.Error("ladders that reach no rung have samples")
	}
	m := MixtureConfig{Stream: DefaultConfig(9), Ladders: short(1), Share: 1.5}
	if m.Validate() == nil {
		t.Error("a share of 1.5 is taken")
	}
	m.Share, m.Stream = 0.5, DefaultConfig(4)
	if m.Validate() == nil {
		t.Error("ladders beside boards of side 4 are taken")
	}
}
