package minigridmethods

import (
	"fmt"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/cores"
	"sudokulab/pkg/record"
)

// nothing stands for what was not measured.
const nothing = "–"

func tables(set record.Set) []lab.Table {
	var notes []string
	var absent []string
	for _, r := range set {
		if r.Status == record.Missing {
			absent = append(absent, r.Case)
		}
	}
	if len(absent) > 0 {
		notes = append(notes, "Not run, for lack of the set: "+strings.Join(absent, ", ")+".")
	}
	measured := set.Measured()
	return []lab.Table{comparison(measured, notes), costs(measured, notes), severalTable(measured), coresTable(measured, notes), structuresTable(measured)}
}

// papers is the paper's own row of a method: unique, several, parallel, graph.
var papers = map[string][4]string{
	backtracking: {"yes", "with a change", poor, "no"},
	cover:        {"yes", "yes", poor, "no"},
	this:         {"yes", "yes", excellent, "yes"},
	propagating:  {"yes", "with a change", moderate, "no"},
}

// comparison is the paper's table with measured cells, and the columns that it lacks.
func comparison(set record.Set, notes []string) lab.Table {
	t := lab.Table{
		Name:  "table",
		Title: "The paper's comparison of methods, filled in by measurement",
		Columns: []string{
			"Method", "Unique: solved and proved", "wrong", "paper", "Several: found as it stands", "found after the change", "change needed", "paper",
			"2 cores, unique puzzles", "2 cores, many solutions", "2 cores, many puzzles", "paper",
			"Explicit structure", "vertices, 9×9", "edges, 9×9", "paper", "Nodes, median", "Time, median", "Memory, bytes",
		},
		Notes: append([]string{
			"Unique: all puzzles of the sets with one solution. Several: all solutions of boards that have more, each checked, over the number known from elsewhere.",
			"2 cores: times faster than on one, the best of the ways of the method within one board, on the hardest puzzles with one solution and on boards with very many; and of workers that take whole puzzles in turn. A way and its price are in the table of cores.",
			"Vertices and edges are those of the method's structure: cells and constraints; items and options, and elements between them; fillings and pairs that agree, medians over own-minimal.",
			fmt.Sprintf("Nodes, time and memory are of the set %s: assignments tried (backtracking), options placed, forced ones included (dancing links), fillings placed in phase 5 (minigrid), none (propagation). Memory is the live heap that a solver holds with its problem after solving, not an exact figure.", shownSet),
			"The paper's rows are its table 7.2. Plain backtracking is bounded in nodes, see the table of costs.",
		}, notes...),
	}
	uniques, sev := set.Where(unique), set.Where(several)
	shown, _ := set.Case(record.Key(unique, lab.OnSet(shownSet)...))
	grids, _ := set.Case(record.Key(structure, lab.OnSet(shownSet)...))
	for _, m := range methods {
		paper, ok := papers[m.name]
		if !ok {
			paper = [4]string{nothing, nothing, nothing, nothing}
		}
		n, known := uniques.Sum("puzzles"), sev.Sum("known")
		asIs, after := nothing, nothing
		if m.name != plain {
			asIs, after = lab.Share(sev.Sum(m.name+" as-is"), known), lab.Share(sev.Sum(m.name+" found"), known)
		}
		vertices, edges := counts(grids, m.name)
		t.Add(m.label, lab.Share(uniques.Sum(m.name+" proved"), n), lab.Number(uniques.Sum(m.name+" wrong")), paper[0],
			asIs, after, m.change, paper[1],
			gains(set.Where(within, uniqueBoards), m.name), gains(set.Where(within, manySolutions), m.name), acrossGain(set, m.name), paper[2],
			m.holds, vertices, edges, paper[3],
			lab.NumberOf(shown, m.name+" nodes.median"), lab.SecondsOf(shown, m.name+" time.median"), heap(shown, m))
	}
	return t
}

// shownSet is the set whose figures stand in the table of comparison.
const shownSet = "own-minimal"

// counts returns the vertices and edges of a method's structure.
func counts(r record.Record, method string) (vertices, edges string) {
	switch method {
	case plain:
		method = backtracking
	case cover:
		if _, ok := r.Metric(cover + " items"); !ok {
			return nothing, nothing
		}
		return lab.Number(r.Value(cover+" items") + r.Value(cover+" options")), lab.NumberOf(r, cover+" elements")
	case this:
		return lab.NumberOf(r, this+" vertices.median"), lab.NumberOf(r, this+" edges.median")
	}
	return lab.NumberOf(r, method+" vertices"), lab.NumberOf(r, method+" edges")
}

// gains writes the best speed-ups of a method on two cores, over the records.
func gains(set record.Set, method string) string {
	var out []string
	for _, r := range set {
		if gain, _, ok := best(r, method); ok {
			out = append(out, fmt.Sprintf("%.2f", gain))
		}
	}
	if len(out) == 0 {
		return nothing
	}
	return strings.Join(out, ", ")
}

// heap writes the heap that a method holds; it is read of the four only.
func heap(r record.Record, m method) string {
	if m.name == plain {
		return nothing
	}
	return lab.NumberOf(r, m.name+" heap")
}

func acrossGain(set record.Set, method string) string {
	if method == plain {
		return nothing // not timed so
	}
	for _, r := range set.Where(across) {
		if m, ok := r.Metric(speedUp(method+" "+byPuzzle, judged)); ok {
			return fmt.Sprintf("%.2f", m.Value)
		}
	}
	return nothing
}

// costs has a row for each method on each set.
func costs(set record.Set, notes []string) lab.Table {
	t := lab.Table{
		Name:  "costs",
		Title: "Nodes, time and memory of each method on the same puzzles with one solution",
		Columns: []string{
			"Set", "Method", "Puzzles", "Solved", "Proved unique", "Wrong", "Nodes, median", "p90", "most",
			"Further work, median", "which counts", "Time, median", "p90", "slowest", "Heap held, bytes", "Of that exact, bytes",
		},
		Notes: append([]string{
			"Nodes: assignments tried (backtracking), options placed, forced ones included (dancing links), fillings placed in phase 5 (minigrid). Of dancing links' nodes the options tried at items with more than one left follow the slash.",
			"A puzzle's time is the median over the rounds, the methods in turn; the statistics are over puzzles. Plain backtracking is bounded in nodes, so its times are those of giving up where it solves nothing; it is timed in one round.",
			"Heap held: the live heap of a solver and its problem after a collection, the median of three readings; of the minigrid method the graph of the puzzle that takes the most. It differs from run to run. Exact is what lengths give for phases 1 to 4 at their peak, the greatest of the puzzles.",
		}, notes...),
	}
	for _, r := range set.Where(unique) {
		n := r.Value("puzzles")
		for _, m := range methods {
			v := func(metric string) string { return lab.NumberOf(r, m.name+" "+metric) }
			s := func(metric string) string { return lab.SecondsOf(r, m.name+" time."+metric) }
			nodes := v("nodes.median")
			exact := nothing
			switch m.name {
			case cover:
				nodes += " / " + v("guesses.median")
			case this:
				exact = v("bytes.max")
			}
			t.Add(r.Dim("set"), m.label, lab.Number(n), lab.Share(r.Value(m.name+" solved"), n), lab.Share(r.Value(m.name+" proved"), n),
				v("wrong"), nodes, v("nodes.p90"), v("nodes.max"), v("work.median"), m.counts, s("median"), s("p90"), s("max"), heap(r, m), exact)
		}
	}
	return t
}

func severalTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "several",
		Title:   "Boards with several solutions: what each method finds, over the number known",
		Columns: []string{"Boards", "Method", "Number", "Solutions known", "most of a board", "Found as it stands", "Found after the change", "Boards complete", "The change"},
		Notes: []string{
			"The number is known from the set (own-mixed) or from the conformance suite's oracle (thinned). Solutions found are checked and different from each other.",
			"As it stands, backtracking stops at its first solution and propagation has no search.",
		},
	}
	for _, r := range set.Where(several) {
		for _, name := range four {
			v := func(metric string) string { return lab.NumberOf(r, name+" "+metric) }
			t.Add(record.Key("", r.Dims()...), methodOf(name).label, lab.NumberOf(r, "boards"), lab.NumberOf(r, "known"), lab.NumberOf(r, "known.max"),
				v("as-is"), v("found"), v("complete"), methodOf(name).change)
		}
	}
	return t
}

// coresTable has a row for each way of sharing the work.
func coresTable(set record.Set, notes []string) lab.Table {
	most := 1
	for _, r := range append(set.Where(within), set.Where(across)...) {
		most = max(most, int(r.Value("cores")))
	}
	t := lab.Table{
		Name:    "cores",
		Title:   "Times faster than on one core, by workers (in brackets the 95 % interval of the median over rounds)",
		Columns: []string{"Boards", "Solutions", "Method", "Way", "On one core"},
		Notes: append([]string{
			"split: the board is split at its most constrained cells into as many pieces or a few more, which workers take in turn; with one worker this is the price of splitting. phases: workers in phases 2 and 3. extraction: these, and phase 5 split by the fillings of a box, if it takes more than some nodes. rounds: arc consistency in rounds over all cells, with a barrier; the run on one core is by rounds as well, and the queue of AC-3 stands below it. puzzles: workers take whole puzzles in turn.",
			"All solutions are found, their number equal for every way and number of workers; rounds leave the same domains as the queue of AC-3. machine: loops that share nothing, what the cores give at all.",
			"Boards of side 25 have more fillings than can be listed, so the minigrid method is not run on them. More cores than the machine has are not projected.",
		}, notes...),
	}
	counts := cores.Counts(most)
	for _, w := range counts {
		t.Columns = append(t.Columns, fmt.Sprintf("%d workers", w))
	}
	for _, r := range append(set.Where(within), set.Where(across)...) {
		add := func(method, way, key string) {
			time, ok := r.Metric(key + " time")
			if !ok {
				return
			}
			row := []string{r.Case, lab.NumberOf(r, "solutions"), method, way, lab.Seconds(time.Value)}
			for _, w := range counts {
				switch {
				case way == byQueue:
					row = append(row, nothing)
				case w == 1 && !overWhole(way):
					row = append(row, "1")
				default:
					row = append(row, lab.WithInterval(r, speedUp(key, w), lab.Decimals(2)))
				}
			}
			t.Add(row...)
		}
		add(nothing, byLoops, byLoops)
		for _, method := range four {
			for _, way := range waysIn(r, method) {
				add(method, way, method+" "+way)
			}
		}
	}
	return t
}

func structuresTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:  "structures",
		Title: "What each method holds as data",
		Columns: []string{
			"Set", "Side", "Network: variables", "constraints", "arcs", "Matrix: items", "options", "elements",
			"Minigrid: vertices, median", "most", "edges, median", "most", "vertices after pruning, median", "edges after pruning, median", "Beyond the limits",
		},
		Notes: []string{
			"The network serves backtracking and propagation, the matrix dancing links. Both depend on the side alone, the minigrid graph on the puzzle. Its edges are kept between classes of fillings, so fewer entries than edges are in memory.",
		},
	}
	for _, r := range set.Where(structure) {
		row := []string{r.Dim("set")}
		for _, metric := range []string{
			"side", backtracking + " vertices", backtracking + " edges", backtracking + " arcs", cover + " items", cover + " options", cover + " elements",
			this + " vertices.median", this + " vertices.max", this + " edges.median", this + " edges.max", this + " alive.median", this + " alive-edges.median", this + " beyond-limits",
		} {
			row = append(row, lab.NumberOf(r, metric))
		}
		t.Add(row...)
	}
	return t
}
