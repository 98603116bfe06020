// Package table writes the tables of every command and document in one style: framed text for a
// terminal, Markdown for pages, CSV for programs.
//
//	t := table.Table{Title: "Puzzle sets", Columns: []string{"Set", "Puzzles"}}
//	t.Add("17clue", "49,158")
//	err := t.WriteText(os.Stdout)
//
// Cells are text: the caller formats the figures. The first column, which says what a row is
// about, is aligned left; of the others, those that hold only figures are aligned right.
// Markdown escapes bars. CSV has the columns and rows, without title and notes.
//
// Every row has as many cells as there are columns; Add panics otherwise.
//
// Drawing looks at each cell a few times, so it costs as much as its text is long.
//
// It does not wrap, sort or shorten cells, and does not look how wide the terminal is.
package table
