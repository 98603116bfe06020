// Package encode translates boards into the problems that the general engines solve, and
// their answers back into boards.
//
//	puzzle := board.MustParse("1.......3...2...")
//	s, err := csp.NewSolver(encode.Network(puzzle.Shape()), csp.DefaultConfig())
//	if err != nil { … }
//	res, err := s.Solve(ctx, encode.Domains(nil, puzzle), csp.Limits{Solutions: 1})
//	if err != nil { … }
//	grid, err := encode.FromValues(puzzle.Shape(), res.First)
//
// As a constraint network (csp.go) a board has one variable for each cell, the digits as
// values (digit − 1), and a not-equal constraint between any two cells that share a unit.
// The network depends on the shape alone; a puzzle is only a list of domains for it: one
// value for a given, all digits for an empty cell.
//
// As an exact cover (cover.go) a board has an item for each cell and for each digit of each
// unit, all to be covered once, and an option for each digit in each cell (D. Knuth, "Dancing
// Links", 2000, doi:10.48550/arXiv.cs/0011047, has the method and The Art of Computer
// Programming 7.2.2.1 this use of it). It too depends on the shape alone; a puzzle is the
// list of options that its givens have chosen already.
//
//	s, err := dlx.NewSolver(encode.ExactCover(puzzle.Shape()), dlx.DefaultConfig())
//	if err != nil { … }
//	res, err := s.Solve(ctx, encode.Options(nil, puzzle), dlx.Limits{Solutions: 1})
//	if err != nil { … }
//	grid, err := encode.FromOptions(puzzle.Shape(), res.First)
//
// As a formula (cnf.go) a board is a conjunction of clauses over its candidates, which
// depends on the puzzle: givens and what they rule out have no variables (I. Lynce and J.
// Ouaknine, "Sudoku as a SAT Problem", AIMATH 2006; G. Kwon and H. Jain, "Optimized CNF
// Encoding for Sudoku Puzzles", LPAR 2006). It can be written for any SAT solver to read.
//
//	f, err := encode.NewCNF(puzzle, encode.Extended)
//	if err != nil { … }
//	err = f.WriteDIMACS(w)
//
// Invariants: a solution of a problem under a board's domains, options or candidates is a solution
// of the board, and the other way round, on every shape, diagonals and irregular regions
// included; networks and problems are immutable, and those of plain shapes shared.
//
// Cost: on a plain shape of side n = k² a network has n²·(3n−2k−1)/2 constraints (9×9: 810
// constraints, 1620 arcs; 36×36: 61,560) and an exact cover 4n³ elements (9×9: 2,916; 36×36:
// 186,624). Two boards of 36×36 with half the cells given had extended formulas of 4,200
// variables and 53,000 clauses, the empty one has 46,656 and three million. Domains and
// Options are one pass over the cells and reuse their buffer.
//
// The package does not propagate and does not look for conflicts: two equal givens in a
// row are encoded as they stand, and it is the engine that finds the contradiction.
package encode
