package stats

// IQM returns the mean of the middle of x: without the lowest and the highest quarter, ⌊n/4⌋ values each. Agarwal and
// others, "Deep Reinforcement Learning at the Edge of the Statistical Precipice", 2021, arXiv:2108.13264, report it with
// a bootstrap interval where runs are few and some of them fail.
func IQM(x []float64) (float64, error) {
	if err := checkSample("interquartile mean", x, 1); err != nil {
		return 0, err
	}
	s := sorted(x)
	cut := len(s) / 4
	return Mean(s[cut : len(s)-cut])
}
