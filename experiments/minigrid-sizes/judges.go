package minigridsizes

import (
	"fmt"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

// claimed are the sides for which the paper claims that its method works.
var claimed = []int{4, 9, 16, 25}

func judges() []lab.Judge {
	js := []lab.Judge{{Claim: "M01", Capped: true, Decide: everySize}}
	for i, n := range claimed[1:] {
		js = append(js,
			lab.Judge{Claim: fmt.Sprintf("M02%c", 'a'+i), Decide: func(e *lab.Evidence) lab.Finding { return boardBits(e, n) }},
			lab.Judge{Claim: fmt.Sprintf("M03%c", 'a'+i), Decide: func(e *lab.Evidence) lab.Finding { return maskBits(e, n) }})
	}
	return append(js, lab.Judge{Claim: "M15", Decide: linear}, lab.Judge{Claim: "M25", Decide: formula})
}

// everySize judges M01. A board counts only if it was solved by the paper's own listings and with
// more fillings than boxes: else its graph was not put to use.
func everySize(e *lab.Evidence) lab.Finding {
	runs := append(e.Where(solveKind), e.Where(partialKind)...)
	least := e.Limit("boards")
	var wrong float64
	var parts, few []string
	for _, n := range claimed {
		var boards, solved, open float64
		for _, r := range runs {
			if r.Value("side") != float64(n) {
				continue
			}
			wrong += r.Value("wrong")
			if !r.Has("fillings") || r.Dim("fillings") != string(minigrid.Singles) {
				boards += r.Value("boards")
				solved += r.Value("solved")
				open += r.Value("solved.open")
			}
		}
		parts = append(parts, fmt.Sprintf("%d×%d: %s of %s, %s with a choice", n, n, lab.Number(solved), lab.Number(boards), lab.Number(open)))
		if open < least {
			few = append(few, fmt.Sprintf("%d×%d", n, n))
		}
	}
	f := lab.Finding{
		Verdict: lab.Reproduced,
		Figure:  "solved " + strings.Join(parts, "; "),
		Because: "every answer is that of an exact cover search; the boards not solved exceeded the limits",
	}
	switch {
	case wrong > 0:
		f.Verdict, f.Because = lab.Refuted, lab.Number(wrong)+" answers are not those of an exact cover search"
	case len(few) > 0:
		f.Verdict, f.Because = lab.Pending, "too few boards with a choice of fillings were solved at "+strings.Join(few, ", ")
	}
	return f
}

// boardBits judges M02 by the representation that the paper defines in section 2.1.
func boardBits(e *lab.Evidence, n int) lab.Finding {
	name := geometryCase(n)
	have, table := e.Value(name, "board.bits"), e.Value(name, "board.bits.table")
	v, reason := e.Band(lab.Exactly(have))
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s bits; by the table's header %s", lab.Number(have), lab.Number(table)),
		Because: fmt.Sprintf("section 2.1 has a cell as one of %d digits or empty: %s", n, reason),
	}
}

// maskBits judges M03 by the masks as built.
func maskBits(e *lab.Evidence, n int) lab.Finding {
	name := geometryCase(n)
	have := e.Value(name, "masks.bits")
	v, reason := e.Band(lab.Exactly(have))
	return lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("%s bits; by the table's formula %s, rounded up as in section 2.1 %s",
			lab.Number(have), lab.Number(e.Value(name, "masks.bits.table")), lab.Number(e.Value(name, "masks.bits.ceiling"))),
		Because: fmt.Sprintf("a bit for each of %d digits in each of %d units: %s; the masks of the rows alone take %d", n, 3*n, reason, n*n),
	}
}

// linear judges M15.
func linear(e *lab.Evidence) lab.Finding {
	side, cells, err := exponents(e.Where(geometryKind))
	if err != nil {
		return lab.Finding{Verdict: lab.Pending, Because: err.Error()}
	}
	v, _ := e.Band(lab.Exactly(side.Exponent))
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("exponent %s over n, %s over the cells", lab.Number(side.Exponent), lab.Number(cells.Exponent)),
		Because: "the pairs counted grow linearly",
	}
	if v == lab.Refuted {
		f.Because = "the pairs are n(√n − 1), less than quadratic but not linear"
	}
	return f
}

func formula(e *lab.Evidence) lab.Finding {
	set := e.Where(geometryKind)
	agree, cells := set.Sum("formula.agrees"), set.Sum("cells")
	full := true
	for _, r := range set {
		full = full && r.Value("box.cells.min") == r.Value("side") && r.Value("box.cells.max") == r.Value("side")
	}
	v, reason := e.Always(agree, cells)
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of %s cells, on %d sizes", lab.Number(agree), lab.Number(cells), len(set)),
		Because: "the box in the board's own tables is the formula's, and every box has n cells: " + reason,
	}
	switch {
	case !full:
		f.Verdict, f.Because = lab.Refuted, "a box has another number of cells than n"
	case v == lab.Refuted:
		f.Because = "the box of some cells is another"
	}
	return f
}
