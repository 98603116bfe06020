package pairs

import (
	"fmt"
	"slices"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// The best figures of a run's validations: all empty cells, and those of the boards with the
// fewest givens.
const (
	BestCells     = "best.cells"
	BestHardCells = "best.cells." + HardSet
)

// FirstCells is the share of empty cells that a network has right before its first step.
const FirstCells = "first.cells"

// An arm is one side of a pair. It is named by the key of its cases without the seed, such as
// "lambda=0.5/side=4".

// Case returns the case of an arm with a seed.
func Case(arm string, seed int) lab.Case {
	kind, dims, err := record.ParseKey(arm)
	if err != nil {
		panic(fmt.Sprintf("pairs: arm %q: %v", arm, err)) // arms are constants
	}
	return lab.Case{Kind: kind, Dims: append(dims, record.D(seedDim, seed))}
}

const seedDim = "seed"

// ArmOf returns the arm of a record, "" if it is none's.
func ArmOf(r record.Record) string {
	dims := slices.DeleteFunc(r.Dims(), func(d record.Dim) bool { return d.Name == seedDim })
	if len(dims) == len(r.Dims()) {
		return ""
	}
	return record.Key(r.Kind(), dims...)
}

// Point is a validation of a run.
type Point struct {
	Step  int
	Value float64
}

// Curve reads the metrics "name step=N" of a record.
func Curve(r record.Record, name string) (out []Point) {
	for _, step := range r.Numbers(name+" step=", "") {
		out = append(out, Point{step, r.Value(At(name, step))})
	}
	return out
}

// highest is the highest point, 0 of none.
func highest(curve []Point) float64 {
	best := 0.0
	for _, p := range curve {
		best = max(best, p.Value)
	}
	return best
}

// FirstAt returns the steps after which a curve first reaches a value, drawn straight between
// validations and from nothing at step 0.
func FirstAt(curve []Point, value float64) (steps float64, ok bool) {
	before := Point{}
	for _, p := range curve {
		if p.Value >= value {
			if p.Value == before.Value {
				return float64(p.Step), true
			}
			return float64(before.Step) + float64(p.Step-before.Step)*(value-before.Value)/(p.Value-before.Value), true
		}
		before = p
	}
	return 0, false
}

// Seeds returns the measured records of an arm, by seed.
func Seeds(set record.Set, arm string) (out record.Set) {
	for _, r := range set.Measured() {
		if ArmOf(r) == arm {
			out = append(out, r)
		}
	}
	return out
}

// Of returns the records of two arms that share a seed.
func Of(set record.Set, left, right string) (out [][2]record.Record) {
	for _, a := range Seeds(set, left) {
		for _, b := range Seeds(set, right) {
			if a.Dim(seedDim) == b.Dim(seedDim) {
				out = append(out, [2]record.Record{a, b})
			}
		}
	}
	return out
}

// Needed returns the records of an arm as evidence; none leave the claim pending.
func Needed(e *lab.Evidence, arm string) record.Set {
	c := Case(arm, 0)
	return Seeds(e.Where(c.Kind, append(c.Dims[:len(c.Dims)-1], record.Any(seedDim))...), arm)
}

// Mean is the mean of a metric over records, 0 of none.
func Mean(set record.Set, metric string) float64 {
	sum := 0.0
	for _, r := range set {
		sum += r.Value(metric)
	}
	if len(set) == 0 {
		return 0
	}
	return sum / float64(len(set))
}

// Range is the least and the greatest value of a metric over records.
func Range(set record.Set, metric string) (least, most float64) {
	for i, r := range set {
		v := r.Value(metric)
		if i == 0 {
			least, most = v, v
		}
		least, most = min(least, v), max(most, v)
	}
	return least, most
}

// MeanOf is the mean of values, 0 of none.
func MeanOf(x []float64) float64 {
	m, err := stats.Mean(x)
	if err != nil {
		return 0
	}
	return m
}

// Spread writes the mean of a metric over the seeds with its range, and "–" where a record lacks it.
func Spread(set record.Set, metric string, write func(float64) string) string {
	if len(set) == 0 {
		return "–"
	}
	for _, r := range set {
		if _, ok := r.Metric(metric); !ok {
			return "–"
		}
	}
	text := write(Mean(set, metric))
	if len(set) > 1 {
		low, high := Range(set, metric)
		text += fmt.Sprintf(" (%s to %s)", write(low), write(high))
	}
	return text
}

// InPercent writes a share in per cent, without the sign, for columns whose heads have it.
func InPercent(share float64) string { return fmt.Sprintf("%.1f", 100*share) }

// NetworkOf names the network of some records, for the reason of a verdict.
func NetworkOf(set record.Set) string {
	if len(set) == 0 {
		return "no network"
	}
	return set[0].Texts["network"]
}

// SpeedUp is a pair of runs up to the accuracy that both reach.
type SpeedUp struct {
	Target       float64 // the lower of the two best accuracies
	First, Other float64 // steps until then
}

// Faster is the share of steps that the first run saves.
func (s SpeedUp) Faster() float64 { return 1 - s.First/s.Other }

// SpeedUps compares two arms by steps to equal accuracy, seed by seed. Of a run that collapsed no
// accuracy is taken: the other one's best is the one to reach, for which it counts with all its
// steps; two such runs are no different.
func SpeedUps(set record.Set, first, other string, collapsed func(record.Record) bool) (out []SpeedUp) {
	for _, p := range Of(set, first, other) {
		a, b := Curve(p[0], "cells"), Curve(p[1], "cells")
		if len(a) == 0 || len(b) == 0 {
			continue
		}
		lostA, lostB := collapsed(p[0]), collapsed(p[1])
		s := SpeedUp{Target: min(highest(a), highest(b))}
		switch {
		case lostA && lostB:
			steps := float64(a[len(a)-1].Step)
			out = append(out, SpeedUp{Target: s.Target, First: steps, Other: steps})
			continue
		case lostA:
			s.Target = highest(b)
		case lostB:
			s.Target = highest(a)
		}
		var inA, inB bool
		if s.First, inA = FirstAt(a, s.Target); lostA {
			s.First, inA = float64(a[len(a)-1].Step), true
		}
		if s.Other, inB = FirstAt(b, s.Target); lostB {
			s.Other, inB = float64(b[len(b)-1].Step), true
		}
		if inA && inB && s.First > 0 && s.Other > 0 {
			out = append(out, s)
		}
	}
	return out
}

// Gains are the differences of a metric, left minus right, seed by seed.
func Gains(set record.Set, left, right, metric string) (out []float64) {
	for _, p := range Of(set, left, right) {
		out = append(out, p[0].Value(metric)-p[1].Value(metric))
	}
	return out
}

// LateRise is the share of what runs have learnt that came in their last quarter, in the mean
// over runs: of the rise of the best accuracy from guessing to the end. Runs that have converged
// have little of it.
func LateRise(set record.Set, side int) float64 {
	early, all := 0.0, 0.0
	for _, r := range set {
		curve := Curve(r, "cells")
		before := 0.0
		for _, p := range curve {
			if 4*p.Step <= 3*curve[len(curve)-1].Step {
				before = max(before, p.Value)
			}
		}
		early, all = early+before, all+highest(curve)
	}
	guess := float64(len(set)) / float64(side)
	if all <= guess {
		return 0
	}
	return (all - max(early, guess)) / (all - guess)
}
