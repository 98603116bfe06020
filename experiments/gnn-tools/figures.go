package gnntools

import (
	"fmt"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func figures(set record.Set) ([]lab.Figure, error) {
	var out []lab.Figure
	for _, draw := range []func(record.Set) (lab.Figure, bool, error){drawNames, drawGivens} {
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

// drawNames shows every training's answers under new names of the digits, a dot a seed.
func drawNames(set record.Set) (lab.Figure, bool, error) {
	arms := armsOf(set)
	if len(arms) == 0 {
		return lab.Figure{}, false, nil
	}
	p := lab.NewPlot("Answers to the same boards under other names of the digits", "", "empty cells, %")
	var names []string
	series := []struct{ metric, label string }{{"agree", "same digit"}, {"cells", "right digit"}}
	points := make([]plotter.XYs, len(series))
	for i, arm := range arms {
		runs := pairs.Seeds(set, arm)
		names = append(names, armName(runs[0]))
		for k, s := range series {
			for j, r := range runs {
				// Seeds side by side, and both figures apart, so that equal ones are seen.
				x := float64(i) + 0.3*(float64(k)-0.5) + 0.04*(float64(j)-float64(len(runs)-1)/2)
				points[k] = append(points[k], plotter.XY{X: x, Y: 100 * r.Value(s.metric)})
			}
		}
	}
	for k, s := range series {
		dots, err := lab.Scatter(points[k], k)
		if err != nil {
			return lab.Figure{}, false, err
		}
		p.Add(dots)
		p.Legend.Add(s.label, dots)
	}
	lab.NameX(p, names)
	p.Y.Min, p.Y.Max = 0, 102
	f, err := lab.Draw(p, "names", "Share of empty cells whose likeliest digit goes along with a relabelling of the board, and share that is right, for every training, a dot a seed", 760, 420)
	return f, true, err
}

// drawGivens shows how many of the training puzzles have how many givens.
func drawGivens(set record.Set) (lab.Figure, bool, error) {
	r, ok := set.Case(dataCase)
	if !ok || r.Status == record.Missing {
		return lab.Figure{}, false, nil
	}
	stream, _, _ := documentedData()
	band := stream.Givens.Bands()[0]
	asked := 100 / float64(band.High-band.Low+1)
	var xy plotter.XYs
	kept := r.Numbers(givensBegin, "") // but for numbers of givens that no puzzle has
	for n := band.Low; n <= band.High; n++ {
		puzzles := 0.0
		if slices.Contains(kept, n) {
			puzzles = r.Value(givensMetric(n))
		}
		xy = append(xy, plotter.XY{X: float64(n), Y: 100 * puzzles / r.Value("made")})
	}
	p := lab.NewPlot(fmt.Sprintf("Givens of %s puzzles of the training data", lab.NumberOf(r, "made")), "givens", "puzzles, %")
	even, err := plotter.NewLine(plotter.XYs{{X: float64(band.Low), Y: asked}, {X: float64(band.High), Y: asked}})
	if err != nil {
		return lab.Figure{}, false, fmt.Errorf("figure: %w", err)
	}
	even.Color, even.Dashes = lab.Color(1), []vg.Length{vg.Points(5), vg.Points(3)}
	line, err := plotter.NewLine(xy)
	if err != nil {
		return lab.Figure{}, false, fmt.Errorf("figure: %w", err)
	}
	line.Color = lab.Color(0)
	dots, err := lab.Scatter(xy, 0)
	if err != nil {
		return lab.Figure{}, false, err
	}
	p.Add(even, line, dots)
	p.Legend.Add("made", line, dots)
	p.Legend.Add("asked for", even)
	p.Y.Min = 0
	var ticks plot.ConstantTicks
	for n := 17; n <= 45; n += 4 {
		ticks = append(ticks, plot.Tick{Value: float64(n), Label: strconv.Itoa(n)})
	}
	p.X.Tick.Marker = ticks
	f, err := lab.Draw(p, "givens", "How many of the training puzzles have how many givens: what is asked for evenly from 17 to 45 comes out with hardly any below 21, because random puzzles need more", 720, 360)
	return f, true, err
}
