package dqnmodels

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows for each setting how the shares of solved puzzles rise by network, and the norms of gradients by
// depth.
func figures(set record.Set) ([]lab.Figure, error) {
	var out []lab.Figure
	measured := set.Measured()
	for _, setting := range []string{documented, small} {
		for _, arm := range []string{documentArm, tunedArm} {
			p := lab.NewPlot(fmt.Sprintf("%s boards, %s: puzzles solved over training", setting, armSays[arm]), "training step", "share solved, mean over the rows")
			p.Y.Min, p.Y.Max = 0, 1.02
			drawn := 0
			for i, network := range networks.Names() {
				runs := measured.Where(runKind, record.D("setting", setting), record.D("network", network), record.D("arm", arm))
				ok, err := addCurve(p, runs, "solved", network, i, false)
				if err != nil {
					return nil, err
				}
				if ok {
					drawn++
				}
			}
			if drawn == 0 {
				continue
			}
			f, err := lab.Draw(p, "solved-"+setting+"-"+arm, fmt.Sprintf("Share of held-out %s puzzles solved by each network over the steps of its training (%s), mean over rows of empty cells and over seeds", setting, armSays[arm]), 640, 380)
			if err != nil {
				return nil, err
			}
			out = append(out, f)
		}
	}
	depths := measured.Where(depthKind)
	if len(depths) == 0 {
		return out, nil
	}
	p := lab.NewPlot("resnet: puzzles solved over training, by depth", "training step", "share solved, mean over the rows")
	p.Y.Min, p.Y.Max = 0, 1.02
	drawn := 0
	for i, depth := range depths.Values("depth") {
		for _, how := range []string{with, without} {
			runs := depths.Where(depthKind, record.D("depth", depth), record.D("residual", how))
			ok, err := addCurve(p, runs, "solved", depth+" "+how, i, how == without)
			if err != nil {
				return nil, err
			}
			if ok {
				drawn++
			}
		}
	}
	if drawn == 0 {
		return out, nil
	}
	f, err := lab.Draw(p, "depth", "Share of held-out puzzles solved by resnet over the steps of its training, by the number of convolutions after the first, with residual connections and (dashed) without, mean over seeds", 640, 380)
	if err != nil {
		return nil, err
	}
	return append(out, f), nil
}

// addCurve adds the mean of the runs' curves, and reports whether there is one.
func addCurve(p *plot.Plot, runs record.Set, name, label string, color int, dashed bool) (bool, error) {
	if len(runs) == 0 {
		return false, nil
	}
	var xy plotter.XYs
	for _, step := range runs[0].Numbers(name+" step=", "") {
		sum, n := 0.0, 0
		for _, r := range runs {
			if m, ok := r.Metric(at(name, step)); ok && lab.Sound(m.Value) {
				sum += m.Value
				n++
			}
		}
		if n == len(runs) {
			xy = append(xy, plotter.XY{X: float64(step), Y: sum / float64(n)})
		}
	}
	if len(xy) < 2 {
		return false, nil
	}
	line, err := plotter.NewLine(xy)
	if err != nil {
		return false, fmt.Errorf("figure: %w", err)
	}
	line.Color, line.Width = lab.Color(color), vg.Points(1.5)
	if dashed {
		line.Dashes = []vg.Length{vg.Points(4), vg.Points(2)}
	}
	p.Add(line)
	p.Legend.Add(label, line)
	return true, nil
}
