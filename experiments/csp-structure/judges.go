package cspstructure

import (
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

const standard = "n=9"

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C01a", Decide: flat},
		{Claim: "C01b", Decide: peers},
		{Claim: "C02a", Decide: fixedPoint},
		{Claim: "C02b", Decide: underBound},
	}
}

func flat(e *lab.Evidence) lab.Finding {
	cells, inPlace := e.Value(standard, "cells"), e.Value(standard, "cells-in-place")
	f := lab.Finding{
		Verdict: lab.Always(inPlace, 81),
		Figure:  fmt.Sprintf("%s cells, %s where row·9 + column says, 0 when emptied", lab.Number(cells), lab.Number(inPlace)),
		Because: "each cell of the built board was set, found and emptied",
	}
	if cells != 81 {
		f.Verdict = lab.Refuted
	}
	return f
}

func peers(e *lab.Evidence) lab.Finding {
	least, most, arcs := e.Value(standard, "peers.min"), e.Value(standard, "peers.max"), e.Value(standard, "arcs")
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("%s to %s peers, %s arcs", lab.Number(least), lab.Number(most), lab.Number(arcs)),
		Because: "neighbours counted cell by cell in the built network; 81 lists of 20 make 1,620 arcs",
	}
	if least == 20 && most == 20 && arcs == 81*20 {
		f.Verdict = lab.Reproduced
	}
	return f
}

func sum(set record.Set, metric string) (total float64) {
	for _, r := range set {
		total += r.Value(metric)
	}
	return total
}

func fixedPoint(e *lab.Evidence) lab.Finding {
	set := e.Cases("n=", "boards", "agree", "consistent")
	boards, agree, consistent := sum(set, "boards"), sum(set, "agree"), sum(set, "consistent")
	f := lab.Finding{
		Verdict: lab.Always(agree, boards),
		Figure:  fmt.Sprintf("%s of %s boards", lab.Number(agree), lab.Number(boards)),
		Because: fmt.Sprintf("every order of the queue ends at the naive fixed point, or reports the emptied domain: %s boards were consistent", lab.Number(consistent)),
	}
	// Without boards of both outcomes half of the claim would not have been looked at.
	if consistent == 0 || consistent == boards {
		f.Verdict = lab.Pending
	}
	return f
}

func underBound(e *lab.Evidence) lab.Finding {
	f := lab.Finding{Verdict: lab.Reproduced, Because: "arcs revised times d² stays under e·d³ on every board of every size"}
	worst := 0.0
	for _, r := range e.Cases("n=", "checks.max", "bound.checks") {
		share := r.Value("checks.max") / r.Value("bound.checks")
		if worst = max(worst, share); share > 1 {
			f.Verdict = lab.Refuted
			f.Because = "on a board of " + r.Case + " the work exceeds the bound"
		}
	}
	f.Figure = fmt.Sprintf("at most %.1f %% of the bound", 100*worst)
	return f
}
