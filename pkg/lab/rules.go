package lab

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"sudokulab/pkg/stats"
)

// The rules that judges share, so that claims of one kind are judged alike whatever the
// experiment.

// Tolerances of the rules; research/README.md states them to readers.
const (
	aboutShare  = 0.10 // a count "about x" may be off by this share of x
	aboutFactor = 2    // and still counts as the right direction within this factor
)

// About judges a count stated as "about x": reproduced within 10 % of x, partly within a
// factor of two, else refuted.
func About(stated, measured float64) Verdict {
	switch {
	case measured >= stated*(1-aboutShare) && measured <= stated*(1+aboutShare):
		return Reproduced
	case measured >= stated/aboutFactor && measured <= stated*aboutFactor:
		return Partly
	}
	return Refuted
}

// AboutTime judges a time stated as about low to high seconds (the same twice for one
// figure): reproduced within a factor of two of the range, partly if faster, refuted if
// slower. The reason is the sentence that goes with the verdict.
func AboutTime(low, high, measured float64) (v Verdict, reason string) {
	switch {
	case measured > high*aboutFactor:
		return Refuted, fmt.Sprintf("slower than stated, by a factor of %s", Number(measured/high))
	case measured < low/aboutFactor:
		return Partly, fmt.Sprintf("not slower than stated, but the figure is another: faster by a factor of %s", Number(low/measured))
	}
	return Reproduced, "within a factor of two of what is stated"
}

// Always judges a property stated of all cases: reproduced if it held in each of them,
// refuted by a single failure, pending if there were none.
func Always(held, of float64) Verdict {
	switch {
	case of == 0:
		return Pending
	case held == of:
		return Reproduced
	}
	return Refuted
}

// MeanInterval is the interval of a mean after Student, by which differences of few seeds are
// judged; it takes the values as normally spread. Fewer than two values bound nothing.
func MeanInterval(values []float64, confidence float64) stats.Interval {
	sd, err := stats.StdDev(values)
	mean, meanErr := stats.Mean(values)
	if err != nil || meanErr != nil || len(values) < 2 {
		return stats.Interval{Low: math.Inf(-1), High: math.Inf(1), Confidence: confidence}
	}
	n := float64(len(values))
	half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile((1+confidence)/2) * sd / math.Sqrt(n)
	return stats.Interval{Low: mean - half, High: mean + half, Confidence: confidence}
}
