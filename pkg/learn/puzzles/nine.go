package puzzles

import (
	"context"
	"math/rand/v2"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
)

// nine makes puzzles of side 9: a minimal one, from a grid drawn with equal chances, into which
// givens of the solution are put back at random.
//
// The tries for one sample are a family of package generate, which share a grid and its first
// removals. Where all tries are needed, a sample takes less time than from separate grids, and has
// hardly more givens.
//
// The guesses are counted by the scalar search even where the processor has vectors, because
// the vector search makes others, and a hard puzzle must be hard in every build.
type nine struct {
	cfg     Config
	minimal *generate.Minimal9
	scalar  *bitboard.Solver
	puzzle  generate.Puzzle9
	best    generate.Puzzle9
	guesses int64 // of best
	empty   [81]uint8
	grid    [81]uint8
	climber *climber // nil until a climb
}

// branch is the number of givens that the tries of a sample have in common.
const branch = 34

func newNine(cfg Config) *nine {
	family := generate.Minimal9Config{Seed: cfg.Seed ^ streamMinimal, Family: cfg.Tries, Branch: branch}
	if cfg.Tries == 1 {
		family.Branch = 0
	}
	m, err := generate.NewMinimal9(family, engine.NewCounter9())
	if err != nil {
		panic(err) // Validate has seen the tries
	}
	return &nine{cfg: cfg, minimal: m, scalar: bitboard.NewScalar()}
}

// rate returns the guesses with which a puzzle is proved to have one solution.
func (n *nine) rate(puzzle *[81]uint8) int64 {
	n.scalar.CountUpTo((*bitboard.Cells)(puzzle), 2)
	return n.scalar.Guesses()
}

func (n *nine) make(_ context.Context, rng *rand.Rand, wanted int, hard bool) (puzzle, solution []uint8, guesses int64, err error) {
	if hard {
		err = n.hard(rng)
	} else {
		err = n.few(rng, wanted)
	}
	if err != nil {
		return nil, nil, 0, err
	}
	n.putBack(rng, wanted, hard)
	return n.best.Puzzle[:], n.best.Solution[:], n.guesses, nil
}

// family draws the number of a family: that of its first puzzle.
func (n *nine) family(rng *rand.Rand) int { return rng.IntN(1<<62/n.cfg.Tries) * n.cfg.Tries }

// few keeps the first minimal puzzle with no more givens than wanted, or the one with the
// fewest of cfg.Tries, made smaller.
func (n *nine) few(rng *rand.Rand, wanted int) error {
	family := n.family(rng)
	for try := range n.cfg.Tries {
		if err := n.minimal.Item(family+try, &n.puzzle); err != nil {
			return err
		}
		if try == 0 || n.puzzle.Givens < n.best.Givens {
			n.best = n.puzzle
		}
		if n.best.Givens <= wanted {
			return nil
		}
	}
	return n.shrink(rng, n.cfg.Shrink, wanted)
}

// hard keeps the first minimal puzzle that needs cfg.HardGuesses, or the one that needs the
// most of cfg.Tries.
func (n *nine) hard(rng *rand.Rand) error {
	family := n.family(rng)
	for try := range n.cfg.Tries {
		if err := n.minimal.Item(family+try, &n.puzzle); err != nil {
			return err
		}
		if g := n.rate(&n.puzzle.Puzzle); try == 0 || g > n.guesses {
			n.best, n.guesses = n.puzzle, g
		}
		if n.guesses >= n.cfg.HardGuesses {
			break
		}
	}
	return n.climb(rng, n.cfg.Climb)
}

// putBack puts givens back up to the number wanted; into a hard puzzle only as long as it
// stays hard.
func (n *nine) putBack(rng *rand.Rand, wanted int, hard bool) {
	p := &n.best
	empty := n.empty[:0]
	for c, d := range p.Puzzle {
		if d == 0 {
			empty = append(empty, uint8(c))
		}
	}
	for p.Givens < wanted {
		i := rng.IntN(len(empty))
		c := empty[i]
		empty[i] = empty[len(empty)-1]
		empty = empty[:len(empty)-1]
		p.Puzzle[c] = p.Solution[c]
		if hard && n.rate(&p.Puzzle) < n.cfg.HardGuesses {
			p.Puzzle[c] = 0
			break
		}
		p.Givens++
	}
	n.guesses = n.rate(&p.Puzzle)
}
