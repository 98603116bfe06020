package lab

import (
	"errors"
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
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
		stack(p, bars, below, v.pattern(), v.Marked())
		below = bars
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

// pattern is what tells the bars of a verdict from the others without colour; those of pending are hollow.
func (v Verdict) pattern() pattern {
	switch v {
	case Partly:
		return upright
	case Refuted:
		return lengthways
	case Reproduced, Pending:
	}
	return unstriped
}

// Figure is the plot as the lab publishes it.
func (l *Ledger) Figure() (Figure, error) {
	p, err := l.Plot()
	if err != nil {
		return Figure{}, err
	}
	return Draw(p, "verdicts", "How many claims of each document were reproduced, reproduced in part, refuted, or still without a record", 560, float64(70+30*len(l.Documents)))
}
