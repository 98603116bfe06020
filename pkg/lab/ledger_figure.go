package lab

import (
	"errors"
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Plot draws the number of claims by document, each bar cut by verdict.
func (l *Ledger) Plot() (*plot.Plot, error) {
	p := NewPlot("Claims by document and verdict", "claims", "")
	if len(l.Documents) == 0 {
		return nil, errors.New("lab: ledger: no documents to draw")
	}
	documents := slices.Clone(l.Documents)
	slices.Reverse(documents) // the first at the top
	names := make([]string, len(documents))
	for i, d := range documents {
		names[i] = d.ID
	}
	var below *plotter.BarChart
	for _, v := range Verdicts {
		counts := make(plotter.Values, len(documents))
		for j, d := range documents {
			counts[j] = float64(len(l.Filter(d.ID, v)))
		}
		bars, err := plotter.NewBarChart(counts, vg.Points(18))
		if err != nil {
			return nil, fmt.Errorf("lab: ledger: %w", err)
		}
		bars.Horizontal = true
		bars.LineStyle.Width = vg.Points(0.5)
		bars.LineStyle.Color = v.Color()
		bars.Color = v.Color()
		if v == Pending {
			bars.Color = color.White
		}
		if below != nil {
			bars.StackOn(below)
		}
		p.Add(bars, hatching{bars, below, v})
		below = bars
		p.Legend.Add(v.Marked(), bars, hatching{bars, nil, v})
	}
	p.NominalY(names...)
	return p, nil
}

// Color is the colour of a verdict, the same wherever one is drawn: on white, each has the contrast of text.
func (v Verdict) Color() color.Color {
	switch v {
	case Reproduced:
		return color.RGBA{0x0c, 0x60, 0x48, 0xff}
	case Partly:
		return color.RGBA{0x1a, 0x5e, 0xd3, 0xff}
	case Refuted:
		return color.RGBA{0xaa, 0x12, 0x0c, 0xff}
	case Pending:
	}
	return color.RGBA{0x57, 0x60, 0x70, 0xff}
}

// hatching is what tells the bars of a verdict from the others without colour: those of reproduced are full,
// of partly striped upright, of refuted striped lengthways, of pending hollow.
type hatching struct {
	bars, below *plotter.BarChart
	verdict     Verdict
}

// Plot draws the stripes of each bar, above the bars of the verdict before.
func (h hatching) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, n := range h.bars.Values {
		from := 0.0
		if h.below != nil {
			from = h.below.BarHeight(i)
		}
		middle := y(float64(i))
		h.stripe(&c, vg.Rectangle{
			Min: vg.Point{X: x(from), Y: middle - h.bars.Width/2}, Max: vg.Point{X: x(from + n), Y: middle + h.bars.Width/2},
		})
	}
}

// Thumbnail draws the stripes of the legend's sample.
func (h hatching) Thumbnail(c *draw.Canvas) { h.stripe(c, c.Rectangle) }

func (h hatching) stripe(c *draw.Canvas, box vg.Rectangle) {
	const apart = vg.Length(4)
	style := draw.LineStyle{Color: color.White, Width: vg.Points(1)}
	switch h.verdict {
	case Partly:
		for x := box.Min.X + apart; x < box.Max.X; x += apart {
			c.StrokeLine2(style, x, box.Min.Y, x, box.Max.Y)
		}
	case Refuted:
		for y := box.Min.Y + apart; y < box.Max.Y; y += apart {
			c.StrokeLine2(style, box.Min.X, y, box.Max.X, y)
		}
	case Reproduced, Pending:
	}
}

// Figure is the plot as the lab publishes it.
func (l *Ledger) Figure() (Figure, error) {
	p, err := l.Plot()
	if err != nil {
		return Figure{}, err
	}
	return Draw(p, "verdicts", "How many claims of each document were reproduced, reproduced in part, refuted, or still without a record", 560, float64(70+30*len(l.Documents)))
}
