package minigridoutlook

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows the best measure against the nodes of backtracking, for sets that vary in them.
func figures(set record.Set) ([]lab.Figure, error) {
	list := trials(set.Measured(), fewest, variedEnough)
	if len(list) == 0 {
		return nil, nil
	}
	top := best(list, features())
	p := lab.NewPlot("Best measure of the graph and the nodes of backtracking", top.feature, "nodes of backtracking + 1")
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	low, high := 0.0, 0.0
	series := 0
	for _, t := range list {
		if t.effort != cspNodes {
			continue
		}
		r := t.Record
		x, nodes, err := readPoints(r.Texts["points"], top.feature)
		if err != nil {
			return nil, err
		}
		var xy plotter.XYs
		for i := range x {
			xy = append(xy, plotter.XY{X: x[i], Y: nodes[i] + 1})
			if low == 0 || x[i] < low {
				low = x[i]
			}
			high = max(high, x[i])
		}
		if len(xy) == 0 {
			continue
		}
		dots, err := lab.Scatter(xy, series)
		if err != nil {
			return nil, err
		}
		dots.Radius = vg.Points(2)
		p.Add(dots)
		p.Legend.Add(r.Dim("set"), dots)
		series++
	}
	if low > 0 && high > 100*low {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	f, err := lab.Draw(p, "difficulty", "The measure of the graph that correlates best with search effort, against the nodes that backtracking needs, one dot per puzzle", 720, 420)
	if err != nil {
		return nil, err
	}
	return []lab.Figure{f}, nil
}
