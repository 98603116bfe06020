package puzzles_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/supply"
	"sudokulab/pkg/symmetry"
)

// quick returns a configuration that excludes nothing and needs little time.
func quick(side int, seed uint64) puzzles.Config {
	cfg := puzzles.DefaultConfig(side)
	cfg.Seed, cfg.Exclude, cfg.Lookahead = seed, nil, 16
	return cfg
}

func open(tb testing.TB, cfg puzzles.Config, workers int) *puzzles.Stream {
	tb.Helper()
	s, err := puzzles.New(tb.Context(), cfg, workers)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(s.Close)
	return s
}

func take(tb testing.TB, s puzzles.Source, k int) []puzzles.Sample {
	tb.Helper()
	batch, err := s.Batch(tb.Context(), k)
	if err != nil {
		tb.Fatal(err)
	}
	return batch
}

// same compares what two streams handed out, digit for digit.
func same(t *testing.T, what string, got, want []puzzles.Sample) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d samples, want %d", what, len(got), len(want))
	}
	for i := range got {
		if !slices.Equal(got[i].Puzzle, want[i].Puzzle) || !slices.Equal(got[i].Solution, want[i].Solution) ||
			got[i].Givens != want[i].Givens || got[i].Guesses != want[i].Guesses {
			t.Fatalf("%s: sample %d is\n%v (%d guesses), want\n%v (%d guesses)", what, i,
				got[i].Board(), got[i].Guesses, want[i].Board(), want[i].Guesses)
		}
	}
}

// unique proves by exact cover, which no maker uses, that a puzzle has one solution.
func unique(t *testing.T, s puzzles.Sample) {
	t.Helper()
	if err := board.CheckSolution(s.Board(), s.Grid()); err != nil {
		t.Fatalf("%v: %v", s.Board(), err)
	}
	res, err := engine.DLX(engine.DefaultDLX()).Solve(t.Context(), s.Board(), solver.Limits{Solutions: 2, Nodes: 3_000_000})
	if err != nil {
		t.Fatal(err)
	}
	if res.Status != solver.Unique {
		t.Fatalf("%v has status %v, want a single solution", s.Board(), res.Status)
	}
	if !res.Grid.Equal(s.Grid()) {
		t.Fatalf("%v is solved by %v, the sample says %v", s.Board(), res.Grid, s.Grid())
	}
}

func TestSamples(t *testing.T) {
	for _, test := range []struct {
		side, count int
		mix         puzzles.Mix
		hard        float64
		climb       int
	}{
		{4, 300, puzzles.Mix{{Low: 4, High: 10, Weight: 1}}, 0, 0},
		{9, 300, puzzles.Mix{{Low: 30, High: 45, Weight: 1}}, 0, 0},
		{9, 150, puzzles.Mix{{Low: 17, High: 29, Weight: 1}}, 0, 0},
		{9, 100, puzzles.Mix{{Low: 17, High: 45, Weight: 1}}, 1, 0},
		{9, 50, puzzles.Mix{{Low: 17, High: 45, Weight: 1}}, 1, 20},
		{16, 30, puzzles.Mix{puzzles.Blank(16, 0.40, 0.52)}, 0, 0},
		{25, 3, puzzles.Mix{puzzles.Blank(25, 0.30, 0.38)}, 0, 0},
	} {
		t.Run(fmt.Sprintf("side=%d/low=%d/hard=%v/climb=%d", test.side, test.mix[0].Low, test.hard, test.climb), func(t *testing.T) {
			cfg := quick(test.side, 11)
			cfg.Givens, cfg.Hard, cfg.Climb, cfg.Tries = test.mix, test.hard, test.climb, 32
			low, high := test.mix[0].Low, test.mix[0].High
			met := map[int]int{}
			for _, s := range take(t, open(t, cfg, 0), test.count) {
				unique(t, s)
				if s.Givens != s.Board().Filled() {
					t.Fatalf("%d givens, counted %d", s.Givens, s.Board().Filled())
				}
				if s.Givens < low || s.Givens > high {
					t.Fatalf("%v has %d givens, want %d to %d", s.Board(), s.Givens, low, high)
				}
				met[s.Givens]++
				if test.hard == 1 && (s.Guesses < 1 || score.Fill(score.Singles, s.Board()).Full()) {
					t.Fatalf("%v takes %d guesses or falls to singles, and is called hard", s.Board(), s.Guesses)
				}
			}
			if test.side == 9 && test.hard == 0 && low == 30 && len(met) != high-low+1 {
				t.Errorf("%d numbers of givens came up, want each from %d to %d: %v", len(met), low, high, met)
			}
		})
	}
}

// TestBands asks for two bands by their weights.
func TestBands(t *testing.T) {
	cfg := quick(9, 3)
	cfg.Givens = puzzles.Mix{{Low: 30, High: 30, Weight: 1}, {Low: 50, High: 50, Weight: 3}, {Low: 60, High: 60}}
	met := map[int]int{}
	for _, s := range take(t, open(t, cfg, 0), 400) {
		met[s.Givens]++
	}
	// 300 ± 8.7 of 400 are expected with 50 givens.
	if len(met) != 2 || met[50] < 260 || met[50] > 340 {
		t.Errorf("givens %v, want 30 and 50, three times as often", met)
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	for _, side := range puzzles.Sides() {
		cfg := quick(side, 5)
		cfg.Augment = puzzles.DefaultAugment()
		count := 60
		if side == 9 {
			cfg.Hard, cfg.Climb = 0.5, 3
		}
		if side == 16 {
			count = 20
		}
		if side == 25 {
			cfg.Givens, count = puzzles.Mix{puzzles.Blank(25, 0.30, 0.38)}, 8
		}
		want := take(t, open(t, cfg, 1), count)
		for _, workers := range []int{2, 5} {
			same(t, fmt.Sprintf("side %d, %d workers", side, workers), take(t, open(t, cfg, workers), count), want)
		}
	}
}

// TestResume stops a stream after each of some batches, writes its state, and goes on from
// the text; with changes of difficulty on the way.
func TestResume(t *testing.T) {
	cfg := quick(9, 8)
	cfg.Augment = puzzles.Augment{Digits: 0.5, Geometry: 0.5, Lines: 0.5}
	harder := puzzles.Difficulty{Givens: puzzles.Mix{{Low: 22, High: 30, Weight: 1}}, Hard: 0.5}
	sizes := []int{1, 7, 20, 3, 40, 16}
	steps := func(s *puzzles.Stream, between func(*puzzles.Stream) *puzzles.Stream) (all []puzzles.Sample, dropped int) {
		for i, k := range sizes {
			all = append(all, take(t, s, k)...)
			if i == 2 {
				if _, err := s.Set(harder); err != nil {
					t.Fatal(err)
				}
			}
			if i == 4 {
				if err := s.SetNow(cfg.Difficulty()); err != nil {
					t.Fatal(err)
				}
			}
			s = between(s)
		}
		return all, s.Dropped()
	}
	want, dropped := steps(open(t, cfg, 2), func(s *puzzles.Stream) *puzzles.Stream { return s })
	got, droppedToo := steps(open(t, cfg, 1), func(s *puzzles.Stream) *puzzles.Stream {
		text, err := json.Marshal(s.State())
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
		var state puzzles.State
		if err := json.Unmarshal(text, &state); err != nil {
			t.Fatal(err)
		}
		next, err := puzzles.Resume(t.Context(), state, 3)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(next.Close)
		return next
	})
	same(t, "resumed", got, want)
	if dropped != droppedToo || dropped == 0 {
		t.Errorf("%d boards dropped, %d with breaks; want the same number above 0", dropped, droppedToo)
	}
}

// expiring is a context that ends after a number of looks at it.
type expiring struct {
	context.Context
	looks int
}

func (e *expiring) Err() error {
	e.looks--
	if e.looks < 0 {
		return context.Canceled
	}
	return nil
}

// TestCutBatch ends a context in the middle of a batch: the stream and its state stand where
// the batch began.
func TestCutBatch(t *testing.T) {
	cfg := quick(9, 15)
	cfg.Augment = puzzles.Augment{Digits: 0.5}
	harder := puzzles.Difficulty{Givens: puzzles.Mix{{Low: 22, High: 25, Weight: 1}}}
	whole := open(t, cfg, 2)
	take(t, whole, 10)
	if _, err := whole.Set(harder); err != nil {
		t.Fatal(err)
	}
	want := append(take(t, whole, 50), take(t, whole, 20)...)

	s := open(t, cfg, 2)
	take(t, s, 10)
	if _, err := s.Set(harder); err != nil {
		t.Fatal(err)
	}
	for _, looks := range []int{35, 0, 50} {
		_, err := s.Batch(&expiring{t.Context(), looks}, 50)
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("error %v, want the context's", err)
		}
		if s.Position() != 10 {
			t.Fatalf("position %d after a batch that came to nothing, want 10", s.Position())
		}
	}
	resumed, err := puzzles.Resume(t.Context(), s.State(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer resumed.Close()
	same(t, "resumed", append(take(t, resumed, 50), take(t, resumed, 20)...), want)
	same(t, "gone on with", append(take(t, s, 50), take(t, s, 20)...), want)
	if s.Dropped() != whole.Dropped() || resumed.Dropped() != whole.Dropped() {
		t.Errorf("%d and %d boards dropped, want %d", s.Dropped(), resumed.Dropped(), whole.Dropped())
	}
	if _, err := s.Batch(&expiring{t.Context(), 20}, 50); err == nil {
		t.Fatal("a context that ends did not end a batch")
	}
	s.Close()
	if _, err := s.Batch(t.Context(), 1); !errors.Is(err, supply.ErrClosed) {
		t.Errorf("error %v of a closed stream, want supply.ErrClosed", err)
	}
	if s.Position() != 80 {
		t.Errorf("position %d, want 80", s.Position())
	}
}

// TestPlantedTwin excludes a symmetric twin of a sample and sees that sample replaced, and no
// other.
func TestPlantedTwin(t *testing.T) {
	const planted = 21
	rng := rand.New(rand.NewPCG(1, 2))
	for _, side := range []int{9, 16} {
		cfg := quick(side, 77)
		plain := open(t, cfg, 2)
		before := take(t, plain, 50)

		twin := symmetry.Random(rng, before[planted].Board().Shape()).MustApply(before[planted].Board())
		path := filepath.Join(t.TempDir(), "held.txt")
		if err := os.WriteFile(path, []byte("# a comment\n\n"+twin.String()+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		cfg.Exclude = []string{path}
		s := open(t, cfg, 2)
		after := take(t, s, 50)
		if slices.Equal(before[planted].Puzzle, after[planted].Puzzle) {
			t.Errorf("side %d: the twin of an excluded puzzle came up", side)
		}
		unique(t, after[planted])
		if s.Dropped() < plain.Dropped()+1 {
			t.Errorf("side %d: %d boards dropped, want more than the %d without the twin", side, s.Dropped(), plain.Dropped())
		}
		before[planted] = after[planted]
		same(t, "beside the twin", after, before)
	}
}

// TestPlantedInSet excludes an embedded set and looks for its classes in a stream of side 4,
// where they come up often.
func TestPlantedInSet(t *testing.T) {
	items, err := new(corpus.Store).Select(t.Context(), "own-4x4", corpus.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	classes := map[symmetry.Key]bool{}
	for _, it := range items {
		k, err := symmetry.CanonicalKey(it.Board)
		if err != nil {
			t.Fatal(err)
		}
		classes[k] = true
	}
	met := func(exclude []string) (n int) {
		cfg := quick(4, 9)
		cfg.Exclude = exclude
		for _, s := range take(t, open(t, cfg, 0), 500) {
			k, err := symmetry.CanonicalKey(s.Board())
			if err != nil {
				t.Fatal(err)
			}
			if classes[k] {
				n++
			}
		}
		return n
	}
	if n := met(nil); n == 0 {
		t.Error("no class of own-4x4 among 500 puzzles where it is not excluded: the test shows nothing")
	}
	if n := met([]string{"own-4x4"}); n != 0 {
		t.Errorf("%d of 500 puzzles are in own-4x4, which is excluded", n)
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		name   string
		spoil  func(*puzzles.Config)
		refuse bool
	}{
		{"default", func(*puzzles.Config) {}, false},
		{"side", func(c *puzzles.Config) { c.Side = 36 }, true},
		{"no band", func(c *puzzles.Config) { c.Givens = puzzles.Mix{} }, true},
		{"no weight", func(c *puzzles.Config) { c.Givens[0].Weight = 0 }, true},
		{"upside down", func(c *puzzles.Config) { c.Givens[0].Low = c.Givens[0].High + 1 }, true},
		{"full boards", func(c *puzzles.Config) { c.Givens[0].High = 81 }, true},
		{"hole", func(c *puzzles.Config) { c.Givens[2] = c.Givens[0] }, true},
		{"hard", func(c *puzzles.Config) { c.Hard = 1.5 }, true},
		{"hard at side 16", func(c *puzzles.Config) { *c = puzzles.DefaultConfig(16); c.Hard = 0.5 }, true},
		{"hard guesses", func(c *puzzles.Config) { c.HardGuesses = 0 }, true},
		{"climb", func(c *puzzles.Config) { c.Climb = -1 }, true},
		{"shrink", func(c *puzzles.Config) { c.Shrink = -1 }, true},
		{"tries", func(c *puzzles.Config) { c.Tries = 0 }, true},
		{"proof", func(c *puzzles.Config) { c.Proof = 0 }, true},
		{"lookahead", func(c *puzzles.Config) { c.Lookahead = 0 }, true},
		{"augment", func(c *puzzles.Config) { c.Augment.Lines = -0.1 }, true},
		{"exclude", func(c *puzzles.Config) { c.Exclude = []string{"no such set or file"} }, true},
	} {
		cfg := puzzles.DefaultConfig(9)
		test.spoil(&cfg)
		s, err := puzzles.New(t.Context(), cfg, 1)
		if err == nil {
			s.Close()
		}
		if (err != nil) != test.refuse {
			t.Errorf("%s: error %v, want one: %v", test.name, err, test.refuse)
		}
	}
	s := open(t, quick(9, 1), 1)
	if _, err := s.Set(puzzles.Difficulty{}); err == nil {
		t.Error("a difficulty without bands was set")
	}
	state := s.State()
	state.Config.Seed++
	if _, err := puzzles.Resume(t.Context(), state, 1); err == nil {
		t.Error("a state of another seed was resumed")
	}
	s.Close()
	if _, err := s.Next(t.Context()); err == nil {
		t.Error("a closed stream handed something out")
	}
}

// TestNothingLeft excludes every class there is, so that the stream must say so, not hang.
func TestNothingLeft(t *testing.T) {
	cfg := quick(4, 1)
	cfg.Givens = puzzles.Mix{{Low: 4, High: 4, Weight: 1}}
	var lines []byte
	full := cfg
	for seed := range uint64(4) {
		full.Seed = seed
		for _, s := range take(t, open(t, full, 0), 1000) {
			lines = append(lines, (s.Board().String() + "\n")...)
		}
	}
	path := filepath.Join(t.TempDir(), "all.txt")
	if err := os.WriteFile(path, lines, 0o600); err != nil {
		t.Fatal(err)
	}
	cfg.Exclude = []string{path}
	cfg.Lookahead = 1
	if _, err := open(t, cfg, 1).Next(t.Context()); err == nil {
		t.Error("a puzzle of 4 or 5 givens came up though all their classes are barred")
	}
}

func TestMixJSON(t *testing.T) {
	cfg := puzzles.DefaultConfig(9)
	cfg.Givens = puzzles.Mix{{Low: 22, High: 30, Weight: 2}, {Low: 31, High: 40, Weight: 1}}
	text, err := json.Marshal(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var got puzzles.Config
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, cfg) {
		t.Errorf("read back %+v, want %+v", got, cfg)
	}
	if err := json.Unmarshal([]byte(`[{},{},{},{},{},{},{},{},{}]`), new(puzzles.Mix)); err == nil {
		t.Error("nine bands were read")
	}
}

// TestClimb compares hard puzzles with and without exchanges, and each with the plain counter.
func TestClimb(t *testing.T) {
	plain := solvertest.NewPlain9()
	mean := func(climb int) float64 {
		cfg := quick(9, 4)
		cfg.Givens, cfg.Hard, cfg.Climb = puzzles.Mix{{Low: 17, High: 17, Weight: 1}}, 1, climb
		total := int64(0)
		for _, s := range take(t, open(t, cfg, 0), 60) {
			if n := plain.CountUpTo((*[81]uint8)(s.Puzzle), 2); n != 1 {
				t.Fatalf("%v has %d solutions, counted up to 2", s.Board(), n)
			}
			total += s.Guesses
		}
		return float64(total) / 60
	}
	if without, with := mean(0), mean(20); with < 2*without {
		t.Errorf("%.2f guesses with 20 exchanges, %.2f without: want twice as many at least", with, without)
	}
}

// TestShrink asks for the fewest givens, with and without exchanges; both kinds are minimal.
func TestShrink(t *testing.T) {
	mean := func(steps int) float64 {
		cfg := quick(9, 4)
		cfg.Givens, cfg.Shrink = puzzles.Mix{{Low: 17, High: 17, Weight: 1}}, steps
		total := 0
		for _, s := range take(t, open(t, cfg, 0), 60) {
			unique(t, s)
			minimal(t, s)
			total += s.Givens
		}
		return float64(total) / 60
	}
	if without, with := mean(0), mean(20); with > without-0.8 {
		t.Errorf("%.2f givens with 20 exchanges, %.2f without: want fewer by 0.8", with, without)
	}
	// Givens that are wanted and had are not gone below.
	cfg := quick(9, 4)
	cfg.Givens, cfg.Shrink = puzzles.Mix{{Low: 22, High: 22, Weight: 1}}, 200
	met := map[int]int{}
	for _, s := range take(t, open(t, cfg, 0), 20) {
		met[s.Givens]++
	}
	if met[22] != 20 {
		t.Errorf("givens %v with 200 exchanges, want 22 each time", met)
	}
}

// TestRemovalIsMinimalAtTheEnd asks large boards for fewer givens than there are: what comes
// back has no given to spare.
func TestRemovalIsMinimalAtTheEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	cfg := quick(16, 2)
	cfg.Givens, cfg.Proof = puzzles.Mix{{Low: 60, High: 60, Weight: 1}}, 100_000
	for _, s := range take(t, open(t, cfg, 0), 3) {
		wide := engine.Wide(engine.DefaultWide())
		b := s.Board().Clone()
		for c, d := range s.Puzzle {
			if d == 0 {
				continue
			}
			b.Set(c, 0)
			res, err := wide.Solve(t.Context(), b, solver.Limits{Solutions: 2})
			if err != nil {
				t.Fatal(err)
			}
			if res.Solutions != 2 {
				t.Fatalf("%v can spare %s", s.Board(), b.Shape().CellName(c))
			}
			b.Set(c, int(d))
		}
	}
}
