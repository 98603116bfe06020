package cspmemory

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// The document's figures in bytes, a megabyte being a million.
const (
	statedPeak  = 50e6
	statedBound = 100e6
	// within is the factor by which a figure called "about" may be off, as for times.
	within = 2
	// oneBoard is the least that a puzzle can leave behind: the 81 cells of its board, in the
	// 96 bytes that Go sets aside for them. A slope below it keeps no puzzle, whatever its
	// interval: a table that grows once is no leak.
	oneBoard = 96
	// many is the number of puzzles that the document speaks of.
	many = 100
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C13a", Decide: peak},
		{Claim: "C13b", Decide: repeated},
		{Claim: "C16", Decide: freed},
		{Claim: "C18b", Decide: bounded},
	}
}

// leaks reports whether a live heap grows by what is kept of a puzzle.
func leaks(r record.Record, name string) bool {
	return r.Value(name+"slope") >= oneBoard && r.Value(name+"slope.low") > 0
}

// sees reports whether the measurement finds the leak that was put there for it. Without it
// no leak was found means nothing.
func sees(e *lab.Evidence) (record.Record, bool) {
	for _, name := range variantNames {
		e.Value(freeingCase, name+" slope") // notes what is absent
	}
	r, ok := e.Case(freeingCase)
	return r, ok && leaks(r, leaking+" ")
}

// peak judges the memory that a puzzle needs: what the heap grows to above its start.
func peak(e *lab.Evidence) lab.Finding {
	var parts, process []string
	most := 0.0
	for _, r := range e.Cases(levelPrefix, "heap.peak", "allocated") {
		level := strings.TrimPrefix(r.Case, levelPrefix)
		most = max(most, r.Value("heap.peak"))
		parts = append(parts, level+" "+megabytes(r.Value("heap.peak")))
		if m, ok := r.Metric("rss.peak"); ok {
			process = append(process, megabytes(m.Value))
		}
	}
	f := lab.Finding{Figure: "peak of the heap above its start: " + strings.Join(parts, ", ")}
	if len(process) > 0 {
		f.Figure += "; of the whole process " + strings.Join(process, ", ")
	}
	switch {
	case len(parts) == 0:
		f.Verdict = lab.Pending
	case most > statedPeak*within:
		f.Verdict, f.Because = lab.Refuted, "more than twice what is stated"
	case most < statedPeak/within:
		f.Verdict, f.Because = lab.Partly, fmt.Sprintf("not more than stated, but the figure is another: less by a factor of %s", lab.Number(statedPeak/most))
	default:
		f.Verdict, f.Because = lab.Reproduced, "within a factor of two of what is stated"
	}
	return f
}

// repeated judges both halves of the claim: no crash, and no leak.
func repeated(e *lab.Evidence) lab.Finding {
	_, seen := sees(e)
	puzzles, failures, fewest := 0.0, 0.0, math.Inf(1)
	leak := false
	var parts []string
	for _, r := range e.Cases(levelPrefix, "puzzles", "failures", "slope", "slope.low", "slope.high") {
		puzzles += r.Value("puzzles")
		fewest = min(fewest, r.Value("puzzles"))
		failures += r.Value("failures")
		leak = leak || leaks(r, "")
		parts = append(parts, strings.TrimPrefix(r.Case, levelPrefix)+" "+spread(r, ""))
	}
	f := lab.Finding{
		Figure:  fmt.Sprintf("%s failures in %s puzzles; live heap grows by bytes a puzzle: %s", lab.Number(failures), lab.Number(puzzles), strings.Join(parts, ", ")),
		Because: fmt.Sprintf("a leak would add %d bytes a puzzle or more, the cells of one board; the control, which keeps what it makes, is seen to leak", oneBoard),
	}
	switch {
	case !seen:
		f.Verdict, f.Because = lab.Pending, "the measurement does not see the leak of its control"
	case fewest <= many:
		f.Verdict, f.Because = lab.Pending, "too few puzzles"
	case failures == 0 && !leak:
		f.Verdict = lab.Reproduced
	case failures == 0 || !leak:
		f.Verdict = lab.Partly
	default:
		f.Verdict = lab.Refuted
	}
	return f
}

// freed judges an effect: there must be a leak without freeing, and none with it.
func freed(e *lab.Evidence) lab.Finding {
	r, seen := sees(e)
	slope := func(name string) string { return spread(r, name+" ") }
	f := lab.Finding{
		Figure: fmt.Sprintf("live heap, bytes a puzzle: as it comes %s, by hand %s, by hand and collected %s, kept on purpose %s",
			slope(asItComes), slope(byHand), slope(collected), slope(leaking)),
		Because: fmt.Sprintf("collections %s, %s and %s; time by hand %s ×, with collections %s ×",
			lab.Number(r.Value(asItComes+" collections")), lab.Number(r.Value(byHand+" collections")), lab.Number(r.Value(collected+" collections")),
			lab.Number(e.Value(freeingCase, byHand+" time-ratio")), lab.Number(e.Value(freeingCase, collected+" time-ratio"))),
	}
	without, with := leaks(r, asItComes+" "), leaks(r, byHand+" ") || leaks(r, collected+" ")
	switch {
	case !seen:
		f.Verdict, f.Because = lab.Pending, "the measurement does not see the leak of its control"
	case without && !with:
		f.Verdict = lab.Reproduced
	case without && r.Value(byHand+" slope.high") < r.Value(asItComes+" slope.low"):
		f.Verdict, f.Because = lab.Partly, "freeing by hand makes the leak smaller; "+f.Because
	case without:
		f.Verdict, f.Because = lab.Refuted, "it leaks with and without freeing by hand; "+f.Because
	default:
		f.Verdict = lab.Refuted
		f.Because = fmt.Sprintf("nothing leaks without it, so there is nothing to avoid: the live heap is larger by the objects of one puzzle, %s at most, and stays so; %s",
			megabytes(r.Value(asItComes+" live.max")), f.Because)
	}
	return f
}

// bounded judges by the strictest figure there is: the peak of the whole process, or of what
// the runtime holds where the system does not tell.
func bounded(e *lab.Evidence) lab.Finding {
	var parts []string
	strict, own := 0.0, 0.0
	what := "of the whole process"
	for _, r := range e.Cases(levelPrefix, "heap.peak", "held.peak") {
		most, ok := r.Metric("rss.peak")
		if !ok {
			most, _ = r.Metric("held.peak")
			what = "of what the runtime holds"
		}
		strict, own = max(strict, most.Value), max(own, r.Value("heap.peak"))
		parts = append(parts, strings.TrimPrefix(r.Case, levelPrefix)+" "+megabytes(most.Value))
	}
	f := lab.Finding{
		Figure:  "peak " + what + ": " + strings.Join(parts, ", "),
		Because: fmt.Sprintf("the largest against 100 MB; of it the generator's own heap is %s at most", megabytes(own)),
	}
	switch {
	case len(parts) == 0:
		f.Verdict = lab.Pending
	case strict < statedBound:
		f.Verdict = lab.Reproduced
	case own < statedBound:
		f.Verdict = lab.Partly
	default:
		f.Verdict = lab.Refuted
	}
	return f
}
