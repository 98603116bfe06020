package cspdesign

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// shown are the alternatives of the first figure by axis: what the document rejects, and the
// third contenders.
var shown = []struct {
	subject
	label  string
	names  []string
	suffix string // of all the names, and of no interest here
}{
	{layoutAxis, "layout", []string{"rows-array", "rows-slices"}, ""},
	{domainsAxis, "domains", []string{"list", "bitmask"}, memberSuffix},
	{queueOnLean, "queue, on bitmasks", []string{"shifted", "resliced", "bits"}, ""},
	{queueOnSets, "queue, on sets", []string{"shifted", "resliced", "bits"}, ""},
	{peersOnLean, "peers, on bitmasks", []string{"computed"}, ""},
	{peersOnSets, "peers, on sets", []string{"computed"}, ""},
	{storeAxis, "store", []string{"sets trail", "bitmasks array"}, ""},
	{orderAxis, "order", []string{"fixed", "random"}, ""},
	{orderShuffled, "order, shuffled puzzles", []string{"fixed", "random"}, ""},
}

// spread is points with error bars along x.
type spread struct {
	plotter.XYs
	plotter.XErrors
}

// figures shows every alternative's time as a multiple of that of the document's choice.
func figures(set record.Set) ([]lab.Figure, error) {
	p := lab.NewPlot("Whole solve: time of the alternative to that of the document's choice", "times (right of 1: the choice is faster)", "")
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	var labels []string
	lowest, highest := 1.0, 1.0
	for i, s := range shown {
		var points spread
		for _, r := range s.of(set) {
			if s.puzzles(r) == 0 {
				continue
			}
			for _, name := range s.names {
				metric := name + s.suffix + " ratio"
				ratio, low, high := r.Value(metric), r.Value(metric+".low"), r.Value(metric+".high")
				points.XYs = append(points.XYs, plotter.XY{X: ratio, Y: -float64(len(labels))}) // downwards, as in the tables
				points.XErrors = append(points.XErrors, struct{ Low, High float64 }{ratio - low, high - ratio})
				labels = append(labels, name+", "+setOf(r))
				lowest, highest = min(lowest, low), max(highest, high)
			}
		}
		if len(points.XYs) == 0 {
			continue
		}
		dots, err := lab.Scatter(points.XYs, i)
		if err != nil {
			return nil, err
		}
		dots.Radius = vg.Points(3)
		bars, err := plotter.NewXErrorBars(points)
		if err != nil {
			return nil, err
		}
		bars.Color = lab.Color(i)
		p.Add(bars, dots)
		p.Legend.Add(s.label, dots)
	}
	if len(labels) == 0 {
		return nil, nil
	}
	one, err := plotter.NewLine(plotter.XYs{{X: 1, Y: 0.5 - float64(len(labels))}, {X: 1, Y: 0.5}})
	if err != nil {
		return nil, err
	}
	p.Add(one)
	ticks := make([]plot.Tick, len(labels))
	for i, label := range labels {
		ticks[i] = plot.Tick{Value: -float64(i), Label: label}
	}
	p.Y.Tick.Marker, p.Y.Tick.Length, p.Y.Width = plot.ConstantTicks(ticks), 0, 0
	p.Y.Min, p.Y.Max = 0.5-float64(len(labels)), 0.5
	p.X.Min = math.Pow(10, math.Floor(math.Log10(lowest)))
	p.X.Max = math.Pow(10, math.Ceil(math.Log10(highest)))
	f, err := lab.Draw(p, "choices", "Time of each alternative as a multiple of that of the document's choice, with 95 % intervals, by set of puzzles", 640, 120+14*float64(len(labels)))
	return []lab.Figure{f}, err
}
