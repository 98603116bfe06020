package minigridsizes

import (
	"fmt"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// stated are the bits of the paper's table in section 6, by side.
var stated = map[int]struct{ board, masks float64 }{9: {324, 36}, 16: {1024, 64}, 25: {2900, 116}}

func tables(set record.Set) []lab.Table {
	return []lab.Table{solved(set), bits(set), dependent(set)}
}

// missing names the sets that were not on the machine.
func missing(set record.Set) string {
	var gone record.Set
	for _, r := range set.Where(solveKind) {
		if r.Status == record.Missing {
			gone = append(gone, r)
		}
	}
	return strings.Join(gone.Values("set"), ", ")
}

func solved(set record.Set) lab.Table {
	t := lab.Table{
		Name:  "table",
		Title: "Boards solved by the minigrid method, by size and listing of phase 2",
		Columns: []string{
			"Side", "Boards", "Phase 2", "Taken", "Solved as exact cover", "with a choice", "Answered otherwise", "Not checked",
			"Fillings over the limit", "Graph over the limit", "Out of nodes", "Unique", "Multiple", "Unsolvable",
			"Vertices, median", "greatest", "left by pruning", "Bytes", "Nodes",
		},
		Notes: []string{
			"Solved: the status and the number of solutions, 2 at most on sets and 1,000 on partial boards, are those of an exact cover search, and the first solution passed the checker. With a choice: more fillings were listed than there are boxes. Not checked: the exact search reached its limit.",
			"Over the limit: the limits of the configuration ended phase 2 or 3, and nothing is said about the board. Vertices, bytes and nodes are of the boards whose graph was built; bytes and nodes are the greatest.",
			"Fillings: box looks at the box alone, lines uses the masks of phase 1, singles fills in naked and hidden singles first, which the paper does not. Partial boards keep a share of the cells of a regular full grid.",
		},
	}
	if m := missing(set); m != "" {
		t.Notes = append(t.Notes, "Not on this machine and not run: "+m+".")
	}
	for _, r := range append(set.Measured().Where(solveKind), set.Measured().Where(partialKind)...) {
		var boards, fillings string
		if r.Kind() == solveKind {
			boards, fillings = r.Dim("set"), r.Dim("fillings")
		} else {
			boards, fillings = "partial, "+r.Dim("kept")+" % kept", string(minigrid.Lines)
		}
		v := func(m string) string { return lab.Number(r.Value(m)) }
		graph := func(m string) string { return lab.NumberOf(r, m) } // absent where no graph was built
		t.Add(v("side"), boards, fillings, v("boards"), v("solved"), v("solved.open"), v("wrong"), v("unchecked"),
			v("capped.fillings"), v("capped.graph"), v("capped.nodes"), v("unique"), v("multiple"), v("unsolvable"),
			graph("vertices.median"), graph("vertices.max"), graph("alive.max"), graph("bytes.max"), graph("nodes.max"))
	}
	return t
}

func bits(set record.Set) lab.Table {
	t := lab.Table{
		Name:  "bits",
		Title: "Bits of the board and of the masks, by formula and as built",
		Columns: []string{
			"Side", "Board, n²·⌈log₂(n+1)⌉", "n²·log₂(n+1)", "n²·log₂ n", "held", "stated",
			"Masks, as built", "n·⌈log₂(n+1)⌉", "n·log₂ n", "stated",
		},
		Notes: []string{
			"Section 2.1 has ⌈log₂(n+1)⌉ bits per cell, one of n digits or empty; the table of section 6 writes n²·log₂ n, which leaves no value for an empty cell. Held: one byte per cell in memory, a word for each mask.",
			"A mask that says which of n digits a unit holds needs n bits, and rows, columns and boxes are 3n units: 3n². The table's n·log₂ n could hold one digit of each unit of one kind.",
		},
	}
	for _, r := range set.Measured().Where(geometryKind) {
		v := func(m string) string { return lab.Number(r.Value(m)) }
		boardStated, maskStated := "–", "–"
		if s, ok := stated[int(r.Value("side"))]; ok {
			boardStated, maskStated = lab.Number(s.board), lab.Number(s.masks)
		}
		t.Add(v("side"), v("board.bits"), v("board.bits.states"), v("board.bits.table"), v("board.bits.held"), boardStated,
			v("masks.bits"), v("masks.bits.ceiling"), v("masks.bits.table"), maskStated)
	}
	return t
}

func dependent(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "pairs",
		Title:   "Boxes and dependent pairs of boxes by size of board",
		Columns: []string{"Side", "Boxes", "Cells", "Cells with the formula's box", "Dependents of a box", "Dependent pairs", "by rows and columns", "All pairs", "Left out"},
		Notes:   []string{"By rows and columns: counted again from the cells, without the method's list. A box depends on 2(k−1) others wherever it stands, which makes n(k−1) pairs on a board of side n = k²."},
	}
	for _, r := range set.Measured().Where(geometryKind) {
		v := func(m string) string { return lab.Number(r.Value(m)) }
		t.Add(v("side"), v("boxes"), v("cells"), v("formula.agrees"), v("dependents.min")+" to "+v("dependents.max"),
			v("pairs"), v("pairs.recounted"), v("pairs.all"), lab.Share(r.Value("pairs.all")-r.Value("pairs"), r.Value("pairs.all")))
	}
	side, cells, err := exponents(set)
	if err == nil {
		t.Notes = append(t.Notes, fmt.Sprintf("Exponent of the dependent pairs on log-log axes: %s over the side, which is the number of boxes, %v; %s over the cells, %v.",
			lab.Number(side.Exponent), side.Interval, lab.Number(cells.Exponent), cells.Interval))
	}
	return t
}

// exponents fits the growth of the dependent pairs over the side and over the cells.
func exponents(set record.Set) (side, cells stats.Slope, err error) {
	var n, area, pairs []float64
	for _, r := range set.Measured().Where(geometryKind) {
		n, area, pairs = append(n, r.Value("side")), append(area, r.Value("cells")), append(pairs, r.Value("pairs"))
	}
	if side, err = stats.LogLogSlope(n, pairs, 0.95); err != nil {
		return side, cells, err
	}
	cells, err = stats.LogLogSlope(area, pairs, 0.95)
	return side, cells, err
}
