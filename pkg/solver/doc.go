// Package solver holds the small interfaces that every engine of the lab meets, so that
// the harness, the conformance suite and the command line know no engine by name.
//
//	var s solver.Solver = engine.CSP(engine.DefaultCSP())
//	res, err := s.Solve(ctx, puzzle, solver.Limits{Solutions: 2})
//	if err != nil { … }       // the engine cannot take this puzzle
//	switch res.Status {
//	case solver.Unique:       // proved
//	case solver.Unsat, solver.Multiple:
//	case solver.Capped, solver.Cancelled:
//	}
//
// A [Solver] takes a board and limits and returns a [Result]: a [Status], the first
// solution, how many were found, and exact counters. The statuses keep apart what other
// libraries blur: Found is not Unique, Capped is not Unsat.
//
// A [Search] is less than a Solver, and easier to write: it looks for solutions and tells of them. Searching of package engine
// makes a Solver of it.
//
// Invariants, held by package solvertest for every engine: a Grid passes
// board.CheckSolution; counters repeat exactly; the puzzle is left as it was.
package solver
