package stats

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Method names a way to read an interval off the bootstrap distribution.
type Method string

// The methods.
const (
	// Percentile takes the quantiles of the bootstrap distribution themselves.
	Percentile Method = "percentile"
	// BCa moves those quantiles to correct for bias and skewness (Efron 1987).
	BCa Method = "bca"
)

// BootstrapConfig says how an interval is found by resampling.
type BootstrapConfig struct {
	Resamples  int     `json:"resamples"`
	Confidence float64 `json:"confidence"`
	Method     Method  `json:"method"`
}

// DefaultBootstrap returns 10,000 resamples, 95 % confidence and percentile intervals.
func DefaultBootstrap() BootstrapConfig {
	return BootstrapConfig{Resamples: 10_000, Confidence: 0.95, Method: Percentile}
}

// Validate reports what is wrong with the configuration. Fewer than 100 resamples are
// refused: their outer quantiles are noise.
func (c BootstrapConfig) Validate() error {
	if c.Resamples < 100 {
		return fmt.Errorf("stats: bootstrap: %d resamples, want at least 100: %w", c.Resamples, ErrTooFew)
	}
	if c.Method != Percentile && c.Method != BCa {
		return fmt.Errorf("stats: bootstrap: method %q, want %q or %q: %w", c.Method, Percentile, BCa, ErrDomain)
	}
	return checkConfidence("bootstrap", c.Confidence)
}

// Statistic is a figure computed from a sample, such as [Median], [Mean] or [IQM]. It must
// not keep the slice.
type Statistic func(x []float64) (float64, error)

// Estimate is a statistic of a sample with its bootstrap interval.
type Estimate struct {
	N         int      `json:"n"`
	Value     float64  `json:"value"`
	Interval  Interval `json:"interval"`
	Resamples int      `json:"resamples"`
	Method    Method   `json:"method"`
}

// Bootstrap returns a statistic of x with an interval from resampling x with replacement.
// It needs two values or more; with fewer than about ten, any bootstrap interval is too
// narrow. BCa errs with [ErrDegenerate] where it is undefined: every resample on one side
// of the estimate.
func Bootstrap(rng *rand.Rand, x []float64, statistic Statistic, cfg BootstrapConfig) (Estimate, error) {
	if err := cfg.Validate(); err != nil {
		return Estimate{}, err
	}
	if rng == nil || statistic == nil {
		return Estimate{}, errors.New("stats: bootstrap without a random source or a statistic")
	}
	if err := checkSample("bootstrap", x, 2); err != nil {
		return Estimate{}, err
	}
	value, err := finite(statistic, slices.Clone(x))
	if err != nil {
		return Estimate{}, err
	}
	draws := make([]float64, cfg.Resamples)
	sample := make([]float64, len(x))
	for r := range draws {
		for i := range sample {
			sample[i] = x[rng.IntN(len(x))]
		}
		if draws[r], err = finite(statistic, sample); err != nil {
			return Estimate{}, fmt.Errorf("stats: bootstrap: resample %d: %w", r, err)
		}
	}
	slices.Sort(draws)

	low, high := (1-cfg.Confidence)/2, (1+cfg.Confidence)/2
	if cfg.Method == BCa {
		without := make([]float64, len(x))
		for i := range x {
			sample = append(append(sample[:0], x[:i]...), x[i+1:]...)
			if without[i], err = finite(statistic, sample); err != nil {
				return Estimate{}, fmt.Errorf("stats: bootstrap: sample without value %d: %w", i, err)
			}
		}
		if low, high, err = bcaLevels(value, draws, without, cfg.Confidence); err != nil {
			return Estimate{}, err
		}
	}
	return Estimate{
		N:     len(x),
		Value: value,
		Interval: Interval{
			Low:        sortedQuantile(draws, low),
			High:       sortedQuantile(draws, high),
			Confidence: cfg.Confidence,
		},
		Resamples: cfg.Resamples,
		Method:    cfg.Method,
	}, nil
}

// bcaLevels returns the two levels at which BCa reads the bootstrap distribution, given
// the estimate, the sorted draws and the jackknife values.
//
//	z0    = Φ⁻¹(share of draws below the estimate, ties counted half)
//	a     = Σd³ / 6(Σd²)^1.5,  d = mean of the jackknife − its values
//	level = Φ(z0 + (z0+z)/(1 − a(z0+z))),  z = Φ⁻¹((1∓confidence)/2)
func bcaLevels(value float64, draws, without []float64, confidence float64) (low, high float64, err error) {
	below, _ := slices.BinarySearch(draws, value)
	upTo, _ := slices.BinarySearch(draws, math.Nextafter(value, math.Inf(1)))
	share := float64(below+upTo) / float64(2*len(draws))
	if share == 0 || share == 1 {
		return 0, 0, fmt.Errorf("stats: bootstrap: BCa with every resample on one side of the estimate: %w", ErrDegenerate)
	}
	z0 := distuv.UnitNormal.Quantile(share)

	mean := 0.0
	for _, v := range without {
		mean += v / float64(len(without))
	}
	var squares, cubes float64
	for _, v := range without {
		d := mean - v
		squares += d * d
		cubes += d * d * d
	}
	a := 0.0
	if squares > 0 {
		a = cubes / (6 * math.Pow(squares, 1.5))
	}
	level := func(p float64) float64 {
		z := z0 + distuv.UnitNormal.Quantile(p)
		return distuv.UnitNormal.CDF(z0 + z/(1-a*z))
	}
	return level((1 - confidence) / 2), level((1 + confidence) / 2), nil
}

// finite evaluates the statistic and errs if the value is no finite number.
func finite(statistic Statistic, x []float64) (float64, error) {
	v, err := statistic(x)
	if err != nil {
		return 0, err
	}
	return checkResult("statistic", v)
}
