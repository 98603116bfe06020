package files

import (
	"io"

	"github.com/parquet-go/parquet-go"
)

// rowGroup is how many rows are held in memory before they are written.
const rowGroup = 20_000

func writeParquet(w io.Writer, r Rows) error {
	// Who created a file is the library's build by default, which is not the same everywhere.
	out := parquet.NewGenericWriter[line](w, parquet.CreatedBy("sudokulab", "1", "0"), parquet.MaxRowsPerRowGroup(rowGroup))
	var rows []line
	for row, err := range r.All {
		if err != nil {
			return err
		}
		if rows = append(rows, lineOf(&row)); len(rows) == 1000 {
			if _, err := out.Write(rows); err != nil {
				return err
			}
			rows = rows[:0]
		}
	}
	if _, err := out.Write(rows); err != nil {
		return err
	}
	return out.Close()
}
