package main

import (
	"errors"

	"gonum.org/v1/plot/plotter"

	"sudokulab/pkg/dataset/score"
	"sudokulab/pkg/lab"
)

// scorePicture draws the reliability diagram of the systems with probabilities, as SVG.
func scorePicture(r *score.Report) ([]byte, error) {
	const title = "Calibration: blank cells right, by the probability of the likeliest digit"
	p := lab.NewPlot(title, "mean probability", "share right")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	ideal := plotter.NewFunction(func(x float64) float64 { return x })
	ideal.Color = lab.Color(6)
	p.Add(ideal)
	p.Legend.Add("perfectly calibrated", ideal)
	drawn := 0
	for _, s := range r.Systems {
		if s.Calibration == nil {
			continue
		}
		var points plotter.XYs
		for _, b := range s.Calibration.Bins {
			if b.Cells > 0 {
				points = append(points, plotter.XY{X: b.Confidence, Y: float64(b.Right) / float64(b.Cells)})
			}
		}
		if len(points) == 0 {
			continue
		}
		line, err := plotter.NewLine(points)
		if err != nil {
			return nil, err
		}
		line.Color = lab.Color(drawn)
		dots, err := lab.Scatter(points, drawn)
		if err != nil {
			return nil, err
		}
		p.Add(line, dots)
		p.Legend.Add(s.Name, line, dots)
		drawn++
	}
	if drawn == 0 {
		return nil, errors.New("no predictions with probabilities")
	}
	f, err := lab.Draw(p, "calibration", title, 620, 420)
	return f.SVG, err
}
