package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/symmetry"
)

// Source says where full grids come from.
type Source string

const (
	// SourceSearch fills the boxes on the diagonal at random and completes the rest by a
	// search with random choices, restarted when a try takes too long. Every grid can come
	// up. At 4×4, 57,600 grids pass for uniform (chi-square, p = 0.90); at 9×9 they do not:
	// they have 10.42 places where two digits can be exchanged in four cells, while all
	// grids have 11.57 on average, and in 4.7 % of them, not 3.6 %, the rows of the first box
	// come again as rows of the second (180,000 grids).
	SourceSearch Source = "search"
	// SourcePattern applies a random symmetry to [PatternGrid]. It needs no search and never
	// fails, but all its grids belong to one class out of, at 9×9, 5,472,730,538.
	SourcePattern Source = "pattern"
	// SourceUniform draws a grid with all grids equally likely, at sides 4 ([UniformGrid4],
	// 288 grids) and 9 ([UniformGrid9], 6.67·10²¹).
	SourceUniform Source = "uniform"
)

// Sources returns every source.
func Sources() []Source { return []Source{SourceSearch, SourcePattern, SourceUniform} }

// GridConfig says how full grids are made. They are plain: no diagonals, square boxes.
type GridConfig struct {
	Side   int    `json:"side"` // 4, 9, 16, 25 or 36
	Source Source `json:"source"`
	// NodesPerCell bounds a try of [SourceSearch]: after this many nodes for each cell of
	// the board it starts over with new diagonal boxes.
	NodesPerCell int `json:"nodes_per_cell"`
	// Tries bounds how often it starts; then it fails with a [FillError].
	Tries int `json:"tries"`
}

// DefaultGrid returns the configuration for grids of a side by search: 16 nodes for each
// cell, 1,000 tries. Grids took 15, 120, 440 and 3,480 nodes on average at 9×9, 16×16, 25×25
// and 36×36, and 1.00 to 1.07 tries; at 4×4, where nearly half the fillings of the two
// diagonal boxes have no completion, 2 tries.
func DefaultGrid(side int) GridConfig {
	return GridConfig{Side: side, Source: SourceSearch, NodesPerCell: 16, Tries: 1000}
}

// Validate reports what is wrong with the configuration.
func (c GridConfig) Validate() error {
	if _, err := board.ShapeOfSide(c.Side); err != nil {
		return fmt.Errorf("generate: %w", err)
	}
	if !slices.Contains(Sources(), c.Source) {
		return fmt.Errorf("generate: source %q, want one of %q", c.Source, Sources())
	}
	if c.Source == SourceUniform && c.Side != 4 && c.Side != 9 {
		return fmt.Errorf("generate: source %q at side %d, want side 4 or 9", c.Source, c.Side)
	}
	if c.Source == SourceSearch && (c.NodesPerCell < 1 || c.Tries < 1) {
		return fmt.Errorf("generate: %d nodes per cell and %d tries, want at least 1 of each", c.NodesPerCell, c.Tries)
	}
	return nil
}

// FillError reports that no grid was completed within the bounds of a [GridConfig].
type FillError struct {
	Side  int
	Tries int
	Nodes int64 // of all tries
}

// Error says what was tried.
func (e *FillError) Error() string {
	return fmt.Sprintf("generate: no grid of side %d in %d tries of %d nodes together", e.Side, e.Tries, e.Nodes)
}

// FullGrid returns a full valid grid.
func FullGrid(ctx context.Context, rng *rand.Rand, cfg GridConfig) (board.Board, error) {
	if err := cfg.Validate(); err != nil {
		return board.Board{}, err
	}
	if rng == nil {
		return board.Board{}, errors.New("generate: no random source")
	}
	if ctx == nil {
		return board.Board{}, errNoContext
	}
	s, err := board.ShapeOfSide(cfg.Side)
	if err != nil {
		return board.Board{}, err
	}
	if err := ctx.Err(); err != nil {
		return board.Board{}, err
	}
	if b, ok := drawn(rng, s, cfg.Source); ok {
		return b, nil
	}
	var stats Stats
	return newSearch(s).grid(ctx, rng, cfg, &stats)
}

// drawn returns a full grid of a source that needs no search.
func drawn(rng *rand.Rand, s *board.Shape, source Source) (b board.Board, ok bool) {
	switch source {
	case SourcePattern:
		return symmetry.Random(rng, s).MustApply(PatternGrid(s)), true
	case SourceUniform:
		b = board.New(s)
		if s.Side() == 4 {
			UniformGrid4(rng, (*[16]uint8)(b.Cells()))
		} else {
			UniformGrid9(rng, (*[81]uint8)(b.Cells()))
		}
		return b, true
	}
	return board.Board{}, false
}

// grid makes a full grid of the search's shape and adds what it took to stats.
func (x *search) grid(ctx context.Context, rng *rand.Rand, cfg GridConfig, stats *Stats) (board.Board, error) {
	if err := ctx.Err(); err != nil {
		return board.Board{}, err
	}
	if b, ok := drawn(rng, x.shape, cfg.Source); ok {
		return b, nil
	}
	n, k := x.shape.Side(), x.shape.Box()
	total := int64(0)
	for range cfg.Tries {
		b := board.New(x.shape)
		for i := range k {
			// The boxes on the diagonal share no row or column, so any fillings go together.
			digits := rng.Perm(n)
			for j, cell := range x.shape.Units()[2*n+i*k+i] {
				b.Set(cell, digits[j]+1)
			}
		}
		done := x.complete(ctx, rng, b, int64(cfg.NodesPerCell)*int64(x.shape.Cells()))
		total += x.nodes
		stats.FillTries++
		stats.FillNodes += x.nodes
		if done {
			return b, nil
		}
		if x.err != nil {
			return board.Board{}, x.err
		}
	}
	return board.Board{}, &FillError{Side: n, Tries: cfg.Tries, Nodes: total}
}

// PatternGrid returns the grid of a plain shape whose rows are shifts of 1…n: by k from one
// row to the next in a band, by 1 from band to band. Such a grid repeats digits on diagonals
// and in other regions than boxes; for a shape that is not plain it returns the zero Board.
func PatternGrid(s *board.Shape) board.Board {
	if !s.Plain() {
		return board.Board{}
	}
	n, k := s.Side(), s.Box()
	b := board.New(s)
	for cell := range s.Cells() {
		row, col := s.Row(cell), s.Col(cell)
		b.Set(cell, (row%k*k+row/k+col)%n+1)
	}
	return b
}
