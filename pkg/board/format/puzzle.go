package format

import (
	"strconv"

	"sudokulab/pkg/board"
)

// Puzzle is one puzzle with what its file says about it.
type Puzzle struct {
	Board    board.Board
	Solution board.Board // as stated by the file, checked against Board; the zero Board if none is stated
	Count    int         // number of solutions stated by the file, -1 if none is stated
	Name     string      // title, identifier or trailing text, "" if none
	Source   string      // where the puzzle comes from, "" if not stated
	Rating   string      // difficulty in the file's own terms, "" if not stated
	Line     int         // 1-based line on which the puzzle starts
	// Alphabet is what the digits were written in, so that an answer can be written in the
	// same, small letters included; "" if that is board.Numeric, or decimal numbers.
	Alphabet board.Alphabet
}

// Options says how to read. The zero value detects everything and stops at the first error.
type Options struct {
	// File names the input in errors; "<input>" if empty.
	File string
	// Format is the form to expect; Auto recognises it from the content.
	Format Format
	// Alphabet is the convention for digits; if empty it is detected for each puzzle.
	Alphabet board.Alphabet
	// Side is the side of the boards to expect, 0 to take it from each puzzle.
	Side int
	// Shape is the shape of the boards to expect, a variant or one of an odd side; nil for
	// the plain shape of each puzzle's size. No form says itself which variant is meant. A
	// board of another side is then an error, and Side may be left out.
	Shape *board.Shape
	// KeepGoing skips a bad puzzle instead of ending with its error.
	KeepGoing bool
	// OnError, if not nil, is called with the error of each puzzle that KeepGoing skips.
	OnError func(error)
	// Skipped, if not nil, is raised by one for each puzzle that KeepGoing skips.
	Skipped *int
}

// Error is a fault at a place in the input.
type Error struct {
	File   string // Options.File, or "<input>"
	Line   int    // 1-based
	Column int    // 1-based, in characters; 0 if the fault is the whole line's
	Msg    string // what was found and what was expected
	Err    error  // the fault beneath, such as an I/O error; nil if there is none
}

// Error returns "file:line:column: message", without the column if there is none.
func (e *Error) Error() string {
	s := e.File + ":" + strconv.Itoa(e.Line)
	if e.Column > 0 {
		s += ":" + strconv.Itoa(e.Column)
	}
	return s + ": " + e.Msg
}

// Unwrap returns the fault beneath.
func (e *Error) Unwrap() error { return e.Err }
