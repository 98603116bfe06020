// Package engine makes each way of solving a solver.Solver, under a name, so that the
// harness, the conformance suite and the command line can treat them alike.
//
// [All] is the list of them, written out in one place; [ByName] looks one up. An [Entry]
// carries its configuration for the records and makes fresh engines, because an engine
// serves one goroutine at a time. [CSP], [DLX], [Wide] and [Minigrid] make the engines of
// packages csp, dlx, bitboard/wide and minigrid in any configuration, not only the named ones,
// [SAT] that of package cdcl on the formula of package encode, and [WideSAT] the search that
// hands over to it; [Validate] is the validation of a board by arc consistency alone, with the
// exact answer beside it.
//
//	e, err := engine.ByName("csp")
//	if err != nil { … }
//	res, err := e.New().Solve(ctx, puzzle, solver.Limits{})
//	if err != nil { … }
//	fmt.Println(res.Status, res.Stats.Nodes, res.Stats.Counter(engine.CounterArcs))
//
// Invariants: the same puzzle and limits give the same Result but for the times, whatever
// the engine solved before; the names of engines and counters do not change their meaning,
// because records hold them.
//
// Cost: an engine of csp, dlx or wide allocates its workspace at the first puzzle of each shape and
// keeps it; after that a call allocates the grid and the counters that it returns. Of the
// shapes that are not plain only the last one's workspace is kept. A minigrid engine makes its
// graph anew for each puzzle, a sat engine its formula and solver.
//
// The package holds no algorithm: it translates, measures and names.
package engine
