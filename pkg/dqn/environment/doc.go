// Package environment is Sudoku as a game for an agent: a board is the state, a digit put into a cell is
// the action, and every move is rewarded.
//
//	v, err := environment.NewVector(environment.Default(9), 64)
//	if err != nil { … }
//	for i := range v.Len() {
//		v.Start(i, puzzle[i], solution[i])
//	}
//	v.Step(actions) // v.Rewards(), v.Outcomes(), v.Terminated(), v.Truncated()
package environment
