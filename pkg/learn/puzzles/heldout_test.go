package puzzles_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/symmetry"
)

func heldOut(t *testing.T, set puzzles.TestSet, count, workers int) []puzzles.Sample {
	t.Helper()
	samples, err := puzzles.HeldOut(t.Context(), set, count, workers)
	if err != nil {
		t.Fatal(err)
	}
	return samples
}

func setOf(t *testing.T, name string) puzzles.TestSet {
	t.Helper()
	set, err := puzzles.TestSetOf(name)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestHeldOut(t *testing.T) {
	for _, set := range puzzles.TestSets() {
		t.Run(set.Name, func(t *testing.T) {
			count := 60
			switch {
			case set.Name == "16x16-63" && testing.Short():
				t.Skip("takes seconds")
			case set.Name == "16x16-63":
				count = 2
			case set.Side == 16:
				count = 6
			}
			samples := heldOut(t, set, count, 2)
			for _, s := range samples {
				if set.Name != "16x16-63" { // exact cover takes too long there
					unique(t, s)
				}
				if s.Givens < set.Low || s.Givens > set.High || s.Givens != s.Board().Filled() {
					t.Fatalf("%v has %d givens, want %d to %d", s.Board(), s.Givens, set.Low, set.High)
				}
				if set.Minimal {
					minimal(t, s)
				}
			}
			same(t, "the first with one worker", heldOut(t, set, count/3, 1), samples[:count/3])
		})
	}
}

// minimal asks a plain solver whether any given can be spared.
func minimal(t *testing.T, s puzzles.Sample) {
	t.Helper()
	plain := solvertest.NewPlain9()
	p := [81]uint8(s.Puzzle)
	for c, d := range p {
		if d == 0 {
			continue
		}
		p[c] = 0
		if plain.CountUpTo(&p, 2) != 2 {
			t.Fatalf("%v can spare cell %d", s.Board(), c)
		}
		p[c] = d
	}
}

// TestHeldOutNeverComesUp looks for the classes of held-out sets in streams, at side 4, where
// both come from some thousand classes, and at side 9 with the seed of the set itself.
func TestHeldOutNeverComesUp(t *testing.T) {
	for _, name := range []string{"4x4", "9x9-36-45", "9x9-22-24"} {
		set := setOf(t, name)
		held := map[symmetry.Key]bool{}
		count := 1000
		if set.Side == 9 {
			count = 100
		}
		for _, s := range heldOut(t, set, count, 0) {
			k, err := symmetry.CanonicalKey(s.Board())
			if err != nil {
				t.Fatal(err)
			}
			held[k] = true
		}
		cfg := quick(set.Side, set.Seed)
		cfg.Givens = puzzles.Mix{{Low: set.Low, High: set.High, Weight: 1}}
		s := open(t, cfg, 0)
		for _, x := range take(t, s, 3*count) {
			k, err := symmetry.CanonicalKey(x.Board())
			if err != nil {
				t.Fatal(err)
			}
			if held[k] {
				t.Fatalf("%s: %v came up in a stream", name, x.Board())
			}
		}
		// A share of 1 in 16 boards at side 9 and near 1 in 4 at side 4 is held out.
		boards := float64(3*count + s.Dropped())
		share, low, high := float64(s.Dropped())/boards, 0.03, 0.10
		if set.Side == 4 {
			low, high = 0.15, 0.35
		}
		if share < low || share > high {
			t.Errorf("%s: %.3f of the boards dropped, want %v to %v", name, share, low, high)
		}
	}
}

// TestHeldOutIsLikeTheRest compares a held-out set with a stream of the same givens: the split
// has to be even in what it can see of a puzzle, such as whether it needs guesses.
func TestHeldOutIsLikeTheRest(t *testing.T) {
	set := setOf(t, "9x9-22-24")
	held, free := 0, 0
	const count = 120
	for _, s := range heldOut(t, set, count, 0) {
		if s.Guesses > 0 {
			held++
		}
	}
	cfg := quick(9, 99)
	cfg.Givens, cfg.Tries = puzzles.Mix{{Low: 9, High: 9, Weight: 1}}, 1
	stream := open(t, cfg, 0)
	for n := 0; n < count; {
		for _, s := range take(t, stream, 1) {
			if s.Givens < 22 || s.Givens > 24 {
				continue
			}
			n++
			if s.Guesses > 0 {
				free++
			}
		}
	}
	// Near one half of 120 each: a difference of 46 is six deviations.
	if d := held - free; d < -46 || d > 46 {
		t.Errorf("%d of %d held-out puzzles need guesses, %d of a stream", held, count, free)
	}
}

func TestTestSetErrors(t *testing.T) {
	if _, err := puzzles.TestSetOf("9x9"); err == nil {
		t.Error("a set that is not there was found")
	}
	for _, set := range []puzzles.TestSet{
		{Side: 8, Low: 10, High: 20},
		{Side: 9, Low: 30, High: 20},
		{Side: 16, Low: 100, High: 120, Minimal: true},
	} {
		if _, err := puzzles.HeldOut(t.Context(), set, 1, 1); err == nil {
			t.Errorf("%+v was made", set)
		}
	}
}

func TestPublic(t *testing.T) {
	store := new(corpus.Store)
	for _, id := range []string{"own-minimal", "own-4x4", "own-16x16", "own-25x25"} {
		samples, stats, err := puzzles.Public(t.Context(), store, id, corpus.Selection{First: 20})
		if err != nil {
			t.Fatal(err)
		}
		if len(samples) != stats.Read || stats.Read == 0 {
			t.Errorf("%s: %d samples of %+v, want all", id, len(samples), stats)
		}
		for _, s := range samples {
			if err := board.CheckSolution(s.Board(), s.Grid()); err != nil {
				t.Errorf("%s: %v", id, err)
			}
		}
	}
	// A third of this set has several solutions, part of another third none.
	samples, stats, err := puzzles.Public(t.Context(), store, "own-mixed", corpus.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	if stats.None == 0 || stats.Several == 0 || stats.Open != 0 || len(samples)+stats.None+stats.Several != stats.Read {
		t.Errorf("own-mixed: %d samples, %+v", len(samples), stats)
	}
	plain := solvertest.NewPlain9()
	for _, s := range samples {
		if n := plain.CountUpTo((*[81]uint8)(s.Puzzle), 2); n != 1 {
			t.Fatalf("%v has %d solutions, counted up to 2", s.Board(), n)
		}
	}
	if _, _, err := puzzles.Public(t.Context(), store, "no such set", corpus.Selection{}); err == nil {
		t.Error("a set that is not there was read")
	}
}

// TestPublicData reads sets that are not the project's own, where they are.
func TestPublicData(t *testing.T) {
	store := corpus.FromEnv("")
	for _, test := range []struct {
		id  string
		all bool // one solution each
	}{{"17clue", true}, {"forum-11-half", true}, {"magictour", true}, {"acs-9x9-half", false}, {"acs-16x16-half", false}} {
		t.Run(test.id, func(t *testing.T) {
			samples, stats, err := puzzles.Public(t.Context(), store, test.id, corpus.Selection{Sample: 30})
			if _, missing := errors.AsType[*corpus.MissingError](err); missing {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(samples)+stats.None+stats.Several+stats.Open != stats.Read || test.all && len(samples) != 30 || !test.all && stats.Several == 0 {
				t.Errorf("%d samples of %+v", len(samples), stats)
			}
			for _, s := range samples {
				if err := board.CheckSolution(s.Board(), s.Grid()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	if len(puzzles.Available(store, 9)) == len(puzzles.DefaultConfig(9).Exclude) {
		t.Skip("no public set on this machine")
	}
	cfg := quick(9, 1)
	cfg.Exclude = puzzles.Available(store, 9)
	take(t, open(t, cfg, 0), 20)
}

func TestReadWrite(t *testing.T) {
	for _, side := range []int{4, 9, 16} {
		want := take(t, open(t, quick(side, 2), 0), 5)
		var text bytes.Buffer
		if err := puzzles.Write(&text, want); err != nil {
			t.Fatal(err)
		}
		got, err := puzzles.Read(strings.NewReader("# made for a test\n\n" + text.String()))
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if got[i].Guesses != -1 {
				t.Errorf("%d guesses read from a file that has none, want −1", got[i].Guesses)
			}
			got[i].Guesses = want[i].Guesses
		}
		same(t, "read back", got, want)
	}
	for _, line := range []string{
		"1234341221434321",                       // no solution
		"1...............,1234341221434322",      // no grid
		"2...............,1234341221434321",      // of another puzzle
		"1...............,12343412214343211",     // cells
		"1...............,1234341221434321,more", // a third part
		"x...............,1234341221434321",      // a letter
	} {
		if _, err := puzzles.Read(strings.NewReader(line)); err == nil {
			t.Errorf("%q was read", line)
		}
	}
}

// FuzzRead reads anything; what it takes, it writes and reads again as the same.
func FuzzRead(f *testing.F) {
	f.Add("1...............,1234341221434321\n")
	f.Add("# nothing\n\n ,\n")
	f.Fuzz(func(t *testing.T, text string) {
		samples, err := puzzles.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		var written bytes.Buffer
		if err := puzzles.Write(&written, samples); err != nil {
			t.Fatal(err)
		}
		again, err := puzzles.Read(&written)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "read again", again, samples)
	})
}

func TestAvailable(t *testing.T) {
	if got := puzzles.Available(new(corpus.Store), 4); !slices.Equal(got, []string{"own-4x4"}) {
		t.Errorf("sets of side 4 without a data folder: %v", got)
	}
	for _, id := range puzzles.DefaultConfig(9).Exclude {
		if !strings.HasPrefix(id, "own-") {
			t.Errorf("the default excludes %s, which may not be on the machine", id)
		}
	}
}
