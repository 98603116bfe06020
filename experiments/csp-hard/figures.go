package csphard

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows, for each set, how far AC-3 gets: the median of the cells it settles with
// the 10th and 90th percentile, and the document's example.
func figures(set record.Set) ([]lab.Figure, error) {
	p := lab.NewPlot("Cells that AC-3 settles, by set", "", "cells of 81")
	var names []string
	var spread struct {
		plotter.XYs
		plotter.YErrors
	}
	for _, r := range set.Measured().Where(timed, record.Any("set")) {
		v := func(at string) float64 { return r.Value("all settled." + at) }
		if r.Value("all puzzles") == 0 {
			continue
		}
		spread.XYs = append(spread.XYs, plotter.XY{X: float64(len(names)), Y: v("median")})
		spread.YErrors = append(spread.YErrors, struct{ Low, High float64 }{v("median") - v("p10"), v("p90") - v("median")})
		names = append(names, r.Dim("set"))
	}
	points, err := lab.Scatter(spread.XYs, 0)
	if err != nil {
		return nil, err
	}
	bars, err := plotter.NewYErrorBars(spread)
	if err != nil {
		return nil, err
	}
	bars.Color = lab.Color(0)
	stated := plotter.NewFunction(func(float64) float64 { return 66 })
	stated.Color = lab.Color(1)
	p.Add(stated, bars, points)
	p.Legend.Add("median, 10th to 90th\npercentile", points)
	p.Legend.Add("the document's\nexample: 66", stated)
	lab.NameX(p, names)
	p.Y.Min, p.Y.Max = 0, 81
	p.Y.Tick.Marker = plot.DefaultTicks{}
	f, err := lab.Draw(p, "settled", "Cells that AC-3 settles on each set, against the 66 of the document's example", 640, 380)
	return []lab.Figure{f}, err
}
