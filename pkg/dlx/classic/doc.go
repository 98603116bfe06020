// Package classic states well-known puzzles as exact cover problems: n queens, Langford
// pairs, pentominoes in a box, MacMahon's squares, rectangles of words.
//
//	p, err := classic.Queens(8)
//	if err != nil { … }
//	s, err := dlx.NewSolver(p, dlx.DefaultConfig())
//	if err != nil { … }
//	res, err := s.Solve(ctx, nil, dlx.Limits{})
//	// res.Solutions == 92
//
// Each function builds the problem as D. E. Knuth does in The Art of Computer Programming,
// volume 4B, section 7.2.2.1, and says what the items and options are and how many
// solutions are known; package dlx solves it.
//
// Invariants: the same arguments give the same problem, items, options and names in the
// same order.
//
// Cost: building takes time and memory in proportion to the elements of all options.
//
// No symmetry is broken: arrangements that differ by a reflection or rotation count apart.
package classic
