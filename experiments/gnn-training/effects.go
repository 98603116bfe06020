package gnntraining

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// speedUp is a pair of runs up to the accuracy that both reach.
type speedUp struct {
	target       float64 // the lower of the two best accuracies
	first, other float64 // steps until then
}

// faster is the share of steps that the first run saves.
func (s speedUp) faster() float64 { return 1 - s.first/s.other }

// speedUps compares two arms by steps to equal accuracy, seed by seed.
func speedUps(set record.Set, first, other string) (out []speedUp) {
	for _, p := range pairs(set, first, other) {
		a, b := curveOf(p[0], "cells"), curveOf(p[1], "cells")
		s := speedUp{target: min(bestOf(a), bestOf(b))}
		var inA, inB bool
		s.first, inA = firstAt(a, s.target)
		s.other, inB = firstAt(b, s.target)
		if inA && inB && s.other > 0 {
			out = append(out, s)
		}
	}
	return out
}

// gains are the differences of a metric, left minus right, seed by seed.
func gains(set record.Set, left, right, metric string) (out []float64) {
	for _, p := range pairs(set, left, right) {
		out = append(out, p[0].Value(metric)-p[1].Value(metric))
	}
	return out
}

// sizesOf returns the sizes of data sets that were trained on, rising.
func sizesOf(set record.Set) (out []int) {
	for _, r := range set.Measured() {
		if text, ok := strings.CutPrefix(r.Case, dataPrefix); ok {
			text, _, _ = strings.Cut(text, " ")
			if size, err := strconv.Atoi(text); err == nil && !slices.Contains(out, size) {
				out = append(out, size)
			}
		}
	}
	slices.Sort(out)
	return out
}

// factor is how many times as large a data set without augmentation has to be to give the
// accuracy of one with it. bound says that no such size was trained on: the factor is then
// above what is given, or below it where the smallest size already gives more.
type factor struct {
	size         int
	times        float64
	above, below bool
}

// factors works them out from the means over seeds, between sizes by straight lines over the
// logarithm of the size.
func factors(set record.Set) (out []factor) {
	sizes := sizesOf(set)
	plain := make([]float64, len(sizes))
	for i, size := range sizes {
		plain[i] = meanOf(seedsOf(set, dataArm(plainArm, size)), bestCells)
	}
	for _, size := range sizes {
		with := seedsOf(set, dataArm(augmentedArm, size))
		if len(with) == 0 {
			continue
		}
		out = append(out, equivalent(sizes, plain, size, meanOf(with, bestCells)))
	}
	return out
}

func equivalent(sizes []int, plain []float64, size int, accuracy float64) factor {
	f := factor{size: size}
	for i := range sizes {
		if plain[i] < accuracy {
			continue
		}
		if i == 0 {
			f.times, f.below = float64(sizes[0])/float64(size), plain[0] > accuracy
			return f
		}
		share := (accuracy - plain[i-1]) / (plain[i] - plain[i-1])
		at := math.Log(float64(sizes[i-1])) + share*math.Log(float64(sizes[i])/float64(sizes[i-1]))
		f.times = math.Exp(at) / float64(size)
		return f
	}
	f.times, f.above = float64(sizes[len(sizes)-1])/float64(size), true
	return f
}

// median of values, 0 of none.
func median(x []float64) float64 {
	m, err := stats.Median(x)
	if err != nil {
		return 0
	}
	return m
}

// mean of values, 0 of none.
func mean(x []float64) float64 {
	m, err := stats.Mean(x)
	if err != nil {
		return 0
	}
	return m
}

// student holds the 97.5 % quantiles of Student's t with 1, 2, 3, … degrees of freedom.
var student = [...]float64{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262}

// confidence is the 95 % interval of a mean after Student, which assumes that values spread
// normally; everything for fewer than two.
func confidence(x []float64) (from, to float64) {
	sd, err := stats.StdDev(x)
	if err != nil || len(x) < 2 {
		return math.Inf(-1), math.Inf(1)
	}
	half := student[min(len(x)-2, len(student)-1)] * sd / math.Sqrt(float64(len(x)))
	return mean(x) - half, mean(x) + half
}

func least(x []float64) float64 {
	out := math.Inf(1)
	for _, v := range x {
		out = min(out, v)
	}
	return out
}

func greatest(x []float64) float64 {
	out := math.Inf(-1)
	for _, v := range x {
		out = max(out, v)
	}
	return out
}

// learnt is the accuracy that both sides of a pair must have come to before their difference
// says anything: half way from guessing one of n digits to all cells right.
func learnt(side int) float64 { return (1/float64(side) + 1) / 2 }

// stillRising is the share of what runs have learnt that may come in their last quarter if
// they are to count as converged.
const stillRising = 0.1

// lateRise is that share, in the mean over runs: of the rise of the best accuracy from guessing
// to the end, what the last quarter of the steps adds.
func lateRise(set record.Set, side int) float64 {
	early, all := 0.0, 0.0
	for _, r := range set {
		curve := curveOf(r, "cells")
		before := 0.0
		for _, p := range curve {
			if 4*p.step <= 3*curve[len(curve)-1].step {
				before = max(before, p.value)
			}
		}
		early, all = early+before, all+bestOf(curve)
	}
	guess := float64(len(set)) / float64(side)
	if all <= guess {
		return 0
	}
	return (all - max(early, guess)) / (all - guess)
}
