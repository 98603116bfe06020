package gnnvariants

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows the differences from the base with their intervals, and the losses over the
// operations of the training.
func figures(set record.Set) ([]lab.Figure, error) {
	var out []lab.Figure
	f, ok, err := drawDifferences(set)
	if err != nil {
		return nil, err
	}
	if ok {
		out = append(out, f)
	}
	for _, group := range []string{ofNetwork, ofTraining} {
		f, ok, err := drawLosses(set, group)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, f)
		}
	}
	return out, nil
}

// point is a mean of losses up to a training step.
type point struct {
	step  int
	value float64
}

// lossOf reads the losses of a run.
func lossOf(r run) (out []point) {
	for _, step := range r.Numbers(lossBegin, "") {
		out = append(out, point{step, r.Value(lossMetric(step))})
	}
	return out
}

// room keeps words apart from what stands to their right where a reader's font is wider than
// that of the layout.
const room = "   "

// whisker is a mean and its interval beside a place of the y axis.
type whisker struct{ at, mean, low, high float64 }

func drawDifferences(set record.Set) (lab.Figure, bool, error) {
	cfg := lab.ConfigIn[Config](set)
	base := runsOf(set, baseArm)
	quantities := []quantity{solved, right}
	series := make([][]whisker, len(quantities))
	var names []string
	for _, arm := range cfg.Arms {
		if arm == baseArm {
			continue
		}
		place, drawn := -float64(len(names)), false // downwards
		for i, q := range quantities {
			of := func(r run) (float64, bool) { return q.mean(set, cfg, r) }
			d := sampleOf(runsOf(set, arm), of).minus(sampleOf(base, of))
			m, ok := d.mean()
			interval, known := d.interval()
			if !ok || !known {
				continue
			}
			drawn = true
			series[i] = append(series[i], whisker{place + 0.15 - 0.3*float64(i), m, interval.Low, interval.High})
		}
		if drawn {
			names = append(names, arm)
		}
	}
	if len(names) == 0 {
		return lab.Figure{}, false, nil
	}
	p := lab.NewPlot(fmt.Sprintf("Variants compared with the base, %d seeds, 95 %% confidence intervals", cfg.Seeds), "difference in percentage points; a line at the edge extends beyond it", "")
	least, most := 0.0, 0.0
	for i, q := range quantities {
		s, err := addWhiskers(p, series[i], i)
		if err != nil {
			return lab.Figure{}, false, err
		}
		p.Legend.Add(q.label+room, s)
		for _, w := range series[i] {
			least, most = min(least, w.mean), max(most, w.mean)
		}
	}
	zero, err := plotter.NewLine(plotter.XYs{{X: 0, Y: -float64(len(names)) + 0.5}, {X: 0, Y: 0.5}})
	if err != nil {
		return lab.Figure{}, false, err
	}
	zero.Color, zero.Width = color.Black, vg.Points(1)
	p.Add(zero)
	var ticks plot.ConstantTicks
	for i, name := range names {
		ticks = append(ticks, plot.Tick{Value: -float64(i), Label: name + room})
	}
	p.Y.Tick.Marker = ticks
	p.Y.Min, p.Y.Max = 0.5-float64(len(names)), 0.5
	// A wide interval of a few seeds runs out of the picture and does not squeeze the others.
	beyond := max(5, 0.25*(most-least))
	p.X.Min, p.X.Max = max(p.X.Min, least-beyond), min(p.X.Max, most+beyond)
	f, err := lab.Draw(p, "differences", fmt.Sprintf("Difference of each variant from the base in boards solved and empty cells right after the most thinking steps, mean over seeds with its 95 %% interval, in percentage points, on %s", countedSets(cfg)), 720, 110+24*float64(len(names)))
	return f, true, err
}

// addWhiskers draws points with intervals, which end where the picture does.
func addWhiskers(p *plot.Plot, all []whisker, i int) (*plotter.Scatter, error) {
	var xy plotter.XYs
	for _, w := range all {
		xy = append(xy, plotter.XY{X: w.mean, Y: w.at})
		line, err := plotter.NewLine(plotter.XYs{{X: w.low, Y: w.at}, {X: w.high, Y: w.at}})
		if err != nil {
			return nil, fmt.Errorf("figure: %w", err)
		}
		line.Color, line.Width = lab.Color(i), vg.Points(1.5)
		p.Add(line)
	}
	s, err := lab.Scatter(xy, i)
	if err != nil {
		return nil, err
	}
	s.Radius = vg.Points(2.8)
	p.Add(s)
	return s, nil
}

// otherLoss is the arm whose loss is another quantity.
const otherLoss = "cover=none"

func drawLosses(set record.Set, group string) (lab.Figure, bool, error) {
	cfg := lab.ConfigIn[Config](set)
	title := map[string]string{ofNetwork: "Loss of variants of the candidate network", ofTraining: "Loss of variants of the training"}[group]
	p := lab.NewPlot(title, "GFLOP of training", "loss, nats")
	drawn := 0
	for _, arm := range cfg.Arms {
		runs := runsOf(set, arm)
		if len(runs) == 0 || arm == otherLoss || (arm != baseArm && runs[0].Texts["changes"] != group) {
			continue
		}
		xy := meanLoss(runs)
		if len(xy) < 2 {
			continue
		}
		line, err := plotter.NewLine(xy)
		if err != nil {
			return lab.Figure{}, false, fmt.Errorf("figure: %w", err)
		}
		line.Width = vg.Points(1.5)
		if arm == baseArm {
			line.Color, line.Width = color.Black, vg.Points(2.2)
		} else {
			line.Color = lab.Color((drawn - 1) % colours)
			if drawn > colours {
				line.Dashes = []vg.Length{vg.Points(4), vg.Points(2)}
			}
		}
		p.Add(line)
		p.Legend.Add(arm+room, line)
		drawn++
	}
	if drawn < 2 {
		return lab.Figure{}, false, nil
	}
	p.X.Min = 0
	f, err := lab.Draw(p, "loss-"+group, title+" over the operations of the training, mean over seeds; arms that keep other boards longer have other losses on the same weights", 720, 380)
	return f, true, err
}

// colours of the palette beside black.
const colours = 6

// meanLoss is the mean of the runs' losses where all have one, over the operations until then.
func meanLoss(runs []run) (out plotter.XYs) {
	sums, counts := map[int]float64{}, map[int]int{}
	for _, r := range runs {
		for _, p := range lossOf(r) {
			sums[p.step] += p.value
			counts[p.step]++
		}
	}
	each := runs[0].Value("flops") / math.Max(1, runs[0].Value("steps")) / 1e9
	for step, sum := range sums {
		if counts[step] == len(runs) {
			out = append(out, plotter.XY{X: each * float64(step), Y: sum / float64(len(runs))})
		}
	}
	slices.SortFunc(out, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
	return out
}
