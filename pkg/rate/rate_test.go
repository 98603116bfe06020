package rate

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/symmetry"
)

// reference rates by the words of the package's documentation, with sets as maps, units
// spelled out again and no shared code.
type reference struct {
	n     int
	units [][]int
	may   []map[int]bool
	done  []bool
}

func newReference(b board.Board) *reference {
	s := b.Shape()
	x := &reference{n: s.Side(), done: make([]bool, s.Cells())}
	group := map[string][]int{}
	v := s.Variant()
	for c := range s.Cells() {
		r, k := c/x.n, c%x.n
		region := fmt.Sprint("box ", s.BoxOf(c))
		keys := []string{fmt.Sprint("row ", r), fmt.Sprint("column ", k), region}
		if v.Diagonals && r == k {
			keys = append(keys, "falling")
		}
		if v.Diagonals && r+k == x.n-1 {
			keys = append(keys, "rising")
		}
		for _, key := range keys {
			group[key] = append(group[key], c)
		}
		x.may = append(x.may, map[int]bool{})
	}
	for _, cells := range group {
		x.units = append(x.units, cells)
	}
	for c := range x.may {
		if d := b.At(c); d != 0 {
			x.may[c][d], x.done[c] = true, true
			continue
		}
		for d := 1; d <= x.n; d++ {
			x.may[c][d] = !x.sees(c, func(p int) bool { return b.At(p) == d })
		}
	}
	return x
}

func (x *reference) sees(c int, is func(int) bool) bool {
	for _, u := range x.units {
		if slices.Contains(u, c) {
			for _, p := range u {
				if p != c && is(p) {
					return true
				}
			}
		}
	}
	return false
}

func (x *reference) digits(c int) (out []int) {
	for d := 1; d <= x.n; d++ {
		if x.may[c][d] {
			out = append(out, d)
		}
	}
	return out
}

func (x *reference) places(unit []int, d int) (out []int) {
	for _, c := range unit {
		if x.may[c][d] {
			out = append(out, c)
		}
	}
	return out
}

type change struct{ cell, digit int }

// round returns what the lowest technique fills or takes away, and its steps.
func (x *reference) round() (t Technique, fill, drop []change, steps Steps) {
	for c := range x.may {
		if d := x.digits(c); !x.done[c] && len(d) == 1 {
			fill = append(fill, change{c, d[0]})
		}
	}
	if len(fill) > 0 {
		return NakedSingles, fill, nil, Steps{Naked: len(fill)}
	}
	for _, u := range x.units {
		for d := 1; d <= x.n; d++ {
			if p := x.places(u, d); len(p) == 1 && !x.done[p[0]] && !slices.Contains(fill, change{p[0], d}) {
				fill = append(fill, change{p[0], d})
			}
		}
	}
	if len(fill) > 0 {
		return HiddenSingles, fill, nil, Steps{Hidden: len(fill)}
	}
	for i, u := range x.units {
		for j, v := range x.units {
			shared := 0
			for _, c := range u {
				if slices.Contains(v, c) {
					shared++
				}
			}
			if i == j || shared < 2 {
				continue
			}
			for d := 1; d <= x.n; d++ {
				p := x.places(u, d)
				inside := len(p) > 0
				for _, c := range p {
					inside = inside && slices.Contains(v, c)
				}
				if !inside {
					continue
				}
				before := len(drop)
				for _, c := range x.places(v, d) {
					if !slices.Contains(u, c) {
						drop = append(drop, change{c, d})
					}
				}
				if len(drop) > before {
					steps.Locked++
				}
			}
		}
	}
	if len(drop) > 0 {
		return LockedCandidates, nil, drop, steps
	}
	for _, u := range x.units {
		for i, a := range u {
			for _, b := range u[i+1:] {
				da := x.digits(a)
				if len(da) != 2 || !slices.Equal(da, x.digits(b)) {
					continue
				}
				before := len(drop)
				for _, d := range da {
					for _, c := range x.places(u, d) {
						if c != a && c != b {
							drop = append(drop, change{c, d})
						}
					}
				}
				if len(drop) > before {
					steps.NakedPairs++
				}
			}
		}
		for d := 1; d <= x.n; d++ {
			for e := d + 1; e <= x.n; e++ {
				p := x.places(u, d)
				if len(p) != 2 || !slices.Equal(p, x.places(u, e)) {
					continue
				}
				before := len(drop)
				for _, c := range p {
					for _, f := range x.digits(c) {
						if f != d && f != e {
							drop = append(drop, change{c, f})
						}
					}
				}
				if len(drop) > before {
					steps.HiddenPairs++
				}
			}
		}
	}
	if len(drop) > 0 {
		return Pairs, nil, drop, steps
	}
	return None, nil, nil, Steps{}
}

func (x *reference) rate() (Rating, error) {
	var r Rating
	for {
		r.Open = 0
		for c := range x.may {
			if len(x.digits(c)) == 0 {
				return Rating{}, ErrUnsolvable
			}
			if !x.done[c] {
				r.Open++
			} else if d := x.digits(c)[0]; x.sees(c, func(p int) bool { return x.done[p] && x.may[p][d] }) {
				return Rating{}, ErrUnsolvable
			}
		}
		if r.Open == 0 {
			return r, nil
		}
		t, fill, drop, s := x.round()
		if t == None || t > NakedSingles {
			// A digit without a place is noticed as soon as naked singles are through.
			for _, u := range x.units {
				for d := 1; d <= x.n; d++ {
					if len(x.places(u, d)) == 0 {
						return Rating{}, ErrUnsolvable
					}
				}
			}
		}
		if t == None {
			r.Technique = Guesses
			return r, nil
		}
		r.Technique = max(r.Technique, t)
		r.Rounds++
		r.Steps.Naked += s.Naked
		r.Steps.Hidden += s.Hidden
		r.Steps.Locked += s.Locked
		r.Steps.NakedPairs += s.NakedPairs
		r.Steps.HiddenPairs += s.HiddenPairs
		for _, f := range fill {
			if x.done[f.cell] {
				return Rating{}, ErrUnsolvable // two digits for a cell
			}
			x.done[f.cell] = true
			x.may[f.cell] = map[int]bool{f.digit: true}
		}
		for _, f := range fill {
			for c := range x.may {
				if c != f.cell && !x.done[c] && x.sees(c, func(p int) bool { return p == f.cell }) {
					x.may[c][f.digit] = false
				}
			}
		}
		for _, d := range drop {
			x.may[d.cell][d.digit] = false
		}
	}
}

func parse(t testing.TB, text string) board.Board {
	t.Helper()
	b, err := board.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestLadder has a puzzle for each step of the ladder.
func TestLadder(t *testing.T) {
	for text, want := range map[string]Rating{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": {
			Technique: NakedSingles, Steps: Steps{Naked: 51}, Rounds: 10,
		},
		".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...": {
			Technique: HiddenSingles, Steps: Steps{Naked: 42, Hidden: 22}, Rounds: 27,
		},
		"4....32...6..2...92....1...3.9....7...7....8....31.4....1...5....6.3...47....5.13": {
			Technique: LockedCandidates, Steps: Steps{Naked: 44, Hidden: 12, Locked: 6}, Rounds: 19,
		},
		"5.........29.68..3...2.5.6......2..58....9.7........413.8...7.91.487.....5....4..": {
			Technique: Pairs, Steps: Steps{Naked: 47, Hidden: 8, Locked: 10, NakedPairs: 3, HiddenPairs: 2}, Rounds: 32,
		},
		"...5.....6.5.1......3...78..94.........7.8...7..46.3.1..21..6.8..1...29.....4.1..": {
			Technique: Guesses, Steps: Steps{Naked: 11, Hidden: 9}, Rounds: 9, Open: 36,
		},
	} {
		b := parse(t, text)
		if n, _, _ := solvertest.Count(b, 2, 0); n != 1 {
			t.Fatalf("%v has %d solutions", b, n)
		}
		if got, err := New(b.Shape()).Rate(b, nil); got != want || err != nil {
			t.Errorf("%v: %+v, %v, want %+v", b, got, err, want)
		}
	}
}

// TestByHand has boards on which each step can be counted by looking at them.
func TestByHand(t *testing.T) {
	blank := strings.Repeat(".", 9)
	for _, tc := range []struct {
		name string
		rows []string
		want Rating
	}{
		// 1, 8 and 9 have the first row of the first box only, so they leave the rest of the row.
		{"locked", []string{blank, "234......", "567......"}, Rating{Technique: Guesses, Steps: Steps{Locked: 3}, Rounds: 1, Open: 75}},
		{"a full board but one", fullButOne(), Rating{Technique: NakedSingles, Steps: Steps{Naked: 1}, Rounds: 1}},
		{"empty", nil, Rating{Technique: Guesses, Open: 81}},
	} {
		text := strings.Join(tc.rows, "")
		text += strings.Repeat(".", 81-len(text))
		if got, err := New(board.Standard()).Rate(parse(t, text), nil); got != tc.want || err != nil {
			t.Errorf("%s: %+v, %v, want %+v", tc.name, got, err, tc.want)
		}
	}
	for name, text := range map[string]string{
		"two of a digit in a row":  "1......1" + strings.Repeat(".", 73),
		"a cell without candidate": "12345678." + strings.Repeat(".", 9) + "........9" + strings.Repeat(".", 54),
		// 1 is kept out of the third box by two rows and two columns, and 5 and 6 take the rest.
		"a digit without place": "1.....5.." + "...1....." + "......6.." + strings.Repeat(".", 9) + ".......1." + strings.Repeat(".", 9) + "........1" + strings.Repeat(".", 18),
	} {
		_, err := New(board.Standard()).Rate(parse(t, text), nil)
		if !errors.Is(err, ErrUnsolvable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func fullButOne() []string {
	grid := generate.PatternGrid(board.Standard())
	grid.Set(40, 0)
	return []string{grid.String()}
}

// TestAgainstReference compares random boards of several shapes with the slow rating.
func TestAgainstReference(t *testing.T) {
	cases := slices.Concat(solvertest.Cases(), solvertest.VariantCases())
	seen := map[Technique]int{}
	raters := map[*board.Shape]*Rater{}
	compare := func(t interface{ Fatalf(string, ...any) }, b board.Board) {
		s := b.Shape()
		if raters[s] == nil {
			raters[s] = New(s)
		}
		before := b.Clone()
		got, err := raters[s].Rate(b, nil)
		want, wantErr := newReference(b).rate()
		if got != want || !errors.Is(err, wantErr) {
			t.Fatalf("%v (%v): %+v, %v, want %+v, %v", b, s, got, err, want, wantErr)
		}
		if !b.Equal(before) {
			t.Fatalf("%v was changed", before)
		}
		if err == nil {
			seen[got.Technique]++
		}
	}
	for _, c := range cases {
		if c.Puzzle.Shape().Side() <= 16 {
			compare(t, c.Puzzle)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		var b board.Board
		if rapid.IntRange(0, 3).Draw(t, "kind") > 0 {
			b = board.New(board.Standard())
			generate.UniformGrid9(rng, (*[81]uint8)(b.Cells()))
		} else {
			c := cases[rapid.IntRange(0, len(cases)-1).Draw(t, "case")]
			if c.Puzzle.Shape().Side() > 9 {
				t.Skip()
			}
			b = c.Puzzle.Clone()
		}
		n := b.Shape().Cells()
		keep := rapid.IntRange(n/4, n/2).Draw(t, "keep")
		for _, c := range rng.Perm(n) {
			if b.Filled() <= keep {
				break
			}
			b.Set(c, 0)
		}
		if rapid.IntRange(0, 9).Draw(t, "spoil") == 0 {
			b.Set(rng.IntN(n), 1+rng.IntN(b.Shape().Side()))
		}
		compare(t, b)
	})
	t.Log(seen)
	for _, technique := range Techniques()[1:] {
		if seen[technique] == 0 {
			t.Errorf("no board needs %v", technique)
		}
	}
}

func FuzzRate(f *testing.F) {
	for _, c := range solvertest.Cases() {
		if c.Puzzle.Shape() == board.Standard() {
			f.Add(c.Puzzle.Cells())
		}
	}
	r := New(board.Standard())
	f.Fuzz(func(t *testing.T, cells []byte) {
		if len(cells) != 81 {
			return
		}
		for i := range cells {
			cells[i] %= 10
		}
		b, err := board.FromCells(cells)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Rate(b, nil)
		want, wantErr := newReference(b).rate()
		if got != want || !errors.Is(err, wantErr) {
			t.Fatalf("%v: %+v, %v, want %+v, %v", b, got, err, want, wantErr)
		}
	})
}

// TestSymmetry: boards of a class have one rating.
func TestSymmetry(t *testing.T) {
	r := New(board.Standard())
	for _, c := range solvertest.Cases() {
		if c.Puzzle.Shape() != board.Standard() {
			continue
		}
		want, wantErr := r.Rate(c.Puzzle, nil)
		for seed := range uint64(5) {
			rng := rand.New(rand.NewPCG(seed, 1))
			got, err := r.Rate(symmetry.Random(rng, c.Puzzle.Shape()).MustApply(c.Puzzle), nil)
			if got != want || !errors.Is(err, wantErr) {
				t.Errorf("%s: %+v, %v; in disguise %+v, %v", c.Name, want, wantErr, got, err)
			}
		}
	}
}

func TestGuesses(t *testing.T) {
	empty := board.New(board.Standard())
	r := New(board.Standard())
	got, err := r.Rate(empty, func(b board.Board) int64 { return int64(b.Filled()) + 7 })
	if err != nil || got.Technique != Guesses || got.Guesses != 7 || got.Open != 81 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := r.Rate(board.Board{}, nil); err == nil {
		t.Error("the zero board: no error")
	}
	s4, err := board.ShapeOfSide(4)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Rate(board.New(s4), nil); err == nil || !strings.HasPrefix(err.Error(), "rate: ") {
		t.Errorf("a board of another shape: %v", err)
	}
}

func TestTechniqueText(t *testing.T) {
	for _, technique := range Techniques() {
		text, err := json.Marshal(technique)
		if err != nil {
			t.Fatal(err)
		}
		var back Technique
		if err := json.Unmarshal(text, &back); err != nil || back != technique {
			t.Errorf("%v came back as %v (%v)", technique, back, err)
		}
	}
	var technique Technique
	if err := technique.UnmarshalText([]byte("magic")); err == nil {
		t.Error("an unknown technique was read")
	}
	if got := Technique(9).String(); got != "technique(9)" {
		t.Errorf("%q", got)
	}
}

func TestAllocations(t *testing.T) {
	r := New(board.Standard())
	for _, c := range solvertest.Cases() {
		if c.Puzzle.Shape() != board.Standard() {
			continue
		}
		if n := testing.AllocsPerRun(10, func() { _, _ = r.Rate(c.Puzzle, nil) }); n != 0 {
			t.Errorf("%s: %v allocations", c.Name, n)
		}
	}
}

func BenchmarkRate(b *testing.B) {
	easy := make([]board.Board, 0, 200)
	rng := rand.New(rand.NewPCG(1, 1))
	oracle := solvertest.NewPlain9()
	count := func(b board.Board, limit int) int { return oracle.CountUpTo((*[81]uint8)(b.Cells()), limit) }
	for len(easy) < cap(easy) {
		grid := board.New(board.Standard())
		generate.UniformGrid9(rng, (*[81]uint8)(grid.Cells()))
		p, _, err := generate.Minimal(b.Context(), rng, grid, generate.PatternNone, count)
		if err != nil {
			b.Fatal(err)
		}
		easy = append(easy, p)
	}
	sets := map[string][]board.Board{"minimal": easy}
	for name, set := range sets {
		b.Run("set="+name, func(b *testing.B) {
			r := New(board.Standard())
			i, solved := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				got, err := r.Rate(set[i%len(set)], nil)
				if err != nil {
					b.Fatal(err)
				}
				if got.Technique < Guesses {
					solved++
				}
				i++
			}
			b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "puzzles/s")
			b.ReportMetric(float64(solved)/float64(i), "solved/op")
		})
	}
}
