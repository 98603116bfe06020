package dqngradients

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows the greatest targets with the mask added and with the agent's guard.
func figures(set record.Set) ([]lab.Figure, error) {
	p := lab.NewPlot("Greatest target in size, "+beside+" at 9×9", "", "reward")
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	var names []string
	points := map[dqn.Masking]plotter.XYs{}
	for _, game := range []string{documented, endless, open} {
		r, ok := set.Case(at(beside, game, dqn.SmoothL1))
		if !ok || r.Status == record.Missing {
			continue
		}
		for _, way := range []dqn.Masking{dqn.Added, dqn.Guarded} {
			if y := r.Value(string(way) + " target.greatest"); y > 0 {
				points[way] = append(points[way], plotter.XY{X: float64(len(names)), Y: y})
			}
		}
		names = append(names, game)
	}
	if len(points[dqn.Added]) == 0 || len(points[dqn.Guarded]) == 0 {
		return nil, nil
	}
	for i, way := range []dqn.Masking{dqn.Added, dqn.Guarded} {
		s, err := lab.Scatter(points[way], i)
		if err != nil {
			return nil, err
		}
		p.Add(s)
		p.Legend.Add(string(way), s)
	}
	lab.NameX(p, names)
	f, err := lab.Draw(p, "targets", "Greatest target in size over batches of moves with full boards, with a mask of −10¹⁰ added and as the agent guards it: where what follows counts unless the game has ended, where it always counts, and in a game that goes on after mistakes", 560, 360)
	return []lab.Figure{f}, err
}
