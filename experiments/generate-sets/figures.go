package generatesets

import (
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows the distribution of givens by method. The first three should fall together.
func figures(set record.Set) ([]lab.Figure, error) {
	p := lab.NewPlot("Givens of minimal puzzles by method", "givens", "share of the puzzles (%)")
	drawn := 0
	for i, r := range set.Measured().Where(minimalKind) {
		var xy plotter.XYs
		for g := int(r.Value("givens.least")); g <= int(r.Value("givens.most")); g++ {
			share := 0.0
			if m, ok := r.Metric(givensMetric(g)); ok {
				share = 100 * m.Value / float64(m.N)
			}
			xy = append(xy, plotter.XY{X: float64(g), Y: share})
		}
		if len(xy) == 0 {
			continue
		}
		line, points, err := plotter.NewLinePoints(xy)
		if err != nil {
			return nil, err
		}
		line.Color, line.Width = lab.Color(i), vg.Points(1.2)
		points.Color, points.Radius = lab.Color(i), vg.Points(2)
		p.Add(line, points)
		p.Legend.Add(r.Dim("method"), line, points)
		drawn++
	}
	if drawn == 0 {
		return nil, nil
	}
	f, err := lab.Draw(p, "givens", "Distribution of the number of givens of minimal 9×9 puzzles, one line a method", 720, 300)
	if err != nil {
		return nil, err
	}
	return []lab.Figure{f}, nil
}
