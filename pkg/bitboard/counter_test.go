package bitboard

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestCounter: the counter counts as the solver does, whose solutions are all listed, up to any limit, on puzzles with
// none, one, several and very many solutions.
func TestCounter(t *testing.T) {
	const solved = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
	full, err := Parse(solved)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(21, 9))
	s, c := NewScalar(), NewCounter()
	plain := NewCounter()
	plain.vector = nil // as where there are no vector instructions
	var none, one, many, most int
	for trial := range 1500 {
		puzzle := full
		for _, i := range rng.Perm(81)[:36+rng.IntN(30)] {
			puzzle[i] = 0
		}
		if trial%5 == 0 { // a digit that may be wrong
			puzzle[rng.IntN(81)] = uint8(1 + rng.IntN(9))
		}
		limit := []int{1, 2, 3, few - 1, few, few + 1, 100, 1000, 20_000}[trial%9]
		want := s.CountUpTo(&puzzle, limit)
		for _, counter := range []*Counter{c, plain} {
			if got := counter.CountUpTo(&puzzle, limit); got != want {
				t.Fatalf("%s up to %d: %d, want %d (vectors %v)", puzzle, limit, got, want, counter.Vector())
			}
			if again := counter.CountUpTo(&puzzle, limit); again != want {
				t.Fatalf("%s up to %d: %d the second time, want %d", puzzle, limit, again, want)
			}
		}
		switch {
		case want == 0:
			none++
		case want == 1:
			one++
		case want < few:
			many++
		default:
			most++
		}
	}
	if none < 20 || one < 50 || many < 50 || most < 50 {
		t.Errorf("%d puzzles without a solution, %d with one, %d with several, %d with many: too few of a kind", none, one, many, most)
	}
}

// TestCounterAll counts all solutions of boards whose number is known by other means.
func TestCounterAll(t *testing.T) {
	c := NewCounter()
	var blank Cells
	if n := c.CountUpTo(&blank, 1_000_000); n != 1_000_000 {
		t.Errorf("the blank board has %d solutions up to a million", n)
	}
	if c.Guesses() == 0 {
		t.Error("the blank board was counted without a guess")
	}
	// Two digits missing everywhere: 9 rows of pairs, so each group of cells doubles the number.
	const solved = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
	full, err := Parse(solved)
	if err != nil {
		t.Fatal(err)
	}
	s := NewScalar()
	for a := uint8(1); a <= 9; a++ {
		for b := a + 1; b <= 9; b++ {
			puzzle := full
			for i, d := range puzzle {
				if d == a || d == b {
					puzzle[i] = 0
				}
			}
			got, want := c.CountUpTo(&puzzle, math.MaxInt), s.CountUpTo(&puzzle, math.MaxInt)
			if got != want || got&(got-1) != 0 || got < 2 {
				t.Errorf("without %d and %d: %d solutions, want %d, a power of two", a, b, got, want)
			}
		}
	}
}

func TestCounterMisuse(t *testing.T) {
	c := NewCounter()
	var blank Cells
	for _, limit := range []int{0, -1, math.MinInt} {
		if n := c.CountUpTo(&blank, limit); n != 0 || c.Guesses() != 0 {
			t.Errorf("%d solutions up to %d", n, limit)
		}
	}
	bad := Cells{80: 10}
	if n := c.CountUpTo(&bad, 100); n != 0 {
		t.Errorf("a board with the value 10 has %d solutions", n)
	}
	twice := Cells{0: 5, 8: 5}
	if n := c.CountUpTo(&twice, 100); n != 0 {
		t.Errorf("a board with a digit twice in a row has %d solutions", n)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic of a nil puzzle")
		}
	}()
	c.CountUpTo(nil, 2)
}

// TestCounterAllocates: nothing after NewCounter.
func TestCounterAllocates(t *testing.T) {
	c := NewCounter()
	var blank Cells
	if n := testing.AllocsPerRun(3, func() { c.CountUpTo(&blank, 1000) }); n != 0 {
		t.Errorf("%g allocations a call", n)
	}
}
