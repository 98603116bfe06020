package dqnpipeline

import (
	"image/color"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows for each trainer its speed over the load, by source.
func figures(set record.Set) ([]lab.Figure, error) {
	var out []lab.Figure
	for _, trainer := range trainers {
		races := set.Measured().Where(raceKind, record.D("trainer", trainer))
		if len(races) == 0 {
			continue
		}
		f, err := speedFigure(trainer, races)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

func speedFigure(trainer string, races record.Set) (lab.Figure, error) {
	p := lab.NewPlot("Trainer "+trainerSays(trainer)+": speed by where its puzzles come from", "load: puzzles asked for over what all cores make", "speed relative to puzzles at hand")
	p.Y.Min, p.Y.Max = 0, 1.2
	most := 0.0
	cores := races[0].Value("cores")
	for i, o := range originsOf(races[0])[1:] {
		var spans []lab.Span
		for _, r := range races {
			if s, ok := lab.SpanOf(r, o.name+" speed", r.Value("load")); ok {
				spans = append(spans, s)
			}
			most = max(most, r.Value("load"))
		}
		points, bars, err := lab.Intervals(spans, i)
		if err != nil {
			return lab.Figure{}, err
		}
		p.Add(bars, points)
		p.Legend.Add(o.says, points)
	}
	var xy plotter.XYs
	for x := 0.0; x <= most*1.02; x += most / 200 {
		xy = append(xy, plotter.XY{X: x, Y: allowed(trainer, x, cores)})
	}
	line, err := plotter.NewLine(xy)
	if err != nil {
		return lab.Figure{}, err
	}
	line.Color, line.Width = color.Gray{0x55}, vg.Points(1)
	p.Add(line)
	p.Legend.Add("what the cores allow", line)
	return lab.Draw(p, "speed-"+trainer, "Speed of a trainer "+trainerSays(trainer)+" relative to one with its puzzles at hand, over the load, for puzzles made on demand and by workers, medians with the range of the rounds, and the speed that the cores allow", 640, 380)
}

// allowed is the speed that the cores allow with a worker for each: a trainer on a core needs the
// time of one of them as well.
func allowed(trainer string, load, cores float64) float64 {
	if trainer == apart {
		return min(1, 1/load)
	}
	return min(1, cores/(1+load*cores))
}
