package gnncandidate

import (
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/puzzles"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "G21", Decide: onSixteen},
		{Claim: "G26a", Decide: mixed},
		{Claim: "G26b", Decide: inOrder},
	}
}

// onSixteen judges the document's network by how many digits it can name. A network that can name
// every digit is reported for comparison.
func onSixteen(e *lab.Evidence) lab.Finding {
	asked, _ := e.Case(literalCase)
	refusal := e.Text(asked, "refusal")
	taken, digits := e.Value(literalCase, "taken"), e.Value(literalCase, "digits")
	var beside []string
	for _, name := range sixteens() {
		r, _ := e.Case(setCase(name))
		row := lastRow(r)
		right, solved := r.Value("right "+row), r.Value("solved "+row)
		beside = append(beside, fmt.Sprintf("%s %s of empty cells, %s of %s boards solved", name,
			lab.Share(right, r.Value("empty")), lab.Number(solved), lab.Number(r.Value("boards"))))
	}
	best := digits / e.Limit("side")
	f := lab.Finding{Figure: fmt.Sprintf("as drawn none, with %s digits %s at best; the size-agnostic network, for comparison: %s",
		lab.Number(digits), lab.Share(min(digits, e.Limit("side")), e.Limit("side")), strings.Join(beside, "; "))}
	if best < e.Limit("low") {
		f.Verdict, f.Because = lab.Refuted, "as drawn it has too few output digits and refuses the board, and no training gives it more"
		return f
	}
	if taken == 0 {
		f.Verdict, f.Because = lab.Refuted, "as drawn it refuses the board: "+refusal
		return f
	}
	right, empty := e.Value(literalCase, "right"), e.Value(literalCase, "empty")
	var because string
	f.Verdict, because = e.Share(right, empty)
	f.Figure, f.Because = fmt.Sprintf("as drawn %s of empty cells; the size-agnostic network, for comparison: %s", lab.Share(right, empty), strings.Join(beside, "; ")), because
	return f
}

// sixteens are the held-out sets of side 16.
func sixteens() (names []string) {
	for _, t := range puzzles.TestSets() {
		if t.Side == 16 {
			names = append(names, t.Name)
		}
	}
	return names
}

// trained judges a training over several sizes by what it learnt of each.
func trained(e *lab.Evidence, name, what string) lab.Finding {
	r, _ := e.Case(name)
	sides := sidesOf(r)
	way, steps := e.Limit("way"), 0.0
	var found []string
	learnt, open := 0.0, 0.0
	for i, side := range sides {
		n := e.Value(name, sideMetric("steps", side))
		if i == 0 || n < steps {
			steps = n
		}
		right, empty := e.Value(name, sideMetric("right", side)), e.Value(name, sideMetric("empty", side))
		found = append(found, fmt.Sprintf("%s: %s", sideName(side), lab.Share(right, empty)))
		guess := 1 / float64(side)
		least := guess + way*(1-guess)
		switch share := lab.ShareInterval(right, empty); {
		case share.Low >= least:
			learnt++
		case !(share.High < least):
			open++
		}
	}
	f := lab.Finding{Verdict: lab.Refuted, Figure: strings.Join(found, ", ") + " of the empty cells of held-out boards right", Because: what + " learns at too few of the sizes"}
	seeds := e.Value(name, "seeds")
	partly := e.Limit("sizes")
	if v, few := e.Enough("steps", steps); v != "" {
		f.Verdict, f.Because = v, few
	} else if v, few := e.Enough("seeds", seeds); v != "" {
		f.Verdict, f.Because = v, few
	} else {
		switch all := float64(len(sides)); {
		case !slices.Equal(sides, []int{4, 9, 16}):
			f.Verdict, f.Because = lab.Pending, "other sizes than 4×4, 9×9 and 16×16 were trained"
		case learnt == all:
			f.Verdict, f.Because = lab.Reproduced, fmt.Sprintf("%s learns at each size, over %s steps of each and %s seeds", what, lab.Number(steps), lab.Number(seeds))
		case learnt >= partly && learnt+open < all:
			f.Verdict, f.Because = lab.Partly, what+" does not learn at each size"
		case learnt+open >= partly:
			f.Verdict, f.Because = lab.Pending, "an interval includes the limit: more boards decide"
		}
	}
	return f
}

func mixed(e *lab.Evidence) lab.Finding {
	return trained(e, mixedCase, "one training whose batches take turns between the sizes")
}

func inOrder(e *lab.Evidence) lab.Finding {
	r, _ := e.Case(orderedCase)
	f := trained(e, orderedCase, "a training in the order "+e.Text(r, "order"))
	var beside []string
	for _, other := range e.Where(mixedCase) {
		for _, side := range sidesOf(r) {
			beside = append(beside, lab.Share(other.Value(sideMetric("right", side)), other.Value(sideMetric("empty", side))))
		}
	}
	f.Because += "; mixed, for comparison: " + strings.Join(beside, ", ")
	return f
}
