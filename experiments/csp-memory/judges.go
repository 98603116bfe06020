package cspmemory

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// mega is a megabyte, in which the document counts.
const mega = 1e6

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C13a", Decide: peak},
		{Claim: "C13b", Decide: repeated},
		{Claim: "C16", Decide: freed},
		{Claim: "C18b", Decide: bounded},
	}
}

// leaks reports whether a live heap grows by what is kept of a puzzle, and whether it surely does
// not; neither if the interval of its slope holds both.
func leaks(e *lab.Evidence, r record.Record, name string) (yes, no bool) {
	board := e.Limit("board")
	return r.Value(name+"slope.low") >= board, r.Value(name+"slope.high") < board
}

// sees reports whether the measurement finds the leak that was put there for it. Without it
// no leak was found means nothing.
func sees(e *lab.Evidence) (record.Record, bool) {
	r, ok := e.Case(freeingCase)
	if !ok {
		return r, false
	}
	seen, _ := leaks(e, r, leaking+" ")
	return r, seen
}

const unseen = "the measurement does not see the leak of its control"

// peak judges the memory that a puzzle needs: what the heap grows to above its start.
func peak(e *lab.Evidence) lab.Finding {
	var parts, process []string
	most := 0.0
	for _, r := range e.Where("", record.Any("level")) {
		most = max(most, r.Value("heap.peak"))
		parts = append(parts, r.Dim("level")+" "+megabytes(r.Value("heap.peak")))
		if m, ok := r.Metric("rss.peak"); ok {
			process = append(process, megabytes(m.Value))
		}
	}
	f := lab.Finding{Verdict: lab.Pending, Figure: "peak of the heap above its start: " + strings.Join(parts, ", ")}
	if len(process) > 0 {
		f.Figure += "; of the whole process " + strings.Join(process, ", ")
	}
	switch stated, factor := e.Limit("peak")*mega, e.Limit("factor"); {
	case most > stated*factor:
		f.Verdict, f.Because = lab.Refuted, fmt.Sprintf("more than stated by a factor of %s", lab.Number(most/stated))
	case most < stated/factor:
		f.Because = fmt.Sprintf("less than stated by a factor of %s, which the language explains as well: neither for nor against", lab.Number(stated/most))
	default:
		f.Verdict, f.Because = lab.Reproduced, "within the factor of what is stated"
	}
	return f
}

// repeated judges both halves of the claim: no crash, and no leak.
func repeated(e *lab.Evidence) lab.Finding {
	_, seen := sees(e)
	puzzles, failures, fewest := 0.0, 0.0, math.Inf(1)
	leak, tight := false, true
	var parts []string
	for _, r := range e.Where("", record.Any("level")) {
		puzzles += r.Value("puzzles")
		fewest = min(fewest, r.Value("puzzles"))
		failures += r.Value("failures")
		yes, no := leaks(e, r, "")
		leak, tight = leak || yes, tight && no
		parts = append(parts, r.Dim("level")+" "+spread(r, ""))
	}
	var halves lab.Tally
	halves.Met(failures == 0)
	if leak || tight {
		halves.Met(tight)
	} else {
		halves.Open++
	}
	v, because := e.Every(halves)
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s failures in %s puzzles; live heap grows by bytes per puzzle: %s", lab.Number(failures), lab.Number(puzzles), strings.Join(parts, ", ")),
		Because: because + "; the control, which keeps what it makes, is seen to leak",
	}
	switch {
	case !seen:
		f.Verdict, f.Because = lab.Pending, unseen
	case fewest <= e.Limit("puzzles"):
		f.Verdict, f.Because = lab.Pending, "too few puzzles"
	}
	return f
}

// freed judges an effect: there must be a leak without freeing, and none with it.
func freed(e *lab.Evidence) lab.Finding {
	r, seen := sees(e)
	if r.Case == "" {
		return lab.Finding{Verdict: lab.Pending}
	}
	slope := func(name string) string { return spread(r, name+" ") }
	f := lab.Finding{
		Verdict: lab.Pending,
		Figure: fmt.Sprintf("live heap, bytes per puzzle: as it comes %s, by hand %s, by hand and collected %s, kept on purpose %s",
			slope(asItComes), slope(byHand), slope(collected), slope(leaking)),
		Because: "the intervals of the slopes leave it open",
	}
	left := 1 - e.Limit("share")
	without, never := leaks(e, r, asItComes+" ")
	_, gone := leaks(e, r, byHand+" ")
	switch {
	case !seen:
		f.Because = unseen
	case never:
		f.Verdict = lab.Refuted
		f.Because = fmt.Sprintf("nothing leaks without it: the live heap is larger by the objects of one puzzle, %s at most, and stays so", megabytes(e.Value(freeingCase, asItComes+" live.max")))
	case without && gone:
		f.Verdict, f.Because = lab.Reproduced, "it leaks as it comes and not when freed by hand"
	case without && r.Value(byHand+" slope.high") <= left*r.Value(asItComes+" slope.low"):
		f.Verdict, f.Because = lab.Partly, "freeing by hand makes the leak smaller by the share asked for"
	case without && r.Value(byHand+" slope.low") > left*r.Value(asItComes+" slope.high"):
		f.Verdict, f.Because = lab.Refuted, "it leaks with freeing by hand, too"
	}
	return f
}

// bounded judges by the strictest figure there is: the peak of the whole process, or of what
// the runtime holds where the system does not tell.
func bounded(e *lab.Evidence) lab.Finding {
	var parts []string
	strict, own := 0.0, 0.0
	what := "of the whole process"
	for _, r := range e.Where("", record.Any("level")) {
		held := r.Value("held.peak")
		if process, ok := r.Metric("rss.peak"); ok {
			held = process.Value
		} else {
			what = "of what the runtime holds"
		}
		strict, own = max(strict, held), max(own, r.Value("heap.peak"))
		parts = append(parts, r.Dim("level")+" "+megabytes(held))
	}
	f := lab.Finding{
		Verdict: lab.Pending,
		Figure:  "peak " + what + ": " + strings.Join(parts, ", "),
		Because: fmt.Sprintf("the largest decides; of it the generator's own heap is %s at most", megabytes(own)),
	}
	switch bound := e.Limit("bound") * mega; {
	case strict < bound:
		f.Verdict = lab.Reproduced
	case own >= bound:
		f.Verdict = lab.Refuted
	default:
		f.Because += ", so that what else runs in the process may have taken the rest"
	}
	return f
}
