package stats

import (
	"fmt"
	"math"
)

// Proportion is a share of trials with its confidence interval.
type Proportion struct {
	Successes int      `json:"successes"`
	Trials    int      `json:"trials"`
	Rate      float64  `json:"rate"`
	Interval  Interval `json:"interval"`
}

// Wilson returns the share of successes with Wilson's score interval (without continuity
// correction). Unlike the rate ± z standard errors, it stays in 0…1 and has width at 0 %
// and 100 %, where solve rates like to lie.
func Wilson(successes, trials int, confidence float64) (Proportion, error) {
	if trials < 1 {
		return Proportion{}, fmt.Errorf("stats: proportion of %d trials, want at least 1: %w", trials, ErrTooFew)
	}
	if successes < 0 || successes > trials {
		return Proportion{}, fmt.Errorf("stats: proportion of %d successes, want 0 to %d: %w", successes, trials, ErrDomain)
	}
	if err := checkConfidence("proportion", confidence); err != nil {
		return Proportion{}, err
	}
	n := float64(trials)
	p := float64(successes) / n
	z := twoSidedZ(confidence)
	z2n := z * z / n
	centre := (p + z2n/2) / (1 + z2n)
	half := z * math.Sqrt(p*(1-p)/n+z2n/(4*n)) / (1 + z2n)
	out := Proportion{
		Successes: successes,
		Trials:    trials,
		Rate:      p,
		Interval:  Interval{Low: centre - half, High: centre + half, Confidence: confidence},
	}
	// The exact bound at the ends; the sum above misses it by a rounding error.
	if successes == 0 {
		out.Interval.Low = 0
	}
	if successes == trials {
		out.Interval.High = 1
	}
	return out, nil
}
