package gnntools

import (
	"fmt"
	"slices"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{
		dataTable(set), stagesTable(set), turnsTable(set), augmentedTable(set), lossTable(set), knownTable(set), networksTable(set),
		commandsTable(set), digitsTable(set), endsTable(set),
	}
}

func dataTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "data",
		Title:   "The document's training data: the first puzzles of the set, each checked",
		Columns: []string{"Puzzles", "Number", "Share"},
		Notes:   []string{"Givens from 17 to 45, each number asked for equally often; the training as documented is configured with the whole set. Checked: the solution by the rules, its uniqueness by dancing links, which did not generate the puzzle, and the canonical form of the puzzle under symmetry."},
	}
	r, ok := set.Case(dataCase)
	if !ok || r.Status == record.Missing {
		return t
	}
	for _, row := range [][2]string{
		{"generated and checked", "made"},
		{"different", "boards"},
		{"different under symmetry", "classes"},
		{"whose solution breaks a rule or a given", "wrong"},
		{"with several solutions or none", "several"},
		{"with a different solution from the one stored", "other"},
	} {
		t.Add(row[0], lab.NumberOf(r, row[1]), lab.Share(r.Value(row[1]), r.Value("made")))
	}
	t.Add("boards discarded as held out", lab.NumberOf(r, "dropped"), "–")
	t.Add("configured for the training as documented", lab.NumberOf(r, "asked"), "–")
	return t
}

func stagesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "stages",
		Title:   "Puzzles of the training data that each stage of the curriculum can use",
		Columns: []string{"Stage", "Epochs until", "Givens", "Puzzles", "Share"},
		Notes:   []string{"A stage takes the puzzles of the set with its givens; ranges overlap. Where few givens were asked for and the puzzle needs more, it has more."},
	}
	r, ok := set.Case(dataCase)
	if !ok || r.Status == record.Missing {
		return t
	}
	_, _, stages := documentedData()
	for i, s := range stages {
		name := fmt.Sprintf("stage=%d", i+1)
		t.Add(lab.Number(float64(i+1)), lab.Number(float64(s.UntilEpoch)), fmt.Sprintf("%d–%d", s.Low, s.High), lab.NumberOf(r, name), lab.Share(r.Value(name), r.Value("made")))
	}
	return t
}

func turnsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "turns",
		Title:   "Solved boards rotated, transposed and reflected: how many still keep all rules",
		Columns: []string{"Board", "Boards"},
		Notes:   []string{"Moved and checked by this experiment's code alone; package board agrees on each. Only one solution: puzzles whose solutions an exact solver counted after each of the eight symmetries. Wrong digit found: boards with one cell changed, which the check must refuse."},
	}
	for _, turn := range turns {
		t.Columns = append(t.Columns, turn.name)
	}
	t.Columns = append(t.Columns, "Only one solution", "Wrong digit found")
	for _, r := range set.Measured().Where(turnsKind) {
		row := []string{sideOf(r), lab.NumberOf(r, "boards")}
		for _, turn := range turns {
			row = append(row, lab.NumberOf(r, "valid "+turn.name))
		}
		t.Add(append(row, lab.NumberOf(r, "unique")+" of "+lab.NumberOf(r, "proved"), lab.NumberOf(r, "broken.caught"))...)
	}
	return t
}

// sideOf writes the side of a case as a size of board.
func sideOf(r record.Record) string {
	return r.Dim("side") + "×" + r.Dim("side")
}

func augmentedTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "augmented",
		Title:   "What the augmentation did to the same boards, derived from the boards",
		Columns: []string{"Board", "Boards", "Valid"},
		Notes:   []string{"The augmentation is set to turn every batch. The document does not name the other four symmetries of the square."},
	}
	for _, turn := range turns {
		if turn.stated {
			t.Columns = append(t.Columns, turn.name)
		}
	}
	t.Columns = append(t.Columns, "Something else")
	for _, r := range set.Measured().Where(turnsKind) {
		row := []string{sideOf(r), lab.NumberOf(r, "augmented"), lab.NumberOf(r, "augmented.valid")}
		for _, turn := range turns {
			if turn.stated {
				row = append(row, lab.NumberOf(r, "augmented "+turn.name))
			}
		}
		t.Add(append(row, lab.NumberOf(r, "augmented.other"))...)
	}
	return t
}

func lossTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "loss",
		Title:   "Gradient of the loss with respect to the scores of a cell: cells where it is not 0",
		Columns: []string{"Board", "Loss", "Boards", "Givens", "of them moved", "Empty cells", "of them moved", "Largest at a given", "Largest at an empty cell", "Off the formula"},
		Notes:   []string{"Computed by the training graph, on a small network with its initial weights. Off the formula: greatest difference from the gradient derived by hand in float64, as a share of the largest."},
	}
	for _, r := range set.Measured().Where(lossKind) {
		what := "cross-entropy"
		if lambda := r.Dim("lambda"); lambda != "0" {
			what = "with the violation term, λ " + lambda
		}
		t.Add(sideOf(r), what, lab.NumberOf(r, "boards"), lab.NumberOf(r, "givens"), lab.NumberOf(r, "givens.moved"), lab.NumberOf(r, "empty"),
			lab.Number(r.Value("empty")-r.Value("empty.still")), lab.NumberOf(r, "givens.largest"), fmt.Sprintf("%.1e", r.Value("empty.largest")), fmt.Sprintf("%.0e", r.Value("off")))
	}
	return t
}

func knownTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "known",
		Title:   "Grids whose three scores are known by construction: how many were scored differently",
		Columns: []string{"Board", "Grids", "Cell accuracy off", "Grid accuracy off", "Constraint satisfaction off", "Counted again, off"},
		Notes:   []string{"For each puzzle: its solution; the solution with one cell wrong; with two cells of a row in different boxes exchanged, where there are two; with two digits renamed everywhere, which keeps all units and solves nothing; and the puzzle with no cell filled."},
	}
	for _, r := range set.Measured().Where(knownKind) {
		t.Add(sideOf(r), lab.NumberOf(r, "grids"), lab.NumberOf(r, "off.cells"), lab.NumberOf(r, "off.grids"), lab.NumberOf(r, "off.units"), lab.NumberOf(r, "off.recount"))
	}
	return t
}

func networksTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "networks",
		Title:   "Scores of a trained network of each kind, reported and counted again",
		Columns: []string{"Network", "Training steps", "Boards", "Cells, %", "Grids, %", "Units, %", "Counted otherwise"},
		Notes:   []string{"Held-out 4×4 boards of 4 to 9 givens after a short training. Cells: of the empty ones. Units: rows, columns and boxes with every digit once. Counted otherwise: how many of the three scores differ when this experiment's code counts the answers."},
	}
	for _, r := range set.Measured().Where(metricsKind) {
		off := r.Value("off.cells") + r.Value("off.grids") + r.Value("off.units")
		t.Add(r.Texts["network"], lab.NumberOf(r, "steps"), lab.NumberOf(r, "boards"), shareOf(r, "cells"), shareOf(r, "grids"), shareOf(r, "units"), lab.Number(off))
	}
	return t
}

// shareOf writes a metric in per cent.
func shareOf(r record.Record, metric string) string {
	if m, ok := r.Metric(metric); ok {
		return pairs.InPercent(m.Value)
	}
	return "–"
}

func commandsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "commands",
		Title:   "The training and evaluation commands, run as separate processes: how many succeeded",
		Columns: []string{"What"},
		Notes:   []string{"train gnn on 4×4 to the end; interrupted before the first step, resumed to the middle and from there to the end; train export of both; eval gnn of the exported weights and, for the candidate network, of the embedded ones. Refused: an exit code other than 0 and no result."},
	}
	all := set.Measured().Where(commandsKind)
	if len(all) == 0 {
		t.Notes = append(t.Notes, "Not run: the program was not available.")
	}
	for _, r := range all {
		t.Columns = append(t.Columns, r.Dim("network"))
		if text := r.Texts["failure"]; text != "" {
			t.Notes = append(t.Notes, "First that failed: "+text+".")
		}
	}
	for _, row := range [][3]string{
		{"training and export commands that ended with exit code 0", "train.ended", "train.runs"},
		{"of them with the step and the files asked for", "train.reached", "train.runs"},
		{"losses printed or logged that are finite", "train.finite", "train.losses"},
		{"interrupted trainings whose weights are those of an uninterrupted one", "train.resumed", ""},
		{"wrong training command lines refused", "train.refused", "train.bad"},
		{"evaluations that ended with exit code 0", "eval.ended", "eval.runs"},
		{"of them with a readable answer", "eval.answered", "eval.runs"},
		{"answers as JSON with all three figures over the right numbers", "eval.three", "eval.json"},
		{"wrong evaluation command lines refused", "eval.refused", "eval.bad"},
	} {
		cells := []string{row[0]}
		for _, r := range all {
			of := "1"
			if row[2] != "" {
				of = lab.NumberOf(r, row[2])
			}
			if _, ok := r.Metric(row[1]); !ok {
				cells = append(cells, "–")
				continue
			}
			cells = append(cells, lab.NumberOf(r, row[1])+" of "+of)
		}
		if len(all) > 0 {
			t.Add(cells...)
		}
	}
	return t
}

// armsOf returns the arms of the trainings in their order.
func armsOf(set record.Set) (out []string) {
	for _, r := range set.Measured() {
		switch r.Kind() {
		case digitsKind, oneStep, candidateArm:
			if arm := pairs.ArmOf(r); !slices.Contains(out, arm) {
				out = append(out, arm)
			}
		}
	}
	return out
}

// armName says in words what the arm of a record is.
func armName(r record.Record) string {
	switch r.Kind() {
	case oneStep:
		return "after one step"
	case candidateArm:
		return "candidate network"
	}
	puzzles := "stream without end"
	if data := r.Dim("data"); data != endless {
		puzzles = data + " puzzles"
	}
	if r.Dim("digits") == with {
		return puzzles + ", digits permuted"
	}
	return puzzles + ", digits left alone"
}

func digitsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "digits",
		Title:   "Answers to the same boards with relabelled digits, %, mean over seeds (least to greatest)",
		Columns: []string{"Trained on", "Network", "Seeds", "Steps", "Same digit", "Probabilities apart", "Gain in same digit, points", "Training cells", "Held-out cells", "Grids", "Units"},
		Notes: []string{
			"Same digit: share of empty cells of held-out 4×4 boards where the likeliest digit follows a random relabelling. Apart: half the sum of the absolute differences of a cell's probabilities, 0 for the same, 100 for no overlap. Gain: compared with the pair's other side with the same seed, mean with its 95 % confidence interval. Permuted: in 20 % of the batches, no other augmentation. Sides of a pair share seeds, initial weights and puzzles.",
			"The weights of the candidate network do not refer to any digit, so its answers are the same by construction: it is the control of the measure. After one step: the answers of almost initial weights, before anything is learnt.",
		},
	}
	for _, name := range armsOf(set) {
		runs := pairs.Seeds(set, name)
		gain := "–"
		for _, size := range sizesOf(set) {
			if g, _, _ := pairsOf(set, size, "agree"); name == dataArm(size, with) && len(g) > 0 {
				gain = gainText(g)
			}
		}
		t.Add(armName(runs[0]), runs[0].Texts["network"], lab.Number(float64(len(runs))), lab.NumberOf(runs[0], "steps"), pairs.Spread(runs, "agree", pairs.InPercent), pairs.Spread(runs, "apart", pairs.InPercent), gain,
			pairs.Spread(runs, "training", pairs.InPercent), pairs.Spread(runs, "cells", pairs.InPercent), pairs.Spread(runs, "grids", pairs.InPercent), pairs.Spread(runs, "units", pairs.InPercent))
	}
	return t
}

func gainText(x []float64) string {
	if len(x) < 2 {
		return fmt.Sprintf("%+.1f", 100*pairs.MeanOf(x))
	}
	i := lab.MeanInterval(x, lab.Confidence)
	return fmt.Sprintf("%+.1f (%+.1f to %+.1f)", 100*pairs.MeanOf(x), 100*i.Low, 100*i.High)
}

func endsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "ends",
		Title:   "Cell accuracy at the end of trainings: share of empty cells that are right, %",
		Columns: []string{"Training", "Network", "Steps", "Training puzzles", "Held-out puzzles"},
		Notes:   []string{"The document's figures are about the training as documented only. The others are small networks on 4×4 boards, mean over seeds (least to greatest), and decide nothing about it."},
	}
	const documented = "as documented, 60 epochs of a million 9×9 puzzles"
	trained := set.Measured().Where(documentedArm)
	for _, r := range trained {
		t.Add(documented, r.Texts["network"], lab.NumberOf(r, "epochs")+" epochs", shareOf(r, "training"), shareOf(r, "test"))
	}
	if len(trained) == 0 {
		t.Add(documented, "as drawn, 9×9, hidden 96, 32 iterations", "not run", "–", "–")
		t.Notes = append(t.Notes, "The documented training needs a GPU (profile gpu).")
	}
	for _, r := range set.Measured().Where(metricsKind) {
		t.Add("short, for the metrics", r.Texts["network"], lab.NumberOf(r, "steps"), "–", shareOf(r, "cells"))
	}
	for _, name := range armsOf(set) {
		runs := pairs.Seeds(set, name)
		t.Add(armName(runs[0]), runs[0].Texts["network"], lab.NumberOf(runs[0], "steps"), pairs.Spread(runs, "training", pairs.InPercent), pairs.Spread(runs, "cells", pairs.InPercent))
	}
	return t
}
