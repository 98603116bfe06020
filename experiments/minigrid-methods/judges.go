package minigridmethods

import (
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "M18a", Decide: findUnique},
		{Claim: "M18b", Decide: findSeveral},
		{Claim: "M18c", Decide: gainFromCores},
		{Claim: "M18d", Decide: explicitGraph},
		{Claim: "M18e", Decide: delivered},
	}
}

// findUnique asks of each method that it finds and proves the one solution of every puzzle.
func findUnique(e *lab.Evidence) lab.Finding {
	set := e.Where(unique)
	n := set.Sum("puzzles")
	var verdicts []lab.Verdict
	var shares, failing []string
	wrong := 0.0
	for _, name := range four {
		proved := set.Sum(name + " proved")
		wrong += set.Sum(name + " wrong")
		v, _ := e.Always(proved, n)
		verdicts = append(verdicts, v)
		if v == lab.Refuted {
			failing = append(failing, name)
		}
		shares = append(shares, name+" "+lab.Share(proved, n))
	}
	f := lab.Finding{
		Verdict: lab.Worst(verdicts...),
		Figure:  fmt.Sprintf("of %s puzzles solved and proved unique: %s; %s wrong answers", lab.Number(n), strings.Join(shares, ", "), lab.Number(wrong)),
		Because: "each of the four solves and proves every puzzle",
	}
	switch {
	case wrong > 0:
		f.Verdict, f.Because = lab.Refuted, "an answer is wrong"
	case len(failing) > 0:
		f.Because = "puzzles are left open by " + strings.Join(failing, ", ")
	case f.Verdict == lab.Pending:
		f.Because = "too few puzzles"
	}
	return f
}

// findSeveral asks for all solutions as the methods stand, and after the change.
func findSeveral(e *lab.Evidence) lab.Finding {
	set := e.Where(several)
	known, boards := set.Sum("known"), set.Sum("boards")
	var asIs, after []string
	for _, name := range four {
		asIs = append(asIs, name+" "+lab.Number(set.Sum(name+" as-is")))
		after = append(after, lab.Number(set.Sum(name+" found")))
	}
	whole := func(metric string, names ...string) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return set.Sum(name+metric) != known })
	}
	direct, changed := whole(" as-is", cover, this), whole(" found", four...)
	needed := set.Sum(backtracking+" as-is") < known && set.Sum(propagating+" as-is") < known
	f := lab.Finding{
		Verdict: lab.Reproduced,
		Figure:  fmt.Sprintf("of %s solutions of %s boards, as they stand: %s; after the change: %s", lab.Number(known), lab.Number(boards), strings.Join(asIs, ", "), strings.Join(after, ", ")),
		Because: "backtracking need only go on after a solution; propagation lists none without a search, and with one it is backtracking",
	}
	few, why := e.Enough("cases", boards)
	switch {
	case !direct:
		f.Verdict, f.Because = lab.Refuted, "this method or dancing links misses a solution as it stands"
	case few != "":
		f.Verdict, f.Because = few, why
	case !changed || !needed:
		f.Verdict, f.Because = lab.Partly, "this method and dancing links list all as they stand; the other methods do not behave as stated"
	}
	return f
}

// The words of the paper's column, from the least.
const (
	poor      = "poor"
	moderate  = "moderate"
	excellent = "excellent"
)

// stated is the paper's column.
var stated = map[string]string{backtracking: poor, cover: poor, this: excellent, propagating: moderate}

// judged is the number of workers that is judged by: what every machine has that can tell.
const judged = 2

// waysIn lists the ways of a method that a record times, in rising order of their names.
func waysIn(r record.Record, method string) (out []string) {
	for _, way := range waysOf(method) {
		if _, ok := r.Metric(method + " " + way + " time"); ok {
			out = append(out, way)
		}
	}
	return out
}

// sharedWays lists those of them that several workers share.
func sharedWays(r record.Record, method string) []string {
	return slices.DeleteFunc(waysIn(r, method), func(way string) bool { return way == byQueue })
}

// best returns the greatest speed-up of a method's ways within one board, and whether one was
// measured.
func best(r record.Record, method string) (gain float64, way string, ok bool) {
	for _, name := range sharedWays(r, method) {
		if m, there := r.Metric(speedUp(method+" "+name, judged)); there && (!ok || m.Value > gain) {
			gain, way, ok = m.Value, name, true
		}
	}
	return gain, way, ok
}

// span is an interval of a share of what the machine gives.
type span struct{ low, high float64 }

// gainOf returns the interval of a method's speed-up over that of the loops: the greatest ends of
// the intervals of its ways, since the best of them counts and any may be it.
func gainOf(e *lab.Evidence, r record.Record, method string, machine span) (s span, ok bool) {
	for _, name := range sharedWays(r, method) {
		key := speedUp(method+" "+name, judged)
		if _, there := r.Metric(key); !there {
			continue
		}
		s.low, s.high = max(s.low, e.Value(r.Case, key+".low")), max(s.high, e.Value(r.Case, key+".high"))
		ok = true
	}
	return span{s.low / machine.high, s.high / machine.low}, ok
}

// ofWord decides whether a share lies within a word of the paper's column.
func ofWord(e *lab.Evidence, s span, word string) lab.Verdict {
	at := func(x float64) string {
		switch {
		case x >= e.Limit("excellent"):
			return excellent
		case x < e.Limit("poor"):
			return poor
		}
		return moderate
	}
	low, high := at(s.low), at(s.high)
	switch {
	case low == word && high == word:
		return lab.Reproduced
	case low == high, low == moderate && word == poor, high == moderate && word == excellent:
		return lab.Refuted
	}
	return lab.Pending
}

// beyond decides whether the share of this method exceeds another by the limit margin.
func beyond(e *lab.Evidence, own, other span) lab.Verdict {
	switch margin := e.Limit("margin"); {
	case own.low-other.high >= margin:
		return lab.Reproduced
	case own.high-other.low < margin:
		return lab.Refuted
	}
	return lab.Pending
}

// gainFromCores judges M18c.
func gainFromCores(e *lab.Evidence) lab.Finding {
	var words, order []lab.Verdict
	var figures, busy []string
	for _, r := range e.Where(within) {
		loops := speedUp(byLoops, judged)
		if _, ok := r.Metric(loops); !ok {
			continue // one core
		}
		kind := label(r)
		// More than the number of cores is the clock's doing.
		machine := span{min(e.Value(r.Case, loops+".low"), judged), min(e.Value(r.Case, loops+".high"), judged)}
		if median := min(r.Value(loops), judged); !(median >= e.Limit("free")) || machine.low <= 0 {
			busy = append(busy, kind)
			words, order = append(words, lab.Pending), append(order, lab.Pending)
			continue
		}
		spans, complete := map[string]span{}, true
		var texts []string
		for _, name := range four {
			s, ok := gainOf(e, r, name, machine)
			spans[name], complete = s, complete && ok
			texts = append(texts, fmt.Sprintf("%s %.2f to %.2f", name, s.low, s.high))
		}
		if !complete {
			continue // the four are compared on boards that all of them take
		}
		figures = append(figures, kind+": "+strings.Join(texts, ", "))
		for _, name := range four {
			words = append(words, ofWord(e, spans[name], stated[name]))
		}
		order = append(order, beyond(e, spans[this], spans[backtracking]), beyond(e, spans[this], spans[cover]))
	}
	hold, fail := 0, 0
	for _, v := range words {
		hold += stats.Indicator[int](v == lab.Reproduced)
		fail += stats.Indicator[int](v == lab.Refuted)
	}
	f := lab.Finding{
		Verdict: lab.Worst(words...),
		Figure:  "share of what two cores give: " + strings.Join(figures, "; "),
		Because: fmt.Sprintf("of %d words on %d kinds of boards %d hold and %d do not, whole intervals taken", 4*len(figures), len(figures), hold, fail),
	}
	if len(busy) > 0 {
		f.Because += "; the cores were busy with other work during " + strings.Join(busy, ", ")
	}
	if f.Verdict != lab.Refuted {
		return f
	}
	switch lab.Worst(order...) {
	case lab.Reproduced:
		f.Verdict = lab.Partly
		f.Because += "; this method gains more than backtracking and dancing links on every kind"
	case lab.Pending:
		f.Verdict = lab.Pending
		f.Because += "; whether this method gains more than backtracking and dancing links on every kind the intervals leave open"
	default:
		f.Because += "; on some kind this method gains no more than backtracking or dancing links"
	}
	return f
}

// label names the boards of a case that several workers share.
func label(r record.Record) string {
	if r.Has("set") {
		return r.Dim("boards") + "/set=" + r.Dim("set")
	}
	return r.Dim("boards")
}

// explicitGraph asks which methods hold vertices and edges of constraints as data.
func explicitGraph(e *lab.Evidence) lab.Finding {
	set := e.Where(structure)
	var with, without []string
	for name, metric := range map[string]string{backtracking: " edges", propagating: " edges", cover: " elements"} {
		if set.Sum(name+metric) > 0 {
			with = append(with, name)
		} else {
			without = append(without, name)
		}
	}
	slices.Sort(with)
	f := lab.Finding{Verdict: lab.Refuted, Because: "none of the others holds one"}
	if len(with) > 0 {
		f.Because = "a graph of constraints is held by " + strings.Join(with, ", ") + " too; this method's own is that its vertices are fillings and its edges differ from puzzle to puzzle"
	}
	for _, r := range set {
		if v := func(metric string) string { return lab.Number(r.Value(metric)) }; f.Figure == "" || r.Value("side") == 9 {
			f.Figure = fmt.Sprintf("edges at side %s: backtracking %s, propagation %s, elements of dancing links %s, minigrid %s (median)",
				v("side"), v(backtracking+" edges"), v(propagating+" edges"), v(cover+" elements"), v(this+" edges.median"))
		}
	}
	least := e.Limit("least")
	switch {
	case !(set.Sum(this+" edges.median") > 0):
		f.Because = "this method holds no graph"
	case len(with) == 0:
		f.Verdict = lab.Reproduced
	case float64(len(without)) >= least:
		f.Verdict = lab.Partly
	}
	return f
}

// compared are the methods that the benchmark of M18e is between.
var compared = []string{this, cover, backtracking}

// delivered judges M18e: a benchmark compares like with like only if each method solves all.
func delivered(e *lab.Evidence) lab.Finding {
	var figures, open []string
	var verdicts []lab.Verdict
	sets := e.Where(unique)
	for _, r := range sets {
		n := r.Value("puzzles")
		if few, _ := e.Enough("puzzles", n); few != "" {
			verdicts = append(verdicts, few)
		}
		var times []string
		for _, name := range compared {
			v := func(metric string) float64 { return e.Value(r.Case, name+" "+metric) }
			measured := v("time.median") > 0 && v("heap") > 0 && v("nodes.median") >= 0
			verdict := lab.Reproduced
			switch {
			case v("wrong") > 0 || v("proved") < n:
				verdict = lab.Refuted
				open = append(open, name+" on "+r.Dim("set"))
			case !measured:
				verdict = lab.Pending
			}
			verdicts = append(verdicts, verdict)
			times = append(times, lab.Seconds(v("time.median")))
		}
		figures = append(figures, r.Dim("set")+" "+strings.Join(times, " / "))
	}
	f := lab.Finding{
		Verdict: lab.Worst(verdicts...),
		Figure:  fmt.Sprintf("median time by %s: %s", strings.Join(compared, " / "), strings.Join(figures, "; ")),
		Because: fmt.Sprintf("time, nodes and memory of the three are measured on %d sets, and each solves and proves every puzzle", len(sets)),
	}
	switch f.Verdict {
	case lab.Refuted:
		f.Because = "puzzles are left open or answered wrongly by " + strings.Join(open, ", ")
	case lab.Pending:
		f.Because = "too few puzzles, or a figure is not measured"
	}
	return f
}
