package contest

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/table"
)

// Text writes the report for a terminal.
func (r *Report) Text(w io.Writer) error {
	return table.WriteAll(w, r.Tables(), (*table.Table).WriteText)
}

// Markdown writes the report for a page.
func (r *Report) Markdown(w io.Writer) error {
	return table.WriteAll(w, r.Tables(), (*table.Table).WriteMarkdown)
}

func number(n int) string { return lab.Number(float64(n)) }

// Tables returns the report as tables: answers, times, and what went wrong, if anything did.
func (r *Report) Tables() []table.Table {
	out := []table.Table{r.answers(), r.times()}
	if faults := r.faults(); len(faults.Rows) > 0 {
		out = append(out, faults)
	}
	return out
}

func (r *Report) answers() table.Table {
	t := table.Table{
		Name: "answers", Title: fmt.Sprintf("Answers to %s puzzles, every one checked", number(r.Puzzles)),
		Columns: []string{"Program", "Solved", "Share, 95 %", "Without solution, said so", "Wrong", "Incomplete", "Gave up", "Malformed", "Missing", "Proved unique", "False claims", "Guesses a puzzle"},
		Notes: []string{
			"Solved: a full grid by the rules and the givens; the share is of the puzzles that have a solution. Each program's worst run counts.",
			"Proved unique: puzzles of which the program says that they have exactly one solution. False claims: about the number of solutions, as far as it is known.",
		},
	}
	for i := range r.Results {
		s := r.Results[i].Score
		share, guesses, claims := "–", "–", s.Claims
		if s.Rate != nil {
			share = lab.Percent(s.Rate.Rate) + " (" + lab.ShareRange(float64(s.Solved), float64(s.Solvable)) + ")"
		}
		if s.Told > 0 {
			guesses = lab.Number(float64(s.Guesses) / float64(s.Told))
		}
		t.Add(r.Results[i].Name, number(s.Solved), share, number(s.Refuted), number(s.Wrong), number(s.Incomplete), number(s.GaveUp), number(s.Malformed), number(s.Missing),
			number(claims.Unique), number(claims.UniqueFalse+claims.SeveralFalse+claims.NoneFalse), guesses)
		switch {
		case s.Shifted > 1 && 2*s.Shifted > s.Wrong:
			t.Notes = append(t.Notes, fmt.Sprintf("%s: %s wrong answers solve the puzzle %+d places on: the answers look out of order.", r.Results[i].Name, number(s.Shifted), s.Shift))
		case s.Elsewhere > 0:
			t.Notes = append(t.Notes, fmt.Sprintf("%s: %s wrong answers solve another puzzle of the input.", r.Results[i].Name, number(s.Elsewhere)))
		}
		if s.Extra > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("%s: %s answers more than puzzles.", r.Results[i].Name, number(s.Extra)))
		}
	}
	return t
}

func (r *Report) times() table.Table {
	t := table.Table{
		Name: "times", Title: fmt.Sprintf("Times of whole runs: medians of %s, in turn", rounds(r.Config.Rounds)),
		Columns: []string{"Program", "Puzzles/s", "Whole run", "Start", "Processor", "Memory"},
		Notes: []string{
			"Start: a run on an empty input. Puzzles/s: over the time of a run beyond a start; a dash where the runs are too short to tell. Processor: of all threads, and of children that the program waited for.",
		},
	}
	for _, other := range r.Results[1:] {
		t.Columns = append(t.Columns, "Times as fast as "+other.Name)
	}
	for i := range r.Results {
		x := &r.Results[i]
		rate, peak, start := "–", "–", "–"
		if x.PerSecond > 0 {
			rate = lab.Number(x.PerSecond)
		}
		if x.Peak > 0 {
			peak = lab.Number(float64(x.Peak)/1e6) + " MB"
		}
		if x.Start > 0 {
			start = lab.Seconds(x.Start)
		}
		row := []string{x.Name, rate, "–", start, "–", peak}
		if x.Seconds > 0 {
			row[2], row[4] = lab.Seconds(x.Seconds), lab.Seconds(x.CPU)
		}
		for _, other := range r.Results[1:] {
			cell := "–"
			for _, b := range x.Ratios {
				if b.Name == other.Name {
					cell = ratio(b.Speed)
				}
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	last := r.Results[len(r.Results)-1].Name
	switch {
	case r.Control == nil:
		t.Notes = append(t.Notes, "One round: no ratios and no control.")
	case r.Off():
		t.Notes = append(t.Notes, fmt.Sprintf("The control is off: %s beside itself is %s. Something else was at work on this machine; take the times for nothing.", last, ratio(*r.Control)))
	default:
		t.Notes = append(t.Notes, fmt.Sprintf("Control: %s beside itself is %s.", last, ratio(*r.Control)))
	}
	return t
}

func rounds(n int) string {
	if n == 1 {
		return "one round"
	}
	return strconv.Itoa(n) + " rounds"
}

func ratio(r stats.Ratio) string {
	return fmt.Sprintf("%.3g (%.3g to %.3g)", r.Median, r.Interval.Low, r.Interval.High)
}

func (r *Report) faults() table.Table {
	t := table.Table{Name: "faults", Title: "What went wrong", Columns: []string{"Program", "Where", "What", "In words"}}
	for i := range r.Results {
		x := &r.Results[i]
		if f := x.Fault; f != nil {
			t.Add(x.Name, "run "+strconv.Itoa(x.Runs), string(f.Ending), strings.Join(append([]string{f.Says}, f.Stderr...), "; "))
		}
		for _, f := range x.Score.Flaws {
			where := "puzzle " + strconv.Itoa(f.Puzzle)
			if f.Place != "" {
				where += " (" + f.Place + ")"
			}
			t.Add(x.Name, where, string(f.Kind), f.Says)
		}
	}
	t.Notes = []string{fmt.Sprintf("The first %s of each kind. A program is given up after a run that did not end as it should.", number(r.Config.Shown))}
	return t
}

// Bad says in a few words what the programs did wrong, "" if nothing; the lab's own engines count, too.
func (r *Report) Bad() string {
	var bad []string
	for i := range r.Results {
		x, s := &r.Results[i], r.Results[i].Score
		if n := s.Wrong + s.Malformed + s.Missing + s.Incomplete; x.Fault != nil || n > 0 || s.faults() > 0 {
			text := x.Name + ":"
			if x.Fault != nil {
				text += " " + string(x.Fault.Ending) + ","
			}
			bad = append(bad, fmt.Sprintf("%s %s wrong, malformed, incomplete or missing, %s false claims", text, number(n), number(s.Claims.UniqueFalse+s.Claims.SeveralFalse+s.Claims.NoneFalse)))
		}
	}
	return strings.Join(bad, "; ")
}
