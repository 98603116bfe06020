package gnnstructure

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// tableBatch is the batch of the document's table of memory.
const tableBatch = 128

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "G01a", Decide: nodes},
		{Claim: "G01b", Decide: edges},
		{Claim: "G02a", Decide: featureMatrix},
		{Claim: "G02b", Decide: featureValues},
		{Claim: "G03", Decide: encoder},
		{Claim: "G04a", Decide: shared},
		{Claim: "G04b", Decide: round},
		{Claim: "G05", Decide: decoder},
		{Claim: "G06a", Decide: weights},
		{Claim: "G06b", Decide: weightsCNN},
		{Claim: "G22", Decide: onOtherSize},
		{Claim: "G24a", Decide: row("input", "128 boards of 81 cells, 4 bytes each")},
		{Claim: "G24b", Decide: row("graph", "both ends of each directed edge at 8 bytes; nodes times edges is the size of no list, but of a matrix of both")},
		{Claim: "G24c", Decide: row("features", "128 matrices of 108×5, 4 bytes each")},
		{Claim: "G24d", Decide: states},
		{Claim: "G24e", Decide: row("parameters", "the weights counted, 4 bytes each; the row multiplies 2 million")},
		{Claim: "G24f", Decide: gradients},
		{Claim: "G24g", Decide: row("optimiser", "two moments for each weight counted, and the optimiser's step and rate")},
		{Claim: "G24h", Decide: half},
		{Claim: "G24i", Decide: wholeBatch},
		{Claim: "G24j", Decide: eightBatches},
		{Claim: "G24k", Decide: card},
		{Claim: "G25a", Decide: nodesOfSixteen},
		{Claim: "G25b", Decide: degrees},
	}
}

// yes is reproduced or refuted.
func yes(ok bool) lab.Verdict {
	if ok {
		return lab.Reproduced
	}
	return lab.Refuted
}

// counted is a figure and the limit of the rule that it must equal.
type counted struct {
	limit  string
	figure float64
}

// equal reports whether every figure equals its limit.
func equal(e *lab.Evidence, all ...counted) bool {
	ok := true
	for _, c := range all {
		ok = c.figure == e.Limit(c.limit) && ok
	}
	return ok
}

func nodes(e *lab.Evidence) lab.Finding {
	c := graphCase(9)
	cells, units, all := e.Value(c, "cells"), e.Value(c, "units"), e.Value(c, "nodes")
	return lab.Finding{
		Verdict: yes(equal(e, counted{"cells", cells}, counted{"units", units}, counted{"nodes", all})),
		Figure:  fmt.Sprintf("%s + %s = %s nodes", lab.Number(cells), lab.Number(units), lab.Number(all)),
		Because: "nodes counted in the built graph",
	}
}

func edges(e *lab.Evidence) lab.Finding {
	c := graphCase(9)
	undirected, directed := e.Value(c, "edges.undirected"), e.Value(c, "edges.directed")
	return lab.Finding{
		Verdict: yes(equal(e, counted{"edges", undirected})),
		Figure:  fmt.Sprintf("%s edges that go both ways; %s if each direction counts", lab.Number(undirected), lab.Number(directed)),
		Because: "counted in the built graph: 81 cells with a row, a column and a box each",
	}
}

func featureMatrix(e *lab.Evidence) lab.Finding {
	rows, columns, nonzero := e.Value(featuresCase, "rows"), e.Value(featuresCase, "columns"), e.Value(featuresCase, "units.nonzero")
	graphRows := e.Value(modelCase(literal.Hidden), "features.rows")
	carry := "carry zeros"
	if nonzero > 0 {
		carry = "carry their numbers"
	}
	return lab.Finding{
		Verdict: yes(equal(e, counted{"rows", rows}, counted{"columns", columns}) && graphRows == rows),
		Figure:  fmt.Sprintf("(%s, %s)", lab.Number(rows), lab.Number(columns)),
		Because: "the built matrix and the network's own; the document defines no features of rows, columns and boxes: here they " + carry,
	}
}

func featureValues(e *lab.Evidence) lab.Finding {
	cells, right := e.Value(featuresCase, "cells"), e.Value(featuresCase, "cells.right")
	least, greatest := e.Value(featuresCase, "least"), e.Value(featuresCase, "greatest")
	v, because := e.Always(right, cells)
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of %s cells as defined, values %s to %s", lab.Number(right), lab.Number(cells), lab.Number(least), lab.Number(greatest)),
		Because: because + "; every feature of every cell of random boards was also computed independently",
	}
	if low, high := e.Limit("low"), e.Limit("high"); !(least >= low) || !(greatest <= high) {
		f.Verdict, f.Because = lab.Refuted, "a feature lies outside the stated range"
	}
	return f
}

func encoder(e *lab.Evidence) lab.Finding {
	var found []string
	ok := true
	for _, r := range e.Where(modelKind) {
		rows, columns := r.Value("encoded.rows"), r.Value("encoded.columns")
		ok = equal(e, counted{"rows", rows}, counted{"columns", columns}, counted{"features", r.Value("features.columns")}) && ok
		found = append(found, fmt.Sprintf("%s: (%s, %s)", r.Dim("reading"), lab.Number(rows), lab.Number(columns)))
	}
	return lab.Finding{
		Verdict: yes(ok),
		Figure:  strings.Join(found, ", "),
		Because: "shape of the built states in each reading of the drawing, with a hidden layer and without",
	}
}

func shared(e *lab.Evidence) lab.Finding {
	f := lab.Finding{Verdict: lab.Reproduced, Because: "weights counted in graphs of 1, 8, 32 and 64 message-passing steps, while the operations grow with the steps"}
	var counts []string
	for _, r := range e.Where(modelKind) {
		for _, n := range []string{"1", "8", "32", "64"} {
			if r.Value("parameters rounds="+n) != r.Value("parameters") {
				f.Verdict, f.Because = lab.Refuted, "the weights of "+r.Case+" change with the number of steps"
			}
		}
		if !equal(e, counted{"rounds", r.Value("rounds")}) || r.Value("products rounds=64") <= r.Value("products rounds=1") {
			f.Verdict, f.Because = lab.Refuted, r.Case+" does not run the stated steps"
		}
		counts = append(counts, r.Dim("reading")+": "+lab.Number(r.Value("parameters")))
	}
	f.Figure = strings.Join(counts, ", ") + " weights at any number of message-passing steps"
	return f
}

func round(e *lab.Evidence) lab.Finding {
	worst, scores := 0.0, 0.0
	for _, r := range e.Where(roundKind) {
		worst, scores = max(worst, r.Value("off")), scores+r.Value("compared")
	}
	dropout := e.Value(modelCase(literal.Hidden), "dropout.percent")
	f := lab.Finding{
		Verdict: yes(worst <= e.Limit("off") && equal(e, counted{"dropout", dropout})),
		Figure:  fmt.Sprintf("off by %.1g at most, dropout %s %%", worst, lab.Number(dropout)),
		Because: fmt.Sprintf("%s scores after one and three message-passing steps against plain loops over the edge list, in each of %d readings of the drawing", lab.Number(scores), len(literal.Readings())),
	}
	if v, few := e.Enough("scores", scores); v != "" && f.Verdict == lab.Reproduced {
		f.Verdict, f.Because = v, few
	}
	return f
}

func decoder(e *lab.Evidence) lab.Finding {
	c := modelCase(literal.Hidden)
	rows, columns, read := e.Value(c, "logits.rows"), e.Value(c, "logits.columns"), e.Value(c, "decoded.rows")
	worst := 0.0
	for _, r := range e.Where(roundKind) {
		worst = max(worst, r.Value("sum.off"))
	}
	return lab.Finding{
		Verdict: yes(equal(e, counted{"rows", rows}, counted{"columns", columns}, counted{"rows", read}) && worst <= e.Limit("off")),
		Figure:  fmt.Sprintf("(%s, %s) from %s states; sums off 1 by %.1g at most", lab.Number(rows), lab.Number(columns), lab.Number(read), worst),
		Because: "shapes of the built stages, and each cell's probabilities summed",
	}
}

// weights judges the reading that comes nearest to what is stated, whose middle is that of the
// limits.
func weights(e *lab.Evidence) lab.Finding {
	stated := (e.Limit("low") + e.Limit("high")) / 2
	nearest, unshared := 0.0, 0.0
	var counts []string
	for _, r := range e.Where(modelKind) {
		p := r.Value("parameters")
		if math.Abs(p-stated) < math.Abs(nearest-stated) {
			nearest = p
		}
		counts = append(counts, r.Dim("reading")+": "+lab.Number(p))
		if r.Dim("reading") == string(literal.Hidden) {
			unshared = r.Value("parameters.unshared")
		}
	}
	v, because := e.Band(lab.Exactly(nearest))
	return lab.Finding{
		Verdict: v,
		Figure:  strings.Join(counts, ", "),
		Because: fmt.Sprintf("every reading of the drawing %s; the nearest decides. With separate weights for each message-passing step, which the document rules out, the first would have %s", because, lab.Number(unshared)),
	}
}

func weightsCNN(e *lab.Evidence) lab.Finding {
	p := e.Value(cnnCase, "parameters")
	linear := (e.Value(cnnCase, "linear.inputs") + 1) * e.Value(cnnCase, "linear.outputs")
	v, because := e.Band(lab.Exactly(p))
	return lab.Finding{
		Verdict: v,
		Figure:  lab.Number(p),
		Because: fmt.Sprintf("%s; kernels of 3×3, which the drawing leaves out, and %s of the weights in the linear layer", because, lab.Share(linear, p)),
	}
}

func onOtherSize(e *lab.Evidence) lab.Finding {
	r, _ := e.Case(otherSizeCase)
	message := e.Text(r, "error")
	runs := e.Value(otherSizeCase, "runs")
	scores, before, after := e.Value(otherSizeCase, "counter.logits"), e.Value(otherSizeCase, "counter.weights.9"), e.Value(otherSizeCase, "counter.weights.16")
	counter := equal(e, counted{"scores", scores}) && before == after
	switch {
	case runs != 0:
		return lab.Finding{Verdict: lab.Refuted, Figure: "it runs", Because: "the convolutional network as drawn takes a 16×16 board"}
	case counter:
		return lab.Finding{
			Verdict: lab.Partly, Figure: message,
			Because: fmt.Sprintf("the convolutional network as drawn cannot be built for 16×16; with a 1×1 convolution in place of its linear layer the same %s weights run on both", lab.Number(after)),
		}
	}
	return lab.Finding{Verdict: lab.Reproduced, Figure: message, Because: "building it for 16×16 fails, and the fully convolutional one does not run either"}
}

// row judges a line of the table of memory by what is built.
func row(name, because string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		built, product := e.Value(rowsCase, name+".built"), e.Value(rowsCase, name+".product")
		v, _ := e.Band(lab.Exactly(built))
		return lab.Finding{
			Verdict: v,
			Figure:  fmt.Sprintf("%s built, %s by the row's factors", size(built), size(product)),
			Because: because,
		}
	}
}

// heldOf returns what a form holds for the backward pass and its peak, at the table's batch
// or several.
func heldOf(e *lab.Evidence, f form, batches int) (held, peak float64) {
	c := heldCase(f, batches*tableBatch)
	return e.Value(c, "held"), e.Value(c, "peak")
}

// within reports whether a figure is as stated in a limit, give or take the share about.
func within(e *lab.Evidence, figure float64, limit string) bool {
	stated, about := e.Limit(limit), e.Limit("about")
	return figure >= stated*(1-about) && figure <= stated*(1+about)
}

func states(e *lab.Evidence) lab.Finding {
	one, all := e.Value(rowsCase, "states.built"), e.Value(rowsCase, "states.all.built")
	held, _ := heldOf(e, form{literal.Fast, literal.Float32, false}, 1)
	drawn, _ := heldOf(e, form{literal.Plain, literal.Float32, false}, 1)
	again, _ := heldOf(e, form{literal.Fast, literal.Float32, true}, 1)
	met := 0.0
	for _, ok := range []bool{within(e, one, "round"), within(e, all, "rounds"), within(e, held, "rounds")} {
		if ok {
			met++
		}
	}
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("states %s per message-passing step, %s over 32; held for the backward pass %s, edge by edge %s", size(one), size(all), size(held), size(drawn)),
		Because: "the states of the built network take a different amount",
	}
	switch {
	case met == 3:
		f.Verdict, f.Because = lab.Reproduced, "the product is right, and a backward pass holds about as much"
	case met >= e.Limit("met"):
		f.Verdict, f.Because = lab.Partly, fmt.Sprintf("%s of 3 amounts are as stated; a backward pass reads messages and hidden layers as well, and holds %s with each step recomputed", lab.Number(met), size(again))
	}
	return f
}

func gradients(e *lab.Evidence) lab.Finding {
	built, parameters := e.Value(rowsCase, "gradients.built"), e.Value(rowsCase, "parameters.built")
	v, _ := e.Band(lab.Exactly(built))
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s, weights %s", size(built), size(parameters)),
		Because: "as much as the weights, counted in the built graph; the amount decides",
	}
	if built != parameters {
		f.Verdict, f.Because = lab.Refuted, "gradients take a different amount from the weights"
	}
	return f
}

func half(e *lab.Evidence) lab.Finding {
	full, _ := heldOf(e, form{literal.Fast, literal.Float32, false}, 1)
	halved, _ := heldOf(e, form{literal.Fast, literal.BFloat16, false}, 1)
	v, _ := e.Band(lab.Exactly(1 - halved/full))
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s to %s, to %s of it", size(full), size(halved), lab.Share(halved, full)),
		Because: "what a training step holds for its backward pass, counted in both formats: masks of ReLU and dropout stay at one byte",
	}
	if start := within(e, full, "from"); f.Verdict == lab.Reproduced && !start {
		f.Verdict, f.Because = lab.Partly, "what is held halves, but starts from a different amount than stated"
	}
	return f
}

func wholeBatch(e *lab.Evidence) lab.Finding {
	_, peak := heldOf(e, form{literal.Fast, literal.BFloat16, false}, 1)
	_, sparing := heldOf(e, form{literal.Fast, literal.BFloat16, true}, 1)
	_, drawn := heldOf(e, form{literal.Plain, literal.BFloat16, false}, 1)
	v, _ := e.Band(lab.Exactly(peak))
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("peak %s, edge by edge %s", size(peak), size(drawn)),
		Because: "counted over a training step in half precision; recomputing each message-passing step, which the document does not mention, leaves " + size(sparing),
	}
}

func eightBatches(e *lab.Evidence) lab.Finding {
	_, peak := heldOf(e, form{literal.Fast, literal.BFloat16, false}, 8)
	_, sparing := heldOf(e, form{literal.Fast, literal.BFloat16, true}, 8)
	v, _ := e.Band(lab.Exactly(peak))
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("peak %s; %s if each message-passing step is recomputed", size(peak), size(sparing)),
		Because: "counted over a training step of 8 × 128 boards in half precision; the document does not mention recomputing steps",
	}
}

func card(e *lab.Evidence) lab.Finding {
	_, peak := heldOf(e, form{literal.Fast, literal.Float32, false}, 1)
	_, drawn := heldOf(e, form{literal.Plain, literal.Float32, false}, 1)
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("peak %s, edge by edge %s", size(peak), size(drawn)),
		Because: "counted over a training step of 128 boards in single precision, not run on such a GPU",
	}
	switch high := e.Limit("high"); {
	case drawn <= high && peak <= high:
		f.Verdict = lab.Reproduced
	case peak <= high:
		f.Verdict = lab.Partly
	}
	return f
}

func nodesOfSixteen(e *lab.Evidence) lab.Finding {
	c := graphCase(16)
	cells, units := e.Value(c, "cells"), e.Value(c, "units")
	return lab.Finding{
		Verdict: yes(equal(e, counted{"cells", cells}, counted{"units", units})),
		Figure:  fmt.Sprintf("%s + %s nodes", lab.Number(cells), lab.Number(units)),
		Because: "nodes counted in the built graph",
	}
}

func degrees(e *lab.Evidence) lab.Finding {
	ok := true
	var found []string
	for _, side := range []int{9, 16} {
		least, most := e.Value(graphCase(side), "cell-degree.min"), e.Value(graphCase(side), "cell-degree.max")
		ok = equal(e, counted{"constraints", least}, counted{"constraints", most}) && ok
		found = append(found, fmt.Sprintf("%s to %s at %d×%d", lab.Number(least), lab.Number(most), side, side))
	}
	return lab.Finding{
		Verdict: yes(ok),
		Figure:  strings.Join(found, ", "),
		Because: "degree of every cell node; a unit touches 9 cells at 9×9 and 16 at 16×16",
	}
}

// size writes bytes to three digits, in units of a thousand.
func size(b float64) string {
	for _, unit := range []struct {
		name string
		of   float64
	}{{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}} {
		if b >= 0.9995*unit.of {
			return fmt.Sprintf("%.3g %s", b/unit.of, unit.name)
		}
	}
	return lab.Number(math.Round(b)) + " B"
}

// sizeOf writes a metric of a record, "–" if it is not there.
func sizeOf(r record.Record, metric string) string {
	if m, ok := r.Metric(metric); ok {
		return size(m.Value)
	}
	return "–"
}
