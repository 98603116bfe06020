// Package engine makes each way of solving exactly a solver.Solver, so that the harness, the
// conformance suite and the command line can treat them alike.
//
//	e := engine.CSP(engine.DefaultCSP())
//	res, err := e.Solve(ctx, puzzle, solver.Limits{})
//	if err != nil { … }
//	fmt.Println(res.Status, res.Stats.Nodes, res.Stats.Counter(engine.CounterArcs))
//
// [CSP], [DLX], [Bitboard], [Wide] and [Minigrid] make the engines of packages csp, dlx, bitboard,
// bitboard/wide and minigrid in any configuration, [SAT] that of package cdcl on the formula of package
// encode, and [WideSAT] the search that hands over to it. Package method has those that have names,
// and opens them. An engine serves one goroutine at a time. [Validate] is the validation of a board
// by arc consistency alone, with the exact answer for comparison.
//
// Invariants: the same puzzle and limits give the same Result except for the times, no matter what
// the engine solved before; the names of engines and counters do not change their meaning,
// because records hold them.
//
// Cost: an engine of csp, dlx or wide allocates its workspace at the first puzzle of each shape and
// keeps it; after that a call allocates the grid and the counters that it returns. Of the
// shapes that are not plain only the last one's workspace is kept. A minigrid engine makes its
// graph for each puzzle, a sat engine its formula and solver.
//
// The package holds no algorithm: it translates, measures and names.
package engine
