package dqnagents

import (
	"fmt"

	"sudokulab/experiments/dqn-models/heldout"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table { return []lab.Table{solvedTable(set), methodTable(set)} }

// solvedTable shows what agents and rules solve, by the number of empty cells.
func solvedTable(set record.Set) lab.Table {
	cfg := lab.ConfigIn[Config](set)
	t := lab.Table{
		Name: "solved", Title: fmt.Sprintf("Share of held-out %d×%d puzzles solved one move at a time without search, in per cent, by the number of empty cells", cfg.Side, cfg.Side),
		Columns: []string{"Agent or method", "Trained by", "Parameters", "Updates"},
		Notes: []string{
			"Games end at the first mistake. In brackets the 95 % interval after Wilson. Every row has the same puzzles; no training contains any of them or a symmetric twin of one.",
			"Random: random moves on empty cells. Naked singles and hidden singles: filled until the rule does nothing more.",
			"Twin: the supervised twin of the agent of that name, the same network on the same boards for the same number of updates, which is told what every legal action is worth.",
			"Published, not measured here: a deep Q-network solved 7 % of easy, 2.1 % of medium and 1.2 % of hard puzzles (arXiv:2102.06019), by classes of its own.",
		},
	}
	for _, row := range cfg.Rows {
		t.Columns = append(t.Columns, row.Name()+" empty")
	}
	line := func(r record.Record, head ...string) {
		for _, row := range cfg.Rows {
			head = append(head, heldout.Cell(record.Set{r}, row, ""))
		}
		t.Add(head...)
	}
	measured := set.Measured()
	for _, r := range measured.Where(ruleKind) {
		line(r, r.Dim("rule"), "–", "–", "–")
	}
	for _, r := range measured.Where(weightsKind) {
		line(r, "embedded "+r.Dim("name"), r.Texts["algorithm"], lab.NumberOf(r, "parameters"), lab.NumberOf(r, "steps"))
	}
	t.Notes = append(t.Notes, backend.Note(measured)...)
	return t
}
