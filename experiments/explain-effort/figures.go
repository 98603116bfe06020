package explaineffort

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"sudokulab/pkg/explain"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// glyphs tell series apart without their colour.
var glyphs = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}}

func figures(set record.Set) ([]lab.Figure, error) {
	measured := set.Measured()
	r, ok := measured.Case(ownCase(minimal))
	if !ok {
		return nil, nil
	}
	n := lab.NumberOf(r, "puzzles")
	const read = " minimal puzzles, with 95 % intervals; dashed: 0.3 and 0.7, on both sides of 0; " +
		"pairs with nothing to order, such as where most searches reached their bound, are left out"
	var out []lab.Figure
	for _, f := range []struct {
		draw        func() (*plot.Plot, error)
		name, title string
		width       float64
	}{
		{
			func() (*plot.Plot, error) {
				return correlations(r, "Difficulty for people and effort of a search, "+n+" minimal puzzles", concat(ofPeople, []string{givens}), ofSearch)
			},
			"correlations", "Rank correlation of five measures of difficulty for people, and of the number of givens, with the effort of five searches, on " + n + read, 860,
		},
		{
			func() (*plot.Plot, error) {
				return correlations(r, "The minigrid graph, effort of a search and difficulty for people, "+n+" minimal puzzles", ofGraph, concat(ofSearch, ofPeople))
			},
			"graph-correlations", "Rank correlation of four measures of the minigrid graph with the effort of five searches and with five measures of difficulty for people, on " + n + read, 960,
		},
		{func() (*plot.Plot, error) { return boxes(r, macNodes, true) }, "mac-nodes", "Nodes of MAC by the hardest technique of " + n + " minimal puzzles, from the lowest technique to the highest: median, quartiles, and 5 to 95 %", 860},
		{func() (*plot.Plot, error) { return boxes(r, bitboardGuesses, false) }, "bitboard-guesses", "Guesses of the bitboard engine by the hardest technique of " + n + " minimal puzzles, from the lowest technique to the highest: median, quartiles, and 5 to 95 %", 860},
		{func() (*plot.Plot, error) { return dots(measured) }, "score", "HoDoKu's score against the nodes of MAC, one sign per puzzle, some puzzles of each kind", 780},
	} {
		p, err := f.draw()
		if err != nil {
			return nil, err
		}
		if p == nil {
			continue
		}
		figure, err := lab.Draw(p, f.name, f.title, f.width, 420)
		if err != nil {
			return nil, err
		}
		out = append(out, figure)
	}
	return out, nil
}

// correlations draws the correlation of measures with others, side by side over each of the others, but for pairs
// that have nothing to order.
func correlations(r record.Record, title string, of, with []string) (*plot.Plot, error) {
	p := lab.NewPlot(title, "", "rank correlation")
	for _, at := range []float64{-high, -negligible, negligible, high} {
		p.Add(lab.Level(at, lab.Color(6)))
	}
	for i, x := range of {
		var points spans
		for j, y := range with {
			if conclude(r, x, y) == nothing {
				continue
			}
			rho := r.Value(pairOf(x, y))
			at := float64(j) + 0.7*(float64(i)+0.5)/float64(len(of)) - 0.35
			points.XYs = append(points.XYs, plotter.XY{X: at, Y: rho})
			points.YErrors = append(points.YErrors, struct{ Low, High float64 }{r.Value(pairOf(x, y)+".low") - rho, r.Value(pairOf(x, y)+".high") - rho})
		}
		if len(points.XYs) == 0 {
			continue
		}
		bars, err := plotter.NewYErrorBars(points)
		if err != nil {
			return nil, err
		}
		bars.Color = lab.Color(i)
		signs, err := lab.Scatter(points.XYs, i)
		if err != nil {
			return nil, err
		}
		signs.Shape = glyphs[i]
		p.Add(bars, signs)
		p.Legend.Add(words(x), signs)
	}
	var names []string
	for _, y := range with {
		names = append(names, words(y))
	}
	lab.NameX(p, names)
	p.Y.Min, p.Y.Max = -1, 1
	var ticks []plot.Tick
	for _, at := range []float64{-1, -high, -negligible, 0, negligible, high, 1} {
		ticks = append(ticks, plot.Tick{Value: at, Label: fmt.Sprint(at)})
	}
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
	return p, nil
}

// spans are points with what to draw below and above them.
type spans struct {
	plotter.XYs
	plotter.YErrors
}

// boxes draws the spread of an effort by hardest technique, on a logarithmic scale with 1 added or on a plain one; nil
// where no technique has enough puzzles.
func boxes(r record.Record, effort string, logarithmic bool) (*plot.Plot, error) {
	p := lab.NewPlot("Minimal puzzles: "+words(effort)+", by hardest technique", "hardest technique (puzzles)", words(effort))
	more := 0.0
	if logarithmic {
		p.Y.Label.Text += " + 1"
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
		more = 1
	}
	var names []string
	for _, t := range explain.Techniques() {
		if _, ok := kept(r, byTechnique(t, effort, "median")); !ok {
			continue
		}
		q := map[string]float64{}
		for _, m := range marks {
			q[m.name] = r.Value(byTechnique(t, effort, m.name)) + more
		}
		box, err := plotter.NewBoxPlot(vg.Points(14), float64(len(names)), plotter.Values{q["p05"], q["p25"], q["median"], q["p75"], q["p95"]})
		if err != nil {
			return nil, err
		}
		box.Quartile1, box.Median, box.Quartile3 = q["p25"], q["median"], q["p75"]
		box.AdjLow, box.AdjHigh, box.Outside = q["p05"], q["p95"], nil
		box.MedianStyle.Width = vg.Points(2.5)
		p.Add(box)
		names = append(names, fmt.Sprintf("%s (%.0f)", t, r.Value(puzzlesWith(t))))
	}
	if len(names) == 0 {
		return nil, nil
	}
	lab.NameX(p, names)
	p.Y.Min = more
	return p, nil
}

// dots draws score against nodes, a sign for each puzzle that the records keep.
func dots(set record.Set) (*plot.Plot, error) {
	p := lab.NewPlot("HoDoKu's score and the nodes of MAC", "score", "nodes of MAC + 1")
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	shown := 0
	for _, r := range set {
		if r.Has("level") && r.Dim("level") != minimal && r.Dim("level") != sparse {
			continue
		}
		x, y, err := readPoints(r.Texts["points"], score, macNodes)
		if err != nil {
			return nil, err
		}
		var xy plotter.XYs
		for i := range x {
			xy = append(xy, plotter.XY{X: x[i], Y: y[i] + 1})
		}
		signs, err := lab.Scatter(xy, shown)
		if err != nil {
			return nil, err
		}
		signs.Shape, signs.Radius = glyphs[shown], vg.Points(2.5)
		p.Add(signs)
		p.Legend.Add(label(r), signs)
		shown++
	}
	if shown == 0 {
		return nil, nil
	}
	return p, nil
}
