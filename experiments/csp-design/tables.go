package cspdesign

import (
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// named returns the names of what a record compares, in the order of the axes.
func named(r record.Record) []string {
	var out []string
	for _, a := range axes() {
		if axisOf(r.Case) == a.name {
			for _, w := range a.ways(0) {
				out = append(out, w.name)
			}
		}
	}
	for _, o := range operations() {
		if o.name == r.Case {
			for _, c := range o.contenders(0) {
				out = append(out, c.name)
			}
		}
	}
	return out
}

// axisOf returns the axis of a case, or the name of an operation's case.
func axisOf(name string) string {
	axis, _, _ := strings.Cut(name, "/set=")
	return axis
}

// setOf returns the set of a case, "–" for a case without puzzles.
func setOf(r record.Record) string {
	axis, id, ok := strings.Cut(r.Case, "/set=")
	switch {
	case !ok:
		return "–"
	case axis == orderShuffled:
		return id + ", shuffled"
	}
	return id
}

// ratioText writes a ratio with its interval.
func ratioText(r record.Record, name string) string {
	m, ok := r.Metric(name + " ratio")
	if !ok {
		return "–"
	}
	return lab.Number(m.Value) + " (" + lab.Number(r.Value(name+" ratio.low")) + " to " + lab.Number(r.Value(name+" ratio.high")) + ")"
}

func tables(set record.Set) []lab.Table {
	const ratio = "Time to the choice's (95 % interval)"
	timed := []string{"Set", "Solver", "Time", ratio}
	layout := lab.Table{
		Name: "layout", Title: "Flat board against two dimensions: the whole solve on bitmasks, and access to cells alone",
		Columns: append(slices.Clip(timed), "Arcs"),
		Notes: []string{
			"Places are packed into a byte but in the row of pairs, whose arcs are twice as large. By interface and by type parameter: the flat board again, behind methods; a comparison that kept the layouts there would have measured the calls.",
		},
	}
	domains := lab.Table{
		Name: "domains", Title: "Sets, lists and bitmasks as domains: the whole solve, and single operations on nine digits",
		Columns: append(slices.Clip(timed), "Arcs", "Allocations a puzzle"),
		Notes: []string{
			"REVISE as printed compares digits pair by pair; by member it asks for the one digit of a settled peer. Lean is the bitmask solver without the skeleton that the other six share.",
		},
	}
	queue := lab.Table{
		Name: "queue", Title: "Queues of arcs under both solvers",
		Columns: append([]string{"Rest of the solver"}, append(slices.Clip(timed), "Arcs", "Most waiting", "Allocations a puzzle")...),
		Notes: []string{
			"Ring: the double-ended queue. Shifted: a list whose other arcs move up when the first is taken. Resliced: a slice whose first arc is cut off. Bits: an arc that waits is not queued again.",
		},
	}
	peers := lab.Table{
		Name: "peers", Title: "Stored against computed peers under both solvers",
		Columns: append([]string{"Rest of the solver"}, append(slices.Clip(timed), "Requests a puzzle, median")...),
	}
	store := lab.Table{
		Name: "store", Title: "Ways back to earlier domains on puzzles that need search, and the copy of 81 full domains alone",
		Columns: append(slices.Clip(timed), "Puzzles", "Right", "Wrong", "Missing", "Allocated a puzzle"),
		Notes:   []string{"The bitmasks on a trail are compared with the array of bitmasks, all others with deep copies of sets."},
	}
	order := lab.Table{
		Name: "order", Title: "Orders of branching on puzzles that need search",
		Columns: append(slices.Clip(timed), "Puzzles", "Solved", "Nodes", "Nodes to MRV, median puzzle", "Digits at a branch", "Depth of dead ends"),
		Notes: []string{
			"≥: some searches reached the bound on nodes, so the sum is a lower bound; the bound meets all orders. Shuffled: every puzzle under a random symmetry of its own, which changes nothing for a puzzle and much for an order that goes by the place of a cell.",
		},
	}
	for _, r := range set.Measured() {
		for _, name := range named(r) {
			if _, ok := r.Metric(name + " time"); !ok && r.Value(name+" missing")+r.Value(name+" wrong") == 0 {
				continue
			}
			v := func(m string) string {
				if _, ok := r.Metric(name + " " + m); !ok {
					return "–"
				}
				return lab.Number(r.Value(name + " " + m))
			}
			row := []string{setOf(r), name, "–", ratioText(r, name)}
			if t := r.Value(name + " time"); t > 0 {
				row[2] = lab.Seconds(t)
			}
			switch axis := axisOf(r.Case); axis {
			case layoutAxis, accessCase:
				layout.Add(append(row, v("arcs"))...)
			case domainsAxis, memberCase:
				domains.Add(append(row, v("arcs"), v("allocations"))...)
			case queueOnLean, queueOnSets:
				queue.Add(append([]string{bodyOf(axis)}, append(row, v("arcs"), v("peak"), v("allocations"))...)...)
			case peersOnLean, peersOnSets:
				peers.Add(append([]string{bodyOf(axis)}, append(row, v("requests.median"))...)...)
			case storeAxis, copyCase:
				n := "–"
				if axis == storeAxis {
					n = lab.Number(r.Value("puzzles"))
				}
				store.Add(append(row, n, v("right"), v("wrong"), v("missing"), v("allocated"))...)
			case orderAxis, orderShuffled:
				bound, ratio := "", "1"
				if r.Value(name+" capped") > 0 {
					bound = "≥ "
				}
				if name != againstMRV {
					ratio = v("nodes-ratio") + " (" + v("nodes-ratio.low") + " to " + v("nodes-ratio.high") + ")"
				}
				order.Add(append(row, lab.Number(r.Value("puzzles")), v("right"), bound+v("nodes"), ratio,
					mean(r, name, "width", "branches"), mean(r, name, "dead-depth", "dead-ends"))...)
			}
		}
	}
	return []lab.Table{layout, domains, queue, peers, store, order}
}

func bodyOf(axis string) string {
	_, body, _ := strings.Cut(axis, "/body=")
	return body
}

// mean divides two sums of a way.
func mean(r record.Record, name, sum, of string) string {
	if r.Value(name+" "+of) == 0 {
		return "–"
	}
	return lab.Number(r.Value(name+" "+sum) / r.Value(name+" "+of))
}
