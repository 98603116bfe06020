package cspclues

import (
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func judges() []lab.Judge {
	return []lab.Judge{{Claim: "C14a", Decide: proved}, {Claim: "C14b", Decide: collection}}
}

// proved leans on the published proof; what is measured here can only contradict it.
func proved(e *lab.Evidence) lab.Finding {
	var puzzles, few, unique float64
	for _, r := range e.Where("", record.Any("set")) {
		if r.Dim("set") == seventeen {
			continue
		}
		puzzles += r.Value("puzzles")
		few += r.Value("below-17")
		unique += r.Value("below-17-unique")
	}
	f := lab.Finding{
		Verdict: lab.Reproduced,
		Figure:  fmt.Sprintf("%s unique puzzles below 17 givens, of %s with so few among %s", lab.Number(unique), lab.Number(few), lab.Number(puzzles)),
		Because: "the bound is a published proof by exhaustive search (McGuire, Tugemann and Civario, doi:10.1080/10586458.2013.870056); no set at hand contradicts it",
	}
	if unique > 0 {
		f.Verdict, f.Because = lab.Refuted, "a puzzle with fewer than 17 givens has a unique solution; the record holds it"
	} else if v, reason := e.Enough("cases", few); v != "" {
		f.Verdict, f.Because = v, "puzzles with fewer than 17 givens: "+reason
	}
	return f
}

// collection asks for every puzzle of the set: a sample decides against the claim only.
func collection(e *lab.Evidence) lab.Finding {
	name := record.Key("", lab.OnSet(seventeen)...)
	n, seventeens := e.Value(name, "puzzles"), e.Value(name, "of-17-givens")
	unique, minimal := e.Value(name, "unique"), e.Value(name, "minimal")
	v, reason := e.Always(min(unique, minimal, seventeens), n)
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of %s unique, %s minimal, %s of 17 givens", lab.Number(unique), lab.Number(n), lab.Number(minimal), lab.Number(seventeens)),
		Because: "solutions counted up to two, whole and without each given: " + reason,
	}
}
