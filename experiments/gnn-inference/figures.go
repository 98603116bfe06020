package gnninference

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows how long the hybrid takes, and what advice saves a search.
func figures(set record.Set) ([]lab.Figure, error) {
	var out []lab.Figure
	for _, draw := range []func(record.Set) (lab.Figure, bool, error){drawLatency, drawSearch} {
		f, ok, err := draw(set)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, f)
		}
	}
	return out, nil
}

// drawLatency shows the distribution of the hybrid's times by band.
func drawLatency(set record.Set) (lab.Figure, bool, error) {
	p := lab.NewPlot("Latency of the hybrid with the candidate network", "ms per puzzle", "% of puzzles answered")
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	least, most := math.Inf(1), 50.0
	drawn := 0
	for _, r := range onBands(set, candidateNetwork) {
		var xy plotter.XYs
		for _, q := range percentiles {
			if m, ok := r.Metric("time." + percentile(q) + " " + hybrid); ok && m.Value > 0 {
				xy = append(xy, plotter.XY{X: 1000 * m.Value, Y: float64(q)})
				least, most = min(least, 1000*m.Value), max(most, 1000*m.Value)
			}
		}
		if len(xy) == 0 {
			continue
		}
		line, err := plotter.NewLine(xy)
		if err != nil {
			return lab.Figure{}, false, err
		}
		line.Color, line.Width = lab.Color(drawn), vg.Points(1.5)
		if drawn >= 7 { // the palette's colours come again
			line.Dashes = []vg.Length{vg.Points(2), vg.Points(2)}
		}
		p.Add(line)
		p.Legend.Add(r.Dim("set"), line)
		drawn++
	}
	if drawn == 0 {
		return lab.Figure{}, false, nil
	}
	mark, err := plotter.NewLine(plotter.XYs{{X: 50, Y: 0}, {X: 50, Y: 100}})
	if err != nil {
		return lab.Figure{}, false, err
	}
	mark.Dashes, mark.Width = []vg.Length{vg.Points(4), vg.Points(3)}, vg.Points(1)
	p.Add(mark)
	p.Legend.Add("50 ms, stated for 95 % of puzzles", mark)
	p.X.Min, p.X.Max = math.Pow(10, math.Floor(math.Log10(min(least, 50)))), math.Pow(10, math.Ceil(math.Log10(most)))
	p.Y.Min, p.Y.Max = 0, 100
	f, err := lab.Draw(p, "latency", "Share of puzzles that the hybrid with the candidate network answers within a time, one puzzle at a time, by band, compared with the 50 ms that the document states for 95 % of puzzles", 700, 400)
	return f, true, err
}

// drawSearch shows the guesses of exact cover with the network's advice and without.
func drawSearch(set record.Set) (lab.Figure, bool, error) {
	p := lab.NewPlot("Guesses of exact cover up to the first solution", "", "guesses per puzzle, plus 1")
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	ways := []struct{ name, label string }{
		{way{infer.Cover, infer.Ascending}.String(), "digits in ascending order"},
		{way{infer.Cover, infer.Shuffled}.String(), "in random order"},
		{way{infer.Cover, infer.Confidence}.String(), "by the network's confidence"},
		{fixed, "network's digits put in"},
	}
	points := make([][]lab.Span, len(ways))
	var names []string
	most := 10.0
	for _, r := range set.Measured().Where(searchKind, of(candidateNetwork)) {
		if r.Value("boards") == 0 {
			continue
		}
		for i, w := range ways {
			// One is added, since a search that never guesses has no place on the scale.
			if s, ok := lab.SpanOf(r, guessesEach(w.name), float64(len(names))+0.12*(float64(i)-1.5)); ok {
				points[i] = append(points[i], lab.Span{X: s.X, Y: 1 + s.Y, Low: 1 + s.Low, High: 1 + s.High})
				most = max(most, 1+s.High)
			}
		}
		names = append(names, r.Dim("set"))
	}
	if len(names) == 0 {
		return lab.Figure{}, false, nil
	}
	for i, w := range ways {
		dots, bars, err := lab.Intervals(points[i], i)
		if err != nil {
			return lab.Figure{}, false, err
		}
		p.Add(bars, dots)
		p.Legend.Add(w.label, dots)
	}
	lab.NameX(p, names)
	p.Y.Min, p.Y.Max = 1, math.Pow(10, math.Ceil(math.Log10(most)))
	f, err := lab.Draw(p, "search", "Mean guesses of exact cover on each set up to the first solution: digits in ascending order, in random order, by the network's confidence, and with the network's digits put into the board; the bars are 95 % intervals over the puzzles of a set", 700, 400)
	return f, true, err
}
