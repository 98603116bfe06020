package gnntraining

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// line is an arm under the name that a figure gives it.
type line struct {
	arm, label string
}

// figures shows the validation of each pair over the steps.
func figures(set record.Set) ([]lab.Figure, error) {
	set = set.Measured()
	pictures := []struct {
		name, title, metric string
		lines               []line
	}{
		{"curriculum", "Curriculum and uniform givens", "cells", []line{{uniformArm, "uniform"}, {curriculumArm, "curriculum"}}},
		{"lambda", "Violation term, boards with the fewest givens", "cells." + pairs.HardSet, nil},
		{"dropout", "Settings of the pairs and the document", "cells", []line{{uniformArm, "pairs: no dropout, Glorot"}, {asDocumentedArm, "document: dropout, lower rate"}}},
		{"cnn-4x4", "Graph network and CNN on the same puzzles, 4×4", "cells", []line{{uniformArm, "graph"}, {cnnFourArm, "CNN"}}},
		{"cnn-9x9", "Graph network and CNN on the same puzzles, 9×9", "cells", []line{{gnnNineArm, "graph"}, {cnnNineArm, "CNN"}}},
	}
	for _, l := range []float64{0, 0.05, pairs.DocumentedLambda, 0.5} {
		pictures[1].lines = append(pictures[1].lines, line{lambdaArm(l), fmt.Sprintf("λ = %g", l)})
	}
	for _, n := range sizesOf(set) {
		pictures = append(pictures, struct {
			name, title, metric string
			lines               []line
		}{
			fmt.Sprintf("augmentation-%d", n), fmt.Sprintf("Augmentation, %s puzzles", lab.Number(float64(n))), "cells",
			[]line{{dataArm(plainKind, n), "without"}, {dataArm(augmentedKind, n), "with"}},
		})
	}
	var out []lab.Figure
	for _, p := range pictures {
		f, ok, err := drawCurves(set, p.name, p.title, p.metric, p.lines)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, f)
		}
	}
	f, ok, err := drawSizes(set)
	if err != nil {
		return nil, err
	}
	if ok {
		out = append(out, f)
	}
	return out, nil
}

// band is the range of the seeds at a step, with their mean.
type band struct {
	step            int
	low, mean, high float64
}

// bandsOf takes the steps that every seed has.
func bandsOf(set record.Set, metric string) (out []band) {
	at := map[int][]float64{}
	for _, r := range set {
		for _, p := range pairs.Curve(r, metric) {
			at[p.Step] = append(at[p.Step], p.Value)
		}
	}
	for step, values := range at {
		if len(values) < len(set) {
			continue
		}
		b := band{step: step, low: least(values), high: greatest(values)}
		for _, v := range values {
			b.mean += v / float64(len(values))
		}
		out = append(out, b)
	}
	slices.SortFunc(out, func(a, b band) int { return a.step - b.step })
	return out
}

func drawCurves(set record.Set, name, title, metric string, lines []line) (lab.Figure, bool, error) {
	p := plot.New()
	drawn := 0
	network := ""
	var means []plot.Plotter // on top of all bands
	for _, l := range lines {
		runs := pairs.Seeds(set, l.arm)
		bands := bandsOf(runs, metric)
		if len(bands) < 2 {
			continue
		}
		if drawn == 0 {
			network = runs[0].Texts["network"]
			p = lab.NewPlot(fmt.Sprintf("%s (%s)", title, network), "training steps", "empty cells that are right, %")
		}
		mean, err := addBand(p, bands, l.label, drawn)
		if err != nil {
			return lab.Figure{}, false, err
		}
		means = append(means, mean)
		drawn++
	}
	if drawn < 2 {
		return lab.Figure{}, false, nil
	}
	p.Add(means...)
	p.X.Min, p.Y.Min = 0, 0
	f, err := lab.Draw(p, name, fmt.Sprintf("%s: validation accuracy over the training steps, mean and range of the seeds; %s", title, network), 720, 360)
	return f, true, err
}

// addBand draws the range of the seeds and returns their mean as a line to be drawn over it.
func addBand(p *plot.Plot, bands []band, label string, i int) (*plotter.Line, error) {
	var mean, outline plotter.XYs
	for _, b := range bands {
		mean = append(mean, plotter.XY{X: float64(b.step), Y: 100 * b.mean})
		outline = append(outline, plotter.XY{X: float64(b.step), Y: 100 * b.high})
	}
	for _, b := range slices.Backward(bands) {
		outline = append(outline, plotter.XY{X: float64(b.step), Y: 100 * b.low})
	}
	area, err := plotter.NewPolygon(outline)
	if err != nil {
		return nil, fmt.Errorf("figure: %w", err)
	}
	r, g, b, _ := lab.Color(i).RGBA()
	area.Color = color.NRGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0x38}
	area.Width = 0
	l, err := plotter.NewLine(mean)
	if err != nil {
		return nil, fmt.Errorf("figure: %w", err)
	}
	l.Color, l.Width = lab.Color(i), vg.Points(1.5)
	p.Add(area)
	p.Legend.Add(label, l)
	return l, nil
}

// drawSizes shows the accuracy over the size of the data set.
func drawSizes(set record.Set) (lab.Figure, bool, error) {
	sizes := sizesOf(set)
	if len(sizes) < 2 {
		return lab.Figure{}, false, nil
	}
	network := pairs.NetworkOf(pairs.Seeds(set, dataArm(plainKind, sizes[0])))
	p := lab.NewPlot(fmt.Sprintf("Augmentation by size of the data set (%s)", network), "puzzles to train on", "empty cells that are right, %")
	p.X.Scale = plot.LogScale{}
	var ticks plot.ConstantTicks
	for _, n := range sizes {
		ticks = append(ticks, plot.Tick{Value: float64(n), Label: lab.Number(float64(n))})
	}
	p.X.Tick.Marker = ticks
	var means []plot.Plotter
	for i, kind := range []string{plainKind, augmentedKind} {
		var bands []band
		for _, n := range sizes {
			runs := pairs.Seeds(set, dataArm(kind, n))
			if len(runs) == 0 {
				continue
			}
			low, high := pairs.Range(runs, pairs.BestCells)
			bands = append(bands, band{n, low, pairs.Mean(runs, pairs.BestCells), high})
		}
		if len(bands) == 0 {
			return lab.Figure{}, false, nil
		}
		mean, err := addBand(p, bands, map[string]string{plainKind: "without", augmentedKind: "with"}[kind], i)
		if err != nil {
			return lab.Figure{}, false, err
		}
		means = append(means, mean)
	}
	p.Add(means...)
	f, err := lab.Draw(p, "augmentation-sizes", "Best validation accuracy by size of the data set, with and without augmentation, mean and range of the seeds; "+network, 720, 360)
	return f, true, err
}
