package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// endless stands for a count that has no end. It is small enough that its ratio to a count of one
// is finite, and large enough that its ratio to any other is no count.
const endless = 1e300

// CutRatio is a ratio of counts of which some were cut off. Without a high end, Endless is true and
// the interval's High is that of the counts as they are.
type CutRatio struct {
	Ratio
	Endless bool `json:"endless"`
}

// CutRatios is [PairedRatios] for counts of which some were cut off at a bound: cutA and cutB tell
// which, nil for none. The low end of the interval takes each pair at the least that its ratio can
// be, the high end at the most, so that the interval holds whatever the counts would have come to.
// The median is that of the counts as they are.
func CutRatios(rng *rand.Rand, a, b []float64, cutA, cutB []bool, cfg BootstrapConfig) (CutRatio, error) {
	raised := func(x []float64, cut []bool) []float64 {
		out := slices.Clone(x)
		for i := range min(len(cut), len(out)) {
			if cut[i] {
				out[i] = endless
			}
		}
		return out
	}
	as, err := PairedRatios(rng, a, b, cfg)
	if err != nil {
		return CutRatio{}, err
	}
	least, err := PairedRatios(rng, a, raised(b, cutB), cfg)
	if err != nil {
		return CutRatio{}, err
	}
	most, err := PairedRatios(rng, raised(a, cutA), b, cfg)
	if err != nil {
		return CutRatio{}, err
	}
	out := CutRatio{Ratio: as, Endless: most.Interval.High > math.Sqrt(endless)}
	out.Interval.Low = least.Interval.Low
	if !out.Endless {
		out.Interval.High = most.Interval.High
	}
	return out, nil
}
