package lab

import "sudokulab/pkg/record"

// WithInterval writes a metric of a record and the ends of its interval, as [KeepInterval] keeps them, such as
// "1.90 (1.85 to 1.95)", and "–" if the record lacks it.
func WithInterval(r record.Record, metric string, write func(float64) string) string {
	m, ok := r.Metric(metric)
	if !ok {
		return "–"
	}
	return write(m.Value) + " (" + write(r.Value(metric+".low")) + " to " + write(r.Value(metric+".high")) + ")"
}
