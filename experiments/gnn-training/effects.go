package gnntraining

import (
	"math"
	"slices"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// sizesOf returns the sizes of data sets that were trained on, rising.
func sizesOf(set record.Set) (out []int) {
	for _, r := range set.Measured() {
		if kind := r.Kind(); (kind == plainKind || kind == augmentedKind) && !slices.Contains(out, r.Int("data")) {
			out = append(out, r.Int("data"))
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
		plain[i] = pairs.Mean(pairs.Seeds(set, dataArm(plainKind, size)), pairs.BestCells)
	}
	for _, size := range sizes {
		with := pairs.Seeds(set, dataArm(augmentedKind, size))
		if len(with) == 0 {
			continue
		}
		out = append(out, equivalent(sizes, plain, size, pairs.Mean(with, pairs.BestCells)))
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
