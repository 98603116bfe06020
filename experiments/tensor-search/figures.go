package tensorsearch

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// endedBegin begins the numbers of puzzles whose search ended within so many steps.
const endedBegin = "ended within steps="

// ladder are the numbers of steps for which it is kept, each half as many again as the one before.
func ladder() (out []int) {
	for n := 2; n < 10_000; n += (n + 1) / 2 {
		out = append(out, n)
	}
	return out
}

// ended names the number of puzzles whose search ended within so many steps.
func ended(steps int) string { return fmt.Sprintf("%s%d", endedBegin, steps) }

// figures shows of how many puzzles of each set it is known, after so many steps, whether they have one solution,
// several or none.
func figures(set record.Set) ([]lab.Figure, error) {
	p := lab.NewPlot("Puzzles shown to have one, several or no solutions, by steps of the network", "steps", "% of the puzzles")
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.Y.Min, p.Y.Max = 0, 100
	lines := 0
	for _, r := range set.Measured().Where(setKind) {
		var xy plotter.XYs
		for _, steps := range r.Numbers(endedBegin, "") {
			xy = append(xy, plotter.XY{X: float64(steps), Y: 100 * r.Value(ended(steps)) / r.Value("puzzles")})
		}
		if len(xy) == 0 {
			continue
		}
		line, err := plotter.NewLine(xy)
		if err != nil {
			return nil, fmt.Errorf("tensor-search: %w", err)
		}
		line.Color, line.Width = lab.Color(lines), vg.Points(1.5)
		if lines >= 7 { // colours begin again
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(2)}
		}
		p.Add(line)
		p.Legend.Add(r.Dim("set"), line)
		lines++
	}
	if lines == 0 {
		return nil, nil
	}
	f, err := lab.Draw(p, "steps", "Share of the puzzles of each set that the tensor network has shown to have one, several or no solutions after so many steps, with the default rules", 640, 380)
	return []lab.Figure{f}, err
}
