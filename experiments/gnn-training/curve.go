package gnntraining

import (
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/record"
)

// point is a validation of a run.
type point struct {
	step  int
	value float64
}

// curveOf reads the metrics "name step=N" of a record.
func curveOf(r record.Record, name string) (out []point) {
	for _, metrics := range []map[string]record.Metric{r.Exact, r.Noisy} {
		for metric, v := range metrics {
			if text, ok := strings.CutPrefix(metric, name+" step="); ok {
				if step, err := strconv.Atoi(text); err == nil {
					out = append(out, point{step, v.Value})
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b point) int { return a.step - b.step })
	return out
}

// bestOf is the highest point, 0 of none.
func bestOf(curve []point) float64 {
	best := 0.0
	for _, p := range curve {
		best = max(best, p.value)
	}
	return best
}

// firstAt returns the steps after which a curve first reaches a value, drawn straight between
// validations and from nothing at step 0.
func firstAt(curve []point, value float64) (steps float64, ok bool) {
	before := point{}
	for _, p := range curve {
		if p.value >= value {
			if p.value == before.value {
				return float64(p.step), true
			}
			return float64(before.step) + float64(p.step-before.step)*(value-before.value)/(p.value-before.value), true
		}
		before = p
	}
	return 0, false
}

// seedsOf returns the measured records of an arm, by seed.
func seedsOf(set record.Set, arm string) (out record.Set) {
	for _, r := range set.Measured() {
		if rest, ok := strings.CutPrefix(r.Case, arm+" seed="); ok {
			if _, err := strconv.Atoi(rest); err == nil {
				out = append(out, r)
			}
		}
	}
	return out
}

// seedOf is the part of a case's name after the arm.
func seedOf(r record.Record) string { return r.Case[strings.LastIndex(r.Case, " seed="):] }

// pairs returns the records of two arms that share a seed.
func pairs(set record.Set, left, right string) (out [][2]record.Record) {
	for _, a := range seedsOf(set, left) {
		for _, b := range seedsOf(set, right) {
			if seedOf(a) == seedOf(b) {
				out = append(out, [2]record.Record{a, b})
			}
		}
	}
	return out
}

// meanOf is the mean of a metric over records, 0 of none.
func meanOf(set record.Set, metric string) float64 {
	sum := 0.0
	for _, r := range set {
		sum += r.Value(metric)
	}
	if len(set) == 0 {
		return 0
	}
	return sum / float64(len(set))
}

// rangeOf is the least and the greatest value of a metric over records.
func rangeOf(set record.Set, metric string) (least, most float64) {
	for i, r := range set {
		v := r.Value(metric)
		if i == 0 {
			least, most = v, v
		}
		least, most = min(least, v), max(most, v)
	}
	return least, most
}
