package agent

// Worth is what moves are worth exactly in the game that the solver's agent was trained in, in rewards: a right one on a
// board with so many empty cells, 1 at least, and a wrong one. It holds for games that end at the first mistake; the
// values of a [Move] estimate it.
func Worth(s *Solver) (right func(empty int) float64, wrong float64) {
	r := s.shared.model.Ruler()
	return r.Right, r.Wrong()
}
