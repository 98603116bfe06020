// Package heldout measures agents and simple methods on held-out puzzles by their number of empty cells, for the experiments
// that compare them.
//
//	tests := heldout.NewTests(seed)
//	err := tests.Keep(ctx, 1000, 9, dqn.DefaultRows(9), player, keeper, "")
//
// No agent's training contains any of the puzzles or a symmetric twin of one (see dqn.HeldOut).
package heldout
