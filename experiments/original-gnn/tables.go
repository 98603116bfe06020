package originalgnn

import (
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// row sets a figure of a case beside the document's words.
type row struct{ what, stated, figure string }

// stated is a table of the figures of one case, those that it has, beside the document's words.
func stated(set record.Set, name, title string, rows []row, notes ...string) []lab.Table {
	t := lab.Table{Name: name, Title: title, Columns: []string{"What", "The document", "The program"}, Notes: notes}
	for _, r := range set {
		for _, row := range rows {
			if m, ok := r.Metric(row.figure); ok {
				t.Add(row.what, lab.OrDash(row.stated), lab.Number(m.Value))
			}
		}
	}
	return some(t)
}

func some(t lab.Table) []lab.Table {
	if len(t.Rows) == 0 {
		return nil
	}
	return []lab.Table{t}
}

func tables(set record.Set) []lab.Table {
	measured := set.Measured()
	out := stated(measured.Where(graphCase, record.D("size", 9)), "graph", "The graph of a 9×9 board: what the document states and the program builds", []row{
		{"cell nodes", "81", "cells"},
		{"constraint nodes", "27", "constraints"},
		{"nodes", "108", "nodes"},
		{"edges, one that goes both ways counted once", "486 bidirectional", "edges both ways as one"},
		{"edges, each way for itself", "", "edges each way"},
		{"rows of the features", "108", "feature rows"},
		{"columns of the features", "5", "feature columns"},
		{"features of cells other than defined, of 810 cells", "", "features off"},
		{"features of constraint nodes other than 0", "", "features of constraints other than 0"},
	})
	out = append(out, sizes(measured)...)
	out = append(out, stated(measured.Where(layersCase, record.D("model", "standard")), "layers", "The network: what the document states and the program builds", []row{
		{"weights", "~2M", "weights"},
		{"of them in the encoder", "", "weights of the encoder"},
		{"in the rounds, the same in each", "", "weights of the message passing"},
		{"in the decoder", "", "weights of the decoder"},
		{"rounds", "32", "rounds made"},
		{"weights of a network of 64 rounds", "SAME weights", "weights at 64 rounds"},
		{"dropout in the rounds", "0.3", "dropout of the message passing"},
		{"dropout in the decoder", "0.5", "dropout of the decoder"},
		{"norms in a round", "none drawn", "norms of the message passing"},
		{"norms in the encoder", "none drawn", "norms of the encoder"},
		{"largest difference of a score to plain loops", "", "scores off plain loops"},
		{"the same to loops without the residual path and norm of a round", "", "scores off plain loops without residual path and norm"},
	}, "Differences: over 729 scores of one board, with the weights that the network begins with.")...)
	out = append(out, models(measured)...)
	out = append(out, stated(measured.Where(trainerCase), "trainer", "Training: what the document states and the program's trainer, loss and data set do", []row{
		{"first batches that end in an error, of 1: as published", "", "batches as published that end in an error"},
		{"passes in half precision that end in an error, of 1", "2-3× speedup", "passes in half precision that end in an error"},
		{"learning rate of AdamW", "0.001", "rate"},
		{"weight decay", "0.01", "weight decay"},
		{"boards of a batch", "128", "boards of a batch"},
		{"schedules that wait for a plateau, of 3", "ReduceLROnPlateau", "schedules that wait for a plateau"},
		{"schedules along a cosine, of 3", "", "schedules along a cosine"},
		{"epochs run of 13 without a gain", "patience 10", "epochs run of 13 without a gain"},
		{"epochs of stage 1", "15", "epochs of stage 1"},
		{"epochs of stage 2", "20", "epochs of stage 2"},
		{"epochs of stage 3", "25", "epochs of stage 3"},
		{"stage 1, fewest givens of a pool of 17 to 45", "30", "stage 1: fewest givens"},
		{"stage 1, most givens", "40", "stage 1: most givens"},
		{"stage 2, fewest givens", "22", "stage 2: fewest givens"},
		{"stage 2, most givens", "35", "stage 2: most givens"},
		{"stage 3, fewest givens", "17", "stage 3: fewest givens"},
		{"stage 3, most givens", "45", "stage 3: most givens"},
		{"share with digits permuted", "20% of batches", "boards permuted"},
		{"share rotated", "25%, or transposed", "boards turned"},
		{"share transposed", "", "boards transposed"},
		{"share with rows or columns swapped in bands", "20% of batches", "boards swapped"},
		{"augmented boards that break a rule", "validity preserved", "boards that break a rule or their solution"},
		{"givens that the cross-entropy has a gradient at, of 480", "only empty cells", "givens with a gradient"},
		{"weight of violations", "0.1", "weight of violations"},
		{"numbers of the loss's gradient that violations change, of 11,664", "", "numbers of the gradient that violations change"},
		{"violations of right answers, on puzzles", "duplicates counted", "violations, puzzles: right answers"},
		{"violations of a row of one digit, on puzzles", "", "violations, puzzles: a row of one digit"},
		{"violations of equal scores for all digits, on puzzles", "", "violations, puzzles: no preference"},
	}, "Labels from 0, but for the first line: digits of solutions less one, without which no batch ends. Shares: of boards, which the program draws for, not batches. Half precision: on a processor, where the trainer itself leaves it off. Violations: the term as the program computes it, before its weight, a mean over 16 puzzles.")...)
	out = append(out, commands(measured)...)
	out = append(out, methods(measured)...)
	out = append(out, faulty(measured)...)
	out = append(out, stated(measured.Where(toolsCase), "metrics", "The solver's defaults, the program's metrics, counted again, and its test for one solution", []row{
		{"confidence that refinement fills a cell above", "0.95", "confidence above"},
		{"rounds of refinement", "10", "rounds of refinement"},
		{"width of the beam", "5; 3–5", "width of the beam"},
		{"calls for a single pass that end in an error, of 1", "", "calls for a single pass that end in an error"},
		{"grids with another cell accuracy", "", "cell accuracy: off"},
		{"grids with another grid accuracy", "", "grid accuracy: off"},
		{"grids with another share of rows without repeats", "", "rows without repeats: off"},
		{"its own solver on 8 puzzles that it solves: cells counted", "", "hybrid: cells evaluated"},
		{"the same: cell accuracy, %", "", "hybrid: cell accuracy"},
		{"the same: grid accuracy, %", "", "hybrid: grid accuracy"},
		{"boards of several solutions that have one by its test, of 8", "", "several solutions called one"},
	}, "The solver fills the puzzle that it is handed, so that no empty cell is left to count. The document names the three metrics and no figure.")...)
	out = append(out, batches(measured)...)
	out = append(out, training(measured)...)
	out = append(out, stated(measured.Where(cnnCase), "cnn", "The convolutional network of the commit before, and the one that the document draws", []row{
		{"weights", "~7.5M", "weights"},
		{"convolutions", "3", "convolutions"},
		{"linear layers", "1", "linear layers"},
		{"errors on a 16×16 board, of 1", "1", "errors on a 16×16 board"},
	})...)
	return out
}

func sizes(set record.Set) []lab.Table {
	t := lab.Table{
		Name: "sizes", Title: "Boards of other sizes; the document states one network for any size, 256 and 48 nodes at 16×16, three constraints of a cell",
		Columns: []string{"Size", "Cells", "Constraints", "Edges, both ways as one", "Of a cell", "The network for 9×9", "Weights of the network made for the size", "Its pass"},
		Notes:   []string{"Pass: one board on two threads, median over rounds, nothing else at work."},
	}
	for _, r := range set.Where(graphCase) {
		size := r.Dim("size")
		runs := map[bool]string{true: "error", false: "runs"}[r.Value("errors of the network for 9") > 0]
		t.Add(size, lab.NumberOf(r, "cells"), lab.NumberOf(r, "constraints"), lab.NumberOf(r, "edges both ways as one"),
			lab.NumberOf(r, "least constraints of a cell")+" to "+lab.NumberOf(r, "most constraints of a cell"), runs,
			lab.NumberOf(r, "weights of the network for this size"), pass(set, "standard", size))
	}
	return some(t)
}

func models(set record.Set) []lab.Table {
	t := lab.Table{
		Name: "models", Title: "The program's networks for 9×9",
		Columns: []string{"Network", "Weights", "Rounds made", "Operations per pass", "A pass", "Scores changed by its own part"},
		Notes:   []string{"Operations: multiplications and additions. Pass: one board on two threads, median over rounds, nothing else at work. Own part: of the hybrid its convolutions, set to 0; of attention all edges but one, left out."},
	}
	for _, r := range set.Where(layersCase) {
		changed := "–"
		for _, figure := range []string{"scores changed by its convolutions", "scores changed by all edges but one"} {
			if !lab.Lacks(r, figure) {
				m, _ := r.Metric(figure)
				changed = fmt.Sprintf("%s of %d", lab.Number(m.Value), m.N)
			}
		}
		t.Add(r.Dim("model"), lab.NumberOf(r, "weights"), lab.NumberOf(r, "rounds made"), lab.NumberOf(r, "operations"), pass(set, r.Dim("model"), "9"), changed)
	}
	return some(t)
}

// pass is the median time of a pass of one board.
func pass(set record.Set, model, size string) string {
	for _, r := range set.Where(speedCase, record.D("model", model), record.D("size", size), record.D("batch", 1)) {
		return lab.SecondsOf(r, "median time")
	}
	return "–"
}

func commands(set record.Set) []lab.Table {
	t := lab.Table{
		Name: "commands", Title: "The program's commands, on 30 puzzles; the document states a training and an evaluation from the command line",
		Columns: []string{"Command", "Ends well", "Else, why"},
		Notes:   []string{"The program's folder is on the path of all but the first; puzzles are read as text. Labels from 0: digits of solutions less one."},
	}
	for _, r := range set.Where(commandsCase) {
		for _, c := range [][2]string{
			{"train.py, as the guide has it", "finds no module src"},
			{"train.py, its folder on the path", "target 9 is out of bounds"},
			{"train.py, columns as the other script reads them", "no column puzzle"},
			{"train.py, labels from 0", ""},
			{"train_gnn_complete.py", "finds no module sudoku_ai"},
			{"evaluate.py", "finds no module sudoku_ai"},
			{"solve.py, no weights", "there are none in the repository"},
			{"solve.py, weights of that training", ""},
		} {
			t.Add(c[0], map[bool]string{true: "yes", false: "no"}[r.Value(c[0]+": ends well") == 1], lab.OrDash(c[1]))
		}
		t.Notes = append(t.Notes, fmt.Sprintf("Of the files, %s import modules that are not there, %s read a configuration; %s of 8 of the component diagram are there, and %s of 3 commands of the package load.",
			lab.NumberOf(r, "files that import what is not there"), lab.NumberOf(r, "files that read a configuration"),
			lab.NumberOf(r, "files of the component diagram that are there"), lab.NumberOf(r, "commands of the package that load")))
	}
	return some(t)
}

func methods(set record.Set) []lab.Table {
	t := lab.Table{
		Name: "solver", Title: "The ways to solve; the document states 10–20 ms for one pass, 30–50 iterative, 50–100 beam, 5–50 backtracking, 10–100 hybrid (auto), 25 on average, all solved by the last two",
		Columns: []string{"Method", "Network", "Puzzles", "n", "Empty cells", "Right", "Said solved", "Stopped", "Overwritten", "Passes", "Under 50 ms", "Time per puzzle"},
		Notes: []string{
			"Empty cells, passes and time: means; times of those that ended, on two threads, nothing else at work. Stopped: by the limit of the case. Overwritten: puzzles that the call changed.",
			"Told: the network runs in full, and the answer is put in place of its scores. Untrained: the weights that it begins with; none are published.",
		},
	}
	for _, g := range set.Where(solverCase).GroupBy("strategy", "network", "set") {
		total, sum := 0.0, map[string]float64{}
		for _, r := range g.Set {
			m, _ := r.Metric("right")
			total += float64(m.N)
			for _, figure := range []string{"right", "said solved", "stopped", "overwritten", "under 50 ms"} {
				sum[figure] += r.Value(figure)
			}
			for _, figure := range []string{"empty cells", "passes", "time"} {
				if m, ok := r.Metric(figure); ok {
					sum[figure] += m.Value * float64(m.N)
				}
			}
		}
		ended, r := total-sum["stopped"], g.Set[0]
		took := "–"
		if ended > 0 {
			took = lab.Seconds(sum["time"] / ended)
		}
		t.Add(r.Dim("strategy"), r.Dim("network"), r.Dim("set"), lab.Number(total), lab.Number(sum["empty cells"]/total), lab.Number(sum["right"]), lab.Number(sum["said solved"]),
			lab.Number(sum["stopped"]), lab.Number(sum["overwritten"]), lab.Number(sum["passes"]/total), lab.Number(sum["under 50 ms"]), took)
	}
	return some(t)
}

func faulty(set record.Set) []lab.Table {
	t := lab.Table{Name: "faulty", Title: "Boards that are no puzzles of one solution: the answer of the program's solver, by method", Columns: []string{"Board", "backtrack", "auto"}}
	for _, r := range set.Where(faultyCase) {
		for _, board := range []string{"two equal givens", "no solution", "several solutions", "filled wrong", "empty"} {
			cells := []string{board}
			for _, strategy := range []string{"backtrack", "auto"} {
				figures := []string{"error", "stopped", "said solved", "said valid", "right"}
				figures = slices.DeleteFunc(figures, func(f string) bool { return r.Value(board+", "+strategy+": "+f) == 0 })
				cells = append(cells, lab.OrDash(strings.Join(figures, ", ")))
			}
			t.Add(cells...)
		}
	}
	return some(t)
}

func batches(set record.Set) []lab.Table {
	t := lab.Table{
		Name: "batches", Title: "A pass and a training step of the network for 9×9, by boards in a batch; the document states ~75 MB for 128",
		Columns: []string{"Boards", "Pass", "Boards per second", "Step", "Boards per second, trained", "Peak memory, MB", "Kept for the gradient, MB", "60 epochs of its stages, hours"},
		Notes: []string{
			"Means with 95 % intervals, on two threads, nothing else at work, labels from 0 (digits of solutions less one). Peak memory: growth of the process. Hours: by this rate, 32.4 million boards, as the trainer's stages take them of the document's million; the document states 3–4 on a P100.",
		},
	}
	for _, r := range set.Where(stepCase) {
		batch := r.Dim("batch")
		pass, rate := "–", "–"
		for _, p := range set.Where(speedCase, record.D("model", "standard"), record.D("size", 9), record.D("batch", batch)) {
			pass, rate = mean(p, "time"), lab.NumberOf(p, "boards per second")
		}
		mb := func(x float64) string { return lab.Number(x / 1e6) }
		t.Add(batch, pass, rate, mean(r, "time"), lab.NumberOf(r, "boards per second"), lab.Written(r, "peak memory of the step", mb),
			lab.Written(r, "bytes kept for the gradient", mb), lab.Number(32.4e6/r.Value("boards per second")/3600))
	}
	return some(t)
}

func training(set record.Set) []lab.Table {
	t := lab.Table{
		Name: "training", Title: "A short training by the program's trainer, with labels from 0",
		Columns: []string{"Boards", "Steps", "Batch", "Seed", "Boards per second", "Loss, first and last part", "Accuracy, first and last part, %", "Held-out accuracy, before and after, %", "Held-out grids, after, %"},
		Notes:   []string{"On puzzles of ours, a tenth of them held out. Parts: tenths of the steps. Accuracy: of empty cells. The rate stays as it begins; the trainer lets it fall over all its epochs."},
	}
	for _, r := range set.Where(trainCase) {
		t.Add(lab.NumberOf(r, "boards"), r.Dim("steps"), r.Dim("batch"), r.Dim("seed"), lab.NumberOf(r, "boards per second"),
			lab.NumberOf(r, "first part: loss")+", "+lab.NumberOf(r, "last part: loss"), lab.NumberOf(r, "first part: accuracy")+", "+lab.NumberOf(r, "last part: accuracy"),
			lab.NumberOf(r, "before: cell accuracy")+", "+lab.NumberOf(r, "after: cell accuracy"), lab.NumberOf(r, "after: grid accuracy"))
	}
	return some(t)
}

// mean is a mean with its interval, where it has one.
func mean(r record.Record, figure string) string {
	return lab.SecondsOf(r, figure) + lab.Interval(r, figure, lab.Seconds)
}
