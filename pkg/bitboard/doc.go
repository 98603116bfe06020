// Package bitboard solves and counts plain 9×9 puzzles fast: uniqueness is proved in a few
// microseconds, that of the hardest puzzles in a few dozen.
//
//	grid, solutions, err := bitboard.Solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
//	if err != nil { … }
//	fmt.Println(grid, solutions == 1) // 8127536…18452 true
//
// One [Solver] serves many puzzles, in one goroutine:
//
//	s := bitboard.New()
//	puzzle, err := bitboard.Parse(line) // or bitboard.FromBoard(b)
//	if err != nil { … }
//	switch s.CountUpTo(&puzzle, 2) {
//	case 1:
//		fmt.Println(s.First()) // the only solution
//	case 2:
//		fmt.Println("not unique")
//	}
//
// The method: a digit's possible cells are a bit word of 27 cells for each band. Lines, the
// mini-rows and mini-columns that a row or column shares with a box, carry the reasoning:
// in a band a digit's three mini-rows match its rows with its boxes, in a stack its
// mini-columns match bands with columns, and a table of 512 entries gives for every pattern
// what the possible matchings leave. That is hidden singles and locked candidates in both
// directions at once. Naked singles come from adding the digits' words bit by bit. At a
// fixpoint of these, lines are counted the same way: a line holds three digits, so three
// candidates are all needed and three settled ones exclude the rest, which is where triples
// hide. The search begins with guesses at cells of two candidates and less reasoning, which
// suits boards with several solutions, and soon restarts where they fail; then it
// guesses at a line of a band or stack with few open digits and many refuted guesses. The
// idea of triads and of the guess by bands is tdoku's (T. Dillon, "Tdoku: A Fast Sudoku
// Solver", 2019, t-dillon.github.io/tdoku), words by band and a table of row patterns are
// those of JCZSolve (users JasonLion, champagne and zhouyundong_2012 of
// forum.enjoysudoku.com, "3.77us Solver"). DESIGN.md has what was tried.
//
// A [Counter] only counts, and does it fastest:
//
//	c := bitboard.NewCounter()
//	unique := c.CountUpTo(&puzzle, 2) == 1
//
// [Batch] and [Stream] spread many puzzles over cores and keep their order. [Solver.Begin] and
// [Solver.Next] walk through all solutions and can be paused.
//
// Invariants: counts are exact up to the limit. The order of solutions and the guesses depend
// on the puzzle and on whether vectors are used ([Solver.Vector]), not on what the solver did
// before. After [New] nothing is allocated.
//
// Cost: New takes up to 130 kB. Beyond that a puzzle costs about the same
// for each of its guesses. A [Counter] takes less where the processor has AVX2 (package bitboard/triad), and where there
// are many solutions. Experiment speed-peers compares guesses and times with those of
// other programs.
//
// What it does not do: other sizes, diagonals and irregular regions (package
// bitboard/wide has those), limits of time (call Next in slices), explanations.
package bitboard
