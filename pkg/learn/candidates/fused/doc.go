// Package fused makes the steps of the candidate network by hand, for answers on a processor: what package candidates
// builds as a graph, in Go and, on amd64 with AVX2 and FMA, in assembly.
//
//	network, err := fused.Of(config, store, train.ScopePath, fused.Best()) // the weights, packed
//	if err != nil { … }
//	b, err := network.On(board.Standard()) // room for one board; one for each goroutine
//	if err != nil { … }
//	if err := b.Start(puzzle.Cells(), nil); err != nil { … }
//	if err := b.Steps(ctx, 8); err != nil { … }
//	if err := b.Probabilities(p); err != nil { … } // [N·n], digit d of cell c at c·n + d − 1
//
// # What it computes
//
// The formulas are those of step in package candidates; letters and axes are explained there. A step has two passes over
// the candidates, six at a time, and one over the constraints between them:
//
//	tell    [forces, values] = h·W + b       one product; e^force and e^force·value are added to the
//	                                         sums of the candidate's cell, row, column and box
//	listen  L = log Σ e^force, m = Σ e^force·value / Σ e^force
//	say     [L, m]·V                         for gate and next state at once, 4n² rows
//	move    h·U + what four constraints say + base, for gate and next state at once; h is replaced
//
// # Method and source
//
// A candidate knows one of three things of its puzzle, so first states and base are tables of three rows. The gate's
// weights are multiplied by −2 and the next state's by 2 when they are packed, which rounds nothing; with
// a = e^(−2z) and b = e^(2c) the update is
//
//	h + (1+tanh(z))/2·(tanh(c) − h) = h + (b − 1 − h·(b+1)) / ((1+a)·(1+b))
//
// so that two exponentials and one division do it. Products keep a block of sums in registers: six rows by sixteen columns
// in vectors, three by two in Go, where the compiler spills larger ones. A block's weights are read in the order in which they
// lie, and those of one product fit the first-level cache. Exponentials are 2ⁿ times a polynomial, the logarithm is a series
// in (m−1)/(m+1); portable.go has their bounds, and a test walks their ranges.
//
// # Invariants
//
// States and scores are those of the graph up to rounding: a test holds both paths against a plain loop in float64 after
// every step, and against the graph. Sums are rounded in an order of their own on each path, and so is every board's,
// whatever else is computed beside it: a board gets the same numbers alone and in a crowd. Over many steps a difference in
// rounding grows: probabilities of an unsolved board part by thousandths after some tens of steps, in the same places and
// as far as those of two backends of GoMLX do. So a record names the path ([Path.Name]), and keeps as noisy what
// follows from it. What is no number stays none: an overflow ends as NaN in the scores, as in the graph, and is not
// hidden by a bound. A step allocates nothing.
//
// # Cost
//
// For a network of H = 48 and M = 16 and a board of side 9, eight steps are 88 million floating-point operations in
// products ([Network.FLOPs]). BenchmarkSteps has the times; by it a step with AVX2 and FMA takes about a fortieth, one
// in Go two sevenths of the processor time of the graph on GoMLX's backend in Go. A [Board] of side n takes about
// 4·n³·H bytes.
//
// By profile, not a record, of 8 steps for a board on that backend (one core, n = 9, H = 48, M = 16): see
// research/gnn.md, "What a step costs on GoMLX's backend in Go".
//
// # What it does not do
//
// It trains nothing: there are no gradients. It takes no configuration that computes in bfloat16 ([Takes]) and, as the
// network itself, plain boards only. A batch has no faster form than its boards one by one; several cores take
// several boards.
package fused
