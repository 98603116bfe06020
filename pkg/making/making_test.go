package making_test

import (
	"context"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/making"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/solver"
)

// puzzles makes some by a number of goroutines.
func puzzles(t *testing.T, cfg making.Config, from, count, workers int) []generate.Puzzle {
	t.Helper()
	s, err := making.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var all []generate.Puzzle
	for p, err := range s.Puzzles(context.Background(), from, count, workers) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) != count {
		t.Fatalf("%d puzzles, want %d", len(all), count)
	}
	return all
}

// TestAsked: puzzles are as asked for, have one solution, and do not depend on the number of goroutines or where one begins.
func TestAsked(t *testing.T) {
	rater := rate.New(board.Standard())
	explainer, err := explain.New(board.Standard(), explain.Options{Unique: true})
	if err != nil {
		t.Fatal(err)
	}
	technique := func(b board.Board) rate.Technique {
		r, err := rater.Rate(b, func(board.Board) int64 { return 1 })
		if err != nil {
			t.Fatal(err)
		}
		return r.Technique
	}
	path := func(b board.Board) explain.Rating {
		r, err := explainer.Rate(b)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for name, c := range map[string]struct {
		side   int
		change func(*making.Config)
		holds  func(board.Board) bool
	}{
		"level":       {9, func(c *making.Config) { c.Level = generate.Hard }, func(b board.Board) bool { return b.Filled() >= 32 && technique(b) == rate.NakedSingles }},
		"givens":      {9, func(c *making.Config) { c.Givens = generate.Range{Low: 30, High: 30}; c.Accept = making.Unique }, func(b board.Board) bool { return b.Filled() == 30 }},
		"few":         {9, func(c *making.Config) { c.Givens = generate.Range{Low: 22, High: 22}; c.Accept = making.Unique }, func(b board.Board) bool { return b.Filled() == 22 }},
		"minimal":     {9, func(c *making.Config) { c.Minimal = true }, minimal},
		"pairs":       {9, func(c *making.Config) { c.Want.Technique = rate.Pairs; c.Want.Guesses = making.AnyGuesses() }, func(b board.Board) bool { return technique(b) == rate.Pairs }},
		"x-wing":      {9, func(c *making.Config) { c.Want.Hardest = explain.XWing }, func(b board.Board) bool { return path(b).Hardest == explain.XWing }},
		"score":       {9, func(c *making.Config) { c.Want.Scored = true; c.Want.Score = generate.Range{Low: 300, High: 400} }, func(b board.Board) bool { s := path(b).Score; return s >= 300 && s <= 400 }},
		"full houses": {9, func(c *making.Config) { c.Want.Hardest = explain.FullHouse }, func(b board.Board) bool { return path(b).Hardest == explain.FullHouse && b.Filled() >= 60 }},
		"4x4":         {4, func(c *making.Config) { c.Minimal = true }, func(b board.Board) bool { return b.Shape().Side() == 4 && b.Filled() >= 4 }},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := making.DefaultConfig(c.side)
			cfg.Seed = 3
			c.change(&cfg)
			one, many, late := puzzles(t, cfg, 0, 3, 1), puzzles(t, cfg, 0, 3, 3), puzzles(t, cfg, 2, 1, 1)
			for i, p := range one {
				if p.Board.String() != many[i].Board.String() || p.Index != i {
					t.Errorf("puzzle %d is %s by one goroutine and %s by three", i, p.Board, many[i].Board)
				}
				if !c.holds(p.Board) {
					t.Errorf("%s is not as asked for", p.Board)
				}
				if res, err := engine.Wide(engine.DefaultWide()).Solve(context.Background(), p.Board, solver.Limits{}); err != nil || res.Status != solver.Unique || res.Grid.String() != p.Solution.String() {
					t.Errorf("%s: %v, %v", p.Board, res.Status, err)
				}
			}
			if late[0].Board.String() != one[2].Board.String() {
				t.Errorf("puzzle 2 alone is %s, after others %s", late[0].Board, one[2].Board)
			}
		})
	}
}

// minimal reports whether no given can be spared.
func minimal(b board.Board) bool {
	for c, d := range b.Cells() {
		if d == 0 {
			continue
		}
		less := b.Clone()
		less.Set(c, 0)
		res, err := engine.Wide(engine.DefaultWide()).Solve(context.Background(), less, solver.Limits{})
		if err != nil || res.Status != solver.Multiple {
			return false
		}
	}
	return true
}

func TestDistinct(t *testing.T) {
	cfg := making.DefaultConfig(4)
	cfg.Minimal = true
	s, err := making.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.Distinct(context.Background(), 0, 5, 2)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for p, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		seen[p.Board.String()] = true
	}
	if len(seen) != 5 {
		t.Errorf("%d puzzles, want 5", len(seen))
	}
}

// TestRefused: settings that do not hold are errors that say what is wanted.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*making.Config)
		want   string
	}{
		"zero":     {func(c *making.Config) { *c = making.Config{} }, "side 0"},
		"side":     {func(c *making.Config) { c.Side = 5 }, "4, 9, 16, 25 or 36"},
		"two":      {func(c *making.Config) { c.Level, c.Minimal = generate.Easy, true }, "not two"},
		"givens":   {func(c *making.Config) { c.Givens = generate.Range{Low: 3, High: 9} }, "17 to 81"},
		"backward": {func(c *making.Config) { c.Givens = generate.Range{Low: 30, High: 20} }, "30 to 20"},
		"accept":   {func(c *making.Config) { c.Accept = "all" }, `"all"`},
		"families": {func(c *making.Config) { c.Families = true }, "minimal"},
		"tries":    {func(c *making.Config) { c.Tries = 0 }, "0 tries"},
		"scales": {func(c *making.Config) {
			c.Want.Technique, c.Want.Scored = rate.Pairs, true
		}, "another scale"},
		"both": {func(c *making.Config) {
			c.Want.Technique, c.Want.Hardest = rate.Pairs, explain.XWing
		}, "two scales"},
	} {
		cfg := making.DefaultConfig(9)
		c.change(&cfg)
		if _, err := making.New(cfg); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
	s, err := making.New(making.DefaultConfig(9))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Practices(""); err == nil {
		t.Error("positions to practise no technique on")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Maker()(ctx, 0); err == nil {
		t.Error("a puzzle after the context ended")
	}
}
