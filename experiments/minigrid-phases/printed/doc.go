// Package printed is phases 2 and 3 of the minigrid method as the document's listings have them
// (sections 3.2 and 3.3), with a count of what they do: the baseline of what is claimed of their
// cost, and a second opinion on package minigrid, with which it shares the board and the list of
// dependent boxes.
//
//	l := printed.ListAll(puzzle, true)
//	for box := range l.Boxes {
//		fmt.Println(l.Boxes[box].Count, "fillings,", l.Boxes[box].Trials, "digits tried")
//	}
//	c, err := l.Connect(ctx, func(pair int, edges []printed.Edge) error { … })
//	fmt.Println(c.Pairs, "pairs compared,", c.Edges, "edges")
//
// Invariants: fillings come in the order of the listing, cells and digits rising; every pair of
// fillings of dependent boxes is compared once.
//
// Cost: of the order of n·e! for a box of e empty cells, whatever the limits of anyone's patience:
// a caller looks at the sizes first. Connect compares Σ|P_i|·|P_j| pairs.
//
// It does not prune, and knows neither limits nor workers.
package printed
