package cspgenerator

import (
	"fmt"
	"strings"

	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C04a", Decide: atLeast(generate.Easy)},
		{Claim: "C04b", Decide: atLeast(generate.Medium)},
		{Claim: "C04c", Decide: atLeast(generate.Hard)},
		{Claim: "C04d", Decide: unique},
		{Claim: "C05", Decide: byAC3},
		{Claim: "C06e", Decide: generationTime},
		{Claim: "C18a", Decide: slowest},
		{Claim: "C20", Decide: diagonalFirst},
		{Claim: "C21", Decide: fallback},
		{Claim: "C23a", Decide: between(generate.Easy)},
		{Claim: "C23b", Decide: between(generate.Medium)},
		{Claim: "C23c", Decide: between(generate.Hard)},
	}
}

// enough leaves a claim pending that would be reproduced by fewer observations than the rule's
// limit cases; a counterexample needs no number.
func enough(e *lab.Evidence, n float64, f lab.Finding) lab.Finding {
	if v, reason := e.Enough("cases", n); v != "" && f.Verdict == lab.Reproduced {
		f.Verdict, f.Because = v, reason
	}
	return f
}

// givens returns the fewest and the most givens of a case's puzzles, and their number.
func givens(e *lab.Evidence, name string) (least, most, n float64) {
	return e.Value(name, "givens.min"), e.Value(name, "givens.max"), e.Value(name, "puzzles")
}

// atLeast judges the fewest givens of the listing and quotes those of the level's own loop.
func atLeast(l generate.Level) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		least, _, n := givens(e, literal)
		own, _, ownN := givens(e, levelCase(l))
		v, _ := e.Band(lab.Exactly(least))
		return enough(e, n, lab.Finding{
			Verdict: v,
			Figure:  fmt.Sprintf("at least %s givens in %s puzzles of the listing", lab.Number(least), lab.Number(n)),
			Because: fmt.Sprintf("the listing looks its threshold up and never tests it; the loop that tests it has at least %s givens in %s puzzles", lab.Number(own), lab.Number(ownN)),
		})
	}
}

// between judges the range of the givens of the listing and quotes that of the level's own loop.
func between(l generate.Level) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		least, most, n := givens(e, literal)
		ownLeast, ownMost, ownN := givens(e, levelCase(l))
		v, _ := e.Band(lab.Exactly(least))
		if v == lab.Reproduced {
			v, _ = e.Band(lab.Exactly(most))
		}
		return enough(e, n, lab.Finding{
			Verdict: v,
			Figure:  fmt.Sprintf("%s to %s givens in %s puzzles of the listing", lab.Number(least), lab.Number(most), lab.Number(n)),
			Because: fmt.Sprintf("counted on each; the loop that draws its target from the stated range has %s to %s givens in %s puzzles",
				lab.Number(ownLeast), lab.Number(ownMost), lab.Number(ownN)),
		})
	}
}

// held adds a metric up over the levels and returns the least number of puzzles of one.
func held(e *lab.Evidence, metric string) (sum, all, least float64) {
	for i, l := range generate.Levels() {
		n := e.Value(levelCase(l), "puzzles")
		sum += e.Value(levelCase(l), metric)
		all += n
		if i == 0 || n < least {
			least = n
		}
	}
	return sum, all, least
}

// unique counts the puzzles of the levels and those of the listing: a puzzle with two solutions
// refutes, whichever loop made it.
func unique(e *lab.Evidence) lab.Finding {
	u, all, least := held(e, "unique")
	lu, ln := e.Value(literal, "unique"), e.Value(literal, "puzzles")
	v, reason := e.Always(u+lu, all+ln)
	return enough(e, least, lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of %s puzzles of the levels, %s of %s of the listing", lab.Number(u), lab.Number(all), lab.Number(lu), lab.Number(ln)),
		Because: "solutions counted up to two by another solver: " + reason,
	})
}

func byAC3(e *lab.Evidence) lab.Finding {
	a, all, least := held(e, "by-ac3-alone")
	var without []string
	for _, l := range generate.Levels() {
		without = append(without, string(l)+" "+lab.Share(e.Value(uniqueCase(l), "by-ac3-alone"), e.Value(uniqueCase(l), "puzzles")))
	}
	v, reason := e.Always(a, all)
	return enough(e, least, lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of %s puzzles", lab.Number(a), lab.Number(all)),
		Because: "AC-3 ran on each: " + reason + "; with a test for one solution only it would fill " + strings.Join(without, ", "),
	})
}

// times returns the least median over the levels and the greatest time of all.
func times(e *lab.Evidence) (median, worst float64) {
	for i, l := range generate.Levels() {
		if m := e.Value(levelCase(l), "time.median"); i == 0 || m < median {
			median = m
		}
		worst = max(worst, e.Value(levelCase(l), "time.max"))
	}
	return median, worst
}

func generationTime(e *lab.Evidence) lab.Finding {
	median, worst := times(e)
	v, reason := e.Time(lab.Timing{Took: stats.Interval{Low: median, High: max(median, worst)}, On: lab.CPU})
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s (median of the fastest level) to %s (slowest puzzle)", lab.Seconds(median), lab.Seconds(worst)),
		Because: reason,
	}
}

func slowest(e *lab.Evidence) lab.Finding {
	_, worst := times(e)
	v, reason := e.Time(lab.Timing{Took: lab.Exactly(worst), On: lab.CPU})
	return lab.Finding{Verdict: v, Figure: "slowest puzzle " + lab.Seconds(worst), Because: "over all levels: " + reason}
}

func diagonalFirst(e *lab.Evidence) lab.Finding {
	starts, completed, capped := e.Value(diagonalCase, "diagonal.starts"), e.Value(diagonalCase, "diagonal.completed"), e.Value(diagonalCase, "diagonal.capped")
	v, reason := e.Always(completed, starts-capped)
	if v == lab.Reproduced && capped > 0 {
		v, reason = lab.Pending, lab.Number(capped)+" searches ended at their bound on nodes, which decides nothing"
	}
	return lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("%s of %s random fillings completed, median %s nodes (from an empty board %s)", lab.Number(completed), lab.Number(starts),
			lab.Number(e.Value(diagonalCase, "diagonal.nodes.median")), lab.Number(e.Value(diagonalCase, "empty.nodes.median"))),
		Because: "each grid passed the checker: " + reason,
	}
}

// fallback judges whether the listing ever hands over its fallback board. The project's own generator, which
// reports an error instead, is quoted as well.
func fallback(e *lab.Evidence) lab.Finding {
	runs, met, attempts := e.Value(literal, "runs"), e.Value(literal, "fallbacks"), e.Value(literal, "attempts")
	tries, best, errs := e.Value(exhaustedCase, "attempts"), e.Value(exhaustedCase, "best-givens"), e.Value(exhaustedCase, "errors")
	f := lab.Finding{
		Verdict: lab.Reproduced,
		Figure:  fmt.Sprintf("fallback handed over in %s of %s runs of the listing (%s grids)", lab.Number(met), lab.Number(runs), lab.Number(attempts)),
		Because: "some run ends at the fallback board",
	}
	if met == 0 {
		f.Verdict = lab.Refuted
		f.Because = "the last test repeats one that the board has passed, so the line is never reached"
		if v, reason := e.Enough("cases", runs); v != "" {
			f.Verdict, f.Because = v, reason
		}
	}
	f.Because += fmt.Sprintf("; the project's own generator, asked for too few givens, reports %s error after %s grids (best %s givens)", lab.Number(errs), lab.Number(tries), lab.Number(best))
	return f
}
