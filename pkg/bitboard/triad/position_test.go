package triad

import (
	"bytes"
	"math/rand/v2"
	"os"
	"testing"

	"sudokulab/pkg/solvertest"
)

// TestAssemblyPositions goes through searches on words and does each step by assembly, too, on a copy:
// what follows, whether the position is possible, the weights of the open digits, and both sides
// of a guess must be the same, lane by lane.
func TestAssemblyPositions(t *testing.T) {
	if !assembled() {
		t.Skip("no assembly for this processor")
	}
	t.Run("AVX2", func(t *testing.T) { assemblyPositions(t, propagateAVX2) })
	t.Run("AVX-512", func(t *testing.T) {
		if !ternary() {
			t.Skip("no three-way logic on this processor")
		}
		assemblyPositions(t, propagateAVX512)
	})
}

func assemblyPositions(t *testing.T, propagate func(st *state, first int, open *[2]quad) bool) {
	t.Helper()
	puzzles := [][81]uint8{{}}
	rng := rand.New(rand.NewPCG(13, 14))
	for range 1000 {
		puzzles = append(puzzles, randomBoard(rng))
	}
	for _, file := range []string{"puzzles2_17_clue", "puzzles3_magictour_top1465", "puzzles6_forum_hardest_1106"} {
		puzzles = append(puzzles, firstOf(t, file, 60)...)
	}
	c := comparison{propagate: propagate}
	for i := range puzzles {
		c.search(t, &puzzles[i], 150)
	}
	if c.positions < 20_000 || min(c.refuted, c.solutions, c.splits, c.first[0], c.first[1], c.first[2]) < 500 {
		t.Errorf("too little was compared: %d positions, %d refuted, %d solutions, %d splits, first %v", c.positions, c.refuted, c.solutions, c.splits, c.first)
	}
}

// comparison counts what was compared.
type comparison struct {
	propagate                             func(st *state, first int, open *[2]quad) bool
	positions, refuted, solutions, splits int
	first                                 [4]int // by the band that went first
}

// search runs the search of a puzzle on words, for so many positions.
func (c *comparison) search(t *testing.T, puzzle *[81]uint8, most int) {
	t.Helper()
	e := NewPortable()
	e.Begin(puzzle)
	s := e.base
	for range most {
		if s.top < 0 {
			return
		}
		c.positions++
		st, first := &s.stack[s.top], int(s.first[s.top])
		c.first[first]++
		twin := *st
		var open [2]quad
		ok, twinOK := s.propagate(st, first), c.propagate(&twin, first, &open)
		if ok != twinOK {
			t.Fatalf("%v: position %d is possible: %v, by assembly %v", *puzzle, c.positions, ok, twinOK)
		}
		if !ok {
			c.refuted++
			s.refute()
			s.top--
			continue
		}
		sameLanes(t, puzzle, "after propagation", st, &twin)
		s.first[s.top] = noBand
		band, digit, config := s.choose(st)
		for b := range s.open {
			for j := range 3 {
				if s.open[b][j] != open[b][j] {
					t.Fatalf("%v: open digits %#x, by assembly %#x", *puzzle, s.open, open)
				}
			}
		}
		if band < 0 {
			c.solutions++
			s.top--
			continue
		}
		c.splits++
		s.band, s.digit = band, digit
		s.first[s.top], s.first[s.top+1] = uint8(min(band, noBand)), uint8(min(band, noBand))
		var child state
		splitAssembled(&twin, &child, band, digit, config)
		s.split(st, &s.stack[s.top+1], band, digit, config)
		sameLanes(t, puzzle, "what a guess leaves", st, &twin)
		sameLanes(t, puzzle, "what a guess takes", &s.stack[s.top+1], &child)
		// The words keep no fourth group. The next copies must have it.
		*st, s.stack[s.top+1] = twin, child
		s.top++
	}
}

// sameLanes compares all that the words keep: groups 0 to 2. Of rest only a value that a pass left at a
// fixpoint is the same, any other only says that there is more to do.
func sameLanes(t *testing.T, puzzle *[81]uint8, when string, words, vectors *state) {
	t.Helper()
	compare := func(what string, i int, p, q *quad) {
		t.Helper()
		if [3]uint64(p[:3]) != [3]uint64(q[:3]) {
			t.Fatalf("%v: %s, %s %d is %#x, by assembly %#x", *puzzle, when, what, i, *p, *q)
		}
	}
	for i := range words.band {
		p, q := &words.band[i], &vectors.band[i]
		for r := range p.row {
			compare("row", 3*i+r, &p.row[r], &q.row[r])
		}
		compare("even of band", i, &p.even, &q.even)
		compare("odd of band", i, &p.odd, &q.odd)
		compare("rest of band", i, &p.rest, &q.rest)
	}
	compare("even", 0, &words.even, &vectors.even)
	compare("odd", 0, &words.odd, &vectors.odd)
	for _, q := range []*quad{&vectors.even, &vectors.odd, &vectors.band[1].row[2], &vectors.band[2].even} {
		if q[3] != q[2] {
			t.Fatalf("%v: %s, the last group is %#x, want that before it again", *puzzle, when, *q)
		}
	}
}

// randomBoard has 17 to 46 cells of a solved grid with its digits renamed, up to two of them wrong.
func randomBoard(rng *rand.Rand) (out [81]uint8) {
	digits, keep, wrong := rng.Perm(9), 17+rng.IntN(30), rng.IntN(3)
	for n, i := range rng.Perm(81) {
		r, c := i/9, i%9
		switch {
		case n < keep:
			out[i] = uint8(digits[(3*r+r/3+c)%9]) + 1
		case n < keep+wrong:
			out[i] = uint8(rng.IntN(9)) + 1
		}
	}
	return out
}

// firstOf reads the first puzzles of a public set, or none if it is not at hand.
func firstOf(t *testing.T, file string, n int) (out [][81]uint8) {
	t.Helper()
	path, missing := solvertest.PublicSet("tdoku/" + file)
	if missing != "" {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		if len(line) < 81 || line[0] == '#' {
			continue
		}
		var p [81]uint8
		for i := range p {
			if d := line[i] - '0'; d <= 9 {
				p[i] = d
			}
		}
		if out = append(out, p); len(out) == n {
			break
		}
	}
	return out
}
