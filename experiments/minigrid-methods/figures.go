package minigridmethods

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows the time of each method on each set.
func figures(set record.Set) ([]lab.Figure, error) {
	rows := set.Measured().Where(unique)
	if len(rows) == 0 {
		return nil, nil
	}
	p := lab.NewPlot("Time to solve and to prove unique, median and 10th to 90th percentile", "", "time per puzzle")
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, lab.TimeTicks{}
	var names []string
	for _, r := range rows {
		names = append(names, r.Dim("set"))
	}
	for i, name := range four {
		var xy spans
		for j, r := range rows {
			v := func(q string) float64 { return r.Value(name + " time." + q) }
			if v("p10") <= 0 {
				continue
			}
			x := float64(j) + 0.16*(float64(i)-1.5)
			xy.XYs = append(xy.XYs, plotter.XY{X: x, Y: v("median")})
			xy.errors = append(xy.errors, struct{ Low, High float64 }{v("median") - v("p10"), v("p90") - v("median")})
		}
		if len(xy.XYs) == 0 {
			continue
		}
		dots, err := lab.Scatter(xy.XYs, i)
		if err != nil {
			return nil, err
		}
		bars, err := plotter.NewYErrorBars(xy)
		if err != nil {
			return nil, err
		}
		bars.Color, bars.Width = lab.Color(i), vg.Points(1.5)
		p.Add(bars, dots)
		p.Legend.Add(methodOf(name).label, dots)
	}
	lab.NameX(p, names)
	f, err := lab.Draw(p, "times", "Time of four methods on sets of puzzles with one solution, a group of four for each set: the median with the range from the 10th to the 90th percentile; propagation alone stops where it can do no more", 760, 400)
	if err != nil {
		return nil, err
	}
	return []lab.Figure{f}, nil
}

// spans are points with a range each.
type spans struct {
	plotter.XYs
	errors []struct{ Low, High float64 }
}

// YError implements plotter.YErrorer.
func (s spans) YError(i int) (low, high float64) { return s.errors[i].Low, s.errors[i].High }
