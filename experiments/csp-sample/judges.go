package cspsample

import (
	"fmt"

	"sudokulab/pkg/lab"
)

// judges decides C07 and C08. Figures are those of the queue as written (fifo); those of the
// listing's other reading are quoted as well.
func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C07a", Decide: givens},
		{Claim: "C07b", Decide: about("arcs", "arcs revised")},
		{Claim: "C07c", Decide: about("reductions", "values struck")},
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

// exactly judges a count that is stated without "about".
func exactly(counted, stated float64) lab.Verdict {
	if counted == stated {
		return lab.Reproduced
	}
	return lab.Refuted
}

func givens(e *lab.Evidence) lab.Finding {
	g := e.Value(sampleCase, "givens")
	return lab.Finding{Verdict: exactly(g, e.Limit("givens")), Figure: lab.Number(g) + " givens", Because: "counted on the printed board"}
}

func about(metric, what string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		n := e.Value(sampleCase, "fifo."+metric)
		v, because := e.Band(lab.Exactly(n))
		return lab.Finding{
			Verdict: v,
			Figure:  fmt.Sprintf("%s %s (last in, first out: %s)", lab.Number(n), what, lab.Number(e.Value(sampleCase, "lifo."+metric))),
			Because: because + ", first in, first out",
		}
	}
}

func singletons(e *lab.Evidence) lab.Finding {
	s := e.Value(sampleCase, "fifo.singletons")
	empty := e.Value(sampleCase, "cells") - e.Value(sampleCase, "givens")
	return lab.Finding{
		Verdict: exactly(s, e.Limit("singletons")),
		Figure:  lab.Number(s) + " singletons",
		Because: fmt.Sprintf("counted; the board has %s empty cells", lab.Number(empty)),
	}
}

func settled(e *lab.Evidence) lab.Finding {
	s := e.Value(sampleCase, "fifo.settled")
	return lab.Finding{
		Verdict: exactly(s, e.Limit("cells")),
		Figure:  fmt.Sprintf("%s of %s cells", lab.Number(s), lab.Number(e.Value(sampleCase, "cells"))),
		Because: "cells with one value when AC-3 ends",
	}
}

func solvingTime(e *lab.Evidence) lab.Finding {
	v, because := e.Time(lab.Timing{Took: e.Interval(sampleCase, "fifo.time"), On: lab.CPU})
	return lab.Finding{Verdict: v, Figure: lab.Seconds(e.Value(sampleCase, "fifo.time")) + " (median)", Because: because}
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
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  row + " after its row",
		Because: fmt.Sprintf("the givens of the row leave this; those of row, column and box together %s", all),
	}
	if row == "{1,2,4}" {
		f.Verdict = lab.Reproduced
	}
	return f
}

// steps judges a course of which several steps are stated: by the limit of that name, and partly
// from the limit partly_ and that name on. A cell that ends at another digit refutes.
func steps(e *lab.Evidence, limit string, met float64, ends bool) lab.Verdict {
	all, some := e.Limit(limit), e.Limit("partly_"+limit)
	switch {
	case ends && met >= all:
		return lab.Reproduced
	case ends && met >= some:
		return lab.Partly
	}
	return lab.Refuted
}

func thenColumn(e *lab.Evidence) lab.Finding {
	end := text(e, domainText(0, 2, "end"))
	strikes := e.Value(sampleCase, "r1c3.column-strikes-of-1-and-2")
	return lab.Finding{
		Verdict: steps(e, "strikes", strikes, end == "{4}"),
		Figure:  fmt.Sprintf("%s of 1 and 2 struck by its column; ends at %s", lab.Number(strikes), end),
		Because: "counted in the trace of AC-3, first in, first out",
	}
}

// course judges a cell that is told to fall from one set at a stage to another at a later
// one.
func course(row, col int, stageBefore, before, stageAfter, after string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		b, a, end := text(e, domainText(row, col, stageBefore)), text(e, domainText(row, col, stageAfter)), text(e, domainText(row, col, "end"))
		sets := 0.0
		for _, as := range []bool{b == before, a == after} {
			if as {
				sets++
			}
		}
		f := lab.Finding{
			Verdict: steps(e, "sets", sets, end == after),
			Figure:  fmt.Sprintf("%s (%s) → %s (%s), ends at %s", b, stageBefore, a, stageAfter, end),
			Because: fmt.Sprintf("%s of the two sets as stated", lab.Number(sets)),
		}
		if end != after {
			f.Because += ", but the digit it ends at is another"
		}
		return f
	}
}
