package speedengines

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// configured returns the names of the engines in a record's configuration, in their order.
func configured(r record.Record) (names []string) {
	type named struct {
		Engines []struct {
			Name string `json:"name"`
		} `json:"engines"`
	}
	for _, e := range lab.ConfigIn[named](record.Set{r}).Engines {
		names = append(names, e.Name)
	}
	return names
}

// figures draws, for 9×9 boards and for larger ones, how many puzzles are settled within a
// time by the first engine of each family.
func figures(set record.Set) ([]lab.Figure, error) {
	g := gather(set)
	var families []string // the same colour in both figures
	for _, e := range g.engines {
		if !slices.Contains(families, family(e)) {
			families = append(families, family(e))
		}
	}
	var out []lab.Figure
	for _, f := range []struct {
		name, title, alt string
		side             func(side float64) bool
	}{
		{"cactus", "9×9: puzzles settled within a given time", "Share of the 9×9 puzzles of all sets that the first engine of each family settles within a given time per puzzle", func(side float64) bool { return side == 9 }},
		{"cactus-large", "16×16 and 25×25: puzzles settled within a given time", "Share of the larger puzzles of all sets that the first engine of each family settles within a given time per puzzle", func(side float64) bool { return side > 9 }},
	} {
		var sets record.Set
		for _, r := range g.sets {
			if f.side(r.Value("side")) {
				sets = append(sets, r)
			}
		}
		p := lab.NewPlot(f.title, "time per puzzle", "share of the puzzles, %")
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, lab.Decades(-6, 1)
		p.Y.Min, p.Y.Max = 0, 100
		drawn := map[string]bool{}
		for _, e := range enginesOf(sets) {
			if drawn[family(e)] {
				continue
			}
			xy := curve(sets, e)
			if len(xy) == 0 {
				continue
			}
			drawn[family(e)] = true
			color := slices.Index(families, family(e))
			line, err := plotter.NewLine(xy)
			if err != nil {
				return nil, err
			}
			line.StepStyle = plotter.PostStep
			line.Color, line.Width = lab.Color(color), vg.Points(1.5)
			p.Add(line)
			p.Legend.Add(e, line)
		}
		if len(drawn) == 0 {
			continue
		}
		fig, err := lab.Draw(p, f.name, f.alt, 680, 400)
		if err != nil {
			return nil, fmt.Errorf("speed-engines: %w", err)
		}
		out = append(out, fig)
	}
	return out, nil
}

// curve returns the share of the puzzles of the sets that the engine settled, in per cent,
// at each step of time up to the last at which it rises; sets that it does not take count as not settled.
func curve(sets record.Set, e string) (xy plotter.XYs) {
	whole := 0.0
	done := make([]float64, steps)
	for _, r := range sets {
		whole += r.Value("puzzles")
		rises := r.Numbers(e+" within=", "")
		last := 0.0
		for k := range done {
			if slices.Contains(rises, k) {
				last = r.Value(withinMetric(e, k))
			}
			done[k] += last
		}
	}
	if whole == 0 || slices.Max(done) == 0 {
		return nil
	}
	last := slices.Index(done, done[steps-1])
	for k, n := range done[:last+1] {
		if n > 0 {
			xy = append(xy, plotter.XY{X: stepSeconds(k), Y: 100 * n / whole})
		}
	}
	return xy
}
