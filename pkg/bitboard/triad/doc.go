// Package triad solves and counts plain 9×9 Sudoku with vector instructions. A triad is the
// meeting of a row or a column with a box: three cells. The package is for hard puzzles and
// for boards with many solutions; it proves uniqueness with few guesses and little work at
// each.
//
//	s := triad.New()
//	var puzzle [81]uint8 // row by row, 0 for a blank
//	switch s.CountUpTo(&puzzle, 2) {
//	case 0: // no solution
//	case 1: // s.First() is the only one
//	case 2: // s.First() and s.Last() are two of them
//	}
//
// The method is that of tdoku (T. Dillon, "I should write a Sudoku solver", 2019,
// github.com/t-dillon/tdoku): a backtracking search (DPLL) over the configurations of the
// six bands. Within a band a digit lies in one row (or column) of each of three boxes, all
// different, so it has six configurations, and the digits that a triad may hold follow from
// them. Cells and configurations are struck from each other until nothing more follows:
// naked and hidden singles in a box; cells from triads and configurations from cells; and at a
// fixpoint, triads that have exactly three digits left or settled. Then the search splits on one
// configuration of one digit. The strength is tdoku's; the order of the work, the vectors
// and the choice of the guess are not, see DESIGN.md.
//
// Step by step, from a board or from candidates:
//
//	s.BeginAt(&candidates)
//	for s.Next(1000) == triad.Solution { … s.Last() … }
//
// Invariants: each solution is found once; counts, solutions, their order and the number of
// guesses depend on the board alone, not on the processor or the build; nothing is allocated
// after [New]; an [Engine] serves one goroutine at a time.
//
// Cost: an Engine takes 37 kB. On amd64 with AVX2 it runs assembly, in every build, chosen when it is
// made, and where the processor has AVX-512 for vectors of 256 bits, a shorter one. Elsewhere the same search runs on groups of four lanes in a word, five to six times slower:
// then an engine without triads is the better choice, see [Engine.Vector].
//
// A [Solver] is the same search without the assembly. It has vectors if the program is built with
// GOEXPERIMENT=simd for amd64, see [Available], and is what package bitboard takes in such a build.
//
// The package gives no reasons, grades nothing, knows no variants, and reads no text.
package triad
