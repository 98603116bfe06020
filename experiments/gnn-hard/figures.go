package gnnhard

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows how many boards of each set the network solves with each number of steps, from one start and from many.
func figures(set record.Set) ([]lab.Figure, error) {
	cfg := lab.ConfigIn[Config](set)
	if len(cfg.Alone) < 3 { // two points are no curve
		return nil, nil
	}
	p := lab.NewPlot("Hard boards solved by the network without search", "message-passing steps that a board may take", "% of boards")
	p.X.Scale = plot.LogScale{}
	var ticks plot.ConstantTicks
	tick := func(steps int) {
		t := plot.Tick{Value: float64(steps)}
		if len(ticks)%2 == 0 { // the numbers of all would run into each other
			t.Label = lab.Number(t.Value)
		}
		ticks = append(ticks, t)
	}
	for _, n := range cfg.Alone {
		tick(n)
	}
	for _, n := range cfg.Starts {
		if steps := n * cfg.Breadth.Depth; steps > most(cfg.Alone) {
			tick(steps)
		}
	}
	drawn := false
	for i, s := range sets(cfg) {
		named := false
		for _, kind := range []string{aloneKind, breadthKind} {
			r, ok := set.Measured().Case(record.Key(kind, record.D("set", s.name)))
			if !ok {
				continue
			}
			points := spansOf(r, cfg, kind)
			dots, bars, err := lab.Intervals(points, i)
			if err != nil {
				return nil, err
			}
			line := &plotter.Line{LineStyle: plotter.DefaultLineStyle}
			line.Color, line.Width = lab.Color(i), vg.Points(2)
			if kind == breadthKind {
				line.Width = vg.Points(0.75)
			}
			for _, x := range points {
				line.XYs = append(line.XYs, plotter.XY{X: x.X, Y: x.Y})
			}
			p.Add(line, dots, bars)
			drawn = true
			if !named {
				p.Legend.Add(s.name, line, dots)
			}
			named = true
		}
	}
	if !drawn {
		return nil, nil
	}
	p.X.Tick.Marker = ticks
	p.X.Min, p.X.Max = ticks[0].Value/1.15, ticks[len(ticks)-1].Value*1.15
	p.Y.Min, p.Y.Max = -2, 102
	f, err := lab.Draw(p, "steps", fmt.Sprintf("Solve rate of the candidate network on sets of hard puzzles by the steps that a board may take, with 95 %% intervals; thick: one start, thin: many starts of %d steps each", cfg.Breadth.Depth), 720, 420)
	if err != nil {
		return nil, err
	}
	return []lab.Figure{f}, nil
}

// spansOf returns a record's shares of boards with their intervals, by the steps that a board may take.
func spansOf(r record.Record, cfg Config, kind string) (out []lab.Span) {
	numbers, name, steps := cfg.Alone, bySteps, 1
	if kind == breadthKind {
		numbers, name, steps = cfg.Starts, byStarts, cfg.Breadth.Depth
	}
	for _, n := range numbers {
		trials := r.Value("boards")
		hits := min(r.Value("solved "+name(n)), trials) // a device's count, which a record can hold as any number
		within := lab.ShareInterval(hits, trials)
		out = append(out, lab.Span{X: float64(n * steps), Y: 100 * hits / trials, Low: 100 * within.Low, High: 100 * within.High})
	}
	return out
}
