package gnnstructure

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// Figures of the document.
const (
	statedGNN  = 2_000_000.0
	statedCNN  = 7_500_000.0
	gigabyte   = 1e9
	tableBatch = 128
)

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
		{Claim: "G24a", Decide: row("input", 41e3, "128 boards of 81 cells, 4 bytes each")},
		{Claim: "G24b", Decide: graphRow},
		{Claim: "G24c", Decide: row("features", 277e3, "128 matrices of 108×5, 4 bytes each")},
		{Claim: "G24d", Decide: states},
		{Claim: "G24e", Decide: row("parameters", 8e6, "the weights counted, 4 bytes each; the row multiplies 2 million")},
		{Claim: "G24f", Decide: gradients},
		{Claim: "G24g", Decide: row("optimiser", 16e6, "two moments for each weight counted, and the optimiser's step and rate")},
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

func number(x float64) string { return lab.Number(x) }

func nodes(e *lab.Evidence) lab.Finding {
	c := graphCase(9)
	cells, units, all := e.Value(c, "cells"), e.Value(c, "units"), e.Value(c, "nodes")
	return lab.Finding{
		Verdict: yes(cells == 81 && units == 27 && all == 108),
		Figure:  fmt.Sprintf("%s + %s = %s nodes", number(cells), number(units), number(all)),
		Because: "nodes counted in the built graph",
	}
}

func edges(e *lab.Evidence) lab.Finding {
	c := graphCase(9)
	undirected, directed := e.Value(c, "edges.undirected"), e.Value(c, "edges.directed")
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("%s undirected, %s directed", number(undirected), number(directed)),
		Because: "neither count is 486",
	}
	switch {
	case undirected == 486:
		f.Verdict, f.Because = lab.Reproduced, "edges that go both ways, each counted once"
	case directed == 486:
		f.Verdict, f.Because = lab.Partly, "486 is the number of directed edges; edges that go both ways are half as many: 81 cells with a row, a column and a box each"
	}
	return f
}

func featureMatrix(e *lab.Evidence) lab.Finding {
	rows, columns, nonzero := e.Value(featuresCase, "rows"), e.Value(featuresCase, "columns"), e.Value(featuresCase, "units.nonzero")
	graphRows := e.Value(modelCase(literal.Hidden), "features.rows")
	carry := "carry five zeros"
	if nonzero > 0 {
		carry = "carry their numbers"
	}
	return lab.Finding{
		Verdict: yes(rows == 108 && columns == 5 && graphRows == rows),
		Figure:  fmt.Sprintf("(%s, %s)", number(rows), number(columns)),
		Because: "the built matrix and the network's own; the document defines no features of rows, columns and boxes: here they " + carry,
	}
}

func featureValues(e *lab.Evidence) lab.Finding {
	cells, right := e.Value(featuresCase, "cells"), e.Value(featuresCase, "cells.right")
	least, greatest := e.Value(featuresCase, "least"), e.Value(featuresCase, "greatest")
	f := lab.Finding{
		Verdict: lab.Always(right, cells),
		Figure:  fmt.Sprintf("%s of %s cells as defined, values %s to %s", number(right), number(cells), number(least), number(greatest)),
		Because: "every feature of every cell of random boards worked out apart; rows, columns and boxes count from 0, so they end at 8/9",
	}
	if least < 0 || greatest > 1 {
		f.Verdict = lab.Refuted
	}
	return f
}

func encoder(e *lab.Evidence) lab.Finding {
	var found []string
	ok := true
	for _, r := range e.Cases(modelPrefix, "encoded.rows", "encoded.columns", "features.columns") {
		rows, columns := r.Value("encoded.rows"), r.Value("encoded.columns")
		ok = ok && rows == 108 && columns == 96 && r.Value("features.columns") == 5
		found = append(found, fmt.Sprintf("%s: (%s, %s)", strings.TrimPrefix(r.Case, modelPrefix), number(rows), number(columns)))
	}
	return lab.Finding{
		Verdict: yes(ok),
		Figure:  strings.Join(found, ", "),
		Because: "shape of the built states in each reading of the drawing, with a hidden layer and without",
	}
}

func shared(e *lab.Evidence) lab.Finding {
	f := lab.Finding{Verdict: lab.Reproduced, Because: "weights counted in graphs of 1, 8, 32 and 64 rounds, while the operations grow with the rounds"}
	var counts []string
	for _, r := range e.Cases(modelPrefix, "rounds", "parameters", "parameters rounds=1", "parameters rounds=8", "parameters rounds=32", "parameters rounds=64", "products rounds=1", "products rounds=64") {
		for _, n := range []string{"1", "8", "32", "64"} {
			if r.Value("parameters rounds="+n) != r.Value("parameters") {
				f.Verdict, f.Because = lab.Refuted, "the weights of "+r.Case+" change with the rounds"
			}
		}
		if r.Value("rounds") != 32 || r.Value("products rounds=64") <= r.Value("products rounds=1") {
			f.Verdict, f.Because = lab.Refuted, r.Case+" does not run 32 rounds"
		}
		counts = append(counts, strings.TrimPrefix(r.Case, modelPrefix)+": "+number(r.Value("parameters")))
	}
	f.Figure = strings.Join(counts, ", ") + " weights at any number of rounds"
	return f
}

// Tolerances of a comparison in float32 with loops in float64.
const (
	roundTolerance = 1e-5
	sumTolerance   = 1e-5
)

func round(e *lab.Evidence) lab.Finding {
	worst, scores := 0.0, 0.0
	for _, r := range e.Cases(roundPrefix, "off", "compared") {
		worst, scores = max(worst, r.Value("off")), scores+r.Value("compared")
	}
	dropout := e.Value(modelCase(literal.Hidden), "dropout.percent")
	return lab.Finding{
		Verdict: yes(worst <= roundTolerance && !math.IsNaN(worst) && dropout == 30),
		Figure:  fmt.Sprintf("off by %.1g at most, dropout %s %%", worst, number(dropout)),
		Because: fmt.Sprintf("%s scores after one and three rounds against plain loops over the edge list, in every reading, as drawn and fast, without dropout; the drawing itself has %d readings", number(scores), len(literal.Readings())),
	}
}

func decoder(e *lab.Evidence) lab.Finding {
	c := modelCase(literal.Hidden)
	rows, columns, read := e.Value(c, "logits.rows"), e.Value(c, "logits.columns"), e.Value(c, "decoded.rows")
	worst := 0.0
	for _, r := range e.Cases(roundPrefix, "sum.off") {
		worst = max(worst, r.Value("sum.off"))
	}
	return lab.Finding{
		Verdict: yes(rows == 81 && columns == 9 && read == 81 && worst <= sumTolerance),
		Figure:  fmt.Sprintf("(%s, %s) from %s states; sums off 1 by %.1g at most", number(rows), number(columns), number(read), worst),
		Because: "shapes of the built stages, and each cell's probabilities summed",
	}
}

// weights judges the reading that comes nearest.
func weights(e *lab.Evidence) lab.Finding {
	most, unshared := 0.0, 0.0
	var counts []string
	for _, r := range e.Cases(modelPrefix, "parameters", "parameters.unshared") {
		p := r.Value("parameters")
		if math.Abs(p-statedGNN) < math.Abs(most-statedGNN) {
			most = p
		}
		counts = append(counts, strings.TrimPrefix(r.Case, modelPrefix)+": "+number(p))
		if strings.HasSuffix(r.Case, string(literal.Hidden)) {
			unshared = r.Value("parameters.unshared")
		}
	}
	return lab.Finding{
		Verdict: lab.About(statedGNN, most),
		Figure:  strings.Join(counts, ", "),
		Because: fmt.Sprintf("every reading of the drawing counted, the nearest judged: %.0f times fewer than stated; with weights of its own for each of 32 rounds, which the document rules out, the first reading would have %s", statedGNN/most, number(unshared)),
	}
}

func weightsCNN(e *lab.Evidence) lab.Finding {
	p := e.Value(cnnCase, "parameters")
	return lab.Finding{
		Verdict: lab.About(statedCNN, p),
		Figure:  number(p),
		Because: fmt.Sprintf("counted in the built network, with kernels of 3×3, which the drawing leaves out: %s of them in the linear layer", lab.Share(e.Value(cnnCase, "linear.inputs")*e.Value(cnnCase, "linear.outputs")+e.Value(cnnCase, "linear.outputs"), p)),
	}
}

func onOtherSize(e *lab.Evidence) lab.Finding {
	r, _ := e.Case(otherSizeCase)
	message := e.Text(r, "error")
	runs := e.Value(otherSizeCase, "runs")
	scores, before, after := e.Value(otherSizeCase, "counter.logits"), e.Value(otherSizeCase, "counter.weights.9"), e.Value(otherSizeCase, "counter.weights.16")
	counter := scores == 16*16*16 && before == after
	f := lab.Finding{Verdict: lab.Refuted, Figure: "it runs", Because: "the network as drawn takes a 16×16 board"}
	switch {
	case runs == 0 && counter:
		f.Verdict, f.Figure = lab.Partly, message
		f.Because = fmt.Sprintf("the network as drawn cannot be built for 16×16, for its linear layer has a fixed width; with a 1×1 convolution in its place the same %s weights run on 9×9 and 16×16, so it is that layer and not being convolutional", number(after))
	case runs == 0:
		f.Verdict, f.Figure = lab.Reproduced, message
		f.Because = "building it for 16×16 fails, and the fully convolutional one does not run either"
	}
	return f
}

// row judges a line of the table of memory by what is built.
func row(name string, stated float64, because string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		built, product := e.Value(rowsCase, name+".built"), e.Value(rowsCase, name+".product")
		return lab.Finding{
			Verdict: lab.About(stated, built),
			Figure:  fmt.Sprintf("%s built, %s by the row's factors", size(built), size(product)),
			Because: because,
		}
	}
}

func graphRow(e *lab.Evidence) lab.Finding {
	f := row("graph", 0.4e6, "")(e)
	f.Because = fmt.Sprintf("both ends of each directed edge at 8 bytes, %s at 4; nodes times edges is the size of no list, but of a matrix with a line for each node and a column for each edge", size(e.Value(rowsCase, "graph.int32")))
	return f
}

// heldOf returns what a form holds for the backward pass and its peak, at the table's batch
// or several.
func heldOf(e *lab.Evidence, f form, batches int) (held, peak float64) {
	c := heldCase(f, batches*tableBatch)
	return e.Value(c, "held"), e.Value(c, "peak")
}

func states(e *lab.Evidence) lab.Finding {
	one, all := e.Value(rowsCase, "states.built"), e.Value(rowsCase, "states.all.built")
	held, _ := heldOf(e, form{literal.Fast, literal.Float32, false}, 1)
	drawn, _ := heldOf(e, form{literal.Plain, literal.Float32, false}, 1)
	again, _ := heldOf(e, form{literal.Fast, literal.Float32, true}, 1)
	f := lab.Finding{
		Figure:  fmt.Sprintf("states %s a round, %s over 32; held for the backward pass %s, as drawn %s", size(one), size(all), size(held), size(drawn)),
		Because: "the product is right, but a backward pass reads messages and hidden layers as well; only if each round is computed again does it hold little more than the states, " + size(again),
	}
	switch {
	case lab.About(5.3e6, one) != lab.Reproduced || lab.About(170e6, all) != lab.Reproduced:
		f.Verdict, f.Because = lab.Refuted, "the states of the built network take another amount"
	case lab.About(170e6, held) == lab.Reproduced:
		f.Verdict, f.Because = lab.Reproduced, "the product is right, and a backward pass holds about as much"
	default:
		f.Verdict = lab.Partly
	}
	return f
}

func gradients(e *lab.Evidence) lab.Finding {
	built, parameters := e.Value(rowsCase, "gradients.built"), e.Value(rowsCase, "parameters.built")
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("%s, weights %s", size(built), size(parameters)),
		Because: "gradients take another amount than the weights",
	}
	if built == parameters {
		f.Verdict, f.Because = lab.Partly, "as much as the weights, but both are another amount"
		if lab.About(8e6, built) == lab.Reproduced {
			f.Verdict, f.Because = lab.Reproduced, "as much as the weights, counted in the built graph"
		}
	}
	return f
}

func half(e *lab.Evidence) lab.Finding {
	full, _ := heldOf(e, form{literal.Fast, literal.Float32, false}, 1)
	halved, _ := heldOf(e, form{literal.Fast, literal.BFloat16, false}, 1)
	stated := e.Value(rowsCase, "states.all.product")
	saved := 1 - halved/full
	f := lab.Finding{
		Figure: fmt.Sprintf("%s to %s, to %s of it", size(full), size(halved), lab.Share(halved, full)),
	}
	if full == 0 || lab.About(0.5, saved) == lab.Refuted {
		f.Verdict, f.Because = lab.Refuted, "half precision does not come near halving what is held"
		return f
	}
	start := lab.About(85e6, full)
	f.Verdict = lab.Partly
	f.Because = fmt.Sprintf("numbers halve, masks of ReLU and dropout stay at a byte; the 85 MB that the table starts from are half of its own %s, not that", size(stated))
	if lab.About(0.5, saved) == lab.Reproduced && start == lab.Reproduced {
		f.Verdict, f.Because = lab.Reproduced, "what is held halves, from about what is stated"
	}
	return f
}

func wholeBatch(e *lab.Evidence) lab.Finding {
	_, peak := heldOf(e, form{literal.Fast, literal.BFloat16, false}, 1)
	_, sparing := heldOf(e, form{literal.Fast, literal.BFloat16, true}, 1)
	_, drawn := heldOf(e, form{literal.Plain, literal.BFloat16, false}, 1)
	return lab.Finding{
		Verdict: lab.About(75e6, peak),
		Figure:  fmt.Sprintf("peak %s, as drawn %s", size(peak), size(drawn)),
		Because: "counted over a training step in half precision, the more sparing way of passing messages judged; computing each round again, which the document does not mention, leaves " + size(sparing),
	}
}

func eightBatches(e *lab.Evidence) lab.Finding {
	_, peak := heldOf(e, form{literal.Fast, literal.BFloat16, false}, 8)
	_, sparing := heldOf(e, form{literal.Fast, literal.BFloat16, true}, 8)
	f := lab.Finding{
		Figure:  fmt.Sprintf("peak %s, %s if each round is computed again", size(peak), size(sparing)),
		Because: "counted over a training step of 8 × 128 boards in half precision",
	}
	switch {
	case peak <= gigabyte:
		f.Verdict = lab.Reproduced
	case sparing <= gigabyte:
		f.Verdict = lab.Partly
		f.Because += "; it fits only by a means that the document does not mention"
	default:
		f.Verdict = lab.Refuted
	}
	return f
}

func card(e *lab.Evidence) lab.Finding {
	_, peak := heldOf(e, form{literal.Fast, literal.Float32, false}, 1)
	_, drawn := heldOf(e, form{literal.Plain, literal.Float32, false}, 1)
	f := lab.Finding{
		Verdict: lab.Reproduced,
		Figure:  fmt.Sprintf("peak %s, as drawn %s", size(peak), size(drawn)),
		Because: "counted over a training step of 128 boards in single precision, against 16 GB; no such card was run",
	}
	switch {
	case peak > 16*gigabyte:
		f.Verdict = lab.Refuted
	case drawn > 16*gigabyte:
		f.Verdict = lab.Partly
	}
	return f
}

func nodesOfSixteen(e *lab.Evidence) lab.Finding {
	c := graphCase(16)
	cells, units := e.Value(c, "cells"), e.Value(c, "units")
	return lab.Finding{
		Verdict: yes(cells == 256 && units == 48),
		Figure:  fmt.Sprintf("%s + %s nodes", number(cells), number(units)),
		Because: "nodes counted in the built graph",
	}
}

func degrees(e *lab.Evidence) lab.Finding {
	ok := true
	var found []string
	for _, side := range []int{9, 16} {
		least, most := e.Value(graphCase(side), "cell-degree.min"), e.Value(graphCase(side), "cell-degree.max")
		ok = ok && least == 3 && most == 3
		found = append(found, fmt.Sprintf("%s to %s at %d×%d", number(least), number(most), side, side))
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
	return number(math.Round(b)) + " B"
}

// sizeOf writes a metric of a record, "–" if it is not there.
func sizeOf(r record.Record, metric string) string {
	if m, ok := r.Metric(metric); ok {
		return size(m.Value)
	}
	return "–"
}
