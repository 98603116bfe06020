package lab

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"sudokulab/pkg/record"
)

// Table is a finished table: text in cells, figures already formatted.
type Table struct {
	Name    string // file name under results/<id>/, without ending
	Title   string // one line, says what the rows are
	Columns []string
	Rows    [][]string
	Notes   []string // sentences below the table
}

// Add appends a row. It panics if the number of cells does not fit the columns.
func (t *Table) Add(cells ...string) {
	if len(cells) != len(t.Columns) {
		panic(fmt.Sprintf("lab: table %s: row of %d cells, want %d", t.Name, len(cells), len(t.Columns)))
	}
	t.Rows = append(t.Rows, cells)
}

var figure = regexp.MustCompile(`^[-−+<>≈≤≥±]?\s?[0-9][0-9,.]*([ /%×–a-zµ].*)?$|^[–-]?$`)

// alignments puts columns of figures to the right and columns of words to the left.
func (t *Table) alignments() []tw.Align {
	out := make([]tw.Align, len(t.Columns))
	for c := range t.Columns {
		if c == 0 { // what the row is about, even where it is a number
			out[c] = tw.AlignLeft
			continue
		}
		out[c] = tw.AlignRight
		for _, row := range t.Rows {
			if !figure.MatchString(row[c]) {
				out[c] = tw.AlignLeft
				break
			}
		}
	}
	return out
}

// WriteText writes the table for a terminal or a log.
func (t *Table) WriteText(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "%s\n", t.Title); err != nil {
		return err
	}
	if err := t.write(w, renderer.NewBlueprint(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleLight)}), t.Rows); err != nil {
		return err
	}
	for _, n := range t.Notes {
		if _, err := fmt.Fprintf(w, "  %s\n", n); err != nil {
			return err
		}
	}
	return nil
}

// WriteMarkdown writes the table with its title above and its notes below.
func (t *Table) WriteMarkdown(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "**%s**\n\n", t.Title); err != nil {
		return err
	}
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		for _, cell := range row {
			rows[i] = append(rows[i], strings.ReplaceAll(cell, "|", `\|`))
		}
	}
	if err := t.write(w, renderer.NewMarkdown(), rows); err != nil {
		return err
	}
	for _, n := range t.Notes {
		if _, err := fmt.Fprintf(w, "\n%s\n", n); err != nil {
			return err
		}
	}
	return nil
}

func (t *Table) write(w io.Writer, r tw.Renderer, rows [][]string) error {
	align := t.alignments()
	cell := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
		Alignment:  tw.CellAlignment{PerColumn: align},
	}
	table := tablewriter.NewTable(w, tablewriter.WithRenderer(r),
		tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell}))
	table.Header(t.Columns)
	if err := table.Bulk(rows); err != nil {
		return fmt.Errorf("lab: table %s: %w", t.Name, err)
	}
	if err := table.Render(); err != nil {
		return fmt.Errorf("lab: table %s: %w", t.Name, err)
	}
	return nil
}

// WriteCSV writes the columns and rows, without title and notes.
func (t *Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(t.Columns); err != nil {
		return err
	}
	return out.WriteAll(t.Rows)
}

// Markdown returns what WriteMarkdown writes.
func (t *Table) Markdown() ([]byte, error) {
	var buf bytes.Buffer
	err := t.WriteMarkdown(&buf)
	return buf.Bytes(), err
}

// Number writes a figure as people read it: whole numbers with separators, others to four
// significant digits.
func Number(x float64) string {
	switch a := math.Abs(x); {
	case x == math.Trunc(x) && a < 1e15:
		return separated(strconv.FormatInt(int64(x), 10))
	case a >= 1000:
		return separated(strconv.FormatFloat(x, 'f', 0, 64))
	case a >= 0.001:
		digits := max(0, 3-int(math.Floor(math.Log10(a))))
		return strconv.FormatFloat(x, 'f', digits, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

func separated(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// NumberOf writes a metric of a record as [Number] does, and "–" if the record lacks it.
func NumberOf(r record.Record, metric string) string { return written(r, metric, Number) }

// SecondsOf writes a metric of a record as [Seconds] does, and "–" if the record lacks it.
func SecondsOf(r record.Record, metric string) string { return written(r, metric, Seconds) }

func written(r record.Record, metric string, write func(float64) string) string {
	if m, ok := r.Metric(metric); ok {
		return write(m.Value)
	}
	return "–"
}

// Under returns the records whose case name starts with prefix, in their order.
func Under(set record.Set, prefix string) (out record.Set) {
	for _, r := range set {
		if strings.HasPrefix(r.Case, prefix) {
			out = append(out, r)
		}
	}
	return out
}

// Share writes part of whole as a percentage with one decimal, and "–" of nothing. What is
// not all or none never reads 100.0 % or 0.0 %.
func Share(part, whole float64) string {
	if whole == 0 {
		return "–"
	}
	p := 100 * part / whole
	s := strconv.FormatFloat(p, 'f', 1, 64)
	switch {
	case s == "100.0" && part != whole:
		s = "> 99.9"
	case s == "0.0" && part != 0:
		s = "< 0.1"
	}
	return s + " %"
}

// Seconds writes a duration given in seconds with the unit that suits it.
func Seconds(s float64) string {
	switch {
	case s == 0:
		return "0 s"
	case s < 1e-6:
		return Number(s*1e9) + " ns"
	case s < 1e-3:
		return Number(s*1e6) + " µs"
	case s < 1:
		return Number(s*1e3) + " ms"
	}
	return Number(s) + " s"
}
