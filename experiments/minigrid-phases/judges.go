package minigridphases

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return append(spaceJudges(), []lab.Judge{
		{Claim: "M04", Decide: firstPhase},
		{Claim: "M05a", Decide: listed},
		{Claim: "M05b", Decide: factorials},
		{Claim: "M13a", Decide: boxSizes},
		{Claim: "M13b", Decide: sums},
		{Claim: "M14a", Decide: dominant},
		{Claim: "M14b", Decide: milliseconds},
		{Claim: "M14c", Decide: fastRest},
		{Claim: "M19a", Capped: true, Decide: largestTerm},
		{Claim: "M19b", Capped: true, Decide: spaceOrders},
		{Claim: "M22", Capped: true, Decide: compared},
		{Claim: "M24", Decide: extracted},
		{Claim: "M26", Decide: earliest},
	}...)
}

// slope fits a power law. Fewer than three points give none.
func slope(x, y []float64) (stats.Slope, bool) {
	s, err := stats.LogLogSlope(x, y, lab.Confidence)
	return s, err == nil
}

func exponent(s stats.Slope) string {
	return fmt.Sprintf("%s %s", lab.Number(round(s.Exponent)), s.Interval)
}

// round leaves three decimals.
func round(x float64) float64 { return math.Round(1000*x) / 1000 }

// sized returns the points of the case of phase 1: a series of metrics over each n that any of them has.
func sized(r record.Record, metrics ...string) (x, y []float64) {
	var sizes []int
	for _, m := range metrics {
		sizes = append(sizes, r.Numbers("n=", " "+m)...)
	}
	slices.Sort(sizes)
	for _, n := range slices.Compact(sizes) {
		sum := 0.0
		for _, m := range metrics {
			sum += r.Value(fmt.Sprintf("n=%d %s", n, m))
		}
		if sum > 0 {
			x, y = append(x, float64(n)), append(y, sum)
		}
	}
	return x, y
}

// atMost decides an interval by the limit high alone.
func atMost(e *lab.Evidence, figure stats.Interval) lab.Verdict {
	switch high := e.Limit("high"); {
	case figure.High <= high:
		return lab.Reproduced
	case figure.Low > high:
		return lab.Refuted
	}
	return lab.Pending
}

// firstPhase judges M04.
func firstPhase(e *lab.Evidence) lab.Finding {
	e.Value(firstKind, "n=9 cells")
	r, _ := e.Case(firstKind)
	x, steps := sized(r, "cells", "marks")
	bySteps, ok := slope(x, steps)
	if !ok {
		return lab.Finding{Verdict: lab.Pending, Because: "too few sizes"}
	}
	growth := fmt.Sprintf("n=%g growth", x[len(x)-1])
	byTime := stats.Interval{Low: e.Value(firstKind, growth+".low"), High: e.Value(firstKind, growth+".high"), Confidence: lab.Confidence}
	counted, _ := e.Band(bySteps.Interval)
	timed := atMost(e, byTime)
	return lab.Finding{
		Verdict: lab.Worst(counted, timed),
		Figure: fmt.Sprintf("exponent over n: %s of the steps for n = %g … %g, %s %s of the time between the two greatest",
			exponent(bySteps), x[0], x[len(x)-1], lab.Number(round(e.Value(firstKind, growth))), byTime),
		Because: fmt.Sprintf("the steps alone are %s, the time alone is %s", counted, timed),
	}
}

// listed judges M05a.
func listed(e *lab.Evidence) lab.Finding {
	var boxes, all, part, byBox, byLines float64
	for _, r := range e.Where(listingKind, record.Any("set")) {
		boxes += r.Value("boxes")
		all += min(r.Value("all"), r.Value("box same"))
		part += r.Value("part")
		byBox += r.Value("box fillings")
		byLines += r.Value("lines fillings")
	}
	v, reason := e.Always(all, boxes)
	return lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("all e! fillings, the same from the library, in %s of %s boxes: %s fillings, with the masks of rows and columns %s",
			lab.Number(all), lab.Number(boxes), lab.Number(byBox), lab.Number(byLines)),
		Because: fmt.Sprintf("%s; with masks exactly those are left that repeat no given in %s boxes", reason, lab.Number(part)),
	}
}

// growing returns the points of a case that lists one box: a metric over e!, from e = 3 on, where
// the constant part of a call no longer shows.
func growing(r record.Record, metric string) (x, y []float64) {
	for _, e := range r.Numbers("e=", " "+metric) {
		if e >= 3 {
			x, y = append(x, factorial(e)), append(y, r.Value(fmt.Sprintf("e=%d %s", e, metric)))
		}
	}
	return x, y
}

// factorials judges M05b.
func factorials(e *lab.Evidence) lab.Finding {
	var steps, seconds, constants []string
	var orders []lab.Verdict
	least, most := math.Inf(1), 0.0
	for _, r := range e.Where(listingKind, record.Any("n")) {
		x, trials := growing(r, "trials")
		if len(x) == 0 {
			continue
		}
		constant := trials[len(x)-1] / x[len(x)-1]
		constants = append(constants, fmt.Sprintf("%s at n = %s", lab.Number(round(constant)), r.Dim("n")))
		least, most = min(least, constant), max(most, constant)
		bySteps, ok := slope(x, trials)
		if !ok {
			continue // two points, at n = 4
		}
		v, _ := e.Band(bySteps.Interval)
		orders = append(orders, v)
		steps = append(steps, exponent(bySteps))
		if byTime, ok := slope(growing(r, "time")); ok {
			seconds = append(seconds, lab.Number(round(byTime.Exponent)))
		}
	}
	f := lab.Finding{
		Verdict: lab.Worst(orders...),
		Figure:  fmt.Sprintf("exponent over e!: %s of the digits tried, %s of the time; digits tried per e!: %s", strings.Join(steps, ", "), strings.Join(seconds, ", "), strings.Join(constants, ", ")),
		Because: "on boards of one size the order holds, and over sizes too",
	}
	switch {
	case f.Verdict == lab.Refuted:
		f.Because = "at some size the digits tried do not grow as e!"
	case f.Verdict == lab.Pending:
		f.Because = "an interval lies across a limit, or there are too few sizes"
	case !(most <= e.Limit("factor")*least):
		f.Verdict, f.Because = lab.Partly, "on boards of one size the order holds; over sizes each call tries n digits, a factor that the sum lacks"
	}
	return f
}

// uniqueSet reports whether the puzzles of a case have one solution each and side 9: what
// well-constrained is read as.
func uniqueSet(r record.Record) bool {
	set, err := corpus.ByID(r.Dim("set"))
	return err == nil && set.Unique == corpus.UniqueYes && set.Side == 9
}

// letter and masked are the readings of phase 2 as metrics name them: that of the listing, which
// decides, and that with the masks of rows and columns, which is quoted as well.
const (
	letter = string(minigrid.BoxOnly) + " "
	masked = string(minigrid.Lines) + " "
)

// setsOf judges a share set by set, of the well-constrained sets: shares returns the share of a
// set's puzzles in a reading, from low to high.
func setsOf(e *lab.Evidence, shares func(r record.Record, reading string) (low, high, puzzles float64)) (f lab.Finding) {
	var verdicts []lab.Verdict
	var parts []string
	for _, r := range e.Where(fillingsKind) {
		if !uniqueSet(r) {
			continue
		}
		low, high, n := shares(r, letter)
		v, _ := e.Band(shareBetween(low, high, n))
		verdicts = append(verdicts, v)
		maskedLow, maskedHigh, _ := shares(r, masked)
		parts = append(parts, fmt.Sprintf("%s %s (%s)", r.Dim("set"), between(low, high), between(maskedLow, maskedHigh)))
	}
	f.Verdict = lab.Worst(verdicts...)
	f.Figure = strings.Join(parts, ", ")
	held := 0
	for _, v := range verdicts {
		if v == lab.Reproduced {
			held++
		}
	}
	f.Because = fmt.Sprintf("it holds on %d of %d sets", held, len(verdicts))
	return f
}

// shareBetween is the interval after Wilson of a share of n of which only the bounds are known.
func shareBetween(low, high, n float64) stats.Interval {
	return stats.Interval{
		Low: lab.ShareInterval(math.Floor(low*n), n).Low, High: lab.ShareInterval(math.Ceil(high*n), n).High, Confidence: lab.Confidence,
	}
}

func between(low, high float64) string {
	if low == high {
		return lab.Share(low, 1)
	}
	return lab.Share(low, 1) + " to " + lab.Share(high, 1)
}

// boxSizes judges M13a.
func boxSizes(e *lab.Evidence) lab.Finding {
	most := e.Limit("fillings")
	f := setsOf(e, func(r record.Record, reading string) (low, high, puzzles float64) {
		share := e.Value(r.Case, fmt.Sprintf("%sboxes-1-%g", reading, most)) / e.Value(r.Case, reading+"boxes")
		return share, share, r.Value(reading + "puzzles")
	})
	f.Figure = fmt.Sprintf("boxes of 1 to %g fillings (with masks): %s", most, f.Figure)
	return f
}

// sums judges M13b by the quantiles of each set.
func sums(e *lab.Evidence) lab.Finding {
	most := e.Limit("sum")
	f := setsOf(e, func(r record.Record, reading string) (low, high, puzzles float64) {
		low, high = 0, 1
		for _, q := range whole {
			if x := e.Value(r.Case, reading+"sum"+q.suffix); x <= most {
				low = q.p
			} else {
				high = min(high, q.p)
			}
		}
		return min(low, high), high, r.Value(reading + "puzzles")
	})
	f.Figure = fmt.Sprintf("puzzles with at most %g fillings (with masks): %s", most, f.Figure)
	return f
}
