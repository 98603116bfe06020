package stats_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/stats"
)

// TestIndependentRatioCovers draws pairs of estimates whose true ratio is known: about 95 of 100 intervals hold it.
func TestIndependentRatioCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const trials, trueA, trueB, z = 4000, 6, 2, 1.959964
	held := 0
	draw := func(mean, spread float64) (float64, stats.Interval) {
		v := mean * math.Exp(spread*rng.NormFloat64())
		return v, stats.Interval{Low: v * math.Exp(-z*spread), High: v * math.Exp(z*spread), Confidence: 0.95}
	}
	for range trials {
		a, ofA := draw(trueA, 0.1)
		b, ofB := draw(trueB, 0.3)
		ratio, i, err := stats.IndependentRatio(a, b, ofA, ofB)
		if err != nil || !i.Contains(ratio) || math.Abs(ratio-a/b) > 1e-12 {
			t.Fatalf("%v in %v, %v", ratio, i, err)
		}
		held += stats.Indicator[int](i.Contains(float64(trueA) / trueB))
	}
	if share := float64(held) / trials; share < 0.935 || share > 0.965 {
		t.Errorf("%.3f of the intervals hold the true ratio, want 0.95", share)
	}
}

func TestIndependentRatioRefuses(t *testing.T) {
	of := func(low, high, confidence float64) stats.Interval {
		return stats.Interval{Low: low, High: high, Confidence: confidence}
	}
	for name, tc := range map[string]struct {
		a, b     float64
		ofA, ofB stats.Interval
		want     error
	}{
		"zero":              {1, 0, of(1, 1, 0.95), of(0, 0, 0.95), stats.ErrDomain},
		"limit below zero":  {1, 1, of(-1, 2, 0.95), of(1, 1, 0.95), stats.ErrDomain},
		"outside":           {3, 1, of(1, 2, 0.95), of(1, 1, 0.95), stats.ErrDomain},
		"other confidences": {1, 1, of(1, 2, 0.95), of(1, 1, 0.9), stats.ErrDomain},
		"infinite":          {1, 1, of(1, math.Inf(1), 0.95), of(1, 1, 0.95), stats.ErrNotFinite},
	} {
		if _, _, err := stats.IndependentRatio(tc.a, tc.b, tc.ofA, tc.ofB); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
	}
}
