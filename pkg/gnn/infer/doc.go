// Package infer answers puzzles with a network that gives probabilities for the digits of each
// cell: by its first digits, by refinement, by a beam, by an exact search that starts from the
// network or takes its advice, and by these in turn, which always comes to an answer.
//
//	r, err := infer.NewRunner(model, infer.DefaultConfig(), nil)
//	if err != nil { … }
//	answers, err := r.Solve(ctx, puzzles, solver.Limits{})
//	if err != nil { … } // the model failed
//	for _, a := range answers {
//		fmt.Println(a.Status, a.Grid, a.By, a.Network, a.Search, a.Total().Calls)
//	}
//	a, trace, err := r.Explain(ctx, puzzle, solver.Limits{})
//	if err != nil { … }
//	err = trace.WriteText(os.Stdout)
//
// The methods are those of the document on the network (gnn.md, stage 6). Where it leaves
// something open, the literal reading is the default ([DefaultConfig]) and the other one a
// field ([CorrectedConfig]), so that both can be measured:
//
//   - Single pass: the most probable digit in each empty cell, the smallest of equals.
//   - Refinement: ten rounds at most; in each, every empty cell whose first digit has more than
//     0.95 gets it, in conflict with others or not, and keeps it; a round that fills nothing is
//     the last; cells that are open then stay open, and the board is not solved.
//   - Beam: K = 5 partial grids; the cells above 0.95 are filled, then one cell, by default the
//     least confident, is branched on. What conflicts or leaves a cell or a unit without a
//     candidate is dropped; [BeamConfig] has every step.
//   - Start: the first digits are put into the board, and while exact cover cannot complete it,
//     the least confident is taken out again. When all are out, exact cover has the puzzle
//     alone. [Guide] puts nothing in: confidence orders the options that exact cover tries.
//   - Hybrid: refinement, beam and start in turn, each on the puzzle alone, until one answers;
//     then the exact engine proves the answer the only one, if the limits ask for that.
//
// A round is one call of the model, over all boards of a batch that are still open. What the
// model says of the puzzles alone is asked for once and serves every stage.
//
// [NewSolver] makes a runner a solver.Solver; package method/learned names the configurations of the
// command line. [Search] is the search with and without advice, to be compared in nodes.
//
// Invariants: a Grid has passed board.CheckSolution; Unsat, Unique and Multiple are proved by an
// exact search or, for full boards and givens that conflict, by the board itself; a
// configuration that is Complete answers every puzzle unless its limits end first, whatever the
// model says; numbers that are no probabilities are errors that name the board; given a model
// that answers equal boards equally, a board's answer and counters do not depend on the others
// in the batch.
//
// Cost: the model's calls, which Stage counts, and some microseconds of a board's own for each
// round. The exact cover of a [Search] is built for each puzzle, since its options have another
// order each time, which takes longer than most searches in it; SearchResult tells the two
// apart. The exact engine that a [Runner] has by default builds one problem for each shape. From
// side 16 on hand it engine.Wide.
//
// The network is asked for advice once, not at each node of a search; no other choice than the
// order of guesses is its own; a digit that refinement has filled is never taken back; nothing
// is learnt from failures. Training and weights are other packages' affair.
package infer
