// Package environment is Sudoku as a game for an agent, under the contract of Gymnasium: a board is the state,
// a digit put into a cell is the action, and every move is rewarded.
//
//	e, err := environment.New(environment.Default(9), source) // environment.Generate, or environment.List
//	if err != nil { … }
//	board, info, err := e.Reset(&seed, environment.Options{})
//	for t := (environment.Transition{Observation: board, Info: info}); !t.Over() && err == nil; {
//		t, err = e.Step(e.ActionSpace().Sample(rng, t.Info.Legal)) // t.Observation, t.Reward, t.Terminated, …
//	}
//
// A trainer steps many games together, without anything allocated per step:
//
//	v, err := environment.NewVector(environment.Default(9), 64)
//	if err != nil { … }
//	for i := range v.Len() {
//		v.Start(i, puzzle[i], solution[i])
//	}
//	v.Step(actions) // v.Boards(), v.Rewards(), v.Outcomes(), v.Terminated(), v.Truncated()
//
// The game is that of the document on the agent (dqn.md, "The Markov Decision Process", "Environment
// Implementation", "Early Termination on Invalid Solution Path"): n³ actions on boards of side n, and rewards for
// a right digit, for the last one, for a wrong one and for a cell that is filled already. [Config] has its
// variants: what makes a move right, its digit in the only solution or the rules alone; whether the first
// mistake ends the episode, or moves may be taken back, with a second plane of the observation for the givens;
// the rewards of the document's second phase; and what it leaves open: whether the last move earns both
// rewards, whether a move on a filled cell ends the episode. The contract is that of the Farama
// Foundation's Gymnasium, where the document's single flag for the end has become two: terminated and truncated.
//
// # Invariants
//
// An [Environment] is a [Vector] of one, so there is one implementation of the rules. Nothing random is in a
// step; a reset draws from the seed alone. Neither an observation nor an [Info] depends on the solution other
// than through the rewards and outcomes of the moves made. What an Environment returns is the caller's;
// what a Vector returns is its own, and changes with the next step. Where moves may be taken back and no reward
// but those for a right digit and for the last one is above 0, no cycle of moves earns anything: what a digit
// has earned is paid back when it goes. An error leaves the game in progress as it was.
//
// # Cost
//
// BenchmarkVector measures steps per second with the restarts of games that are over. A step of a Vector looks at
// a cell's peers at most, and once at the whole board when it is full. A step of an Environment copies the board
// and writes two masks of n³ actions; a reset proves that the puzzle has one solution.
//
// # What it does not do
//
// It plays plain boards of side 4, 9, 16, 25 and 36, no variants. It knows no tensors and no agent. A Vector
// trusts its caller that a puzzle has one solution ([Check] tells) and that an action is in range, on pain of a
// panic; it draws no puzzles.
package environment
