package csphard

import (
	"fmt"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C11a", Decide: example("settled-near-66", "settled.median", 66, "cells settled")},
		{Claim: "C11b", Decide: example("nodes-near-8", "nodes.median", 8, "nodes")},
		{Claim: "C11c", Decide: exampleTime},
		{Claim: "C24", Decide: fewSteps},
	}
}

const (
	givens25  = "givens=25 "
	under32   = "givens<32 "
	fewFactor = 2 // "a few steps" against the example's 8 nodes
)

// with returns the records that hold puzzles of the group.
func with(set record.Set, group string) record.Set {
	var out record.Set
	for _, r := range set {
		if r.Value(group+"puzzles") > 0 {
			out = append(out, r)
		}
	}
	return out
}

// medians lists a metric's medians by set.
func medians(set record.Set, metric string, format func(float64) string) string {
	var parts []string
	for _, r := range set {
		parts = append(parts, strings.TrimPrefix(r.Case, "set=")+" "+format(r.Value(metric)))
	}
	return strings.Join(parts, ", ")
}

// example judges a figure of the document's one very hard puzzle, whose board it does not
// print: reproduced if most puzzles of 25 givens show it, partly if some do, refuted if none
// does.
func example(near, median string, stated float64, what string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		set := with(e.Cases("set=", givens25+"puzzles"), givens25)
		var puzzles, hits float64
		for _, r := range set {
			puzzles += r.Value(givens25 + "puzzles")
			hits += r.Value(givens25 + near)
		}
		f := lab.Finding{
			Figure:  "medians: " + medians(set, givens25+median, lab.Number) + " " + what,
			Because: fmt.Sprintf("%s of %s puzzles of 25 givens come within 10 %% of %s", lab.Number(hits), lab.Number(puzzles), lab.Number(stated)),
		}
		switch {
		case puzzles == 0:
			f.Verdict = lab.Pending
		case 2*hits > puzzles:
			f.Verdict = lab.Reproduced
		case hits > 0:
			f.Verdict = lab.Partly
		default:
			f.Verdict = lab.Refuted
		}
		return f
	}
}

// exampleTime judges the time by the slowest set's median: the document's puzzle is called
// very hard.
func exampleTime(e *lab.Evidence) lab.Finding {
	set := with(e.Cases("set=", givens25+"puzzles"), givens25)
	if len(set) == 0 {
		return lab.Finding{Verdict: lab.Pending}
	}
	slowest := 0.0
	for _, r := range set {
		slowest = max(slowest, r.Value(givens25+"time.median"))
	}
	v, because := lab.AboutTime(0.15, 0.15, slowest)
	return lab.Finding{Verdict: v, Figure: "medians: " + medians(set, givens25+"time.median", lab.Seconds), Because: because + " (slowest set)"}
}

// fewSteps judges both halves: such puzzles need search, and a few nodes suffice. Few is up
// to twice the 8 nodes of the document's own example.
func fewSteps(e *lab.Evidence) lab.Finding {
	set := with(e.Cases("set=", under32+"puzzles"), under32)
	var puzzles, alone, worst float64
	for _, r := range set {
		puzzles += r.Value(under32 + "puzzles")
		alone += r.Value(under32 + "by-ac3-alone")
		worst = max(worst, r.Value(under32+"search-nodes.median"))
	}
	f := lab.Finding{
		Figure:  fmt.Sprintf("%s of %s need no search; nodes of the others, median: %s", lab.Number(alone), lab.Number(puzzles), medians(set, under32+"search-nodes.median", lab.Number)),
		Because: fmt.Sprintf("the need for search holds for %s; few is read as up to %d nodes, the hardest set's median is %s", lab.Share(puzzles-alone, puzzles), 8*fewFactor, lab.Number(worst)),
	}
	needed, few := alone == 0, worst <= 8*fewFactor
	switch {
	case puzzles == 0:
		f.Verdict = lab.Pending
	case needed && few:
		f.Verdict = lab.Reproduced
	case 2*alone < puzzles || few:
		f.Verdict = lab.Partly
	default:
		f.Verdict = lab.Refuted
	}
	return f
}
