package dqncounter

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"sudokulab/pkg/generate/counter"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows the time of each form, a series a set, on a logarithmic scale.
func figures(set record.Set) ([]lab.Figure, error) {
	p := lab.NewPlot("Time of a count by form of the counter", "", "time per board")
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, lab.TimeTicks{}
	var names []string
	for _, f := range counter.Configs() {
		names = append(names, f.String())
	}
	drawn := false
	for i, id := range priced {
		r, ok := set.Measured().Case(priceCase(id))
		if !ok {
			continue
		}
		var xy plotter.XYs
		for x, name := range names {
			if m, ok := r.Metric(name + " time"); ok && m.Value > 0 {
				xy = append(xy, plotter.XY{X: float64(x), Y: m.Value})
			}
		}
		if len(xy) == 0 {
			continue
		}
		points, err := lab.Scatter(xy, i)
		if err != nil {
			return nil, err
		}
		p.Add(points)
		p.Legend.Add(id, points)
		drawn = true
	}
	if !drawn {
		return nil, nil
	}
	lab.NameX(p, names)
	f, err := lab.Draw(p, "forms", "Time of a count for each of the twelve forms of the counter on three sets of boards, the naive form first, on a logarithmic scale; without intervals, since the records hold one median each", 680, 400)
	return []lab.Figure{f}, err
}
