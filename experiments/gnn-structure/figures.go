package gnnstructure

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows how the input's trace fades, and what a batch holds next to what is stated.
func figures(set record.Set) ([]lab.Figure, error) {
	var out []lab.Figure
	for _, draw := range []func(record.Set) (lab.Figure, bool, error){drawSignal, drawMemory} {
		f, ok, err := draw(set)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, f)
		}
	}
	return out, nil
}

func drawSignal(set record.Set) (lab.Figure, bool, error) {
	p := lab.NewPlot("Spread of the cells' states to their size, before training", "message-passing steps", "spread to size")
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.Y.Tick.Marker = everyThirdPower
	var ticks plot.ConstantTicks
	drawn := 0
	for _, r := range set.Measured().Where(signalKind) {
		var xy plotter.XYs
		rounds := r.Numbers("spread rounds=", "")
		for _, n := range rounds {
			spread, states := r.Value(fmt.Sprintf("spread rounds=%d", n)), r.Value(fmt.Sprintf("size rounds=%d", n))
			if spread > 0 && states > 0 {
				xy = append(xy, plotter.XY{X: float64(n), Y: spread / states})
			}
		}
		if len(xy) == 0 {
			continue
		}
		line, points, err := plotter.NewLinePoints(xy)
		if err != nil {
			return lab.Figure{}, false, err
		}
		line.Color, points.Color, line.Width = lab.Color(drawn), lab.Color(drawn), vg.Points(1.5)
		p.Add(line, points)
		p.Legend.Add("initial weights: "+r.Dim("init"), line, points)
		drawn++
		ticks = ticks[:0]
		for _, n := range rounds {
			ticks = append(ticks, plot.Tick{Value: float64(n), Label: lab.Number(float64(n))})
		}
	}
	if drawn == 0 {
		return lab.Figure{}, false, nil
	}
	p.X.Tick.Marker = ticks
	rounding := lab.Level(roundingFloat32, lab.Color(6))
	p.Add(rounding)
	p.Legend.Add("rounding of float32", rounding)
	f, err := lab.Draw(p, "signal", "How far the states of different cells stay apart over the message-passing steps of the document's network as drawn, for three initializations of its weights, compared with the rounding of float32", 700, 380)
	return f, true, err
}

// roundingFloat32 is half a unit in the last place of 1.
const roundingFloat32 = 1.0 / (1 << 24)

// everyThirdPower labels 1, 10⁻³, 10⁻⁶ and so on.
var everyThirdPower = plot.ConstantTicks{
	{Value: 1, Label: "1"},
	{Value: 1e-3, Label: "10⁻³"},
	{Value: 1e-6, Label: "10⁻⁶"},
	{Value: 1e-9, Label: "10⁻⁹"},
	{Value: 1e-12, Label: "10⁻¹²"},
	{Value: 1e-15, Label: "10⁻¹⁵"},
}

func drawMemory(set record.Set) (lab.Figure, bool, error) {
	p := lab.NewPlot("Held for the backward pass, batch 128 at 9×9", "", "MB")
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	var labels []string
	var points [2]plotter.XYs // steps kept, steps recomputed
	for _, compute := range []literal.Compute{literal.Float32, literal.BFloat16} {
		for _, passing := range []literal.Passing{literal.Plain, literal.Fast} {
			at, found := float64(len(labels)), false
			for i, recompute := range []bool{false, true} {
				r, ok := set.Case(heldCase(form{passing, compute, recompute}, tableBatch))
				if ok && r.Status != record.Missing && r.Value("held") > 0 {
					points[i], found = append(points[i], plotter.XY{X: at, Y: r.Value("held") / 1e6}), true
				}
			}
			if found {
				label := map[literal.Passing]string{literal.Plain: "edge by edge", literal.Fast: "fast"}[passing]
				labels = append(labels, label+", "+string(compute))
			}
		}
	}
	if len(labels) == 0 {
		return lab.Figure{}, false, nil
	}
	for i, label := range []string{"steps kept", "steps recomputed"} {
		if len(points[i]) == 0 {
			continue
		}
		s, err := lab.Scatter(points[i], i)
		if err != nil {
			return lab.Figure{}, false, err
		}
		p.Add(s)
		p.Legend.Add(label, s)
	}
	for i, line := range []struct {
		mb    float64
		label string
	}{{170, "hidden states, stated"}, {75, "whole batch, stated"}} {
		stated := lab.Level(line.mb, lab.Color(2+i))
		p.Add(stated)
		p.Legend.Add(line.label, stated)
	}
	lab.NameX(p, labels)
	p.Y.Min = 50
	f, err := lab.Draw(p, "memory", "Memory held for the backward pass of a batch of 128, counted for eight ways to compute the document's network, compared with what the document states", 700, 400)
	return f, true, err
}
