package minigridanswers

import (
	"fmt"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	corrected, rules := set.Measured().Where(""), set.Measured().Where(readingKind)
	notRun := absent(set)
	return []lab.Table{
		answersTable(corrected, notRun), classesTable(corrected), graphTable(corrected, rules), readingsTable(rules),
		phasesTable(corrected), examplesTable(corrected, rules),
	}
}

// absent names the cases that were not measured.
func absent(set record.Set) []string {
	var names []string
	for _, r := range set {
		if r.Status == record.Missing {
			names = append(names, r.Case)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{"Not run, for lack of the set: " + strings.Join(names, ", ") + "."}
}

// withTotal calls row for each record and for all of them together.
func withTotal(set record.Set, row func(name string, set record.Set)) {
	for _, r := range set {
		row(r.Case, record.Set{r})
	}
	if len(set) > 1 {
		row("all", set)
	}
}

func ofClass(set record.Set, of string, truth minigrid.Class) (n float64) {
	for _, said := range answers {
		n += set.Sum(cell(of, truth, said))
	}
	return n
}

func answersTable(set record.Set, notRun []string) lab.Table {
	t := lab.Table{
		Name:  "table",
		Title: "Answers of the minigrid method against exact cover, by kind of board",
		Columns: []string{
			"Boards", "Number", "Without solution", "With one", "With several", "Class right", "Number of solutions right",
			"At the cap by both", "Same set", "Solutions compared", "Boards produced", "Of these wrong", "Limit exceeded",
		},
		Notes: append([]string{
			"Classes are right of the boards that no limit ended. Numbers and sets are compared where exact cover ends below the cap; beyond it both methods must reach the cap.",
			"made=4x4 holds all parts of two 4×4 grids which are, under symmetry, all there are: hence every solvable 4×4 board, where nothing is left out.",
		}, notRun...),
	}
	withTotal(set, func(name string, s record.Set) {
		right, decided := 0.0, 0.0
		for _, c := range classes {
			right += s.Sum(cell("class", c, c))
			decided += ofClass(s, "class", c) - s.Sum(cell("class", c, minigrid.Undecided))
		}
		n := func(m string) string { return lab.Number(s.Sum(m)) }
		t.Add(name, n(boardsRead), lab.Number(ofClass(s, "class", minigrid.Unsolvable)), lab.Number(ofClass(s, "class", minigrid.WellFormed)),
			lab.Number(ofClass(s, "class", minigrid.Ambiguous)), lab.Share(right, decided), n(countsRight)+" of "+n(compared),
			n(capsRight)+" of "+n(capsCompared), n(setsEqual)+" of "+n(compared), n(exactly), n(produced), n(invalid), n(unfinished))
	})
	return t
}

func classesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "classes",
		Title:   "What the method says (columns) of boards whose class exact cover found (rows), all kinds together",
		Columns: []string{"By exact cover", "Unsolvable", "Well-formed", "Ambiguous", "Undecided"},
		Notes:   []string{"Undecided: a limit of vertices, bytes or nodes ended the method."},
	}
	for _, truth := range classes {
		row := []string{string(truth)}
		for _, said := range answers {
			row = append(row, lab.Number(set.Sum(cell("class", truth, said))))
		}
		t.Add(row...)
	}
	return t
}

func graphTable(corrected, rules record.Set) lab.Table {
	t := lab.Table{
		Name:  "graph",
		Title: "The class read off the pruned graph alone, against exact cover, in both directions",
		Columns: []string{
			"Boards", "Emptied: unsolvable", "One vertex per box: unique", "Unsolvable: emptied", "Unique: one vertex a box",
			"Class read rightly", "Vertices per board", "Left by pruning",
		},
		Notes: []string{
			"Emptied: a box has no vertex left. Anything but an empty box and one vertex in each box is read as several solutions. Boards whose givens conflict never get a graph and are not counted.",
		},
	}
	row := func(name string, s record.Set) {
		v := see(s)
		right, graphs := 0.0, 0.0
		for _, truth := range classes {
			right += s.Sum(cell("graph", truth, truth))
			graphs += ofClass(s, "graph", truth) - s.Sum(cell("graph", truth, minigrid.Undecided))
		}
		share := func(part, whole float64) string {
			if whole == 0 {
				return "–"
			}
			return fmt.Sprintf("%s of %s (%s)", lab.Number(part), lab.Number(whole), lab.Share(part, whole))
		}
		perBoard := "–"
		if graphs > 0 {
			perBoard = lab.Number(s.Sum(sumVertices) / graphs)
		}
		t.Add(name, share(v.emptiedRight, v.emptied), share(v.singleRight, v.single), share(v.emptiedRight, v.none),
			share(v.singleRight, v.one), lab.Share(right, graphs), perBoard, lab.Share(s.Sum(sumAlive), s.Sum(sumVertices)))
	}
	withTotal(corrected, row)
	for _, r := range rules {
		row(record.Key("", r.Dims()...), record.Set{r})
	}
	return t
}

func readingsTable(rules record.Set) lab.Table {
	t := lab.Table{
		Name:    "readings",
		Title:   "What becomes of the answers under other readings of the paper",
		Columns: []string{"Reading and boards", "Boards", "Class right", "Number right", "Same set", "Solutions there are", "Solutions found", "Limit exceeded"},
		Notes: []string{
			"identical: edges where the shared lines hold identical sequences. degree-boxes and degree-edges: pruning by 2, 3 or 4 dependent boxes, or edges. literal: identical sequences, edges counted, and fillings by the box alone.",
			"Each differs from the corrected reading in nothing else; extraction and its final check are the same.",
			"made=kept holds counterexamples that were found before.",
		},
	}
	for _, r := range rules {
		right, decided := 0.0, 0.0
		for _, c := range classes {
			right += r.Value(cell("class", c, c))
			decided += ofClass(record.Set{r}, "class", c) - r.Value(cell("class", c, minigrid.Undecided))
		}
		n := func(m string) string { return lab.Number(r.Value(m)) }
		t.Add(r.Dim("rule")+"/"+record.Key("", r.Dims()[1:]...), n(boardsRead), lab.Share(right, decided), n(countsRight)+" of "+n(compared),
			n(setsEqual)+" of "+n(compared), n(exactly), n(foundOfThem), n(unfinished))
	}
	return t
}

func phasesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "phases",
		Title:   "Boards without solution by the phase that shows it",
		Columns: []string{"Boards", "Without solution", "1: givens conflict", "2: box without filling", "3: pair without edge", "4: box without vertex", "5: search in vain"},
	}
	withTotal(set, func(name string, s record.Set) {
		none := ofClass(s, "class", minigrid.Unsolvable)
		if none == 0 {
			return
		}
		row := []string{name, lab.Number(none)}
		for phase := 1; phase <= phases; phase++ {
			row = append(row, lab.Number(s.Sum(foundOutIn(phase))))
		}
		t.Add(row...)
	})
	return t
}

func examplesTable(corrected, rules record.Set) lab.Table {
	t := lab.Table{
		Name:    "examples",
		Title:   "The smallest boards for which the pruned graph shows another class than they have",
		Columns: []string{"Reading", "By exact cover", "Shown by the graph", "Vertices left", "Board"},
		Notes:   []string{"Smallest: of the smallest side, then with the fewest vertices left, then with the fewest empty cells, among the boards of this run."},
	}
	add := func(reading string, s record.Set) {
		for _, truth := range classes {
			for _, said := range classes {
				if e, ok := smallest(s, cell("graph", truth, said)); ok {
					t.Add(reading, string(truth), string(said), lab.Number(float64(e.alive)), e.line)
				}
			}
		}
	}
	add("corrected", corrected)
	for _, rd := range readings {
		add(rd.name, rules.Where(readingKind, record.D("rule", rd.name)))
	}
	return t
}
