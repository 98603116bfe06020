package runs

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/record"
)

// Scope says in the notes of tables which boards there are, which of them decide, and what is out of reach.
func Scope(all []Sizes) string {
	said := map[string]string{
		study.Few().Name:  "9×9 boards with 1 to 5, 3 to 8 and 5 to 11 empty cells, the setting that decides. ",
		study.Four().Name: "the document's shares of given cells. ",
	}
	var out strings.Builder
	for _, s := range all {
		if text := said[s.Setting.Name]; text != "" {
			out.WriteString(s.Setting.Name + ": " + text)
			delete(said, s.Setting.Name)
		}
	}
	return out.String() + "Runs at the document's own stages, down to 25 givens of 81, are out of reach of a processor in minutes: experiment dqn-models has them."
}

// Summary is a table with a row for each arm, network and setting: what the greedy policy solves in the end, and how the
// values stand.
func Summary(set record.Set, all []Sizes) lab.Table {
	t := lab.Table{
		Name:  "arms",
		Title: "Held-out puzzles that the agent solves greedily at the end of training, one change of the document's settings at a time, % of puzzles",
		Columns: []string{
			"Setting", "Arm", "Change", "Network", "Seeds", "First stage: mean", "Middle stage: mean", "Last stage: mean", "All stages: mean", "IQM (95 % bootstrap interval)",
			"Untrained", "Change between evaluations, points", "Moves", "Updates", "Mean value", "Spread of values", "|Q − Q*|",
		},
		Notes: []string{
			Scope(all),
			"Means over seeds. IQM: the mean without the lowest and highest quarter of the seeds; a bootstrap interval over so few is too narrow.",
			"Change between evaluations: the mean over the last half of training, all stages. Values, in rewards, are those of the last batches; |Q − Q*| is known where a mistake ends the game.",
		},
	}
	t.Notes = append(t.Notes, backend.Note(set.Measured())...)
	for _, s := range all {
		for _, a := range s.Arms {
			of := Arms(set, s.Setting, a.Arm, a.Network)
			if len(of) == 0 {
				continue
			}
			about := a.Arm
			if arm, err := study.ArmOf(a.Arm); err == nil {
				about = arm.About
			}
			mean := func(figure string) float64 { return Mean(Values(of, figure)) }
			row := []string{s.Setting.Name, a.Arm, about, a.Network, lab.Number(float64(len(of)))}
			for _, r := range s.Setting.Rows() {
				row = append(row, percent(mean(Row(Solved, r))))
			}
			all, iqm := MeanAndIQM(Values(of, Solved), percent)
			off := "–"
			if v := mean(Off); v != 0 {
				off = Two(v)
			}
			t.Add(append(row, all, iqm, percent(mean(Untrained+" "+Solved)), Two(100*mean(Changes)), lab.Number(mean(Moves)), lab.Number(mean(Steps)), Two(mean(Value)), Two(mean(Spread)), off)...)
		}
	}
	return t
}

func percent(x float64) string { return fmt.Sprintf("%.1f", 100*x) }

// Effects is a table of the differences from the base, paired by seed.
func Effects(set record.Set, all []Sizes, base string) lab.Table {
	t := lab.Table{
		Name:    "effects",
		Title:   "Held-out puzzles solved at the end of training, arm less " + base + ", paired by seed, percentage points",
		Columns: []string{"Setting", "Arm", "Network", "Pairs", "Last stage: mean (95 % interval)", "All stages: mean (95 % interval)", "All stages: IQM (95 % bootstrap interval)"},
		Notes:   []string{Scope(all), "Intervals of means are Student's; all arms of a seed have the same puzzles, initial weights where shapes allow it, and held-out puzzles."},
	}
	t.Notes = append(t.Notes, backend.Note(set.Measured())...)
	write := func(x float64) string { return fmt.Sprintf("%+.1f", 100*x) }
	for _, s := range all {
		for _, a := range s.Arms {
			pairs := Pairs(Arms(set, s.Setting, a.Arm, a.Network), Arms(set, s.Setting, base, a.Network))
			if a.Arm == base || len(pairs) == 0 {
				continue
			}
			row := []string{s.Setting.Name, a.Arm, a.Network, lab.Number(float64(len(pairs)))}
			for _, figure := range []string{Row(Solved, Last(s.Setting)), Solved} {
				d := Differences(pairs, figure)
				i := lab.MeanInterval(d, lab.Confidence)
				cell := write(Mean(d))
				if len(d) > 1 {
					cell += fmt.Sprintf(" (%s to %s)", write(i.Low), write(i.High))
				}
				row = append(row, cell)
			}
			_, iqm := MeanAndIQM(Differences(pairs, Solved), write)
			t.Add(append(row, iqm)...)
		}
	}
	return t
}

// Curves draws a text of arms with a network over the moves made, the mean over seeds as a line between the least and the
// most as thin ones. It returns false if fewer than two arms have such curves.
func Curves(set record.Set, s study.Setting, arms []string, network, figure, name, title, unit string, factor float64) (lab.Figure, bool, error) {
	p := lab.NewPlot(title, "moves of the environment", unit)
	drawn := 0
	for i, arm := range arms {
		mean, low, high := band(Arms(set, s, arm, network), figure, factor)
		if len(mean) < 2 {
			continue
		}
		for k, xy := range []plotter.XYs{mean, low, high} {
			line, err := plotter.NewLine(xy)
			if err != nil {
				return lab.Figure{}, false, fmt.Errorf("figure: %w", err)
			}
			line.Color, line.Width = lab.Color(i), vg.Points(2)
			if k > 0 {
				line.Width, line.Dashes = vg.Points(0.5), []vg.Length{vg.Points(2), vg.Points(2)}
			} else {
				p.Legend.Add(arm, line)
			}
			p.Add(line)
		}
		drawn++
	}
	if drawn < 2 {
		return lab.Figure{}, false, nil
	}
	p.X.Min = 0
	f, err := lab.Draw(p, name, title+", "+unit+", over the moves made in training; mean over seeds, dashed the least and the most of a seed", 720, 380)
	return f, err == nil, err
}

// band is the mean, the least and the most of a curve over runs, as far as all have it.
func band(set record.Set, figure string, factor float64) (mean, low, high plotter.XYs) {
	var x, all [][]float64
	points := 0
	for i, r := range set {
		place, y := Curve(r.Texts[Moves]), Curve(r.Texts[figure])
		n := min(len(place), len(y))
		if i == 0 || n < points {
			points = n
		}
		x, all = append(x, place), append(all, y)
	}
	for at := range points {
		var values []float64
		place := 0.0
		for i := range all {
			values = append(values, factor*all[i][at])
			place += x[i][at] / float64(len(all))
		}
		mean = append(mean, plotter.XY{X: place, Y: Mean(values)})
		low = append(low, plotter.XY{X: place, Y: slices.Min(values)})
		high = append(high, plotter.XY{X: place, Y: slices.Max(values)})
	}
	return mean, low, high
}
