// Package dqn trains agents that solve Sudoku one move after the other, and plays with them: Q-learning in two
// forms, [DQN] and [PQN], and a supervised [Twin] beside them.
//
//	recipe := dqn.CandidateRecipe(9)
//	curve, err := dqn.Train(ctx, choice.Backend, recipe, 0, "folder") // or task by task: Recipe.NewTask and package train
//	if err != nil { … }
//	fmt.Println(curve.Points[len(curve.Points)-1].Metrics["solved 40"])
//
//	player, err := dqn.NewPlayer(choice.Backend, network, weights, shape, dqn.Policy{Mask: true}, 64)
//	if err != nil { … }
//	defer player.Close()
//	games, err := player.Play(ctx, samples) // greedily, one move at a time
//
// [NewFusedPlayer] plays with the candidate network without a backend, much faster on a processor.
//
// # What it computes
//
// The value Q(s, a) of putting a digit into a cell of a board: the rewards of package environment that follow,
// discounted by γ for each move. The greedy policy takes the legal action of the largest value. A training step
// plays one move in each of N games and makes one update from moves kept; package train carries
// the weights, the optimiser and checkpoints. One file has one algorithm: deepq.go, parallel.go, twin.go. Play, the
// buffer and the measurement of a policy are theirs in common. [Inspect] and [Gradients] show what a built agent
// makes of boards and of moves, for those who ask what a mask does.
//
// # Method and source
//
// The document on the agent (dqn.md) describes deep Q-learning with a target network, replay, masks, stages of
// givens and an end at the first mistake; [DocumentedRecipe] is that, with the document's settings. The network is one of package
// networks. [PQN] is what trains fastest on a processor, and [CandidateRecipe] the agent that really solves.
//
// # What there is to learn
//
// With puzzles of one solution, an end at the first mistake and legal moves only, the best values are a formula of
// the number of empty cells: [Ruler]. All right moves of a board are worth the same, all wrong ones too. So what is
// left to learn is which move is safe, and the curves of every run show how far its values are from the formula.
//
// # Invariants
//
// A training that is broken off at any step and goes on from its checkpoint gives the same bytes, on a
// deterministic backend: games, puzzles, buffers and random numbers are part of it. No observation
// holds the solution; the environment judges moves by it, and the twin is told. Puzzles that agents are measured on
// are in symmetry classes that no training draws ([HeldOut]).
//
// # Cost
//
// An update of B transitions is three forward passes of the network and one for the target; the moves are one more
// of N boards. A transition takes 2·n²+13 bytes of memory ([ReplayBytes]).
//
// # What it does not do
//
// It searches nothing: a wrong move is never taken back. An exact engine behind the agent's choices is the
// method dqn-guided of package method/agent.
package dqn
