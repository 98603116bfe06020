package minigridlarge

import (
	"fmt"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func figures(set record.Set) ([]lab.Figure, error) {
	measured := set.Measured()
	completeness, err := completeFigure(measured)
	if err != nil {
		return nil, err
	}
	out := []lab.Figure{completeness}
	for _, f := range []struct{ measure, name, y, title string }{
		{"dependent", "density", "edges over possible edges, median", "Share of the pairs of vertices from dependent boxes that are joined, by side of the board, at equal fill, before pruning"},
		{"per-vertex", "edges", "edges per vertex, median", "Edges per vertex by side of the board, at equal fill, before pruning"},
	} {
		fig, err := densityFigure(measured, f.measure, f.name, f.y, f.title)
		if err != nil {
			return nil, err
		}
		out = append(out, fig)
	}
	return out, nil
}

// dashes tell readings apart where their lines lie on each other.
var dashes = [][]vg.Length{{vg.Points(1), vg.Points(3)}, nil, {vg.Points(7), vg.Points(4)}}

// addLine adds a line with points in the i-th colour; nothing if there are no points.
func addLine(p *plot.Plot, label string, xy plotter.XYs, i int, dash []vg.Length) error {
	if len(xy) == 0 {
		return nil
	}
	line, points, err := plotter.NewLinePoints(xy)
	if err != nil {
		return fmt.Errorf("minigridlarge: figure: %w", err)
	}
	line.Color, points.Color = lab.Color(i), lab.Color(i)
	line.Width, line.Dashes = vg.Points(1.5), dash
	p.Add(line, points)
	p.Legend.Add(label, line, points)
	return nil
}

// completeFigure shows the share of 16×16 boards listed completely against their fill.
func completeFigure(set record.Set) (lab.Figure, error) {
	p := lab.NewPlot("16×16 boards listed completely", "cells given, %", "share of boards, %")
	p.Y.Min, p.Y.Max = 0, 100
	for i, source := range []struct {
		label  string
		boards []record.Dim
	}{{"one solution", unique16}, {"any number", several16}} {
		of := pick(set, source.boards...)
		for j, reading := range readings {
			var xy plotter.XYs
			for fill := 0; fill <= 100; fill += step {
				if s := reached(of, reading, fill, fill); s.boards > 0 {
					xy = append(xy, plotter.XY{X: float64(fill), Y: 100 * s.done / s.boards})
				}
			}
			if err := addLine(p, source.label+", "+string(reading), xy, i, dashes[j]); err != nil {
				return lab.Figure{}, err
			}
		}
	}
	return lab.Draw(p, "complete", "Share of 16×16 boards whose solutions are all listed within the limits, by share of cells given, for boards with one solution and with any number and for three readings of phase 2", 720, 400)
}

// densityFigure draws a measure against the side, a line for each fill that several sizes have.
func densityFigure(set record.Set, measure, name, y, title string) (lab.Figure, error) {
	p := lab.NewPlot("The graph by size of board, before pruning", "side of the board", y)
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	var ticks []plot.Tick
	for _, side := range sides {
		ticks = append(ticks, plot.Tick{Value: float64(side), Label: strconv.Itoa(side)})
	}
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	i := 0
	for _, fill := range densityFills {
		if fill%(2*step) != 0 {
			continue
		}
		var xy plotter.XYs
		for _, side := range sides {
			r, ok := set.Case(record.Key(densityKind, record.D("n", side)))
			if !ok {
				continue
			}
			if m, ok := r.Metric(densityKey(fill, stages[0], measure)); ok && m.Value > 0 {
				xy = append(xy, plotter.XY{X: float64(side), Y: m.Value})
			}
		}
		if len(xy) < 2 {
			continue
		}
		if err := addLine(p, fmt.Sprintf("%d %% given", fill), xy, i, nil); err != nil {
			return lab.Figure{}, err
		}
		i++
	}
	if i == 0 {
		// A logarithmic axis needs something to show.
		p.Y.Scale, p.Y.Tick.Marker = plot.LinearScale{}, plot.DefaultTicks{}
	}
	return lab.Draw(p, name, title, 560, 380)
}
