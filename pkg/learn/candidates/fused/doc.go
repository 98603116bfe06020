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
// [Network.FLOPs] counts the products; BenchmarkSteps has what a path makes of them beside the graph on GoMLX's backend in
// Go, and "How fast it answers on a processor" in research/gnn.md tells of the record. A [Board] of side n takes about
// 4·n³·H bytes, and as many again for what constraints say.
//
// Where that backend's own run goes, by profile and not from a record: eight steps for a board of side 9 with H = 48 and
// M = 16 on one core of an AMD EPYC (Zen 3), compute v0.1.6, Go 1.26, in shares of its samples:
//
//	DotGeneral   43 %   smallNoSIMDGeneric: a scalar sum at a time; register blocks as in deeper have it at half
//	Tanh         27 %   math.Tanh of each number in float64
//	Add          17 %   most of it where one operand is broadcast and its index is worked out number by number
//	ReduceSum     6 %   likewise by an iterator of indices
//	Log, Exp      3 %
//
// To show each alone to its authors a graph of one operation does: a product [729, 48]·[48, 96] beside the three loops of
// productInGo, Tanh of [729, 96], and the sum of [9, 9, 9, 96] and [9, 9, 1, 96].
//
// # What it does not do
//
// It trains nothing: there are no gradients. It takes no configuration that computes in bfloat16 ([Takes]) and, as the
// network itself, plain boards only. A batch has no faster form than its boards one by one; several cores take
// several boards.
package fused
