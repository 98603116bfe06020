package cspgenerator

import (
	"fmt"
	"strings"

	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
)

// enough is the number of puzzles a level from which the claims are decided.
const enough = 1000

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C04a", Decide: atLeast(generate.Easy, 42)},
		{Claim: "C04b", Decide: atLeast(generate.Medium, 36)},
		{Claim: "C04c", Decide: atLeast(generate.Hard, 32)},
		{Claim: "C04d", Decide: unique},
		{Claim: "C05", Decide: byAC3},
		{Claim: "C06e", Decide: generationTime},
		{Claim: "C18a", Decide: slowest},
		{Claim: "C20", Decide: diagonalFirst},
		{Claim: "C21", Decide: fallback},
		{Claim: "C23a", Decide: atMost(generate.Easy, 45)},
		{Claim: "C23b", Decide: atMost(generate.Medium, 40)},
		{Claim: "C23c", Decide: atMost(generate.Hard, 36)},
	}
}

// pendingBelow turns a finding over too few puzzles into a pending one.
func pendingBelow(n float64, f lab.Finding) lab.Finding {
	if n < enough && f.Verdict != lab.Refuted {
		f.Verdict = lab.Pending
		f.Because = fmt.Sprintf("%s puzzles a level are too few, %d decide", lab.Number(n), enough)
	}
	return f
}

func atLeast(l generate.Level, stated float64) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		n, least := e.Value(levelCase(l), "puzzles"), e.Value(levelCase(l), "givens.min")
		f := lab.Finding{
			Verdict: lab.Refuted,
			Figure:  fmt.Sprintf("at least %s givens in %s puzzles", lab.Number(least), lab.Number(n)),
			Because: fmt.Sprintf("counted on each; the loop as printed never tests its threshold and goes down to %s givens", lab.Number(e.Value("literal-loop", "givens.min"))),
		}
		if least >= stated {
			f.Verdict = lab.Reproduced
		}
		return pendingBelow(n, f)
	}
}

func atMost(l generate.Level, stated float64) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		n, most := e.Value(levelCase(l), "puzzles"), e.Value(levelCase(l), "givens.max")
		f := lab.Finding{
			Verdict: lab.Refuted,
			Figure:  fmt.Sprintf("at most %s givens in %s puzzles", lab.Number(most), lab.Number(n)),
			Because: "counted on each; the generator draws its target from the range of the document's table",
		}
		if most <= stated {
			f.Verdict = lab.Reproduced
		}
		return pendingBelow(n, f)
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

func unique(e *lab.Evidence) lab.Finding {
	u, all, least := held(e, "unique")
	return pendingBelow(least, lab.Finding{
		Verdict: lab.Always(u, all),
		Figure:  fmt.Sprintf("%s of %s puzzles", lab.Number(u), lab.Number(all)),
		Because: "solutions counted up to two by another solver",
	})
}

func byAC3(e *lab.Evidence) lab.Finding {
	a, all, least := held(e, "by-ac3-alone")
	var without []string
	for _, l := range generate.Levels() {
		without = append(without, string(l)+" "+lab.Share(e.Value(uniqueCase(l), "by-ac3-alone"), e.Value(uniqueCase(l), "puzzles")))
	}
	return pendingBelow(least, lab.Finding{
		Verdict: lab.Always(a, all),
		Figure:  fmt.Sprintf("%s of %s puzzles", lab.Number(a), lab.Number(all)),
		Because: "AC-3 ran on each; a generator that asks for uniqueness only would reach " + strings.Join(without, ", "),
	})
}

// times returns the greatest median and the greatest time over the levels.
func times(e *lab.Evidence) (median, slowest float64) {
	for _, l := range generate.Levels() {
		median = max(median, e.Value(levelCase(l), "time.median"))
		slowest = max(slowest, e.Value(levelCase(l), "time.max"))
	}
	return median, slowest
}

func generationTime(e *lab.Evidence) lab.Finding {
	median, _ := times(e)
	v, because := lab.AboutTime(2, 5, median)
	return lab.Finding{Verdict: v, Figure: lab.Seconds(median) + " a puzzle (median of the slowest level)", Because: because}
}

func slowest(e *lab.Evidence) lab.Finding {
	_, worst := times(e)
	f := lab.Finding{Verdict: lab.Refuted, Figure: "slowest puzzle " + lab.Seconds(worst), Because: "over all levels, against the bound of 5 s"}
	if worst < 5 {
		f.Verdict = lab.Reproduced
	}
	return f
}

func diagonalFirst(e *lab.Evidence) lab.Finding {
	starts, completed := e.Value("diagonal", "diagonal.starts"), e.Value("diagonal", "diagonal.completed")
	return lab.Finding{
		Verdict: lab.Always(completed, starts),
		Figure: fmt.Sprintf("%s of %s random fillings completed, median %s nodes (from an empty board %s)", lab.Number(completed), lab.Number(starts),
			lab.Number(e.Value("diagonal", "diagonal.nodes.median")), lab.Number(e.Value("diagonal", "empty.nodes.median"))),
		Because: "each grid passed the checker",
	}
}

// fallback judges what happens when the attempts run out. The board that the document falls
// back on is not printed, and handing out a stock board would break the level's promise, so
// the product reports an error there; whether the case ever comes up is what can be
// measured.
func fallback(e *lab.Evidence) lab.Finding {
	_, all, _ := held(e, "puzzles")
	most := 0.0
	for _, l := range generate.Levels() {
		most = max(most, e.Value(levelCase(l), "attempts.max"))
	}
	tries, best, errs := e.Value("exhausted", "attempts"), e.Value("exhausted", "best-givens"), e.Value("exhausted", "errors")
	f := lab.Finding{
		Verdict: lab.Partly,
		Figure:  fmt.Sprintf("at most %s grids a puzzle in %s puzzles; forced to run out: %s grids, then an error (best %s givens)", lab.Number(most), lab.Number(all), lab.Number(tries), lab.Number(best)),
		Because: "attempts do run out where a level cannot be reached, but at the three levels they do not, and what is handed over is an error, not the unprinted fallback board, which could not keep the level's promise",
	}
	if errs == 0 {
		f.Verdict, f.Because = lab.Refuted, "the attempts never ran out, even where no puzzle can be had"
	}
	return f
}
