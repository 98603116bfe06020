package tensorchecks

import (
	"fmt"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/tensornet"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "T03", Decide: certain},
		{Claim: "T04a", Decide: allPairs},
		{Claim: "T04b", Decide: struckPairs},
		{Claim: "T04c", Decide: costliest},
		{Claim: "T05", Decide: oneAtATime},
	}
}

// sum adds up a metric over records, noting where it is absent.
func sum(e *lab.Evidence, set record.Set, metric string) (total float64) {
	for _, r := range set {
		total += e.Value(r.Case, metric)
	}
	return total
}

// both are the records of strikes in the literal form, by which positions are counted, and in either form.
func both(e *lab.Evidence) (literal, all record.Set) {
	return e.Where(strikeKind, record.D("form", tensornet.Literal)), e.Where(strikeKind)
}

func certain(e *lab.Evidence) lab.Finding {
	literal, all := both(e)
	total, wrong, same, looked := 0.0, 0.0, 0.0, 0.0
	for _, rule := range chain {
		total += sum(e, literal, string(rule)+" strikes")
		wrong += sum(e, all, string(rule)+" wrong")
		same += sum(e, all, string(rule)+" same")
		looked += sum(e, all, "positions")
	}
	naked, hidden := sum(e, literal, "naked singles"), sum(e, literal, "hidden singles")
	left := sum(e, all, "naked singles left") + sum(e, all, "hidden singles left")
	v, reason := e.Always(total-wrong, total)
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of %s strikes are of a digit of a solution, %s of %s singles left standing", lab.Number(wrong), lab.Number(total), lab.Number(left), lab.Number(naked+hidden)),
		Because: fmt.Sprintf("%s: %s positions with a solution, %s of them with several, and all solutions of each; both forms; the strikes of package plain in %s of the comparisons by rule, eliminations to the end those of arc consistency in %s",
			reason, lab.Number(sum(e, literal, "positions")), lab.Number(sum(e, literal, "several")), lab.Share(same, looked), lab.Share(sum(e, all, "arc consistency same"), sum(e, all, "positions"))),
	}
	switch {
	case left > 0:
		f.Verdict = lab.Refuted
	case v == lab.Reproduced && (naked == 0 || hidden == 0):
		f.Verdict, f.Because = lab.Pending, "one of the kinds of single was not met"
	}
	return f
}

// key is the case of a rule's build in the literal form.
func key(rule tensornet.Rule) string {
	return record.Key(builtKind, record.D("form", tensornet.Literal), record.D("rule", rule))
}

func allPairs(e *lab.Evidence) lab.Finding {
	pairs, cells := e.Value(key(tensornet.Doubles), "pairs"), e.Value(key(tensornet.Doubles), "pairs cells")
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("%s pairs for %s cells", lab.Number(pairs), lab.Number(cells)),
		Because: "channels counted in the built check whose weights pick two different digits, and cells that they are computed for",
	}
	if pairs == e.Limit("pairs") && cells == float64(board.Standard().Cells()) {
		f.Verdict = lab.Reproduced
	}
	return f
}

func struckPairs(e *lab.Evidence) lab.Finding {
	literal, all := both(e)
	wrong, equal, fewest := 0.0, 0.0, -1.0
	var missing []string
	for _, kind := range kindsOfUnit {
		missed := 0.0
		for _, rule := range []tensornet.Rule{tensornet.NakedDoubles, tensornet.HiddenDoubles} {
			missed += sum(e, all, fmt.Sprintf("%s missed in %s", rule, kind))
			if n := sum(e, literal, fmt.Sprintf("%s in %s", rule, kind)); fewest < 0 || n < fewest {
				fewest = n
			}
		}
		if missed == 0 {
			equal++
		} else {
			missing = append(missing, fmt.Sprintf("; %s positions missed in %s", lab.Number(missed), kind))
		}
	}
	for _, rule := range []tensornet.Rule{tensornet.NakedDoubles, tensornet.HiddenDoubles} {
		wrong += sum(e, all, string(rule)+" without reason")
	}
	f := lab.Finding{
		Figure:  fmt.Sprintf("equal in %s of 3 kinds of unit, %s positions with a wrong strike", lab.Number(equal), lab.Number(wrong)),
		Because: fmt.Sprintf("naked and hidden pairs apart, both forms, at least %s positions with something to strike by either in rows, columns and boxes each%s", lab.Number(fewest), strings.Join(missing, "")),
	}
	enough, reason := e.Enough("cases", fewest)
	units := e.Limit("units")
	switch {
	case wrong > 0 || equal < units:
		f.Verdict = lab.Refuted
	case enough != "":
		f.Verdict, f.Because = enough, reason
	case equal == float64(len(kindsOfUnit)):
		f.Verdict = lab.Reproduced
	default:
		f.Verdict = lab.Partly
	}
	return f
}

// counted are the checks of a step, doubles last.
var counted = []tensornet.Rule{tensornet.Eliminate, tensornet.Locked, tensornet.Only, tensornet.Doubles}

func costliest(e *lab.Evidence) lab.Finding {
	all, most := 0.0, 0.0
	for _, rule := range counted {
		v := e.Value(key(rule), "operations")
		all, most = all+v, max(most, v)
	}
	doubles := e.Value(key(tensornet.Doubles), "operations")
	share := lab.Unknown()
	if all > 0 {
		share = lab.Exactly(doubles / all)
	}
	v, reason := e.Band(share)
	if doubles < most {
		v, reason = lab.Refuted, "another check has more"
	}
	seconds, together := e.Value(key(tensornet.Doubles), "time"), 0.0
	for _, rule := range counted {
		together += e.Value(key(rule), "time")
	}
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of %s operations per puzzle and pass, %s", lab.Number(doubles), lab.Number(all), lab.Share(doubles, all)),
		Because: fmt.Sprintf("%s, in the literal form; of the time of the four checks on the backend of the record %s", reason, lab.Share(seconds, together)),
	}
}

func oneAtATime(e *lab.Evidence) lab.Finding {
	at := record.Key(iterateKind, record.D("unpool", tensornet.MaxUnpool))
	arrays, held, ties := e.Value(at, "arrays"), e.Value(at, "held"), e.Value(at, "ties")
	v, reason := e.Always(held, arrays)
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of %s arrays, %s of them with ties", lab.Number(held), lab.Number(arrays), lab.Number(ties)),
		Because: fmt.Sprintf("%s: %s elements above zero, each asked for in turn and nothing after the last", reason, lab.Number(e.Value(at, "elements"))),
	}
	if v == lab.Reproduced && 2*ties < arrays {
		f.Verdict, f.Because = lab.Pending, "fewer than half of the arrays have ties"
	}
	return f
}
