package lab

import "sudokulab/pkg/record"

// WithInterval writes a metric of a record and the ends of its interval, as [KeepInterval] keeps them, such as
// "1.90 (1.85 to 1.95)", and "–" if the record lacks it.
func WithInterval(r record.Record, metric string, write func(float64) string) string {
	m, ok := r.Metric(metric)
	if !ok {
		return "–"
	}
	return write(m.Value) + ends(r, metric, write)
}

// ends writes those of an interval, in brackets after a blank.
func ends(r record.Record, metric string, write func(float64) string) string {
	return " (" + write(r.Value(metric+".low")) + " to " + write(r.Value(metric+".high")) + ")"
}

// Lacks reports whether a record has no figure of a name, without asking for it: tables ask for what some record has.
func Lacks(r record.Record, figure string) bool {
	_, exact := r.Exact[figure]
	_, noisy := r.Noisy[figure]
	return !exact && !noisy
}

// Interval writes the ends of a figure's interval, which stand under its name with .low and .high, in brackets after a blank; nothing for one without.
func Interval(r record.Record, figure string, write func(float64) string) string {
	if Lacks(r, figure+".low") {
		return ""
	}
	return ends(r, figure, write)
}
