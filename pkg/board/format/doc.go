// Package format reads and writes the text forms in which people keep Sudoku puzzles, plain
// or compressed by gzip or zstd: for boards of side 4, 9, 16, 25 and 36, and, where the
// reader is told the shape (Options.Shape), for the variants of package board on any side.
//
//	for p, err := range format.ReadFile("puzzles.txt.gz", format.Options{}) {
//		if err != nil {
//			return err // puzzles.txt.gz:17: 80 cells, want 81
//		}
//		fmt.Println(p.Line, p.Board, p.Rating)
//	}
//
// Reading is a stream: lines are cut from a bounded buffer, the first line that says
// something decides the form ([Auto]) unless [Options] name it, and each puzzle is yielded
// as soon as its last character is known. The forms are common property, found in the files
// of tdoku, Royle's 17-clue list, the Enjoy Sudoku forum, Kaggle, Sudoku-Extreme, SadMan
// Sudoku and SudoCue (http://sudocue.net/fileformats.php), Project Euler 96, and in
// sudoku_acs; no code was taken from any of them.
//
// # What is recognised
//
// Blank lines, lines that begin with '#', ';' or '//', a byte order mark at the start of any line, CRLF and a
// missing last line end are all passed over. A blank cell is '.', '_' or '*', and '0' where
// '0' is no digit.
//
//	53..7.... … ..8..79                    Line: then a separator and rating, name or solution
//	53..7.... … ..8..79:1:534678 … 6179    CountLine: number of solutions, solution
//	5 3 . | . 7 . | . . .                  Grid: rows, with or without spaces and rulers
//	5,3,0,0,7,0,0,0,0                      Integers: a row or a board on a line
//	35 2 0 0 7 0 … 0                       Integers: two numbers, then a board (sudoku_acs)
//	[Puzzle]                               SDK
//	puzzle,solution                        KaggleCSV, by column names in any order
//	source,question,answer,rating          ExtremeCSV, the same with other names
//
// Under [Auto] the lines of a file without sections or header may mix Line, CountLine, Grid
// and Integers. Behind the puzzle of a Line, separated by a space, tab, comma, semicolon or
// bar, may stand its solution, then text: a word like 8.4 or ED=10.3/1.2/1.2 is the Rating,
// the rest the Name; of two fields the first is the Rating in any case. A word
// before the puzzle, such as a hash or a number, begins the Name. A line such as "Grid 01"
// or "Puzzle 7" names the grid below it. Of sudoku_acs' two numbers the first, the fill, is
// the Rating, and both are the Name.
//
// Rules where a text can mean two things:
//
//   - The alphabet is detected for each puzzle, over its cells and its stated solution.
//     It is [board.Numeric] unless something speaks against that. Up to side 9, letters
//     without digits are [board.Letters], and '0' is a blank always. From side 10, '0' is a
//     digit ([board.ZeroBased]) if another blank occurs in the same puzzle, if the solution
//     holds a '0', or if the board is full with it. Letters that Numeric lacks, without a
//     digit 1–9, mean Letters, and so do small ones beside capitals from side 27. So a
//     zero-based puzzle that happens to give no '0' is read with every digit one lower: give
//     the alphabet where that matters.
//   - Small letters equal capitals, except at side 36 in Numeric and Letters, which use
//     both; there, digits with small letters only are read as 1–9, a–z.
//   - What the digits were written in is Puzzle.Alphabet; if all letters were small, so are
//     those of the alphabet.
//   - 16 characters or integers on a line are a 4×4 board or a row of a 16×16 board. They
//     are rows unless most of a run of up to 16 such lines use the first four digits only,
//     and always behind a larger board that had its own line. Options.Side decides it.
//   - A blank line ends a grid, but single blank lines may stand between all bands of a
//     grid; then two, or a title, must stand between grids. A jigsaw has no bands.
//   - Grids with nothing between them are told apart by counting rows.
//
// # Invariants
//
// Every puzzle yielded is a valid Board with its own cells, on Options.Shape or, without
// it, on a plain shape. Givens that conflict are no
// error: the board is as the file says. A stated Solution solves its Board, or the puzzle is
// an error. Nothing is dropped without an error: not a short line, not a truncated grid, not
// the rows behind a bad one. Lines are at most 64 KiB.
//
// # Cost
//
// Memory is a 128 KiB buffer, one puzzle, and 8 KiB of cells shared by the puzzles of about
// a hundred lines. Nothing is allocated for a 9×9 line beyond its cells. BenchmarkRead has
// the speed of each form.
//
// # What it does not do
//
// It does not solve, does not find duplicates, and reads no pencil marks but by [ParseMarks], and no quoted
// fields that go over several lines. No form that it knows states diagonals or regions, so
// it does not tell variants apart: the caller says which one a file holds. [State], [PencilMarks] and
// other sections of SDK are passed over. Names of corpora and their checksums are the
// matter of package corpus.
package format
