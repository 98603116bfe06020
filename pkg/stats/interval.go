package stats

import (
	"fmt"

	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is a two-sided confidence interval.
type Interval struct {
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Confidence float64 `json:"confidence"` // such as 0.95
}

// Contains reports whether v lies in the closed interval.
func (i Interval) Contains(v float64) bool { return i.Low <= v && v <= i.High }

// String writes the bounds with four significant digits, as [0.8509, 0.8921].
func (i Interval) String() string { return fmt.Sprintf("[%.4g, %.4g]", i.Low, i.High) }

// twoSidedZ returns the standard normal quantile at (1+confidence)/2.
func twoSidedZ(confidence float64) float64 {
	return distuv.UnitNormal.Quantile((1 + confidence) / 2)
}
