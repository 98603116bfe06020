package cspdesign

import (
	"slices"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// setOf names the set of a case, "–" for a case without puzzles.
func setOf(r record.Record) string {
	switch {
	case !r.Has("set"):
		return "–"
	case len(orderShuffled.of(record.Set{r})) > 0:
		return r.Dim("set") + ", shuffled"
	}
	return r.Dim("set")
}

// ratioText writes how many times as long a way takes as the document's choice, with the interval.
func ratioText(r record.Record, name string) string {
	return lab.WithInterval(r, name+" ratio", lab.Number)
}

// nodesRatio writes how many times as many nodes it takes, "–" of a single puzzle.
func nodesRatio(r record.Record, name string) string {
	if r.Value("puzzles") < 2 {
		return "–"
	}
	return lab.WithInterval(r, name+" nodes-ratio", lab.Number)
}

func tables(set record.Set) []lab.Table {
	const ratio = "Time to the choice's (95 % interval)"
	timed := []string{"Set", "Solver", "Time", ratio}
	layout := lab.Table{
		Name: "layout", Title: "Flat board against two dimensions: the whole solve on bitmasks, and access to cells alone",
		Columns: append(slices.Clip(timed), "Arcs"),
		Notes: []string{
			"Places are packed into a byte, except in the row of pairs, whose arcs are twice as large. By interface and by type parameter: the flat board again, behind methods; a comparison that kept the layouts there would have measured the calls.",
		},
	}
	domains := lab.Table{
		Name: "domains", Title: "Sets, lists and bitmasks as domains: the whole solve, and single operations on nine digits",
		Columns: append(slices.Clip(timed), "Arcs", "Allocations per puzzle"),
		Notes: []string{
			"REVISE as printed compares digits pair by pair; by member it asks for the one digit of a settled peer. Lean is the bitmask solver without the skeleton that the other six share.",
		},
	}
	queue := lab.Table{
		Name: "queue", Title: "Queues of arcs under both solvers",
		Columns: append([]string{"Rest of the solver"}, append(slices.Clip(timed), "Arcs", "Most waiting", "Allocations per puzzle")...),
		Notes: []string{
			"Ring: the double-ended queue. Shifted: a list whose other arcs move up when the first is taken. Resliced: a slice whose first arc is cut off. Bits: an arc that waits is not queued again.",
		},
	}
	peers := lab.Table{
		Name: "peers", Title: "Stored against computed peers under both solvers",
		Columns: append([]string{"Rest of the solver"}, append(slices.Clip(timed), "Requests per puzzle, median")...),
	}
	store := lab.Table{
		Name: "store", Title: "Ways back to earlier domains on puzzles that need search, and the copy of 81 full domains alone",
		Columns: append(slices.Clip(timed), "Puzzles", "Right", "Wrong", "Missing", "Allocated per puzzle"),
		Notes:   []string{"The bitmasks on a trail are compared with the array of bitmasks, all others with deep copies of sets."},
	}
	order := lab.Table{
		Name: "order", Title: "Orders of branching on puzzles that need search",
		Columns: append(slices.Clip(timed), "Puzzles", "Solved", "Nodes", "Nodes to MRV, median puzzle", "Digits at a branch", "Depth of dead ends"),
		Notes: []string{
			"≥: some searches reached the bound on nodes, so the sum is a lower bound; the bound meets all orders. Shuffled: every puzzle under its own random symmetry, which does not change the puzzle, but changes much for an order that goes by the place of a cell.",
		},
	}
	for _, about := range subjects() {
		for _, r := range about.of(set) {
			if about.puzzles(r) == 0 {
				continue
			}
			for _, en := range about.sides() {
				name := en.name
				v := func(metric string) string {
					if !en.counted {
						return "–"
					}
					return lab.Number(r.Value(name + " " + metric))
				}
				allocated := func(metric string) string {
					if !en.timed {
						return "–"
					}
					return v(metric)
				}
				if !en.timed && r.Value(name+" missing")+r.Value(name+" wrong") == 0 {
					continue
				}
				row := []string{setOf(r), name, "–", "–"}
				if en.timed {
					row[2] = lab.Seconds(r.Value(name + " time"))
				}
				if en.against != "" {
					row[3] = ratioText(r, name)
				}
				switch about {
				case layoutAxis, accessOperation:
					layout.Add(append(row, v("arcs"))...)
				case domainsAxis, memberOperation:
					domains.Add(append(row, v("arcs"), allocated("allocations"))...)
				case queueOnLean, queueOnSets:
					queue.Add(append([]string{about.dim.Value}, append(row, v("arcs"), v("peak"), allocated("allocations"))...)...)
				case peersOnLean, peersOnSets:
					peers.Add(append([]string{about.dim.Value}, append(row, v("requests.median"))...)...)
				case storeAxis, copyOperation:
					puzzles := "–"
					if en.counted {
						puzzles = lab.Number(about.puzzles(r))
					}
					store.Add(append(row, puzzles, v("right"), v("wrong"), v("missing"), allocated("allocated"))...)
				case orderAxis, orderShuffled:
					bound, ratio := "", "1"
					if r.Value(name+" capped") > 0 {
						bound = "≥ "
					}
					if name != againstMRV {
						ratio = nodesRatio(r, name)
					}
					order.Add(append(row, lab.Number(about.puzzles(r)), v("right"), bound+v("nodes"), ratio,
						mean(r, name, "width", "branches"), mean(r, name, "dead-depth", "dead-ends"))...)
				}
			}
		}
	}
	return []lab.Table{layout, domains, queue, peers, store, order}
}

// mean divides two sums of a way.
func mean(r record.Record, name, sum, of string) string {
	if r.Value(name+" "+of) == 0 {
		return "–"
	}
	return lab.Number(r.Value(name+" "+sum) / r.Value(name+" "+of))
}
