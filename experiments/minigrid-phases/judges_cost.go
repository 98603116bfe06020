package minigridphases

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// timedReadings are those whose phases are timed.
var timedReadings = []minigrid.Fillings{minigrid.Lines, minigrid.BoxOnly}

// timesOfSet is what was timed of a set in a reading of phase 2.
type timesOfSet struct {
	set          string
	puzzles      float64
	fewest, most float64 // puzzles of which something holds
	figure       float64 // median
}

// timedIn returns how many puzzles of a record were timed in a reading of phase 2: none where it was not run, or
// where all were capped.
func timedIn(r record.Record, reading string) float64 {
	m, _ := r.Metric(reading + "puzzles")
	return m.Value
}

// timesOf returns what was timed in a reading: of how many puzzles of each set something holds, at
// least and at most, and its median.
func timesOf(e *lab.Evidence, reading string, holds func(value func(metric string) float64, puzzles float64) (fewest, most, median float64)) (out []timesOfSet) {
	for _, r := range e.Where(timesKind) {
		n := timedIn(r, reading)
		if n == 0 {
			continue
		}
		t := timesOfSet{set: r.Dim("set"), puzzles: n}
		t.fewest, t.most, t.figure = holds(func(metric string) float64 { return e.Value(r.Case, reading+metric) }, n)
		out = append(out, t)
	}
	return out
}

// eachSet decides a share of puzzles on every set; all together can refute it, too.
func eachSet(e *lab.Evidence, list []timesOfSet) (v lab.Verdict, reason string) {
	var all timesOfSet
	verdicts := make([]lab.Verdict, 0, len(list)+1)
	held := 0
	for _, t := range list {
		v, _ := e.Band(shareBetween(t.fewest/t.puzzles, t.most/t.puzzles, t.puzzles))
		verdicts = append(verdicts, v)
		if v == lab.Reproduced {
			held++
		}
		all.puzzles, all.fewest, all.most = all.puzzles+t.puzzles, all.fewest+t.fewest, all.most+t.most
	}
	if together, _ := e.Band(shareBetween(all.fewest/all.puzzles, all.most/all.puzzles, all.puzzles)); together == lab.Refuted {
		verdicts = append(verdicts, together)
	}
	return lab.Worst(verdicts...), fmt.Sprintf("it holds of %s of %s puzzles, and on %d of %d sets with the whole interval",
		counts(all.fewest, all.most), lab.Number(all.puzzles), held, len(list))
}

func counts(fewest, most float64) string {
	if fewest == most {
		return lab.Number(most)
	}
	return lab.Number(fewest) + " to " + lab.Number(most)
}

// spanOf writes the least and the greatest median of the sets.
func spanOf(list []timesOfSet, write func(float64) string) string {
	if len(list) == 0 {
		return "not timed"
	}
	by := func(a, b timesOfSet) int {
		switch {
		case a.figure < b.figure:
			return -1
		case a.figure > b.figure:
			return 1
		}
		return 0
	}
	return write(slices.MinFunc(list, by).figure) + " to " + write(slices.MaxFunc(list, by).figure)
}

// dominant judges M14a.
func dominant(e *lab.Evidence) lab.Finding {
	longest := func(value func(string) float64, _ float64) (fewest, most, median float64) {
		n := value("phase2 longest")
		return n, n, value("phase2 share.median")
	}
	list := timesOf(e, letter, longest)
	v, reason := eachSet(e, list)
	write := func(x float64) string { return lab.Share(x, 1) }
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("share of phase 2, medians of the sets: %s, with masks %s", spanOf(list, write), spanOf(timesOf(e, masked, longest), write)),
		Because: "phase 2 as the longest: " + reason + ". " + asPrinted(e),
	}
}

// asPrinted says what phase 3 takes if its loops are run as they are printed.
func asPrinted(e *lab.Evidence) string {
	low, high := math.Inf(1), 0.0
	for _, r := range e.Where(timesKind) {
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

// fastRest judges M14c.
func fastRest(e *lab.Evidence) lab.Finding {
	ratio := e.Limit("ratio")
	faster := func(value func(string) float64, n float64) (fewest, most, median float64) {
		least, median, greatest := value("rest.min"), value("rest.median"), value("rest.max")
		switch {
		case greatest < ratio:
			return n, n, median
		case !(least < ratio):
			return 0, 0, median
		case median < ratio:
			return math.Ceil(n / 2), n - 1, median
		}
		return min(1, n), math.Floor(n / 2), median
	}
	list := timesOf(e, letter, faster)
	v, reason := eachSet(e, list)
	write := func(x float64) string { return lab.Number(round(x)) }
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("phases 3 to 5 to phase 2, medians of the sets: %s times, with masks %s times", spanOf(list, write), spanOf(timesOf(e, masked, faster), write)),
		Because: "faster than phase 2: " + reason + ". " + asPrinted(e),
	}
}

// moderate are the sets that stand for moderate constraints: 32 to 40 givens.
var moderate = []string{"own-medium", "own-hard"}

// printedBox begins the metrics of phase 2 as printed, by the box alone.
const printedBox = "printed box phase2"

// medianOf returns the median time of that, with the number of puzzles.
func medianOf(e *lab.Evidence, c string) record.Metric {
	e.Value(c, printedBox+".median") // notes that it is absent
	r, _ := e.Case(c)
	m, _ := r.Metric(printedBox + ".median")
	return m
}

// milliseconds judges M14b.
func milliseconds(e *lab.Evidence) lab.Finding {
	var verdicts []lab.Verdict
	var parts, reasons []string
	for _, id := range moderate {
		c := record.Key(timesKind, lab.OnSet(id)...)
		median, took := medianOf(e, c), e.Interval(c, printedBox+".median")
		v, reason := e.Time(lab.Timing{Took: took, On: lab.CPU})
		verdicts = append(verdicts, v)
		reasons = append(reasons, id+" "+reason)
		parts = append(parts, fmt.Sprintf("%s, median of %d puzzles, %s (%s to %s; the puzzles %s to %s) as printed, by the library with masks %s",
			id, median.N, lab.Seconds(median.Value), lab.Seconds(took.Low), lab.Seconds(took.High),
			lab.Seconds(e.Value(c, printedBox+".min")), lab.Seconds(e.Value(c, printedBox+".max")), lab.Seconds(e.Value(c, "lines phase2.median"))))
	}
	return lab.Finding{Verdict: lab.Worst(verdicts...), Figure: strings.Join(parts, "; "), Because: strings.Join(reasons, "; ")}
}

// largestTerm judges M19a.
func largestTerm(e *lab.Evidence) lab.Finding {
	var verdicts []lab.Verdict
	lowEdges, highEdges, lowKept, highKept := math.Inf(1), 0.0, math.Inf(1), 0.0
	held := 0
	for _, r := range e.Where(graphKind) {
		if !(r.Value("built") > 0) {
			continue
		}
		v := func(metric string) float64 { return e.Value(r.Case, metric) }
		verdict, _ := e.Band(stats.Interval{Low: 1 + v("edges ratio.min"), High: 1 + v("edges ratio.max"), Confidence: lab.Confidence})
		verdicts = append(verdicts, verdict)
		if verdict == lab.Reproduced {
			held++
		}
		lowEdges, highEdges = min(lowEdges, v("edges ratio.median")), max(highEdges, v("edges ratio.median"))
		lowKept, highKept = min(lowKept, v("total ratio.median")), max(highKept, v("total ratio.median"))
	}
	if len(verdicts) == 0 {
		return lab.Finding{Verdict: lab.Pending, Because: "no graph was built"}
	}
	return lab.Finding{
		Verdict: lab.Worst(verdicts...),
		Figure: fmt.Sprintf("edges as a list take %s to %s times the largest term, medians of the sets; all that the library keeps %s to %s times",
			lab.Number(round(lowEdges)), lab.Number(round(highEdges)), lab.Number(round(lowKept)), lab.Number(round(highKept))),
		Because: fmt.Sprintf("on %d of %d sets the largest term stands for all; edges, which the paper counts in phase 3, are not in its formula", held, len(verdicts)),
	}
}

func graphCase(id string) string { return record.Key(graphKind, lab.OnSet(id)...) }

// sizeSets are puzzles of the same share of givens at four sizes.
var sizeSets = []string{"own-4x4", "own-medium", "own-16x16", "own-25x25"}

// spaceOrders judges M19b by the smallest and the greatest size; the others are shown.
func spaceOrders(e *lab.Evidence) lab.Finding {
	type grown struct{ low, median, high float64 } // of the peak over an order
	over := func(id, order string) grown {
		v := func(metric string) float64 {
			return 8 * e.Value(graphCase(id), metric) / e.Value(graphCase(id), order)
		}
		return grown{v("peak.min"), v("peak.median"), v("peak.max")}
	}
	first, last := sizeSets[0], sizeSets[len(sizeSets)-1]
	change := func(order string) stats.Interval {
		from, to := over(first, order), over(last, order)
		return stats.Interval{Low: to.low / from.high, High: to.high / from.low, Confidence: lab.Confidence}
	}
	second, third := change("order2"), change("order3")
	var parts []string
	whole := true
	for _, id := range sizeSets {
		mark, c := "", graphCase(id)
		if e.Value(c, "built") < e.Value(c, "puzzles") {
			mark, whole = "≥ ", false
		}
		parts = append(parts, fmt.Sprintf("%s%s at n = %s", mark, lab.Number(round(over(id, "order3").median)), lab.Number(e.Value(c, "side"))))
	}
	factor := e.Limit("factor")
	f := lab.Finding{
		Verdict: lab.Pending,
		Figure:  "median peak over n³ log n, in bits: " + strings.Join(parts, ", "),
		Because: fmt.Sprintf("from n = 4 to 25 that over n³ log n changes by a factor of %s, that over n² log n by %s", third, second),
	}
	switch {
	case third.Low > factor, second.High < 1/factor:
		f.Verdict = lab.Refuted
	case third.High <= factor && second.Low >= 1/factor && whole:
		f.Verdict = lab.Reproduced
	}
	if !whole {
		f.Because += "; of graphs that exceed the limits only the fillings count"
	}
	return f
}

// compared judges M22.
func compared(e *lab.Evidence) lab.Finding {
	var looped, product, pairs, positions, bound, steps, all, beyond float64
	high := e.Limit("high")
	var wrong []string
	for _, r := range e.Where(graphKind) {
		most := r.Value("looped product") * r.Value("side")
		if r.Value("looped pairs") != r.Value("looped product") || r.Value("looped same") != r.Value("looped") || r.Value("looped positions") > high*most {
			wrong = append(wrong, r.Dim("set"))
		}
		looped += r.Value("looped")
		product += r.Value("looped product")
		pairs += r.Value("looped pairs")
		positions += r.Value("looped positions")
		bound += most
		steps += r.Value("steps")
		all += r.Value("product")
		beyond += r.Value("beyond")
	}
	f := lab.Finding{
		Verdict: lab.Reproduced,
		Figure: fmt.Sprintf("the printed loops compare %s pairs of fillings, the product %s, and look at %s of its n positions; the library makes %s comparisons of a line where the product is %s",
			lab.Number(pairs), lab.Number(product), lab.Share(positions, bound), lab.Number(steps), lab.Number(all)),
		Because: fmt.Sprintf("in each of %s graphs; the library exceeds the product times n in %s", lab.Number(looped), lab.Number(beyond)),
	}
	few, why := e.Enough("cases", looped)
	switch {
	case len(wrong) > 0:
		f.Verdict, f.Because = lab.Refuted, "not so on "+strings.Join(wrong, ", ")
	case few != "":
		f.Verdict, f.Because = few, why
	}
	return f
}

// extracted judges M24 on boards with solutions.
func extracted(e *lab.Evidence) lab.Finding {
	type class struct{ boards, beyond, nodes, dead, worst float64 }
	sum := map[string]*class{noneClass: {}, oneClass: {}, severalClass: {}}
	example := ""
	most := 0.0
	for _, r := range e.Where(extractKind) {
		for id, c := range sum {
			if _, ok := r.Metric(id + " boards"); !ok {
				continue // no board of the class
			}
			v := func(metric string) float64 { return r.Value(id + " " + metric) }
			c.boards += v("boards")
			c.beyond += v("beyond")
			c.nodes += v("nodes")
			c.dead += v("dead-ends")
			c.worst = max(c.worst, v("nodes.max"))
			if text, ok := r.Texts[id+" counterexample"]; ok && id == oneClass && v("beyond") > 0 && v("nodes.max") > most {
				most, example = v("nodes.max"), text
			}
		}
	}
	none, one, several := sum[noneClass], sum[oneClass], sum[severalClass]
	boards, beyond := one.boards+several.boards, one.beyond+several.beyond
	v, reason := e.Always(boards-beyond, boards)
	if few, why := e.Enough("several", several.boards); v != lab.Refuted && few != "" {
		v, reason = few, why
	}
	f := lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("more vertices tried than S·n² on %s of %s unique puzzles, %s at worst, and on %s of %s boards with several solutions; without solution %s at worst, on %s boards",
			lab.Number(one.beyond), lab.Number(one.boards), lab.Number(one.worst), lab.Number(several.beyond), lab.Number(several.boards), lab.Number(none.worst), lab.Number(none.boards)),
		Because: reason,
	}
	if v == lab.Refuted {
		f.Because = fmt.Sprintf("the search ends in dead ends that no count of solutions bounds, %s of the vertices tried on unique puzzles", lab.Share(one.dead, one.nodes))
		if example != "" {
			f.Because += "; counterexample " + strings.ReplaceAll(example, "\n", ", ")
		}
	}
	return f
}

// earliest judges M26.
func earliest(e *lab.Evidence) lab.Finding {
	var boards, found, masksBoards, masksFound, conflicting float64
	var partly []lab.Verdict
	least := e.Limit("least")
	for _, r := range e.Where(unsolvableKind) {
		n, hits := r.Value(letter+"boards"), r.Value(letter+"phase2")
		boards, found = boards+n, found+hits
		masksBoards, masksFound = masksBoards+r.Value(masked+"boards"), masksFound+r.Value(masked+"phase2")
		conflicting += r.Value(masked + "conflicting")
		v := lab.Pending
		switch in := lab.ShareInterval(hits, n); {
		case in.Low >= least:
			v = lab.Partly
		case in.High < least:
			v = lab.Refuted
		}
		partly = append(partly, v)
	}
	v, reason := e.Always(found, boards)
	f := lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("phase 2 finds out %s of %s unsolvable boards by the box alone, %s of %s with masks",
			lab.Number(found), lab.Number(boards), lab.Number(masksFound), lab.Number(masksBoards)),
		Because: fmt.Sprintf("%s; %s boards with two equal givens in a unit, which phase 1 sees, are left out", reason, lab.Number(conflicting)),
	}
	if v == lab.Refuted {
		f.Verdict = lab.Worst(partly...)
		f.Because = "listing by the box alone, phase 2 knows no row and no column; the other boards are left to phases 3 to 5"
	}
	return f
}
