package engine

import "sudokulab/pkg/solver"

// GuessesOf returns the guesses of a search, or its nodes if its method counts no guesses.
func GuessesOf(r *solver.Result) int64 {
	for _, c := range r.Stats.Counters {
		if c.Name == CounterGuesses {
			return c.Value
		}
	}
	return r.Stats.Nodes
}
