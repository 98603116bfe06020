package gnncard

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows, for the hard puzzles and for the 16×16 boards, how many the weights solve by the steps that a board may take.
func figures(set record.Set) (out []lab.Figure, err error) {
	for _, f := range []struct{ set, name, what string }{
		{forum, "steps-forum", "hard 9×9 puzzles of forum-11-half"},
		{"16x16-63", "steps-16", "16×16 boards with 63 % empty cells"},
	} {
		r, ok := set.Case(record.Key(aloneKind, lab.OnSet(f.set)...))
		if !ok || r.Status == record.Missing {
			continue
		}
		cfg := lab.ConfigIn[Config](set)
		for _, s := range cfg.Sets {
			if s.Name != f.set || len(s.Steps) < 3 { // two points are no curve
				continue
			}
			drawn, err := DrawSteps(cfg.Weights, s, r, f.name, f.what, "candidate are the embedded weights, the others were trained on from them for minutes on a GPU")
			if err != nil {
				return nil, err
			}
			out = append(out, drawn)
		}
	}
	return out, nil
}

// DrawSteps draws the share of a set that weights solve alone by the steps that a board may take; whose says what weights they are.
func DrawSteps(of []Weights, s Set, r record.Record, name, what, whose string) (lab.Figure, error) {
	p := lab.NewPlot("Share solved: "+what, "message-passing steps that a board may take", "% of boards")
	p.X.Scale = plot.LogScale{}
	var ticks plot.ConstantTicks
	for _, n := range s.Steps {
		ticks = append(ticks, plot.Tick{Value: float64(n), Label: lab.Number(float64(n))})
	}
	for i, w := range of {
		line := &plotter.Line{LineStyle: plotter.DefaultLineStyle}
		line.Color, line.Width = lab.Color(i), vg.Points(2)
		var points []lab.Span
		for _, n := range s.Steps {
			trials := r.Value("boards")
			hits := min(r.Value(SolvedBy(w.Name, n)), trials) // a device's count, which a record can hold as any number
			within := lab.ShareInterval(hits, trials)
			at := lab.Span{X: float64(n), Y: 100 * hits / trials, Low: 100 * within.Low, High: 100 * within.High}
			points = append(points, at)
			line.XYs = append(line.XYs, plotter.XY{X: at.X, Y: at.Y})
		}
		dots, bars, err := lab.Intervals(points, i)
		if err != nil {
			return lab.Figure{}, err
		}
		p.Add(line, dots, bars)
		p.Legend.Add(w.Name, line, dots)
	}
	p.X.Tick.Marker = ticks
	p.X.Min, p.X.Max = ticks[0].Value/1.15, ticks[len(ticks)-1].Value*1.15
	p.Y.Min, p.Y.Max = -2, 102
	return lab.Draw(p, name, "Share of "+what+" that the candidate network solves alone by the steps that a board may take, with 95 % intervals; "+whose, 720, 420)
}
