package contest

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/table"
)

// mark stands behind the rates of a program with a flaw.
const mark = "*"

// Err says which programs have answers that are missing or wrong, or failed. It is nil if all is as it should be.
func (r *Report) Err() error {
	var errs []error
	if f := r.Program.Fault; f != nil {
		errs = append(errs, fmt.Errorf("%s %s", strings.Join(r.Program.Command, " "), f))
	}
	for i, p := range append([]Result{r.Program}, r.Beside...) {
		if p.Flaw != "" && (i > 0 || p.Fault == nil) {
			errs = append(errs, fmt.Errorf("%s: %s", p.Name, p.Flaw))
		}
	}
	return errors.Join(errs...)
}

// Text writes the report for a terminal.
func (r *Report) Text(w io.Writer) error {
	var b strings.Builder
	for _, line := range r.lines() {
		fmt.Fprintf(&b, "%-9s %s\n", line[0], line[1])
	}
	b.WriteString("\n")
	t := r.Table()
	if err := t.WriteText(&b); err != nil {
		return err
	}
	for _, note := range r.Notes {
		b.WriteString(note + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Markdown writes the report for a page.
func (r *Report) Markdown(w io.Writer) error {
	var b strings.Builder
	for _, line := range r.lines() {
		head := ""
		if line[0] != "" {
			head = "**" + line[0] + "** "
		}
		fmt.Fprintf(&b, "- %s%s\n", head, strings.NewReplacer("*", `\*`, "_", `\_`, "|", `\|`, "`", "\\`", "<", "&lt;").Replace(line[1]))
	}
	b.WriteString("\n")
	t := r.Table()
	if err := t.WriteMarkdown(&b); err != nil {
		return err
	}
	for _, note := range r.Notes {
		b.WriteString("\n" + note + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// lines are pairs of a head, which may be empty, and a sentence.
func (r *Report) lines() (out [][2]string) {
	add := func(head, format string, args ...any) {
		out = append(out, [2]string{head, fmt.Sprintf(format, args...)})
	}
	p, s := &r.Program, &r.Program.Score
	add("program", "%s", strings.Join(p.Command, " "))
	add("puzzles", "%s: %s", number(r.Set.Puzzles), counts("none",
		r.Set.Unique, "with one solution", r.Set.Several, "with several", r.Set.None, "with none", r.Set.Open, "whose number of solutions is not known"))
	if p.Fault != nil {
		add("failed", "%s: %s", p.Fault.Ending, p.Fault.Says)
		for _, line := range p.Fault.Stderr {
			add("", "  %s", line)
		}
	}
	solved := number(s.Solved) + " of " + number(s.Solvable)
	if s.Rate != nil {
		solved += fmt.Sprintf(" (%s, 95 %% interval %s to %s)", lab.Percent(s.Rate.Rate), lab.Percent(s.Rate.Interval.Low), lab.Percent(s.Rate.Interval.High))
	}
	add("solved", "%s", solved)
	add("others", "%s", counts("none", s.Refuted, "rightly said to have no solution", s.Wrong, "wrong", s.Incomplete, "incomplete", s.GaveUp, "given up",
		s.Malformed, "malformed", s.Missing, "missing", s.Extra, "beyond the last puzzle"))
	c := &s.Claims
	add("claims", "%s", counts("none about numbers of solutions", c.Unique, "of one solution"+untrue(c.UniqueFalse), c.Several, "of several"+untrue(c.SeveralFalse),
		c.None, "of none"+untrue(c.NoneFalse), c.Open, "that could not be checked"))
	for _, kind := range []Kind{Wrong, Malformed, FalseClaim, Incomplete, Missing, GaveUp} {
		head := string(kind)
		for _, f := range s.Flaws {
			if f.Kind != kind {
				continue
			}
			place := ""
			if f.Place != "" {
				place = " (" + f.Place + ")"
			}
			add("", "%s: puzzle %d%s: %s", head, f.Puzzle, place, f.Says)
		}
	}
	if r.Control != nil {
		quiet := "quiet"
		if !r.Control.Sound {
			quiet = "NOT quiet"
		}
		add("machine", "%s: %s measured against itself reads %.3f", quiet, r.Control.Name, r.Control.Reading)
	}
	return out
}

func untrue(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %s untrue", number(n))
}

func number(n int) string { return lab.Number(float64(n)) }

// counts writes those numbers that are not 0 with their words.
func counts(none string, pairs ...any) string {
	var parts []string
	for i := 0; i < len(pairs); i += 2 {
		if n, ok := pairs[i].(int); ok && n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", number(n), pairs[i+1]))
		}
	}
	if len(parts) == 0 {
		return none
	}
	return strings.Join(parts, "; ")
}

// Table returns the programs, one a row.
func (r *Report) Table() table.Table {
	t := table.Table{
		Title:   fmt.Sprintf("Programs on %s puzzles", number(r.Set.Puzzles)),
		Columns: []string{"Program", "Solved", "Puzzles/s beyond the start", "95 % interval", "Puzzles/s, whole", "Start", "Processor per puzzle", "Cores", "Guesses per puzzle", "Peak memory", "First ÷ this"},
	}
	for i, p := range append([]Result{r.Program}, r.Beside...) {
		row := []string{p.Name, number(p.Score.Solved), "–", "–", "–", "–", "–", "–", "–", "–", "–"}
		behind := ""
		if p.Flaw != "" {
			behind = " " + mark
		}
		if v := p.Speed; v != nil {
			if v.Beyond != nil {
				row[2] = lab.Number(v.Beyond.Median) + behind
				if in := v.Beyond.Interval; in != nil {
					row[3] = lab.Number(in.Low) + " to " + lab.Number(in.High)
				}
			}
			row[4] = lab.Number(v.Whole.Median) + behind
			row[5], row[6], row[7] = lab.Seconds(v.Start), lab.Seconds(v.CPU), fmt.Sprintf("%.2f", v.Cores)
			if v.Peak > 0 {
				row[9] = fmt.Sprintf("%.1f MiB", float64(v.Peak)/(1<<20))
			}
		}
		if s := &p.Score; s.Told > 0 {
			row[8] = lab.Number(float64(s.Guesses) / float64(s.Told))
		}
		if i > 0 && p.Ratio != nil {
			row[10] = fmt.Sprintf("%s× (%s to %s)", lab.Number(p.Ratio.Median), lab.Number(p.Ratio.Interval.Low), lab.Number(p.Ratio.Interval.High))
		}
		t.Add(row...)
	}
	return t
}
