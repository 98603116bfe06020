package predictions

import (
	"fmt"
	"strings"

	"sudokulab/pkg/board"
)

// Form is a form of files with predictions.
type Form string

// The forms.
const (
	Auto  Form = "auto"
	Lines Form = "lines"
	CSV   Form = "csv"
	JSONL Form = "jsonl"
	NPY   Form = "npy"
	NPZ   Form = "npz"

	Parquet Form = "parquet"
)

// Forms returns all forms, Auto first.
func Forms() []Form { return []Form{Auto, Lines, CSV, JSONL, NPY, NPZ, Parquet} }

// Options say how to read a file.
type Options struct {
	Name     string         // of the file, in messages; "<input>" if empty
	Form     Form           // empty: Auto
	Alphabet board.Alphabet // characters of the digits; empty: told from the file, and 1–9 below side 10
	Side     int            // of the boards, where a text can be read in two ways, and in messages; 0: not known
	Array    string         // of an npz: which of its arrays; empty: the one there is, or a usual name
	// IndexBase is the index of the first puzzle where rows have one, 0 or 1.
	IndexBase int64
	// Puzzles says that the file holds puzzles: each row has its Puzzle, and no answers are looked for. Lines and CSV are not read so: package
	// format reads them.
	Puzzles bool
	// Blank is the number that stands for a blank cell where cells are numbers; that of the digit d is d more. nil: 0 or −1, and digits from
	// 1, unless the alphabet says that they begin with 0.
	Blank *int
}

// Row is what a file says of one puzzle.
type Row struct {
	Line    int64   // line of the text, or row of the array, from 1; 0 of a puzzle without a row
	Index   int64   // stated, −1 if there is none
	Puzzle  []uint8 // stated, nil if there is none: cells row by row
	Answers []Answer
	Fault   string // why the row could not be read; it has no answers then
}

// Answer is one answer to a puzzle.
type Answer struct {
	Cells []uint8   // row by row, 0 for a blank cell; nil if there is no answer
	P     []float32 // cells × digits, nil if there are none; Cells are then the likeliest digits, the least of equals
	Fault string    // why the answer could not be read
}

// FileError is what is wrong at a place of a file.
type FileError struct {
	File  string `json:"file"`
	Line  int64  `json:"line"` // or row of the array, from 1; 0 if the fault has no line
	Cause string `json:"cause"`
}

// Error returns "file:line: cause".
func (f *FileError) Error() string {
	if f.Line == 0 {
		return f.File + ": " + f.Cause
	}
	return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Cause)
}

// sideOf returns n where n² cells make a plain board, 0 for any other number.
func sideOf(cells int) int {
	if s, err := board.ShapeOfCells(cells); err == nil {
		return s.Side()
	}
	return 0
}

// wantCells says how many cells there should be.
func (o *Options) wantCells() string {
	if o.Side > 0 {
		return fmt.Sprintf("want %d", o.Side*o.Side)
	}
	return "want those of a board of side 4, 9, 16, 25 or 36"
}

// clip shortens a text for a message.
func clip(s string) string {
	const most = 40
	r := []rune(strings.ToValidUTF8(s, "\uFFFD"))
	if len(r) > most {
		return string(r[:most]) + "…"
	}
	return string(r)
}
