package scaleslurm

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

// figures shows the speed of jobs over the number of workers with a speed in proportion.
func figures(set record.Set) ([]lab.Figure, error) {
	p := lab.NewPlot("Jobs on several cores", "workers", "times as fast as one worker")
	most := 1
	for i, r := range largest(set.Measured()) {
		xy := plotter.XYs{{X: 1, Y: 1}}
		for _, w := range workersOf(r) {
			if w > 1 {
				xy = append(xy, plotter.XY{X: float64(w), Y: r.Value(cores.GainMetric(jobs, w))})
			}
			most = max(most, w)
		}
		line, points, err := plotter.NewLinePoints(xy)
		if err != nil {
			return nil, err
		}
		line.Color, points.Color = lab.Color(i), lab.Color(i)
		p.Add(line, points)
		p.Legend.Add(r.Dim("operation"), line)
	}
	if most < 3 { // two points are no curve; the table has them
		return nil, nil
	}
	proportion, err := plotter.NewLine(plotter.XYs{{X: 1, Y: 1}, {X: float64(most), Y: float64(most)}})
	if err != nil {
		return nil, err
	}
	proportion.Color, proportion.Width, proportion.Dashes = color.Gray{0x55}, vg.Points(1), []vg.Length{vg.Points(4), vg.Points(3)}
	p.Add(proportion)
	p.Legend.Add("in proportion", proportion)
	p.X.Min, p.Y.Min = 1, 0
	var ticks plot.ConstantTicks
	for _, w := range cores.Counts(most) {
		ticks = append(ticks, plot.Tick{Value: float64(w), Label: strconv.Itoa(w)})
	}
	p.X.Tick.Marker = ticks
	f, err := lab.Draw(p, "workers", "Speed of jobs over the number of workers, of each operation with its most puzzles per shard, compared with a speed in proportion", 560, 360)
	return []lab.Figure{f}, err
}
