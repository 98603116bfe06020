package minigridcores

import (
	"math/rand/v2"
	"slices"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
)

func TestSpeedup(t *testing.T) {
	for _, c := range []struct {
		steps   []int64
		workers int
		want    float64
	}{
		{[]int64{5, 5, 5, 5}, 1, 1},
		{[]int64{5, 5, 5, 5}, 2, 2},
		{[]int64{5, 5, 5, 5}, 3, 2}, // one worker has two of the boxes
		{[]int64{5, 5, 5, 5}, 9, 4},
		{[]int64{1, 1, 8, 1, 1}, 4, 1.5}, // nothing is faster than the largest box
		{[]int64{3, 3, 2, 2, 2}, 2, 12.0 / 7},
		{[]int64{0, 0}, 2, 1},
	} {
		if got := speedup(c.steps, c.workers); got != c.want {
			t.Errorf("speedup(%v, %d) = %v, want %v", c.steps, c.workers, got, c.want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		steps := make([]int64, 1+rng.IntN(16))
		var sum int64
		for i := range steps {
			steps[i] = 1 + rng.Int64N(1000)
			sum += steps[i]
		}
		workers := 1 + rng.IntN(8)
		got := speedup(steps, workers)
		limit := min(float64(workers), float64(sum)/float64(slices.Max(steps)))
		// The worker that ends last began when no other was free, so the time is at most sum/workers + largest.
		if got > limit*(1+1e-12) || got < limit/2 {
			t.Errorf("speedup(%v, %d) = %v, at most %v", steps, workers, got, limit)
		}
	}
}

// TestTriedIn holds the closed form to the library's own count.
func TestTriedIn(t *testing.T) {
	cfg := Config{Method: minigrid.DefaultConfig()}
	for _, line := range []string{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
	} {
		b := board.MustParse(line)
		p, err := minigrid.PermuteBoard(t.Context(), b, cfg.under(minigrid.BoxOnly, 1))
		if err != nil {
			t.Fatal(err)
		}
		steps, err := stepsOf(t.Context(), cfg, minigrid.BoxOnly, b)
		if err != nil {
			t.Fatal(err)
		}
		for box := range steps {
			if steps[box] != p.Steps(box) {
				t.Errorf("box %d of %s: %d, the library tries %d", box, line, steps[box], p.Steps(box))
			}
		}
	}
}

func TestThinnedReachesItsTarget(t *testing.T) {
	cfg := Config{Method: minigrid.DefaultConfig(), Target: 5000}
	b, err := thinned(t.Context(), cfg, rand.New(rand.NewPCG(3, 4)), board.Standard())
	if err != nil {
		t.Fatal(err)
	}
	sum, err := fillings(t.Context(), cfg, b)
	if err != nil || sum > 5000 || sum < 1000 || len(board.Conflicts(b)) > 0 {
		t.Errorf("%g fillings of %s, %v", sum, b, err)
	}
	p, err := minigrid.PermuteBoard(t.Context(), b, cfg.under(minigrid.Lines, 1))
	if err != nil || float64(p.Total()) != sum {
		t.Errorf("%d listed, %g counted, %v", p.Total(), sum, err)
	}
}
