package cspdesign

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// placement is what the place of a loop in memory alone can make of its time: a difference
// within it counts as none, however narrow its interval (Mytkowicz, Diwan, Hauswirth and
// Sweeney, "Producing wrong data without doing anything obviously wrong!", ASPLOS 2009,
// doi:10.1145/1508244.1508275, found more between builds that differ in nothing else).
const placement = 0.05

// thousands is the least that "thousands of times a puzzle" can mean.
const thousands = 1000

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C15a", Decide: layouts},
		{Claim: "C15b", Decide: domainsOf},
		{Claim: "C15c", Decide: queues},
		{Claim: "C15d", Decide: peers},
		{Claim: "C15e", Decide: copied},
		{Claim: "C15f", Decide: orders},
	}
}

// tally counts comparisons of the document's choice with what it rejects.
type tally struct {
	faster, same, slower int
	least, most          float64 // ratio of the rejected to the chosen, medians
}

func newTally() tally { return tally{least: math.Inf(1)} }

// add takes the comparisons of the named alternatives in the cases of a prefix.
func (t *tally) add(e *lab.Evidence, prefix string, names ...string) {
	for _, r := range e.Cases(prefix, metricsOf(names)...) {
		for _, name := range names {
			t.count(r, name)
		}
	}
}

func metricsOf(names []string) []string {
	var out []string
	for _, name := range names {
		out = append(out, name+" ratio", name+" ratio.low", name+" ratio.high")
	}
	return out
}

func (t *tally) count(r record.Record, name string) {
	ratio := r.Value(name + " ratio")
	t.least, t.most = min(t.least, ratio), max(t.most, ratio)
	switch {
	case r.Value(name+" ratio.low") > 1+placement:
		t.faster++
	case r.Value(name+" ratio.high") < 1-placement:
		t.slower++
	default:
		t.same++
	}
}

// verdict: reproduced if the choice is faster in every comparison, refuted if it is in none
// and slower in some, else partly.
func (t *tally) verdict() lab.Verdict {
	switch {
	case t.faster+t.same+t.slower == 0:
		return lab.Pending
	case t.same+t.slower == 0:
		return lab.Reproduced
	case t.faster == 0 && t.slower > 0:
		return lab.Refuted
	}
	return lab.Partly
}

func (t *tally) figure() string {
	return fmt.Sprintf("%s to %s ×", lab.Number(t.least), lab.Number(t.most))
}

func (t *tally) reason() string {
	return fmt.Sprintf("of %d comparisons the choice is faster in %d, slower in %d, the interval of the ratio lying beyond 5 %% of 1", t.faster+t.same+t.slower, t.faster, t.slower)
}

func layouts(e *lab.Evidence) lab.Finding {
	whole, access := newTally(), newTally()
	whole.add(e, layoutAxis+"/set=", "rows-array", "rows-slices")
	access.add(e, accessCase, "random rows-array", "random rows-slices", "sweep rows-array", "sweep rows-slices")
	both := tally{faster: whole.faster + access.faster, same: whole.same + access.same, slower: whole.slower + access.slower}
	return lab.Finding{
		Verdict: both.verdict(),
		Figure:  fmt.Sprintf("two dimensions take %s the time of the whole solve, %s that of an access", whole.figure(), access.figure()),
		Because: both.reason() + fmt.Sprintf("; whole solves %d of %d, accesses %d of %d", whole.faster, whole.faster+whole.same+whole.slower, access.faster, access.faster+access.same+access.slower),
	}
}

func domainsOf(e *lab.Evidence) lab.Finding {
	whole, operation := newTally(), newTally()
	whole.add(e, domainsAxis+"/set=", "list", "list"+memberSuffix)
	operation.add(e, memberCase, "member list", "remove list")
	mask := newTally()
	mask.add(e, domainsAxis+"/set=", "bitmask", "bitmask"+memberSuffix)
	both := tally{faster: whole.faster + operation.faster, same: whole.same + operation.same, slower: whole.slower + operation.slower}
	f := lab.Finding{
		Verdict: both.verdict(),
		Figure:  fmt.Sprintf("lists take %s the time of sets in the whole solve, %s in single operations; bitmasks %s in the whole solve", whole.figure(), operation.figure(), mask.figure()),
		Because: both.reason(),
	}
	if operation.most < 1 {
		f.Because += "; looking through nine digits costs less than hashing one"
	}
	return f
}

func queues(e *lab.Evidence) lab.Finding {
	lean, sets := newTally(), newTally()
	lean.add(e, queueOnLean, "shifted")
	sets.add(e, queueOnSets, "shifted")
	resliced := newTally()
	resliced.add(e, queueOnLean, "resliced")
	both := tally{faster: lean.faster + sets.faster, same: lean.same + sets.same, slower: lean.slower + sets.slower}
	return lab.Finding{
		Verdict: both.verdict(),
		Figure:  fmt.Sprintf("shifting takes %s the time of the whole solve on bitmasks, %s on sets; cutting a slice, %s on bitmasks", lean.figure(), sets.figure(), resliced.figure()),
		Because: both.reason() + "; whole solves with nothing but the queue exchanged",
	}
}

func peers(e *lab.Evidence) lab.Finding {
	lean, sets := newTally(), newTally()
	lean.add(e, peersOnLean, "computed")
	sets.add(e, peersOnSets, "computed")
	both := tally{faster: lean.faster + sets.faster, same: lean.same + sets.same, slower: lean.slower + sets.slower}
	v := both.verdict()
	var requests []string
	fewest := math.Inf(1)
	for _, r := range e.Cases(peersOnLean, againstStored+" requests.median") {
		n := r.Value(againstStored + " requests.median")
		fewest = min(fewest, n)
		requests = append(requests, strings.TrimPrefix(r.Case, peersOnLean+"/set=")+" "+lab.Number(n))
	}
	f := lab.Finding{
		Figure:  fmt.Sprintf("computing takes %s the time of the whole solve on bitmasks, %s on sets; requests a puzzle, median: %s", lean.figure(), sets.figure(), strings.Join(requests, ", ")),
		Because: both.reason() + "; thousands of requests are read as 1,000 or more for the median puzzle of every set",
	}
	if v == lab.Reproduced && fewest < thousands {
		v = lab.Partly
	}
	f.Verdict = v
	return f
}

// copied judges by answers, not by time: the copy is there to be right.
func copied(e *lab.Evidence) lab.Finding {
	const shallow = "sets shallow"
	var puzzles, deepRight, shallowRight, missing, wrong float64
	independent := true
	for _, r := range e.Cases(storeAxis+"/set=", againstDeep+" right", shallow+" right", shallow+" missing", shallow+" wrong", "sets trail right", "bitmasks array right") {
		independent = independent && r.Value("sets trail right") == r.Value("puzzles") && r.Value("bitmasks array right") == r.Value("puzzles")
		puzzles += r.Value("puzzles")
		deepRight += r.Value(againstDeep + " right")
		shallowRight += r.Value(shallow + " right")
		missing += r.Value(shallow + " missing")
		wrong += r.Value(shallow + " wrong")
	}
	trail, array := newTally(), newTally()
	trail.add(e, storeAxis+"/set=", "sets trail")
	array.add(e, storeAxis+"/set=", "bitmasks array")
	f := lab.Finding{
		Figure: fmt.Sprintf("right answers: %s of %s with deep copies, %s with shallow ones (%s find no solution, %s a wrong one)",
			lab.Number(deepRight), lab.Number(puzzles), lab.Number(shallowRight), lab.Number(missing), lab.Number(wrong)),
		Because: "puzzles that need search, every answer checked",
	}
	if independent {
		f.Because += fmt.Sprintf("; what is required is independence, not the copy: sets on a trail are right, too, at %s the time, and so is an array of bitmasks, at %s", trail.figure(), array.figure())
	}
	switch {
	case puzzles == 0:
		f.Verdict = lab.Pending
	case deepRight == puzzles && shallowRight < puzzles:
		f.Verdict = lab.Reproduced
	default:
		f.Verdict = lab.Refuted
	}
	return f
}

// orders judges MRV against the fixed order: on each set, the shuffled one included, by the nodes of all puzzles, by
// those of the median puzzle and by time. All of them on all sets make it reproduced, none
// refuted.
func orders(e *lab.Evidence) lab.Finding {
	var held, of int
	var parts, against []string
	random := math.Inf(1)
	for _, r := range e.Cases(orderAxis+"/", append(metricsOf([]string{"fixed"}),
		"mrv nodes", "fixed nodes", "random nodes", "fixed nodes-ratio", "fixed nodes-ratio.low", "mrv width", "mrv branches", "fixed width", "fixed branches")...) {
		sum := r.Value("fixed nodes") / r.Value("mrv nodes")
		random = min(random, r.Value("random nodes")/r.Value("mrv nodes"))
		id := setOf(r)
		parts = append(parts, fmt.Sprintf("%s %s × (median puzzle %s ×)", id, lab.Number(sum), lab.Number(r.Value("fixed nodes-ratio"))))
		ok := 0
		for _, holds := range []bool{sum > 1, r.Value("fixed nodes-ratio.low") > 1, r.Value("fixed ratio.low") > 1+placement} {
			of++
			if holds {
				ok++
			}
		}
		if held += ok; ok == 0 {
			against = append(against, id)
		}
	}
	f := lab.Finding{
		Figure:  fmt.Sprintf("nodes of the fixed order: %s those of MRV; random order at least %s ×", strings.Join(parts, ", "), lab.Number(random)),
		Because: fmt.Sprintf("%d of %d checks hold: on each set, nodes in all, nodes of the median puzzle and time, searches cut off counted at their bound", held, of),
	}
	if len(against) > 0 {
		f.Because += "; none does on " + strings.Join(against, " and ")
	}
	switch {
	case of == 0:
		f.Verdict = lab.Pending
	case held == of:
		f.Verdict = lab.Reproduced
	case held == 0:
		f.Verdict = lab.Refuted
	default:
		f.Verdict = lab.Partly
	}
	return f
}
