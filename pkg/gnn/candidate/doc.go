// Package candidate trains the candidate network to solve puzzles and lets it think about them.
// The network itself, which scores each digit in each cell, is that of package learn/candidates.
//
//	network, err := candidate.New(candidate.Default())
//	if err != nil { … }
//	thinker, err := candidate.NewThinker(choice.Backend, network, store, candidate.DefaultThink())
//	if err != nil { … }
//	defer thinker.Close()
//	thoughts, err := thinker.Think(ctx, boards, nil)
//	if err != nil { … }
//	fmt.Println(thoughts[0].Solved, thoughts[0].Steps)
//
// # What it computes
//
// A softmax over the digits of a cell makes probabilities of the candidates' scores. A [Thinker]
// takes boards some steps further at a time and looks at them in between: a board is done when
// its likeliest digits are a solution, or when its steps and restarts are used up. A [Task]
// trains the network for that, by cross-entropies after every step.
//
// # Method and source
//
// A loss after every step and averaged weights are what the best published networks share, with
// what package learn/candidates has of them (Palm, Paquet and Winther, "Recurrent Relational
// Networks", NeurIPS 2018, arXiv:1711.08028, and what followed it). [TaskConfig] tells how states
// are carried on from one training step to the next, and where that comes from.
//
// # Invariants
//
// A board and its image under a symmetry or a relabelling get the same probabilities, moved, up to
// the rounding of sums in another order. A solved [Thought] has been checked by package board,
// which knows nothing of networks. A training that is resumed goes on as if it had not been broken
// off, to the last bit.
//
// # Cost
//
// By [NewThinker] a segment of steps is a graph of GoMLX on a backend; by [NewFused] it is made by package fused, on a
// processor much faster. The steps cost what package learn/candidates says ([Config.FLOPs]), in training three times as
// much ([Recipe.FLOPs]). A board keeps its place in a batch until it is done, and a new one takes
// it then.
//
// # What it does not do
//
// It searches nothing and proves nothing: a board it does not solve may have a solution. It
// knows plain boards only.
package candidate
