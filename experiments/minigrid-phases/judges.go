package minigridphases

import (
	"fmt"
	"math"
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
		{Claim: "M19a", Decide: largestTerm},
		{Claim: "M19b", Decide: spaceOrders},
		{Claim: "M22", Decide: compared},
		{Claim: "M24", Decide: extracted},
		{Claim: "M26", Decide: earliest},
	}...)
}

// How far an exponent may be from the stated one. Times bend with the memory that a size needs,
// steps do not.
const (
	stepTolerance = 0.1
	timeTolerance = 0.2
)

const confidence = 0.95

// slope fits a power law. Fewer than three points give none.
func slope(x, y []float64) (stats.Slope, bool) {
	s, err := stats.LogLogSlope(x, y, confidence)
	return s, err == nil
}

func exponent(s stats.Slope) string {
	return fmt.Sprintf("%s %s", lab.Number(round(s.Exponent)), s.Interval)
}

// round leaves three decimals.
func round(x float64) float64 { return math.Round(1000*x) / 1000 }

// name returns the set of a case.
func name(r record.Record) string {
	_, set, _ := strings.Cut(r.Case, "=")
	return set
}

// sized returns the points of the case of phase 1: a series of metrics over n.
func sized(r record.Record, metrics ...string) (x, y []float64) {
	for n := 1; n <= 36; n++ {
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

func firstPhase(e *lab.Evidence) lab.Finding {
	e.Value(maskCase, "n=9 cells")
	r, _ := e.Case(maskCase)
	x, steps := sized(r, "cells", "marks")
	xt, seconds := sized(r, "read", "mask")
	bySteps, ok := slope(x, steps)
	byTime, okTime := slope(xt, seconds)
	if !ok || !okTime {
		return lab.Finding{Verdict: lab.Pending}
	}
	var cells []string
	for i, t := range seconds {
		cells = append(cells, lab.Seconds(t/(xt[i]*xt[i])))
	}
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure: fmt.Sprintf("exponent over n = %g … %g: %s of the steps, %s of the time; time a cell %s", x[0], x[len(x)-1],
			lab.Number(round(bySteps.Exponent)), lab.Number(round(byTime.Exponent)), strings.Join(cells, ", ")),
		Because: fmt.Sprintf("steps are cells read and bits set; a bound of order n² is read as exponents of 2 of the steps, within %g, and of 2 of the time at most, within %g. "+
			"What every board costs, whatever its size, holds that of the time down; its interval is %s",
			stepTolerance, timeTolerance, byTime.Interval),
	}
	switch {
	case math.Abs(bySteps.Exponent-2) > stepTolerance:
	case byTime.Exponent > 2+timeTolerance:
		f.Verdict = lab.Partly
	default:
		f.Verdict = lab.Reproduced
	}
	return f
}

func listed(e *lab.Evidence) lab.Finding {
	var boxes, all, same, sameLines, part, byBox, byLines float64
	for _, r := range e.Cases(listingPrefix, "boxes", "all", "box same", "lines same", "part") {
		boxes += r.Value("boxes")
		all += r.Value("all")
		same += r.Value("box same")
		sameLines += r.Value("lines same")
		part += r.Value("part")
		byBox += r.Value("box fillings")
		byLines += r.Value("lines fillings")
	}
	if boxes == 0 {
		return lab.Finding{Verdict: lab.Pending}
	}
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure: fmt.Sprintf("all e! fillings in %s of %s boxes: %s by the box alone, %s with the masks of rows and columns",
			lab.Number(all), lab.Number(boxes), lab.Number(byBox), lab.Number(byLines)),
		Because: fmt.Sprintf("the printed listing yields e! different fillings with the givens in place; the library lists the same in %s boxes by the box alone and in %s with the masks, which leave exactly the fillings that repeat no given in %s. "+
			"The masks, whose stated purpose is this phase, are not in its listing, and would save %s of the fillings",
			lab.Number(same), lab.Number(sameLines), lab.Number(part), lab.Share(byBox-byLines, byBox)),
	}
	if all == boxes && same == boxes && sameLines == boxes && part == boxes {
		f.Verdict = lab.Reproduced
	}
	return f
}

// growing returns the points of a case that lists one box: a metric over e!, from e = 3 on, where
// the constant part of a call no longer shows.
func growing(r record.Record, metric string) (x, y []float64) {
	for e := 3; ; e++ {
		v := r.Value(fmt.Sprintf("e=%d %s", e, metric))
		if v == 0 {
			return x, y
		}
		x, y = append(x, factorial(e)), append(y, v)
	}
}

func factorials(e *lab.Evidence) lab.Finding {
	var steps, seconds, constants []string
	regular := true
	fits := 0
	least, most := math.Inf(1), 0.0
	for _, r := range e.Cases("listing/n=", "e=3 trials") {
		n := name(r)
		x, trials := growing(r, "trials")
		last := len(x) - 1
		constant := trials[last] / x[last]
		constants = append(constants, fmt.Sprintf("%s at n = %s", lab.Number(round(constant)), n))
		least, most = min(least, constant), max(most, constant)
		bySteps, ok := slope(x, trials)
		if !ok {
			continue // two points, at n = 4
		}
		_, times := growing(r, "time")
		byTime, ok := slope(x, times)
		if !ok {
			return lab.Finding{Verdict: lab.Pending}
		}
		fits++
		regular = regular && math.Abs(bySteps.Exponent-1) <= stepTolerance && math.Abs(byTime.Exponent-1) <= timeTolerance
		steps = append(steps, lab.Number(round(bySteps.Exponent)))
		seconds = append(seconds, lab.Number(round(byTime.Exponent)))
	}
	var sum, lines float64
	for _, r := range e.Cases(listingPrefix, "factorials", "lines trials") {
		sum += r.Value("factorials")
		lines += r.Value("lines trials")
	}
	if fits == 0 || sum == 0 {
		return lab.Finding{Verdict: lab.Pending}
	}
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure: fmt.Sprintf("exponent over e!: %s of the digits tried, %s of the time; digits tried per e!: %s",
			strings.Join(steps, ", "), strings.Join(seconds, ", "), strings.Join(constants, ", ")),
		Because: fmt.Sprintf("by the box alone, one box of e empty cells at n = 9, 16 and 25, exponents of 1 within %g and %g asked for. With the masks of rows and columns %s digits are tried for each of the Σe!: there the sum is a bound",
			stepTolerance, timeTolerance, lab.Number(round(lines/sum))),
	}
	switch {
	case !regular:
	case most > 1.5*least:
		f.Verdict = lab.Partly
		f.Because = "on boards of one size the order holds; over sizes each call tries n digits, and the formula lacks that factor. Measured " + f.Because
	default:
		f.Verdict = lab.Reproduced
	}
	return f
}

// uniqueSet reports whether the puzzles of a case have one solution each and side 9: what
// well-constrained is read as.
func uniqueSet(r record.Record) bool {
	set, err := corpus.ByID(name(r))
	return err == nil && set.Unique == corpus.UniqueYes && set.Side == 9
}

// bySet judges what is said of well-constrained puzzles set by set: it holds of a set if more
// than half are as stated.
func bySet(e *lab.Evidence, part, of string) (f lab.Finding, listed string) {
	reading := string(minigrid.Lines) + " "
	var yes, no []string
	byBox := false
	for _, r := range e.Cases(fillingsPrefix, reading+part, reading+of) {
		if !uniqueSet(r) {
			continue
		}
		text := name(r) + " " + lab.Share(r.Value(reading+part), r.Value(reading+of))
		if 2*r.Value(reading+part) > r.Value(reading+of) {
			yes = append(yes, text)
		} else {
			no = append(no, text)
		}
		letter := string(minigrid.BoxOnly) + " "
		byBox = byBox || 2*r.Value(letter+part) > r.Value(letter+of)
	}
	f.Figure = strings.Join(append(yes, no...), ", ")
	switch {
	case len(yes)+len(no) == 0:
		f.Verdict = lab.Pending
	case len(no) == 0:
		f.Verdict = lab.Reproduced
	case len(yes) == 0:
		f.Verdict = lab.Refuted
	default:
		f.Verdict = lab.Partly
	}
	listed = fmt.Sprintf("well-constrained is read as having one solution, at every level; it holds in %d of %d sets, with the masks of rows and columns", len(yes), len(yes)+len(no))
	if byBox {
		listed += "; by the box alone in some"
	} else {
		listed += "; by the box alone in none"
	}
	return f, listed
}

func boxSizes(e *lab.Evidence) lab.Finding {
	f, reason := bySet(e, "boxes-1-20", "boxes")
	f.Figure = "boxes of 1 to 20 fillings: " + f.Figure
	f.Because = "as a rule is read as more than half of the boxes; " + reason + medians(e, "box.median")
	return f
}

func sums(e *lab.Evidence) lab.Finding {
	f, reason := bySet(e, "far-under", "puzzles")
	f.Figure = fmt.Sprintf("puzzles with at most %g fillings: ", farUnder(9)) + f.Figure
	f.Because = fmt.Sprintf("far under 1000 is read as at most %g, nine boxes of the %d that the document allows a box, in more than half of the puzzles; ", farUnder(9), statedMost) +
		reason + medians(e, "sum.median")
	return f
}

// medians lists a median of each set with one solution, in both readings.
func medians(e *lab.Evidence, metric string) string {
	var parts []string
	for _, r := range e.Cases(fillingsPrefix) {
		if uniqueSet(r) {
			parts = append(parts, fmt.Sprintf("%s %s and %s", name(r), lab.Number(e.Value(r.Case, "lines "+metric)), lab.Number(e.Value(r.Case, "box "+metric))))
		}
	}
	return ". Medians, with masks and by the box: " + strings.Join(parts, ", ")
}
