package gnncandidate

import (
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/gnn/measure"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

const (
	// enough is the number of 16×16 boards from which their accuracy is judged.
	enough = 30
	// enoughSteps is the number of steps of each size from which a training is judged.
	enoughSteps = 20
	// statedCells is the low end of the accuracy that the document states at 16×16.
	statedCells = 0.70
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "G21", Decide: onSixteen},
		{Claim: "G26a", Decide: mixed},
		{Claim: "G26b", Decide: inOrder},
	}
}

// onSixteen judges the document's network by what it can name, and the direction of the claim
// by a network that can name every digit.
func onSixteen(e *lab.Evidence) lab.Finding {
	asked, _ := e.Case(literalCase)
	refusal := e.Text(asked, "refusal")
	taken, digits := e.Value(literalCase, "taken"), e.Value(literalCase, "digits")
	r, _ := e.Case(setCase(sixteen))
	row := lastRow(r)
	right, empty := e.Value(setCase(sixteen), "right "+row), e.Value(setCase(sixteen), "empty")
	solved, boards := e.Value(setCase(sixteen), "solved "+row), e.Value(setCase(sixteen), "boards")
	singles := e.Value(setCase(sixteen), "right "+measure.Singles.String())
	card, _ := e.Case(cardCase)
	sizes := e.Text(card, "sizes")
	f := lab.Finding{
		Figure: fmt.Sprintf("as drawn none; size-agnostic %s of empty cells, %s of boards (both singles: %s of cells)",
			lab.Share(right, empty), lab.Share(solved, boards), lab.Share(singles, empty)),
	}
	switch {
	case taken != 0:
		f.Verdict, f.Because = lab.Pending, "the network as drawn takes a 16×16 board: its accuracy decides, and needs trained weights"
	case boards < enough:
		f.Verdict, f.Because = lab.Pending, fmt.Sprintf("%s boards are too few, %d decide", lab.Number(boards), enough)
	case right >= statedCells*empty:
		f.Verdict = lab.Partly
		f.Because = fmt.Sprintf("as drawn it cannot: it names %s digits and refuses the board (%s); a network that scores each digit of each cell by the same weights comes to what is stated, trained on %s", lab.Number(digits), refusal, sizes)
	default:
		f.Verdict = lab.Refuted
		f.Because = fmt.Sprintf("as drawn it names %s digits and refuses the board (%s), and a network without that limit, trained on %s, stays below 70 %%", lab.Number(digits), refusal, sizes)
	}
	return f
}

// learnt reports the sizes whose loss fell, the least number of steps of a size, and each
// size's figures.
func learnt(e *lab.Evidence, name string) (sides []int, fell int, steps float64, r record.Record) {
	r, _ = e.Case(name)
	sides = sidesOf(r)
	for i, side := range sides {
		n := e.Value(name, sideMetric("steps", side))
		if i == 0 || n < steps {
			steps = n
		}
		if e.Value(name, sideMetric("loss.last", side)) < e.Value(name, sideMetric("loss.first", side)) {
			fell++
		}
	}
	return sides, fell, steps, r
}

// trained turns what a training showed into a verdict.
func trained(e *lab.Evidence, name string) lab.Finding {
	sides, fell, steps, r := learnt(e, name)
	var found []string
	for _, side := range sides {
		found = append(found, fmt.Sprintf("%s: loss %s to %s", sideName(side), lab.NumberOf(r, sideMetric("loss.first", side)), lab.NumberOf(r, sideMetric("loss.last", side))))
	}
	f := lab.Finding{Verdict: lab.Reproduced, Figure: strings.Join(found, ", ")}
	switch {
	case !slices.Equal(sides, []int{4, 9, 16}) || steps < enoughSteps:
		f.Verdict, f.Because = lab.Pending, fmt.Sprintf("%d sizes and %s steps at each are too few, 4×4, 9×9 and 16×16 with %d each decide", len(sides), lab.Number(steps), enoughSteps)
	case fell < len(sides):
		f.Verdict = lab.Partly
	}
	return f
}

func mixed(e *lab.Evidence) lab.Finding {
	f := trained(e, mixedCase)
	card, _ := e.Case(cardCase)
	own := fmt.Sprintf("the product's own has boards of %s over %s steps", e.Text(card, "sizes"), lab.Number(e.Value(cardCase, "steps")))
	switch f.Verdict {
	case lab.Reproduced:
		f.Because = "one training whose batches take turns between three sizes learns at each; " + own
	case lab.Partly:
		f.Because = "a training whose batches take turns between three sizes runs, but learns nothing at one of them"
	}
	return f
}

func inOrder(e *lab.Evidence) lab.Finding {
	f := trained(e, orderedCase)
	r, _ := e.Case(orderedCase)
	order := e.Text(r, "order")
	other, _ := e.Case(mixedCase)
	var compared []string
	for _, side := range sidesOf(r) {
		share := func(r record.Record) string {
			return lab.Share(r.Value(sideMetric("right", side)), r.Value(sideMetric("empty", side)))
		}
		compared = append(compared, fmt.Sprintf("%s: %s of cells, mixed %s", sideName(side), share(r), share(other)))
	}
	after := "; after as many steps of each size, " + strings.Join(compared, ", ")
	switch f.Verdict {
	case lab.Reproduced:
		f.Because = "a training in the order " + order + " learns at each size in its turn" + after
	case lab.Partly:
		f.Because = "a training in the order " + order + " runs, but learns nothing at one size" + after
	}
	return f
}
