// Package nbformat reads and writes Jupyter notebooks of format 4.0 to 4.5.
//
//	n, err := nbformat.ReadFile("tour.ipynb")
//	if err != nil { … } // names the line, or the cell and the field
//	n.Upgrade()         // 4.5, with an id for each cell
//	for _, c := range n.Cells {
//		if c.Type == nbformat.Code {
//			fmt.Println(c.ID, c.Source, len(c.Outputs))
//		}
//	}
//	err = n.WriteFile("tour.ipynb")
//
// The method is a model of what the format defines (cells, sources, outputs) with a map beside
// it, at each level, for what it does not: fields of later or private formats pass through
// untouched. Text is one string in the model and a list of lines in the file, split where the
// reference implementation splits it; the file is written in its form too (keys sorted, one
// space of indent, characters beyond ASCII as they are, a newline at the end), so that a
// notebook saved by Jupyter and written again here has the same bytes. Source: the schema
// nbformat.v4.5.schema.json and the behaviour of the nbformat package.
//
// Invariants: Read(Write(n)) is n; writing what was read and writing it again gives the same
// bytes; ids made by [Notebook.Upgrade] depend on the cells alone; WriteFile leaves the old
// file or the new one, never a part.
//
// Cost: a few copies of the file in memory.
//
// What it does not do: formats before 4; the whole JSON schema (types, required fields, ids,
// tags and names are checked); numbers are kept as they are spelled, where the reference
// implementation would spell 1E5 as 100000.0; an unpaired surrogate in an escape becomes U+FFFD.
package nbformat
