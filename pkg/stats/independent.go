package stats

import (
	"fmt"
	"math"
)

// IndependentRatio returns a/b of two figures that were measured apart, with the interval that follows from theirs, both of one
// confidence: the limits of log a and log b, each on the side where it matters, added as squares. The method is that of Zou and
// Donner, "Construction of confidence limits about effect measures: A general approach", Statistics in Medicine 27 (2008),
// doi:10.1002/sim.3095. Both figures and their limits must be more than 0, and each figure must lie between its limits.
//
// Where the two were measured in the same rounds, [PairedRatios] is the narrower answer.
func IndependentRatio(a, b float64, ofA, ofB Interval) (float64, Interval, error) {
	const what = "ratio of independent figures"
	all := []float64{ofA.Low, a, ofA.High, ofB.Low, b, ofB.High}
	if err := checkSample(what, all, len(all)); err != nil {
		return 0, Interval{}, err
	}
	if err := checkPositive(what, all); err != nil {
		return 0, Interval{}, err
	}
	if !ofA.Contains(a) || !ofB.Contains(b) || ofA.Confidence != ofB.Confidence {
		return 0, Interval{}, fmt.Errorf("stats: %s: %v in %v and %v in %v, want each within its interval, and one confidence: %w", what, a, ofA, b, ofB, ErrDomain)
	}
	ratio := math.Log(a) - math.Log(b)
	down := math.Hypot(math.Log(a)-math.Log(ofA.Low), math.Log(ofB.High)-math.Log(b))
	up := math.Hypot(math.Log(ofA.High)-math.Log(a), math.Log(b)-math.Log(ofB.Low))
	return a / b, Interval{Low: math.Exp(ratio - down), High: math.Exp(ratio + up), Confidence: ofA.Confidence}, nil
}
