// Package counter counts the solutions of a board by plain backtracking, in the forms that a
// generator's check of uniqueness takes between its first draft and its last: each improvement
// is a switch of [Config], so that what each is worth can be measured on the same boards.
//
//	c, err := counter.New(board.Standard(), counter.DefaultConfig())
//	if err != nil { … }
//	if c.CountUpTo(puzzle, 2) == 1 { … } // one solution
//	res, err := c.Solve(ctx, puzzle, solver.Limits{Solutions: 2, Nodes: 1_000_000})
//	if err != nil { … }
//	switch res.Status {
//	case solver.Unique, solver.Multiple, solver.Unsat: // proved
//	case solver.Capped:                                // no count: the bound came first
//	}
//	fmt.Println(c.Stats().Nodes, c.Stats().Compared)
//
// The method is depth-first search over the blanks of a board, digits in rising order, as the
// document on the DQN agent (dqn.md, "Optimizing count_solutions()") tells it. Its three
// improvements are the choice of the blank with the fewest candidates ([Config.MRV]; Golomb
// and Baumert, "Backtrack Programming", JACM 12 (1965), doi:10.1145/321296.321300), a record
// of used digits for each unit in place of scans ([Config.Validity]), and a list of the blanks
// made once ([Config.Blanks]). The zero switches are the draft.
//
// Invariants: all forms find the same solutions. Forms with the same [Config.MRV] walk the
// same tree: Nodes, Backtracks and Checks are equal, and only what a check or a step costs
// differs (Compared, Visited). The puzzle is not written to. The same puzzle and limits give
// the same counters.
//
// Cost: a check scans 3n cells at most under [Scan] and asks three masks or maps otherwise; a
// step looks at n² cells without the list of blanks and at one with it (with MRV, at the
// blanks left). Under [Scan] and [Masks] nothing is allocated after [New]; Solve copies the
// grid and the counters that it returns.
//
// What it does not do: it propagates nothing, so hard boards take millions of nodes and boards
// beyond 9×9 mostly never end; it takes plain shapes only. Package bitboard counts fast.
package counter
