package cspsample

import (
	"fmt"

	"sudokulab/pkg/lab"
)

// judges decides C07 and C08. Figures are those of the queue as written (fifo); where
// another order would decide otherwise, the reason says so.
func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C07a", Decide: givens},
		{Claim: "C07b", Decide: about("arcs", 400, "arcs revised")},
		{Claim: "C07c", Decide: about("reductions", 350, "values struck, one a revision that struck any")},
		{Claim: "C07d", Decide: singletons},
		{Claim: "C07e", Decide: settled},
		{Claim: "C07f", Decide: solvingTime},
		{Claim: "C08a", Decide: rowFirst},
		{Claim: "C08b", Decide: thenColumn},
		{Claim: "C08c", Decide: course(1, 1, "row+column", "{1,2,4,7,8}", "row+column+box", "{7}")},
		{Claim: "C08d", Decide: course(0, 3, "row+column+box", "{2,6}", "end", "{2}")},
		{Claim: "C08e", Decide: course(0, 5, "row+column+box", "{4,6,8}", "end", "{8}")},
	}
}

func givens(e *lab.Evidence) lab.Finding {
	g := e.Value(sampleCase, "givens")
	return lab.Finding{
		Verdict: lab.Always(g, 42),
		Figure:  lab.Number(g) + " givens",
		Because: "counted on the printed board",
	}
}

func about(metric string, stated float64, what string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		written := e.Value(sampleCase, "fifo."+metric)
		last := e.Value(sampleCase, "lifo."+metric)
		best := lab.About(stated, written)
		if v := lab.About(stated, last); v != best && better(v, best) {
			best = v // either reading of the listing may be the one meant
		}
		return lab.Finding{
			Verdict: best,
			Figure:  fmt.Sprintf("%s %s (last in, first out: %s)", lab.Number(written), what, lab.Number(last)),
			Because: fmt.Sprintf("about %s is stated; first in, first out revises as written, the other order is the listing's other reading", lab.Number(stated)),
		}
	}
}

// better reports whether verdict a is kinder to the claim than b.
func better(a, b lab.Verdict) bool {
	rank := map[lab.Verdict]int{lab.Reproduced: 2, lab.Partly: 1}
	return rank[a] > rank[b]
}

func singletons(e *lab.Evidence) lab.Finding {
	s := e.Value(sampleCase, "fifo.singletons")
	empty := e.Value(sampleCase, "cells") - e.Value(sampleCase, "givens")
	return lab.Finding{
		Verdict: lab.Always(s, 39),
		Figure:  lab.Number(s) + " singletons",
		Because: fmt.Sprintf("each of the %s empty cells becomes one; 39 would be those of a board with 42 givens", lab.Number(empty)),
	}
}

func settled(e *lab.Evidence) lab.Finding {
	s, all := e.Value(sampleCase, "fifo.settled"), e.Value(sampleCase, "cells")
	return lab.Finding{Verdict: lab.Always(s, all), Figure: lab.Number(s) + " of " + lab.Number(all) + " cells", Because: "cells with one value when AC-3 ends"}
}

func solvingTime(e *lab.Evidence) lab.Finding {
	t := e.Value(sampleCase, "fifo.time")
	v, because := lab.AboutTime(0.01, 0.01, t)
	return lab.Finding{Verdict: v, Figure: lab.Seconds(t) + " (median)", Because: because}
}

// text returns a text of the sample's record; a record without it says nothing.
func text(e *lab.Evidence, name string) string {
	r, ok := e.Case(sampleCase)
	if !ok {
		return ""
	}
	return e.Text(r, name)
}

func rowFirst(e *lab.Evidence) lab.Finding {
	row, all := text(e, domainText(0, 2, "row")), text(e, domainText(0, 2, "row+column+box"))
	f := lab.Finding{Figure: row + " after its row", Because: "the givens of the row leave this"}
	switch {
	case row == "{1,2,4}":
		f.Verdict = lab.Reproduced
	case all == "{1,2,4}":
		f.Verdict = lab.Partly
		f.Because = "the set is right, the way is not: it takes the givens of row, column and box together to leave " + all
	default:
		f.Verdict = lab.Refuted
	}
	return f
}

func thenColumn(e *lab.Evidence) lab.Finding {
	end := text(e, domainText(0, 2, "end"))
	strikes := e.Value(sampleCase, "r1c3.column-strikes-of-1-and-2")
	f := lab.Finding{Figure: fmt.Sprintf("ends at %s; %s of 1 and 2 struck by its column", end, lab.Number(strikes))}
	switch {
	case end == "{4}" && strikes == 2:
		f.Verdict, f.Because = lab.Reproduced, "the trace strikes both by cells of the column"
	case end == "{4}":
		f.Verdict, f.Because = lab.Partly, "the single digit is right, but the trace does not strike both by cells of the column"
	default:
		f.Verdict, f.Because = lab.Refuted, "the single digit is another"
	}
	return f
}

// course judges a cell that is told to fall from one set at a stage to another at a later
// one.
func course(row, col int, stageBefore, before, stageAfter, after string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		b, a, end := text(e, domainText(row, col, stageBefore)), text(e, domainText(row, col, stageAfter)), text(e, domainText(row, col, "end"))
		f := lab.Finding{
			Figure:  fmt.Sprintf("%s (%s) → %s (%s), ends at %s", b, stageBefore, a, stageAfter, end),
			Because: "both sets, before and after, as the givens and the trace leave them",
		}
		switch {
		case b == before && a == after:
			f.Verdict = lab.Reproduced
		case end == after:
			f.Verdict, f.Because = lab.Partly, "the digit is right, the set it is said to come from or the stage is not"
		default:
			f.Verdict, f.Because = lab.Refuted, "the cell ends at another digit"
		}
		return f
	}
}
