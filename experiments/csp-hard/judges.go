package csphard

import (
	"fmt"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C11a", Decide: typical("settled.median", "puzzles", "cells settled")},
		{Claim: "C11b", Decide: typical("nodes.median", "puzzles", "nodes")},
		{Claim: "C11c", Decide: exampleTime},
		{Claim: "C11d", Decide: firstCell},
		{Claim: "C11e", Decide: firstValue},
		{Claim: "C11f", Decide: bothFail},
		{Claim: "C24", Decide: fewSteps},
	}
}

// with returns the records of a kind that hold at least as many observations, by the metric that
// counts them, as the rule's limit trials says.
func with(e *lab.Evidence, kind, count string) (out record.Set) {
	least := e.Limit("trials")
	for _, r := range e.Where(kind, record.Any("set")) {
		if n := r.Value(count); n > 0 && n >= least {
			out = append(out, r)
		}
	}
	return out
}

// list writes what is to be said of each set.
func list(set record.Set, say func(record.Record) string) string {
	parts := make([]string, len(set))
	for i, r := range set {
		parts[i] = r.Dim("set") + " " + say(r)
	}
	return strings.Join(parts, ", ")
}

// worst decides by the set that speaks most against a claim about puzzles in general. A refutation
// by one set stands whatever the others say; else a set that decides nothing leaves all open.
func worst(e *lab.Evidence, set record.Set, judge func(record.Record) (lab.Verdict, string)) (lab.Verdict, string) {
	rank := map[lab.Verdict]int{lab.Refuted: 0, lab.Pending: 1, lab.Partly: 2, lab.Reproduced: 3}
	verdict, because := lab.Pending, fmt.Sprintf("no set holds %s such puzzles", lab.Number(e.Limit("trials")))
	for i, r := range set {
		if v, reason := judge(r); i == 0 || rank[v] < rank[verdict] {
			verdict, because = v, "on "+r.Dim("set")+": "+reason
		}
	}
	return verdict, because
}

// typical judges a figure of the document's one very hard puzzle, whose board it does not print, by
// the median over puzzles of as many givens, on the worst set.
func typical(metric, count, what string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		set := with(e, counted, count)
		v, because := worst(e, set, func(r record.Record) (lab.Verdict, string) { return e.Band(e.Interval(r.Case, metric)) })
		return lab.Finding{
			Verdict: v,
			Figure:  "medians: " + list(set, func(r record.Record) string { return lab.NumberOf(r, metric) }) + " " + what,
			Because: because,
		}
	}
}

// exampleTime judges the time on the worst set. From the tenth to the ninetieth percentile lies
// more than the interval of the median.
func exampleTime(e *lab.Evidence) lab.Finding {
	set := with(e, timed, example+" puzzles")
	v, because := worst(e, set, func(r record.Record) (lab.Verdict, string) {
		at := func(quantile string) float64 { return e.Value(r.Case, example+" time."+quantile) }
		return e.Time(lab.Timing{Took: stats.Interval{Low: at("p10"), High: at("p90")}, On: lab.CPU})
	})
	return lab.Finding{
		Verdict: v,
		Figure:  "medians: " + list(set, func(r record.Record) string { return lab.SecondsOf(r, example+" time.median") }),
		Because: because,
	}
}

// firstCell judges what such puzzles can show of the first choice: two values, and the cell.
func firstCell(e *lab.Evidence) lab.Finding {
	set := with(e, counted, "first-choices")
	var searched, there float64
	v, because := worst(e, set, func(r record.Record) (lab.Verdict, string) {
		n := e.Value(r.Case, "first-choices")
		searched += n
		there += e.Value(r.Case, "first.at-r5c6")
		return e.Share(e.Value(r.Case, "first.two-values"), n)
	})
	f := lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("%s of %s searches start at (4,5); with two values: %s", lab.Number(there), lab.Number(searched), list(set, func(r record.Record) string {
			return lab.Share(r.Value("first.two-values"), r.Value("first-choices"))
		})),
		Because: "two values: " + because,
	}
	few, why := e.Enough("cases", searched)
	switch {
	case v != lab.Reproduced || there > 0:
	case few != "":
		f.Verdict, f.Because = few, why
	default:
		f.Verdict, f.Because = lab.Partly, "the first cell has two values, but none is (4,5)"
	}
	return f
}

func firstValue(e *lab.Evidence) lab.Finding {
	f := typical("first-reduced.median", "first.consistent", "cells reduced")(e)
	f.Because += "; cells that it settles: " + list(with(e, counted, "first.consistent"), func(r record.Record) string {
		return lab.NumberOf(r, "first-settled.median")
	})
	return f
}

// bothFail looks for a solved puzzle whose first cell loses both of its values.
func bothFail(e *lab.Evidence) lab.Finding {
	set := e.Where(counted, record.Any("set"))
	solved, both := set.Sum("two-values.solved"), set.Sum("second.both-fail")
	two, second := set.Sum("first.two-values"), set.Sum("second.inconsistent")
	f := lab.Finding{
		Verdict: lab.Reproduced,
		Figure:  fmt.Sprintf("%s of %s solved puzzles whose first cell has two values", lab.Number(both), lab.Number(solved)),
		Because: "such a puzzle was solved",
	}
	if both == 0 {
		f.Verdict, f.Because = lab.Refuted, "with both values of a cell gone there is no solution"
		if v, reason := e.Enough("cases", solved); v != "" {
			f.Verdict, f.Because = v, reason
		}
	}
	f.Because += "; the second value, tried by itself, is inconsistent in " + lab.Share(second, two)
	return f
}

// fewSteps judges both halves: such puzzles need search, each of them, and a few nodes suffice, in
// the median on the worst set. From the tenth to the ninetieth percentile lies more than the
// interval of the median.
func fewSteps(e *lab.Evidence) lab.Finding {
	const search = veryHard + " search-nodes."
	set := with(e, timed, veryHard+" puzzles")
	most := e.Limit("few")
	var puzzles, alone float64
	few, many := len(set) > 0, ""
	for _, r := range set {
		puzzles += e.Value(r.Case, veryHard+" puzzles")
		without := e.Value(r.Case, veryHard+" by-ac3-alone")
		alone += without
		if without == r.Value(veryHard+" puzzles") {
			continue
		}
		few = few && e.Value(r.Case, search+"p90") <= most
		if e.Value(r.Case, search+"p10") > most && many == "" {
			many = r.Dim("set")
		}
	}
	need, _ := e.Always(puzzles-alone, puzzles)
	f := lab.Finding{
		Figure: fmt.Sprintf("%s of %s need no search; nodes of the others, median: %s", lab.Number(alone), lab.Number(puzzles),
			list(set, func(r record.Record) string { return lab.NumberOf(r, search+"median") })),
	}
	switch {
	case need == lab.Reproduced && few:
		f.Verdict, f.Because = lab.Reproduced, "each needs search, and a few nodes"
	case need == lab.Reproduced && many != "":
		f.Verdict, f.Because = lab.Partly, "each needs search, but more than a few nodes on "+many
	case need == lab.Refuted && few:
		f.Verdict, f.Because = lab.Partly, "a few nodes suffice, but not each needs search"
	case need == lab.Refuted && many != "":
		f.Verdict, f.Because = lab.Refuted, "not each needs search, and those that do need more than a few nodes on "+many
	default:
		f.Verdict, f.Because = lab.Pending, "too few puzzles, or the limit lies between the 10th and the 90th percentile of each set"
	}
	return f
}
