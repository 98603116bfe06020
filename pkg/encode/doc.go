// Package encode translates boards into the problems that the general engines solve, and
// their answers back into boards.
//
// As a constraint network (csp.go) a board has one variable for each cell, the digits as
// values (digit − 1), and a not-equal constraint between any two cells that share a unit.
// The network depends on the size alone and is built once for each; a puzzle is only a
// list of domains for it: one value for a given, all digits for an empty cell.
//
//	puzzle := board.MustParse("1.......3...2...")
//	s, err := csp.NewSolver(encode.Network(puzzle.Shape()), csp.DefaultConfig())
//	if err != nil { … }
//	res, err := s.Solve(ctx, encode.Domains(nil, puzzle), csp.Limits{Solutions: 1})
//	if err != nil { … }
//	grid, err := encode.FromValues(puzzle.Shape(), res.First)
//
// Invariants: a solution of the network within a board's domains is a solution of the
// board, and the other way round; networks are shared and immutable.
//
// Cost: a network of side n = k² has n²·(3n−2k−1)/2 constraints (9×9: 810 constraints, 1620
// arcs; 36×36: 61,560); Domains is one pass over the cells and reuses its buffer.
//
// The package does not propagate and does not look for conflicts: two equal givens in a
// row are encoded as they stand, and it is the engine that finds the contradiction.
package encode
