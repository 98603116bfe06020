// Package tensor registers the tensor network's methods in package method, by being imported.
//
//	import _ "sudokulab/pkg/method/tensor"
//
//	s, err := method.Open(ctx, "tensor", method.Options{})
//	if err != nil { … }
//	defer s.Close()
//	res, err := s.Solve(ctx, puzzle, solver.Limits{})
//
// They are "tensor", the packed form of package tensornet, and "tensor-literal", the one with the
// document's operations. Forks of a solver share the batches of the same networks: a program that
// has many puzzles is fastest with as many forks as Solver.Abreast says.
//
// On the backend in Go there is a network for each core; on XLA there is one.
//
// Invariants: both methods give the same answers and the same counts of steps and guesses.
//
// Cost: a network is compiled at the first puzzle of each shape, in tens of milliseconds. One puzzle alone
// takes some milliseconds, since a step costs about as much for one as for a hundred.
//
// The package computes nothing itself; for batches without the registry see tensornet.Network.
package tensor
