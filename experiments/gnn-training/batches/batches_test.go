package batches

import (
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/learn/puzzles"
)

// TestExplain applies each set of kinds to batches and finds it again; an exchange of bands is
// none of them.
func TestExplain(t *testing.T) {
	cfg := puzzles.DefaultConfig(4)
	cfg.Seed = 3
	s, err := puzzles.New(t.Context(), cfg, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	moves := movesOf(4)
	rng := rand.New(rand.NewPCG(1, 2))
	clone := func(batch []puzzles.Sample) (out []puzzles.Sample) {
		for _, x := range batch {
			x.Puzzle = append([]uint8(nil), x.Puzzle...)
			x.Solution = append([]uint8(nil), x.Solution...)
			out = append(out, x)
		}
		return out
	}
	chance := func(set, kind int) float64 {
		if set&kind != 0 {
			return 1
		}
		return 0
	}
	for set := range allKinds + 1 {
		plain, err := s.Batch(t.Context(), 16)
		if err != nil {
			t.Fatal(err)
		}
		changed := clone(plain)
		puzzles.Augment{Digits: chance(set, digitsKind), Geometry: chance(set, geometryKind), Lines: chance(set, linesKind)}.Apply(rng, changed)
		if got, sure := explain(plain, changed, moves); got != set || !sure {
			t.Errorf("batch with kinds %b explained by %b, %v", set, got, sure)
		}
	}
	plain, err := s.Batch(t.Context(), 16)
	if err != nil {
		t.Fatal(err)
	}
	bands := clone(plain)
	for _, x := range bands {
		for _, cells := range [][]uint8{x.Puzzle, x.Solution} {
			for c := range 8 {
				cells[c], cells[c+8] = cells[c+8], cells[c]
			}
		}
	}
	if set, sure := explain(plain, bands, moves); sure && set == 0 {
		t.Error("an exchange of bands passed for no change")
	} else if sure {
		t.Errorf("an exchange of bands explained by %b", set)
	}
}
