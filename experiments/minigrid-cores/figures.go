package minigridcores

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/cores"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

// figures shows the projected speed-up of each set over the cores with that in proportion, and
// what was measured.
func figures(set record.Set) ([]lab.Figure, error) {
	if len(of(set, projected)) == 0 {
		return nil, nil
	}
	p := lab.NewPlot("Phase 2 on several cores: projected from the boxes, and measured", "cores", "times faster than one")
	most := 9.0
	proportion, err := plotter.NewLine(plotter.XYs{{X: 1, Y: 1}, {X: most, Y: most}})
	if err != nil {
		return nil, err
	}
	proportion.Color, proportion.Width = color.Gray{0x55}, vg.Points(1)
	p.Add(proportion)
	p.Legend.Add("in proportion", proportion)
	for i, series := range []struct {
		label   string
		kinds   []string
		reading minigrid.Fillings
	}{
		{"projected, puzzles with masks", []string{projected}, minigrid.Lines},
		{"projected, puzzles by the box alone", []string{projected}, minigrid.BoxOnly},
		{"projected, few givens", []string{heavy}, minigrid.Lines},
	} {
		for k, r := range of(set, series.kinds...) {
			xy := plotter.XYs{{X: 1, Y: 1}}
			for _, c := range projectedTo {
				if m, ok := r.Metric(fmt.Sprintf("%s cores=%d.median", series.reading, c)); ok && float64(c) <= most {
					xy = append(xy, plotter.XY{X: float64(c), Y: m.Value})
				}
			}
			if len(xy) == 1 {
				continue
			}
			line, err := plotter.NewLine(xy)
			if err != nil {
				return nil, err
			}
			line.Color, line.Width = lab.Color(i), vg.Points(1.2)
			p.Add(line)
			if k == 0 {
				p.Legend.Add(series.label, line)
			}
		}
	}
	var dots plotter.XYs
	for _, r := range of(set, ordinary, heavy) {
		for _, w := range severalWorkers(r) {
			if float64(w) <= most && r.Value(cores.QuietMetric(w)) >= cores.QuietEnough {
				dots = append(dots, plotter.XY{X: float64(w), Y: r.Value(cores.GainMetric(listing, w))})
			}
		}
	}
	if len(dots) > 0 {
		points, err := lab.Scatter(dots, 3)
		if err != nil {
			return nil, err
		}
		p.Add(points)
		p.Legend.Add("measured", points)
	}
	f, err := lab.Draw(p, "cores", "Projected speed-up of phase 2 over the number of cores for each set of boards, compared with a speed-up in proportion and what was measured", 640, 400)
	return []lab.Figure{f}, err
}
