// Package play is a game in progress on a board of any shape: digits and pencil marks are set and cleared,
// undone and redone, and the game says what is legal, what clashes and whether the puzzle is solved.
//
//	game, err := play.New(puzzle)
//	if err != nil { … }
//	err = game.Place(game.Shape().Cell(0, 2), 4)
//	for _, c := range game.Conflicts() {
//		fmt.Println(c.Unit, "holds", c.Digit, "twice")
//	}
//	game.Undo()
//	fmt.Println(game.Legal(2), game.Solved())
//
// A game is its puzzle and a list of moves with a place in it. A [Move] is the new contents of one cell:
// a digit, or pencil marks, or nothing. Undo and redo go back and forth in the list without end; a move
// made after an undo drops what was undone. Saving writes the puzzle and the list as JSON, and loading
// plays it again by the same rules, so a damaged file is an error and never a game that could not be.
//
// The rules of a single move stand in [Breaks] and [Legal]. They work on bare cells and allocate nothing,
// for callers that keep many boards and step them fast; a Game is for a person's pace.
//
// Invariants: givens never change; a move that is refused leaves the game as it was; a move that changes
// nothing is none; boards that a game hands out are copies. Digits that break a rule are allowed, as on paper:
// [Game.Conflicts] names them. The judges are those of package board, which share no code with any solver.
//
// Cost: a move and its undoing take constant time and the list some bytes for each of them; Conflicts
// compares all pairs of cells.
//
// It does not solve, does not know the solution and gives no hints: a move may be wrong without
// breaking a rule. A Game is for one goroutine.
package play
