package dqngenerator

import (
	"fmt"

	"sudokulab/experiments/dqn-generator/deals"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{callsTable(set), keysTable(set), chunksTable(set), foundTable(set), timesTable(set)}
}

func callsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "table", Title: "Mean calls of the counter for one puzzle, by number of givens",
		Columns: []string{"Way"},
		Notes: []string{
			"All ways make the same puzzles from the same grids and orders; only grids whose order leads to so many givens count.",
			"Chunks alone: a chunk that fails is halved. Cell by cell: it is gone through up to the key cell. Chunks have 32 cells on a full board and fewer in proportion to the givens above 17, unless another reading stands behind \"by\": failures halves the size with each failed chunk, outcome doubles it again with each that could go, rest takes half of what is still to be removed, fixed stays at 32.",
			"At least: key cells plus one, a bound for any way that ends at these puzzles.",
		},
	}
	r, ok := set.Measured().Case(callsCase)
	if !ok {
		return t
	}
	all := givensOf(r)
	for _, givens := range all {
		t.Columns = append(t.Columns, fmt.Sprintf("%d givens", givens))
	}
	row := func(name string, cell func(givens int) string) {
		cells := []string{name}
		for _, givens := range all {
			cells = append(cells, cell(givens))
		}
		t.Add(cells...)
	}
	for _, w := range ways() {
		row(w.Name, func(givens int) string { return lab.FixedOf(r, metric(givens, w.Name, "calls.mean"), 1) })
	}
	row("at least", func(givens int) string {
		return fmt.Sprintf("%.1f", 1+r.Value(fmt.Sprintf("givens=%d keys.mean", givens)))
	})
	row("grids that get there", func(givens int) string { return lab.NumberOf(r, fmt.Sprintf("givens=%d reached", givens)) })
	if d, ok := set.Measured().Case(denseCase); ok {
		row("key cells among the givens", func(givens int) string {
			name := fmt.Sprintf("givens=%d density", givens)
			if !has(d, name) {
				return "–"
			}
			return lab.Percent(d.Value(name))
		})
	}
	if c, ok := set.Measured().Case(countedCase); ok {
		t.Notes = append(t.Notes, fmt.Sprintf("Calls were counted from the record of single steps; %s of %s removals repeated with the engine as the counter agree in puzzle, key cells and calls.",
			lab.NumberOf(c, "same"), lab.NumberOf(c, "runs")))
		if n := c.Value("discard.tried"); n > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("A way that keeps the whole of a failed chunk ends before %d givens on %s of %s grids, after %s calls on average.",
				stated, lab.NumberOf(c, "discard.short"), lab.Number(n), lab.FixedOf(c, "discard.calls.mean", 1)))
		}
	}
	return t
}

func keysTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "key-cells", Title: fmt.Sprintf("Calls with and without the drop to single cells after ten calls, at %d givens, by key cells met", stated),
		Columns: []string{"Key cells", "Grids", "Calls, chunks kept", "Calls, dropped to single cells", "Saved", "Grids that gain", "Saved, at best"},
	}
	r, ok := set.Measured().Case(denseCase)
	if !ok {
		return t
	}
	add := func(label, name string) {
		if !has(r, name+" grids") {
			return
		}
		n := r.Value(name + " grids")
		with, without := r.Value(name+" with"), r.Value(name+" without")
		t.Add(label, lab.Number(n), fmt.Sprintf("%.1f", without/n), fmt.Sprintf("%.1f", with/n), lab.Percent(1-with/without),
			lab.Share(r.Value(name+" gaining"), n), lab.Percent(r.Value(name+" saving.best")))
	}
	for from := 0; from < 81; from += 4 {
		add(fmt.Sprintf("%d–%d", from, from+3), fmt.Sprintf("givens=%d keys=%d–%d", stated, from, from+3))
	}
	add(fmt.Sprintf("%d or more", dense), fmt.Sprintf("givens=%d dense", stated))
	add("any", fmt.Sprintf("givens=%d all", stated))
	return t
}

func chunksTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "chunks", Title: fmt.Sprintf("Failed chunks on the way to %d givens: calls to find the key cell, behind the call that failed", stated),
		Columns: []string{"Cells of the chunk", "Chunks", "Key cell right", "Binary search", "Binary search, no elimination", "Single steps"},
		Notes:   []string{"Right: the cell that single steps meet first. Without the drop to single cells, so that small chunks occur at all."},
	}
	r, ok := set.Measured().Case(chunksCase)
	if !ok {
		return t
	}
	row := func(label, name string) {
		if !has(r, name+" chunks") {
			return
		}
		n := r.Value(name + " chunks")
		v := func(part string) string { return fmt.Sprintf("%.2f", r.Value(name+" "+part)) }
		t.Add(label, lab.Number(n), lab.Share(r.Value(name+" right"), n), v("search-calls"), v("search-calls-unspared"), v("single-steps"))
	}
	for i := range sizeClasses {
		row(sizeSays(i), sizeName(i))
	}
	row("all", "all")
	return t
}

func foundTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "found", Title: fmt.Sprintf("Grids that come down to %d blanks past %d key cells: calls by each reading, and those of just %d", deals.StatedBlanks, deals.StatedKeys, deals.StatedCalls),
		Columns: []string{"Size of chunks", "Drop to single cells", "Elimination", "Grids", "Least", "Median", "90th percentile", "Most", "Exactly stated"},
	}
	r, ok := set.Measured().Case(foundCase)
	if !ok {
		return t
	}
	yes := map[bool]string{true: "yes", false: "no"}
	for _, x := range readings() {
		name := x.String()
		v := func(part string) string { return lab.NumberOf(r, name+" calls."+part) }
		t.Add("by "+string(x.sizing), yes[x.shrink], yes[x.elimination], lab.NumberOf(r, "key-cells as stated"), v("min"), v("median"), lab.FixedOf(r, name+" calls.p90", 1), v("max"), lab.NumberOf(r, name+" exact"))
	}
	t.Notes = append(t.Notes, fmt.Sprintf("Among %s grids, of which %s come down to %d blanks. One by one such a puzzle takes %d calls. The records hold grid, order, puzzle and every call of the first case of each reading that has one.",
		lab.NumberOf(r, "deals"), lab.NumberOf(r, "reached"), deals.StatedBlanks, deals.StatedBlanks+deals.StatedKeys))
	return t
}

func timesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "times", Title: fmt.Sprintf("Time for a puzzle of %d givens, by counter: single steps and the document's way, in turn", stated),
		Columns: []string{"Counter", "Puzzles", "Calls, one by one", "Calls, document's way", "Nodes, one by one", "Nodes, document's way", "One by one", "Document's way", "One by one to document's way", "95 % interval"},
		Notes:   []string{"Naive: fixed order, scans, no list of blanks. Document's: MRV, masks, list of blanks. A chunk that fails asks about a sparser board than single steps ever do, so that fewer calls may take as long."},
	}
	r, ok := set.Measured().Case(timeCase)
	if !ok {
		return t
	}
	if r.Status == record.Capped {
		t.Notes = append(t.Notes, r.Note+".")
	}
	for _, name := range counterNames() {
		v := func(way, part string) string { return lab.Number(r.Value(name + " " + way + " " + part)) }
		nodes := func(way string) string {
			if name == counterFast { // which does not count them
				return "–"
			}
			return v(way, "nodes")
		}
		t.Add(name, lab.NumberOf(r, "puzzles"), v(oneByOne, "calls"), v(document, "calls"), nodes(oneByOne), nodes(document),
			lab.SecondsOf(r, name+" "+oneByOne+" time"), lab.SecondsOf(r, name+" "+document+" time"),
			fmt.Sprintf("%.2f ×", r.Value(name+" ratio")), fmt.Sprintf("%.2f–%.2f", r.Value(name+" ratio.low"), r.Value(name+" ratio.high")))
	}
	return t
}
