package stats

import "gonum.org/v1/gonum/stat"

// Summary is the five-number summary of a sample with its mean and standard deviation, in
// the unit of the values.
type Summary struct {
	N      int     `json:"n"`
	Min    float64 `json:"min"`
	Q1     float64 `json:"q1"` // type 7, as [Quantile]
	Median float64 `json:"median"`
	Q3     float64 `json:"q3"`
	Max    float64 `json:"max"`
	Mean   float64 `json:"mean"`
	// StdDev has n − 1 in the denominator. It is 0 where N is 1: look at N before quoting it.
	StdDev float64 `json:"stddev"`
}

// Summarize returns the summary of x, one value or more.
func Summarize(x []float64) (Summary, error) {
	if err := checkSample("summary", x, 1); err != nil {
		return Summary{}, err
	}
	s := sorted(x)
	sum := Summary{
		N:      len(s),
		Min:    s[0],
		Q1:     sortedQuantile(s, 0.25),
		Median: sortedQuantile(s, 0.5),
		Q3:     sortedQuantile(s, 0.75),
		Max:    s[len(s)-1],
		Mean:   stat.Mean(s, nil),
	}
	if len(s) > 1 {
		sum.StdDev = stat.StdDev(s, nil)
	}
	for _, v := range []float64{sum.Mean, sum.StdDev} {
		if _, err := checkResult("summary", v); err != nil {
			return Summary{}, err
		}
	}
	return sum, nil
}
