package stats

import "math/rand/v2"

// Ratio summarises pairs of measurements as the ratio of the first to the second.
type Ratio struct {
	N         int      `json:"n"`      // pairs
	Median    float64  `json:"median"` // of the ratios of the pairs
	Interval  Interval `json:"interval"`
	Above     int      `json:"above"` // pairs whose ratio exceeds 1
	Below     int      `json:"below"` // pairs whose ratio is less than 1
	Resamples int      `json:"resamples"`
	Method    Method   `json:"method"`
}

// PairedRatios returns the median of a[i]/b[i] with its bootstrap interval over the pairs.
// It is for rounds measured alternately, so that a slow spell of the machine hits both of
// a pair and cancels; the ratio of two medians keeps it. All values must be more than 0.
func PairedRatios(rng *rand.Rand, a, b []float64, cfg BootstrapConfig) (Ratio, error) {
	const what = "paired ratios"
	if err := checkPairs(what, a, b, 2); err != nil {
		return Ratio{}, err
	}
	if err := checkPositive(what, a); err != nil {
		return Ratio{}, err
	}
	if err := checkPositive(what, b); err != nil {
		return Ratio{}, err
	}
	ratios := make([]float64, len(a))
	out := Ratio{N: len(a), Resamples: cfg.Resamples, Method: cfg.Method}
	for i := range a {
		ratios[i] = a[i] / b[i]
		switch {
		case a[i] > b[i]:
			out.Above++
		case a[i] < b[i]:
			out.Below++
		}
	}
	est, err := Bootstrap(rng, ratios, Median, cfg)
	if err != nil {
		return Ratio{}, err
	}
	out.Median, out.Interval = est.Value, est.Interval
	return out, nil
}
