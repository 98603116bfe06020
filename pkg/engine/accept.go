package engine

import (
	"context"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
)

// SolvedByAC3 returns a test, for one goroutine, that accepts the boards which AC-3 alone
// solves: what the CSP document's generator asks of every puzzle. Such a board has exactly
// one solution, since arc consistency strikes only what is in none.
func SolvedByAC3() func(board.Board) bool {
	var solvers [board.MaxBox + 1]*csp.Solver
	var domains []csp.Set
	return func(b board.Board) bool {
		k := b.Shape().Box()
		if solvers[k] == nil {
			s, err := csp.NewSolver(encode.Network(b.Shape()), csp.DefaultConfig())
			if err != nil {
				panic(err) // the network exists and the configuration is the package's own
			}
			solvers[k] = s
		}
		domains = encode.Domains(domains, b)
		// Propagation errs only on domains of another network and at the end of a context.
		res, err := solvers[k].Propagate(context.Background(), domains)
		return err == nil && res.Consistent && res.Open == 0
	}
}
