package format

import (
	"fmt"
	"strings"
)

// Format is a text form in which puzzles are kept.
type Format uint8

// The forms. Reading as Auto recognises all of them; writing as Auto writes Line.
const (
	// Auto recognises the form from the content.
	Auto Format = iota
	// Line is one puzzle per line, n² characters, then perhaps a separator and text.
	Line
	// Grid is n lines of n characters, with or without rulers and spaces.
	Grid
	// Integers is decimal numbers with 0 for a blank, n² on a line or n on each of n lines.
	Integers
	// SDK is the sectioned form of SadMan Sudoku: #-lines of metadata, [Puzzle], [State].
	SDK
	// SDM is a list of one-line puzzles, as SadMan Sudoku and SudoCue keep collections.
	SDM
	// KaggleCSV is comma-separated values with a header that names puzzle and solution.
	KaggleCSV
	// ExtremeCSV is Sudoku-Extreme's table: source,question,answer,rating.
	ExtremeCSV
	// CountLine is puzzle:count:solution, as in tdoku's tests.
	CountLine
)

var formatNames = [...]string{"auto", "line", "grid", "integers", "sdk", "sdm", "kaggle", "extreme", "count"}

// String returns the name that [ParseFormat] reads.
func (f Format) String() string {
	if int(f) >= len(formatNames) {
		return fmt.Sprintf("format(%d)", uint8(f))
	}
	return formatNames[f]
}

// ParseFormat returns the format of the given name, in any case.
func ParseFormat(name string) (Format, error) {
	for i, n := range formatNames {
		if strings.EqualFold(n, name) {
			return Format(i), nil
		}
	}
	return Auto, fmt.Errorf("format: no form %q, want one of %s", name, strings.Join(formatNames[:], ", "))
}
