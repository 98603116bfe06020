package minigridrules

import (
	"fmt"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{
		strays(set), counterexampleTable(set), fourTable(set), searches(set), byPosition(set), removals(set),
		joins(set), pairsTable(set), passes(set),
	}
}

// notRun names the sets of a kind of case that were not on the machine.
func notRun(set record.Set, kind string) (notes []string) {
	var gone record.Set
	for _, r := range set.Where(kind) {
		if r.Status == record.Missing {
			gone = append(gone, r)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	return []string{"Not on this machine and not run: " + strings.Join(gone.Values("set"), ", ") + "."}
}

func numbers(r record.Record, metrics ...string) (out []string) {
	for _, m := range metrics {
		out = append(out, lab.NumberOf(r, m))
	}
	return out
}

// some reports whether there is a puzzle in a case about pruning; all may have outgrown the limits.
func some(r record.Record) bool { return r.Value("puzzles") > 0 }

func strays(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "table",
		Title:   "Stray survivors, fillings that pruning leaves and no solution uses, by set, listing and rule of pruning",
		Columns: []string{"Set", "Phase 2", "Puzzles", "Vertices, median"},
		Notes: []string{
			"A stray is a filling of a box that is left at the fixpoint and lies in none of the solutions that an exact cover search lists. The rules: a supporter in each dependent box; dependent boxes counted against 2, 3, 4 by position, as the paper's text has it; edges counted against them, as its listing has it.",
			"Own-mixed holds boards with none, one and several solutions; those that phases 1 and 2 refute, and those with more solutions than the configuration lists, are left out.",
			"Under the strongest rule the listing by the box alone must end at the graph of the listing with masks: what a given in the line refuses has no neighbour in the given's box.",
		},
	}
	for _, rule := range rules {
		t.Columns = append(t.Columns, "With strays, "+string(rule), "strays, median", "greatest", "share of what is left")
	}
	var box, same, confirmed float64
	for _, r := range set.Measured().Where(pruneKind) {
		if !some(r) {
			continue
		}
		confirmed += r.Value("confirmed")
		if r.Dim("fillings") == string(minigrid.BoxOnly) {
			box += r.Value("puzzles")
			same += r.Value("as-lines")
		}
	}
	t.Notes = append(t.Notes, fmt.Sprintf("So it was on %s of %s puzzles. On %s graphs package minigrid's own search named the same fillings as in solutions.", lab.Number(same), lab.Number(box), lab.Number(confirmed)))
	t.Notes = append(t.Notes, notRun(set, pruneKind)...)
	for _, r := range set.Measured().Where(pruneKind) {
		row := append([]string{r.Dim("set"), r.Dim("fillings")}, numbers(r, "puzzles", "vertices.median")...)
		for _, rule := range rules {
			m := string(rule) + "."
			if !some(r) {
				row = append(row, "–", "–", "–", "–")
				continue
			}
			row = append(row, lab.Share(r.Value(m+"with-strays"), r.Value("puzzles")))
			row = append(row, numbers(r, m+"strays.median", m+"strays.max")...)
			row = append(row, lab.Share(r.Value(m+"strays"), r.Value(m+"left")))
		}
		t.Add(row...)
	}
	return t
}

func counterexampleTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "counterexamples",
		Title:   "The smallest boards known on which a rule fails",
		Columns: []string{"Name", "Claim", "What it shows", "Readings", "Solutions", "Givens", "Empty", "Vertices", "Left", "Number", "Board", "Fillings of no solution"},
		Notes: []string{
			"Number: for M07 the dependent pairs of the solution that are not joined, for M08 the fillings left without a neighbour in some dependent box, for M09 the fillings left that no solution uses. Boards and boxes row by row.",
			"Why a puzzle with one solution has no fewer than three strays: put a stray in place of the solution's filling of its box. If it were joined to the solution in every box that depends on its box, this would be a second solution, so in one of them it is joined to a stray. If there were only these two, each would be joined to the other and to the solution everywhere else, and both together in place would be a second solution.",
			"Why four empty cells are the fewest at all: a filling other than the solution's has two digits or more in other places of its box, and the masks admit each of them to its new cell only if the solution has the digit in an empty cell of that row or column outside the box.",
		},
	}
	for _, r := range set.Measured().Where(counterexampleKind) {
		row := []string{r.Dim("name"), r.Texts["claim"], r.Texts["shows"], r.Texts["readings"]}
		row = append(row, numbers(r, "solutions", "givens", "empty", "vertices", "left", "number")...)
		others := r.Texts["strays"]
		if others == "" {
			others = "–"
		}
		t.Add(append(row, r.Texts["board"], others)...)
	}
	return t
}

func fourTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:  "four",
		Title: "All parts of the two full 4×4 grids that there are up to symmetry",
		Columns: []string{
			"Grid", "Grids of the class", "of all", "Parts", "Least givens", "One solution", "with strays", "Several solutions", "with strays", "fewest", "Board",
			"Other listing differs", "Counting boxes differs", "Counting edges differs", "Fillings of solutions removed", "Solved by identical sequences", "with any edge", "Configurations refused",
		},
		Notes: []string{"Each board with a solution is a part of a full grid. Of boards that the grid's automorphisms make alike one was run and counts for all. Strays are those that a supporter in each dependent box leaves; differs: another number of fillings or strays is left."},
	}
	for _, r := range set.Measured().Where(fourKind) {
		row := append([]string{fourGrids[r.Int("class")-1]}, numbers(r, "grids", "grids.all", "boards", "givens.least", "unique", "unique.with-strays", "ambiguous", "ambiguous.with-strays", "ambiguous.fewest")...)
		example := r.Texts["ambiguous.fewest"]
		if example == "" {
			example = "–"
		}
		row = append(row, example, lab.Number(r.Value("box.differs")+r.Value("singles.differs")))
		t.Add(append(row, numbers(r, "degree-boxes.more", "degree-edges.more", "wrong", "literal.found", "literal.with-edges", "literal.refused")...)...)
	}
	return t
}

func searches(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "searches",
		Title:   "Searches for 9×9 puzzles with one solution and few strays",
		Columns: []string{"Search", "Tried", "Came to", "Fewest strays", "Puzzle"},
		Notes: []string{
			"Givens: random orders of adding and taking away givens of minimal puzzles, as long as a stray is left; what it finds is the least it came across. Bands: three fillings that support each other in the boxes of a band, everything else given; three is the least possible, see the counterexamples.",
			"Thinned: givens of the band's puzzles taken away in random order while one solution and three strays stay; some of these are beyond naked and hidden singles.",
		},
	}
	for _, r := range set.Measured().Where(searchKind) {
		t.Add("givens, "+r.Dim("fillings"), lab.Number(r.Value("graphs"))+" graphs",
			fmt.Sprintf("%s ends, %s with ten strays or fewer", lab.Number(r.Value("starts")), lab.Number(r.Value("ten-or-fewer"))),
			lab.Number(r.Value("strays.fewest")), r.Texts["strays.fewest"])
	}
	for _, r := range set.Measured().Where(bandsKind) {
		fewest := "–"
		if r.Value("three") > 0 {
			fewest = "3"
		}
		t.Add("bands", fmt.Sprintf("%s bands, %s triples", lab.Number(r.Value("bands")), lab.Number(r.Value("triples"))),
			fmt.Sprintf("%s puzzles with one solution, %s with three strays, in %s bands", lab.Number(r.Value("unique")), lab.Number(r.Value("three")), lab.Number(r.Value("bands.with-three"))),
			fewest, lab.OrDash(r.Texts["fullest"]))
		t.Add("bands, thinned", lab.Number(r.Value("three"))+" puzzles",
			lab.Number(r.Value("thinned.three-after-singles"))+" with three strays after singles", fewest, lab.OrDash(r.Texts["thinnest"]))
	}
	return t
}

func byPosition(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "dependents",
		Title:   "Boxes that a box depends on, by its position, and the degree that the paper asks for",
		Columns: []string{"k", "Side", "Position", "Boxes", "Asked for", "Dependent boxes"},
		Notes:   []string{"Counted from the cells: boxes with a row or a column in common. It is 2(k−1) wherever the box stands."},
	}
	for _, r := range set.Measured().Where(dependentsKind) {
		for _, p := range positions {
			if r.Value(p+".boxes") == 0 {
				continue
			}
			t.Add(r.Dim("k"), lab.Number(r.Value("side")), p, lab.Number(r.Value(p+".boxes")), lab.Number(r.Value(p+".asked")),
				lab.Number(r.Value(p+".dependents.min"))+" to "+lab.Number(r.Value(p+".dependents.max")))
		}
	}
	return t
}

func removals(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "removals",
		Title:   "Fillings left by the three rules of pruning",
		Columns: []string{"Set", "Phase 2", "Puzzles", "Vertices", "Left, supported", "Left, degree-boxes", "more", "Left, degree-edges", "more", "Fillings of solutions removed, by any"},
		Notes:   []string{"More: left although without a neighbour in some dependent box, so that a supporter in each dependent box would remove them. Sums over the puzzles. A filling of a solution has a neighbour in each dependent box, 2(k−1) ≥ 2, 3, 4 of them, so no rule can remove it; the last column counts whether one did."},
	}
	t.Notes = append(t.Notes, notRun(set, pruneKind)...)
	for _, r := range set.Measured().Where(pruneKind) {
		wrong := 0.0
		if some(r) {
			wrong = r.Value("supported.wrong") + r.Value("degree-boxes.wrong") + r.Value("degree-edges.wrong")
		}
		t.Add(append(append([]string{r.Dim("set"), r.Dim("fillings")}, numbers(r, "puzzles", "vertices.sum", "supported.left", "degree-boxes.left", "degree-boxes.missed", "degree-edges.left", "degree-edges.missed")...), lab.Number(wrong))...)
	}
	return t
}

func joins(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "joins",
		Title:   "Edges and solutions on puzzles with one solution, by the rule of identical sequences and by that of no repeated digit",
		Columns: []string{"Set", "Phase 2", "Puzzles", "Vertices", "Edges, no repeat", "Edges, identical", "Pairs of the solution", "joined, no repeat", "joined, identical", "Found, no repeat", "Found, identical", "A pair without edge", "Pairs compared", "joined by both"},
		Notes: []string{
			"Pairs of the solution: its dependent pairs of boxes. Identical graphs were searched without pruning, within the configuration's nodes. A pair without edge: puzzles with two dependent boxes that identical sequences never join, so that nothing can be found.",
			"Joined by both: of the pairs of fillings compared one by one, those that both rules join; identical sequences repeat a digit in a shared line, so there can be none.",
		},
	}
	t.Notes = append(t.Notes, notRun(set, joinKind)...)
	for _, r := range set.Measured().Where(joinKind) {
		t.Add(append([]string{r.Dim("set"), r.Dim("fillings")}, numbers(r, "puzzles", "vertices", "edges.disjoint", "edges.identical", "pairs", "pairs.disjoint", "pairs.identical",
			"found.disjoint", "found.identical", "without-edge", "compared", "both")...)...)
	}
	return t
}

func pairsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "pairs",
		Title:   "Comparisons of fillings with dependent pairs of boxes only, and with all pairs",
		Columns: []string{"Set", "Comparisons, dependent", "all", "left out", "Puzzles run", "too large", "Other pairs compared", "found incompatible", "Searched both ways", "equal to exact cover", "Library's graph equal"},
		Notes:   []string{"Comparisons: Σ|P_i|·|P_j| over the puzzles taken. On graphs up to the configuration's size every pair of fillings of any two boxes was compared by separate code, and the solutions counted up to two with both kinds of tests; the last column is how often package minigrid had the same edges, passes and fillings left."},
	}
	t.Notes = append(t.Notes, notRun(set, loopKind)...)
	for _, r := range set.Measured().Where(loopKind) {
		t.Add(append(append([]string{r.Dim("set")}, numbers(r, "products", "products.all")...), append([]string{lab.Share(r.Value("products.all")-r.Value("products"), r.Value("products.all"))},
			numbers(r, "puzzles", "large", "others", "others.fail", "searched", "equal-answers", "same-graph")...)...)...)
	}
	return t
}

func passes(set record.Set) lab.Table {
	t := lab.Table{
		Name:  "passes",
		Title: "Passes and visits of pruning until the fixpoint, a supporter in each dependent box",
		Columns: []string{
			"Set", "Phase 2", "Puzzles", "Vertices, median", "Passes, median", "90 %", "greatest",
			"Visits to |V|·(|V|+|E|), median", "90 %", "greatest", "Paper's loop, measured", "at most",
		},
		Notes: []string{"Visits: vertices looked at and edges between classes followed by the library. The paper's loop, measured: vertices and edges looked at by a loop over single fillings, greatest on a few puzzles of the set; at most: passes · (|V| + 2|E|), greatest. The last pass removes nothing."},
	}
	t.Notes = append(t.Notes, notRun(set, pruneKind)...)
	for _, r := range set.Measured().Where(pruneKind) {
		row := append([]string{r.Dim("set"), r.Dim("fillings")}, numbers(r, "puzzles", "vertices.median", "supported.rounds.median", "supported.rounds.p90", "supported.rounds.max")...)
		for _, m := range []string{"median", "p90", "max"} {
			row = append(row, share(r, "supported.visits."+m))
		}
		loop := "–"
		for _, l := range set.Measured().Where(loopKind, record.D("set", r.Dim("set"))) {
			if r.Dim("fillings") == string(minigrid.Lines) && some(l) {
				loop = share(l, "visits.max")
			}
		}
		t.Add(append(row, loop, share(r, "supported.loop.max"))...)
	}
	return t
}

func share(r record.Record, metric string) string {
	return lab.Written(r, metric, func(share float64) string { return fmt.Sprintf("%.2g %%", 100*share) })
}
