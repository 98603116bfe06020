package minigrid

import "context"

// InSolutions says for every vertex whether some solution uses it, as [box][filling]; vertices that
// phase 4 removed count as not used. Section 4.1 claims that every vertex left by phase 4 is: where
// [Graph.Alive] holds and this does not, is a counterexample.
//
// Each vertex not yet marked is put in place first and one solution looked for; all vertices of that
// solution are marked, so boards with many solutions need few searches. A vertex in no solution costs
// a full search.
func (g *Graph) InSolutions(ctx context.Context) ([][]bool, error) {
	if err := g.usable(ctx); err != nil {
		return nil, err
	}
	if g.capped {
		return nil, ErrCapped
	}
	used := make([][]bool, len(g.alive))
	for box := range used {
		used[box] = make([]bool, g.perms.Count(box))
	}
	s := newSearch(g, &ExtractStats{})
	for box, alive := range g.alive {
		for i, v := range alive {
			if used[box][v] {
				continue
			}
			s.first = &Vertex{Box: box, Filling: i}
			err := s.run(ctx, func() bool {
				for _, f := range s.stack {
					used[f.box][g.alive[f.box][f.now]] = true
				}
				return false
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return used, nil
}
