package cspstructure

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func figures(set record.Set) ([]lab.Figure, error) {
	p := lab.NewPlot("Work of AC-3 against its bound", "arcs e", "value checks")
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	for i, series := range []struct{ label, metric string }{
		{"bound e·d³", "bound.checks"}, {"greatest measured, fifo", "checks.max"},
	} {
		var xy plotter.XYs
		for _, r := range set.Measured() {
			xy = append(xy, plotter.XY{X: r.Value("arcs"), Y: r.Value(series.metric)})
		}
		line, points, err := plotter.NewLinePoints(xy)
		if err != nil {
			return nil, err
		}
		line.Color, points.Color = lab.Color(i), lab.Color(i)
		line.Width = vg.Points(1.5)
		p.Add(line, points)
		p.Legend.Add(series.label, line, points)
	}
	f, err := lab.Draw(p, "bound", "Value checks of AC-3 on boards of side 4 to 36, and the bound e·d³", 640, 380)
	return []lab.Figure{f}, err
}
