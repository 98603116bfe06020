// Package agent registers the methods that ask an agent, which makes one move after the other, in package method, by
// being imported.
//
//	import _ "sudokulab/pkg/method/agent"
//
//	s, err := method.Open(ctx, "dqn-guided", method.Options{Weights: "mine.safetensors"})
//	if err != nil { … }
//	defer s.Close()
//	res, err := s.Solve(ctx, puzzle, solver.Limits{})
//
// "dqn" is the agent alone: on the board as it stands it makes the move on an empty cell that its network values most,
// and asks again. Nobody tells it whether a move is right; it stops where a move breaks a rule, since no move is
// taken back. A full grid that package board accepts is a solution; nothing is known about others.
//
// "dqn-guided" has package bitboard/wide behind it: while no solution contains the moves, the last ones are taken
// back, by halving, until the engine completes the board with as many of them as a solution can have; then it is asked
// whether there is another solution. It decides every puzzle. The method "wide" is the same engine without the agent.
//
// Weights are those of package dqn/weights. The methods are registered if any are embedded, the default being the
// first of them ([DefaultWeights]); [Methods] lists them always. The backend is the one in Go unless an option names
// another; where none is named the candidate network's steps are those of package fused ([Solver.Path]).
//
// Invariants: the forks of a solver share weights and backend and each has its own network, so they answer at once
// and equally. The moves of "dqn-guided" are those of "dqn".
//
// Cost: a pass of the network for each move, by package fused less than a millisecond with vectors. By a backend it takes
// some, and the network is compiled at the first board of each shape, in each fork.
//
// The package trains nothing, and asks about one board at a time: for many games at once see weights.Model.Player.
package agent
