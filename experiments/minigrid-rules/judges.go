package minigridrules

import (
	"fmt"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

const (
	// much is the share of comparisons from which leaving some out is said to save much.
	much = 1.0 / 3
	// quick is the number of passes within which nine of ten puzzles must be done for pruning to
	// be said to converge rapidly.
	quick = 10
	// far is the share of the worst case below which a run is said to be far from it.
	far = 0.1
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

func sum(set record.Set, metric string) (total float64) {
	for _, r := range set {
		total += r.Value(metric)
	}
	return total
}

// identical judges M07: an edge of the literal rule is to mean that two fillings can coexist, and
// the fillings of a solution do.
func identical(e *lab.Evidence) lab.Finding {
	set := e.Cases("join/", "puzzles", "pairs", "pairs.identical", "pairs.disjoint", "edges.identical", "both", "found.identical", "found.disjoint")
	fours := e.Cases("four/", "boards", "literal.found")
	puzzles, found, pairs, kept := sum(set, "puzzles"), sum(set, "found.identical"), sum(set, "pairs"), sum(set, "pairs.identical")
	f := lab.Finding{
		Verdict: lab.Always(kept+found, pairs+puzzles),
		Figure:  fmt.Sprintf("%s of %s solutions found, %s of %s pairs of their boxes joined", lab.Number(found), lab.Number(puzzles), lab.Number(kept), lab.Number(pairs)),
		Because: fmt.Sprintf("identical sequences repeat digits in the shared lines, so such fillings never coexist; the rule of no repeated digit joins %s of the pairs and finds %s solutions. Of %s 4×4 boards the literal rule solves %s; smallest: the full grid %s, none of whose %s dependent pairs it joins",
			lab.Number(sum(set, "pairs.disjoint")), lab.Number(sum(set, "found.disjoint")), lab.Number(sum(fours, "boards")), lab.Number(sum(fours, "literal.found")),
			counterexampleText(e, "solved-grid"), lab.Number(e.Value(counterexampleCase("solved-grid"), "number"))),
	}
	if f.Verdict == lab.Reproduced {
		f.Because = "the literal rule joins the boxes of every solution, and finds it"
	}
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

// degrees judges M08: refuted if a degree asked for costs a solution one of its fillings, partly if
// it merely asks for less than every dependent box.
func degrees(e *lab.Evidence) lab.Finding {
	byPosition := e.Cases("dependents/", "boxes", "boxes.as-stated")
	boxes, right := sum(byPosition, "boxes"), sum(byPosition, "boxes.as-stated")
	var wrong, missedBoxes, missedEdges, left float64
	for _, r := range e.Cases("prune/", "supported.left") {
		if !strings.HasSuffix(r.Case, "/fillings="+string(minigrid.Lines)) {
			continue
		}
		wrong += r.Value("degree-boxes.wrong") + r.Value("degree-edges.wrong")
		missedBoxes += r.Value("degree-boxes.missed")
		missedEdges += r.Value("degree-edges.missed")
		left += r.Value("supported.left")
	}
	wrong += sum(e.Cases("four/", "wrong"), "wrong")
	f := lab.Finding{
		Figure: fmt.Sprintf("%s of %s boxes depend on as many boxes as stated; %s fillings of solutions removed", lab.Number(right), lab.Number(boxes), lab.Number(wrong)),
		Because: fmt.Sprintf("boxes on which a box depends, by box side and position: %s. The degrees stated keep what a solution needs but leave too much: a supporter in each dependent box leaves %s fillings, counting boxes against 2, 3, 4 leaves %s more and counting edges %s more",
			counts(byPosition), lab.Number(left), lab.Number(missedBoxes), lab.Number(missedEdges)),
	}
	switch {
	case boxes == 0 || left == 0:
		f.Verdict = lab.Pending
	case wrong > 0:
		f.Verdict, f.Because = lab.Refuted, "a degree as stated removes a filling that a solution uses"
	case right == boxes && missedBoxes == 0:
		f.Verdict, f.Because = lab.Reproduced, "the degrees stated are the numbers of dependent boxes"
	default:
		f.Verdict = lab.Partly
	}
	return f
}

// counts lists the dependent boxes by size and position.
func counts(set record.Set) string {
	var out []string
	for _, r := range set {
		var parts []string
		for _, p := range positions {
			if r.Value(p+".boxes") > 0 {
				parts = append(parts, fmt.Sprintf("%s %s", p, lab.Number(r.Value(p+".dependents.min"))))
			}
		}
		out = append(out, strings.TrimPrefix(r.Case, "dependents/")+" "+strings.Join(parts, ", "))
	}
	return strings.Join(out, "; ")
}

// complete judges M09 by the strongest rule, a supporter in each dependent box.
func complete(e *lab.Evidence) lab.Finding {
	var puzzles, with, strays, left float64
	for _, r := range e.Cases("prune/", "supported.with-strays", "supported.strays", "supported.left") {
		if strings.HasSuffix(r.Case, "/fillings="+string(minigrid.Lines)) {
			puzzles += r.Value("puzzles")
			with += r.Value("supported.with-strays")
			strays += r.Value("supported.strays")
			left += r.Value("supported.left")
		}
	}
	fours := e.Cases("four/", "unique", "unique.with-strays")
	f := lab.Finding{
		Verdict: lab.Always(puzzles-with, puzzles),
		Figure:  fmt.Sprintf("%s of %s puzzles keep a filling of no solution, %s of all %s fillings left", lab.Number(with), lab.Number(puzzles), lab.Number(strays), lab.Number(left)),
	}
	if f.Verdict == lab.Reproduced {
		f.Because = "no filling left by pruning is outside all solutions"
		return f
	}
	example := counterexampleCase("stray-9x9-singles")
	f.Because = fmt.Sprintf("a supporter in each dependent box is asked for, more than the paper's 2, 3, 4. Smallest with one solution: %s fillings of no solution left on %s, under each listing of phase 2, the least that is possible; on 4×4 boards with one solution %s of %s keep any",
		lab.Number(e.Value(example, "number")), counterexampleText(e, "stray-9x9-singles"), lab.Number(sum(fours, "unique.with-strays")), lab.Number(sum(fours, "unique")))
	return f
}

// leftOut judges M21.
func leftOut(e *lab.Evidence) lab.Finding {
	set := e.Cases("loop/", "products", "products.all", "others", "others.fail", "searched", "equal-answers")
	others, fails := sum(set, "others"), sum(set, "others.fail")
	searched, equal := sum(set, "searched"), sum(set, "equal-answers")
	least, most := 1.0, 0.0
	for _, r := range set {
		if all := r.Value("products.all"); all > 0 {
			saved := 1 - r.Value("products")/all
			least, most = min(least, saved), max(most, saved)
		}
	}
	f := lab.Finding{
		Figure: fmt.Sprintf("%s to %s of comparisons left out, by set; %s of %s of them would strike anything", lab.Share(least, 1), lab.Share(most, 1), lab.Number(fails), lab.Number(others)),
		Because: fmt.Sprintf("boxes in no common band or stack share no line; %s of %s puzzles searched both ways have the same answer, that of exact cover. Much is read as a third in every set; %s of %s pairs are left out at 9×9",
			lab.Number(equal), lab.Number(searched), lab.Number(e.Value(dependentsCase(3), "pairs.all")-e.Value(dependentsCase(3), "pairs")), lab.Number(e.Value(dependentsCase(3), "pairs.all"))),
	}
	switch {
	case others == 0 || searched == 0:
		f.Verdict = lab.Pending
	case fails > 0 || equal < searched:
		f.Verdict, f.Because = lab.Refuted, "leaving the pairs out loses something"
	case least >= much:
		f.Verdict = lab.Reproduced
	default:
		f.Verdict = lab.Partly
	}
	return f
}

// bound judges M23a with 1 for the constant that the order of growth leaves open.
func bound(e *lab.Evidence) lab.Finding {
	worst, worstLoop, puzzles := 0.0, 0.0, 0.0
	for _, r := range e.Cases("prune/", "supported.visits.max") {
		for _, rule := range rules {
			worst = max(worst, r.Value(string(rule)+".visits.max"))
		}
		puzzles += r.Value("puzzles")
	}
	for _, r := range e.Cases("loop/", "visits.max") {
		worstLoop = max(worstLoop, r.Value("visits.max"))
	}
	f := lab.Finding{
		Verdict: lab.Reproduced,
		Figure:  fmt.Sprintf("at most %s of |V|·(|V|+|E|), by the paper's loop %s", lab.Share(worst, 1), lab.Share(worstLoop, 1)),
		Because: fmt.Sprintf("visits of vertices and edges over %s graphs, three rules each, with 1 for the constant; a pass but the last removes a vertex and visits each vertex and edge a bounded number of times", lab.Number(puzzles)),
	}
	switch {
	case puzzles == 0:
		f.Verdict = lab.Pending
	case worst > 1 || worstLoop > 1:
		f.Verdict, f.Because = lab.Refuted, "on some graph the visits exceed the bound, with 1 for the constant"
	}
	return f
}

// rapid judges M23b on the 9×9 sets.
func rapid(e *lab.Evidence) lab.Finding {
	sets, slow, near := 0, 0, 0
	passes, greatest, share := 0.0, 0.0, 0.0
	for _, r := range e.Cases("prune/", "supported.rounds.p90", "supported.rounds.max", "supported.visits.median") {
		set, fillings, _ := strings.Cut(strings.TrimPrefix(r.Case, "prune/set="), "/fillings=")
		if fillings != string(minigrid.Lines) || set == "own-4x4" || set == largeSet {
			continue
		}
		sets++
		passes = max(passes, r.Value("supported.rounds.p90"))
		greatest = max(greatest, r.Value("supported.rounds.max"))
		share = max(share, r.Value("supported.visits.median"))
		slow += int(count(r.Value("supported.rounds.p90") > quick))
		near += int(count(r.Value("supported.visits.median") > far))
	}
	f := lab.Finding{
		Figure: fmt.Sprintf("nine of ten puzzles of each set within %s passes, none over %s; median visits at most %s of the worst case", lab.Number(passes), lab.Number(greatest), lab.Share(share, 1)),
		Because: fmt.Sprintf("over %d sets; rapid is read as ten passes for nine of ten puzzles of every set; usually far from the worst case as under a tenth of |V|·(|V|+|E|) for half of each set",
			sets),
	}
	switch {
	case sets == 0:
		f.Verdict = lab.Pending
	case slow == 0 && near == 0:
		f.Verdict = lab.Reproduced
	case slow == sets && near == sets:
		f.Verdict = lab.Refuted
	default:
		f.Verdict = lab.Partly
	}
	return f
}
