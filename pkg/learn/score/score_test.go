package score_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/symmetry"
)

func samples(tb testing.TB, side, count int, mix puzzles.Mix) []puzzles.Sample {
	tb.Helper()
	cfg := puzzles.DefaultConfig(side)
	cfg.Seed, cfg.Exclude, cfg.Givens, cfg.Lookahead = 21, nil, mix, 16
	s, err := puzzles.New(tb.Context(), cfg, 0)
	if err != nil {
		tb.Fatal(err)
	}
	defer s.Close()
	batch, err := s.Batch(tb.Context(), count)
	if err != nil {
		tb.Fatal(err)
	}
	return batch
}

// few is a 4×4 puzzle of four givens with its solution.
func few() puzzles.Sample {
	puzzle := board.MustParse("12..34..........")
	grid := board.MustParse("1243342121344312")
	return puzzles.Sample{Puzzle: puzzle.Cells(), Solution: grid.Cells(), Givens: 4}
}

func TestGrid(t *testing.T) {
	for _, test := range []struct {
		name, answer             string
		empty, cells, grid, unit int
	}{
		{"the solution", "1243342121344312", 12, 16, 1, 12},
		{"another solution", "1243342143122134", 4, 8, 1, 12},
		{"nothing but the givens", "12..34..........", 0, 4, 0, 1},
		{"two digits exchanged", "1243342121344321", 10, 14, 0, 10},
		{"one cell open", "124334212134431.", 11, 15, 0, 9},
		{"a given changed", "2143342121344312", 12, 14, 0, 10},
		{"one digit everywhere", "1111111111111111", 3, 4, 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			var m score.Metrics
			if err := m.Grid(few(), board.MustParse(test.answer).Cells()); err != nil {
				t.Fatal(err)
			}
			want := score.Metrics{
				Empty: score.Count{Hits: test.empty, Trials: 12},
				Cells: score.Count{Hits: test.cells, Trials: 16},
				Grids: score.Count{Hits: test.grid, Trials: 1},
				Units: score.Count{Hits: test.unit, Trials: 12},
			}
			if m != want {
				t.Errorf("%+v, want %+v", m, want)
			}
		})
	}
}

func TestGridErrors(t *testing.T) {
	var m score.Metrics
	for _, answer := range [][]uint8{nil, make([]uint8, 15), make([]uint8, 81), append(make([]uint8, 15), 5)} {
		if err := m.Grid(few(), answer); err == nil {
			t.Errorf("an answer of %d cells was measured", len(answer))
		}
	}
	if m != (score.Metrics{}) {
		t.Errorf("refused answers were counted: %+v", m)
	}
	if _, err := score.Grids([]puzzles.Sample{few()}, nil); err == nil {
		t.Error("a puzzle without an answer was measured")
	}
	_, err := score.Grids([]puzzles.Sample{few()}, [][]uint8{{1}})
	if err == nil || !strings.Contains(err.Error(), "answer 0") {
		t.Errorf("error %v, want one that names answer 0", err)
	}
	if (score.Count{}).Rate() != 0 {
		t.Error("no trials, but a rate")
	}
}

// TestAdd measures noisy answers in parts and whole.
func TestAdd(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	set := samples(t, 9, 40, puzzles.Mix{{Low: 25, High: 40, Weight: 1}})
	answers := make([][]uint8, len(set))
	for i, s := range set {
		answers[i] = append([]uint8(nil), s.Solution...)
		for range rng.IntN(5) {
			answers[i][rng.IntN(81)] = uint8(rng.IntN(10))
		}
	}
	whole, err := score.Grids(set, answers)
	if err != nil {
		t.Fatal(err)
	}
	var sum score.Metrics
	for first := 0; first < len(set); first += 7 {
		last := min(first+7, len(set))
		part, err := score.Grids(set[first:last], answers[first:last])
		if err != nil {
			t.Fatal(err)
		}
		sum.Add(part)
	}
	if sum != whole {
		t.Errorf("the parts add up to %+v, the whole is %+v", sum, whole)
	}
	if whole.Units.Trials != 27*40 || whole.Cells.Trials != 81*40 || whole.Grids.Hits == 0 || whole.Grids.Hits == 40 {
		t.Errorf("%+v of 40 puzzles", whole)
	}
}

// TestFill compares the rules with package rate, which shares no code with them: a puzzle
// needs at most a technique exactly if the rules up to it fill the board. What they fill is the
// solution's.
func TestFill(t *testing.T) {
	for _, test := range []struct {
		side, count int
		mix         puzzles.Mix
	}{
		{4, 200, puzzles.Mix{{Low: 4, High: 8, Weight: 1}}},
		{9, 400, puzzles.Mix{{Low: 17, High: 40, Weight: 1}}},
		{16, 20, puzzles.Mix{puzzles.Blank(16, 0.45, 0.6)}},
	} {
		full := map[score.Rule]int{}
		for _, s := range samples(t, test.side, test.count, test.mix) {
			rating, err := rate.New(s.Board().Shape()).Rate(s.Board(), nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range score.Baselines() {
				got := score.Fill(r, s.Board())
				if got.Full() {
					full[r]++
				}
				for c, d := range got.Cells() {
					if d != 0 && d != s.Solution[c] {
						t.Fatalf("%v: %v puts %d into %s, the solution has %d", s.Board(), r, d, got.Shape().CellName(c), s.Solution[c])
					}
				}
				want, known := false, true
				switch r {
				case score.NakedSingles:
					want = rating.Technique <= rate.NakedSingles
				case score.Singles:
					want = rating.Technique <= rate.HiddenSingles
				default:
					known = false
				}
				if known && got.Full() != want {
					t.Fatalf("%v: %v fills it: %v; the rating is %v", s.Board(), r, got.Full(), rating.Technique)
				}
				if r == score.Singles {
					continue
				}
				for c, d := range score.Fill(score.Singles, s.Board()).Cells() {
					if d == 0 && got.At(c) != 0 {
						t.Fatalf("%v: %v fills %s, both rules do not", s.Board(), r, got.Shape().CellName(c))
					}
				}
			}
		}
		// At side 4 naked singles solve everything, or nearly so.
		a, b := full[score.NakedSingles], full[score.Singles]
		if a == 0 || test.side == 9 && (b <= a || b == test.count) {
			t.Errorf("side %d: %v of %d filled; the test shows little", test.side, full, test.count)
		}
	}
}

// TestFillSymmetry moves boards by symmetries: the filled board moves along.
func TestFillSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, s := range samples(t, 9, 60, puzzles.Mix{{Low: 22, High: 30, Weight: 1}}) {
		turn := symmetry.Random(rng, s.Board().Shape())
		for _, r := range score.Baselines() {
			if got, want := score.Fill(r, turn.MustApply(s.Board())), turn.MustApply(score.Fill(r, s.Board())); !got.Equal(want) {
				t.Fatalf("%v, %v: filled after a symmetry %v, before %v", s.Board(), r, got, want)
			}
		}
	}
}

// TestFillWrong fills boards without a solution: no digit comes twice into a unit.
func TestFillWrong(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		b := board.New(board.Standard())
		for range 30 {
			c, d := rng.IntN(81), 1+rng.IntN(9)
			before := b.At(c)
			b.Set(c, d)
			if len(board.Conflicts(b)) > 0 {
				b.Set(c, before)
			}
		}
		kept := b.Clone()
		for _, r := range score.Baselines() {
			if got := score.Fill(r, b); len(board.Conflicts(got)) > 0 {
				t.Fatalf("%v filled %v to %v", r, b, got)
			}
		}
		if !b.Equal(kept) {
			t.Fatal("the board given was written to")
		}
	}
}

func TestBaseline(t *testing.T) {
	set := samples(t, 9, 100, puzzles.Mix{{Low: 22, High: 36, Weight: 1}})
	for _, r := range score.Baselines() {
		got, err := score.Baseline(r, set)
		if err != nil {
			t.Fatal(err)
		}
		var want score.Metrics
		for _, s := range set {
			if err := want.Grid(s, score.Fill(r, s.Board()).Cells()); err != nil {
				t.Fatal(err)
			}
		}
		if got != want || got.Grids.Trials != 100 {
			t.Errorf("%v: %+v, want %+v", r, got, want)
		}
	}
	bad := few()
	bad.Solution = bad.Solution[:3]
	bad.Puzzle = bad.Puzzle[:3]
	if err := baselineError(bad); err == nil {
		t.Error("a puzzle of three cells was measured")
	}
}

// baselineError returns what Baseline says of a sample that is no board: it panics, since a
// Sample comes checked.
func baselineError(s puzzles.Sample) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("panic")
		}
	}()
	_, err = score.Baseline(score.Singles, []puzzles.Sample{s})
	return err
}
