package speedlarge

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows the share of 25×25 boards that each engine settles within a time, and the
// guesses by the share of givens.
func figures(set record.Set) ([]lab.Figure, error) {
	var out []lab.Figure
	for _, r := range set.Measured().Where(beside, record.D("set", "acs-25x25-half")) {
		f, err := withinFigure(r, "within", "25×25 boards settled within a given time")
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	f, ok, err := fillFigure(set)
	if err != nil {
		return nil, err
	}
	if ok {
		out = append(out, f)
	}
	return out, nil
}

// withinFigure shows the share of boards settled over time, an engine a line.
func withinFigure(r record.Record, name, title string) (lab.Figure, error) {
	p := lab.NewPlot(title, "seconds", "share of the boards")
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	for i, e := range engines {
		var xy plotter.XYs
		for _, bound := range within {
			if m, ok := r.Metric(fmt.Sprintf("%s within=%g", e, bound)); ok {
				xy = append(xy, plotter.XY{X: bound, Y: m.Value})
			}
		}
		if len(xy) == 0 {
			continue
		}
		line, err := plotter.NewLine(xy)
		if err != nil {
			return lab.Figure{}, err
		}
		line.Color, line.Width = lab.Color(i), vg.Points(1.5)
		p.Add(line)
		p.Legend.Add(e, line)
	}
	p.Y.Min, p.Y.Max = 0, 1
	return lab.Draw(p, name, title+", for each engine; runs under bounds, so a line may end below 1", 640, 380)
}

// fillFigure shows the mean number of guesses of wide by the share of givens, a side a line.
func fillFigure(set record.Set) (lab.Figure, bool, error) {
	p := lab.NewPlot("Guesses by share of givens", "per cent of the cells given", "guesses of wide, mean, and one")
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	drawn := false
	for i, series := range []struct {
		label string
		kind  string
		of    record.Dim
	}{
		{"9×9", whole, record.D("set", "acs-9x9-half")},
		{"16×16", whole, record.D("set", "acs-16x16-half")},
		{"25×25", whole, record.D("set", "acs-25x25-half")},
		{"36×36, bounded", beside, record.Any("made")},
	} {
		var xy plotter.XYs
		for _, r := range set.Measured().Where(series.kind, series.of) {
			for _, fill := range guessesByFill(r) {
				xy = append(xy, plotter.XY{X: float64(fill), Y: 1 + r.Value(guessesAt(fill))})
			}
		}
		if len(xy) == 0 {
			continue
		}
		slices.SortFunc(xy, func(a, b plotter.XY) int { return int(a.X - b.X) })
		line, err := plotter.NewLine(xy)
		if err != nil {
			return lab.Figure{}, false, err
		}
		line.Color, line.Width = lab.Color(i), vg.Points(1.5)
		points, err := lab.Scatter(xy, i)
		if err != nil {
			return lab.Figure{}, false, err
		}
		p.Add(line, points)
		p.Legend.Add(series.label, line, points)
		drawn = true
	}
	if !drawn {
		return lab.Figure{}, false, nil
	}
	f, err := lab.Draw(p, "fill", "Mean number of guesses of the engine wide by the share of cells given, for boards of four sizes", 640, 380)
	return f, true, err
}
