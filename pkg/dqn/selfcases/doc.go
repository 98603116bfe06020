// Package selfcases makes the agent's cases for the self-test of a backend.
//
//	cases, err := selfcases.Cases(choice.Platform, 1)
//	if err != nil { … }
//	report, err := selftest.Run(ctx, choice, selftest.Default(choice.Platform), cases, dir, selftest.Options{})
//
// They are the candidate network by PQN and the network conv by DQN, on 4×4; on a card the
// former also as dqn.CandidateRecipe has it. What a resumption has to bring back is more than weights: games in progress,
// rollouts, the replay buffer, the target network.
//
// Invariants: all moves are random, drawn from the seed, so that a rounding changes no game: losses can be compared.
//
// Cost: some seconds on the Go backend for the small cases together.
//
// The package runs nothing: package learn/selftest does.
package selfcases
