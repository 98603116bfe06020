package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Median returns the middle value of x, the mean of the middle two if their number is even.
func Median(x []float64) (float64, error) {
	if err := checkSample("median", x, 1); err != nil {
		return 0, err
	}
	return sortedQuantile(sorted(x), 0.5), nil
}

// RangeConfidence returns the confidence at which the least and the greatest of n values hold the median of what they were drawn from,
// whatever its distribution: all lie on one side of it with probability 2^(1-n).
func RangeConfidence(n int) float64 { return 1 - math.Pow(2, float64(1-max(n, 1))) }

// MedianInterval returns an interval of the median of what x was drawn from, whatever its distribution: from the k-th least value to the
// k-th greatest, k as large as the confidence allows, which is at least what is asked. It holds the median unless fewer than k of the n values
// lie on one side of it, whose number is binomial. Too few values bound nothing: for 95 % six are the fewest. (H. A. David and
// H. N. Nagaraja, Order Statistics, 3rd edition, 2003, section 7.1.)
func MedianInterval(x []float64, confidence float64) (Interval, error) {
	if err := checkSample("interval of a median", x, 1); err != nil {
		return Interval{}, err
	}
	if !(confidence > 0 && confidence < 1) {
		return Interval{}, fmt.Errorf("stats: interval of a median: confidence %v, want between 0 and 1: %w", confidence, ErrDomain)
	}
	n := len(x)
	below := distuv.Binomial{N: float64(n), P: 0.5}
	k := 0
	for k < n/2 && 2*below.CDF(float64(k)) <= 1-confidence {
		k++
	}
	if k == 0 {
		return Interval{Low: math.Inf(-1), High: math.Inf(1), Confidence: confidence}, nil
	}
	s := sorted(x)
	return Interval{Low: s[k-1], High: s[n-k], Confidence: confidence}, nil
}

// Quantile returns the p-quantile of x, p from 0 to 1, by Hyndman and Fan's type 7: with
// the values sorted from index 0, the quantile lies at position p·(n−1), interpolated
// linearly between the neighbours. It is the default of R and NumPy.
func Quantile(x []float64, p float64) (float64, error) {
	q, err := Quantiles(x, p)
	if err != nil {
		return 0, err
	}
	return q[0], nil
}

// Quantiles returns the quantiles of x at each p, as [Quantile] does, with one sort.
func Quantiles(x []float64, ps ...float64) ([]float64, error) {
	if err := checkSample("quantile", x, 1); err != nil {
		return nil, err
	}
	for _, p := range ps {
		if !(p >= 0 && p <= 1) {
			return nil, fmt.Errorf("stats: quantile at %v, want 0 to 1: %w", p, ErrDomain)
		}
	}
	s := sorted(x)
	q := make([]float64, len(ps))
	for i, p := range ps {
		q[i] = sortedQuantile(s, p)
	}
	return q, nil
}

// sortedQuantile is the type 7 quantile of a sorted, non-empty sample. Both neighbours are
// weighted, rather than a step added to the lower one, because the difference of two finite
// values can overflow; the bounds undo the last bit's rounding.
func sortedQuantile(s []float64, p float64) float64 {
	at := p * float64(len(s)-1)
	i := int(at)
	w := at - float64(i)
	if w == 0 || s[i] == s[i+1] {
		return s[i]
	}
	return min(max(s[i]*(1-w)+s[i+1]*w, s[i]), s[i+1])
}

// sorted returns a sorted copy.
func sorted(x []float64) []float64 {
	s := slices.Clone(x)
	slices.Sort(s)
	return s
}
