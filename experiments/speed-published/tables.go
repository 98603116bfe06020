package speedpublished

import (
	"fmt"
	"slices"
	"strconv"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// headings say what a table of a kind has in its cells.
var headings = map[Kind]string{
	Guesses: "guesses per puzzle", NoGuess: "share of the puzzles that took no guess", Rate: "puzzles per second", Time: "time per puzzle", Ratio: "speed as a multiple of tdoku's",
}

// tables makes a table of each kind of each source, and one of the sources.
func tables(set record.Set) []lab.Table {
	list := lab.Table{
		Name: "table", Title: "Published figures: where they come from and under which conditions they were taken",
		Columns: []string{"Source", "Figures", "Where", "Conditions"},
		Notes:   []string{"None of these figures was measured by the lab. Machines, compilers and what was asked of the solvers differ from source to source: figures of one source compare with each other, not with those of another, nor with the lab's own."},
	}
	var out []lab.Table
	for _, s := range sources() {
		for _, r := range set.Where(published, record.D("source", s.ID)) {
			list.Add(r.Texts["title"], lab.NumberOf(r, "figures"), r.Texts["where"], r.Texts["conditions"])
			for _, t := range s.Tables {
				out = append(out, quoted(s, t, r))
			}
		}
	}
	return append([]lab.Table{list}, out...)
}

// quoted lays a table of a source out; the figures are the record's.
func quoted(s Source, t Table, r record.Record) lab.Table {
	out := lab.Table{
		Name: s.ID + "-" + string(t.Kind), Title: fmt.Sprintf("Published, not measured by the lab. %s: %s", s.Title, headings[t.Kind]),
		Columns: slices.Concat([]string{"Program"}, t.Sets),
		Notes:   []string{"Source: " + r.Texts["where"] + ". " + "Conditions: " + r.Texts["conditions"] + "."},
	}
	for _, row := range t.Rows {
		cells := []string{row.Program}
		for i, set := range t.Sets {
			if row.Values[i] < 0 { // not stated
				cells = append(cells, "–")
				continue
			}
			cells = append(cells, cell(r, t.Kind, metric(t.Kind, row.Program, set)))
		}
		out.Add(cells...)
	}
	return out
}

func cell(r record.Record, k Kind, name string) string {
	m, ok := r.Metric(name)
	if !ok {
		return "–"
	}
	switch k {
	case Time:
		return lab.Seconds(m.Value)
	case Ratio:
		return strconv.FormatFloat(m.Value, 'g', -1, 64) + " ×"
	case NoGuess:
		return fmt.Sprintf("%.1f %%", m.Value)
	case Guesses, Rate:
	}
	return lab.Number(m.Value)
}
