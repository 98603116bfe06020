package stats

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Tallied is how many items of a sample have the same two values.
type Tallied struct {
	Over, Under float64
	Count       int
}

// BootstrapTallied returns Σ Over / Σ Under of a sample with its percentile interval from resampling the items, each with both of its
// values, such as the right cells and the cells of a puzzle, or the difference of two answers and the cells.
//
// It is [Bootstrap] for samples of millions with few different values: how often each of them is drawn is one number from a binomial
// distribution, so neither time nor memory grow with the number of items. The result depends on the order of the tallies. Method must be
// [Percentile], and no Under negative.
func BootstrapTallied(rng *rand.Rand, x []Tallied, cfg BootstrapConfig) (Estimate, error) {
	const what = "tallied bootstrap"
	if err := cfg.Validate(); err != nil {
		return Estimate{}, err
	}
	if rng == nil {
		return Estimate{}, errors.New("stats: tallied bootstrap without a random source")
	}
	if cfg.Method != Percentile {
		return Estimate{}, fmt.Errorf("stats: %s: method %q, want %q: %w", what, cfg.Method, Percentile, ErrDomain)
	}
	n, over, under := 0, 0.0, 0.0
	for i, t := range x {
		if t.Count < 0 || t.Under < 0 {
			return Estimate{}, fmt.Errorf("stats: %s: value %d is %+v, want a count and an Under that are not negative: %w", what, i, t, ErrDomain)
		}
		n += t.Count
		over += t.Over * float64(t.Count)
		under += t.Under * float64(t.Count)
	}
	if n < 2 {
		return Estimate{}, fmt.Errorf("stats: %s of %d values, want at least 2: %w", what, n, ErrTooFew)
	}
	if under == 0 {
		return Estimate{}, fmt.Errorf("stats: %s: all Under are 0: %w", what, ErrDegenerate)
	}
	value, err := checkResult(what, over/under)
	if err != nil {
		return Estimate{}, err
	}
	// The commonest first: the fewer items are left, the fewer numbers are drawn.
	x = slices.Clone(x)
	slices.SortStableFunc(x, func(a, b Tallied) int { return b.Count - a.Count })
	draws := make([]float64, cfg.Resamples)
	for r := range draws {
		left, of, over, under := n, n, 0.0, 0.0
		for _, t := range x {
			if left == 0 {
				break
			}
			drawn := left
			if t.Count < of {
				drawn = int(distuv.Binomial{N: float64(left), P: float64(t.Count) / float64(of), Src: rng}.Rand())
			}
			of -= t.Count
			left -= drawn
			over += float64(drawn) * t.Over
			under += float64(drawn) * t.Under
		}
		if under == 0 { // items without weight alone were drawn, which say nothing
			draws[r] = value
			continue
		}
		draws[r] = over / under
	}
	slices.Sort(draws)
	return Estimate{
		N: n, Value: value,
		Interval: Interval{
			Low: sortedQuantile(draws, (1-cfg.Confidence)/2), High: sortedQuantile(draws, (1+cfg.Confidence)/2), Confidence: cfg.Confidence,
		},
		Resamples: cfg.Resamples, Method: Percentile,
	}, nil
}
