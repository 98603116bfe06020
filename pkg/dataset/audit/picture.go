package audit

import (
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
)

// Drawn is a set in a picture.
type Drawn struct {
	Name string
	Of   *Part // nil draws nothing
}

// Picture draws what solves the puzzles of each set that has one with a solution, in shares, as SVG.
func Picture(sets ...Drawn) ([]byte, error) {
	const title = "What solves the puzzles with one solution"
	p := lab.NewPlot(title, "", "% of them")
	p.Y.Min = 0
	var names []string
	i := 0
	for _, set := range sets {
		if set.Of == nil || set.Of.Unique == 0 {
			continue
		}
		names = names[:0]
		var shares plotter.Values
		for _, d := range set.Of.Difficulty() {
			names = append(names, d.Value)
			shares = append(shares, 100*float64(d.Count)/float64(set.Of.Unique))
		}
		const width = vg.Length(14)
		bars, err := plotter.NewBarChart(shares, width)
		if err != nil {
			return nil, err
		}
		bars.Color, bars.LineStyle.Width = lab.Color(i), 0
		bars.Offset = width * vg.Length(i)
		p.Add(bars)
		p.Legend.Add(set.Name, bars)
		i++
	}
	lab.NameX(p, names)
	f, err := lab.Unlettered(p, "audit", title, 620, 320)
	return f.SVG, err
}
