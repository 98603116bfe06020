package record

// Sum adds metrics up over the records. It panics as [Record.Value] does.
func (s Set) Sum(metrics ...string) (sum float64) {
	for _, r := range s {
		for _, m := range metrics {
			sum += r.Value(m)
		}
	}
	return sum
}
