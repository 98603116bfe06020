package speedengines

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	g := gather(set)
	return []lab.Table{g.guesses(9), g.unguessed(9), g.times(9), g.rest(), g.setTable()}
}

// grid holds the records by set and the names of the engines in the order of the list.
type grid struct {
	sets    record.Set
	missing []string
	engines []string
}

func gather(set record.Set) (g grid) {
	for _, r := range set {
		if r.Status == record.Missing {
			g.missing = append(g.missing, r.Dim("set"))
			continue
		}
		g.sets = append(g.sets, r)
	}
	g.engines = enginesOf(g.sets)
	return g
}

// enginesOf returns the engines that settled anything or tried to, in the order of
// configuration: records hold it.
func enginesOf(set record.Set) (names []string) {
	for _, r := range set {
		for _, e := range configured(r) {
			if _, ok := r.Metric(e + " settled"); ok && !slices.Contains(names, e) {
				names = append(names, e)
			}
		}
	}
	return names
}

// pivot makes a row for each engine and a column for each set of boards of a side.
func (g grid) pivot(name, title string, side int, cell func(r record.Record, e string) string, notes ...string) lab.Table {
	t := lab.Table{Name: name, Title: title, Columns: []string{"Engine"}, Notes: notes}
	var sets record.Set
	for _, r := range g.sets {
		if int(r.Value("side")) == side {
			sets = append(sets, r)
			t.Columns = append(t.Columns, r.Dim("set"))
		}
	}
	for _, e := range enginesOf(sets) {
		row := []string{e}
		for _, r := range sets {
			c := "–"
			if n, ok := r.Metric(e + " settled"); ok {
				if c = cell(r, e); n.Value < r.Value("puzzles") {
					c += fmt.Sprintf(" (%s of %s)", lab.Number(n.Value), lab.Number(r.Value("puzzles")))
				}
			}
			row = append(row, c)
		}
		t.Add(row...)
	}
	return t
}

const cappedNote = "(7 of 10): a limit of nodes, clauses or fillings ended the rest, and the figure is that of the puzzles that were settled, so the easier ones."

func (g grid) guesses(side int) lab.Table {
	return g.pivot("guesses", fmt.Sprintf("Guesses per puzzle, solutions counted up to two, boards of side %d", side), side, guessesEach, cappedNote,
		"A guess is what an engine tries without being forced to: a value of a cell (csp), an option of an item with several left (dlx), a mini-row or mini-column of a digit (bitboard), a value or place (wide), a filling of a box (minigrid), a decision (sat), a digit of a cell (tensor). They are not of the same size; before the first guess each engine draws other conclusions.")
}

func guessesEach(r record.Record, e string) string {
	n := r.Value(e + " settled")
	if n == 0 {
		return "–"
	}
	if g := r.Value(e+" guesses") / n; g < 1000 {
		return fmt.Sprintf("%.2f", g)
	}
	return lab.Number(math.Round(r.Value(e+" guesses") / n))
}

func (g grid) unguessed(side int) lab.Table {
	return g.pivot("unguessed", fmt.Sprintf("Share of the settled puzzles of side %d that took no guess", side), side, func(r record.Record, e string) string {
		return lab.Share(r.Value(e+" unguessed"), r.Value(e+" settled"))
	}, cappedNote)
}

func (g grid) times(side int) lab.Table {
	return g.pivot("times", fmt.Sprintf("Median time per puzzle of side %d", side), side, func(r record.Record, e string) string {
		return lab.SecondsOf(r, e+" median")
	}, cappedNote,
		"One thread, except for minigrid-parallel and for tensor, which answers the puzzles of a set side by side, with a network on each core, and whose time is divided by their number. Called through the lab's interface, which takes a board and builds one of the solution: the figures of the fast engines include the cost of that call.")
}

// rest has the boards of other sides, where most cells would be empty in a table of all
// engines and sets.
func (g grid) rest() lab.Table {
	t := lab.Table{
		Name: "sides", Title: "Boards of other sides: guesses, then time",
		Columns: []string{"Set", "Side", "Engine", "Settled", "Guesses per puzzle", "Without a guess", "Median time", "Mean time"},
		Notes:   []string{"Settled: proved to have no solution, one or several, within the limits of nodes, clauses and fillings. The other figures are of these puzzles. An engine that is not listed does not take boards of the side."},
	}
	for _, r := range g.sets {
		if r.Value("side") == 9 {
			continue
		}
		for _, e := range g.engines {
			if _, ok := r.Metric(e + " settled"); !ok {
				continue
			}
			t.Add(r.Dim("set"), lab.NumberOf(r, "side"), e, fmt.Sprintf("%s of %s", lab.NumberOf(r, e+" settled"), lab.NumberOf(r, "puzzles")), guessesEach(r, e),
				lab.Share(r.Value(e+" unguessed"), r.Value(e+" settled")), lab.SecondsOf(r, e+" median"), lab.SecondsOf(r, e+" mean"))
		}
	}
	return t
}

func (g grid) setTable() lab.Table {
	t := lab.Table{
		Name: "sets", Title: "The sets and what the engines together proved of their puzzles",
		Columns: []string{"Set", "Side", "Puzzles", "No solution", "One", "Several", "Open", "Engines"},
		Notes:   []string{"Where several engines settle a puzzle they agree: a run in which two do not fails."},
	}
	for _, r := range g.sets {
		v := func(m string) string { return lab.NumberOf(r, m) }
		t.Add(r.Dim("set"), v("side"), v("puzzles"), v("none"), v("one"), v("several"), v("open"), lab.Number(float64(len(enginesOf(record.Set{r})))))
	}
	if len(g.missing) > 0 {
		t.Notes = append(t.Notes, "Not on this machine, so not measured: "+strings.Join(g.missing, ", ")+".")
	}
	return t
}
