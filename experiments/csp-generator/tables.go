package cspgenerator

import (
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	levels := lab.Table{
		Name:    "table",
		Title:   "Generated puzzles by level; the document states 42–45, 36–40 and 32–36 givens, one solution, AC-3 alone, 2–5 s per puzzle",
		Columns: []string{"Level", "Test", "Puzzles", "Givens", "Unique", "By AC-3 alone", "Grids tried, at most", "Tests per puzzle", "Median time", "Slowest"},
		Notes:   []string{"Times of the rows that ask for uniqueness only were taken while other work ran."},
	}
	measured := set.Measured()
	row := func(name, level, test string) {
		r, ok := measured.Case(name)
		if !ok {
			return
		}
		n := r.Value("puzzles")
		levels.Add(level, test, lab.Number(n), lab.Number(r.Value("givens.min"))+" to "+lab.Number(r.Value("givens.max")),
			lab.Share(r.Value("unique"), n), lab.Share(r.Value("by-ac3-alone"), n), lab.Number(r.Value("attempts.max")),
			lab.Number(r.Value("removal-tests")/n), lab.Seconds(r.Value("time.median")), lab.Seconds(r.Value("time.max")))
	}
	for _, l := range generate.Levels() {
		row(levelCase(l), string(l), "AC-3 alone solves it")
		row(uniqueCase(l), string(l), "one solution")
	}
	rest := lab.Table{
		Name:    "parts",
		Title:   "Parts of the generator, each alone",
		Columns: []string{"Part", "Tried", "Outcome"},
	}
	if r, ok := measured.Case(literal); ok {
		rest.Add("removal loop as printed, no threshold", lab.Number(r.Value("puzzles"))+" puzzles",
			"ends at "+lab.Number(r.Value("givens.min"))+" to "+lab.Number(r.Value("givens.max"))+" givens, median "+lab.Number(r.Value("givens.median"))+"; "+lab.Share(r.Value("unique"), r.Value("puzzles"))+" unique; fallback board handed over "+lab.NumberOf(r, "fallbacks")+" times")
	}
	if r, ok := measured.Case(diagonalCase); ok {
		for _, from := range starts {
			v := func(metric string) float64 { return r.Value(from.name + "." + metric) }
			rest.Add("full grid by MAC from "+from.says, lab.Number(v("starts"))+" starts",
				lab.Share(v("completed"), v("starts"))+" completed, median "+lab.Number(v("nodes.median"))+" nodes, at most "+lab.Number(v("nodes.max")))
		}
	}
	if r, ok := measured.Case(exhaustedCase); ok {
		rest.Add("17–18 givens by AC-3 alone", lab.Number(r.Value("attempts"))+" grids", "error, fewest givens reached "+lab.Number(r.Value("best-givens")))
	}
	if r, ok := measured.Case(patternsCase); ok {
		rest.Add(lab.Number(r.Value("patterns"))+" symmetry patterns, level medium", lab.Number(r.Value("puzzles"))+" puzzles",
			lab.Share(r.Value("symmetric"), r.Value("puzzles"))+" symmetric, "+lab.Share(r.Value("unique"), r.Value("puzzles"))+" unique")
	}
	return []lab.Table{levels, rest}
}
