package files

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
)

// table writes comma-separated values.
func table(w io.Writer, r Rows, columns []string, values func(row *Row, text func([]uint8) string, to []string) []string) error {
	out := csv.NewWriter(w)
	if err := out.Write(columns); err != nil {
		return err
	}
	var line []string
	var buf []byte
	text := func(cells []uint8) string {
		buf = AppendCells(buf[:0], cells)
		return string(buf)
	}
	for row, err := range r.All {
		if err != nil {
			return err
		}
		line = values(&row, text, line[:0])
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func writeCSV(w io.Writer, r Rows) error {
	return table(w, r, []string{"puzzle", "solution", "difficulty", "guesses", "givens", "band", "index", "copy"},
		func(row *Row, text func([]uint8) string, to []string) []string {
			return append(to, text(row.Puzzle), text(row.Solution), row.Difficulty, strconv.FormatInt(row.Guesses, 10),
				strconv.Itoa(row.Givens), row.Band, strconv.FormatInt(row.Index, 10), strconv.Itoa(row.Copy))
		})
}

// writeExtreme writes the table of Sudoku-Extreme, whose rating is a number of backtracks, and here one of guesses.
func writeExtreme(w io.Writer, r Rows) error {
	return table(w, r, []string{"source", "question", "answer", "rating"},
		func(row *Row, text func([]uint8) string, to []string) []string {
			return append(to, row.Source, text(row.Puzzle), text(row.Solution), strconv.FormatInt(row.Guesses, 10))
		})
}

// line is a row as an object.
type line struct {
	Puzzle     string `json:"puzzle" parquet:"puzzle,zstd"`
	Solution   string `json:"solution" parquet:"solution,zstd"`
	Difficulty string `json:"difficulty" parquet:"difficulty,dict,zstd"`
	Guesses    int64  `json:"guesses" parquet:"guesses,zstd"`
	Givens     int32  `json:"givens" parquet:"givens,zstd"`
	Band       string `json:"band" parquet:"band,dict,zstd"`
	Index      int64  `json:"index" parquet:"index,zstd"`
	Copy       int32  `json:"copy" parquet:"copy,zstd"`
}

func lineOf(row *Row) line {
	return line{
		string(AppendCells(nil, row.Puzzle)), string(AppendCells(nil, row.Solution)), row.Difficulty, row.Guesses,
		int32(row.Givens), row.Band, row.Index, int32(row.Copy), //nolint:gosec // at most 625, and the copies that a recipe may ask for
	}
}

func writeJSONL(w io.Writer, r Rows) error {
	b := bufio.NewWriterSize(w, 1<<16)
	out := json.NewEncoder(b)
	out.SetEscapeHTML(false)
	for row, err := range r.All {
		if err != nil {
			return err
		}
		if err := out.Encode(lineOf(&row)); err != nil {
			return err
		}
	}
	return b.Flush()
}
