package cspdesign

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/pkg/lab"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C15a", Decide: layouts},
		{Claim: "C15b", Decide: domainsOf},
		{Claim: "C15c", Decide: queues},
		{Claim: "C15d", Decide: peers},
		{Claim: "C15e", Decide: copied},
		{Claim: "C15f", Capped: true, Decide: orders},
	}
}

// tally counts comparisons of the document's choice with what it rejects.
type tally struct {
	lab.Tally
	least, most float64 // ratio of the rejected to the chosen, medians
}

// compared takes the comparisons of the named alternatives in the cases of a subject. The choice is
// better if the rejected takes longer by more than the limit margin, with its whole interval.
func compared(e *lab.Evidence, about subject, names ...string) tally {
	t := tally{least: math.Inf(1)}
	for _, r := range e.Where(about.kind, about.dims()...) {
		for _, name := range names {
			ratio := r.Value(name + " ratio")
			t.least, t.most = min(t.least, ratio), max(t.most, ratio)
			t.Above(e.Interval(r.Case, name+" ratio"), 1+e.Limit("margin"))
		}
	}
	return t
}

func (t tally) figure() string {
	return fmt.Sprintf("%s to %s ×", lab.Number(t.least), lab.Number(t.most))
}

func layouts(e *lab.Evidence) lab.Finding {
	whole := compared(e, layoutAxis, "rows-array", "rows-slices")
	access := compared(e, accessOperation, "random rows-array", "random rows-slices", "sweep rows-array", "sweep rows-slices")
	v, because := e.Every(whole.Plus(access.Tally))
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("two dimensions take %s the time of the whole solve, %s that of an access", whole.figure(), access.figure()),
		Because: fmt.Sprintf("of the comparisons %s; of whole solves %s, of accesses %s", because, whole.Tally, access.Tally),
	}
}

func domainsOf(e *lab.Evidence) lab.Finding {
	whole := compared(e, domainsAxis, "list", "list"+memberSuffix)
	operation := compared(e, memberOperation, "member list", "remove list")
	mask := compared(e, domainsAxis, "bitmask", "bitmask"+memberSuffix)
	v, because := e.Every(whole.Plus(operation.Tally))
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("lists take %s the time of sets in the whole solve, %s in single operations", whole.figure(), operation.figure()),
		Because: fmt.Sprintf("of the comparisons %s; bitmasks take %s the time in the whole solve", because, mask.figure()),
	}
}

func queues(e *lab.Evidence) lab.Finding {
	lean, sets := compared(e, queueOnLean, "shifted"), compared(e, queueOnSets, "shifted")
	resliced := compared(e, queueOnLean, "resliced")
	v, because := e.Every(lean.Plus(sets.Tally))
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("shifting takes %s the time of the whole solve on bitmasks, %s on sets", lean.figure(), sets.figure()),
		Because: fmt.Sprintf("of the comparisons %s; cutting a slice takes %s the time on bitmasks", because, resliced.figure()),
	}
}

func peers(e *lab.Evidence) lab.Finding {
	lean, sets := compared(e, peersOnLean, "computed"), compared(e, peersOnSets, "computed")
	var requests []string
	var thousands lab.Tally
	const asked = againstStored + " requests.median"
	for _, r := range e.Where(peersOnLean.kind, peersOnLean.dims()...) {
		n := r.Value(asked)
		thousands.Above(e.Interval(r.Case, asked), e.Limit("requests"))
		requests = append(requests, r.Dim("set")+" "+lab.Number(n))
	}
	v, because := e.Every(lean.Plus(sets.Tally).Plus(thousands))
	return lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("computing takes %s the time of the whole solve on bitmasks, %s on sets; requests per puzzle, median: %s",
			lean.figure(), sets.figure(), strings.Join(requests, ", ")),
		Because: fmt.Sprintf("of the things stated %s; of the comparisons on bitmasks %s, on sets %s, of thousands of requests %s", because, lean.Tally, sets.Tally, thousands),
	}
}

// copied judges by answers, not by time: the copy is there to be right.
func copied(e *lab.Evidence) lab.Finding {
	const shallow = "sets shallow"
	var puzzles, deepRight, shallowRight, missing, wrong float64
	independent := true
	for _, r := range e.Where(storeAxis.kind) {
		independent = independent && r.Value("sets trail right") == r.Value("puzzles") && r.Value("bitmasks array right") == r.Value("puzzles")
		puzzles += r.Value("puzzles")
		deepRight += r.Value(againstDeep + " right")
		shallowRight += r.Value(shallow + " right")
		missing += r.Value(shallow + " missing")
		wrong += r.Value(shallow + " wrong")
	}
	v, because := e.Always(deepRight, puzzles)
	f := lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("correct answers: %s of %s with deep copies, %s with shallow ones (%s find no solution, %s a wrong one)",
			lab.Number(deepRight), lab.Number(puzzles), lab.Number(shallowRight), lab.Number(missing), lab.Number(wrong)),
		Because: "with deep copies the answer " + because,
	}
	switch spoiled := puzzles - shallowRight; {
	case v != lab.Reproduced || spoiled >= e.Limit("spoiled"):
	case spoiled <= 0:
		f.Verdict, f.Because = lab.Refuted, "shallow copies give only correct answers"
	default:
		f.Verdict, f.Because = lab.Pending, "shallow copies err too seldom to tell"
	}
	if independent {
		f.Because += "; sets on a trail and an array of bitmasks give correct answers, too"
	}
	return f
}

// orders judges MRV against the fixed order: on each set, the shuffled one included, by the nodes
// of the median puzzle and by time.
func orders(e *lab.Evidence) lab.Finding {
	var nodes, times lab.Tally
	var parts []string
	random := math.Inf(1)
	for _, r := range e.Where(orderKind) {
		random = min(random, r.Value("random nodes")/r.Value("mrv nodes"))
		parts = append(parts, fmt.Sprintf("%s %s × (in all %s ×)", setOf(r), lab.Number(r.Value("fixed nodes-ratio")), lab.Number(r.Value("fixed nodes")/r.Value("mrv nodes"))))
		nodes.Above(e.Interval(r.Case, "fixed nodes-ratio"), 1)
		times.Above(e.Interval(r.Case, "fixed ratio"), 1+e.Limit("margin"))
	}
	v, because := e.Every(nodes.Plus(times))
	return lab.Finding{
		Verdict: v,
		Figure:  "nodes of the fixed order to those of MRV, median puzzle: " + strings.Join(parts, ", "),
		Because: fmt.Sprintf("of the things stated %s; of nodes %s, of times %s; a random order takes at least %s × in all", because, nodes, times, lab.Number(random)),
	}
}
