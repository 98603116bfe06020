package minigridmethods

import (
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
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

// sum adds a metric up over records.
func sum(set record.Set, metric string) (total float64) {
	for _, r := range set {
		total += r.Value(metric)
	}
	return total
}

// metricsOf lists a metric of the four methods.
func metricsOf(suffixes ...string) (out []string) {
	for _, name := range four {
		for _, suffix := range suffixes {
			out = append(out, name+" "+suffix)
		}
	}
	return out
}

// findUnique asks of each method that it finds and proves the one solution of every puzzle.
func findUnique(e *lab.Evidence) lab.Finding {
	set := e.Cases(uniquePrefix, append(metricsOf("proved", "wrong"), "puzzles")...)
	n := sum(set, "puzzles")
	var all, wrong float64
	var shares []string
	for _, name := range four {
		proved := sum(set, name+" proved")
		wrong += sum(set, name+" wrong")
		if proved == n {
			all++
		}
		shares = append(shares, name+" "+lab.Share(proved, n))
	}
	f := lab.Finding{
		Figure:  fmt.Sprintf("of %s puzzles solved and proved unique: %s", lab.Number(n), strings.Join(shares, ", ")),
		Because: fmt.Sprintf("to find unique solutions is read as finding and proving that of every puzzle that has one; %s of the four do, with %s wrong answers", lab.Number(all), lab.Number(wrong)),
	}
	alone := sum(set, propagating+" proved")
	if alone < n {
		f.Because += "; propagation alone is never wrong but leaves cells open, and with the search that closes them it is the first method"
	}
	switch {
	case n == 0:
		f.Verdict = lab.Pending
	case wrong > 0 || all+1 < float64(len(four)):
		f.Verdict = lab.Refuted
	case all == float64(len(four)):
		f.Verdict = lab.Reproduced
	default:
		f.Verdict = lab.Partly
	}
	return f
}

// findSeveral asks for all solutions as the methods stand, and after the change.
func findSeveral(e *lab.Evidence) lab.Finding {
	set := e.Cases("several/", append(metricsOf("as-is", "found", "complete"), "known", "boards", "known.max")...)
	known, boards := sum(set, "known"), sum(set, "boards")
	var asIs, after []string
	for _, name := range four {
		asIs = append(asIs, name+" "+lab.Number(sum(set, name+" as-is")))
		after = append(after, lab.Number(sum(set, name+" found")))
	}
	whole := func(metric string, names ...string) bool {
		for _, name := range names {
			if sum(set, name+metric) != known {
				return false
			}
		}
		return true
	}
	direct, changed := whole(" as-is", cover, this), whole(" found", four...)
	needed := sum(set, backtracking+" as-is") < known && sum(set, propagating+" as-is") < known
	f := lab.Finding{
		Figure: fmt.Sprintf("of %s solutions of %s boards, as they stand: %s; after the change: %s", lab.Number(known), lab.Number(boards), strings.Join(asIs, ", "), strings.Join(after, ", ")),
		Because: "the change of backtracking is to go on after a solution, which differs from dancing links in where the printed loop returns and in nothing else; " +
			"propagation lists nothing without a search, and then it is backtracking",
	}
	switch {
	case boards == 0:
		f.Verdict = lab.Pending
	case direct && changed && needed:
		f.Verdict = lab.Reproduced
	case direct:
		f.Verdict = lab.Partly
	default:
		f.Verdict = lab.Refuted
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

// The words are read as shares of what loops that share nothing gain from the same cores: on two
// cores that are free, 1.2 and 1.6 times.
const (
	poorBelow     = 0.6
	excellentFrom = 0.8
)

// free is what the loops must gain on two cores for a measurement to say anything.
const free = 1.5

func rate(gain, machine float64) string {
	switch {
	case gain >= excellentFrom*machine:
		return excellent
	case gain < poorBelow*machine:
		return poor
	}
	return moderate
}

// judged is the number of workers that is judged by: what every machine has that can tell.
const judged = 2

// waysOf lists the ways of a method that a record times, in rising order of their names.
func waysOf(r record.Record, method string) (out []string) {
	for metric := range r.Noisy {
		if way, ok := strings.CutSuffix(metric, " time"); ok && strings.HasPrefix(way, method+" ") {
			out = append(out, strings.TrimPrefix(way, method+" "))
		}
	}
	slices.Sort(out)
	return out
}

// best returns the greatest speed-up of a method's ways within one board, and whether one was
// measured.
func best(r record.Record, method string) (gain float64, way string, ok bool) {
	for _, name := range waysOf(r, method) {
		if m, there := r.Metric(speedUp(method+" "+name, judged)); there && (!ok || m.Value > gain) {
			gain, way, ok = m.Value, name, true
		}
	}
	return gain, way, ok
}

func gainFromCores(e *lab.Evidence) lab.Finding {
	var cases, agreeing, words, ordered, busy float64
	var figures []string
	for _, r := range e.Cases(withinPrefix, "cores") {
		loops, ok := r.Metric(speedUp(byLoops, judged))
		if !ok {
			continue
		}
		machine := min(loops.Value, judged) // more is the clock's doing
		gains, complete := map[string]float64{}, true
		var texts []string
		for _, name := range four {
			gain, way, ok := best(r, name)
			if !ok {
				complete = false
				continue
			}
			gains[name] = gain
			if machine >= free {
				way += ", " + rate(gain, machine)
			}
			texts = append(texts, fmt.Sprintf("%s %.2f (%s)", name, gain, way))
		}
		figures = append(figures, fmt.Sprintf("%s: %s, loops %.2f", strings.TrimPrefix(r.Case, withinPrefix), strings.Join(texts, ", "), machine))
		if machine < free {
			busy++
			continue
		}
		if !complete {
			continue // shown, but the four are compared on boards that all of them take
		}
		cases++
		for _, name := range four {
			words++
			if rate(gains[name], machine) == stated[name] {
				agreeing++
			}
		}
		if gains[this] > gains[propagating] && gains[propagating] > max(gains[backtracking], gains[cover]) {
			ordered++
		}
	}
	f := lab.Finding{
		Figure: fmt.Sprintf("times faster on %d cores within one board: %s", judged, strings.Join(figures, "; ")),
		Because: fmt.Sprintf("excellent is read as %.1f of what loops that share nothing gain, poor as under %.1f; %s of %s words agree, and the stated order holds on %s of %s kinds of boards",
			excellentFrom, poorBelow, lab.Number(agreeing), lab.Number(words), lab.Number(ordered), lab.Number(cases)),
	}
	if busy > 0 {
		f.Because += fmt.Sprintf("; left out are %s kinds during which even the loops gained less than %.1f, the cores being in use otherwise", lab.Number(busy), free)
	}
	if queue, rounds := sum(e.Cases(withinPrefix, "cores"), propagating+" "+byQueue+" time"), sum(e.Cases(withinPrefix, "cores"), propagating+" "+byRounds+" time"); queue > 0 {
		f.Because += fmt.Sprintf("; rounds, the form of propagation that can be shared, take %s times as long on one core as the queue", lab.Number(rounds/queue))
	}
	switch {
	case cases == 0:
		f.Verdict = lab.Pending
	case agreeing == words:
		f.Verdict = lab.Reproduced
	case ordered > 0:
		f.Verdict = lab.Partly
	default:
		f.Verdict = lab.Refuted
	}
	return f
}

// explicitGraph asks which methods hold vertices and edges of constraints as data.
func explicitGraph(e *lab.Evidence) lab.Finding {
	set := e.Cases(structurePrefix, "side", backtracking+" edges", propagating+" edges", cover+" elements", this+" edges.median")
	var f lab.Finding
	if len(set) == 0 {
		f.Verdict = lab.Pending
		return f
	}
	var others []string
	for _, name := range []string{backtracking, propagating} {
		if sum(set, name+" edges") > 0 {
			others = append(others, name)
		}
	}
	own, incidence := sum(set, this+" edges.median") > 0, sum(set, cover+" elements") > 0
	shown := set[0]
	for _, r := range set {
		if r.Value("side") == 9 {
			shown = r
		}
	}
	v := func(metric string) string { return lab.Number(shown.Value(metric)) }
	f.Figure = fmt.Sprintf("side %s: network %s vertices and %s edges (%s arcs), matrix %s items, %s options, %s elements, minigrid graph %s vertices and %s edges (median)",
		v("side"), v(backtracking+" vertices"), v(backtracking+" edges"), v(backtracking+" arcs"), v(cover+" items"), v(cover+" options"), v(cover+" elements"),
		v(this+" vertices.median"), v(this+" edges.median"))
	switch {
	case own && len(others) == 0 && !incidence:
		f.Verdict = lab.Reproduced
		f.Because = "none of the others holds anything of the kind"
	case own && len(others) == 0:
		f.Verdict = lab.Partly
		f.Because = "the matrix of dancing links is a graph of constraints and placements, not one of constraints"
	default:
		f.Verdict = lab.Refuted
		f.Because = fmt.Sprintf("%s work on an explicit constraint graph, cells as vertices and an edge for each two that must differ; the matrix of dancing links is a graph of constraints and placements; what is this method's own is that its vertices are fillings of boxes and its edges differ from puzzle to puzzle",
			strings.Join(others, " and "))
	}
	return f
}

// delivered looks for time, nodes and memory of each method on every set.
func delivered(e *lab.Evidence) lab.Finding {
	set := e.Cases(uniquePrefix, "puzzles")
	var absent, figures []string
	for _, r := range set {
		for _, metric := range metricsOf("time.median", "nodes.median", "heap") {
			m, ok := r.Metric(metric)
			if !ok || strings.HasSuffix(metric, "time.median") && m.Value <= 0 {
				absent = append(absent, r.Case+" "+metric)
			}
		}
		var times []string
		for _, name := range four {
			times = append(times, lab.Seconds(r.Value(name+" time.median")))
		}
		figures = append(figures, strings.TrimPrefix(r.Case, uniquePrefix)+" "+strings.Join(times, " / "))
	}
	f := lab.Finding{
		Figure:  fmt.Sprintf("median time by %s: %s", strings.Join(four, " / "), strings.Join(figures, "; ")),
		Because: fmt.Sprintf("time, nodes and memory of each of the four are measured on the same puzzles of %d sets", len(set)),
	}
	switch {
	case len(set) == 0:
		f.Verdict = lab.Pending
	case len(absent) > 0:
		f.Verdict = lab.Partly
		f.Because += "; not measured: " + strings.Join(absent, ", ")
	default:
		f.Verdict = lab.Reproduced
	}
	return f
}
