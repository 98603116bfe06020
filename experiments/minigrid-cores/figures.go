package minigridcores

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

// figures shows the projected speed-up of each set over the cores beside that in proportion, and
// what was measured.
func figures(set record.Set) ([]lab.Figure, error) {
	cores := coresOf(set)
	if len(cores) == 0 {
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
		prefix  string
		reading minigrid.Fillings
	}{
		{"projected, puzzles with masks", projectedPrefix, minigrid.Lines},
		{"projected, puzzles by the box alone", projectedPrefix, minigrid.BoxOnly},
		{"projected, few givens", "heavy/", minigrid.Lines},
	} {
		for k, r := range of(set, series.prefix) {
			xy := plotter.XYs{{X: 1, Y: 1}}
			for _, c := range cores {
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
	for _, r := range append(of(set, ordinaryPrefix), of(set, "heavy/")...) {
		for w := 2; w <= int(r.Value("cores")) && float64(w) <= most; w++ {
			if r.Value(fmt.Sprintf("quiet workers=%d", w)) >= quietEnough {
				dots = append(dots, plotter.XY{X: float64(w), Y: r.Value(fmt.Sprintf("%s workers=%d", listing, w))})
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
	f, err := lab.Draw(p, "cores", "Projected speed-up of phase 2 over the number of cores for each set of boards, beside a speed-up in proportion and what was measured", 640, 400)
	return []lab.Figure{f}, err
}

// coresOf returns the numbers of cores that the records project to.
func coresOf(set record.Set) (cores []int) {
	for c := 1; c <= 1024; c++ {
		metric := fmt.Sprintf("lines cores=%d.median", c)
		if slices.ContainsFunc(of(set, projectedPrefix), func(r record.Record) bool { _, ok := r.Metric(metric); return ok }) {
			cores = append(cores, c)
		}
	}
	return cores
}
