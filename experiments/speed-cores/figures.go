package speedcores

import (
	"image/color"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/cores"
	"sudokulab/pkg/record"
)

// figures shows the speed of a batch over the number of workers with a speed in
// proportion, as far as the machine left it the cores.
func figures(set record.Set) ([]lab.Figure, error) {
	p := lab.NewPlot("Batches on several cores", "workers", "times as fast as one thread")
	most, drawn := 1.0, 0
	for _, r := range set.Measured() {
		var xy plotter.XYs
		for _, w := range workersOf(r) {
			if r.Value(cores.QuietMetric(w)) < cores.QuietEnough {
				continue
			}
			xy = append(xy, plotter.XY{X: float64(w), Y: r.Value(cores.GainMetric(batch, w))})
			most = max(most, float64(w))
		}
		if len(xy) == 0 {
			continue
		}
		line, points, err := plotter.NewLinePoints(xy)
		if err != nil {
			return nil, err
		}
		line.Color, points.Color = lab.Color(drawn), lab.Color(drawn)
		drawn++
		p.Add(line, points)
		p.Legend.Add(r.Dim("set"), line)
	}
	if drawn == 0 || most < 3 { // two points are no curve; the table has them
		return nil, nil
	}
	proportion, err := plotter.NewLine(plotter.XYs{{X: 1, Y: 1}, {X: most, Y: most}})
	if err != nil {
		return nil, err
	}
	proportion.Color, proportion.Width, proportion.Dashes = color.Gray{0x55}, vg.Points(1), []vg.Length{vg.Points(4), vg.Points(3)}
	p.Add(proportion)
	p.Legend.Add("in proportion", proportion)
	p.X.Min, p.Y.Min = 1, 0
	var ticks plot.ConstantTicks
	for _, w := range cores.Counts(int(most)) {
		ticks = append(ticks, plot.Tick{Value: float64(w), Label: strconv.Itoa(w)})
	}
	p.X.Tick.Marker = ticks
	f, err := lab.Draw(p, "cores", "Speed of a batch of puzzles over the number of workers for each set, compared with a speed in proportion", 560, 360)
	return []lab.Figure{f}, err
}
