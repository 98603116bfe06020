package infer

import (
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// Answer is what a [Runner] says of a puzzle and what it cost.
type Answer struct {
	// Status, Grid and Solutions are as in solver.Result. A Grid has passed
	// board.CheckSolution. With Capped and a Grid, a solution is known but not whether there
	// are others.
	Status    solver.Status `json:"status"`
	Grid      board.Board   `json:"-"`
	Solutions int           `json:"solutions"`
	// By is the method that found the Grid or proved that there is none, empty if none did.
	By Method `json:"by,omitempty"`
	// Stages holds what ran, in order; a proof comes last.
	Stages []Stage `json:"stages,omitempty"`
	// Network and Search share out the puzzle's empty cells in Grid: those that hold the digit
	// because the model put it first there, and those where a search decided. With [Guide] all
	// cells are the search's.
	Network int `json:"network_cells"`
	Search  int `json:"search_cells"`
	// Agreed is the number of empty cells whose digit in Grid the model put first when it saw
	// the puzzle alone.
	Agreed int `json:"agreed_cells"`
	// Filled and Broken say, where the model's methods came to no Grid, how many of the empty
	// cells the last grid that they gave up had filled, and how many pairs of its cells broke
	// the rules.
	Filled int `json:"filled_cells,omitempty"`
	Broken int `json:"broken_pairs,omitempty"`
}

// Stage is what a method cost on one puzzle. All but the times are exact.
type Stage struct {
	Method Method `json:"method"`
	Rounds int    `json:"rounds,omitempty"`
	Calls  int    `json:"calls,omitempty"`  // of the model that had a board of this puzzle
	Boards int    `json:"boards,omitempty"` // of this puzzle that went through the model
	// Paths is the number of partial grids that a beam kept, over all rounds.
	Paths int `json:"paths,omitempty"`
	// Attempts is the number of exact searches, Kept the number of the model's digits that the
	// successful one began with.
	Attempts   int   `json:"attempts,omitempty"`
	Kept       int   `json:"kept,omitempty"`
	Nodes      int64 `json:"nodes,omitempty"`
	Guesses    int64 `json:"guesses,omitempty"` // as far as the exact engine counts them
	Backtracks int64 `json:"backtracks,omitempty"`
	// Model is the puzzle's share of the time of the model's calls, by boards; Work the time
	// spent on the puzzle outside the model.
	Model time.Duration `json:"model_ns"`
	Work  time.Duration `json:"work_ns"`
}

// Total returns the sum over the stages, without a method.
func (a Answer) Total() Stage {
	var t Stage
	for _, s := range a.Stages {
		t.Rounds += s.Rounds
		t.Calls += s.Calls
		t.Boards += s.Boards
		t.Paths += s.Paths
		t.Attempts += s.Attempts
		t.Kept += s.Kept
		t.Nodes += s.Nodes
		t.Guesses += s.Guesses
		t.Backtracks += s.Backtracks
		t.Model += s.Model
		t.Work += s.Work
	}
	return t
}
