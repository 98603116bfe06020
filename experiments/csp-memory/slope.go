package cspmemory

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"sudokulab/pkg/stats"
)

// slope fits a line to y over x by least squares and returns its rise for one x, with an
// interval from resampling the points in pairs. Points of one run follow one another, so the
// interval is rather too narrow: it is to be read together with the size of the rise.
func slope(rng *rand.Rand, x, y []float64, cfg stats.BootstrapConfig) (stats.Estimate, error) {
	points := make([]float64, len(x)) // the bootstrap resamples numbers: those of the points
	for i := range points {
		points[i] = float64(i)
	}
	sx, sy := make([]float64, len(x)), make([]float64, len(x))
	e, err := stats.Bootstrap(rng, points, func(chosen []float64) (float64, error) {
		for i, c := range chosen {
			sx[i], sy[i] = x[int(c)], y[int(c)]
		}
		if stat.Variance(sx, nil) == 0 {
			return 0, nil // one point over and over: once in n to the power of n − 1 resamples
		}
		_, rise := stat.LinearRegression(sx, sy, nil, false)
		return rise, nil
	}, cfg)
	if err != nil {
		return stats.Estimate{}, fmt.Errorf("csp-memory: slope of %d points: %w", len(x), err)
	}
	return e, nil
}
