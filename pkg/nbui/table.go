package nbui

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"sudokulab/pkg/lab"
)

// Notebooks style the tables of their outputs; the class named twice outweighs that. The ground is
// painted, too: not every page has the side that it, or its reader, asks for.
const tableStyle = ".ID{max-width:100%;width:fit-content;padding:1px 8px;background:$page;color:$given;font:14px/1.4 system-ui,sans-serif}" +
	".ID .scroll{overflow:auto;max-height:36em;width:fit-content;max-width:100%;border:1px solid $rule}" +
	".ID.ID table{border-collapse:collapse;margin:0;border:0;font-size:inherit;color:inherit;table-layout:auto}" +
	".ID.ID p{margin:.4em 0;color:inherit}.ID.ID p.title{font-weight:700}.ID.ID p.note{color:$label;font-size:13px}" +
	".ID.ID table th,.ID.ID table td{padding:3px 10px;text-align:left;vertical-align:top;white-space:normal;max-width:34em;border:0;border-top:1px solid $rule;background:$paper;font-weight:400}" +
	".ID.ID thead th{position:sticky;top:0;font-weight:700;border-top:0;background:$shade}" +
	".ID.ID table .n{text-align:right;font-variant-numeric:tabular-nums}.ID.ID td.n,.ID.ID th.short{white-space:nowrap}" +
	".ID.ID td.long{min-width:14em}" +
	".ID.ID small{color:$label;font-size:12px}" +
	".ID .reproduced{color:$reproduced}.ID .partly{color:$partly}.ID .refuted{color:$refuted}.ID .pending{color:$pending}" +
	".ID .verdict{font-weight:700;white-space:nowrap}"

// Table shows a table: figures to the right, notes below, a box that scrolls where it is large.
func Table(t lab.Table) {
	show("table", func() (bundle, error) { return tableOf(t) })
}

// TableFrom shows a table that was made from records, and says from which. What they have no figure
// for, and so is no number, becomes a dash.
func TableFrom(t lab.Table, from *Source) {
	for _, row := range t.Rows {
		for i, cell := range row {
			if strings.Contains(cell, "NaN") {
				row[i] = "–"
			}
		}
	}
	t.Notes = append(t.Notes, "From the records of "+from.experiment+". "+from.foot())
	Table(t)
}

func tableOf(t lab.Table) (bundle, error) {
	cells := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return bundle{}, fmt.Errorf("%q: row %d has %d cells, want %d", t.Title, i+1, len(row), len(t.Columns))
		}
		for _, cell := range row {
			cells[i] = append(cells[i], escape(cell))
		}
	}
	if len(t.Columns) == 0 {
		return bundle{}, errors.New("no columns")
	}
	var text bytes.Buffer
	if err := t.WriteText(&text); err != nil {
		return bundle{}, err
	}
	return bundle{html: htmlTable(t, cells, numeric(t)), text: text.String()}, nil
}

var figureCell = regexp.MustCompile(`^(?:[-−+<>≈≤≥±]?\s?\d[\d,.]*(?:[ /%×–a-zµ].*)?|[–-]?(?: \(.*\))?)$`)

// numeric tells which columns hold nothing but figures. The first says what a row is about,
// whatever it looks like.
func numeric(t lab.Table) []bool {
	out := make([]bool, len(t.Columns))
	for c := 1; c < len(out); c++ {
		out[c] = len(t.Rows) > 0
		for _, row := range t.Rows {
			out[c] = out[c] && figureCell.MatchString(row[c])
		}
	}
	return out
}

// sentence is the length from which a cell is read like a line of text.
const sentence = 60

// left stands in the cells of text themselves: where a viewer has dropped the style sheet, its own
// may set every cell of a table to the right, as JupyterLab's does.
const left = ` style="text-align:left"`

// htmlTable writes a table whose cells are HTML already, those of some columns as figures.
func htmlTable(t lab.Table, cells [][]string, figures []bool) string {
	var b strings.Builder
	if t.Title != "" {
		fmt.Fprintf(&b, "<p class=\"title\"><strong>%s</strong></p>\n", escape(t.Title))
	}
	class := make([]string, len(t.Columns))
	for c, n := range figures {
		class[c] = left
		switch {
		case n:
			class[c] = ` class="n"`
		case slices.ContainsFunc(cells, func(row []string) bool { return utf8.RuneCountInString(row[c]) > sentence }):
			class[c] = ` class="long"` + left // a narrow page scrolls sooner than it makes a tower of it
		}
	}
	// Who has no pointer scrolls a region that has the focus.
	fmt.Fprintf(&b, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table><thead><tr>", escape(t.Title))
	for c, name := range t.Columns {
		fmt.Fprintf(&b, "<th scope=\"col\"%s>%s</th>", class[c], escape(name))
	}
	b.WriteString("</tr></thead><tbody>\n")
	name := ` class="short"` // the names of rows are not broken, unless they are sentences
	for _, row := range t.Rows {
		if utf8.RuneCountInString(row[0]) > 32 {
			name = ""
		}
	}
	for _, row := range cells {
		b.WriteString("<tr>")
		for c, cell := range row {
			if c == 0 {
				fmt.Fprintf(&b, "<th scope=\"row\"%s%s>%s</th>", name, left, cell)
			} else {
				fmt.Fprintf(&b, "<td%s>%s</td>", class[c], cell)
			}
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody></table></div>\n")
	for _, n := range t.Notes {
		fmt.Fprintf(&b, "<p class=\"note\">%s</p>\n", escape(n))
	}
	return element(tableStyle, b.String())
}
