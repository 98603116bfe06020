package cspvalidate

import (
	"fmt"

	"sudokulab/pkg/lab"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C09a", Decide: filledIsUnique},
		{Claim: "C09b", Decide: openMayBeSeveral},
		{Claim: "C09c", Decide: tellsSolvable},
	}
}

// sum adds up an answer over all sets, by truth.
func sum(e *lab.Evidence, key func(truth string) string) (none, one, several float64) {
	for _, r := range e.Cases("set=", key("none"), key("one"), key("several")) {
		none += r.Value(key("none"))
		one += r.Value(key("one"))
		several += r.Value(key("several"))
	}
	return none, one, several
}

func answer(a string) func(string) string {
	return func(truth string) string { return cell(a, truth) }
}

func filledIsUnique(e *lab.Evidence) lab.Finding {
	none, one, several := sum(e, answer("filled"))
	return lab.Finding{
		Verdict: lab.Always(one, none+one+several),
		Figure:  fmt.Sprintf("%s of %s boards that AC-3 fills", lab.Number(one), lab.Number(none+one+several)),
		Because: "solutions counted up to two by a solver that shares no code with AC-3",
	}
}

// openMayBeSeveral judges a possibility: one open board with several solutions shows it.
// That open boards may also have one or none is what the figure adds.
func openMayBeSeveral(e *lab.Evidence) lab.Finding {
	none, one, several := sum(e, answer("open"))
	all := none + one + several
	f := lab.Finding{
		Figure:  fmt.Sprintf("of %s boards left open, %s have several solutions, %s one, %s none", lab.Number(all), lab.Share(several, all), lab.Share(one, all), lab.Share(none, all)),
		Because: "the word is may: there are such boards, but an open board says little, for most unique puzzles that need search are open, too",
	}
	switch {
	case all == 0:
		f.Verdict = lab.Pending
	case several > 0:
		f.Verdict = lab.Reproduced
	default:
		f.Verdict = lab.Refuted
	}
	return f
}

func tellsSolvable(e *lab.Evidence) lab.Finding {
	found, wrongOne, wrongSeveral := sum(e, answer("contradictory"))
	missed, _, _ := sum(e, answer("open"))
	filled, _, _ := sum(e, answer("filled"))
	passed, _, _ := sum(e, literal)
	unsolvable := found + missed + filled
	wrong := wrongOne + wrongSeveral
	f := lab.Finding{
		Verdict: lab.Always(found, unsolvable),
		Figure:  fmt.Sprintf("%s of %s unsolvable boards recognised, %s solvable ones called contradictory", lab.Number(found), lab.Number(unsolvable), lab.Number(wrong)),
		Because: fmt.Sprintf("AC-3 leaves the others open (counterexample in the record); the printed listing, which drops AC-3's result, calls %s unsolvable boards unique", lab.Number(passed)),
	}
	if wrong > 0 {
		f.Verdict = lab.Refuted
	}
	return f
}
