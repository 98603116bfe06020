package gnncandidate

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/record"
)

// figures shows the share of boards solved by the number of steps, for three groups of sets,
// and the share of cells at every size.
func figures(set record.Set) ([]lab.Figure, error) {
	var out []lab.Figure
	groups := []struct {
		name, title, about string
		has                func(r record.Record) bool
	}{
		{
			"steps-9x9", "Held-out 9×9 boards solved, by message-passing steps",
			"Solve rate of the candidate network on held-out 9×9 boards after each number of message-passing steps, by band of givens; dashed lines: naked and hidden singles",
			func(r record.Record) bool { return r.Value("side") == 9 && !isPublic(r) },
		},
		{"steps-public", "Public 9×9 puzzles solved, by message-passing steps", "Solve rate of the candidate network on public puzzles after each number of message-passing steps; dashed lines: naked and hidden singles", isPublic},
		{
			"steps-sizes", "Boards of other sizes solved by the same weights, by message-passing steps",
			"Solve rate of the same weights of the candidate network on 4×4, 16×16 and 25×25 boards after each number of message-passing steps; dashed lines: naked and hidden singles",
			func(r record.Record) bool { return r.Value("side") != 9 },
		},
	}
	for _, g := range groups {
		var chosen record.Set
		for _, r := range set.Measured().Where(setKind, record.Any("set")) {
			if len(looks(r)) > 0 && g.has(r) {
				chosen = append(chosen, r)
			}
		}
		if len(chosen) == 0 {
			continue
		}
		f, err := drawSteps(chosen, g.name, g.title, g.about)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	f, ok, err := drawCells(set)
	if err != nil {
		return nil, err
	}
	if ok {
		out = append(out, f)
	}
	return out, nil
}

func isPublic(r record.Record) bool {
	return slices.Contains(publicSets(), r.Dim("set"))
}

func drawSteps(set record.Set, name, title, about string) (lab.Figure, error) {
	p := lab.NewPlot(title, "message-passing steps", "% of boards")
	p.X.Scale = plot.LogScale{}
	var ticks plot.ConstantTicks
	for i, r := range set {
		var xy plotter.XYs
		ticks = ticks[:0]
		for _, n := range looks(r) {
			xy = append(xy, plotter.XY{X: float64(n), Y: 100 * r.Value("solved "+afterSteps(n)) / r.Value("boards")})
			ticks = append(ticks, plot.Tick{Value: float64(n), Label: lab.Number(float64(n))})
		}
		line, points, err := plotter.NewLinePoints(xy)
		if err != nil {
			return lab.Figure{}, err
		}
		line.Color, points.Color, line.Width = lab.Color(i), lab.Color(i), vg.Points(1.5)
		p.Add(line, points)
		base := lab.Level(100*r.Value("solved "+score.Singles.String())/r.Value("boards"), lab.Color(i))
		p.Add(base)
		p.Legend.Add(r.Dim("set"), line, points)
		if i == len(set)-1 {
			black := lab.Level(0, color.Black)
			p.Legend.Add("dashed: singles", black)
		}
	}
	p.X.Tick.Marker = ticks
	p.X.Min, p.X.Max = ticks[0].Value/1.15, ticks[len(ticks)-1].Value*1.15
	p.Y.Min, p.Y.Max = -2, 102
	return lab.Draw(p, name, about, 680, 380)
}

// drawCells shows the share of empty cells that are right in each set, at the most steps.
func drawCells(set record.Set) (lab.Figure, bool, error) {
	p := lab.NewPlot("Empty cells right, by size and set", "", "% of empty cells")
	var names []string
	var network, singles plotter.XYs
	measured := slices.Clone(set.Measured().Where(setKind, record.Any("set")))
	slices.SortStableFunc(measured, func(a, b record.Record) int { return int(a.Value("side") - b.Value("side")) })
	for _, r := range measured {
		row := lastRow(r)
		if row == "" || r.Value("empty") == 0 {
			continue
		}
		at := float64(len(names))
		network = append(network, plotter.XY{X: at, Y: 100 * r.Value("right "+row) / r.Value("empty")})
		singles = append(singles, plotter.XY{X: at, Y: 100 * r.Value("right "+score.Singles.String()) / r.Value("empty")})
		names = append(names, r.Dim("set"))
	}
	if len(names) == 0 {
		return lab.Figure{}, false, nil
	}
	for i, series := range []struct {
		xy    plotter.XYs
		label string
	}{{network, "network, most steps"}, {singles, "naked and hidden\nsingles"}} {
		s, err := lab.Scatter(series.xy, i)
		if err != nil {
			return lab.Figure{}, false, err
		}
		p.Add(s)
		p.Legend.Add(series.label, s)
	}
	lab.NameX(p, names)
	least := 100.0
	for _, xy := range append(slices.Clone(network), singles...) {
		least = math.Min(least, xy.Y)
	}
	p.Y.Min, p.Y.Max = 10*math.Floor(least/10), 101
	f, err := lab.Draw(p, "cells", "Cell accuracy of the candidate network on the empty cells of each set after the most steps, one set of weights at four sizes, compared with naked and hidden singles", 720, 400)
	return f, true, err
}
