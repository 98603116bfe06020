package dqngenerator

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/experiments/dqn-generator/deals"
	"sudokulab/pkg/generate/gallop"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

const (
	// drastic is the factor in calls, and in time, from which a difference is called drastic or
	// a way out of reach. The document names none; one order of magnitude is the least that
	// the words can mean.
	drastic = 10
	// plain is the factor from which a way is plainly slower.
	plain = 2
	// near is how far a share called "up to 30 %" may miss it: the house's tenth.
	near = 0.10
	// enough is the number of grids from which the claims are decided.
	enough = 1000
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "R17a", Decide: fewerCalls},
		{Claim: "R17b", Decide: keyCellFound},
		{Claim: "R17c", Decide: dropSaves},
		{Claim: "R17d", Decide: eliminationSpares},
		{Claim: "R17e", Decide: statedCase},
		{Claim: "R17f", Decide: outOfReach},
	}
}

// pendingBelow turns a finding over too few grids into a pending one.
func pendingBelow(n float64, f lab.Finding) lab.Finding {
	if n < enough && f.Verdict != lab.Refuted {
		f.Verdict = lab.Pending
		f.Because = fmt.Sprintf("%s grids are too few, %d decide", lab.Number(n), enough)
	}
	return f
}

// givensOf returns the numbers of givens that a record of calls holds, most first.
func givensOf(r record.Record) (out []int) {
	for givens := 81; givens > 0; givens-- {
		if _, ok := r.Metric(fmt.Sprintf("givens=%d reached", givens)); ok {
			out = append(out, givens)
		}
	}
	return out
}

func fewerCalls(e *lab.Evidence) lab.Finding {
	r, ok := e.Case(callsCase)
	if !ok {
		return lab.Finding{Verdict: lab.Pending}
	}
	e.Value(callsCase, metric(stated, oneByOne, "calls.mean"))
	var parts, alone []string
	least, most, reversed := math.Inf(1), 0.0, false
	for _, givens := range givensOf(r) {
		one := e.Value(callsCase, metric(givens, oneByOne, "calls.mean"))
		whole := e.Value(callsCase, metric(givens, document, "calls.mean"))
		if whole == 0 {
			continue
		}
		x := one / whole
		least, most = min(least, x), max(most, x)
		reversed = reversed || x <= 1
		parts = append(parts, fmt.Sprintf("%d givens %.1f × (%.1f to %.1f)", givens, x, one, whole))
		alone = append(alone, fmt.Sprintf("%d givens %.2f ×", givens, one/e.Value(callsCase, metric(givens, chunks, "calls.mean"))))
	}
	f := lab.Finding{
		Verdict: lab.Partly,
		Figure:  "mean calls one by one in those of the whole method: " + strings.Join(parts, ", "),
		Because: fmt.Sprintf("drastic is read as tenfold; fewer calls everywhere, %.1f to %.1f times. Chunks alone, halved when they fail: %s. The document's own case would take %d calls one by one against its %d",
			least, most, strings.Join(alone, ", "), deals.StatedBlanks+deals.StatedKeys, deals.StatedCalls),
	}
	switch {
	case least >= drastic:
		f.Verdict = lab.Reproduced
	case reversed:
		f.Verdict = lab.Refuted
		f.Because = "at some number of givens chunks take as many calls or more"
	}
	return pendingBelow(r.Value("deals"), f)
}

func keyCellFound(e *lab.Evidence) lab.Finding {
	n, right, within := e.Value(chunksCase, "all chunks"), e.Value(chunksCase, "all right"), e.Value(chunksCase, "all within-bound")
	calls, steps := e.Value(chunksCase, "all search-calls"), e.Value(chunksCase, "all single-steps")
	f := lab.Finding{
		Verdict: lab.Always(min(right, within), n),
		Figure:  fmt.Sprintf("the key cell of single steps in %s of %s failed chunks, %s calls a chunk behind the one that failed; single steps %s", lab.Number(right), lab.Number(n), lab.Number(calls), lab.Number(steps)),
		Because: fmt.Sprintf("at most ⌈log₂ c⌉ calls for a chunk of c cells in %s of them", lab.Number(within)),
	}
	var small []string
	for i := range 5 {
		name := sizeName(i)
		r, _ := e.Case(chunksCase)
		if m, ok := r.Metric(name + " search-calls"); ok && m.Value > r.Value(name+" single-steps") {
			small = append(small, strings.TrimPrefix(name, "size="))
		}
	}
	if len(small) > 0 {
		f.Because += "; on chunks of " + strings.Join(small, " and ") + " cells single steps are cheaper, since the key cell tends to come early"
	}
	return pendingBelow(n, f)
}

func dropSaves(e *lab.Evidence) lab.Finding {
	name := func(part string) string { return fmt.Sprintf("givens=%d dense %s", stated, part) }
	grids := e.Value(denseCase, name("grids"))
	with, without := e.Value(denseCase, name("with")), e.Value(denseCase, name("without"))
	best, third := e.Value(denseCase, name("saving.best")), e.Value(denseCase, name("saving-as-stated"))
	if without == 0 {
		return lab.Finding{Verdict: lab.Pending}
	}
	mean := 1 - with/without
	all := func(part string) float64 { return e.Value(denseCase, fmt.Sprintf("givens=%d all %s", stated, part)) }
	f := lab.Finding{
		Verdict: lab.Partly,
		Figure: fmt.Sprintf("%s of the calls on the %s grids with %d key cells or more, at best %s; %s of them save %s %% or more",
			percent(mean), lab.Number(grids), dense, percent(best), lab.Number(third), lab.Number(100*statedSaving)),
		Because: fmt.Sprintf("at %d givens; up to 30 %% is read as: the best grids reach it and the mean does not exceed it. Over all grids the drop saves %s there", stated, percent(1-all("with")/all("without"))),
	}
	r, _ := e.Case(denseCase)
	if c, ok := r.Metric("givens=40 keys=0–3 without"); ok && c.Value > 0 {
		f.Because += fmt.Sprintf(", and at 40 givens with fewer than four key cells it costs %s", percent(r.Value("givens=40 keys=0–3 with")/c.Value-1))
	}
	switch {
	case mean <= 0:
		f.Verdict = lab.Refuted
	case best >= statedSaving*(1-near) && mean <= statedSaving*(1+near):
		f.Verdict = lab.Reproduced
	}
	if grids < 100 && f.Verdict != lab.Refuted {
		f.Verdict, f.Because = lab.Pending, lab.Number(grids)+" dense grids are too few, 100 decide"
	}
	return f
}

// percent writes a share as a percentage with one decimal.
func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

func eliminationSpares(e *lab.Evidence) lab.Finding {
	v := func(name, part string) float64 { return e.Value(denseCase, name+" "+part) }
	const shrunk, held = "elimination", "elimination, no shrink"
	n, other := v(shrunk, "grids"), v(shrunk, "puzzles-other")+v(held, "puzzles-other")
	spared, without := v(shrunk, "spared"), v(shrunk, "without")
	f := lab.Finding{
		Verdict: lab.Reproduced,
		Figure: fmt.Sprintf("%s calls a puzzle of %s left out (%s without the drop to single cells), %s of %s puzzles differ",
			lab.Number(v(held, "spared")/n), lab.Number(v(held, "without")/n), percent(v(held, "spared")/v(held, "without")), lab.Number(other), lab.Number(2*n)),
		Because: fmt.Sprintf("each of the %s calls left out had the expected answer. With the drop after ten calls %s a puzzle are saved, and %s of %s puzzles take more calls with the rule, because the drop comes later",
			lab.Number(v(held, "checks")), lab.Number(spared/n), lab.Number(v(shrunk, "more")), lab.Number(n)),
	}
	switch {
	case n == 0:
		f.Verdict = lab.Pending
	case other > 0:
		f.Verdict, f.Because = lab.Refuted, "the rule changes puzzles"
	case v(held, "spared") != v(held, "checks"):
		f.Verdict, f.Because = lab.Refuted, "the calls left out are not the calls saved, even without the drop"
	case spared <= 0 || without == 0:
		f.Verdict, f.Because = lab.Partly, "puzzles stay the same and no calls are saved beside the drop to single cells"
	}
	return pendingBelow(n, f)
}

// statedCase judges whether the stated triple comes up by the method as told, by another
// reading of it, or not at all.
func statedCase(e *lab.Evidence) lab.Finding {
	told := reading{gallop.ByGivens, true, true}
	looked, met := e.Value(foundCase, "deals"), e.Value(foundCase, "key-cells as stated")
	exact := func(x reading) float64 { return e.Value(foundCase, x.String()+" exact") }
	ranges := func(x reading) string {
		v := func(part string) string { return lab.Number(e.Value(foundCase, x.String()+" calls."+part)) }
		return fmt.Sprintf("%s to %s calls, median %s", v("min"), v("max"), v("median"))
	}
	held := reading{gallop.ByGivens, false, true}
	var others []string
	within := false
	for _, x := range readings() {
		if x != told && exact(x) > 0 {
			others = append(others, fmt.Sprintf("%s %s", x, lab.Number(exact(x))))
		}
		low, high := e.Value(foundCase, x.String()+" calls.min"), e.Value(foundCase, x.String()+" calls.max")
		within = within || low <= deals.StatedCalls && deals.StatedCalls <= high
	}
	f := lab.Finding{
		Figure: fmt.Sprintf("%s of %s grids come down to 54 blanks past 24 key cells: %s with all parts, %s of them exactly 64; %s without the drop to single cells, %s exactly 64",
			lab.Number(met), lab.Number(looked), ranges(told), lab.Number(exact(told)), ranges(held), lab.Number(exact(held))),
	}
	switch {
	case exact(told) > 0:
		f.Verdict, f.Because = lab.Reproduced, "grid, order and puzzle of a case with just these numbers stand in the record"
	case len(others) > 0:
		f.Verdict, f.Because = lab.Partly, "not found with all parts; found by other readings: "+strings.Join(others, ", ")+". Grid, order and calls stand in the record"
		if low, high := e.Value(foundCase, told.String()+" calls.median"), e.Value(foundCase, held.String()+" calls.median"); high > 0 {
			f.Because += fmt.Sprintf("; the drop brings the median down by %s, so that 64 calls read like the count before it", percent(1-low/high))
		}
	case within:
		f.Verdict, f.Because = lab.Partly, "each number comes up, the pair was not found"
	default:
		f.Verdict, f.Because = lab.Refuted, "64 lies outside the calls of every reading"
	}
	if met < 30 && f.Verdict != lab.Reproduced {
		f.Verdict, f.Because = lab.Pending, lab.Number(met)+" grids with 24 key cells are too few, 30 decide"
	}
	return f
}

func outOfReach(e *lab.Evidence) lab.Finding {
	var parts []string
	least, most := math.Inf(1), 0.0
	for _, name := range counterNames() {
		x := e.Value(timeCase, name+" ratio")
		least, most = min(least, x), max(most, x)
		bound := ""
		if r, _ := e.Case(timeCase); r.Value(name+" "+oneByOne+" capped") > 0 {
			bound = "at least "
		}
		parts = append(parts, fmt.Sprintf("%s %s%s a puzzle (%.2f × the galloping way)", name, bound, lab.Seconds(e.Value(timeCase, name+" "+oneByOne+" time")), x))
	}
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("one by one to %d givens, by counter: %s", stated, strings.Join(parts, ", ")),
		Because: fmt.Sprintf("the document calls its own way practical at 840 ms for a hard case in Python; with the same counter single steps take %.2f to %.2f times as long as the galloping way here, in Go: a ratio that carries over, the seconds do not. Out of reach is read as tenfold, partly from twofold on", least, most),
	}
	switch {
	case least >= drastic:
		f.Verdict = lab.Reproduced
	case most >= plain:
		f.Verdict = lab.Partly
	}
	return f
}
