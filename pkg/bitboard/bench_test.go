package bitboard_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/solvertest"
)

// benchSets are samples of the public sets, where they are at hand, the 17-given puzzles with a
// given less, and random parts of grids.
func benchSets(b *testing.B) map[string][]bitboard.Cells {
	sets := map[string][]bitboard.Cells{"random": mixed(2000)}
	for name, file := range map[string]string{
		"17clue":      "tdoku/puzzles2_17_clue",
		"magictour":   "tdoku/puzzles3_magictour_top1465",
		"hardest1905": "tdoku/puzzles5_forum_hardest_1905_11+.half",
		"hardest1106": "tdoku/puzzles6_forum_hardest_1106",
		"norvig10k":   "norvig/sudoku10k.txt",
	} {
		if _, missing := solvertest.PublicSet(file); missing != "" {
			continue
		}
		puzzles := public(b, file)
		rng := rand.New(rand.NewPCG(8, 0))
		rng.Shuffle(len(puzzles), func(i, j int) { puzzles[i], puzzles[j] = puzzles[j], puzzles[i] })
		sets[name] = puzzles[:min(2000, len(puzzles))]
	}
	multi := make([]bitboard.Cells, len(sets["17clue"]))
	rng := rand.New(rand.NewPCG(9, 0))
	for i := range multi {
		multi[i] = sets["17clue"][i]
		for given := false; !given; {
			j := rng.IntN(81)
			given = multi[i][j] != 0
			multi[i][j] = 0
		}
	}
	sets["16clue-multi"] = multi
	return sets
}

// BenchmarkCountUpTo proves uniqueness, or its lack, of a whole set each time.
func BenchmarkCountUpTo(b *testing.B) {
	for name, puzzles := range benchSets(b) {
		b.Run("solver=bitboard/set="+name, func(b *testing.B) {
			s := bitboard.New()
			guesses := int64(0)
			b.ReportAllocs()
			for b.Loop() {
				guesses = 0
				for i := range puzzles {
					s.CountUpTo(&puzzles[i], 2)
					guesses += s.Guesses()
				}
			}
			n := float64(len(puzzles))
			b.ReportMetric(float64(guesses)/n, "guesses/puzzle")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/puzzle")
		})
	}
}

func BenchmarkBatch(b *testing.B) {
	puzzles := benchSets(b)["random"]
	results := make([]bitboard.Result, len(puzzles))
	for _, workers := range []int{1, 2, 4} {
		b.Run(fmt.Sprintf("solver=bitboard/set=random/workers=%d", workers), func(b *testing.B) {
			for b.Loop() {
				if err := bitboard.Batch(b.Context(), puzzles, 2, workers, results); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(puzzles)), "ns/puzzle")
		})
	}
}
