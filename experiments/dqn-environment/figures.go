package dqnenvironment

import (
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows what a mask leaves of the pointless actions.
func figures(set record.Set) ([]lab.Figure, error) {
	r, ok := set.Case(outcomesCase)
	if !ok || r.Status == record.Missing {
		return nil, nil
	}
	n := r.Value("boards")
	// Without a mask, with the blank one, with the strict one.
	rows := [][3]float64{{r.Value("pointless") - r.Value(environment.Filled.String()), r.Value(environment.Filled.String()), r.Value(environment.Right.String())}}
	for _, mask := range masks {
		left, pointless, filled := r.Value(mask+" left"), r.Value(mask+" pointless"), r.Value(mask+" filled")
		rows = append(rows, [3]float64{pointless - filled, filled, left - pointless})
	}
	p := lab.NewPlot("Actions with "+lab.NumberOf(r, "empty")+" cells empty at 9×9", "", "actions per board")
	var below *plotter.BarChart
	for _, part := range []struct {
		of    int
		label string
	}{{2, "right"}, {0, "wrong digit"}, {1, "filled cell"}} {
		var counts plotter.Values
		for _, row := range rows {
			counts = append(counts, row[part.of]/n)
		}
		var err error
		if below, err = lab.Stack(p, counts, vg.Points(36), below, part.of, part.label); err != nil {
			return nil, err
		}
	}
	lab.NameX(p, []string{"no mask", "blank mask", "strict mask"})
	f, err := lab.Draw(p, "outcomes", "Actions of which an agent may choose on boards with few empty cells, by outcome, without a mask, with the document's mask of actions on empty cells, and with a mask of those that break no rule; means per board", 560, 360)
	return []lab.Figure{f}, err
}
