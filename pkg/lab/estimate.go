package lab

import (
	"fmt"
	"math"
	"math/rand/v2"

	"sudokulab/pkg/stats"
)

// medianResamples are enough for the interval of a median, which steps from value to value of the
// sample, and a tenth of the time of the default.
const medianResamples = 1000

// KeepMedian keeps the median of x under name and, where there are two values or more, the ends of
// its interval by the bootstrap under name.low and name.high. keep is [Run.Exact] or [Run.Noisy].
// [Evidence.Interval] reads the interval.
func KeepMedian(keep func(name string, value float64, unit string, n int), rng *rand.Rand, name, unit string, x []float64) error {
	median, err := stats.Median(x)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	keep(name, median, unit, len(x))
	if len(x) < 2 {
		return nil
	}
	cfg := stats.DefaultBootstrap()
	cfg.Resamples = medianResamples
	est, err := stats.Bootstrap(rng, x, stats.Median, cfg)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	KeepInterval(keep, name, unit, est.Interval, len(x))
	return nil
}

// KeepMedianInterval keeps under name.low and name.high the ends of the interval of a median by order, which needs no draws and holds of few
// values as well. Of too few to bound it, fewer than six, nothing is kept, so that a judge that asks for them leaves its claim pending.
func KeepMedianInterval(keep func(name string, value float64, unit string, n int), name, unit string, x []float64) error {
	i, err := stats.MedianInterval(x, Confidence)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if !math.IsInf(i.Low, 0) {
		KeepInterval(keep, name, unit, i, len(x))
	}
	return nil
}

// KeepRatio keeps under name how many times as long one thing took as another, both timed in the same
// rounds: the median of the rounds' ratios, and the ends of its interval under name.low and name.high.
// The ratios themselves come from one over other.
func KeepRatio(r *Run, rng *rand.Rand, name, unit string, one, other []float64, bootstrap stats.BootstrapConfig) (stats.Ratio, error) {
	ratio, err := stats.PairedRatios(rng, one, other, bootstrap)
	if err != nil {
		return ratio, fmt.Errorf("%s: %w", name, err)
	}
	r.Noisy(name, ratio.Median, unit, ratio.N)
	KeepInterval(r.Noisy, name, unit, ratio.Interval, ratio.N)
	return ratio, nil
}

// KeepInterval keeps the ends of the interval of a figure as [Evidence.Interval] reads them.
func KeepInterval(keep func(name string, value float64, unit string, n int), name, unit string, i stats.Interval, n int) {
	keep(name+".low", i.Low, unit, n)
	keep(name+".high", i.High, unit, n)
}

// Interval returns the interval of a metric of a case, kept with it as name.low and name.high,
// while noting what is absent.
func (e *Evidence) Interval(caseName, metric string) stats.Interval {
	return stats.Interval{Low: e.Value(caseName, metric+".low"), High: e.Value(caseName, metric+".high"), Confidence: Confidence}
}
