package lab

import (
	"fmt"
	"math"
	"math/rand/v2"

	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// KeepCutRatio is [KeepRatio] for counts, exact ones, of which some were cut off at a bound: cutOne and cutOther
// say which. There is no name.high where these leave the interval no high end; see [stats.CutRatios].
func KeepCutRatio(r *Run, rng *rand.Rand, name, unit string, one, other []float64, cutOne, cutOther []bool, bootstrap stats.BootstrapConfig) error {
	ratio, err := stats.CutRatios(rng, one, other, cutOne, cutOther, bootstrap)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	r.Exact(name, ratio.Median, unit, ratio.N)
	r.Exact(name+".low", ratio.Interval.Low, unit, ratio.N)
	if !ratio.Endless {
		r.Exact(name+".high", ratio.Interval.High, unit, ratio.N)
	}
	return nil
}

// CutRatio returns the interval of a ratio that [KeepCutRatio] kept: its high end is infinite where the
// record has none.
func CutRatio(r record.Record, name string) stats.Interval {
	i := stats.Interval{Low: r.Value(name + ".low"), High: math.Inf(1), Confidence: Confidence}
	if high, ok := r.Metric(name + ".high"); ok {
		i.High = high.Value
	}
	return i
}

// CutRatioOf writes such a ratio: with its interval, as a lower bound where that has no high end, and "–" if
// the record lacks it.
func CutRatioOf(r record.Record, name string, write func(float64) string) string {
	m, ok := r.Metric(name)
	if !ok {
		return "–"
	}
	i := CutRatio(r, name)
	if math.IsInf(i.High, 1) {
		return "≥ " + write(i.Low) + " ×"
	}
	return write(m.Value) + " × (" + write(i.Low) + "–" + write(i.High) + ")"
}
