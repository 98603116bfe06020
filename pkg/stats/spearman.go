package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Correlation is a rank correlation with its confidence interval.
type Correlation struct {
	N        int      `json:"n"`
	Rho      float64  `json:"rho"` // −1 to 1
	Interval Interval `json:"interval"`
}

// Spearman returns the rank correlation of the pairs x[i], y[i], four or more: Pearson's
// correlation of their ranks, equal values sharing the mean of their ranks. The interval is
// normal on Fisher's scale with Bonett and Wright's variance (1 + ρ²/2)/(n − 3). It
// collapses to a point where ρ is ±1, which few pairs reach by chance: look at N.
func Spearman(x, y []float64, confidence float64) (Correlation, error) {
	const what = "rank correlation"
	if err := checkPairs(what, x, y, 4); err != nil {
		return Correlation{}, err
	}
	if err := checkConfidence(what, confidence); err != nil {
		return Correlation{}, err
	}
	rx, ry := ranks(x), ranks(y)
	if constant(rx) || constant(ry) {
		return Correlation{}, fmt.Errorf("stats: %s with equal values throughout: %w", what, ErrDegenerate)
	}
	rho := min(1, max(-1, stat.Correlation(rx, ry, nil)))
	half := twoSidedZ(confidence) * math.Sqrt((1+rho*rho/2)/float64(len(x)-3))
	z := math.Atanh(rho)
	return Correlation{
		N:   len(x),
		Rho: rho,
		Interval: Interval{
			Low:        math.Tanh(z - half),
			High:       math.Tanh(z + half),
			Confidence: confidence,
		},
	}, nil
}

// ranks returns the rank of each value from 1, equal values sharing their mean rank.
func ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		switch {
		case x[i] < x[j]:
			return -1
		case x[i] > x[j]:
			return 1
		}
		return 0
	})
	r := make([]float64, len(x))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && x[order[to]] == x[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			r[i] = float64(from+to+1) / 2
		}
		from = to
	}
	return r
}

func constant(x []float64) bool {
	for _, v := range x[1:] {
		if v != x[0] {
			return false
		}
	}
	return true
}
