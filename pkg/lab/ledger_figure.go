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
	for i, v := range Verdicts {
		counts := make(plotter.Values, len(documents))
		for j, d := range documents {
			counts[j] = float64(len(l.Filter(d.ID, v)))
		}
		bars, err := plotter.NewBarChart(counts, vg.Points(18))
		if err != nil {
			return nil, fmt.Errorf("lab: ledger: %w", err)
		}
		bars.Horizontal = true
		bars.LineStyle.Width = 0
		bars.Color = verdictColors[i]
		if below != nil {
			bars.StackOn(below)
		}
		below = bars
		p.Add(bars)
		p.Legend.Add(string(v), bars)
	}
	p.NominalY(names...)
	return p, nil
}

// verdictColors are told apart by readers with any colour vision, pending the palest of them.
var verdictColors = [len(Verdicts)]color.Color{Color(2), Color(4), Color(1), color.Gray{0xbb}}

// Figure is the plot as the lab publishes it.
func (l *Ledger) Figure() (Figure, error) {
	p, err := l.Plot()
	if err != nil {
		return Figure{}, err
	}
	return Draw(p, "verdicts", "How many claims of each document were reproduced, reproduced in part, refuted, or still without a record", 560, 220)
}
