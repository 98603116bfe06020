package minigridphases

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func figures(set record.Set) ([]lab.Figure, error) {
	var out []lab.Figure
	for _, draw := range []func(record.Set) (lab.Figure, error){byGivens, shares, space} {
		f, err := draw(set)
		if err != nil {
			return nil, err
		}
		if f.Name != "" {
			out = append(out, f)
		}
	}
	return out, nil
}

// byGivens shows the median number of fillings of a 9×9 puzzle over its givens, a dot for each
// set and number of givens.
func byGivens(set record.Set) (lab.Figure, error) {
	p := lab.NewPlot("Fillings of all boxes by number of givens, 9×9", "givens", "fillings, median")
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	low, high := 81.0, 0.0
	for i, reading := range readings {
		var xy plotter.XYs
		medians, _ := byGivensOf(set, reading)
		for givens, m := range medians {
			for _, y := range m {
				xy = append(xy, plotter.XY{X: float64(givens), Y: y})
			}
			low, high = min(low, float64(givens)), max(high, float64(givens))
		}
		if len(xy) == 0 {
			return lab.Figure{}, nil
		}
		sortXY(xy)
		dots, err := lab.Scatter(xy, i)
		if err != nil {
			return lab.Figure{}, err
		}
		dots.Radius = vg.Points(2.5)
		p.Add(dots)
		p.Legend.Add(reading.Words(), dots)
	}
	for _, limit := range []struct {
		y     float64
		label string
		dash  vg.Length
	}{{statedSum, "1000", 0}, {farUnder(9), "9 boxes of 20", 4}} {
		line, err := plotter.NewLine(plotter.XYs{{X: low - 1, Y: limit.y}, {X: high + 1, Y: limit.y}})
		if err != nil {
			return lab.Figure{}, err
		}
		line.Color = color.Gray{0x55}
		if limit.dash > 0 {
			line.Dashes = []vg.Length{limit.dash, limit.dash}
		}
		p.Add(line)
		p.Legend.Add(limit.label, line)
	}
	return lab.Draw(p, "givens", "Median number of fillings of all boxes of a 9×9 puzzle with one solution over its number of givens, in three readings of phase 2", 640, 380)
}

// sortXY orders points, so that a figure does not depend on the order of a map.
func sortXY(xy plotter.XYs) {
	slices.SortFunc(xy, func(a, b plotter.XY) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
}

// shares shows how the time of a median puzzle divides into phases.
func shares(set record.Set) (lab.Figure, error) {
	p := lab.NewPlot("Time by phase, one worker", "", "share of the time of all phases")
	var names []string
	var values [nPhases]plotter.Values
	for _, reading := range timedReadings {
		for _, r := range set.Measured().Where(timesKind) {
			if timedIn(r, string(reading)+" ") == 0 {
				continue
			}
			sum := 0.0
			var medians [nPhases]float64
			for phase := range nPhases {
				medians[phase] = r.Value(fmt.Sprintf("%s phase%d.median", reading, phase+1))
				sum += medians[phase]
			}
			names = append(names, r.Dim("set")+", "+string(reading))
			for phase, m := range medians {
				values[phase] = append(values[phase], m/sum)
			}
		}
	}
	if len(names) == 0 {
		return lab.Figure{}, nil
	}
	var below *plotter.BarChart
	for phase, v := range values {
		var err error
		if below, err = lab.Stack(p, v, vg.Points(14), below, phase, fmt.Sprintf("phase %d", phase+1)); err != nil {
			return lab.Figure{}, err
		}
	}
	lab.NameX(p, names)
	p.Y.Max = 1
	return lab.Draw(p, "shares", "Share of each phase in the time of a median puzzle, by set and reading of phase 2", 720, 420)
}

// space shows the edges and what the library keeps against the largest term of the formula.
func space(set record.Set) (lab.Figure, error) {
	p := lab.NewPlot("Space against the formula's largest term, medians of the sets", "largest term, bytes", "bytes")
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	var equal plotter.XYs
	for i, series := range []struct{ label, ratio string }{
		{"edges as a list", "edges ratio.median"}, {"kept by the library", "total ratio.median"},
	} {
		var xy plotter.XYs
		for _, r := range set.Measured().Where(graphKind) {
			ratio, ok := r.Metric(series.ratio)
			if !ok || ratio.Value <= 0 {
				continue // no graph of the set was built
			}
			term := r.Value("formula.median")
			xy = append(xy, plotter.XY{X: term, Y: term * ratio.Value})
			equal = append(equal, plotter.XY{X: term, Y: term})
		}
		if len(xy) == 0 {
			return lab.Figure{}, nil
		}
		dots, err := lab.Scatter(xy, i)
		if err != nil {
			return lab.Figure{}, err
		}
		p.Add(dots)
		p.Legend.Add(series.label, dots)
	}
	sortXY(equal)
	line, err := plotter.NewLine(equal)
	if err != nil {
		return lab.Figure{}, err
	}
	p.Add(line)
	p.Legend.Add("the term itself", line)
	return lab.Draw(p, "space", "Bytes of the edges as a list, and of all that the library keeps, over the largest term of the document's formula", 640, 380)
}
