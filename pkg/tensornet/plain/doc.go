// Package plain is the tensor network's step in plain loops over one puzzle: what package tensornet
// computes with tensors for thousands of puzzles at once, written so that it can be read, and held
// against it candidate by candidate.
//
//	s, err := plain.New(puzzle, plain.Search{Limit: 2})
//	if err != nil { … }
//	for s.Running() {
//		outcome := s.Step(plain.Rules{Locked: true})
//		fmt.Println(outcome, s.Guesses, s.Candidates(0))
//	}
//	fmt.Println(s.End, s.Found, s.Solution)
//
// # The step
//
// The rules strike candidates; then control looks at what they did and takes one of four outcomes:
//
//	contradiction                    → pop   take back the last guess
//	else candidates were struck      → pass  nothing more
//	else every cell has one left     → solve keep the solution, then pop to look for more
//	else                             → push  guess a digit
//
// The rules, each from the candidates that the one before left (see rules.go):
//
//	Eliminate  a cell's only candidate is struck from the other cells of its row, column and box
//	Locked     a digit confined to one line of a box is struck from the rest of that line, and one
//	           confined to one box of a line from the rest of that box
//	Only       a digit with one place left in a row, column or box is all that its cell keeps
//	Doubles    two digits confined to the same two cells of a row, column or box, or two cells to the
//	           same two digits, rule out what else is there
//
// # The stack
//
// The stack has no depth axis. Each candidate has a stamp: 0 while it is possible, else one more than
// the level at which it was struck. Levels count from 0: level 0 is what the rules strike before any
// guess, 2g−1 what guess g strikes, and 2g what the rules strike after it; so odd levels are guesses
// and even ones results of the rules. To return from guess g is to clear the stamps of levels 2g and
// 2g−1 and to strike, at level 2g−2, the digit that was guessed: the one in the guess's cell that level
// 2g−1 did not strike. With stamps up to 127, the most that int8 holds, there is room for 63 guesses.
//
// The design is that of the document tensor.md, "рекурсия"; the order of the rules and the state for an
// exhausted search are of this project.
//
// # Invariants
//
// A candidate of a solution that agrees with the open guesses is never struck. Step depends on the
// state alone. An ended state is left as it is.
//
// # Cost
//
// About a microsecond for each cell and step at 9×9: it is an oracle and no solver to be used for speed.
package plain
