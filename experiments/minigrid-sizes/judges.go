package minigridsizes

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

// stated are the bits of the paper's table in section 6, by side.
var stated = map[int]struct{ board, masks float64 }{9: {324, 36}, 16: {1024, 64}, 25: {2900, 116}}

// claimed are the sides for which the paper claims that its method works.
var claimed = []int{4, 9, 16, 25}

func judges() []lab.Judge {
	js := []lab.Judge{{Claim: "M01", Decide: everySize}}
	for i, n := range claimed[1:] {
		js = append(js,
			lab.Judge{Claim: fmt.Sprintf("M02%c", 'a'+i), Decide: func(e *lab.Evidence) lab.Finding { return boardBits(e, n) }},
			lab.Judge{Claim: fmt.Sprintf("M03%c", 'a'+i), Decide: func(e *lab.Evidence) lab.Finding { return maskBits(e, n) }})
	}
	return append(js, lab.Judge{Claim: "M15", Decide: linear}, lab.Judge{Claim: "M25", Decide: formula})
}

// everySize judges M01. A size counts only if boards of it were solved by the paper's own listings
// and with more fillings than boxes: else its graph was not put to use.
func everySize(e *lab.Evidence) lab.Finding {
	var wrong float64
	var parts []string
	empty, withSingles := 0, 0
	runs := append(e.Cases("solve/", "side", "boards", "solved", "solved.open", "wrong"), e.Cases("partial/", "side", "boards", "solved", "solved.open", "wrong")...)
	for _, n := range claimed {
		var boards, solved, open, singles float64
		for _, r := range runs {
			wrong += r.Value("wrong") * one(r.Value("side") == float64(n))
			switch {
			case r.Value("side") != float64(n):
			case strings.HasSuffix(r.Case, "/fillings="+string(minigrid.Singles)):
				singles += r.Value("solved.open")
			default:
				boards += r.Value("boards")
				solved += r.Value("solved")
				open += r.Value("solved.open")
			}
		}
		parts = append(parts, fmt.Sprintf("%d×%d: %s of %s, %s with a choice", n, n, lab.Number(solved), lab.Number(boards), lab.Number(open)))
		if open == 0 {
			empty++
			withSingles += int(one(singles > 0))
		}
	}
	f := lab.Finding{
		Verdict: lab.Reproduced,
		Figure:  "solved " + strings.Join(parts, "; "),
		Because: "runs with the listings of the paper, box alone and with masks, on sets and on partial boards, with a choice where there were more fillings than boxes; every answer equals that of an exact cover search, the rest outgrew the limits, which the table names",
	}
	switch {
	case len(runs) == 0:
		f.Verdict = lab.Pending
	case wrong > 0:
		f.Verdict, f.Because = lab.Refuted, lab.Number(wrong)+" answers are not those of an exact cover search"
	case empty > withSingles:
		f.Verdict, f.Because = lab.Pending, "at some size no board with a choice of fillings was solved within the limits"
	case empty > 0:
		f.Verdict, f.Because = lab.Partly, "at some size boards were solved only with singles filled in first, which the paper does not"
	}
	return f
}

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// boardBits judges M02 by the representation that the paper defines in section 2.1.
func boardBits(e *lab.Evidence, n int) lab.Finding {
	name := geometryCase(n)
	have, table := e.Value(name, "board.bits"), e.Value(name, "board.bits.table")
	want := stated[n].board
	return lab.Finding{
		Verdict: lab.About(want, have),
		Figure:  lab.Number(have) + " bits",
		Because: fmt.Sprintf("by section 2.1, where a cell is one of %d digits or empty: %s %% from the stated figure; the header of the table, n²·log₂ n, gives %s and no value for an empty cell",
			n, lab.Number(math.Round(1000*(have/want-1))/10), lab.Number(table)),
	}
}

// maskBits judges M03 by the masks as built.
func maskBits(e *lab.Evidence, n int) lab.Finding {
	name := geometryCase(n)
	have := e.Value(name, "masks.bits")
	want := stated[n].masks
	return lab.Finding{
		Verdict: lab.About(want, have),
		Figure:  lab.Number(have) + " bits",
		Because: fmt.Sprintf("a bit for each of %d digits in each of %d units is %s times the stated figure; the table's n·log₂ n is %s, or %s with the logarithm rounded up as in section 2.1, less than the %d bits of the masks of the rows alone",
			n, 3*n, lab.Number(have/want), lab.Number(e.Value(name, "masks.bits.table")), lab.Number(e.Value(name, "masks.bits.ceiling")), n*n),
	}
}

// linear judges M15: an exponent within a tenth of 1 is linear, one within a tenth of 2 quadratic.
func linear(e *lab.Evidence) lab.Finding {
	set := e.Cases("geometry/", "side", "cells", "pairs")
	side, cells, err := exponents(set)
	if err != nil {
		return lab.Finding{Verdict: lab.Pending}
	}
	x, y := side.Exponent, cells.Exponent
	near := func(want float64) bool { return math.Abs(x-want) <= 0.1 || math.Abs(y-want) <= 0.1 }
	f := lab.Finding{
		Verdict: lab.Partly,
		Figure:  fmt.Sprintf("exponent %s over the side (the boxes), %s over the cells", lab.Number(x), lab.Number(y)),
		Because: "slopes on log-log axes for sides 4 to 36; linear is read as within 0.1 of 1 and quadratic as within 0.1 of 2: neither exponent is either. The pairs are n(√n − 1)",
	}
	switch {
	case near(2):
		f.Verdict, f.Because = lab.Refuted, "slopes on log-log axes for sides 4 to 36; one is within 0.1 of 2"
	case near(1):
		f.Verdict, f.Because = lab.Reproduced, "slopes on log-log axes for sides 4 to 36; one is within 0.1 of 1"
	}
	return f
}

func formula(e *lab.Evidence) lab.Finding {
	set := e.Cases("geometry/", "side", "cells", "formula.agrees", "box.cells.min", "box.cells.max")
	var agree, cells float64
	full := true
	for _, r := range set {
		agree += r.Value("formula.agrees")
		cells += r.Value("cells")
		full = full && r.Value("box.cells.min") == r.Value("side") && r.Value("box.cells.max") == r.Value("side")
	}
	f := lab.Finding{
		Verdict: lab.Always(agree, cells),
		Figure:  fmt.Sprintf("%s of %s cells", lab.Number(agree), lab.Number(cells)),
		Because: fmt.Sprintf("cells of the %d sizes whose box in the board's own tables is the formula's; every box has n cells", len(set)),
	}
	if !full {
		f.Verdict, f.Because = lab.Refuted, "a box has another number of cells than n"
	}
	return f
}
