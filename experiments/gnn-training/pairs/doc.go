// Package pairs trains small networks in pairs that share seeds, initial weights and, except for
// what a pair is about, puzzles in their order, and reads the pairs back from records. It is what
// the experiments gnn-training and gnn-seeds have in common.
//
//	s := pairs.Small(4, 16, 4, 16, 60, 640, 128, pairs.FourSets()...)
//	err := pairs.Run(ctx, accel.NameGo, pairs.Seeded(s, 1), false, r, r.Exact)
//
// A run keeps its validations as figures named "cells step=N", from which [Curve] has them back,
// and the best of each figure as "best.cells", "best.cells.hard" and so on.
//
// On the Go backend of one architecture, a setting gives the same figures to the last bit on any
// number of cores. Compilers of other architectures may join a multiplication and an addition,
// which rounds otherwise and sooner or later trains to other weights.
package pairs
