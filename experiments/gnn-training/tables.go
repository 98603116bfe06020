package gnntraining

import (
	"fmt"
	"slices"
	"strings"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{
		runsTable(set), speedTable(set), dataTable(set), lambdaTable(set), recipeTable(set),
		augmentTable(set), penaltyTable(set), costTable(set), documentedTable(set),
	}
}

// armsOf returns the arms of a set in their order.
func armsOf(set record.Set) (out []string) {
	for _, r := range set.Measured() {
		if arm := pairs.ArmOf(r); arm != "" && !slices.Contains(out, arm) {
			out = append(out, arm)
		}
	}
	return out
}

// title is what tables call the arm of a record.
func title(r record.Record) string {
	var words []string
	for _, d := range r.Dims() {
		switch d.Name {
		case "side":
			words = slices.Insert(words, 0, d.Value+"×"+d.Value)
		case "seed":
		default:
			words = append(words, d.String())
		}
	}
	return strings.Join(append(words, strings.Fields(strings.ReplaceAll(r.Kind(), "-", " "))...), " ")
}

func runsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "runs",
		Title:   "All trainings: best validation scores, mean over seeds (least to greatest)",
		Columns: []string{"Run", "Network", "Weights", "Seeds", "Boards trained on", "Cells, %", "of hard boards, %", "Grids, %", "Units, %", "MFLOP per board", "Boards/s", "Seconds"},
		Notes: []string{
			"Cells: share of empty cells that are right; hard boards are those with the fewest givens (4 to 5 at 4×4, 17 to 29 at 9×9). Grids: boards solved. Units: rows, columns and boxes with every digit once. Runs of a pair share seeds, initial weights and, except for what the pair is about, puzzles in the same order. MFLOP: multiplications and additions in matrix products of a forward pass; a training step takes three times as much. Boards/s: training throughput, on a machine busy with other runs.",
			"Unless stated otherwise: uniform givens, an endless stream, augmentation as documented, λ 0.1, AdamW at 0.003 with decay 0.01, initial weights after Glorot, no dropout. As documented: AdamW at 0.001, dropout 0.3 and 0.5, initial weights of package literal's default.",
		},
	}
	for _, a := range armsOf(set) {
		runs := pairs.Seeds(set, a)
		mega := func(x float64) string { return lab.Number(x / 1e6) }
		t.Add(title(runs[0]), runs[0].Texts["network"], lab.NumberOf(runs[0], "parameters"), lab.Number(float64(len(runs))), spreadless(runs, "samples"),
			pairs.Spread(runs, pairs.BestCells, pairs.InPercent), pairs.Spread(runs, pairs.BestHardCells, pairs.InPercent), pairs.Spread(runs, "best.grids", pairs.InPercent), pairs.Spread(runs, "best.units", pairs.InPercent),
			lab.Written(runs[0], "flops", mega), pairs.Spread(runs, "samples_per_s", lab.Number), pairs.Spread(runs, "seconds", lab.Number))
	}
	return t
}

func spreadless(set record.Set, metric string) string { return lab.Number(pairs.Mean(set, metric)) }

// thresholds are the accuracies that the table of speed gives steps for.
var thresholds = []float64{0.5, 0.6, 0.7, 0.8, 0.9}

func speedTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "curriculum",
		Title:   "Steps until a validation accuracy, median of the seeds that reach it",
		Columns: []string{"Run", "Network"},
		Notes:   []string{"Interpolated linearly between validations. In brackets: how many seeds reach it, where not all do. Validation is on the last stage's range of givens, in every run. Equal accuracy: the one that both runs of a pair reach."},
	}
	for _, v := range thresholds {
		t.Columns = append(t.Columns, pairs.InPercent(v)+" %")
	}
	t.Columns = append(t.Columns, "Steps saved up to equal accuracy")
	for _, a := range []string{uniformArm, curriculumArm} {
		runs := pairs.Seeds(set, a)
		if len(runs) == 0 {
			continue
		}
		row := []string{title(runs[0]), runs[0].Texts["network"]}
		for _, v := range thresholds {
			var steps []float64
			for _, r := range runs {
				if s, ok := pairs.FirstAt(pairs.Curve(r, "cells"), v); ok {
					steps = append(steps, s)
				}
			}
			text := "–"
			if len(steps) > 0 {
				text = fmt.Sprintf("%.0f", median(steps))
				if len(steps) < len(runs) {
					text += fmt.Sprintf(" (%d of %d)", len(steps), len(runs))
				}
			}
			row = append(row, text)
		}
		saved := "–"
		if a == curriculumArm {
			var all []string
			for _, s := range pairs.SpeedUps(set, curriculumArm, uniformArm, collapsed) {
				all = append(all, fmt.Sprintf("%.0f %% at %s %%", 100*s.Faster(), pairs.InPercent(s.Target)))
			}
			saved = strings.Join(all, ", ")
		}
		t.Add(append(row, saved)...)
	}
	return t
}

func dataTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "augmentation",
		Title:   "Augmentation by size of the data set: best validation cells, %, mean over seeds (least to greatest)",
		Columns: []string{"Puzzles", "Network", "Without", "With", "Without augmentation: size for the same accuracy"},
		Notes:   []string{"The last column is interpolated from the column without augmentation, linearly in the logarithm of the size; > where the largest size trained on is not enough. Without end: the stream of the other runs."},
	}
	with := map[int]string{}
	for _, f := range factors(set) {
		sign := ""
		if f.above {
			sign = "> "
		} else if f.below {
			sign = "< "
		}
		with[f.size] = fmt.Sprintf("%s%s×", sign, lab.Number(f.times))
	}
	for _, n := range sizesOf(set) {
		plain, augmented := pairs.Seeds(set, dataArm(plainKind, n)), pairs.Seeds(set, dataArm(augmentedKind, n))
		t.Add(lab.Number(float64(n)), pairs.NetworkOf(append(append(record.Set{}, plain...), augmented...)), pairs.Spread(plain, pairs.BestCells, pairs.InPercent), pairs.Spread(augmented, pairs.BestCells, pairs.InPercent), with[n])
	}
	if runs := pairs.Seeds(set, uniformArm); len(runs) > 0 {
		t.Add("without end", pairs.NetworkOf(runs), "–", pairs.Spread(runs, pairs.BestCells, pairs.InPercent), "–")
	}
	return t
}

func lambdaTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "lambda",
		Title:   "Weight of the violation term: best validation, mean over seeds (least to greatest)",
		Columns: []string{"λ", "Network", "Cells, %", "of hard boards, %", "Grids, %", "Units, %", "Gain on hard boards, points by seed"},
		Notes:   []string{"Gain: compared with λ = 0 with the same seed."},
	}
	for _, l := range []float64{0, 0.05, pairs.DocumentedLambda, 0.5} {
		runs := pairs.Seeds(set, lambdaArm(l))
		if len(runs) == 0 {
			continue
		}
		gain := "–"
		if l > 0 {
			var all []string
			for _, g := range pairs.Gains(set, lambdaArm(l), lambdaArm(0), pairs.BestHardCells) {
				all = append(all, fmt.Sprintf("%+.1f", 100*g))
			}
			gain = strings.Join(all, ", ")
		}
		t.Add(fmt.Sprintf("%g", l), pairs.NetworkOf(runs), pairs.Spread(runs, pairs.BestCells, pairs.InPercent), pairs.Spread(runs, pairs.BestHardCells, pairs.InPercent), pairs.Spread(runs, "best.grids", pairs.InPercent), pairs.Spread(runs, "best.units", pairs.InPercent), gain)
	}
	return t
}

func recipeTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "optimisation",
		Title:   "The document's optimisation as run, until early stopping",
		Columns: []string{"What", "As run"},
		Notes:   []string{"Trained on a few fixed puzzles, so that the validation loss soon stops falling; the table shows how plateau and early stopping work, not an accuracy. Due: falls that the validations in the log ask for, computed independently."},
	}
	r, ok := set.Case(recipeCase)
	if !ok || r.Status == record.Missing {
		return t
	}
	t.Add("network", r.Texts["network"])
	for _, row := range [][2]string{
		{"learning rate of AdamW", "rate"},
		{"weight decay", "decay"},
		{"batch", "batch"},
		{"plateau: factor", "plateau.factor"},
		{"plateau: patience, epochs", "plateau.patience"},
		{"early stopping: patience, epochs", "stop.patience"},
		{"dropout", "dropout"},
		{"dropout in the decoder", "dropout.decoder"},
		{"epochs run", "epochs"},
		{"times that the rate fell", "halved"},
		{"of them due", "halved.due"},
		{"epochs with another rate than due", "halved.amiss"},
		{"flat epochs at the end", "flat.last"},
		{"stopped early (1 is yes)", "stopped"},
	} {
		t.Add(row[0], lab.NumberOf(r, row[1]))
	}
	return t
}

func augmentTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "batches",
		Title:   "What the augmentation did to batches, derived from the batches",
		Columns: []string{"Augmentation", "Stated", "Batches", "Share"},
		Notes:   []string{"Each batch of 4×4 boards is compared with the same batch left alone, by trying all moves. Each kind is drawn independently, so some batches have several."},
	}
	r, ok := set.Case(pipelineCase)
	if !ok || r.Status == record.Missing {
		return t
	}
	for _, row := range [][3]string{
		{"digits permuted", "20 %", "digits"},
		{"rotated or transposed", "25 %", "geometry"},
		{"rows within bands, columns within stacks", "20 %", "lines"},
		{"nothing", "–", "none"},
		{"something else", "–", "unexplained"},
	} {
		t.Add(row[0], row[1], lab.NumberOf(r, row[2]), lab.Share(r.Value(row[2]), r.Value("batches")))
	}
	return t
}

func penaltyTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "penalty",
		Title:   "The differentiable violation term against the count of repeated digits, on full 9×9 grids",
		Columns: []string{"Grids", "Number"},
		Notes:   []string{"Grids: a solved grid with a random number of cells redrawn, each cell's digit certain."},
	}
	r, ok := set.Case(penaltyCase)
	if !ok || r.Status == record.Missing {
		return t
	}
	for _, row := range [][2]string{
		{"all", "grids"},
		{"equal", "equal"},
		{"term above the count", "above"},
		{"term below the count", "below"},
		{"no digit more than twice in a unit", "at-most-twice"},
		{"both 0", "solved"},
		{"greatest ratio of term to count", "ratio.max"},
	} {
		t.Add(row[0], lab.NumberOf(r, row[1]))
	}
	return t
}

func costTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "cost",
		Title:   "Least time of the documented training on the GPUs that the document names, in hours",
		Columns: []string{"Messages", "PFLOP", "P100 float32", "P100 float16", "T4 float32", "T4 float16", "Stated"},
		Notes:   []string{"60 epochs of a million puzzles, products of forward and backward pass counted, at the GPUs' published peak rates (NVIDIA data sheets: P100 for PCIe 9.3 and 18.7 TFLOP/s, T4 8.1 and 65); no GPU was measured. Real training reaches only part of the peak, so these are lower bounds. Fast: the same function with the savings of package literal."},
	}
	r, ok := set.Case(costCase)
	if !ok || r.Status == record.Missing {
		return t
	}
	for _, row := range [][2]string{{"edge by edge", "plain"}, {"fast", "fast"}} {
		v := func(m string) string { return lab.NumberOf(r, row[1]+"."+m+".hours") }
		t.Add(row[0], lab.Number(r.Value(row[1]+".flops")/1e15), v("p100.float32"), v("p100.float16"), v("t4.float32"), v("t4.float16"), "P100 3–4, T4 4–6")
	}
	return t
}

func documentedTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "documented",
		Title:   "The documented training: its stages, mean over seeds (least to greatest)",
		Columns: []string{"Stage", "Network", "Training cells, %", "Validation cells, %", "Hours"},
	}
	runs := pairs.Seeds(set, documentedArm)
	if len(runs) == 0 {
		t.Notes = []string{"Not run: 60 epochs of a million 9×9 puzzles need a GPU (profile gpu)."}
		return t
	}
	for stage := 1; stage <= 3; stage++ {
		v := func(name string, write func(float64) string) string {
			return pairs.Spread(runs, stageMetric(stage, name), write)
		}
		t.Add(lab.Number(float64(stage)), pairs.NetworkOf(runs), v("training", pairs.InPercent), v("validation", pairs.InPercent), v("hours", lab.Number))
	}
	return t
}
