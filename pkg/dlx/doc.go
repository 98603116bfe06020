// Package dlx finds exact covers: sets of options, out of a given list, that contain each
// primary item exactly once and each secondary item at most once, or any number of times if
// they all give it the same color. It counts them, enumerates them, and counts its work. It
// knows no particular problem.
//
//	var b dlx.Builder
//	a, c, x := b.Primary("a"), b.Primary("c"), b.Secondary("x")
//	red, blue := b.Color("red"), b.Color("blue")
//	b.Option(dlx.Element{Item: a}, dlx.Element{Item: x, Color: red})
//	b.Option(dlx.Element{Item: c}, dlx.Element{Item: x, Color: blue})
//	b.Option(dlx.Element{Item: c}, dlx.Element{Item: x, Color: red})
//	p, err := b.Build()
//	if err != nil { … }
//	s, err := dlx.NewSolver(p, dlx.DefaultConfig())
//	if err != nil { … }
//	res, err := s.Solve(ctx, nil, dlx.Limits{})
//	// res.Solutions == 1, res.First == []int{0, 2}
//
// The method is D. E. Knuth's dancing links: Algorithms X and C of The Art of Computer
// Programming, volume 4B (2022), section 7.2.2.1, first published as "Dancing Links" (2000,
// arXiv:cs/0011047). The search branches on an item with the fewest options left; options
// leave and re-enter the items' lists by their links. The tree, the order of the solutions
// and the counters are those of Knuth's programs DLX1 and DLX2; how the work is done differs
// in places, and DESIGN.md says where, why and what that gains.
//
// Invariants: a [Problem] never changes and may be shared; a [Solver] serves one goroutine
// at a time, and after every call, however it ended, is as new; counters and order of
// solutions depend only on problem, configuration, given options and limits; limits are
// exact; a call that ends Exhausted has found every solution once.
//
// Cost: a Solver takes 20 bytes per element (28 with colors), 8 per option and about 75 per
// primary item. Time goes with Counters.Updates (experiment dlx-speed has both). Solving allocates nothing but Result.First.
//
// The package has no multiplicities (Algorithm M), no costs (Algorithm $), no
// preprocessing, and no choice of item beyond [MRV] and [First].
package dlx
