package dqngenerator

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sudokulab/pkg/generate/gallop"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "R17a", Decide: fewerCalls},
		{Claim: "R17b", Decide: keyCellFound},
		{Claim: "R17c", Decide: dropSaves},
		{Claim: "R17d", Decide: eliminationSpares},
		{Claim: "R17e", Decide: statedCase},
		{Claim: "R17f", Decide: outOfReach},
		{Claim: "R17g", Decide: denserKeys},
	}
}

// givensOf returns the numbers of givens that a record of calls holds, most first.
func givensOf(r record.Record) []int { return numbersOf(r, " reached") }

// numbersOf returns the numbers of givens of which a record has a figure, most first.
func numbersOf(r record.Record, figure string) []int {
	out := r.Numbers("givens=", figure)
	slices.Reverse(out)
	return out
}

// has reports whether a record has an exact figure. Of which numbers there are figures depends on the grids.
func has(r record.Record, metric string) bool {
	_, ok := r.Exact[metric]
	return ok
}

// meanCalls returns the mean calls of a way at a number of givens, and its interval. The record
// keeps no deviation, so it is taken as the largest that calls within their extremes can have, half
// of the range.
func meanCalls(e *lab.Evidence, givens int, way string) (float64, stats.Interval) {
	v := func(part string) float64 { return e.Value(callsCase, metric(givens, way, "calls."+part)) }
	n := e.Value(callsCase, fmt.Sprintf("givens=%d reached", givens))
	const z = 1.959964 // the normal quantile of 97.5 %
	half := z * math.Abs(v("max")-v("min")) / 2 / math.Sqrt(n)
	return v("mean"), stats.Interval{Low: v("mean") - half, High: v("mean") + half}
}

func fewerCalls(e *lab.Evidence) lab.Finding {
	r, ok := e.Case(callsCase)
	if !ok {
		return lab.Finding{Verdict: lab.Pending}
	}
	e.Value(callsCase, metric(stated, oneByOne, "calls.mean"))
	var parts []string
	var ratios []stats.Interval
	for _, givens := range givensOf(r) {
		one, overOne := meanCalls(e, givens, oneByOne)
		whole, overWhole := meanCalls(e, givens, document)
		ratio := stats.Interval{Low: overOne.Low / overWhole.High, High: math.Inf(1)}
		if overWhole.Low > 0 {
			ratio.High = overOne.High / overWhole.Low
		}
		ratios = append(ratios, ratio)
		parts = append(parts, fmt.Sprintf("%d givens %.1f × (%.1f to %.1f)", givens, one/whole, one, whole))
	}
	f := lab.Finding{Figure: "mean calls one by one to those of the whole method: " + strings.Join(parts, ", ")}
	if f.Verdict, f.Because = e.Enough("grids", r.Value("deals")); f.Verdict == "" {
		f.Verdict, f.Because = e.Ratios(ratios)
		f.Because = "of the numbers of givens " + f.Because
	}
	return f
}

func keyCellFound(e *lab.Evidence) lab.Finding {
	n, right, within := e.Value(chunksCase, "all chunks"), e.Value(chunksCase, "all right"), e.Value(chunksCase, "all within-bound")
	calls, steps := e.Value(chunksCase, "all search-calls"), e.Value(chunksCase, "all single-steps")
	v, because := e.Always(min(right, within), n)
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("the key cell of single steps in %s of %s failed chunks, at most ⌈log₂ c⌉ calls for a chunk of c cells in %s", lab.Number(right), lab.Number(n), lab.Number(within)),
		Because: fmt.Sprintf("%s; %s calls per chunk after the one that failed, by single steps %s", because, lab.Number(calls), lab.Number(steps)),
	}
}

func dropSaves(e *lab.Evidence) lab.Finding {
	v := func(group, part string) float64 {
		return e.Value(denseCase, fmt.Sprintf("givens=%d %s %s", stated, group, part))
	}
	saved := func(group string) string { return lab.Percent(1 - v(group, "with")/v(group, "without")) }
	grids, third := v("dense", "grids"), v("dense", "saving-as-stated")
	verdict, because := e.Share(third, grids)
	return lab.Finding{
		Verdict: verdict,
		Figure: fmt.Sprintf("%s of %s grids with %d key cells or more save %s or more (%s)", lab.Number(third), lab.Number(grids), dense, lab.Percent(statedSaving),
			lab.Share(third, grids)),
		Because: fmt.Sprintf("%s; together these grids save %s, all grids %s", because, saved("dense"), saved("all")),
	}
}

func eliminationSpares(e *lab.Evidence) lab.Finding {
	v := func(name, part string) float64 { return e.Value(denseCase, name+" "+part) }
	const shrunk, held = "elimination", "elimination, no shrink"
	n, other := v(held, "grids"), v(shrunk, "puzzles-other")+v(held, "puzzles-other")
	verdict, because := e.Always(n-other, n)
	f := lab.Finding{
		Verdict: verdict,
		Figure: fmt.Sprintf("%s calls saved by %s tests left out, %s of the calls; %s of %s puzzles differ",
			lab.Number(v(held, "spared")), lab.Number(v(held, "checks")), lab.Percent(v(held, "spared")/v(held, "without")), lab.Number(other), lab.Number(n)),
		Because: fmt.Sprintf("%s; with the drop to single cells %s calls are saved", because, lab.Number(v(shrunk, "spared"))),
	}
	if v(held, "spared") != v(held, "checks") {
		f.Verdict, f.Because = lab.Refuted, "the calls left out are not the calls saved"
	}
	return f
}

// statedCase judges whether the stated triple comes up by the method as told.
func statedCase(e *lab.Evidence) lab.Finding {
	told := reading{gallop.ByGivens, true, true}
	looked, met := e.Value(foundCase, "deals"), e.Value(foundCase, "key-cells as stated")
	exact := func(x reading) float64 { return e.Value(foundCase, x.String()+" exact") }
	calls := func(part string) string { return lab.Number(e.Value(foundCase, told.String()+" calls."+part)) }
	var others []string
	for _, x := range readings() {
		if x != told && exact(x) > 0 {
			others = append(others, fmt.Sprintf("%s %s", x, lab.Number(exact(x))))
		}
	}
	beside := ""
	if len(others) > 0 {
		beside = "; other readings find it: " + strings.Join(others, ", ")
	}
	f := lab.Finding{
		Verdict: lab.Pending,
		Figure: fmt.Sprintf("%s of %s grids come down to 54 blanks past 24 key cells: %s to %s calls, median %s, %s of them exactly 64",
			lab.Number(met), lab.Number(looked), calls("min"), calls("max"), calls("median"), lab.Number(exact(told))),
		Because: "too few grids with 24 key cells" + beside,
	}
	switch over := lab.ShareInterval(exact(told), met); {
	case exact(told) >= e.Limit("exact"):
		f.Verdict, f.Because = lab.Reproduced, "grid, order and puzzle of a case with exactly these numbers are in the record"
	case over.High < e.Limit("rare"):
		f.Verdict, f.Because = lab.Refuted, fmt.Sprintf("no case of this kind, and their share lies under %s%s", lab.Percent(over.High), beside)
	}
	return f
}

func outOfReach(e *lab.Evidence) lab.Finding {
	r, ok := e.Case(timeCase)
	if !ok {
		return lab.Finding{Verdict: lab.Pending}
	}
	var parts []string
	ratio := lab.Unknown()
	for _, name := range counterNames() {
		v := func(part string) float64 { return e.Value(timeCase, name+part) }
		bound := ""
		capped := name != counterFast && r.Value(name+" "+oneByOne+" capped") > 0 // the fast one has no bound
		if capped {
			bound = "at least "
		}
		if name == counterFull {
			if ratio = e.Interval(timeCase, name+" ratio"); capped {
				ratio.High = math.Inf(1)
			}
		}
		parts = append(parts, fmt.Sprintf("%s %s%.2f ×, %s per puzzle", name, bound, v(" ratio"), lab.Seconds(v(" "+oneByOne+" time"))))
	}
	v, because := e.Band(ratio)
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("time one by one to that of the document's way at %d givens, by counter: %s", stated, strings.Join(parts, "; ")),
		Because: because + ", the document's counter decides",
	}
}

// denserKeys judges each step from one number of givens to the next lower one.
func denserKeys(e *lab.Evidence) lab.Finding {
	r, ok := e.Case(denseCase)
	if !ok {
		return lab.Finding{Verdict: lab.Pending}
	}
	var parts []string
	var rises lab.Tally
	fewest := math.Inf(1)
	for _, givens := range numbersOf(r, " density") {
		parts = append(parts, fmt.Sprintf("%d givens %s", givens, lab.Percent(r.Value(fmt.Sprintf("givens=%d density", givens)))))
	}
	for _, givens := range numbersOf(r, " density-rise") {
		rises.Above(e.Interval(denseCase, fmt.Sprintf("givens=%d density-rise", givens)), 0)
		fewest = min(fewest, e.Value(denseCase, fmt.Sprintf("givens=%d all grids", givens)))
	}
	if len(parts) == 0 {
		e.Value(denseCase, fmt.Sprintf("givens=%d density", stated)) // notes what is absent
	}
	f := lab.Finding{Figure: "key cells among the givens: " + strings.Join(parts, ", ")}
	f.Verdict, f.Because = e.Every(rises)
	if few, because := e.Enough("grids", fewest); few != "" && f.Verdict == lab.Reproduced {
		f.Verdict, f.Because = few, because
	}
	f.Because = "of the steps to fewer givens, differences paired by grid, " + f.Because
	return f
}
