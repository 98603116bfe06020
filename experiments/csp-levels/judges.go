package csplevels

import (
	"fmt"

	"sudokulab/pkg/lab"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C06a", Decide: solveTime("easy", 0.01)},
		{Claim: "C06b", Decide: solveTime("medium", 0.02)},
		{Claim: "C06c", Decide: solveTime("hard", 0.03)},
		{Claim: "C06d", Decide: veryHard},
		{Claim: "C06f", Decide: rising},
		{Claim: "C10", Decide: validation},
		{Claim: "C19a", Decide: meanDomain},
		{Claim: "C19b", Decide: threeWaves},
		{Claim: "C19c", Decide: allSettled},
	}
}

func solveTime(kind string, stated float64) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		t, nodes := e.Value("times", kind+" solve.median"), e.Value("times", kind+" nodes")
		v, because := lab.AboutTime(stated, stated, t)
		f := lab.Finding{Verdict: v, Figure: lab.Seconds(t) + " (median)", Because: because + "; no puzzle needed search"}
		if nodes > 0 {
			f.Verdict, f.Because = lab.Refuted, "not all of it in AC-3: "+lab.Number(nodes)+" nodes of search"
		}
		return f
	}
}

func veryHard(e *lab.Evidence) lab.Finding {
	t, root := e.Value("times", "very hard solve.median"), e.Value("times", "very hard root.median")
	v, because := lab.AboutTime(0.1, 0.5, t)
	vr, _ := lab.AboutTime(0.05, 0.05, root)
	if vr != v {
		because += "; for the first AC-3 run alone: " + string(vr)
		if v == lab.Reproduced {
			v = lab.Partly
		}
	}
	return lab.Finding{Verdict: v, Figure: lab.Seconds(t) + ", first AC-3 " + lab.Seconds(root) + " (medians)", Because: because}
}

// rising judges the ratios 1 : 2 : 3 : 10–50: reproduced if each is met within a factor of
// two, partly if the times at least rise from level to level.
func rising(e *lab.Evidence) lab.Finding {
	easy := e.Value("times", "easy solve.median")
	r := make([]float64, len(kinds))
	for i, k := range kinds {
		r[i] = e.Value("times", k+" solve.median") / easy
	}
	within := func(x, low, high float64) bool { return low/2 <= x && x <= 2*high }
	f := lab.Finding{
		Figure:  fmt.Sprintf("%.2f : %.2f : %.2f : %.2f", r[0], r[1], r[2], r[3]),
		Because: "medians interleaved in one run; stated 1 : 2 : 3 : 10–50, met within a factor of two or not",
	}
	switch {
	case within(r[1], 2, 2) && within(r[2], 3, 3) && within(r[3], 10, 50) && r[1] > 1 && r[2] > r[1] && r[3] > r[2]:
		f.Verdict = lab.Reproduced
	case r[1] > 1 && r[2] > r[1] && r[3] > r[2]:
		f.Verdict, f.Because = lab.Partly, "the times rise from level to level, by other ratios"
	default:
		f.Verdict, f.Because = lab.Refuted, "the times do not rise from level to level"
	}
	return f
}

func validation(e *lab.Evidence) lab.Finding {
	worst, median := 0.0, 0.0
	for _, k := range kinds {
		worst = max(worst, e.Value("times", k+" validate.max"))
		median = max(median, e.Value("times", k+" validate.median"))
	}
	f := lab.Finding{Verdict: lab.Refuted, Figure: "slowest " + lab.Seconds(worst) + ", median at most " + lab.Seconds(median), Because: "over all levels, against the bound of 0.1 s"}
	if worst < 0.1 {
		f.Verdict = lab.Reproduced
	}
	return f
}

func meanDomain(e *lab.Evidence) lab.Finding {
	m := e.Value("waves", "mean-domain")
	least, most := e.Value("waves", "mean-domain.min"), e.Value("waves", "mean-domain.max")
	f := lab.Finding{
		Verdict: lab.About(4.2, m),
		Figure:  fmt.Sprintf("%.2f values (%.2f to %.2f by puzzle)", m, least, most),
		Because: fmt.Sprintf("mean over %s generated puzzles of 36 givens, against 4.2 for a puzzle that is not printed", lab.Number(e.Value("waves", "puzzles"))),
	}
	if f.Verdict == lab.Partly && (4.2 < least || most < 4.2) {
		f.Verdict, f.Because = lab.Refuted, f.Because+"; no puzzle reaches it"
	}
	return f
}

func threeWaves(e *lab.Evidence) lab.Finding {
	n, three, example := e.Value("waves", "puzzles"), e.Value("waves", "three-waves"), e.Value("waves", "waves-12-15-18")
	f := lab.Finding{
		Figure: fmt.Sprintf("%s of %s puzzles take three waves, %s of them of about 12, 15 and 18 cells; waves range from %s to %s", lab.Number(three), lab.Number(n), lab.Number(example),
			lab.Number(e.Value("waves", "waves.min")), lab.Number(e.Value("waves", "waves.max"))),
		Because: "a wave settles, at once, every cell with one value left; the document's puzzle is not printed, so the claim is held against puzzles like it",
	}
	switch {
	case n == 0:
		f.Verdict = lab.Pending
	case 2*example > n:
		f.Verdict = lab.Reproduced
	case three > 0:
		f.Verdict = lab.Partly
	default:
		f.Verdict = lab.Refuted
	}
	return f
}

func allSettled(e *lab.Evidence) lab.Finding {
	open, n := e.Value("waves", "open-cells"), e.Value("waves", "puzzles")
	t := e.Value("times", "medium solve.median")
	v, because := lab.AboutTime(0.02, 0.02, t)
	f := lab.Finding{Verdict: v, Figure: fmt.Sprintf("%s cells left in %s puzzles, %s", lab.Number(open), lab.Number(n), lab.Seconds(t)), Because: "cells: as stated; time: " + because}
	if open > 0 {
		f.Verdict, f.Because = lab.Refuted, "propagation leaves cells open"
	}
	return f
}
