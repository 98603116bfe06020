package pairs

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// MostFrequent is the digit that most of the empty cells have in the solutions.
func MostFrequent(samples []puzzles.Sample) int {
	counts := make([]int, samples[0].Board().Shape().Side()+1)
	for _, s := range samples {
		for c, given := range s.Puzzle {
			if given == 0 {
				counts[s.Solution[c]]++
			}
		}
	}
	return slices.Index(counts, slices.Max(counts))
}

// Constant is the share of the empty cells that [MostFrequent] has right when it stands in all of
// them, and their number.
func Constant(samples []puzzles.Sample) (share float64, cells int) {
	digit, right := MostFrequent(samples), 0
	for _, s := range samples {
		for c, given := range s.Puzzle {
			if given != 0 {
				continue
			}
			cells++
			if int(s.Solution[c]) == digit {
				right++
			}
		}
	}
	return float64(right) / float64(max(1, cells)), cells
}

// ConstantOf is [Constant] of all puzzles of a validation.
func ConstantOf(ctx context.Context, v supervised.Validation) (share float64, cells int, err error) {
	var all []puzzles.Sample
	for _, set := range v.Sets {
		samples, err := puzzles.HeldOut(ctx, set, v.Count, 1)
		if err != nil {
			return 0, 0, err
		}
		all = append(all, samples...)
	}
	share, cells = Constant(all)
	return share, cells, nil
}

// Last is the last validation of a run, 0 of none.
func Last(r record.Record) float64 {
	if c := Curve(r, "cells"); len(c) > 0 {
		return c[len(c)-1].Value
	}
	return 0
}

// Lost names the runs of the sides of a comparison that collapsed, as part of a sentence, and
// reports whether those of one side are more than the limit "collapsed" of the claim's rule allows,
// so that the comparison does not speak of what is compared.
func Lost(e *lab.Evidence, collapsed func(record.Record) bool, sides ...record.Set) (named string, tooMany bool) {
	most := e.Limit("collapsed")
	var names []string
	for _, side := range sides {
		lost := 0
		for _, r := range side {
			if collapsed(r) {
				lost++
				names = append(names, r.Case)
			}
		}
		tooMany = tooMany || float64(lost) > most*float64(len(side))
	}
	if len(names) == 0 {
		return "no run collapsed", false
	}
	if len(names) > 8 {
		return fmt.Sprintf("%d runs collapsed, among them %s", len(names), strings.Join(names[:8], ", ")), tooMany
	}
	return "collapsed: " + strings.Join(names, ", "), tooMany
}

// Between writes the interval of a mean over seeds, as part of a sentence.
func Between(i stats.Interval, write func(float64) string) string {
	if math.IsInf(i.Low, 0) || math.IsInf(i.High, 0) || math.IsNaN(i.Low) || math.IsNaN(i.High) {
		return "no interval"
	}
	return fmt.Sprintf("95 %% interval %s to %s", write(i.Low), write(i.High))
}
