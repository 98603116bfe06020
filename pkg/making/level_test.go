package making_test

import (
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/making"
)

// TestLevels: puzzles of a level that goes by steps are rated as of it, by the whole ladder, with and without a pattern; the document's
// have its givens.
func TestLevels(t *testing.T) {
	for _, side := range []int{4, 9, 16} {
		shape, err := board.ShapeOfSide(side)
		if err != nil {
			t.Fatal(err)
		}
		by, err := explain.New(shape, explain.Options{Unique: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range explain.Levels() {
			if side == 4 && l != explain.Easy || side == 16 && l > explain.Medium {
				continue
			}
			for seed := range uint64(3) {
				for _, p := range generate.Patterns() {
					if p != generate.PatternNone && (seed > 0 || p != generate.Rotational180 || side != 9) {
						continue
					}
					cfg := making.DefaultConfig(side)
					cfg.Seed, cfg.Pattern = seed, p
					if err := cfg.SetLevel(making.Level(l.Word())); err != nil {
						t.Fatal(err)
					}
					for _, made := range puzzles(t, cfg, 0, 4, 2) {
						r, err := by.Rate(made.Board)
						if err != nil || r.Level != l {
							t.Errorf("side %d, %s, seed %d, %s: %v is %s, %v", side, l.Word(), seed, p, made.Board, r.Level.Word(), err)
						}
					}
				}
			}
		}
		for _, l := range generate.Levels() {
			cfg := making.DefaultConfig(side)
			if err := cfg.SetLevel("document-" + making.Level(l)); err != nil {
				t.Fatal(err)
			}
			want, err := l.Givens(side)
			if err != nil {
				t.Fatal(err)
			}
			for _, made := range puzzles(t, cfg, 0, 3, 1) {
				if !want.Contains(made.Givens) {
					t.Errorf("side %d, document-%s: %d givens, want %v", side, l, made.Givens, want)
				}
			}
		}
	}
}

// TestLevelsRefused: words that are no level, and levels that a side does not have, are errors that say what is.
func TestLevelsRefused(t *testing.T) {
	for _, word := range []making.Level{"evil", "document-extreme", "document-", "unfair", "none", "Hard"} {
		cfg := making.DefaultConfig(9)
		if err := cfg.SetLevel(word); err == nil || !strings.Contains(err.Error(), "[easy medium hard expert extreme document-easy document-medium document-hard]") {
			t.Errorf("%s: %v", word, err)
		}
	}
	for side, says := range map[int]string{4: "or easy: naked and hidden singles solve every puzzle there", 25: "want side 9 or 16, or easy", 36: "want side 9 or 16, or easy"} {
		cfg := making.DefaultConfig(side)
		if err := cfg.SetLevel("expert"); err != nil {
			t.Fatal(err)
		}
		if _, err := making.New(cfg); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("side %d: %v", side, err)
		}
	}
}
