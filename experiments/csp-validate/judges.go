package cspvalidate

import (
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
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
	set := e.Where("", record.Any("set"))
	return set.Sum(key("none")), set.Sum(key("one")), set.Sum(key("several"))
}

func answer(a string) func(string) string {
	return func(truth string) string { return cell(a, truth) }
}

func filledIsUnique(e *lab.Evidence) lab.Finding {
	none, one, several := sum(e, answer("filled"))
	v, because := e.Always(one, none+one+several)
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of %s boards that AC-3 fills", lab.Number(one), lab.Number(none+one+several)),
		Because: because + "; counted by a solver that shares no code with AC-3",
	}
}

// openMayBeSeveral judges a possibility: an open board with several solutions shows it.
// That open boards may also have one or none is what the figure adds.
func openMayBeSeveral(e *lab.Evidence) lab.Finding {
	none, one, several := sum(e, answer("open"))
	all := none + one + several
	f := lab.Finding{
		Verdict: lab.Pending,
		Figure:  fmt.Sprintf("of %s boards left open, %s have several solutions, %s one, %s none", lab.Number(all), lab.Share(several, all), lab.Share(one, all), lab.Share(none, all)),
		Because: "the word is may: such boards show it, whatever their share",
	}
	few, because := e.Enough("cases", all)
	switch {
	case several >= e.Limit("several"):
		f.Verdict = lab.Reproduced
	case several > 0:
		f.Because = "too few of them to tell"
	case few != "":
		f.Because = because
	default:
		f.Verdict, f.Because = lab.Refuted, "no board left open has several solutions"
	}
	return f
}

func tellsSolvable(e *lab.Evidence) lab.Finding {
	found, wrongOne, wrongSeveral := sum(e, answer("contradictory"))
	missed, _, _ := sum(e, answer("open"))
	filled, _, _ := sum(e, answer("filled"))
	passed, _, _ := sum(e, literal)
	unsolvable, wrong := found+missed+filled, wrongOne+wrongSeveral
	v, because := e.Always(found, unsolvable)
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of %s unsolvable boards recognised, %s solvable ones called contradictory", lab.Number(found), lab.Number(unsolvable), lab.Number(wrong)),
		Because: fmt.Sprintf("%s; the listing, which drops AC-3's result, calls %s unsolvable boards unique", because, lab.Number(passed)),
	}
	if wrong > 0 {
		f.Verdict = lab.Refuted
	}
	return f
}
