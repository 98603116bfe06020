package minigridanswers

import (
	"gonum.org/v1/plot/plotter"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// beside keeps points of equal height apart.
const beside = 0.15

// label names the boards of a case.
func label(r record.Record) string {
	switch {
	case r.Has("made"):
		return r.Dim("made")
	case r.Dim("as") == given:
		return r.Dim("set")
	}
	return r.Dim("set") + ", " + r.Dim("as")
}

// figures shows how often the pruned graph alone tells the class: the converses of what the
// paper says.
func figures(set record.Set) ([]lab.Figure, error) {
	p := lab.NewPlot("Class read off the pruned graph alone", "", "share of boards, %")
	p.Y.Min, p.Y.Max = 0, 100
	var names []string
	var none, one plotter.XYs
	for _, r := range set.Measured().Where("") {
		s := see(record.Set{r})
		if s.none+s.one == 0 {
			continue
		}
		x := float64(len(names))
		names = append(names, label(r))
		if s.none > 0 {
			none = append(none, plotter.XY{X: x - beside, Y: 100 * s.emptiedRight / s.none})
		}
		if s.one > 0 {
			one = append(one, plotter.XY{X: x + beside, Y: 100 * s.singleRight / s.one})
		}
	}
	for i, series := range []struct {
		label string
		xy    plotter.XYs
	}{{"unsolvable: graph emptied", none}, {"unique: one vertex per box", one}} {
		if len(series.xy) == 0 {
			continue
		}
		points, err := lab.Scatter(series.xy, i)
		if err != nil {
			return nil, err
		}
		p.Add(points)
		p.Legend.Add(series.label, points)
	}
	lab.NameX(p, names)
	f, err := lab.Draw(p, "graph", "Share of unsolvable boards whose graph pruning empties, and of unique ones whose graph it brings down to one vertex per box, by kind of board", 860, 420)
	return []lab.Figure{f}, err
}
