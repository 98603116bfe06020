package originalminigrid

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// words are what kinds of boards are called where their name does not say it.
var words = map[string]string{
	"lib.rs": "the library's test board", "9x9-17": "9×9, known, 17 givens", "9x9-hard": "9×9, known as hard", "9x9-0": "9×9, empty",
	"4x4-several": "4×4, several solutions", "4x4-none": "4×4, no solution", "9x9-several": "9×9, several solutions", "9x9-none": "9×9, no solution",
}

// of is what a kind's name says of its boards, 0 for what it does not.
func of(kind string) (side, givens int) {
	var again int
	_, _ = fmt.Sscanf(kind, "%dx%d-%d", &side, &again, &givens) // as far as it goes
	return side, givens
}

func called(kind string) string {
	if w, ok := words[kind]; ok {
		return w
	}
	side, givens := of(kind)
	if givens == side*side {
		return fmt.Sprintf("%d×%d, full", side, side)
	}
	return fmt.Sprintf("%d×%d, %d givens", side, side, givens)
}

func tables(set record.Set) []lab.Table {
	measured := set.Measured()
	var out []lab.Table
	for _, t := range []lab.Table{structure(measured), answers(measured), graphs(measured), digits(measured), times(measured), cores(measured), limits(measured)} {
		if len(t.Rows) > 0 {
			out = append(out, t)
		}
	}
	return out
}

func answers(set record.Set) lab.Table {
	t := lab.Table{
		Name: "answers",
		Title: "What the program answers, and how many fillings it lists; the document states that all solutions are found and counted and three classes told apart, " +
			"and for well-constrained puzzles 1 to 20 fillings in a box and far fewer than 1,000 in all",
		Columns: []string{
			"Boards", "Number", "No, one, several solutions", "Printed unsolvable, unique, ambiguous", "Number of solutions right", "Solutions returned, valid",
			"Fillings, median", "Most", "Boxes with 1 to 20", "Boards with at most 180", "A box without",
		},
		Notes: []string{
			"Solutions: counted by a search of ours, up to 100. Fillings: in all boxes of a board; of several slices from the least to the greatest. 180 is 20 for each of nine boxes. " +
				"A box without: boards of which a box has no filling after phase 2; the program goes through all phases with them, too.",
		},
	}
	for _, g := range set.Where(boardsCase).GroupBy("kind") {
		s := g.Set
		t.Add(called(g.Dims[0].Value), lab.Number(boards(s)), counts(s, "boards: no solution", "boards: one solution", "boards: several solutions"),
			counts(s, "boards: printed UNSOLVABLE", "boards: printed UNIQUE", "boards: printed AMBIGUOUS"), counts(s, "boards: number of solutions right"),
			counts(s, "solutions: returned", "solutions: returned, valid"), span(s, "vertices.median", lab.Number), span(s, "vertices.max", lab.Number),
			lab.Share(s.Sum("boxes: 1 to 20 fillings"), s.Sum("boxes: all")), counts(s, "boards: at most 180 fillings"), counts(s, "boards: a box without filling"))
	}
	return t
}

func graphs(set record.Set) lab.Table {
	t := lab.Table{
		Name: "graphs",
		Title: "The program's fillings and graph, and what its pruning leaves; the document states all fillings of a box alone, edges by identical digit sequences, " +
			"degrees of 2, 3 or 4 dependent boxes, rapid convergence, and that every vertex left is part of a solution",
		Columns: []string{
			"Boards", "Boxes as the masks allow", "Boxes with all e! fillings", "Edges per vertex", "Edges over pairs of vertices", "Made again: graphs, with the same edges, pruned the same",
			"Edges by identical sequences", "Passes, most", "Vertices removed", "Left that no solution uses", "One vertex a box, emptied", "Left by edges, boxes, supporters",
		},
		Notes: []string{
			"As the masks allow: boxes whose list has just the fillings that repeat no given of row, column and box. All e! fillings: boxes whose list has as many as the box alone allows for e empty cells. " +
				"Edges: medians; of several slices from the least to the greatest. Made again by code of ours: graphs with at most 5,000 edges, joined where no shared line holds a digit twice, pruned by the degrees 2, 3 and 4 counted in edges. " +
				"By identical sequences: edges of these graphs. Removed: of all vertices. No solution uses: of the vertices left, where all solutions are known.",
			"Left by: shares of the vertices of the graphs made again that are left by the degrees counted in edges, as the program does, by the degrees counted in boxes, as the text says, and by a supporter in each dependent box.",
		},
	}
	for _, g := range set.Where(boardsCase).GroupBy("kind") {
		s := g.Set
		all, left, again, unused, by := s.Sum("boxes: all"), s.Sum("vertices: left"), s.Sum("vertices: made again"), "–", []string{}
		if s.Sum("boards: all solutions known") == boards(s) {
			unused = lab.Share(s.Sum("vertices: left that no solution uses"), left)
		}
		for _, rule := range []string{"edges", "boxes", "supporters"} {
			by = append(by, lab.Share(s.Sum("vertices: left by "+rule), again))
		}
		t.Add(called(g.Dims[0].Value), lab.Share(s.Sum("boxes: as the masks allow"), all), lab.Share(s.Sum("boxes: all fillings of the box alone"), all),
			span(s, "edges: per vertex.median", lab.Number), span(s, "ratio: edges over pairs of vertices.median", lab.Number),
			counts(s, "boards: graph made again", "boards: joined where no digit is shared", "boards: pruned as by edges"), counts(s, "edges: by identical sequences"),
			span(s, "passes.max", lab.Number), lab.Share(s.Sum("vertices: listed")-left, s.Sum("vertices: listed")), unused,
			counts(s, "boards: one vertex a box", "boards: graph emptied"), strings.Join(by, ", "))
	}
	return t
}

// digits is a table of the one count of steps that the program gives, in its trace of box 2.
func digits(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "digits",
		Title:   "Digits that the program tries in box 2 of 9×9 boards; the document states time of the order of e! for e empty cells",
		Columns: []string{"Empty cells e", "Boxes", "Digits tried, mean", "Over e!"},
		Notes:   []string{"Counted in the program's own trace, over all kinds of boards. The document's listing, without masks, tries more than e! in every box."},
	}
	for empty, factorial := 1, 1.0; empty <= 9; empty++ {
		factorial *= float64(empty)
		n, sum := 0.0, 0.0
		for _, r := range set.Where(boardsCase) {
			m, ok := r.Metric(fmt.Sprintf("digits: tried in box 2 with %d empty cells", empty))
			if side, _ := of(r.Dim("kind")); ok && (side == 9 || side == 0) {
				n, sum = n+float64(m.N), sum+m.Value*float64(m.N)
			}
		}
		if n > 0 {
			t.Add(lab.Number(float64(empty)), lab.Number(n), lab.Number(sum/n), lab.Number(sum/n/factorial))
		}
	}
	return t
}

func times(set record.Set) lab.Table {
	t := lab.Table{
		Name:  "times",
		Title: "Time of the program's phases on a board; the document states that phase 2 is the bottleneck, typically done in milliseconds with moderate constraints, and that phases 3 to 5 are relatively fast",
		Columns: []string{
			"Boards", "Number", "Phase 1", "Phase 2", "Of it printing", "Phase 3", "Phase 4", "Phase 5", "All phases", "Phase 2 the longest", "Longer than phases 3 to 5",
			"Peak memory", "Above that of a 4×4 board", "That over the largest term",
		},
		Notes: []string{
			"Medians over the boards, each of the median of its rounds, with 95 % intervals by order where there are six or more, of one board over its rounds. Clock: arrival of the program's lines at the driver, nothing else at work. " +
				"Phase 2 includes printing every filling and writing the trace of box 2. The longest, longer: boards.",
			"Memory: peak resident memory of the process, median over the boards; how much more than after a full 4×4 board, and that over the largest of the document's three terms (board, fillings, solutions) in the program's bytes, where it is a mebibyte or more.",
		},
	}
	for _, r := range set.Where(timesCase) {
		longest, _ := r.Metric("phase 2 longest")
		over := "–"
		if r.Value("memory above that of a 4×4 board.median") >= 1<<20 {
			over = lab.NumberOf(r, "the same over the largest term.median")
		}
		t.Add(called(r.Dim("kind")), lab.Number(float64(longest.N)), ranged(r, "phase 1", told), ranged(r, "phase 2", told), ranged(r, "phase 2, printing", told), ranged(r, "phase 3", told),
			ranged(r, "phase 4", told), ranged(r, "phase 5", told), ranged(r, "all phases", told), lab.Number(longest.Value), lab.NumberOf(r, "phase 2 longer than phases 3 to 5"),
			lab.Written(r, "memory.median", mebibytes), lab.Written(r, "memory above that of a 4×4 board.median", mebibytes), over)
	}
	return t
}

func cores(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "cores",
		Title:   "How many times as fast the program is with two threads as with one; the document states that phase 2 scales linearly with the number of cores",
		Columns: []string{"Boards", "Number", "Phase 2, generating", "Phase 2 with printing", "Phase 3", "All phases"},
		Notes: []string{"Medians over the boards with 95 % intervals by order where there are six or more, of the time of all rounds with one thread over that with two, rounds by turns. " +
			"Nothing else at work, but the driver reads what is printed meanwhile. Generating includes the trace, which only box 2 writes."},
	}
	for _, r := range set.Where(coresCase) {
		m, _ := r.Metric("gain, phase 2.median")
		t.Add(called(r.Dim("kind")), lab.Number(float64(m.N)), ranged(r, "gain, phase 2, generating", lab.Number), ranged(r, "gain, phase 2", lab.Number),
			ranged(r, "gain, phase 3", lab.Number), ranged(r, "gain, all phases", lab.Number))
	}
	return t
}

func limits(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "limits",
		Title:   "Boards that may take the program too long; the document states that full enumeration is feasible for 16×16 boards",
		Columns: []string{"Boards", "Number", "Limit", "Ended", "Stopped in phase 2, 3, 4, 5", "Out of memory", "Fillings, median", "Most", "Time of those that ended", "Peak memory, most"},
		Notes:   []string{"Fillings: of the boards whose phase 2 ended. Fillings and times are medians; of several slices from the least to the greatest. The program lists one solution at most. It may take 2 GiB."},
	}
	for _, g := range set.Where(limitsCase).GroupBy("kind", "seconds") {
		s := g.Set
		t.Add(called(g.Dims[0].Value), lab.Number(boards(s)), g.Dims[1].Value+" s", counts(s, "ended"),
			counts(s, "stopped in phase 2", "stopped in phase 3", "stopped in phase 4", "stopped in phase 5"), counts(s, "ended by a fault"),
			span(s, "vertices.median", lab.Number), span(s, "vertices.max", lab.Number), span(s, "all phases.median", lab.Seconds), span(s, "memory.max", mebibytes))
	}
	return t
}

func structure(set record.Set) lab.Table {
	t := lab.Table{
		Name: "structure", Title: "What the program is made of, and what the document states", Columns: []string{"Figure", "The program", "The document"},
		Notes: []string{"Pairs of boxes compared: edges that the program reports for a full board, which has one filling in each box. Answered, a fault (the library panics), printed: 1 for yes."},
	}
	for _, r := range set.Where(structureCase) {
		for _, row := range [][2]string{
			{"pairs of boxes compared, side 4", "dependencies grow linearly with board size"},
			{"pairs of boxes compared, side 9"},
			{"pairs of boxes compared, side 16"},
			{"pairs of boxes compared, side 25"},
			{"full board of side 25 answered", "any n = k²"},
			{"full board of side 36 answered", "any n = k²"},
			{"bits of a cell", "⌈log₂(n+1)⌉"},
			{"mask arrays", "three"},
			{"bits of a mask", "O(n log n) for an array of n"},
			{"a digit twice: a fault", "unsolvable: used to detect invalid inputs"},
			{"digit 10: printed UNIQUE", "a cell is 1 to n, or 0"},
			{"app.py's board: a fault"},
			{"app.py's call, side 81: a fault"},
			{"bindings for Python, which app.py imports"},
			{"measurements in the benchmark", "empirical benchmarking is future work"},
			{"writes of DEBUG lines"},
		} {
			t.Add(row[0], lab.NumberOf(r, row[0]), lab.OrDash(row[1]))
		}
	}
	return t
}

// boards is how many boards the records observe.
func boards(s record.Set) (n float64) {
	for _, r := range s {
		n += float64(r.Int("boards"))
	}
	return n
}

func counts(s record.Set, figures ...string) string {
	var all []string
	for _, f := range figures {
		all = append(all, lab.Number(s.Sum(f)))
	}
	return strings.Join(all, ", ")
}

// span writes a figure of several records from the least to the greatest.
func span(s record.Set, figure string, write func(float64) string) string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range s {
		if m, ok := r.Metric(figure); ok {
			low, high = min(low, m.Value), max(high, m.Value)
		}
	}
	switch {
	case low > high:
		return "–"
	case low == high:
		return write(low)
	}
	return write(low) + " to " + write(high)
}

// ranged is a median with its interval.
func ranged(r record.Record, figure string, write func(float64) string) string {
	text := lab.Written(r, figure+".median", write)
	if !lab.Lacks(r, figure+".median.high") && write(r.Value(figure+".median.high")) != text {
		text += lab.Interval(r, figure+".median", write)
	}
	return text
}

// told writes a time, or that it is shorter than the arrival of lines can tell.
func told(seconds float64) string {
	if seconds < 30e-6 {
		return "< 30 µs"
	}
	return lab.Seconds(seconds)
}

func mebibytes(bytes float64) string { return fmt.Sprintf("%.1f MiB", bytes/(1<<20)) }
