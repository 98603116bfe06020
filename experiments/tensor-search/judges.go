package tensorsearch

import (
	"fmt"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/tensornet"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "T06a", Decide: noBranches},
		{Claim: "T06b", Decide: returns},
		{Claim: "T06c", Spares: []string{"kaggle"}, Decide: guessing},
		{Claim: "T07a", Decide: solves("kaggle")},
		{Claim: "T07b", Decide: solves("17clue")},
		{Claim: "T07c", Decide: solves("magictour")},
	}
}

// noBranches judges the steps of both forms as built, and the outcomes that the traces met.
func noBranches(e *lab.Evidence) lab.Finding {
	most, step, runs := e.Limit("branches"), e.Where(stepKind), e.Where(traceKind)
	inStep, around := step.Sum("branches in the step"), step.Sum("branches around it")
	push, pop, pass := runs.Sum("push"), runs.Sum("pop"), runs.Sum("pass")
	f := lab.Finding{
		Figure: fmt.Sprintf("%s branches among %s operations of the steps of %d forms; %s pushes, %s pops, %s passes met",
			lab.Number(inStep), lab.Number(step.Sum("operations in the step")), len(step), lab.Number(push), lab.Number(pop), lab.Number(pass)),
		Because: fmt.Sprintf("the graphs have %s branches besides, the loops around the steps; each outcome is computed in every step, and masks of 0 and 1 select", lab.Number(around)),
	}
	switch {
	case inStep > most:
		f.Verdict = lab.Refuted
	case push > 0 && pop > 0 && pass > 0:
		f.Verdict = lab.Reproduced
	case len(runs) > 0:
		f.Verdict, f.Because = lab.Refuted, "an outcome that no run meets"
	}
	return f
}

// returns judges every return that the traces met, and that guesses stand at odd levels. Those of the packed
// form are counted; the literal form follows some of the same searches and can only speak against.
func returns(e *lab.Evidence) lab.Finding {
	runs := e.Where(traceKind)
	counted, others := runs.Where(traceKind, record.D("form", tensornet.Packed)), runs.Where(traceKind, record.D("form", tensornet.Literal))
	sum := func(metric string) float64 { return counted.Sum(metric) }
	v, reason := e.Always(sum("as stated"), sum("returns"))
	f := lab.Finding{
		Verdict: v, Figure: fmt.Sprintf("%s of %s returns of %s puzzles", lab.Number(sum("as stated")), lab.Number(sum("returns")), lab.Number(sum("puzzles"))),
		Because: fmt.Sprintf("%s; the parity fits if levels count from 0, level 0 being what the rules strike before any guess. Candidates back from odd entries %s, from even ones %s; the failed digit is struck in the entry below. In the literal form %s of %s",
			reason, lab.Number(sum("candidates back from guesses")), lab.Number(sum("candidates back from rules")),
			lab.Number(others.Sum("as stated")), lab.Number(others.Sum("returns"))),
	}
	odd, pushes := runs.Sum("guesses at odd levels"), runs.Sum("push")
	if odd < pushes || others.Sum("as stated") < others.Sum("returns") {
		f.Verdict = lab.Refuted
		f.Because += fmt.Sprintf("; %s of %s guesses are odd entries", lab.Number(odd), lab.Number(pushes))
	}
	for _, r := range runs {
		if text := r.Texts["difference"]; text != "" {
			f.Because += "; " + r.Case + ", " + text
			break
		}
	}
	return f
}

// share judges a share of puzzles that has to be whole: reproduced if it is, of at least the limit cases;
// otherwise by the interval of the share.
func share(e *lab.Evidence, solved, of float64) (lab.Verdict, string) {
	least := e.Limit("partly_low")
	if solved == of {
		return e.Always(solved, of)
	}
	over := lab.ShareInterval(solved, of)
	reason := fmt.Sprintf("%s are not solved, the interval of the share is %s", lab.Number(of-solved), over)
	switch {
	case over.Low >= least:
		return lab.Partly, reason
	case over.High < least:
		return lab.Refuted, reason
	}
	return lab.Pending, reason
}

// guessing judges, set by set, the puzzles that the rules leave open. A set with fewer of them than the rule
// asks for can speak against the claim but not for it.
func guessing(e *lab.Evidence) lab.Finding {
	var verdicts []lab.Verdict
	var parts, reasons, few []string
	for _, r := range e.Where(setKind) {
		of, solved := e.Value(r.Case, "left open"), e.Value(r.Case, "left open solved")
		if of == 0 {
			continue
		}
		v, reason := share(e, solved, of)
		if v == lab.Pending && solved == of {
			few = append(few, r.Dim("set"))
			continue
		}
		verdicts = append(verdicts, v)
		parts = append(parts, fmt.Sprintf("%s %s of %s", r.Dim("set"), lab.Number(solved), lab.Number(of)))
		if v != lab.Reproduced {
			reasons = append(reasons, r.Dim("set")+": "+reason)
		}
	}
	f := lab.Finding{Verdict: lab.Worst(verdicts...), Figure: strings.Join(parts, ", ")}
	if len(reasons) == 0 && len(verdicts) > 0 {
		reasons = append(reasons, "all of each set; every answer was checked")
	}
	if len(few) > 0 {
		reasons = append(reasons, "too few such puzzles, all solved, in "+strings.Join(few, ", "))
	}
	f.Because = strings.Join(reasons, "; ")
	return f
}

// solves judges a set of which every puzzle has to be solved.
func solves(id string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		runs := e.Where(setKind, record.D("set", id))
		if len(runs) == 0 {
			return lab.Finding{Verdict: lab.Pending, Figure: "not measured", Because: notAtHand(id)}
		}
		solved, of, unique := runs.Sum("solved"), runs.Sum("puzzles"), runs.Sum("proved unique")
		v, reason := share(e, solved, of)
		key := runs[0].Case
		return lab.Finding{
			Verdict: v, Figure: fmt.Sprintf("%s of %s puzzles, each answer checked", lab.Number(solved), lab.Number(of)),
			Because: fmt.Sprintf("%s; %s proved unique; steps to the proof: mean %s, at most %s", reason, lab.Number(unique),
				lab.Number(e.Value(key, "steps mean")), lab.Number(e.Value(key, "steps most"))),
		}
	}
}

func notAtHand(id string) string {
	return fmt.Sprintf("the set is not at hand, and no other stands in for it; `sudokulab data fetch %s` and `sudokulab results --only tensor-search` decide", id)
}
