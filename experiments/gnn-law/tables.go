package gnnlaw

import (
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func tables(set record.Set) []lab.Table {
	cfg := lab.ConfigIn[Config](set)
	if cfg.Recipe.Literal == nil { // no records
		return nil
	}
	return []lab.Table{trainingsTable(cfg, set), lawTable(cfg, set)}
}

func network(cfg Config) string {
	n := cfg.Recipe.Literal
	return fmt.Sprintf("%d×%d, hidden %d, %d rounds", n.Side, n.Side, n.Hidden, n.Iterations)
}

// trainingsTable has a row for each training, and one for the embedded weights.
func trainingsTable(cfg Config, set record.Set) lab.Table {
	t := lab.Table{
		Name:    "trainings",
		Title:   "The document's network after trainings of several lengths (" + network(cfg) + "): empty cells and boards right",
		Columns: []string{"Training", "Boards", "Seed", "All sets, cells", "All sets, boards"},
		Notes: append([]string{
			fmt.Sprintf("%d held-out boards of each set, of classes that no training meets; averaged weights, after the last step. Each training rises and lowers its rate over its own length.", cfg.Held),
		}, backend.Note(set.Measured())...),
	}
	sets := cfg.Recipe.Task.Validation.Sets
	for _, s := range sets {
		t.Columns = append(t.Columns, s.Name+", cells")
	}
	for _, r := range set.Measured() {
		name, seed := "embedded weights "+cfg.Embedded, "–"
		if r.Kind() == trainedKind {
			name, seed = r.Dim("steps")+" steps", r.Dim("seed")
		}
		row := []string{name, lab.Number(r.Value("boards")), seed, lab.Percent(r.Value(cellsIn(allSets))), lab.Percent(r.Value(boardsIn(allSets)))}
		for _, s := range sets {
			row = append(row, lab.Percent(r.Value(cellsIn(s.Name))))
		}
		t.Add(row...)
	}
	return t
}

// lawTable has a row for each held-out set, and one for all together.
func lawTable(cfg Config, set record.Set) lab.Table {
	t := lab.Table{
		Name:    "law",
		Title:   "A power law of the wrong cells by the boards of the training, and what it expects of longer ones (" + network(cfg) + ")",
		Columns: []string{"Set", "Trainings", "Exponent", "95 % interval", "Expected of the document's boards, cells right", "95 % interval"},
		Notes: []string{
			"Least squares on logarithms. The intervals are of the exponent and of one more training, by Student's distribution, and hold if the law does: an expectation, no measurement, and no claim is judged by it.",
			fmt.Sprintf("The document's boards: %s, %d epochs of %s. Its training differs from these in rate, dropout and batch, too.",
				lab.Number(float64(cfg.Documented)), cfg.Recipe.Task.Epochs, lab.Number(float64(cfg.Documented)/float64(max(1, cfg.Recipe.Task.Epochs)))),
		},
	}
	if cfg.Embedded != "" {
		t.Columns = append(t.Columns, "Expected of the embedded weights' boards", "95 % interval", "They have")
		t.Notes = append(t.Notes, fmt.Sprintf("The embedded weights %s had %s boards; they are no part of the fit.", cfg.Embedded, lab.Number(float64(cfg.Boards))))
	}
	right := func(l law, boards int64) (string, string) {
		wrong, within := l.at(float64(boards))
		return lab.Percent(1 - wrong), percents(stats.Interval{Low: 1 - within.High, High: 1 - within.Low})
	}
	for _, s := range append([]string{allSets}, names(cfg)...) {
		of := points(set, s)
		l, err := fit(of)
		if err != nil {
			continue // too few of them are measured; the other table has those
		}
		expected, within := right(l, cfg.Documented)
		row := []string{s, lab.Number(float64(l.n)), fmt.Sprintf("%.2f", l.b), fmt.Sprintf("%.2f to %.2f", l.slope().Low, l.slope().High), expected, within}
		if cfg.Embedded != "" {
			expected, within := right(l, cfg.Boards)
			has := "–"
			if e, ok := set.Measured().Case(embeddedKind); ok {
				has = lab.Percent(e.Value(cellsIn(s)))
			}
			row = append(row, expected, within, has)
		}
		t.Add(row...)
	}
	return t
}

// percents writes an interval of shares.
func percents(i stats.Interval) string { return fmt.Sprintf("%.1f to %.1f %%", 100*i.Low, 100*i.High) }

// names are those of the held-out sets.
func names(cfg Config) (out []string) {
	for _, s := range cfg.Recipe.Task.Validation.Sets {
		out = append(out, s.Name)
	}
	return out
}
