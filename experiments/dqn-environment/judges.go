package dqnenvironment

import (
	"fmt"

	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/lab"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "R01a", Decide: actionSpace},
		{Claim: "R01b", Decide: contract},
		{Claim: "R02a", Decide: solving},
		{Claim: "R02b", Decide: func(e *lab.Evidence) lab.Finding { return rewarded(e, matching) }},
		{Claim: "R02c", Decide: func(e *lab.Evidence) lab.Finding { return rewarded(e, broken, off) }},
		{Claim: "R02d", Decide: func(e *lab.Evidence) lab.Finding { return rewarded(e, given, played) }},
		{Claim: "R06a", Decide: pointless},
		{Claim: "R06b", Decide: masked},
		{Claim: "R07a", Decide: places},
		{Claim: "R27", Decide: unsolvable},
	}
}

func yes(holds bool) lab.Verdict {
	if holds {
		return lab.Reproduced
	}
	return lab.Refuted
}

func actionSpace(e *lab.Evidence) lab.Finding {
	c := at(actionsKind, "n", "9")
	actions, triples, back := e.Value(c, "actions"), e.Value(c, "triples"), e.Value(c, "back")
	return lab.Finding{
		Verdict: yes(actions == e.Limit("actions") && triples == actions && back == actions),
		Figure:  fmt.Sprintf("%s actions, %s different triples", lab.Number(actions), lab.Number(triples)),
		Because: fmt.Sprintf("%s of them come back from row, column and digit", lab.Number(back)),
	}
}

func contract(e *lab.Evidence) lab.Finding {
	v := func(metric string) float64 { return e.Value(episodesCase, metric) }
	verdict, reason := e.Always(v("held"), v("episodes"))
	return lab.Finding{
		Verdict: verdict,
		Figure:  fmt.Sprintf("%s of %s episodes, %s steps", lab.Number(v("held")), lab.Number(v("episodes")), lab.Number(v("steps"))),
		Because: fmt.Sprintf("%s; done is the library's terminated, in %s steps, while its truncated, which the document does not know, cut %s episodes off at the limit of moves",
			reason, lab.Number(v("done")), lab.Number(v("truncated"))),
	}
}

// solving decides by both readings of the last move: what it earns beyond its digit, or alone.
func solving(e *lab.Evidence) lab.Finding {
	reward, fewest, stated, early := e.Limit("reward"), 0.0, true, false
	var found []string
	for i, variant := range []string{bothVariant, onceVariant} {
		c := at(rewardsKind, "variant", variant)
		n, least, greatest, digit := e.Value(c, "last"), e.Value(c, "last.least"), e.Value(c, "last.greatest"), e.Value(c, "matching.greatest")
		if variant == onceVariant {
			digit = 0
		}
		stated = stated && least-digit == reward && greatest-digit == reward
		early = early || e.Value(c, "before.greatest") >= reward
		if i == 0 || n < fewest {
			fewest = n
		}
		found = append(found, lab.Number(greatest))
	}
	f := lab.Finding{
		Verdict: yes(stated && !early),
		Figure:  fmt.Sprintf("%s in the last move's %s", lab.Number(reward), found[0]),
		Because: fmt.Sprintf("in each of %s solved episodes, and no such reward before; paid for solving alone, the last move earns %s", lab.Number(fewest), found[1]),
	}
	if !stated || early {
		f.Figure, f.Because = fmt.Sprintf("the last move earns up to %s", found[0]), "another amount than stated, or paid before the puzzle is solved"
	}
	if v, why := e.Enough("cases", fewest); v != "" && f.Verdict == lab.Reproduced {
		f.Verdict, f.Because = v, why
	}
	return f
}

// rewarded decides by what every move of some kinds earns.
func rewarded(e *lab.Evidence, kinds ...string) lab.Finding {
	c, phase := at(rewardsKind, "variant", bothVariant), at(rewardsKind, "variant", phaseVariant)
	reward, stated, fewest := e.Limit("reward"), true, 0.0
	least, greatest, planned, text := 0.0, 0.0, 0.0, ""
	for i, kind := range kinds {
		n, low, high := e.Value(c, kind), e.Value(c, kind+".least"), e.Value(c, kind+".greatest")
		if i == 0 {
			least, greatest, fewest, planned = low, high, n, e.Value(phase, kind+".greatest")
		}
		least, greatest, fewest = min(least, low), max(greatest, high), min(fewest, n)
		stated = stated && low == reward && high == reward
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf("%s: %s moves", kind, lab.Number(n))
	}
	f := lab.Finding{
		Verdict: yes(stated),
		Figure:  fmt.Sprintf("%s to %s", lab.Number(least), lab.Number(greatest)),
		Because: fmt.Sprintf("%s; with the rewards of the document's phase 2 as they are read here, %s", text, lab.Number(planned)),
	}
	if least == greatest {
		f.Figure = lab.Number(least)
	}
	if v, why := e.Enough("cases", fewest); v != "" && f.Verdict == lab.Reproduced {
		f.Verdict, f.Because = v, why
	}
	return f
}

func pointless(e *lab.Evidence) lab.Finding {
	v := func(metric string) float64 { return e.Value(outcomesCase, metric) }
	n, least, greatest := v("boards"), v("pointless.least"), v("pointless.greatest")
	stated := e.Limit("pointless")
	f := lab.Finding{
		Verdict: yes(least == stated && greatest == stated),
		Figure:  fmt.Sprintf("%s to %s of %s", lab.Number(least), lab.Number(greatest), lab.Number(v("actions"))),
		Because: fmt.Sprintf("per board %s on filled cells, %s that break a rule, %s off the solution, %s right",
			per(v(environment.Filled.String()), n), per(v(environment.Broken.String()), n), per(v(environment.Off.String()), n), per(v(environment.Right.String()), n)),
	}
	if least == greatest {
		f.Figure = fmt.Sprintf("%s of %s", lab.Number(least), lab.Number(v("actions")))
	}
	if v("empty") != e.Limit("blanks") {
		f.Verdict, f.Because = lab.Pending, "the boards have another number of empty cells"
	}
	if open, why := e.Enough("cases", n); open != "" && f.Verdict == lab.Reproduced {
		f.Verdict, f.Because = open, why
	}
	return f
}

// per writes a total per board.
func per(total, boards float64) string { return lab.Number(total / max(1, boards)) }

func masked(e *lab.Evidence) lab.Finding {
	v := func(metric string) float64 { return e.Value(outcomesCase, metric) }
	n, all, kept := v("boards"), v("pointless"), v(blankMask+" pointless")
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("%s of the pointless actions are taken away", lab.Share(all-kept, all)),
		Because: fmt.Sprintf("%s actions per board are left, %s of them pointless; a mask of those that break no rule leaves %s, %s of them pointless",
			per(v(blankMask+" left"), n), per(kept, n), per(v(strictMask+" left"), n), per(v(strictMask+" pointless"), n)),
	}
	switch open, why := e.Enough("cases", n); {
	case v(blankMask+" filled") > 0:
		f.Because = "an action on a filled cell is left"
	case all == 0 || all-kept < e.Limit("share")*all:
	case open != "":
		f.Verdict, f.Because = open, why
	case kept == 0:
		f.Verdict = lab.Reproduced
	default:
		f.Verdict = lab.Partly
	}
	return f
}

func places(e *lab.Evidence) lab.Finding {
	c := at(maskKind, "mask", blankMask)
	v := func(metric string) float64 { return e.Value(c, metric) }
	value, stated := e.Limit("value"), true
	for _, place := range []string{"policy", "target"} {
		stated = stated && v(place+".least") == value && v(place+".greatest") == value
	}
	f := lab.Finding{
		Verdict: yes(stated && v("drawn illegal") == 0 && v("chosen illegal") == 0),
		Figure:  fmt.Sprintf("%s for %s illegal values in the policy and %s in the target", lab.Number(v("policy.greatest")), lab.Number(v("policy")), lab.Number(v("target"))),
		Because: fmt.Sprintf("%s of %s random moves and %s greedy choices on %s boards are illegal", lab.Number(v("drawn illegal")), lab.Number(v("drawn")), lab.Number(v("chosen illegal")), lab.Number(v("boards"))),
	}
	if open, why := e.Enough("cases", v("boards")); open != "" && f.Verdict == lab.Reproduced {
		f.Verdict, f.Because = open, why
	}
	return f
}
