package dqncounter

import (
	"gonum.org/v1/plot"

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
		var points []lab.Span
		for x, name := range names {
			at := float64(x) + 0.16*(float64(i)-float64(len(priced)-1)/2)
			if s, ok := lab.SpanOf(r, name+" time", at); ok && s.Low > 0 {
				points = append(points, s)
			}
		}
		if len(points) == 0 {
			continue
		}
		dots, bars, err := lab.Intervals(points, i)
		if err != nil {
			return nil, err
		}
		p.Add(bars, dots)
		p.Legend.Add(id, dots)
		drawn = true
	}
	if !drawn {
		return nil, nil
	}
	lab.NameX(p, names)
	f, err := lab.Draw(p, "forms", "Time of a count for each of the twelve forms of the counter on three sets of boards, the naive form first, on a logarithmic scale; the bars are the 95 % intervals of the medians", 680, 400)
	return []lab.Figure{f}, err
}
