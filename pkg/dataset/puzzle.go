package dataset

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/digest"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/making"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/symmetry"
)

// puzzle is one that was made. Its cells hold until the maker makes the next.
type puzzle struct {
	cells, solution []uint8
	key             symmetry.Key
	technique       rate.Technique
	guesses         int64
}

// apart is how far the numbers of the first attempts at two puzzles are apart. It is a multiple of the size of a family of package
// generate, so that no two puzzles share a full grid.
const apart = 1 << 20

// mostAttempts bounds the attempts at one puzzle: fewer where there are few classes, or where each attempt takes milliseconds.
func mostAttempts(side int) int {
	switch side {
	case 4:
		return 1 << 15
	case 9:
		return apart
	}
	return 1 << 12
}

// seedOf is the seed of a band of a split. It depends on what decides the puzzles and on nothing else of the recipe, so
// that the puzzles of a smaller set are the first ones of a larger one.
func (r *Recipe) seedOf(p *Part, b *Band, s Split) uint64 {
	sum := digest.SHA256(fmt.Appendf(nil, "sudokulab dataset %d\n%d\n%d %t\n%s\n%s\n%s\n%s", r.Version, r.Seed, p.Side, p.Minimal, b.Givens, b.Guesses, b.Technique, s))
	if b.Score != "" || b.Level != "" || b.Rating != "" { // later keys, which leave the seeds of other bands as they were
		sum = digest.SHA256(fmt.Appendf(sum[:], "%s\n%s\n%s", b.Score, b.Level, b.Rating))
	}
	return binary.LittleEndian.Uint64(sum[:])
}

// maker makes the puzzles of a band of a split. It serves one goroutine.
type maker struct {
	side   int
	split  Split
	seed   uint64
	limits limits
	fill   bool // givens are put back into minimal puzzles
	what   string

	next    making.Maker
	keys    *symmetry.Canonicalizer
	rater   *rate.Rater
	steps   *explain.Explainer // nil unless the band asks for something of the path in HoDoKu's order
	bySE    *explain.Explainer // likewise in Sudoku Explainer's
	guesses func(board.Board) int64
	pcg     rand.PCG
	rng     *rand.Rand
	empty   []int
}

func (r *Recipe) newMaker(p *Part, b *Band, s Split) (*maker, error) {
	l, err := p.limits(b, b.Name)
	if err != nil {
		return nil, err
	}
	m := &maker{side: p.Side, split: s, seed: r.seedOf(p, b, s), limits: l, what: fmt.Sprintf("%s of side %d in the band %s", s, p.Side, b.Name)}
	m.rng = rand.New(&m.pcg)
	cfg := making.DefaultConfig(p.Side)
	cfg.Seed = m.seed
	switch {
	case p.Side == 9:
		// A family is the attempts at one puzzle: no two puzzles of the set come from the same one.
		cfg.Minimal, cfg.Families = true, true
		m.fill = !p.Minimal
	case p.Minimal:
		cfg.Minimal = true
	default:
		cfg.Accept, cfg.Givens = making.Unique, l.givens
	}
	if p.Side == 4 {
		cfg.Grids = generate.SourceUniform
	}
	source, err := making.New(cfg)
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	m.next = source.Maker()
	if m.keys, err = symmetry.NewCanonicalizer(symmetry.DefaultLimits()); err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	m.rater = rate.New(source.Shape())
	if m.guesses, err = guesser(source.Shape()); err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	if l.path() {
		if m.steps, err = explain.New(source.Shape(), explain.Options{Unique: true}); err != nil {
			return nil, fmt.Errorf("dataset: %w", err)
		}
	}
	if l.rating != (generate.Range{}) {
		if m.bySE, err = explain.New(source.Shape(), explain.Options{Unique: true, Order: explain.BySE}); err != nil {
			return nil, fmt.Errorf("dataset: %w", err)
		}
	}
	return m, nil
}

// guesser returns what counts the guesses with which a puzzle is proved to have one solution: those of package bitboard at side 9, in
// its search without vectors, which makes the same in every build and on every machine, and of package wide at other sides.
func guesser(s *board.Shape) (func(board.Board) int64, error) {
	if s.Side() == 9 {
		by := bitboard.NewScalar()
		return func(b board.Board) int64 {
			by.CountUpTo((*bitboard.Cells)(b.Cells()), 2)
			return by.Guesses()
		}, nil
	}
	by, err := wide.New(s, wide.DefaultConfig())
	if err != nil {
		return nil, err
	}
	return func(b board.Board) int64 {
		if _, err := by.CountUpTo(b, 2); err != nil {
			return 0 // it takes every board of the shape
		}
		return by.Counters().Guesses
	}, nil
}

// make makes puzzle j: the first of its attempts that the band and the split take.
func (m *maker) make(ctx context.Context, j int64) (p puzzle, err error) {
	for attempt := range mostAttempts(m.side) {
		if err := ctx.Err(); err != nil {
			return p, err
		}
		made, err := m.next(ctx, int(j)*apart+attempt)
		if err != nil {
			return p, fmt.Errorf("dataset: %s, puzzle %d: %w", m.what, j, err)
		}
		if ok, err := m.takes(&made, j, attempt, &p); ok || err != nil {
			return p, err
		}
	}
	return p, fmt.Errorf("dataset: %s, puzzle %d: none of %d attempts fits; want a wider band", m.what, j, mostAttempts(m.side))
}

// takes reports whether an attempt is a puzzle of the band and the split, the cheapest question first, and puts it into p if so.
func (m *maker) takes(made *generate.Puzzle, j int64, attempt int, p *puzzle) (bool, error) {
	b := made.Board
	if m.fill {
		m.pcg.Seed(m.seed, uint64(j)*apart+uint64(attempt)) //nolint:gosec // bits
		if !m.putBack(b, made.Solution, made.Givens) {
			return false, nil
		}
	} else if m.limits.givens != (generate.Range{}) && !m.limits.givens.Contains(made.Givens) {
		return false, nil
	}
	if m.limits.counted {
		if p.guesses = m.guesses(b); !m.limits.guesses.Contains(int(p.guesses)) {
			return false, nil
		}
	}
	var err error
	switch p.key, err = m.keys.Key(b); {
	case errors.Is(err, symmetry.ErrLimit): // of unknown class, and so of no split
		return false, nil
	case err != nil:
		return false, fmt.Errorf("dataset: %w", err)
	case SplitOf(m.side, p.key) != m.split:
		return false, nil
	}
	rating, err := m.rater.Rate(b, nil)
	if err != nil {
		return false, fmt.Errorf("dataset: %w", err)
	}
	if p.technique = rating.Technique; m.limits.technique != rate.None && p.technique != m.limits.technique {
		return false, nil
	}
	if ok, err := m.onScales(b); !ok || err != nil {
		return false, err
	}
	if !m.limits.counted {
		p.guesses = m.guesses(b)
	}
	p.cells, p.solution = b.Cells(), made.Solution.Cells()
	return true, nil
}

// onScales reports whether a puzzle's paths are as the band asks. One that is stuck has no place on a scale.
func (m *maker) onScales(b board.Board) (bool, error) {
	if m.steps != nil {
		path, err := m.steps.Rate(b)
		if err != nil {
			return false, fmt.Errorf("dataset: %w", err)
		}
		l := &m.limits
		if path.Open != 0 || l.hardest != explain.None && path.Hardest != l.hardest ||
			l.level != explain.NoLevel && path.Level != l.level || l.score != (generate.Range{}) && !l.score.Contains(path.Score) {
			return false, nil
		}
	}
	if m.bySE != nil {
		path, err := m.bySE.Rate(b)
		if err != nil {
			return false, fmt.Errorf("dataset: %w", err)
		}
		return path.Open == 0 && m.limits.rating.Contains(path.SE), nil
	}
	return true, nil
}

// putBack draws a number of givens from the band and puts givens of the solution back at random up to it. It reports false if the
// puzzle has more already.
func (m *maker) putBack(b, solution board.Board, givens int) bool {
	wanted := m.limits.givens.Low + m.rng.IntN(m.limits.givens.High-m.limits.givens.Low+1)
	if givens > wanted {
		return false
	}
	m.empty = m.empty[:0]
	for c, d := range b.Cells() {
		if d == 0 {
			m.empty = append(m.empty, c)
		}
	}
	for ; givens < wanted; givens++ {
		i := m.rng.IntN(len(m.empty))
		c := m.empty[i]
		b.Cells()[c] = solution.Cells()[c]
		m.empty = slices.Delete(m.empty, i, i+1)
	}
	return true
}
