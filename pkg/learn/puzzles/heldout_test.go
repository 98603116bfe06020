package puzzles_test

import (
	"bytes"
	"strings"
	"testing"

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
