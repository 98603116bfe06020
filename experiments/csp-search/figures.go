package cspsearch

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows the nodes of each variant, a series a set, on a logarithmic scale.
func figures(set record.Set) ([]lab.Figure, error) {
	p := lab.NewPlot("Nodes by variant of the search", "", "nodes per puzzle, mean")
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	var names []string
	for _, v := range variants() {
		names = append(names, v.Name)
	}
	for i, id := range searched {
		var xy plotter.XYs
		for x, name := range names {
			if r, ok := set.Measured().Case(nodesCase(id, name)); ok && r.Value("puzzles") > 0 {
				xy = append(xy, plotter.XY{X: float64(x), Y: r.Value("nodes") / r.Value("puzzles")})
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
	}
	lab.NameX(p, names)
	f, err := lab.Draw(p, "nodes", "Mean nodes per puzzle for each variant of the search on four sets; bounded runs are lower bounds", 640, 380)
	return []lab.Figure{f}, err
}
