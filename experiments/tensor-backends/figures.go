package tensorbackends

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows the speed of each form, backend and set against the number of puzzles side by side.
func figures(set record.Set) ([]lab.Figure, error) {
	p := lab.NewPlot("Speed against puzzles side by side, one network", "puzzles side by side, N", "puzzle-passes per second")
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	series := 0
	for _, r := range of(set, rateKind) {
		var xy plotter.XYs
		sizesOf(r, func(n, count int, name string) {
			if seconds := r.Value(name + "time"); count == 1 && seconds > 0 && r.Value("passes") > 0 {
				xy = append(xy, plotter.XY{X: float64(n), Y: r.Value("passes") / seconds})
			}
		})
		if len(xy) < 2 {
			continue
		}
		line, dots, err := plotter.NewLinePoints(xy)
		if err != nil {
			return nil, err
		}
		line.Color, dots.Color = lab.Color(series), lab.Color(series)
		if series >= lab.Colors() { // a colour that another line has, too
			line.Dashes = []vg.Length{vg.Points(12), vg.Points(3)}
		}
		p.Add(line, dots)
		p.Legend.Add(r.Dim("form")+", "+r.Dim("set")+", "+r.Texts["backend"], line)
		series++
	}
	if series == 0 {
		return nil, nil
	}
	f, err := lab.Draw(p, "rate", "Puzzle-passes per second of the tensor network against the number of puzzles side by side, to the end with proof of uniqueness, one line per form, set and backend", 760, 420)
	if err != nil {
		return nil, err
	}
	return []lab.Figure{f}, nil
}
