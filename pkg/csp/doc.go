// Package csp is an engine for binary constraint satisfaction problems over small finite
// domains: arc consistency, backtracking search that maintains it, exact counters of the
// work, and traces that show why each value was removed. It knows no particular problem.
//
//	var b csp.Builder
//	b.Variables(3, csp.Range(2))    // three variables over {0, 1}
//	b.NotEqual(0, 1)
//	b.AddRelation(1, 2, func(v, w int) bool { return v < w })
//	net, err := b.Build()
//	if err != nil { … }
//	s, err := csp.NewSolver(net, csp.DefaultConfig())
//	if err != nil { … }
//	res, err := s.Solve(ctx, nil, csp.Limits{})
//	// res.Solutions == 1, res.First == []int{1, 0, 1}
//
// Arc consistency is AC-3 (A. K. Mackworth 1977), to the letter with the [FIFO] queue and
// with three other disciplines that reach the same domains by fewer or other revisions; see
// ac3.go and events.go. The search (search.go) assigns a variable with the fewest values
// left and tries each of them, propagating after each assignment: by MAC (D. Sabin and E. C.
// Freuder 1994), by forward checking (R. M. Haralick and G. L. Elliott 1980), or not at all.
// [Config] switches each part; full references stand at its constants.
//
// Invariants: a [Network] never changes and may be shared; a [Solver] serves one goroutine
// at a time; counters, order of solutions and events depend only on network, domains,
// configuration and limits, never on the clock or on earlier calls (except through
// [Solver.SetRand]); a call that ends Exhausted has seen every solution once.
//
// Cost: a not-equal constraint takes 40 bytes, a general relation 1 KiB more. A Solver with
// the [Copy] store keeps 8 bytes for each variable and level of the search. Calls allocate
// nothing once these have grown. AC-3 makes O(e·d³) elementary steps on e constraints over d
// values, and O(e·d²) where, as here, looking for a support is one operation on a word; with
// the [Events] queue and not-equal constraints alone it makes O(e), looking along each arc
// once at most.
//
// The package has no constraints of more than two variables (an all-different is posted
// pair by pair, which propagates less than as a whole), no values beyond 63, no
// optimisation, no learning and no restarts.
package csp
