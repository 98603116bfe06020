package minigridphases

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{
		firstTable(set), growthTable(set), listingTable(set), fillingsTable(set), givensTable(set), timesTable(set), printedTable(set),
		spaceTable(set), firstSpaceTable(set), phaseSpaceTable(set), solutionSpaceTable(set), comparedTable(set), extractTable(set), unsolvableTable(set),
	}
}

// fixed writes a metric with three decimals at most.
func fixed(r record.Record, metric string) string {
	if m, ok := r.Metric(metric); ok {
		return lab.Number(round(m.Value))
	}
	return "–"
}

func firstTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "phase-1", Title: "Phase 1 by size of board: steps and time per board",
		Columns: []string{"n", "Cells read", "Bits set", "Reading the text", "Setting the masks", "Time a cell"},
		Notes:   []string{"Random boards with 40 % of their cells given. A digit of a unit is one bit of a machine word, so log n does not show."},
	}
	r, ok := set.Case(firstKind)
	if !ok {
		return t
	}
	for _, n := range r.Numbers("n=", " cells") {
		p := fmt.Sprintf("n=%d ", n)
		if cells := r.Value(p + "cells"); cells > 0 {
			t.Add(strconv.Itoa(n), lab.NumberOf(r, p+"cells"), lab.NumberOf(r, p+"marks"), lab.SecondsOf(r, p+"read"), lab.SecondsOf(r, p+"mask"),
				lab.Seconds((r.Value(p+"read")+r.Value(p+"mask"))/cells))
		}
	}
	return t
}

func growthTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "listing-growth", Title: "One box of e empty cells listed by the box alone, as printed, by size of board",
		Columns: []string{"n", "e", "Fillings, e!", "Calls", "Digits tried", "per e!", "Digits tried by the library", "Time", "per e!"},
		Notes:   []string{"The library tries only digits that the box lacks, where the printed loop goes through all n. Its fillings were the same everywhere."},
	}
	for _, r := range set.Measured().Where(listingKind, record.Any("n")) {
		for _, e := range r.Numbers("e=", " fillings") {
			p := fmt.Sprintf("e=%d ", e)
			fillings := r.Value(p + "fillings")
			t.Add(r.Dim("n"), strconv.Itoa(e), lab.NumberOf(r, p+"fillings"), lab.NumberOf(r, p+"calls"), lab.NumberOf(r, p+"trials"), lab.Number(round(r.Value(p+"trials")/fillings)),
				lab.NumberOf(r, p+"library"), lab.SecondsOf(r, p+"time"), lab.Seconds(r.Value(p+"time")/fillings))
		}
	}
	return t
}

func listingTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "listing", Title: "All boxes listed as printed, in both readings of phase 2",
		Columns: []string{"Set", "Puzzles", "Σe!", "Fillings by the box", "Digits tried", "Fillings with masks", "Digits tried", "by the library", "Boxes", "Complete by the box", "Same in the library, both readings"},
		Notes: []string{
			"By the box: a digit is refused if the box holds it. With masks: also if a given of the cell's row or column does. Puzzles with a Σe! beyond the limit are left out.",
			"The library looks ahead in the second reading and tries fewer digits; its counting beforehand is not in the figure.",
		},
	}
	for _, r := range set.Measured().Where(listingKind, record.Any("set")) {
		same := r.Value("box same") + r.Value("lines same")
		t.Add(r.Dim("set"), lab.NumberOf(r, "puzzles"), lab.NumberOf(r, "factorials"), lab.NumberOf(r, "box fillings"), lab.NumberOf(r, "box trials"), lab.NumberOf(r, "lines fillings"), lab.NumberOf(r, "lines trials"),
			lab.NumberOf(r, "lines library"), lab.NumberOf(r, "boxes"), lab.Share(r.Value("all"), r.Value("boxes")), lab.Share(same, 2*r.Value("boxes")))
	}
	return t
}

func fillingsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "fillings", Title: "Fillings of a box and of all boxes of a puzzle, by set and reading of phase 2",
		Columns: []string{"Set", "Reading", "Puzzles", "A box: quartiles", "95 %", "Most", "Boxes of 1 to 20", "All boxes: quartiles", "95 %", "Most", "Under 1000", fmt.Sprintf("At most %d per box on average", statedMost)},
		Notes: []string{
			"Counted, not listed. Singles: with masks, after naked and hidden singles have been filled in; this reading is not in the document.",
			"own-mixed and acs-9x9-half hold boards without or with several solutions; boards in which a box has no filling are left out.",
		},
	}
	for _, r := range set.Measured().Where(fillingsKind) {
		for _, reading := range readings {
			p := string(reading) + " "
			quartiles := func(m string) string {
				return fixed(r, p+m+".q1") + ", " + fixed(r, p+m+".median") + ", " + fixed(r, p+m+".q3")
			}
			t.Add(r.Dim("set"), string(reading), lab.NumberOf(r, p+"puzzles"), quartiles("box"), fixed(r, p+"box.p95"), lab.NumberOf(r, p+"box.max"), lab.Share(r.Value(p+"boxes-1-20"), r.Value(p+"boxes")),
				quartiles("sum"), fixed(r, p+"sum.p95"), lab.NumberOf(r, p+"sum.max"), lab.Share(r.Value(p+"under-1000"), r.Value(p+"puzzles")), lab.Share(r.Value(p+"far-under"), r.Value(p+"puzzles")))
		}
	}
	return t
}

// byGivensOf returns the medians of the fillings of all boxes by number of givens, one of each set
// of 9×9 puzzles with one solution, and how many puzzles there are of each.
func byGivensOf(set record.Set, reading minigrid.Fillings) (medians map[int][]float64, puzzles map[int]int) {
	medians, puzzles = map[int][]float64{}, map[int]int{}
	for _, r := range set.Measured().Where(fillingsKind) {
		if !uniqueSet(r) {
			continue
		}
		for _, givens := range r.Numbers(string(reading)+" givens=", " sum.median") {
			m, _ := r.Metric(fmt.Sprintf("%s givens=%d sum.median", reading, givens))
			medians[givens] = append(medians[givens], m.Value)
			puzzles[givens] += m.N
		}
	}
	for _, m := range medians {
		slices.Sort(m)
	}
	return medians, puzzles
}

func givensTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "givens", Title: "Fillings of all boxes of a 9×9 puzzle with one solution by number of givens: medians of the sets, least to greatest",
		Columns: []string{"Givens", "Sets", "Puzzles"},
	}
	by := make([]map[int][]float64, len(readings))
	var puzzles map[int]int
	for i, reading := range readings {
		t.Columns = append(t.Columns, reading.Words())
		by[i], puzzles = byGivensOf(set, reading)
	}
	for _, givens := range slices.Sorted(maps.Keys(by[0])) {
		row := []string{strconv.Itoa(givens), strconv.Itoa(len(by[0][givens])), strconv.Itoa(puzzles[givens])}
		for i := range readings {
			m := by[i][givens]
			cell := "–"
			if len(m) > 0 {
				cell = lab.Number(m[0])
				if len(m) > 1 {
					cell += " to " + lab.Number(m[len(m)-1])
				}
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	return t
}

func timesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "times", Title: "Time of the five phases on one worker, median puzzle, and the share of each",
		Columns: []string{"Set", "Reading", "Puzzles", "Phase 1", "Phase 2", "Phase 3", "Phase 4", "Phase 5", "Shares of 1 to 5", "Phase 2 longest", "3 to 5 over 2", "Whole, median", "Most"},
		Notes:   []string{"Each puzzle's time is a median over rounds; shares are medians over puzzles, so a row does not add up to 100 %. Extraction goes to the proof that there is no second solution. Boards of more than nine boxes are not listed by the box alone."},
	}
	for _, r := range set.Measured().Where(timesKind) {
		for _, reading := range timedReadings {
			p := string(reading) + " "
			if timedIn(r, p) == 0 {
				continue
			}
			row := []string{r.Dim("set"), string(reading), lab.NumberOf(r, p+"puzzles")}
			var shares []string
			for phase := 1; phase <= nPhases; phase++ {
				m := fmt.Sprintf("%sphase%d", p, phase)
				row = append(row, lab.SecondsOf(r, m+".median"))
				shares = append(shares, fmt.Sprintf("%.0f", 100*r.Value(m+" share.median")))
			}
			t.Add(append(row, strings.Join(shares, ", ")+" %", lab.NumberOf(r, p+"phase2 longest"), fixed(r, p+"rest.median"), lab.SecondsOf(r, p+"whole.median"), lab.SecondsOf(r, p+"whole.max"))...)
		}
	}
	return t
}

func printedTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "times-printed", Title: "Phases 2 and 3 as printed, median puzzle",
		Columns: []string{"Set", "Phase 2 by the box", "Most", "Phase 2 with masks", "Phase 3 with masks", "Puzzles", "Phase 3 over phase 2"},
		Notes:   []string{"The loops of phase 3 are run on the puzzles in which they compare no more pairs of fillings than the configuration allows; by the box alone they would compare many millions. Listings that would yield too many fillings are left out, too."},
	}
	for _, r := range set.Measured().Where(timesKind) {
		t.Add(r.Dim("set"), lab.SecondsOf(r, "printed box phase2.median"), lab.SecondsOf(r, "printed box phase2.max"), lab.SecondsOf(r, "printed lines phase2.median"),
			lab.SecondsOf(r, "printed lines phase3.median"), lab.NumberOf(r, "printed looped"), fixed(r, "printed lines rest.median"))
	}
	return t
}

func spaceTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "space", Title: "Bytes of the method with masks against the largest term of the formula: board, fillings, solutions",
		Columns: []string{
			"Set", "Puzzles", "Graphs", "Fillings, median", "Largest term, median (B)", "Kept by the library (B)", "over the term", "Edges as a list over the term", "at worst",
			"Masks", "Fillings", "Classes", "Trees", "Adjacency", "Alive", "Edges as a list", "Peak to n³ log n", "Formula within n² log n to n³ log n",
		},
		Notes: []string{
			"Masks to edges: bytes of all graphs of the set. The library keeps edges between classes of fillings (adjacency); the list of edges between single fillings, eight bytes each, is what the document keeps, and computed only.",
			"A digit takes a byte in all figures but the last two columns, which count bits as the formula does. Graphs beyond the limits are not built: their peak is that of their fillings, a lower bound.",
		},
	}
	for _, r := range set.Measured().Where(graphKind) {
		row := []string{r.Dim("set"), lab.NumberOf(r, "puzzles"), lab.NumberOf(r, "built"), fixed(r, "vertices.median"), fixed(r, "formula.median"), fixed(r, "total.median"), fixed(r, "total ratio.median"), fixed(r, "edges ratio.median"), fixed(r, "edges ratio.max")}
		for _, part := range []string{"masks", "fillings", "classes", "trees", "adjacency", "alive", "edge-list"} {
			row = append(row, lab.NumberOf(r, "bytes "+part))
		}
		t.Add(append(row, lab.Number(round(8*r.Value("peak.median")/r.Value("order3"))), lab.Share(r.Value("within"), r.Value("puzzles")))...)
	}
	return t
}

func comparedTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "compared", Title: "Comparisons of phase 3 against the product of the numbers of fillings, summed over dependent pairs",
		Columns: []string{"Set", "Graphs", "Product", "Comparisons by the library", "to product × n, median", "at most", "Graphs looped as printed", "Pairs compared", "Positions per pair", "Edges", "Same edges"},
		Notes:   []string{"A comparison of the library is of one line of two classes of fillings, one of the printed loops of two whole fillings, position by position until a digit is met twice."},
	}
	for _, r := range set.Measured().Where(graphKind) {
		positions := "–"
		if r.Value("looped pairs") > 0 {
			positions = lab.Number(round(r.Value("looped positions") / r.Value("looped pairs")))
		}
		t.Add(r.Dim("set"), lab.NumberOf(r, "built"), lab.NumberOf(r, "product"), lab.NumberOf(r, "steps"), lab.NumberOf(r, "compared.median"), lab.NumberOf(r, "compared.max"), lab.NumberOf(r, "looped"),
			lab.NumberOf(r, "looped pairs"), positions, lab.NumberOf(r, "looped edges"), lab.Share(r.Value("looped same"), r.Value("looped")))
	}
	return t
}

// label names the boards of a case about phase 5.
func label(r record.Record) string {
	if r.Has("made") {
		return r.Dim("made")
	}
	return record.Key("", r.Dims()...)
}

func extractTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "extraction", Title: "Vertices that phase 5 tries against S·n², by set and number of solutions",
		Columns: []string{"Boards", "Solutions", "Boards in phase 5", "Solutions, all", "S·n²", "Vertices tried", "Most", "Dead ends", "Boards beyond S·n²", "Boards with more dead ends than not"},
		Notes:   []string{"From: puzzles made unsolvable by exchanging one given. Many: puzzles that givens were taken from. Boards that earlier phases showed to be unsolvable do not appear. All solutions were extracted, checked, and their number compared with the stated one or with exact cover's."},
	}
	for _, r := range set.Measured().Where(extractKind) {
		for _, class := range []string{noneClass, oneClass, severalClass} {
			p := class + " "
			if _, ok := r.Metric(p + "boards"); ok {
				t.Add(label(r), class, lab.NumberOf(r, p+"boards"), lab.NumberOf(r, p+"solutions"), lab.NumberOf(r, p+"bound"), lab.NumberOf(r, p+"nodes"), lab.NumberOf(r, p+"nodes.max"),
					lab.Share(r.Value(p+"dead-ends"), r.Value(p+"nodes")), lab.NumberOf(r, p+"beyond"), lab.NumberOf(r, p+"dominated"))
			}
		}
	}
	return t
}

func unsolvableTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "unsolvable", Title: "Phase in which unsolvable boards are found out, by reading of phase 2",
		Columns: []string{"Boards", "Reading", "Without conflict", "Phase 2", "Phase 3", "Phase 4", "Phase 5", "Equal givens in a unit"},
		Notes:   []string{"A box without filling; a pair of boxes without edge; a box that pruning empties; a search without solution. From: unique puzzles in which one given was exchanged. Boards with two equal givens in a unit are found out by phase 1 and counted separately. By the box alone fewer boards are run."},
	}
	for _, r := range set.Measured().Where(unsolvableKind) {
		for _, reading := range timedReadings {
			p := string(reading) + " "
			row := []string{record.Key("", r.Dims()...), string(reading), lab.NumberOf(r, p+"boards")}
			for phase := 2; phase <= nPhases; phase++ {
				row = append(row, lab.Share(r.Value(fmt.Sprintf("%sphase%d", p, phase)), r.Value(p+"boards")))
			}
			t.Add(append(row, lab.NumberOf(r, p+"conflicting"))...)
		}
	}
	return t
}
