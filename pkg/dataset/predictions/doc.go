// Package predictions reads what programs of any kind answered to Sudoku puzzles, and pairs the answers with the puzzles.
//
//	f, err := predictions.Open(r, predictions.Options{Name: "answers.csv", Side: 9})
//	if err != nil { … }
//	p, err := predictions.Pair(ctx, f, "")
//	if err != nil { … }
//	defer p.Close()
//	for _, puzzle := range set {
//		row, err := p.Next(ctx, puzzle) // row.Fault says why there is none
//		if err != nil { … }
//	}
//	err = p.Finish(ctx) // what is left answers no puzzle: p.Faults has it
//
// # Forms
//
// The form is told from the first bytes, whatever the name, unless [Options] name it. All but npz and Parquet may be compressed by gzip or zstd.
//
//   - [Lines]: a grid a line, n² characters or n² numbers apart; or a puzzle and its answer. Lines that begin with # are passed over.
//   - [CSV]: values under a header that names a column prediction, answer or solution (the first of these that is there), and perhaps
//     one of puzzle or index. Comma, semicolon or tab; a record is one line.
//   - [JSONL]: an object a line: {"answer": …}, {"answers": [ … ]} for several answers, or {"probabilities": [ … ]}, one list of n
//     numbers a cell, with "puzzle" or "index" where rows come in any order. A grid is a text, a list of numbers or a list of rows.
//   - [NPY]: an array of NumPy: of digits, N × n², N × n × n or, of several answers, N × k × n²; of probabilities, N × n² × n. The first
//     axis are the puzzles. Integers, floats and texts of any width and byte order.
//   - [NPZ]: an archive of these, of which one is read.
//   - [Parquet]: columns named as the keys of JSONL are, of texts, numbers or lists of numbers.
//
// [Options] with Puzzles read sets of puzzles of the last four forms: their puzzles, and no answers.
//
// A blank cell is 0, '.', '_' or '*', in arrays also -1; a grid of blanks is no answer. From side 10 digits are written 1–9A–Z, 0–9A–Z
// or A–Z: which one is decided once for a file, from its beginning. Where digits count from 0, Options.Alphabet has to say so: nothing
// guesses it from the numbers. Options.Blank says which number a blank cell has where that is another, such as 1. A puzzle beside such an answer counts from 1 if its only blanks are 0.
//
// # Pairing
//
// Rows that name neither a puzzle nor an index answer the puzzles in order. Others are kept in a temporary file and found by their
// puzzle's cells or their index; a row for equal puzzles of the set answers all of them, several answer them in turn.
//
// # Invariants
//
// No row is dropped: what cannot be read is a row with a Fault at its place, a file that ends too early says so, and rows that answer no
// puzzle are counted. Nothing is repaired. A probability is a number from 0 to 1, and those of a cell add up to 1 within 0.02.
//
// # Cost
//
// One row in memory where rows are in order; where they are not, sixteen bytes a row, and on disk what the rows hold. Lines have at
// most [MaxLine] bytes.
//
// # What it does not do
//
// It judges no answer: package score does. It reads no pickled arrays and no grid that is spread over several lines of text. An array in
// Fortran order is held in memory, and has at most a gibibyte.
package predictions
