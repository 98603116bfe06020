package cspmemory

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// oneBoard is the slope of the line drawn for scale, in bytes per puzzle: what Go sets aside for the
// 81 cells of one board.
const oneBoard = 96

// course returns the points of a curve: puzzles, and live bytes above the start.
func course(r record.Record, name string) (x, y []float64) {
	for _, n := range r.Numbers(name+pointBegin, "") {
		x, y = append(x, float64(n)), append(y, r.Value(pointName(name, n)))
	}
	return x, y
}

func figures(set record.Set) ([]lab.Figure, error) {
	free := lab.NewPlot("Live heap along the puzzles, by way to free", "puzzles", "kB above the start")
	if r, ok := set.Measured().Case(freeingCase); ok {
		for i, name := range variantNames {
			if err := addCourse(free, r, name+" ", name, i); err != nil {
				return nil, err
			}
		}
	}
	levels := lab.NewPlot("Live heap along the puzzles, by level", "puzzles", "kB above the start")
	// One board kept a puzzle, for scale: a level far below this line keeps nothing.
	scale := plotter.NewFunction(func(x float64) float64 { return oneBoard * x / 1e3 })
	i, most := 0, 0.0
	for _, r := range ofLevels(set) {
		if err := addCourse(levels, r, "", r.Dim("level"), i); err != nil {
			return nil, err
		}
		i++
		if x, _ := course(r, ""); len(x) > 0 {
			most = max(most, x[len(x)-1])
		}
	}
	scale.Color, scale.Dashes = lab.Color(i), []vg.Length{vg.Points(4), vg.Points(3)}
	scale.XMax = most
	levels.Add(scale)
	levels.Legend.Add("one board kept per puzzle", scale)
	levels.X.Min, levels.X.Max = 0, max(1, most)
	levels.Y.Max = max(levels.Y.Max, oneBoard*most/1e3)

	var out []lab.Figure
	for _, f := range []struct {
		plot        *plot.Plot
		name, title string
	}{
		{free, "freeing", "Live heap after forced collections along the puzzles for four ways to part with a puzzle's objects; only what is kept grows"},
		{levels, "levels", "Live heap after forced collections along the puzzles of each level, with what one board kept per puzzle would come to"},
	} {
		fig, err := lab.Draw(f.plot, f.name, f.title, 520, 320)
		if err != nil {
			return nil, err
		}
		out = append(out, fig)
	}
	return out, nil
}

// addCourse draws a curve.
func addCourse(p *plot.Plot, r record.Record, name, label string, i int) error {
	x, y := course(r, name)
	if len(x) == 0 {
		return nil
	}
	xy := make(plotter.XYs, len(x))
	for k := range x {
		xy[k] = plotter.XY{X: x[k], Y: y[k] / 1e3}
	}
	line, points, err := plotter.NewLinePoints(xy)
	if err != nil {
		return err
	}
	line.Color, points.Color, points.Radius = lab.Color(i), lab.Color(i), vg.Points(2)
	p.Add(line, points)
	p.Legend.Add(label, line)
	return nil
}
