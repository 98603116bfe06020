package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// endless stands for a count that has no end. It is small enough that its ratio to a count of one
// is finite, and large enough that its ratio to any other is no count.
const endless = 1e300

// CutRatios is [PairedRatios] for counts of which some were cut off at a bound: cutA and cutB tell
// which, nil for none. The low end of the interval takes each pair at the least that its ratio can
// be, the high end at the most, so that the interval holds whatever the counts would have come to.
// Without a high end, High is +Inf; the median is that of the counts as they are.
func CutRatios(rng *rand.Rand, a, b []float64, cutA, cutB []bool, cfg BootstrapConfig) (Ratio, error) {
	raised := func(x []float64, cut []bool) []float64 {
		out := slices.Clone(x)
		for i := range min(len(cut), len(out)) {
			if cut[i] {
				out[i] = endless
			}
		}
		return out
	}
	out, err := PairedRatios(rng, a, b, cfg)
	if err != nil {
		return Ratio{}, err
	}
	least, err := PairedRatios(rng, a, raised(b, cutB), cfg)
	if err != nil {
		return Ratio{}, err
	}
	most, err := PairedRatios(rng, raised(a, cutA), b, cfg)
	if err != nil {
		return Ratio{}, err
	}
	out.Interval.Low, out.Interval.High = least.Interval.Low, most.Interval.High
	if out.Interval.High > math.Sqrt(endless) {
		out.Interval.High = math.Inf(1)
	}
	return out, nil
}
