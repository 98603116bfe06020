package stats

// IQM returns the interquartile mean of x: the mean of the middle half of the sorted
// values. It is less noisy than the median over few runs and, unlike the mean, deaf to one
// run that collapsed (Agarwal and others 2021).
//
// Where a quartile falls inside a value, that value counts by the share of it that lies
// inside: each value is an interval of width 1, and the interval from n/4 to 3n/4 is
// averaged. If 4 divides n, this is the mean trimmed by a quarter at each end. The
// alternative, to round the number trimmed down, jumps as n changes: three seeds would
// trim none and five only one from each end.
func IQM(x []float64) (float64, error) {
	if err := checkSample("interquartile mean", x, 1); err != nil {
		return 0, err
	}
	s := sorted(x)
	low := float64(len(s)) / 4
	high := 3 * low
	sum := 0.0
	for i, v := range s {
		if inside := min(float64(i+1), high) - max(float64(i), low); inside > 0 {
			sum += inside * v
		}
	}
	return checkResult("interquartile mean", sum/(high-low))
}
