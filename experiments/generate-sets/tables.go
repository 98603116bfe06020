package generatesets

import (
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{minimalTable(set), speedTable(set), gridTable(set), ratingTable(set), givensTable(set), patternTable(set), vicinityTable(set)}
}

// say is what the methods are called in tables.
var say = map[string]string{
	"sets":          "removal with unavoidable sets",
	"families":      "the same, families of 16 from 34 givens",
	"plain":         "plain removal, one solver call a cell",
	"search-grids":  "with unavoidable sets, grids by search",
	"pattern-grids": "with unavoidable sets, grids of one class",
}

func methodName(id string) string {
	if name, ok := say[id]; ok {
		return name
	}
	return id
}

func minimalTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "table",
		Title:   "Minimal 9×9 puzzles by method: givens, and what they cost in solver calls",
		Columns: []string{"Method", "Puzzles", "Mean givens", "Fewest", "Most", "Solver calls", "second solutions", "Checked by dancing links", "Same class again"},
		Notes: []string{
			"All methods remove the givens of a full grid in random order; they differ in the source of the grids and in how a removal is decided, not in which puzzle an order leads to. Solver calls and second solutions: a puzzle, on average.",
			"Checked: puzzles of which dancing links proved one solution, and several without any given. A failure would have ended the run. Same class again: puzzles that a symmetry turns into an earlier one, of the first ones looked at, whose number stands behind the stroke.",
		},
	}
	for _, r := range set.Measured().Where(minimalKind) {
		m, _ := r.Metric("givens.mean")
		twins, _ := r.Metric("twins")
		t.Add(methodName(r.Dim("method")), lab.Number(float64(m.N)), lab.FixedOf(r, "givens.mean", 3), lab.NumberOf(r, "givens.least"), lab.NumberOf(r, "givens.most"),
			lab.FixedOf(r, "calls", 1), lab.FixedOf(r, "rivals", 1), lab.NumberOf(r, "checked"), lab.Number(twins.Value)+" / "+lab.Number(float64(twins.N)))
	}
	return t
}

func speedTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "speed",
		Title:   "Unique minimal puzzles per second on one core; alternating rounds, medians",
		Columns: []string{"Program", "Puzzles/s", "Mean givens", "One solution", "Minimal", "Ours as fast", "95 % interval", "Families as fast", "95 % interval, families"},
		Notes: []string{
			"Of other people's programs: tdoku (T. Dillon, https://github.com/t-dillon/tdoku), its generator by constraining and minimising; the Rust crate sudoku (https://crates.io/crates/sudoku), its Sudoku::generate, which keeps a half turn unless told otherwise and is then minimal in that pattern only. The time is what the program itself measures around making the puzzles. A program that was not at hand has no row.",
			"All puzzles count, also those of a family that are equal to another of it: the table of methods has their share.",
		},
	}
	for _, r := range set.Measured() {
		switch r.Kind() {
		case speedKind:
			for _, m := range methods() {
				if _, ok := r.Metric("method=" + m.Name + ".rate"); !ok {
					continue
				}
				mean := "–"
				if made, ok := set.Case(record.Key(minimalKind, record.D("method", m.Name))); ok {
					mean = lab.FixedOf(made, "givens.mean", 2)
				}
				t.Add(methodName(m.Name), lab.NumberOf(r, "method="+m.Name+".rate"), mean, "all", "all", "–", "–", "–", "–")
			}
		case peerKind:
			p, _ := r.Metric("peer unique")
			row := []string{
				r.Dim("peer"), lab.NumberOf(r, "peer rate"), lab.FixedOf(r, "peer givens", 2),
				lab.Share(p.Value, float64(p.N)), lab.Share(r.Value("peer minimal"), float64(p.N)),
			}
			for _, m := range []string{"sets", "families"} {
				row = append(row, lab.FixedOf(r, "method="+m+".ratio", 2)+" ×", lab.FixedOf(r, "method="+m+".ratio.low", 2)+"–"+lab.FixedOf(r, "method="+m+".ratio.high", 2))
			}
			t.Add(row...)
		}
	}
	return t
}

func gridTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "grids",
		Title:   "How uniform full grids are, by source",
		Columns: []string{"Side", "Source", "Grids", "Different", "Chi-square p", "Exchanges of four cells", "± standard error", "Pure first bands", "expected", "Time a grid"},
		Notes: []string{
			"4×4: the chi-square test is over all 288 grids. 9×9: it is over the 162 places of a digit in the first band, which random symmetries make equal for any grid; the two figures behind it tell sources apart. Exchanges: places of four cells in two boxes where two digits can be exchanged.",
			"Completions: the mean over all grids by another road, uniform first bands and stacks with all their completions; it also estimates the number of grids. Expected pure bands: the share of all grids, 3.5952084 %, from the sum over all courses of the uniform draw. Times of one run beside other cases: an order of magnitude.",
		},
	}
	for _, r := range set.Measured().Where(gridsKind, record.D("side", 4)) {
		m, _ := r.Metric("p")
		t.Add("4", r.Dim("source"), lab.Number(float64(m.N)), lab.NumberOf(r, "different"), fmt.Sprintf("%.2g", m.Value), "–", "–", "–", "–", "–")
	}
	for _, r := range set.Measured().Where(gridsKind, record.D("side", 9)) {
		m, _ := r.Metric("exchanges.mean")
		t.Add("9", r.Dim("source"), lab.Number(float64(m.N)), "–", fmt.Sprintf("%.2g", r.Value("places.p")),
			lab.FixedOf(r, "exchanges.mean", 3), lab.FixedOf(r, "exchanges.error", 3), lab.NumberOf(r, "pure"), lab.FixedOf(r, "pure.expected", 0), lab.SecondsOf(r, "time"))
	}
	if r, ok := set.Case(roadKind); ok && r.Status == record.OK {
		t.Add("9", "completions", fmt.Sprintf("%.4g in all", r.Value("grids")), "–", "–", lab.FixedOf(r, "exchanges.mean", 3), lab.FixedOf(r, "exchanges.error", 3), "–", "–", "–")
	}
	return t
}

func ratingTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "ratings",
		Title:   "Which technique minimal puzzles need, by method",
		Columns: []string{"Method", "Puzzles", "Naked singles", "Hidden singles", "Locked candidates", "Pairs", "Guesses", "guesses each"},
		Notes:   []string{"The least piece of the ladder that solves a puzzle (package rate). Guesses each: those of package bitboard in proving the solution unique, mean over the puzzles that need some."},
	}
	for _, r := range set.Measured().Where(minimalKind) {
		first, _ := r.Metric("technique=" + rate.NakedSingles.String())
		row := []string{methodName(r.Dim("method")), lab.Number(float64(first.N))}
		for _, technique := range rate.Techniques()[1:] {
			m, _ := r.Metric("technique=" + technique.String())
			row = append(row, lab.Share(m.Value, float64(m.N)))
		}
		t.Add(append(row, lab.FixedOf(r, "guesses", 1))...)
	}
	return t
}

func givensTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "givens",
		Title:   "Puzzles with an exact number of givens",
		Columns: []string{"Givens", "Puzzles", "Minimal puzzles made for one", "Took exchanges", "Exchanges for one"},
		Notes:   []string{"Each was proved to have one solution by dancing links. Below 24, few removals end as low, and exchanges of two givens for one go on from the best."},
	}
	for _, r := range set.Measured().Where(givensKind) {
		t.Add(r.Dim("number"), lab.NumberOf(r, "puzzles"), lab.FixedOf(r, "starts", 1), lab.NumberOf(r, "exchanged"), lab.FixedOf(r, "swaps", 0))
	}
	return t
}

func patternTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "patterns",
		Title:   "Minimal puzzles within a symmetry pattern of the givens",
		Columns: []string{"Pattern", "Puzzles", "Mean givens", "Fewest"},
	}
	for _, r := range set.Measured().Where(patternKind) {
		m, _ := r.Metric("givens.mean")
		t.Add(r.Dim("name"), lab.Number(float64(m.N)), lab.FixedOf(r, "givens.mean", 2), lab.NumberOf(r, "givens.least"))
	}
	return t
}

func vicinityTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "vicinity",
		Title:   "Search for hard puzzles by exchanges of givens, from one minimal puzzle",
		Columns: []string{"Part done", "Exchanges", "with one solution", "Classes rated", "Twins", "Most guesses", "Fewest in the pool"},
		Notes:   []string{"Rated by the guesses that package bitboard needs to prove the solution unique: a figure of that engine, not a rating that others use."},
	}
	r, ok := set.Case(vicinityKind)
	if !ok || r.Status != record.OK {
		return t
	}
	for q := range 5 {
		v := func(name string) string { return lab.NumberOf(r, vicinityMetric(q, name)) }
		t.Add(fmt.Sprintf("%d %%", 25*q), v("swaps"), v("unique"), v("rated"), v("twins"), v("best"), v("worst kept"))
	}
	t.Notes = append(t.Notes, "The hardest by that figure: "+r.Texts["hardest"])
	return t
}
