package speedlarge

import (
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	columns := []string{"Boards", "Engine", "Number", "Settled", "of these, no solution", "Given up", "Nodes, median", "Nodes, most", "Conflicts, median", "Conflicts, most", "To SAT", "Time, median", "Time, worst"}
	compared := lab.Table{
		Name: "table", Columns: columns,
		Title: "Engines side by side on the same boards, in turn, under bounds of guesses, conflicts and nodes",
		Notes: notes(set),
	}
	entire := lab.Table{
		Name: "whole", Columns: columns,
		Title: "Every board of the sets of random parts of grids: one solution of each",
		Notes: []string{"The acs sets: 21 levels of givens from 0 to 100 per cent, 50 boards per level. Times are of settled boards, in one run."},
	}
	row := func(t *lab.Table, r record.Record, names []string) {
		for _, name := range names {
			count := func(m string, has bool) string {
				if !has {
					return "–"
				}
				return lab.NumberOf(r, name+" "+m)
			}
			settled := r.Value(name+" solved") + r.Value(name+" unsat")
			t.Add(label(r), name, lab.NumberOf(r, "boards"), lab.Number(settled), count("unsat", true), count("capped", true),
				count("nodes.median", searches(name)), count("nodes.max", searches(name)), count("conflicts.median", learns(name)), count("conflicts.max", learns(name)),
				count("handed over", searches(name) && learns(name)),
				lab.SecondsOf(r, name+" time.median"), lab.SecondsOf(r, name+" time.max"))
		}
	}
	measured := set.Measured()
	for _, r := range measured.Where(beside) {
		row(&compared, r, engines)
	}
	for _, r := range measured.Where(whole) {
		row(&entire, r, chosen)
	}
	out := []lab.Table{compared}
	if len(entire.Rows) > 0 {
		out = append(out, entire)
	}
	for _, r := range measured.Where(dug) {
		out = append(out, dugTable(r))
	}
	return append(out, published())
}

// dugTable shows engines as counters of a generator.
func dugTable(r record.Record) lab.Table {
	t := lab.Table{
		Name:    "dug",
		Title:   "Minimal 16×16 puzzles, made with an engine as the counter of solutions up to two",
		Columns: []string{"Counter", "Puzzles", "Givens, mean", "Counts", "of these, given up", "Guesses per count, mean", "Guesses, most", "Time per puzzle, median"},
		Notes:   []string{"A count that is given up keeps its given, which may be redundant. Guesses of dlx: options tried at items with more than one."},
	}
	for _, name := range counters {
		counts, _ := r.Metric(name + " capped")
		t.Add(name, lab.NumberOf(r, "puzzles"), lab.NumberOf(r, name+" givens.mean"), lab.Number(float64(counts.N)), lab.Number(counts.Value),
			lab.NumberOf(r, name+" guesses.mean"), lab.NumberOf(r, name+" guesses.max"), lab.SecondsOf(r, name+" time.median"))
	}
	return t
}

// notes says what the columns mean and what was not run.
func notes(set record.Set) []string {
	out := []string{
		"Settled: a solution found and checked, or proved not to exist; for the sets named own, also that it is the only one. Times are of settled boards, on one machine that did other work too.",
		"Nodes: guesses of wide and of the first part of wide-sat, options tried by dlx, forced ones included, values tried by csp. Conflicts: of clause learning, which counts no nodes. To SAT: boards that wide-sat handed over.",
		"Made boards: parts of the shuffled pattern grid, drawn from the seed; the boards of a smaller share are parts of those of a larger one.",
	}
	for _, r := range set {
		if r.Status == record.Missing {
			out = append(out, "Not run: "+label(r)+", "+r.Note+".")
		}
	}
	return out
}

// published quotes figures of others; none of them was measured here.
func published() lab.Table {
	t := lab.Table{
		Name:    "published",
		Title:   "Stated of SAT solvers on boards of these kinds; not measured here",
		Columns: []string{"Boards", "Solver", "Time"},
		Notes:   []string{"From the list of peers that the project was given: on a machine with two cores of the class used here, which boards they were is not stated beyond what stands in the first column. The rows are no comparison with the tables above."},
	}
	t.Add("16×16", "a SAT solver, not named", "0.03–0.08 s")
	t.Add("25×25, 30 to 50 % given", "CaDiCaL", "0.16–0.32 s")
	t.Add("25×25, presumably the same", "gophersat 1.4.0", "1.7 s at worst")
	t.Add("36×36, 50 % given, shuffled pattern", "CaDiCaL", "gave up at 60 s")
	return t
}
