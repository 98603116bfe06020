// Package method is the one registry of everything that answers a puzzle, exact or learned.
//
//	s, err := method.Open(ctx, method.Auto, method.Options{})
//	if err != nil { … }
//	defer s.Close()
//	res, err := s.Solve(ctx, puzzle, solver.Limits{})
//	if err != nil { … }
//	fmt.Println(res.Status, res.Grid, s.NameFor(puzzle.Shape()))
//
// [All] lists the methods: the exact ones in a fixed order, then the learned ones that this
// program has registered. A [Method] says what a run of it proves, which boards it takes, whether
// it lists solutions, what it can explain and which options it takes. [Open] makes a [Solver]: a
// solver.Solver and solver.Enumerator that is closed after use. One serves one goroutine;
// [Solver.Fork] makes another for another goroutine, which shares the weights and the backend.
//
// [Auto], or no name, is the fastest exact method that takes the board, chosen for each board by
// its shape; auto.go has the table, with the reason for each line.
//
// The exact methods are in this package, each an engine of package engine under a name. The
// learned ones register themselves: importing package method/learned adds those of package gnn, package
// method/agent those of package dqn. A program without these imports links no tensor library.
//
// # How to add a method
//
// An exact one: give it a constructor in package engine and a line in exact.go. A learned one:
//
//  1. Write a new package, such as pkg/method/tensornet, that imports this one.
//  2. In its init, call [Register] with a [Method].
//  3. Method.Make opens what its solvers share (weights, a backend) and returns an [Opened].
//  4. Opened.New returns a solver.Solver for one goroutine; if it is an io.Closer it is closed
//     with the [Solver] that it is behind, and if it is an [Explainer] it can explain.
//  5. Opened.Close lets go of what is shared, after the last of its solvers.
//  6. Name in Method.Options those of [Options] that Make reads; all others are refused.
//  7. Import the package for its effect where the programs import method/learned.
//
// The conformance tests, the command line and its help take it from there.
//
// Invariants: a name means one method and never another, because records hold it; Method.Config
// is what a record holds of a method; methods opened with equal options answer equally.
//
// Cost: Open makes an engine, or loads weights; apart from that a call costs two comparisons.
//
// The package computes nothing itself.
package method
