package supply

import (
	"context"

	"sudokulab/pkg/generate"
)

// Puzzles returns what makes puzzles with their solutions. The difficulty is the range of givens, from
// which each puzzle draws its number; the rest is the configuration's, whose own level, givens and
// seed are not used. Item i is puzzle i of a generate.Generator with the supply's seed and the
// range of item i, so that each can be made alone. A range that the generator refuses
// or cannot reach is the error of each of its items.
func Puzzles(cfg generate.Config, newAccept func() generate.Accept) func() Make[generate.Range, generate.Puzzle] {
	return func() Make[generate.Range, generate.Puzzle] {
		var g *generate.Generator // of the last difficulty and seed
		return func(ctx context.Context, o Order[generate.Range]) (generate.Puzzle, error) {
			if g == nil || g.Givens() != o.Difficulty || g.Config().Seed != o.Seed {
				c := cfg
				c.Level, c.Givens, c.Seed = "", o.Difficulty, o.Seed
				var err error
				if g, err = generate.New(c, newAccept); err != nil {
					return generate.Puzzle{}, err
				}
			}
			return g.Item(ctx, o.Index)
		}
	}
}
