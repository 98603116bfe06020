package dqngenerator

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// drawn are the ways of the figure, from the document's start to its end, with short labels.
var drawn = []struct{ way, label string }{
	{oneByOne, "one by one"},
	{chunks, "chunks"},
	{binary, "with binary"},
	{unshrunk, "with elimination"},
	{shrinking, "with shrink"},
	{document, "all parts"},
}

// figures shows the mean calls of each way over the number of givens, and the calls of one
// number of givens over the key cells met.
func figures(set record.Set) ([]lab.Figure, error) {
	var out []lab.Figure
	if r, ok := set.Measured().Case(callsCase); ok {
		f, err := callsFigure(r)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	if r, ok := set.Measured().Case(denseCase); ok {
		f, err := keysFigure(r)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

func callsFigure(r record.Record) (lab.Figure, error) {
	p := lab.NewPlot("Calls of the counter for one puzzle", "givens", "calls, mean")
	p.Y.Min = 0
	series := func(i int, label string, y func(givens int) float64) error {
		var xy plotter.XYs
		for _, givens := range givensOf(r) {
			xy = append(xy, plotter.XY{X: float64(givens), Y: y(givens)})
		}
		if len(xy) == 0 {
			return nil
		}
		line, points, err := plotter.NewLinePoints(xy)
		if err != nil {
			return fmt.Errorf("dqn-generator: figure: %w", err)
		}
		line.Color, line.Width = lab.Color(i), vg.Points(1.3)
		points.Color, points.Radius = lab.Color(i), vg.Points(2)
		p.Add(line, points)
		p.Legend.Add(label, line)
		return nil
	}
	for i, d := range drawn {
		if err := series(i, d.label, func(givens int) float64 { return r.Value(metric(givens, d.way, "calls.mean")) }); err != nil {
			return lab.Figure{}, err
		}
	}
	if err := series(len(drawn), "at least", func(givens int) float64 { return r.Value(fmt.Sprintf("givens=%d keys.mean", givens)) + 1 }); err != nil {
		return lab.Figure{}, err
	}
	const decade = 10 // round ticks
	p.Y.Max = decade * math.Ceil(p.Y.Max/decade)
	return lab.Draw(p, "calls", "Mean calls of the counter for one puzzle over the number of givens: one cell at a time; chunks alone; with binary search; with elimination added; with the drop to single cells instead; with all parts", 700, 380)
}

func keysFigure(r record.Record) (lab.Figure, error) {
	p := lab.NewPlot(fmt.Sprintf("Calls at %d givens by key cells met", stated), "key cells", "calls, mean")
	p.Y.Min = 0
	for i, series := range []struct{ label, part string }{{"chunks kept", "without"}, {"single cells after ten calls", "with"}} {
		var xy plotter.XYs
		for from := 0; from < 81; from += 4 {
			name := fmt.Sprintf("givens=%d keys=%d–%d", stated, from, from+3)
			if has(r, name+" grids") {
				xy = append(xy, plotter.XY{X: float64(from) + 1.5, Y: r.Value(name+" "+series.part) / r.Value(name+" grids")})
			}
		}
		if len(xy) == 0 {
			continue
		}
		line, points, err := plotter.NewLinePoints(xy)
		if err != nil {
			return lab.Figure{}, fmt.Errorf("dqn-generator: figure: %w", err)
		}
		line.Color, line.Width = lab.Color(i), vg.Points(1.3)
		points.Color, points.Radius = lab.Color(i), vg.Points(2.5)
		p.Add(line, points)
		p.Legend.Add(series.label, line)
	}
	return lab.Draw(p, "key-cells", "Mean calls over the number of key cells met, with and without the drop to single cells: it saves where key cells are dense and costs where they are rare", 640, 340)
}
