package stats

// Indicator returns 1 if something holds, else 0, for counting.
func Indicator[N int | int64 | float64](holds bool) N {
	if holds {
		return 1
	}
	return 0
}
