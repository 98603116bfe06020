package main

import (
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/dataset/audit"
	"sudokulab/pkg/lab"
)

// auditPicture draws what solves the puzzles of each set that has one with a solution, as SVG.
func auditPicture(r *audit.Report) ([]byte, error) {
	const title = "What solves the puzzles with one solution"
	p := lab.NewPlot(title, "", "% of them")
	p.Y.Min = 0
	var names []string
	i := 0
	for _, part := range []struct {
		name string
		of   *audit.Part
	}{{audit.Training.String(), r.Training}, {audit.Test.String(), r.Test}} {
		if part.of == nil || part.of.Unique == 0 {
			continue
		}
		names = names[:0]
		var shares plotter.Values
		for _, d := range part.of.Difficulty() {
			names = append(names, d.Value)
			shares = append(shares, 100*float64(d.Count)/float64(part.of.Unique))
		}
		const width = vg.Length(14)
		bars, err := plotter.NewBarChart(shares, width)
		if err != nil {
			return nil, err
		}
		bars.Color, bars.LineStyle.Width = lab.Color(i), 0
		bars.Offset = width * vg.Length(i)
		p.Add(bars)
		p.Legend.Add(part.name, bars)
		i++
	}
	lab.NameX(p, names)
	f, err := lab.Draw(p, "audit", title, 620, 320)
	return f.SVG, err
}
