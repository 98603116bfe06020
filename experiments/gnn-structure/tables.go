package gnnstructure

import (
	"fmt"
	"strconv"

	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{graphTable(set), modelTable(set), layerTable(set), rowTable(set), heldTable(set), measuredTable(set), signalTable(set)}
}

func graphTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "graph",
		Title:   "The bipartite graph by size of board",
		Columns: []string{"Board", "Cells", "Rows, columns, boxes", "Nodes", "Edges", "Directed", "Units of a cell", "Cells of a unit"},
		Notes:   []string{"Edges: pairs of a cell and a row, column or box that holds it. Messages go both ways along each: directed."},
	}
	for _, r := range set.Measured().Where(graphKind) {
		v := func(m string) string { return lab.NumberOf(r, m) }
		t.Add("n="+r.Dim("n"), v("cells"), v("units"), v("nodes"), v("edges.undirected"), v("edges.directed"),
			between(r, "cell-degree"), between(r, "unit-degree"))
	}
	return t
}

// between writes a least and a greatest, once if they are the same.
func between(r record.Record, name string) string {
	least, most := lab.NumberOf(r, name+".min"), lab.NumberOf(r, name+".max")
	if least == most {
		return least
	}
	return least + " to " + most
}

func modelTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "weights",
		Title:   "Weights of the networks as drawn, by reading of the drawing",
		Columns: []string{"Network", "Weights", "Stated", "Of message and update", "If not shared over rounds", "MFLOP a board, edge by edge", "MFLOP a board, fast"},
		Notes: []string{
			"hidden: an MLP drawn (192) → ReLU → (96) has a hidden layer of the hidden size. wide: the first number is a layer as well. bare: no layer that is not named, ReLU on the input. If not shared: what 32 rounds with weights of their own would have, which the document rules out. MFLOP: multiplications and additions in matrix products of a forward pass.",
		},
	}
	mega := func(r record.Record, m string) string {
		if v, ok := r.Metric(m); ok {
			return lab.Number(v.Value / 1e6)
		}
		return "–"
	}
	for _, r := range set.Measured().Where(modelKind) {
		v := func(m string) string { return lab.NumberOf(r, m) }
		t.Add("graph, "+r.Dim("reading"), v("parameters"), "about 2 million", v("parameters.round"), v("parameters.unshared"), mega(r, "products.plain"), mega(r, "products.formula"))
	}
	if r, ok := set.Case(cnnCase); ok {
		t.Add("convolutional", lab.NumberOf(r, "parameters"), "about 7.5 million", "–", "–", "–", mega(r, "products"))
	}
	return t
}

func layerTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "layers",
		Title:   "What was built, and what else was looked at",
		Columns: []string{"Part", "Found"},
		Notes:   []string{"Matrices of weights by part of a network, inputs first; each has biases besides."},
	}
	for _, r := range set.Measured() {
		name := ""
		switch r.Kind() {
		case modelKind:
			name = "graph, " + r.Dim("reading")
		case cnnCase:
			name = "convolutional"
		case roundKind:
			t.Add("a round, "+r.Dim("reading"), fmt.Sprintf("%s scores against plain loops, off by %s of the greatest", lab.NumberOf(r, "compared"), lab.NumberOf(r, "off")))
		case otherSizeCase:
			t.Add("cnn on 16×16, asked", r.Texts["refusal"])
			t.Add("cnn on 16×16, built all the same", r.Texts["error"])
			t.Add("fully convolutional", fmt.Sprintf("%s weights at 9×9, %s at 16×16, %s scores", lab.NumberOf(r, "counter.weights.9"), lab.NumberOf(r, "counter.weights.16"), lab.NumberOf(r, "counter.logits")))
		}
		if name != "" {
			t.Add(name, r.Texts["variables"])
		}
	}
	return t
}

// documentRows are the lines of the document's table of memory.
var documentRows = []struct{ name, label, stated string }{
	{"input", "Input puzzles, 128·9·9·4", "41 KB"},
	{"graph", "Graph, 108·486·8", "0.4 MB"},
	{"features", "Node features, 128·108·5·4", "277 KB"},
	{"states", "Hidden states, 128·108·96·4", "5.3 MB"},
	{"states.all", "Hidden states, 32 rounds", "170 MB"},
	{"parameters", "Parameters, 2 million·4", "8 MB"},
	{"gradients", "Gradients, same", "8 MB"},
	{"optimiser", "Adam, 2 million·4·2", "16 MB"},
}

func rowTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "memory",
		Title:   "The document's table of memory, batch 128 at 9×9, worked out again and counted in what is built",
		Columns: []string{"Row", "Stated", "By its factors", "Built", "Built to stated factors"},
	}
	r, ok := set.Case(rowsCase)
	if !ok || r.Status == record.Missing {
		return t
	}
	products := 0.0
	for _, row := range documentRows {
		ratio := "–"
		if p := r.Value(row.name + ".product"); p > 0 {
			ratio = lab.Share(r.Value(row.name+".built"), p)
		}
		if row.name != "states" && row.name != "states.all" {
			products += r.Value(row.name + ".product")
		}
		t.Add(row.label, row.stated, sizeOf(r, row.name+".product"), sizeOf(r, row.name+".built"), ratio)
	}
	t.Notes = []string{fmt.Sprintf(
		"The rows sum to %s with the 170 MB of hidden states, to %s with half of them, and to %s with the 42 MB that the row on mixed precision gives: the stated total of about 75 MB. What a training step holds is in the next table. Graph, built: both ends of 486 directed edges at 8 bytes.",
		size(products+r.Value("states.all.product")), size(products+r.Value("states.all.product")/2), size(products+42e6))}
	return t
}

func heldTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "held",
		Title:   "Memory of a training step, counted in the built graph",
		Columns: []string{"Messages", "Format", "Rounds in the backward pass", "Batch", "Held for the backward pass", "A board", "Peak"},
		Notes: []string{
			"Held: what the forward pass makes and the backward pass reads, without weights. Peak: the most that is alive at one time, weights, moments and boards included, if operations run in order and nothing is computed in place; a compiler that joins operations needs less. Edge by edge is as drawn; fast is the same function with sums over the board's axes. ReLU and dropout are held as masks of a byte in every form. Nothing here was run on an accelerator.",
		},
	}
	for _, r := range set.Measured().Where(heldKind) {
		f := formOf(r)
		passing, rounds := "fast", "kept"
		if f.passing == literal.Plain {
			passing = "edge by edge"
		}
		if f.recompute {
			rounds = "computed again"
		}
		board := "–"
		if b := r.Value("batch"); b > 0 {
			board = size(r.Value("held") / b)
		}
		t.Add(passing, string(f.compute), rounds, lab.NumberOf(r, "batch"), sizeOf(r, "held"), board, sizeOf(r, "peak"))
	}
	return t
}

func measuredTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "measured",
		Title:   "Memory of a training step, measured on the Go backend beside its count",
		Columns: []string{"Form", "Rounds", "Batch", "Counted peak", "Heap, peak", "Heap a board", "Time of a step"},
		Notes:   []string{"Heap: most bytes of objects seen during a step, with the backend's pool of buffers and the compiled graph, above those of before the network was built, the collector running whenever the heap has grown by a tenth. It differs from run to run."},
	}
	for _, r := range set.Measured().Where(stepKind) {
		for _, batch := range batches(r) {
			name := fmt.Sprintf("batch=%d ", batch)
			board := "–"
			if m, ok := r.Metric(name + "heap"); ok {
				board = size(m.Value / float64(batch))
			}
			t.Add(formOf(r).String(), lab.NumberOf(r, "rounds"), strconv.Itoa(batch), sizeOf(r, name+"counted"), sizeOf(r, name+"heap"), board, lab.SecondsOf(r, name+"time"))
		}
	}
	return t
}

// batches are the sizes that a record of measured steps holds, in order.
func batches(r record.Record) []int { return r.Numbers("batch=", " counted") }

func signalTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "signal",
		Title:   "How much the states of cells differ from one another as rounds go by, as drawn, before any training",
		Columns: []string{"Initial weights", "Rounds", "Spread of the states", "Size of the states", "Spread to size"},
		Notes:   []string{"Root mean square over cells, boards and components, of the distance from the mean state and of the state. A decoder cannot tell apart what does not differ by more than float32 rounds off, about 10⁻⁷ of the size. The document does not say how weights start; fan-in is what PyTorch gives a linear layer."},
	}
	for _, r := range set.Measured().Where(signalKind) {
		for _, n := range r.Numbers("spread rounds=", "") {
			spread, states := r.Value(fmt.Sprintf("spread rounds=%d", n)), r.Value(fmt.Sprintf("size rounds=%d", n))
			ratio := "–"
			if states > 0 {
				ratio = lab.Number(spread / states)
			}
			t.Add(r.Dim("init"), strconv.Itoa(n), lab.Number(spread), lab.Number(states), ratio)
		}
	}
	return t
}
