// Package learned registers the methods that ask a network in package method, by being imported.
//
//	import _ "sudokulab/pkg/method/learned"
//
//	s, err := method.Open(ctx, "gnn-hybrid", method.Options{Weights: "candidate", Steps: 32})
//	if err != nil { … }
//	defer s.Close()
//
// They are configurations of package gnn/infer ([Methods] lists them) with a network of package
// gnn/weights behind them, and this package holds what they do by default: the
// weights are the first embedded ones ([DefaultWeights]); the candidate network takes 64 steps at
// most ([DefaultSteps]), 1024 where its single pass is the answer ([LoneSteps]), and looks at its answer every 8 ([Look]), a network of the document makes
// its own number; the backend is the one in Go, since one board at a time is too little work for a card, and
// where none is named the candidate network's steps are those of package fused ([Solver.Path]);
// the exact engine that completes and proves is dancing links, as the document has it, and from
// side 16 on package bitboard/wide, which can count there.
//
// [Solver] is what stands behind a method.Solver of theirs: its Think shows a network's thoughts
// step by step.
//
// Invariants: the forks of a solver share weights and backend and each has its own network, so
// they answer at once and equally.
//
// Cost: to open a method reads some tens of kilobytes of weights; the network is compiled at the
// first board of each shape, in each fork.
//
// The package trains nothing, and asks about one board at a time: for batches see
// weights.Model.Predictor and infer.Runner.
package learned
