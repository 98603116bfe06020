package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// BootstrapSpearman is [Spearman] with an interval from resampling the pairs, four or more. It is for values of which
// many are equal, such as counts that are mostly 0: the interval of Spearman rests on their being few. A resample that
// has equal values throughout on a side counts as 0, since it shows no correlation.
//
// Ranks are counted and not sorted, so a resample takes time in proportion to the pairs.
func BootstrapSpearman(rng *rand.Rand, x, y []float64, cfg BootstrapConfig) (Estimate, error) {
	const what = "rank correlation"
	if err := checkPairs(what, x, y, 4); err != nil {
		return Estimate{}, err
	}
	if constant(x) || constant(y) {
		return Estimate{}, fmt.Errorf("stats: %s with equal values throughout: %w", what, ErrDegenerate)
	}
	a, b := newRanker(x), newRanker(y)
	index := make([]float64, len(x))
	for i := range index {
		index[i] = float64(i)
	}
	return Bootstrap(rng, index, func(sample []float64) (float64, error) {
		return rankCorrelation(a, b, sample), nil
	}, cfg)
}

// ranker ranks resamples of a list of values.
type ranker struct {
	place []int     // of each value among the different ones, in rising order
	count []int     // of each different value in a resample
	rank  []float64 // of each different value in a resample: the mean rank, less that of the resample
}

func newRanker(x []float64) *ranker {
	different := slices.Compact(sorted(x))
	r := &ranker{place: make([]int, len(x))}
	for i, v := range x {
		r.place[i], _ = slices.BinarySearch(different, v)
	}
	r.count, r.rank = make([]int, len(different)), make([]float64, len(different))
	return r
}

// take ranks a resample, given by the indices of its values, and returns the sum of the squares of the ranks.
func (r *ranker) take(sample []float64) (squares float64) {
	clear(r.count)
	for _, i := range sample {
		r.count[r.place[int(i)]]++
	}
	below, middle := 0, float64(len(sample))/2
	for v, n := range r.count {
		d := float64(below) + float64(n)/2 - middle
		r.rank[v] = d
		squares += float64(n) * d * d
		below += n
	}
	return squares
}

// rankCorrelation is Pearson's correlation of the mean ranks of a resample, 0 if all are equal on a side.
func rankCorrelation(a, b *ranker, sample []float64) float64 {
	squares := a.take(sample) * b.take(sample)
	if squares == 0 {
		return 0
	}
	product := 0.0
	for _, i := range sample {
		product += a.rank[a.place[int(i)]] * b.rank[b.place[int(i)]]
	}
	return min(1, max(-1, product/math.Sqrt(squares)))
}
