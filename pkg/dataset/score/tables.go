package score

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"sudokulab/pkg/dataset/predictions"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/table"
)

// Text writes the report for a terminal.
func (r *Report) Text(w io.Writer) error { return r.write(w, (*table.Table).WriteText) }

// Markdown writes the report for a page.
func (r *Report) Markdown(w io.Writer) error { return r.write(w, (*table.Table).WriteMarkdown) }

func (r *Report) write(w io.Writer, one func(*table.Table, io.Writer) error) error {
	return table.WriteAll(w, r.Tables(), one)
}

// Tables returns the report as tables: scores, bands, comparisons, calibration and faults, those that there are.
func (r *Report) Tables() []table.Table {
	out := []table.Table{r.scores()}
	for _, by := range []string{"technique", "givens"} {
		out = append(out, r.bands(by))
	}
	if len(r.Comparisons) > 0 {
		out = append(out, r.comparisons())
	}
	for _, s := range r.Systems {
		if s.Calibration != nil {
			out = append(out, s.calibration())
		}
	}
	for _, s := range r.Systems {
		for _, f := range s.Files {
			if len(f.Faults) > 0 {
				out = append(out, f.faults())
			}
		}
	}
	return out
}

// share writes a share with two decimals. What is not all or none never reads 100.00 % or 0.00 %.
func share(over, under int64) string {
	if under == 0 {
		return "–"
	}
	text := fmt.Sprintf("%.2f %%", 100*float64(over)/float64(under))
	switch {
	case text == "100.00 %" && over != under:
		return "> 99.99 %"
	case text == "0.00 %" && over != 0:
		return "< 0.01 %"
	}
	return text
}

// span writes an interval of percentages behind its share.
func span(i *stats.Interval) string {
	if i == nil {
		return ""
	}
	return fmt.Sprintf(" [%.2f, %.2f]", 100*i.Low, 100*i.High)
}

func (r Ratio) text() string { return share(r.Over, r.Under) + span(r.Interval) }

// solved writes the share of the solved puzzles.
func (f *Figures) solved() string {
	return share(int64(f.Solved.Successes), int64(f.Solved.Trials)) + span(&f.Solved.Interval)
}

func number[N int | int64](n N) string { return lab.Number(float64(n)) }

// label names a score in a table.
func (s *Score) label() string {
	if s.Way == "" {
		return s.Name
	}
	return s.Name + ", " + string(s.Way)
}

func (r *Report) confidence() string {
	return strconv.FormatFloat(100*r.Config.Bootstrap.Confidence, 'g', -1, 64) + " %"
}

func (r *Report) scores() table.Table {
	t := table.Table{
		Name:  "scores",
		Title: fmt.Sprintf("Predictions scored on %s, %s, with intervals of %s", r.Set.Name, plural(r.Set.Puzzles, "puzzle"), r.confidence()),
		Columns: []string{
			"Of", "Answers", "Answered", "Solved", "Solved, share", "Blank cells right", "Units kept", "Altered",
		},
	}
	row := func(s *Score, answers string) {
		t.Add(s.label(), answers, number(s.Answered), number(s.Solved.Successes), s.solved(), s.Cells.text(), s.Units.text(), number(s.Altered))
	}
	several := false
	for _, x := range r.Systems {
		answers := strconv.Itoa(x.Most)
		if x.Least != x.Most {
			answers = strconv.Itoa(x.Least) + " to " + answers
		}
		several = several || x.Most > 1
		for i := range x.Scores {
			row(&x.Scores[i], answers)
		}
	}
	for i := range r.Baselines {
		row(&r.Baselines[i], "–")
	}
	t.Notes = append(t.Notes, r.Remarks...)
	if n := r.Set.Several; n > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%s of the set %s several solutions: any of them counts; the cells of other answers are compared with the one that the set states, or else with the first found.",
			plural(n, "puzzle"), word(n, "has", "have")))
	}
	if n := r.Set.None; n > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%s of the set %s no solution: no answer can be right.", plural(n, "puzzle"), word(n, "has", "have")))
	}
	if n := r.Set.Undecided; n > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%s: a bound ended the search for solutions.", plural(n, "undecided puzzle")))
	}
	if several {
		t.Notes = append(t.Notes, "first: the first answer counts. majority: the grid that most answers are, the first of equals. best: the answer nearest to a solution, a bound that no program reaches by itself.")
	}
	t.Notes = append(t.Notes, "Solved: every cell, by the rules and the givens. What is missing or cannot be read counts as wrong. Altered: answers with another digit at a given. Answers: those of a puzzle. Intervals: Wilson's for shares of puzzles, the bootstrap over puzzles for cells and units.")
	if len(r.Baselines) > 0 {
		t.Notes = append(t.Notes, "The search below fills singles, guesses where there are fewest choices, and gives no answer beyond its guesses; no network is asked.")
	}
	return t
}

// bands are the shares solved by band, with a column for each score.
func (r *Report) bands(by string) table.Table {
	t := table.Table{
		Name:    "bands-" + by,
		Title:   map[string]string{"technique": "Solved, by what solves the puzzles", "givens": "Solved, by the number of givens"}[by] + ", with intervals of " + r.confidence(),
		Columns: []string{"Puzzles with", "Puzzles"},
	}
	if by == "technique" {
		t.Columns[0] = "Solved by"
	}
	var all []*Score
	for i := range r.Systems {
		for j := range r.Systems[i].Scores {
			all = append(all, &r.Systems[i].Scores[j])
			t.Columns = append(t.Columns, all[len(all)-1].label(), "Blank cells right")
		}
	}
	for i, b := range all[0].Bands {
		if b.By != by {
			continue
		}
		cells := []string{b.Band, number(b.Puzzles)}
		for _, s := range all {
			x := s.Bands[i] // the bands are those of the puzzles, so they are the same for all
			cells = append(cells, x.solved(), share(x.Cells.Over, x.Cells.Under))
		}
		t.Add(cells...)
	}
	return t
}

func (r *Report) comparisons() table.Table {
	t := table.Table{
		Name: "comparisons", Title: "Paired comparisons on the same puzzles, with intervals of " + r.confidence(),
		Columns: []string{"Second minus first", "First alone", "Second alone", "Both", "Neither", "McNemar p", "Solved, points", "Blank cells, points"},
	}
	for _, c := range r.Comparisons {
		name := c.Second + " minus " + c.First
		if c.Way != "" {
			name += ", " + string(c.Way)
		}
		t.Add(name, number(c.OnlyFirst), number(c.OnlySecond), number(c.Both), number(c.Neither), strconv.FormatFloat(c.P, 'g', 3, 64), points(c.Solved), points(c.Cells))
		words := c.Words
		if c.Way != "" {
			words = string(c.Way) + ": " + words
		}
		t.Notes = append(t.Notes, words)
	}
	return t
}

func percent(x float64) string { return fmt.Sprintf("%.2f %%", 100*x) }

func (s *System) calibration() table.Table {
	k := s.Calibration
	t := table.Table{
		Name: "calibration", Title: fmt.Sprintf("Calibration of %s on the blank cells of %s", s.Name, plural(k.Puzzles, "puzzle")),
		Columns: []string{"Confidence", "Cells", "Mean confidence", "Right"},
		Notes: []string{fmt.Sprintf("Expected calibration error %.4f: over all %s, mean confidence %s, right %s.",
			k.Error, plural(k.Cells, "cell"), percent(k.Confidence), percent(k.Right))},
	}
	for _, b := range k.Bins {
		if b.Cells > 0 {
			t.Add(fmt.Sprintf("%.3f to %.3f", b.From, b.To), number(b.Cells), percent(b.Confidence), share(b.Right, b.Cells))
		}
	}
	return t
}

func (f *FileReport) faults() table.Table {
	t := table.Table{Name: "faults", Title: "What is wrong in " + f.Name, Columns: []string{"Line", "Cause"}}
	byLine := func(a, b predictions.FileError) int { return cmp.Compare(a.Line, b.Line) }
	for _, x := range slices.SortedStableFunc(slices.Values(f.Faults), byLine) {
		t.Add(number(x.Line), x.Cause)
	}
	if f.More > 0 {
		t.Notes = append(t.Notes, "and "+number(f.More)+" more.")
	}
	return t
}

// Program is what computed a record.
type Program struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Changed bool   `json:"changed"` // the sources differ from the commit
}

// Record is a system's scores with what they come from: a line of a table of many programs.
type Record struct {
	Schema    string    `json:"schema"`
	Program   Program   `json:"program"`
	Note      string    `json:"note,omitempty"` // what the system is, in the words of who enters it
	Set       SetReport `json:"set"`
	System    System    `json:"system"`
	Baselines []Score   `json:"baselines"`
	Config    Config    `json:"config"`
}

// Records returns a record for each system, without bands. notes are theirs, in order, or none at all.
func (r *Report) Records(by Program, notes ...string) []Record {
	var out []Record
	for i, s := range r.Systems {
		s.Scores = slices.Clone(s.Scores)
		for k := range s.Scores {
			s.Scores[k].Bands = nil
		}
		line := Record{Schema: r.Schema, Program: by, Set: r.Set, System: s, Baselines: r.Baselines, Config: r.Config}
		if i < len(notes) {
			line.Note = notes[i]
		}
		out = append(out, line)
	}
	return out
}
