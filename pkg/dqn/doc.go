// Package dqn trains an agent that solves Sudoku by choosing one move after the other: Q-learning in two
// forms, [DQN] and [PQN], and a supervised twin beside them.
package dqn
