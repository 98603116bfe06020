package originaltraining

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

const end = "at the end"

func form(r record.Record) string {
	return map[string]string{"yes yes": "as built", "no yes": "no normalisation", "yes no": "no residual path", "no no": "neither, as drawn"}[r.Dim("normalisation")+" "+r.Dim("residual")]
}

func tables(set record.Set) (out []lab.Table) {
	share := func(r record.Record, figure string) string { return lab.Written(r, figure, lab.Percent) }
	number := lab.NumberOf
	if all := set.Measured().Where(agentCase); len(all) > 0 {
		t := lab.Table{
			Name: "agents", Title: fmt.Sprintf("The DQN document's networks trained by its program, %g minutes with a core each; the document states no rate", lab.ConfigIn[Config](set).Minutes),
			Columns: []string{
				"Network", "Command", "Episodes", "Moves", "Right moves before", "after", "Games solved before", "after", "First moves on empty cells right before", "after", "Of all actions before", "after",
				"Level", "The program's test solved", "Processor time", "Hours of a core that 50,000 episodes take",
			},
			Notes: []string{
				"Right moves, games: greedy games on held-out boards with 2 to 56 empty cells, with the program's mask, to the first mistake. First moves on empty cells: of all digits there, of which a random one is right in a ninth. " +
					"Default: the program's command without arguments but the network; listed: with --masking --reward_shaping, as in the author's list of runs. The program's own number of episodes is 50,000. " +
					"The test: the program's, in which the network is in its training mode; 5 puzzles with each number of empty cells from 3 to 61. One run each.",
			},
		}
		for _, r := range all {
			first := after("episodes", 0)
			row := []string{r.Dim("model"), r.Dim("command"), number(r, "episodes"), number(r, end+" moves"), share(r, first+" right"), share(r, end+" right"), number(r, first+" solved"), number(r, end+" solved")}
			for _, which := range []string{" right first moves on empty cells", " right first moves of all"} {
				row = append(row, share(r, first+which), share(r, end+which))
			}
			t.Add(append(row, number(r, end+" level"), of(r, "solved in the test"), lab.SecondsOf(r, "processor time"),
				lab.Number(math.Round(r.Value("processor time")/r.Value("episodes")*r.Value("episodes by default")/3600)))...)
		}
		out = append(out, t)
		c := lab.Table{Name: "curves", Title: "Right moves after so many episodes, by network and command", Columns: []string{"Network", "Command"}, Notes: []string{"As in the table above. –: not reached."}}
		for _, n := range points() {
			c.Columns = append(c.Columns, lab.Number(float64(n)))
		}
		for _, r := range all {
			row := []string{r.Dim("model"), r.Dim("command")}
			for _, n := range points() {
				row = append(row, share(r, after("episodes", n)+" right"))
			}
			c.Add(row...)
		}
		out = append(out, c)
	}
	if all := set.Measured().Where(networkCase); len(all) > 0 {
		t := lab.Table{
			Name: "networks", Title: "The graph network document's network trained by its program: as built, and less what the diagram leaves out",
			Columns: []string{"Message layer", "Steps", "Boards", "Boards a second", "Weights", "Loss before", "after", "Right cells before", "after", "Whole boards", "Peak memory"},
			Notes: []string{
				"On held-out puzzles of the same number of givens, by the program's own validation. Normalisation: the layer's norm over the sum of state and update; residual path: the state in that sum. " +
					"The same first weights, batches and time; labels from 0, since as published the training ends in an error. A guess of nine is right in 11.1 %. One run each.",
			},
		}
		percent := func(r record.Record, figure string) string {
			return lab.Written(r, figure, func(x float64) string { return lab.Percent(x / 100) })
		}
		for _, r := range all {
			first := after("steps", 0)
			t.Add(form(r), number(r, "steps"), number(r, "boards"), number(r, "boards per second"), number(r, "weights"), number(r, first+" loss"), number(r, end+" loss"),
				percent(r, first+" right cells"), percent(r, end+" right cells"), percent(r, end+" whole boards"),
				lab.Written(r, "peak memory", func(b float64) string { return lab.Number(float64(int(b)>>20)) + " MiB" }))
		}
		out = append(out, t)
	}
	return out
}

// of writes a count and of how many, where a record has it.
func of(r record.Record, figure string) string {
	m, ok := r.Metric(figure)
	if !ok {
		return "–"
	}
	return lab.Number(m.Value) + " of " + lab.Number(float64(m.N))
}

// curve is a figure of a record over its points.
type curve struct {
	name        string
	r           record.Record
	unit, value string // of the points, and the figure
}

func figures(set record.Set) (out []lab.Figure, err error) {
	var learned []curve
	for _, r := range set.Measured().Where(networkCase) {
		learned = append(learned, curve{form(r), r, "steps", "right cells"})
	}
	var trained []curve
	for _, r := range set.Measured().Where(agentCase) {
		trained = append(trained, curve{r.Dim("model") + ", " + r.Dim("command"), r, "episodes", "right"})
	}
	f, err := drawn(trained, "agents", "The agent: right moves on held-out boards", "episodes", "share of moves")
	if err != nil {
		return nil, err
	}
	out = append(out, f...)
	f, err = drawn(learned, "networks", "The graph network: right cells of held-out puzzles", "training steps", "per cent of empty cells")
	return append(out, f...), err
}

// drawn draws curves over the logarithm of their points; none where none has two.
func drawn(curves []curve, name, title, x, y string) ([]lab.Figure, error) {
	p, lines := lab.NewPlot(title, x, y), 0
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.Y.Min = 0
	for i, c := range curves {
		var xy plotter.XYs
		for _, n := range points()[1:] {
			if figure := after(c.unit, n) + " " + c.value; !lab.Lacks(c.r, figure) {
				xy = append(xy, plotter.XY{X: float64(n), Y: c.r.Value(figure)})
			}
		}
		if len(xy) < 2 {
			continue
		}
		line, err := plotter.NewLine(xy)
		if err != nil {
			return nil, fmt.Errorf("original-training: %w", err)
		}
		line.Color, line.Width = lab.Color(i), 1.5
		dots, err := lab.Scatter(xy, i)
		if err != nil {
			return nil, err
		}
		dots.Shape = draw.CircleGlyph{}
		p.Add(line, dots)
		p.Legend.Add(c.name, line)
		lines++
	}
	if lines == 0 {
		return nil, nil
	}
	p.Legend.Top, p.Legend.Left = true, true
	f, err := lab.Draw(p, name, title+", by how it was trained, over "+x+" (logarithmic)", 640, 380)
	return []lab.Figure{f}, err
}
