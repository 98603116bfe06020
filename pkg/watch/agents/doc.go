// Package agents shows the methods that ask an agent at work, in package watch.
//
//	agents.Register() // once in a program
//	by, err := method.Open(ctx, "dqn", method.Options{})
//	if err != nil { … }
//	defer by.Close()
//	result, err := watch.Frames(ctx, by, puzzle, watch.Options{}, draw)
//
// A frame shows the board before a move, with what the agent's network takes each move for as heat on the candidates,
// between what a wrong and a right move are worth exactly; the move is ringed. The film ends with the first mistake: the
// digit is struck out, and the one of the solution ringed. A move is a mistake if no solution has it together with the
// moves before it, which package engine decides. The method "dqn-guided" has one frame more: the grid that the exact
// search makes of the moves that it keeps.
//
// Invariants: the moves are those of the method's own account. On a puzzle without a solution every move is wrong, and the film shows
// the first board and the end alone.
//
// Cost: that of the method, and a search for each time that the number of right moves is halved.
//
// It is a package of its own since agents bring the tensor library, which package watch does without.
package agents
