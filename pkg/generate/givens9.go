package generate

import (
	"context"
	"errors"
	"fmt"
)

// GivensConfig asks for 9×9 puzzles with an exact number of givens.
type GivensConfig struct {
	Givens int    `json:"givens"` // 17 to 81
	Seed   uint64 `json:"seed"`
	// Starts bounds the minimal puzzles made in search of one with no more givens than asked
	// for, Swaps the exchanges tried after that, from the one with the fewest.
	Starts int `json:"starts"`
	Swaps  int `json:"swaps"`
}

// DefaultGivens returns a configuration with 200 starts and 200,000 exchanges per puzzle.
func DefaultGivens(givens int) GivensConfig {
	return GivensConfig{Givens: givens, Starts: 200, Swaps: 200_000}
}

// Validate reports what is wrong with the configuration.
func (c GivensConfig) Validate() error {
	switch {
	case c.Givens < 17 || c.Givens > 81:
		return fmt.Errorf("generate: %d givens, want 17 to 81 (fewer leave no 9×9 puzzle with one solution)", c.Givens)
	case c.Starts < 1 || c.Swaps < 0:
		return fmt.Errorf("generate: %d starts and %d exchanges, want at least 1 and 0", c.Starts, c.Swaps)
	}
	return nil
}

// GivensStats counts what a puzzle of an exact number of givens took.
type GivensStats struct {
	Starts int `json:"starts"` // minimal puzzles made
	Swaps  int `json:"swaps"`  // exchanges tried
}

// Givens9 makes 9×9 puzzles with an exact number of givens. Where minimal puzzles often have
// fewer, from 25 on, givens are added to one at random: those puzzles are not minimal. Where
// they rarely do, the search goes on from the best by exchanges of two givens for one and,
// sideways, of one for one, each time made minimal; such a puzzle is minimal unless a last
// step went below the number. It is one way to get there, with its own bias.
type Givens9 struct {
	cfg     GivensConfig
	count   Counter9
	minimal *Minimal9
}

// NewGivens9 returns a maker. It serves one goroutine at a time.
func NewGivens9(cfg GivensConfig, count Counter9) (*Givens9, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if count == nil {
		return nil, errors.New("generate: no counter")
	}
	m, err := NewMinimal9(Minimal9Config{Seed: mix(cfg.Seed ^ uint64(cfg.Givens)), Family: 1}, count)
	if err != nil {
		return nil, err
	}
	return &Givens9{cfg: cfg, count: count, minimal: m}, nil
}

// Item makes the puzzle with an index, 0 or more. It depends on the configuration and the
// index alone. It fails with an [ExhaustedError] when the bounds are used up.
func (g *Givens9) Item(ctx context.Context, index int, p *Puzzle9) (GivensStats, error) {
	var stats GivensStats
	switch {
	case g.minimal == nil:
		return stats, errors.New("generate: the zero Givens9, want one of NewGivens9")
	case ctx == nil:
		return stats, errNoContext
	case p == nil:
		return stats, errNoPuzzle9
	}
	if index < 0 || index > (1<<62)/g.cfg.Starts {
		return stats, fmt.Errorf("generate: puzzle %d, want an index of 0 or more", index)
	}
	best := Puzzle9{Givens: 82}
	for i := range g.cfg.Starts {
		if err := ctx.Err(); err != nil {
			return stats, itemError(index, err)
		}
		if err := g.minimal.Item(index*g.cfg.Starts+i, p); err != nil {
			return stats, err
		}
		stats.Starts++
		if p.Givens < best.Givens {
			best = *p
		}
		if best.Givens <= g.cfg.Givens {
			break
		}
	}
	rng := itemSource(mix(g.cfg.Seed^uint64(g.cfg.Givens)<<32), index)
	fewest := best.Givens
	for best.Givens > g.cfg.Givens && stats.Swaps < g.cfg.Swaps {
		if stats.Swaps&(pollEvery-1) == 0 {
			if err := ctx.Err(); err != nil {
				return stats, itemError(index, err)
			}
		}
		// By turns downwards and, from the same number on, sideways.
		q, out := best.Puzzle, 2-stats.Swaps&1
		stats.Swaps++
		if !swap(rng, &q, out, 1) {
			continue
		}
		n, solution := g.count.Count(&q, 2)
		if n != 1 {
			continue
		}
		grid := *solution
		if err := g.minimal.Reduce(rng, &q, &grid, &best); err != nil {
			return stats, itemError(index, err)
		}
		fewest = min(fewest, best.Givens)
	}
	if best.Givens > g.cfg.Givens {
		want := Range{g.cfg.Givens, g.cfg.Givens}
		return stats, &ExhaustedError{Index: index, Attempts: stats.Starts, BestGivens: fewest, Want: want}
	}
	*p = best
	for _, c := range rng.Perm(81) {
		if p.Givens == g.cfg.Givens {
			break
		}
		if p.Puzzle[c] == 0 {
			p.Puzzle[c] = p.Solution[c]
			p.Givens++
		}
	}
	return stats, nil
}
