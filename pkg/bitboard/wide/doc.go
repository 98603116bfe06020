// Package wide searches boards of every shape of package board with bit masks: for the
// solutions, one after another, or for their number up to a limit. It is the fast counter for
// boards of side 16 and more.
//
//	s, err := wide.New(puzzle.Shape(), wide.DefaultConfig())
//	if err != nil { … }
//	n, err := s.CountUpTo(puzzle, 2) // 1: a proper puzzle
//
//	err = s.Begin(puzzle) // or step by step
//	for s.Next(1000) == wide.Budget { // guesses
//		… // look at a clock, a context, s.Counters()
//	}
//	fmt.Println(s.Solution())
//
// The method is backtracking with propagation to a fixed point. Two tables mirror each other:
// the candidates of each cell as a mask of digits, and the places of each digit in each unit as
// a mask of the unit's cells. Striking a candidate clears one bit in the first and one for each
// of the cell's units in the second, and queues what follows: naked and hidden singles, locked
// candidates, naked and hidden pairs, each a few operations on whole masks. A guess takes the
// cell or the digit of a unit with the fewest options for its weight, which grows with each
// contradiction there (after Boussemart, Hemery, Lecoutre and Sais, ECAI 2004); a candidate
// that fails is struck before the next guess. Until the first solution the search restarts
// after Luby's sequence (Luby, Sinclair and Zuckerman 1993, doi:10.1016/0020-0190(93)90029-9).
// DESIGN.md has the figures for each of these and for what lost.
//
// Invariants: no solution is returned twice or passed over, whatever the configuration and
// however a run is cut into calls of Next; tree and counters depend only on configuration and
// puzzle; after New nothing is allocated; the puzzle is not written to.
//
// Cost: a solver takes 0.4 MB at 36×36, of which 4n³ bytes are the trail. Boards with most cells or few cells given need few guesses
// that fail. In between, at 25×25 with 45 % given, some need a hundred thousand, and at 36×36
// with half the cells given the search gives up: see experiments/speed-large.
//
// It learns no clauses, finds no larger subsets than pairs and no fish, and knows no threads.
// For plain boards of side 9, package bitboard is faster.
package wide
