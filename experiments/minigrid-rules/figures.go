package minigridrules

import (
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// binLabels name the bins of strays.
var binLabels = []string{"none", "1–9", "10–99", "100–999", "1,000 and more"}

// figures shows how many strays the strongest rule leaves, a bar a set.
func figures(set record.Set) ([]lab.Figure, error) {
	var rows record.Set
	var names []string
	for _, r := range set.Measured().Where(pruneKind, lines) {
		if some(r) {
			rows, names = append(rows, r), append(names, r.Dim("set"))
		}
	}
	if len(rows) == 0 {
		return nil, nil
	}
	p := lab.NewPlot("Stray survivors: fillings of no solution left by pruning", "", "% of puzzles")
	p.Y.Min, p.Y.Max = 0, 100
	var below *plotter.BarChart
	for i, label := range binLabels {
		var shares plotter.Values
		for _, r := range rows {
			shares = append(shares, 100*r.Value("supported."+binName(i))/r.Value("puzzles"))
		}
		var err error
		if below, err = lab.Stack(p, shares, vg.Points(22), below, i, label); err != nil {
			return nil, err
		}
	}
	lab.NameX(p, names)
	f, err := lab.Draw(p, "strays", "Share of the puzzles of each set by the number of fillings that pruning to a supporter in each dependent box leaves although no solution uses them", 640, 400)
	return []lab.Figure{f}, err
}
