package minigridsizes

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows the dependent pairs between a line and a parabola through the first of them.
func figures(set record.Set) ([]lab.Figure, error) {
	rows := set.Measured().Where(geometryKind)
	if len(rows) < 2 {
		return nil, nil
	}
	p := lab.NewPlot("Dependent pairs of boxes", "side n = boxes", "pairs")
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = sides(rows), plot.LogTicks{Prec: -1}
	first := rows[0].Value("pairs") / rows[0].Value("side")
	for i, series := range []struct {
		label  string
		dashed bool
		value  func(record.Record) float64
	}{
		{"all pairs, n(n−1)/2", false, func(r record.Record) float64 { return r.Value("pairs.all") }},
		{"dependent pairs", false, func(r record.Record) float64 { return r.Value("pairs") }},
		{"linear in n", true, func(r record.Record) float64 { return first * r.Value("side") }},
		{"quadratic in n", true, func(r record.Record) float64 {
			return first * r.Value("side") * r.Value("side") / rows[0].Value("side")
		}},
	} {
		var xy plotter.XYs
		for _, r := range rows {
			xy = append(xy, plotter.XY{X: r.Value("side"), Y: series.value(r)})
		}
		line, points, err := plotter.NewLinePoints(xy)
		if err != nil {
			return nil, err
		}
		line.Color, points.Color = lab.Color(i), lab.Color(i)
		line.Width = vg.Points(1.5)
		if series.dashed {
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
			p.Add(line)
			p.Legend.Add(series.label, line)
			continue
		}
		p.Add(line, points)
		p.Legend.Add(series.label, line, points)
	}
	f, err := lab.Draw(p, "pairs", "Dependent pairs of boxes on boards of side 4 to 36 grow faster than a line and slower than a parabola in the side", 640, 380)
	return []lab.Figure{f}, err
}

// sides puts a tick at every size of board.
func sides(rows record.Set) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for _, r := range rows {
		ticks = append(ticks, plot.Tick{Value: r.Value("side"), Label: lab.Number(r.Value("side"))})
	}
	return ticks
}
