package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Table is a finished table: text in cells, figures already formatted.
type Table struct {
	Name    string // for errors and for the names of files
	Title   string // one line, says what the rows are
	Columns []string
	Rows    [][]string
	Notes   []string // sentences below the table
}

// Add appends a row. It panics if the number of cells does not fit the columns.
func (t *Table) Add(cells ...string) {
	if len(cells) != len(t.Columns) {
		panic(fmt.Sprintf("table: %s: row of %d cells, want %d", t.Name, len(cells), len(t.Columns)))
	}
	t.Rows = append(t.Rows, cells)
}

var figure = regexp.MustCompile(`^[-−+<>≈≤≥±]?\s?[0-9][0-9,.]*([ /%×–a-zµ].*)?$|^([–-]|void)?$`)

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

var errNoWriter = errors.New("table: no writer")

// WriteText writes the table for a terminal or a log.
func (t *Table) WriteText(w io.Writer) error {
	if w == nil {
		return errNoWriter
	}
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
	if w == nil {
		return errNoWriter
	}
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
		return fmt.Errorf("table: %s: %w", t.Name, err)
	}
	if err := table.Render(); err != nil {
		return fmt.Errorf("table: %s: %w", t.Name, err)
	}
	return nil
}

// WriteCSV writes the columns and rows, without title and notes.
func (t *Table) WriteCSV(w io.Writer) error {
	if w == nil {
		return errNoWriter
	}
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
