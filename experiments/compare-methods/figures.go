package comparemethods

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// shown are the methods that pictures have room for: the first of each family, the learned ones with an exact search behind them, and the
// rules without any.
var shown = []string{"bitboard", "wide", "dlx", "sat", "minigrid", "csp", "tensor", "gnn", "gnn-start", "dqn", "dqn-guided", "singles"}

func figures(set record.Set) ([]lab.Figure, error) {
	var out []lab.Figure
	for _, draw := range []func(record.Set) (lab.Figure, bool, error){everything, cactus} {
		f, ok, err := draw(set)
		if err != nil {
			return nil, fmt.Errorf("compare-methods: %w", err)
		}
		if ok {
			out = append(out, f)
		}
	}
	return out, nil
}

// look tells lines and points apart without colour.
func look(i int) (color.Color, []vg.Length, draw.GlyphDrawer) {
	dashes := [][]vg.Length{nil, {vg.Points(6), vg.Points(2)}, {vg.Points(2), vg.Points(2)}, {vg.Points(8), vg.Points(2), vg.Points(2), vg.Points(2)}}
	glyphs := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.CrossGlyph{}}
	dash := dashes[i%len(dashes)]
	if dash == nil && i >= lab.Colors() { // the figure would give it the dashes of its colour, which another line has
		dash = []vg.Length{vg.Points(1), vg.Points(3)}
	}
	return lab.Color(i), dash, glyphs[i%len(glyphs)]
}

// everything is methods × solved × time in one picture: a line for each method from its fastest median to its slowest 99th percentile, its mean time
// as a point, and beside it what it solved of all puzzles.
func everything(set record.Set) (lab.Figure, bool, error) {
	nine := onNine(set)
	var all []pooled
	for _, m := range shown {
		if p := pool(nine, m); p.puzzles > 0 {
			all = append(all, p)
		}
	}
	if len(all) < 3 {
		return lab.Figure{}, false, nil
	}
	slices.SortStableFunc(all, func(a, b pooled) int { return cmp.Compare(b.time/b.puzzles, a.time/a.puzzles) })
	p := lab.NewPlot("Methods on all 9×9 sets: solved, and time per puzzle", "time per puzzle", "")
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, lab.Decades(-6, 1)
	p.X.Min, p.X.Max = 1e-6, 1e-6
	labels := make([]string, len(all))
	for i, m := range all {
		labels[i] = m.method + "  " + lab.Share(m.solved, m.puzzles)
		from, to := slices.Min(m.median), slices.Max(m.p99)
		p.X.Min, p.X.Max = min(p.X.Min, from), max(p.X.Max, to)
		line, err := plotter.NewLine(plotter.XYs{{X: from, Y: float64(i)}, {X: to, Y: float64(i)}})
		if err != nil {
			return lab.Figure{}, false, err
		}
		line.Color, line.Width = color.Gray{0x55}, vg.Points(2)
		mean := plotter.XYs{{X: m.time / m.puzzles, Y: float64(i)}}
		point, err := lab.Scatter(mean, 0)
		if err != nil {
			return lab.Figure{}, false, err
		}
		point.Radius = vg.Points(4.5)
		p.Add(line, point)
		if m.solved == m.puzzles {
			continue
		}
		hole, err := lab.Scatter(mean, 0)
		if err != nil {
			return lab.Figure{}, false, err
		}
		hole.Radius, hole.Color = vg.Points(2.8), color.White
		p.Add(hole)
	}
	p.NominalY(labels...)
	p.Y.Min, p.Y.Max = -0.6, float64(len(all))-0.4
	f, err := lab.Draw(p, "overview", "Share of all 9×9 puzzles that each method solves, and its time per puzzle: from the median on its easiest set to the 99th percentile on its hardest, the mean as a point, hollow where not all are solved", 460, 330)
	return f, true, err
}

// cactus draws the share of all 9×9 puzzles that are solved within a time.
func cactus(set record.Set) (lab.Figure, bool, error) {
	nine := onNine(set)
	p := lab.NewPlot("9×9: puzzles solved within a given time", "time per puzzle", "share of the puzzles, %")
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, lab.Decades(-6, 1)
	p.Y.Min, p.Y.Max = 0, 100
	drawn := 0
	for i, m := range shown {
		xy := curve(nine, m)
		if len(xy) == 0 {
			continue
		}
		line, err := plotter.NewLine(xy)
		if err != nil {
			return lab.Figure{}, false, err
		}
		line.StepStyle = plotter.PostStep
		line.Color, line.Dashes, _ = look(i)
		line.Width = vg.Points(1.5)
		p.Add(line)
		p.Legend.Add(m, line)
		drawn++
	}
	if drawn == 0 {
		return lab.Figure{}, false, nil
	}
	f, err := lab.Draw(p, "cactus", "Share of the 9×9 puzzles of all sets that a method solves within a given time per puzzle", 460, 320)
	return f, true, err
}

// curve returns the share of the puzzles that a method was put to which it solved, in per cent, at each step of time.
func curve(set record.Set, m string) (xy plotter.XYs) {
	whole, done := 0.0, make([]float64, steps)
	for _, r := range set {
		if _, ok := r.Metric(figureOf(m, "solved")); !ok {
			continue
		}
		whole += tried(r, m)
		rises, last := r.Numbers(m+" within=", ""), 0.0
		for k := range done {
			if slices.Contains(rises, k) {
				last = r.Value(withinFigure(m, k))
			}
			done[k] += last
		}
	}
	if whole == 0 || done[steps-1] == 0 {
		return nil
	}
	for k, n := range done {
		if n > 0 {
			xy = append(xy, plotter.XY{X: stepSeconds(k), Y: 100 * n / whole})
		}
		if n == done[steps-1] {
			return xy
		}
	}
	return xy
}
