package minigridrules

import (
	"fmt"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "M07", Decide: identical},
		{Claim: "M08", Decide: degrees},
		{Claim: "M09", Decide: complete},
		{Claim: "M21", Decide: leftOut},
		{Claim: "M23a", Decide: bound},
		{Claim: "M23b", Decide: rapid},
	}
}

// lines tells the cases whose phase 2 uses the masks of rows and columns.
var lines = record.D("fillings", minigrid.Lines)

// counterexampleCase is the key of a counterexample's case.
func counterexampleCase(name string) string {
	return record.Key(counterexampleKind, record.D("name", name))
}

// identical judges M07: an edge of the printed rule is to mean that two fillings can coexist, and
// the fillings of a solution do.
func identical(e *lab.Evidence) lab.Finding {
	set := e.Where(joinKind)
	puzzles, found, pairs, kept := set.Sum("puzzles"), set.Sum("found.identical"), set.Sum("pairs"), set.Sum("pairs.identical")
	f := lab.Finding{
		Figure: fmt.Sprintf("%s of %s solutions found, %s of %s pairs of their boxes joined; by no repeated digit %s and %s",
			lab.Number(found), lab.Number(puzzles), lab.Number(kept), lab.Number(pairs), lab.Number(set.Sum("found.disjoint")), lab.Number(set.Sum("pairs.disjoint"))),
		Because: "identical sequences repeat a digit in each shared line, so the fillings of a solution are not joined",
	}
	joined, _ := e.Always(kept, pairs)
	solved, reason := e.Always(found, puzzles)
	f.Verdict = lab.Worst(joined, solved)
	if f.Verdict != lab.Refuted {
		f.Because = "the printed rule joins the boxes of every solution, and finds it: " + reason
		return f
	}
	f.Because += fmt.Sprintf("; smallest: the full grid %s, none of whose %s dependent pairs is joined",
		counterexampleText(e, "solved-grid"), lab.Number(e.Value(counterexampleCase("solved-grid"), "number")))
	return f
}

// counterexampleText returns a kept counterexample's board.
func counterexampleText(e *lab.Evidence, name string) string {
	r, ok := e.Case(counterexampleCase(name))
	if !ok {
		return ""
	}
	return e.Text(r, "board")
}

// degrees judges M08.
func degrees(e *lab.Evidence) lab.Finding {
	byPosition := e.Where(dependentsKind)
	boxes, right := byPosition.Sum("boxes"), byPosition.Sum("boxes.as-stated")
	pruned := e.Where(pruneKind, lines)
	wrong := pruned.Sum("degree-boxes.wrong", "degree-edges.wrong") + e.Where(fourKind).Sum("wrong")
	missedBoxes, missedEdges, left := pruned.Sum("degree-boxes.missed"), pruned.Sum("degree-edges.missed"), pruned.Sum("supported.left")
	least := e.Limit("least")
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("%s of %s boxes depend on as many boxes as stated; %s fillings of solutions removed", lab.Number(right), lab.Number(boxes), lab.Number(wrong)),
		Because: fmt.Sprintf("a box of side k depends on 2(k − 1) boxes wherever it stands. Against a supporter in each of them, which leaves %s fillings, the degrees counted in boxes leave %s more, in edges %s more",
			lab.Number(left), lab.Number(missedBoxes), lab.Number(missedEdges)),
	}
	switch {
	case boxes == 0 || left == 0:
		f.Verdict, f.Because = lab.Pending, "no boxes or no puzzles"
	case wrong > 0:
		f.Because = "a degree as stated removes a filling that a solution uses"
	case right == boxes && missedBoxes == 0:
		f.Verdict, f.Because = lab.Reproduced, "the degrees stated are the numbers of dependent boxes"
	case right >= least*boxes:
		f.Verdict = lab.Partly
	}
	return f
}

// complete judges M09 by the paper's own degrees, counted both ways.
func complete(e *lab.Evidence) lab.Finding {
	set := e.Where(pruneKind, lines)
	puzzles, supported := set.Sum("puzzles"), set.Sum("supported.with-strays")
	byBoxes, byEdges := set.Sum("degree-boxes.with-strays"), set.Sum("degree-edges.with-strays")
	v, reason := e.Always(puzzles-max(byBoxes, byEdges), puzzles)
	f := lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("of %s puzzles, %s keep a filling of no solution by degrees counted in boxes, %s by degrees counted in edges, %s by a supporter in each dependent box",
			lab.Number(puzzles), lab.Number(byBoxes), lab.Number(byEdges), lab.Number(supported)),
		Because: reason,
	}
	if v == lab.Refuted {
		example := counterexampleCase("stray-9x9-singles")
		f.Because = fmt.Sprintf("even the strongest rule leaves such fillings; smallest with one solution: %s on %s",
			lab.Number(e.Value(example, "number")), counterexampleText(e, "stray-9x9-singles"))
		if supported == 0 {
			f.Because = "the degrees stated leave fillings of no solution, a supporter in each dependent box leaves none"
		}
	}
	return f
}

// leftOut judges M21.
func leftOut(e *lab.Evidence) lab.Finding {
	set := e.Where(loopKind)
	others, fails := set.Sum("others"), set.Sum("others.fail")
	searched, equal := set.Sum("searched"), set.Sum("equal-answers")
	least, most, sets := 1.0, 0.0, 0
	for _, r := range set {
		if all := r.Value("products.all"); all > 0 {
			saved := 1 - r.Value("products")/all
			least, most = min(least, saved), max(most, saved)
			sets++
		}
	}
	much, _ := e.Band(lab.Exactly(least))
	lossless, _ := e.Always(equal, searched)
	f := lab.Finding{
		Verdict: lab.Worst(much, lossless),
		Figure:  fmt.Sprintf("%s to %s of comparisons left out, by set; %s of %s of them would strike anything", lab.Share(least, 1), lab.Share(most, 1), lab.Number(fails), lab.Number(others)),
		Because: fmt.Sprintf("the worst set decides; equal and exact answers on %s of %s puzzles searched both ways", lab.Number(equal), lab.Number(searched)),
	}
	switch {
	case others == 0 || sets == 0:
		f.Verdict, f.Because = lab.Pending, "no comparisons"
	case fails > 0 || equal < searched:
		f.Verdict, f.Because = lab.Refuted, "leaving the pairs out loses something"
	}
	return f
}

// bound judges M23a.
func bound(e *lab.Evidence) lab.Finding {
	worst, worstLoop, graphs := 0.0, 0.0, 0.0
	for _, r := range e.Where(pruneKind) {
		if r.Value("puzzles") == 0 {
			continue // all outgrew the limits
		}
		for _, rule := range rules {
			worst = max(worst, r.Value(string(rule)+".visits.max"))
		}
		graphs += r.Value("puzzles")
	}
	for _, r := range e.Where(loopKind) {
		worstLoop = max(worstLoop, r.Value("visits.max"))
	}
	strict, loose := e.Limit("low"), e.Limit("high")
	f := lab.Finding{
		Verdict: lab.Reproduced,
		Figure:  fmt.Sprintf("at most %s of |V|·(|V|+|E|), by the paper's loop %s, over %s graphs", lab.Share(worst, 1), lab.Share(worstLoop, 1), lab.Number(graphs)),
		Because: "visits of vertices and edges, counted, stay within the bound with the strictest constant",
	}
	few, reason := e.Enough("cases", graphs)
	switch {
	case max(worst, worstLoop) > loose:
		f.Verdict, f.Because = lab.Refuted, "on some graph the visits exceed the bound by more than the printed loop's own constant"
	case max(worst, worstLoop) > strict:
		f.Verdict, f.Because = lab.Pending, "some visits exceed the bound, within the constant that an order leaves open"
	case few != "":
		f.Verdict, f.Because = few, reason
	}
	return f
}

// rapid judges M23b on the 9×9 sets, by the paper's own degrees.
func rapid(e *lab.Evidence) lab.Finding {
	few, tenth := e.Limit("passes"), e.Limit("far")
	passes, share, beside := 0.0, 0.0, 0.0
	var converging, far []lab.Verdict
	var not []string
	for _, r := range e.Where(pruneKind, lines) {
		set := r.Dim("set")
		if set == "own-4x4" || set == largeSet {
			continue
		}
		n := r.Value("puzzles")
		beside = max(beside, r.Value(string(minigrid.Supported)+".rounds.p90"))
		for _, rule := range []minigrid.Pruning{minigrid.DegreeBoxes, minigrid.DegreeEdges} {
			v := func(metric string) float64 { return e.Value(r.Case, string(rule)+"."+metric) }
			quick, calm := v(roundsWithin(few)), v(visitsWithin(tenth))
			passes, share = max(passes, v("rounds.p90")), max(share, v("visits.p90"))
			fast, _ := e.Band(lab.ShareInterval(quick, n))
			light, _ := e.Band(lab.ShareInterval(calm, n))
			converging, far = append(converging, fast), append(far, light)
			if lab.Worst(fast, light) != lab.Reproduced {
				not = append(not, fmt.Sprintf("%s %s %s and %s", set, rule, lab.Share(quick, n), lab.Share(calm, n)))
			}
		}
	}
	f := lab.Finding{
		Verdict: lab.Worst(far...),
		Figure: fmt.Sprintf("nine of ten puzzles of each set within %s passes, with at most %s of the worst case's visits; by a supporter in each dependent box within %s passes",
			lab.Number(passes), lab.Share(share, 1), lab.Number(beside)),
		Because: fmt.Sprintf("the intervals of both shares meet what is asked in all %d pairs of a set and a way to count", len(far)),
	}
	if f.Verdict == lab.Reproduced {
		if f.Verdict = lab.Worst(converging...); f.Verdict == lab.Refuted {
			f.Verdict = lab.Partly
		}
	}
	if len(not) > 0 {
		f.Because = fmt.Sprintf("not in %d of %d pairs of a set and a way to count, with so many done in few passes and so many far from the worst case: %s", len(not), len(far), strings.Join(not, ", "))
	}
	return f
}
