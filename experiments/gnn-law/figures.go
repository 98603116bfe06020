package gnnlaw

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// curvePoints is how many points a law is drawn by.
const curvePoints = 40

// figures shows the wrong cells by the boards of the training, with the law and its interval up to the document's boards.
func figures(set record.Set) ([]lab.Figure, error) {
	cfg := lab.ConfigIn[Config](set)
	of := points(set, allSets)
	l, err := fit(of)
	if err != nil || len(cfg.Steps) < 4 {
		return nil, nil //nolint:nilerr // too few trainings to show a law
	}
	p := lab.NewPlot("Errors of the document's network by its training", "boards of the training", "% of empty cells wrong")
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}

	first, last := of[0].boards, float64(cfg.Documented)
	var curve, low, high plotter.XYs
	lowest := math.Inf(1)
	for i := range curvePoints {
		x := first * math.Pow(last/first, float64(i)/(curvePoints-1))
		wrong, within := l.at(x)
		curve = append(curve, plotter.XY{X: x, Y: 100 * wrong})
		low = append(low, plotter.XY{X: x, Y: 100 * within.Low})
		high = append(high, plotter.XY{X: x, Y: 100 * within.High})
		lowest = min(lowest, 100*within.Low)
	}
	for i, xy := range []plotter.XYs{curve, low, high} {
		line, err := plotter.NewLine(xy)
		if err != nil {
			return nil, err
		}
		line.Color, line.Width = lab.Color(0), vg.Points(1.5)
		if i > 0 {
			line.Width, line.Dashes = vg.Points(1), []vg.Length{vg.Points(4), vg.Points(3)}
		}
		p.Add(line)
		switch i {
		case 0:
			p.Legend.Add("law fitted to the trainings", line)
		case 1:
			p.Legend.Add("95 % of one more training", line)
		}
	}
	var xy plotter.XYs
	for _, q := range of {
		xy = append(xy, plotter.XY{X: q.boards, Y: 100 * q.wrong})
	}
	dots, err := lab.Scatter(xy, 0)
	if err != nil {
		return nil, err
	}
	p.Add(dots)
	p.Legend.Add("a training", dots)
	if e, ok := set.Measured().Case(embeddedKind); ok {
		if q, ok := pointOf(e, allSets); ok {
			beyond, err := lab.Scatter(plotter.XYs{{X: q.boards, Y: 100 * q.wrong}}, 1)
			if err != nil {
				return nil, err
			}
			p.Add(beyond)
			p.Legend.Add("embedded weights, not fitted", beyond)
		}
	}
	p.X.Min, p.X.Max = first/1.2, last*1.2
	p.Y.Min, p.Y.Max = max(lowest/1.2, 1e-4), 120
	p.Legend.Top, p.Legend.Left = false, true
	f, err := lab.Draw(p, "law", "Wrong cells of the document's network on held-out boards by the boards of its training, both in logarithms, with the fitted law and its interval up to the document's boards", 720, 420)
	if err != nil {
		return nil, err
	}
	return []lab.Figure{f}, nil
}
