package minigridphases

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// spaceJudges are those of section 5.1, phase by phase.
func spaceJudges() []lab.Judge {
	return []lab.Judge{
		{Claim: "M19c", Decide: func(e *lab.Evidence) lab.Finding { return spaceByBoard(e, true) }},
		{Claim: "M19d", Decide: func(e *lab.Evidence) lab.Finding { return spaceByBoard(e, false) }},
		{Claim: "M19e", Capped: true, Decide: func(e *lab.Evidence) lab.Finding { return spaceByGraph(e, second) }},
		{Claim: "M19f", Capped: true, Decide: func(e *lab.Evidence) lab.Finding { return spaceByGraph(e, third) }},
		{Claim: "M19g", Capped: true, Decide: func(e *lab.Evidence) lab.Finding { return spaceByGraph(e, fourth) }},
		{Claim: "M19h", Decide: spaceBySolutions},
	}
}

// bounded decides whether a ratio of space to its bound stays as it is while what a phase is given
// grows.
func bounded(e *lab.Evidence, size, ratio []float64, of string) lab.Finding {
	s, ok := slope(size, ratio)
	if !ok {
		return lab.Finding{Verdict: lab.Pending, Because: fmt.Sprintf("%d sizes of %s are too few", len(size), of)}
	}
	v, reason := e.Band(s.Interval)
	low, high := math.Inf(1), 0.0
	for _, x := range ratio {
		low, high = min(low, x), max(high, x)
	}
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s to %s times the bound; the factor grows as the power %s of %s", lab.Number(round(low)), lab.Number(round(high)), exponent(s), of),
		Because: reason,
	}
}

// spaceByBoard judges phase 1, all of it or the masks alone.
func spaceByBoard(e *lab.Evidence, all bool) lab.Finding {
	e.Value(spaceFirst, "n=9 board")
	r, _ := e.Case(spaceFirst)
	var size, ratio, library []float64
	for _, n := range r.Numbers("n=", " masks") {
		p := fmt.Sprintf("n=%d ", n)
		masks := r.Value(p + "masks")
		side := float64(n)
		used, bound := masks, 3*side*math.Log2(side)
		if all {
			used, bound = masks+r.Value(p+"board"), side*side*math.Log2(side)
		}
		size, ratio, library = append(size, side), append(ratio, used/bound), append(library, r.Value(p+"library")/bound)
	}
	f := bounded(e, size, ratio, "n")
	if all {
		f.Because += fmt.Sprintf("; counted are the bits of the board and of the masks, one bit per digit of each unit. The library, with one byte per cell and words for sets, takes %s times the bound at most", most(library))
	} else {
		f.Because += "; a set of n digits takes n bits, so the masks of 3n units take 3n², which fits the bound of the whole phase and not this one"
	}
	return f
}

func most(x []float64) string {
	high := 0.0
	for _, v := range x {
		high = max(high, v)
	}
	return lab.Number(round(high))
}

// counted says what was counted of a phase, and what the library takes.
var counted = map[string]string{
	second: "counted are the digits of all fillings and of the boxes taken out of the board, and the recursion's stack. The library, its table for counting included, takes %s times the bound at most",
	third:  "counted are three entries per vertex, its numbers and the head of its list, and one per edge. The library, which joins classes of fillings, takes %s times the bound at most, in machine words",
	fourth: "counted are the entries with which the phase starts, those of the whole graph and a degree for each vertex, while its bound counts what remains. The library takes %s times the bound at most, in machine words",
}

// spaceByGraph judges phase 2, 3 or 4 over the sets.
func spaceByGraph(e *lab.Evidence, phase string) lab.Finding {
	var size, ratio, library, given []float64
	needs := func(r record.Record) bool { return phase == second || r.Value("built") > 0 }
	for _, r := range e.Where(spaceKind) {
		if !needs(r) {
			continue
		}
		v := func(metric string) float64 { return e.Value(r.Case, phase+" "+metric+".median") }
		size, ratio, library = append(size, v("size")), append(ratio, v("ratio")), append(library, v("library"))
		if phase == fourth {
			given = append(given, v("given"))
		}
	}
	of := map[string]string{second: "the number of fillings", third: "vertices and edges", fourth: "the vertices and edges given"}[phase]
	f := bounded(e, size, ratio, of+", medians of the sets")
	f.Because += "; " + fmt.Sprintf(counted[phase], most(library)) + ", in medians of the sets"
	if s, ok := slope(size, given); ok && phase == fourth {
		f.Because += fmt.Sprintf(". Read with the vertices and edges that the phase is given in place of those that remain, the factor is %s at most and grows as the power %s", most(given), exponent(s))
	}
	return f
}

func spaceBySolutions(e *lab.Evidence) lab.Finding {
	var size, ratio, library []float64
	var boards []string
	for _, level := range solutionLevels {
		p := fmt.Sprintf("level=%d ", level)
		if n := e.Value(spaceSolutions, p+"boards"); n > 0 {
			v := func(metric string) float64 { return e.Value(spaceSolutions, p+metric+".median") }
			size, ratio, library = append(size, v("size")), append(ratio, v("ratio")), append(library, v("library"))
			boards = append(boards, lab.Number(n))
		}
	}
	f := bounded(e, size, ratio, "the number of solutions")
	f.Because += fmt.Sprintf("; counted are the bits of the solutions as boards, and the filling chosen for each box on the way to one, medians of %s boards with more and more solutions. The library's search, whose state grows with the graph and not with the solutions, takes %s times the bound at most, its boards included",
		strings.Join(boards, ", "), most(library))
	return f
}
