package stats

import (
	"errors"
	"fmt"
	"math"
)

// The kinds of input that no statistic here accepts. Errors wrap one of them and say which
// statistic and which value.
var (
	// ErrTooFew: fewer values than the statistic is defined for.
	ErrTooFew = errors.New("too few values")
	// ErrNotFinite: a value is NaN or infinite.
	ErrNotFinite = errors.New("value is not finite")
	// ErrDomain: a value or an argument lies outside the statistic's domain.
	ErrDomain = errors.New("value outside the domain")
	// ErrDegenerate: the values do not determine the statistic, such as the correlation
	// with a constant.
	ErrDegenerate = errors.New("values do not determine it")
)

// checkSample errs if x holds fewer than least values or one that is not finite.
func checkSample(what string, x []float64, least int) error {
	if len(x) < least {
		return fmt.Errorf("stats: %s of %d values, want at least %d: %w", what, len(x), least, ErrTooFew)
	}
	for i, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("stats: %s: value %d is %v: %w", what, i, v, ErrNotFinite)
		}
	}
	return nil
}

// checkPairs is checkSample for two samples whose values belong together by index.
func checkPairs(what string, x, y []float64, least int) error {
	if len(x) != len(y) {
		return fmt.Errorf("stats: %s of %d and %d values, want as many: %w", what, len(x), len(y), ErrDomain)
	}
	if err := checkSample(what, x, least); err != nil {
		return err
	}
	return checkSample(what, y, least)
}

// checkPositive errs if a value is zero or less.
func checkPositive(what string, x []float64) error {
	for i, v := range x {
		if v <= 0 {
			return fmt.Errorf("stats: %s: value %d is %v, want more than 0: %w", what, i, v, ErrDomain)
		}
	}
	return nil
}

// checkResult returns v, or an error if sums of very large values have overflowed.
func checkResult(what string, v float64) (float64, error) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("stats: %s comes to %v: %w", what, v, ErrNotFinite)
	}
	return v, nil
}

func checkConfidence(what string, confidence float64) error {
	if !(confidence > 0 && confidence < 1) {
		return fmt.Errorf("stats: %s: confidence %v, want between 0 and 1: %w", what, confidence, ErrDomain)
	}
	return nil
}
