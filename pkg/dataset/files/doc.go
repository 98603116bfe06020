// Package files writes puzzles with their solutions in the forms that people load: CSV, JSON Lines, NumPy's arrays and Parquet.
//
//	err := files.Write(w, files.Parquet, ".parquet", files.Rows{Side: 9, Count: 1000, All: rows})
//	if err != nil { … }
//
// # Formats
//
// csv has a header and the columns puzzle, solution, difficulty, guesses, givens, band, index and copy; jsonl and parquet have
// the same fields. extreme has the columns source, question, answer and rating of Sudoku-Extreme, with the guesses as rating.
// In text a board is one character a cell, row by row: a dot for an empty cell, then 1 to 9 and A to P. npy is two files, puzzles and
// solutions, of uint8 with the shape rows×side×side and 0 for an empty cell; npz is one with the arrays puzzles, solutions and guesses
// (int64), not packed. A name with .gz behind is the same text packed by gzip.
//
// # Invariants
//
// A file's bytes depend on its rows alone: no times, no names of machines or builds, and the libraries that pack are those
// that go.mod pins.
//
// # Cost
//
// Text and arrays are written as the rows come. Parquet holds a group of some thousand rows. An npz goes through the rows three
// times.
//
// # What it does not do
//
// It reads nothing: package format reads the text forms. It makes no folders and names no files.
package files
