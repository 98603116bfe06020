package cspstructure

import (
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

var standard = record.Key("", side(9)...)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C01a", Decide: flat},
		{Claim: "C01b", Decide: peers},
		{Claim: "C02a", Decide: fixedPoint},
		{Claim: "C02b", Decide: underBound},
	}
}

func flat(e *lab.Evidence) lab.Finding {
	cells, inPlace, stated := e.Value(standard, "cells"), e.Value(standard, "cells-in-place"), e.Limit("cells")
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("%s cells, %s where row·9 + column says, 0 when emptied", lab.Number(cells), lab.Number(inPlace)),
		Because: "each cell of the built board was set, found and emptied",
	}
	if cells == stated && inPlace == stated {
		f.Verdict = lab.Reproduced
	}
	return f
}

func peers(e *lab.Evidence) lab.Finding {
	least, most, arcs := e.Value(standard, "peers.min"), e.Value(standard, "peers.max"), e.Value(standard, "arcs")
	stated := e.Limit("peers")
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("%s to %s peers, %s arcs", lab.Number(least), lab.Number(most), lab.Number(arcs)),
		Because: "neighbours counted cell by cell in the built network; an arc is one entry of a list",
	}
	if least == stated && most == stated && arcs == e.Limit("arcs") {
		f.Verdict = lab.Reproduced
	}
	return f
}

func fixedPoint(e *lab.Evidence) lab.Finding {
	set := e.Where("", record.Any("n"))
	boards, agree, consistent := set.Sum("boards"), set.Sum("agree"), set.Sum("consistent")
	v, because := e.Always(agree, boards)
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of %s boards", lab.Number(agree), lab.Number(boards)),
		Because: fmt.Sprintf("%s, in every order of the queue: %s boards were consistent", because, lab.Number(consistent)),
	}
	// Without boards of both outcomes half of the claim would not have been looked at.
	if each := e.Limit("each"); v == lab.Reproduced && (consistent < each || boards-consistent < each) {
		f.Verdict, f.Because = lab.Pending, fmt.Sprintf("%s consistent boards of %s: too few of one kind", lab.Number(consistent), lab.Number(boards))
	}
	return f
}

func underBound(e *lab.Evidence) lab.Finding {
	f := lab.Finding{Verdict: lab.Reproduced, Because: "arcs revised times d², on the board of every size that needs most"}
	worst, bound := 0.0, e.Limit("bound")
	set := e.Where("", record.Any("n"))
	for _, r := range set {
		share := r.Value("checks.max") / r.Value("bound.checks")
		if worst = max(worst, share); !(share <= bound) {
			f.Verdict = lab.Refuted
			f.Because = "on a board of n=" + r.Dim("n") + " the work exceeds the bound"
		}
	}
	if v, because := e.Enough("sizes", float64(len(set))); v != "" && f.Verdict != lab.Refuted {
		f.Verdict, f.Because = v, because
	}
	f.Figure = fmt.Sprintf("at most %.1f %% of the bound", 100*worst)
	return f
}
