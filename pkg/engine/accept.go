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
	var solvers spare[csp.Solver]
	var domains []csp.Set
	return func(b board.Board) bool {
		s := solvers.take(b.Shape())
		if s == nil {
			var err error
			if s, err = csp.NewSolver(encode.Network(b.Shape()), csp.DefaultConfig()); err != nil {
				panic(err) // the network exists and the configuration is the package's own
			}
		}
		defer solvers.put(b.Shape(), s)
		domains = encode.Domains(domains, b)
		// Propagation errs only on domains of another network and at the end of a context.
		res, err := s.Propagate(context.Background(), domains)
		return err == nil && res.Consistent && res.Open == 0
	}
}
