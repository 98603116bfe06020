// Package explain finds the next step of a Sudoku and the reason for it, as people know them: singles,
// locked candidates, subsets, fish and so on, each in words and with the cells that prove it.
//
//	e, err := explain.New(board.Standard(), explain.Options{})
//	if err != nil { … }
//	p, err := e.Position(puzzle, nil) // nil: no pencil marks of a person's own
//	if err != nil { … }
//	step, err := e.Next(p)
//	if err != nil { … }
//	fmt.Println(step.String()) // hidden single: In box 5 the 7 fits r4c5 alone, so r4c5 is 7.
//	path, err := e.Path(puzzle) // the whole way
//	fmt.Println(path.Hardest, path.Score, path.Stuck())
package explain
