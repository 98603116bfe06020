package stats

import "gonum.org/v1/gonum/stat"

// Mean returns the arithmetic mean of x.
func Mean(x []float64) (float64, error) {
	if err := checkSample("mean", x, 1); err != nil {
		return 0, err
	}
	return checkResult("mean", stat.Mean(x, nil))
}

// StdDev returns the standard deviation of x, two values or more, with n − 1 in the
// denominator.
func StdDev(x []float64) (float64, error) {
	if err := checkSample("standard deviation", x, 2); err != nil {
		return 0, err
	}
	return checkResult("standard deviation", stat.StdDev(x, nil))
}
