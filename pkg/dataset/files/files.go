package files

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"sudokulab/pkg/board"
)

// Row is a puzzle with its solution and what is known of it.
type Row struct {
	Puzzle   []uint8 // N cells row by row, 0 for an empty one
	Solution []uint8 // N cells
	Source   string  // the set
	Band     string  // of the set
	// Index is the puzzle's number in its band, and Copy 0, or which of the disguised copies of that puzzle this is, from 1.
	Index int64
	Copy  int
	// Difficulty is the rung of the ladder of package rate, Guesses those of a search that proves the puzzle to have one solution. A copy
	// has those of its puzzle.
	Difficulty string
	Guesses    int64
	Givens     int
}

// Rows are what goes into one file. They may be ranged over several times, and a row stands until the next one comes.
type Rows struct {
	Side  int
	Count int64 // how many rows All yields
	All   iter.Seq2[Row, error]
}

// Format is a form in which people load puzzles.
type Format string

// The formats.
const (
	CSV     Format = "csv"     // with a header that begins puzzle,solution,difficulty
	Extreme Format = "extreme" // with the header source,question,answer,rating of Sudoku-Extreme
	JSONL   Format = "jsonl"   // an object a line
	NPY     Format = "npy"     // two files: puzzles and solutions, uint8, rows×side×side
	NPZ     Format = "npz"     // both and the guesses in one file
	Parquet Format = "parquet"

	packed = ".gz"
)

// writer writes the rows of a file.
type writer func(w io.Writer, r Rows) error

// kind is one of the files of a format.
type kind struct {
	ending string
	write  writer
}

// kinds are the files of each format, without those that are packed.
func (f Format) kinds() []kind {
	switch f {
	case CSV:
		return []kind{{".csv", writeCSV}}
	case Extreme:
		return []kind{{".extreme.csv", writeExtreme}}
	case JSONL:
		return []kind{{".jsonl", writeJSONL}}
	case NPY:
		return []kind{{".puzzles.npy", writePuzzles}, {".solutions.npy", writeSolutions}}
	case NPZ:
		return []kind{{".npz", writeNPZ}}
	case Parquet:
		return []kind{{".parquet", writeParquet}}
	}
	text, gz := strings.CutSuffix(string(f), packed)
	if plain := Format(text); gz && slices.Contains([]Format{CSV, Extreme, JSONL}, plain) {
		k := plain.kinds()[0]
		return []kind{{k.ending + packed, gzipped(k.write)}}
	}
	return nil
}

// Formats lists all formats, those that are packed by gzip included.
func Formats() []Format {
	return []Format{CSV, CSV + packed, Extreme, Extreme + packed, JSONL, JSONL + packed, NPY, NPZ, Parquet}
}

// Valid reports whether there is such a format.
func (f Format) Valid() bool { return f.kinds() != nil }

// Endings are those of the names of a format's files, one a file.
func (f Format) Endings() (out []string) {
	for _, k := range f.kinds() {
		out = append(out, k.ending)
	}
	return out
}

// Write writes the file of a format that has one of its endings.
func Write(w io.Writer, f Format, ending string, r Rows) error {
	for _, k := range f.kinds() {
		if k.ending == ending {
			return k.write(w, r)
		}
	}
	return fmt.Errorf("files: no file %q of the format %q, want one of %q", ending, f, Formats())
}

// gzipped packs what a writer writes, without a time and a name.
func gzipped(write writer) writer {
	return func(w io.Writer, r Rows) error {
		z := gzip.NewWriter(w)
		z.ModTime = time.Unix(0, 0) // none; the library writes the zero time as one of our century
		if err := write(z, r); err != nil {
			return err
		}
		return z.Close()
	}
}

// AppendCells appends cells as a line of text, in the characters of [board.Numeric].
func AppendCells(to []byte, cells []uint8) []byte {
	for _, d := range cells {
		if d == 0 {
			to = append(to, board.Blank)
		} else {
			to = append(to, board.Numeric[d-1])
		}
	}
	return to
}
