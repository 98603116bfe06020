package stats

import (
	"fmt"

	"gonum.org/v1/gonum/stat/distuv"
)

// McNemar returns the two-sided p value of the exact test of McNemar (Psychometrika 12, 1947, doi:10.1007/BF02295996): of pairs of which
// only the first succeeded and pairs of which only the second did, the chance of a split at least as uneven if either was as likely. It
// is 1 without such pairs.
func McNemar(first, second int) (float64, error) {
	if first < 0 || second < 0 {
		return 0, fmt.Errorf("stats: McNemar's test of %d and %d pairs, want no negative number: %w", first, second, ErrDomain)
	}
	n := first + second
	if n == 0 {
		return 1, nil
	}
	return min(1, 2*distuv.Binomial{N: float64(n), P: 0.5}.CDF(float64(min(first, second)))), nil
}
