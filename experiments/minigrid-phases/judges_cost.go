package minigridphases

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

// moderate are the sets that stand for moderate constraints: 32 to 40 givens.
var moderate = []string{"own-medium", "own-hard"}

// timedReadings are those whose phases are timed.
var timedReadings = []minigrid.Fillings{minigrid.Lines, minigrid.BoxOnly}

// perSet is what was timed of a set in a reading.
type perSet struct {
	set     string
	puzzles float64
	longest float64 // puzzles of which phase 2 is the longest
	share   float64 // of phase 2, median
	rest    float64 // phases 3 to 5 over phase 2, median
}

func timedIn(e *lab.Evidence, reading minigrid.Fillings) (out []perSet) {
	p := string(reading) + " "
	for _, r := range e.Cases(timesPrefix) {
		if r.Value(p+"puzzles") == 0 {
			continue // not run in this reading, or all of them capped
		}
		out = append(out, perSet{
			set: name(r), puzzles: e.Value(r.Case, p+"puzzles"), longest: e.Value(r.Case, p+"phase2 longest"),
			share: e.Value(r.Case, p+"phase2 share.median"), rest: e.Value(r.Case, p+"rest.median"),
		})
	}
	return out
}

// everywhere judges a property of sets, reading by reading: reproduced if it holds of all in some
// reading, refuted if of none in any.
func everywhere(e *lab.Evidence, holds func(perSet) bool) (v lab.Verdict, text string) {
	v = lab.Pending
	var parts []string
	some, all := false, false
	for _, reading := range timedReadings {
		of := timedIn(e, reading)
		n := 0
		for _, s := range of {
			if holds(s) {
				n++
			}
		}
		if len(of) > 0 {
			v = lab.Refuted
			some, all = some || n > 0, all || n == len(of)
			parts = append(parts, fmt.Sprintf("%s in %d of %d sets", says(reading), n, len(of)))
		}
	}
	switch {
	case all:
		v = lab.Reproduced
	case some:
		v = lab.Partly
	}
	return v, strings.Join(parts, ", ")
}

// says names a reading in a sentence.
func says(reading minigrid.Fillings) string {
	switch reading {
	case minigrid.BoxOnly:
		return "by the box alone"
	case minigrid.Singles:
		return "with masks and singles"
	}
	return "with masks"
}

// reach returns the least and the greatest of a figure over the sets of a reading.
func reach(of []perSet, figure func(perSet) float64) (low, high float64) {
	low = math.Inf(1)
	for _, s := range of {
		low, high = min(low, figure(s)), max(high, figure(s))
	}
	return low, high
}

func dominant(e *lab.Evidence) lab.Finding {
	v, text := everywhere(e, func(s perSet) bool { return 2*s.longest > s.puzzles })
	f := lab.Finding{Verdict: v, Because: "the largest share is read as that of the longest phase in more than half of a set's puzzles: " + text + ". " + asPrinted(e)}
	var parts []string
	for _, reading := range timedReadings {
		if of := timedIn(e, reading); len(of) > 0 {
			low, high := reach(of, func(s perSet) float64 { return s.share })
			parts = append(parts, fmt.Sprintf("%s to %s %s", lab.Share(low, 1), lab.Share(high, 1), says(reading)))
		}
	}
	f.Figure = "share of phase 2, medians of the sets: " + strings.Join(parts, ", ")
	return f
}

// asPrinted says what phase 3 takes if its loops are run as they are printed.
func asPrinted(e *lab.Evidence) string {
	low, high := math.Inf(1), 0.0
	for _, r := range e.Cases(timesPrefix, "printed looped") {
		if r.Value("printed looped") > 0 {
			x := e.Value(r.Case, "printed lines rest.median")
			low, high = min(low, x), max(high, x)
		}
	}
	if high == 0 {
		return "Phase 3 as printed was too long to be run"
	}
	return fmt.Sprintf("As printed, phase 3 alone takes %s to %s times phase 2, with masks", lab.Number(round(low)), lab.Number(round(high)))
}

func fastRest(e *lab.Evidence) lab.Finding {
	v, text := everywhere(e, func(s perSet) bool { return s.rest < 1 })
	f := lab.Finding{Verdict: v, Because: "fast by comparison is read as phases 3 to 5 taking less than phase 2 in the median puzzle: " + text + ". " + asPrinted(e)}
	var parts []string
	for _, reading := range timedReadings {
		if of := timedIn(e, reading); len(of) > 0 {
			low, high := reach(of, func(s perSet) float64 { return s.rest })
			parts = append(parts, fmt.Sprintf("%s to %s times %s", lab.Number(round(low)), lab.Number(round(high)), says(reading)))
		}
	}
	f.Figure = "phases 3 to 5 to phase 2, medians of the sets: " + strings.Join(parts, ", ")
	return f
}

// Bounds of what "in milliseconds" is read as, in seconds.
const (
	oneMillisecond  = 0.001
	fewMilliseconds = 0.01
)

func milliseconds(e *lab.Evidence) lab.Finding {
	least, worst := math.Inf(1), 0.0
	var parts []string
	for _, id := range moderate {
		c := timesPrefix + id
		printed, library := e.Value(c, "printed box phase2.median"), e.Value(c, "lines phase2.median")
		least, worst = min(least, printed), max(worst, printed)
		parts = append(parts, fmt.Sprintf("%s %s as printed, %s by the library with masks", id, lab.Seconds(printed), lab.Seconds(library)))
	}
	f := lab.Finding{
		Figure:  strings.Join(parts, "; "),
		Because: fmt.Sprintf("moderate constraints are read as 32 to 40 givens; in milliseconds as %s to %s, for the median puzzle and the listing as printed, by the box alone", lab.Seconds(oneMillisecond), lab.Seconds(fewMilliseconds)),
	}
	var others []string
	for _, r := range e.Cases(timesPrefix) {
		if m, ok := r.Metric("printed box phase2.median"); ok && r.Case != timesPrefix+moderate[0] && r.Case != timesPrefix+moderate[1] {
			others = append(others, name(r)+" "+lab.Seconds(m.Value))
		}
	}
	if len(others) > 0 {
		f.Because += ". Elsewhere " + strings.Join(others, ", ")
	}
	verdict, reason := lab.AboutTime(oneMillisecond, fewMilliseconds, worst)
	if verdict == lab.Reproduced {
		verdict, reason = lab.AboutTime(oneMillisecond, fewMilliseconds, least)
	}
	f.Verdict, f.Because = verdict, reason+": "+f.Because
	return f
}

// together is the most that terms which exist at one time may come to if the largest of them is
// to stand for all: three times as much.
const together = 3

func largestTerm(e *lab.Evidence) lab.Finding {
	var inside, over, sets int
	lowEdges, highEdges, lowKept, highKept := math.Inf(1), 0.0, math.Inf(1), 0.0
	var x, y []float64
	for _, r := range e.Cases(graphPrefix, "built", "formula.median") {
		if r.Value("built") == 0 {
			continue
		}
		sets++
		edges, kept := e.Value(r.Case, "edges ratio.median"), e.Value(r.Case, "total ratio.median")
		lowEdges, highEdges = min(lowEdges, edges), max(highEdges, edges)
		lowKept, highKept = min(lowKept, kept), max(highKept, kept)
		if 1+edges <= together && kept <= together {
			inside++
		}
		if edges > 1 {
			over++
		}
		x, y = append(x, r.Value("formula.median")), append(y, edges*r.Value("formula.median"))
	}
	if sets == 0 {
		return lab.Finding{Verdict: lab.Pending}
	}
	f := lab.Finding{
		Verdict: lab.Partly,
		Figure: fmt.Sprintf("edges as a list take %s to %s times the largest term, medians of the sets; all that the library keeps, edges between classes included, %s to %s times",
			lab.Number(round(lowEdges)), lab.Number(round(highEdges)), lab.Number(round(lowKept)), lab.Number(round(highKept))),
		Because: fmt.Sprintf("equal is read as within a factor of %d, since the terms exist at one time; that holds in %d of %d sets. Edges, which the same document counts in phase 3, are not in the formula and exceed its largest term in %d",
			together, inside, sets, over),
	}
	if s, ok := slope(x, y); ok {
		f.Because += fmt.Sprintf("; they grow as its power %s over the sets", exponent(s))
	}
	switch {
	case inside == sets:
		f.Verdict = lab.Reproduced
	case over == sets:
		f.Verdict = lab.Refuted
	}
	return f
}

// sizeSets are puzzles of the same share of givens at four sizes.
var sizeSets = []string{"own-4x4", "own-medium", "own-16x16", "own-25x25"}

func spaceOrders(e *lab.Evidence) lab.Finding {
	var n, peak, formula, low, high []float64
	var parts, within []string
	bound := ""
	for _, id := range sizeSets {
		c := graphPrefix + id
		n = append(n, e.Value(c, "side"))
		peak = append(peak, 8*e.Value(c, "peak.median"))
		formula = append(formula, e.Value(c, "formula-bits.median"))
		low = append(low, e.Value(c, "order2"))
		high = append(high, e.Value(c, "order3"))
		mark := ""
		if e.Value(c, "built") < e.Value(c, "puzzles") {
			mark, bound = "≥ ", "; of graphs that exceed the limits only the fillings count, so the growth is a lower bound"
		}
		last := len(n) - 1
		parts = append(parts, fmt.Sprintf("%s%s at n = %s", mark, lab.Number(round(peak[last]/max(high[last], 1))), lab.Number(n[last])))
	}
	measured, ok := slope(n, peak)
	counted, ok1 := slope(n, formula)
	second, ok2 := slope(n, low)
	third, ok3 := slope(n, high)
	if !ok || !ok1 || !ok2 || !ok3 {
		return lab.Finding{Verdict: lab.Pending}
	}
	some := false
	for _, r := range e.Cases(graphPrefix, "within", "side") {
		if r.Value("side") == 9 {
			within = append(within, name(r)+" "+lab.Share(r.Value("within"), r.Value("puzzles")))
			some = some || 2*r.Value("within") > r.Value("puzzles")
		}
	}
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure: fmt.Sprintf("exponent over n of the peak %s and of the formula's largest term %s, where n² log n has %s and n³ log n %s; peak to n³ log n: %s",
			lab.Number(round(measured.Exponent)), lab.Number(round(counted.Exponent)), lab.Number(round(second.Exponent)), lab.Number(round(third.Exponent)), strings.Join(parts, ", ")),
		Because: "median puzzles of about 45 % givens, in bits, edges between classes included" + bound +
			". Within the two orders at 9×9, as the formula counts and with constants of 1: " + strings.Join(within, ", "),
	}
	switch {
	case measured.Exponent >= second.Exponent && measured.Exponent <= third.Exponent:
		f.Verdict = lab.Reproduced
	case some:
		f.Verdict = lab.Partly
	}
	return f
}

func compared(e *lab.Evidence) lab.Finding {
	var looped, same, loopedProduct, pairs, positions, bound, product, steps, beyond float64
	for _, r := range e.Cases(graphPrefix, "side", "looped", "looped same", "looped product", "looped pairs", "looped positions", "product", "steps", "beyond") {
		looped += r.Value("looped")
		same += r.Value("looped same")
		loopedProduct += r.Value("looped product")
		pairs += r.Value("looped pairs")
		positions += r.Value("looped positions")
		bound += r.Value("looped product") * r.Value("side")
		product += r.Value("product")
		steps += r.Value("steps")
		beyond += r.Value("beyond")
	}
	if looped == 0 {
		return lab.Finding{Verdict: lab.Pending}
	}
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure: fmt.Sprintf("the printed loops compare %s pairs of fillings, the product %s, and look at %s of its n positions; the library makes %s comparisons where the product is %s",
			lab.Number(pairs), lab.Number(loopedProduct), lab.Share(positions, bound), lab.Number(steps), lab.Number(product)),
		Because: fmt.Sprintf("positions are looked at until a digit is met twice. The library joins classes of fillings; its comparisons are of one line each, and in %s graphs more than the product times n. Edges are the same in %s of %s graphs that both built",
			lab.Number(beyond), lab.Number(same), lab.Number(looped)),
	}
	switch {
	case same < looped || pairs != loopedProduct || positions > bound:
	case beyond > 0:
		f.Verdict = lab.Partly
	default:
		f.Verdict = lab.Reproduced
	}
	return f
}

func extracted(e *lab.Evidence) lab.Finding {
	type class struct{ boards, beyond, dominated, nodes, dead, bound, worst float64 }
	sum := map[string]*class{noneClass: {}, oneClass: {}, severalClass: {}}
	example := ""
	most := 0.0
	for _, r := range e.Cases("extract/", "puzzles") {
		for id, c := range sum {
			v := func(metric string) float64 { return r.Value(id + " " + metric) }
			c.boards += v("boards")
			c.beyond += v("beyond")
			c.dominated += v("dominated")
			c.nodes += v("nodes")
			c.dead += v("dead-ends")
			c.bound += v("bound")
			c.worst = max(c.worst, v("nodes.max"))
			if id == oneClass && v("beyond") > 0 && v("nodes.max") > most {
				most = v("nodes.max")
				example = e.Text(r, id+" counterexample")
			}
		}
	}
	none, one, several := sum[noneClass], sum[oneClass], sum[severalClass]
	if one.boards == 0 || several.boards == 0 {
		return lab.Finding{Verdict: lab.Pending}
	}
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure: fmt.Sprintf("more vertices tried than S·n² on %s of %s unique puzzles, %s at worst; on %s of %s boards without solution, %s at worst; on %s of %s with several",
			lab.Number(one.beyond), lab.Number(one.boards), lab.Number(one.worst), lab.Number(none.beyond), lab.Number(none.boards), lab.Number(none.worst),
			lab.Number(several.beyond), lab.Number(several.boards)),
		Because: fmt.Sprintf("a step is a vertex tried, n cells, so the bound is generous. The search ends in dead ends that no count of solutions bounds: %s of the vertices tried on unique puzzles, more than half on %s of them. With many solutions they are shared: %s vertices for S·n² = %s",
			lab.Share(one.dead, one.nodes), lab.Number(one.dominated), lab.Number(several.nodes), lab.Number(several.bound)),
	}
	if example != "" {
		f.Because += ". Counterexample: " + strings.ReplaceAll(example, "\n", ", ")
	}
	switch {
	case one.beyond+none.beyond+several.beyond == 0:
		f.Verdict = lab.Reproduced
	case one.beyond == 0 && several.beyond == 0:
		f.Verdict, f.Because = lab.Partly, "it holds where there are solutions; "+f.Because
	}
	return f
}

func earliest(e *lab.Evidence) lab.Finding {
	found := map[minigrid.Fillings]float64{}
	boards := map[minigrid.Fillings]float64{}
	conflicting := 0.0
	var parts []string
	for _, r := range e.Cases("unsolvable/", "lines boards", "box boards") {
		for _, reading := range timedReadings {
			p := string(reading) + " "
			found[reading] += r.Value(p + "phase2")
			boards[reading] += r.Value(p + "boards")
		}
		conflicting += r.Value("lines conflicting")
		parts = append(parts, name(r)+" "+lab.Share(r.Value("lines phase2"), r.Value("lines boards")))
	}
	lines, letter := minigrid.Lines, minigrid.BoxOnly
	if boards[lines] == 0 || boards[letter] == 0 {
		return lab.Finding{Verdict: lab.Pending}
	}
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure: fmt.Sprintf("phase 2 finds out %s of %s unsolvable boards with masks, %s of %s by the box alone",
			lab.Number(found[lines]), lab.Number(boards[lines]), lab.Number(found[letter]), lab.Number(boards[letter])),
		Because: fmt.Sprintf("boards in which two givens of a unit are equal are left out, %s here: phase 1 sees those. By the letter of its listing phase 2 knows no row and no column and can find out no others. With masks: %s. The others wait for phases 3 to 5",
			lab.Number(conflicting), strings.Join(parts, ", ")),
	}
	switch {
	case found[lines] == boards[lines] || found[letter] == boards[letter]:
		f.Verdict = lab.Reproduced
	case found[lines]+found[letter] > 0:
		f.Verdict = lab.Partly
	}
	return f
}
