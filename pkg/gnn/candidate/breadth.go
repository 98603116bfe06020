package candidate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync/atomic"

	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/pipeline"
	"sudokulab/pkg/train"
)

// BreadthConfig decides how often and how long the network thinks about a board. An answer is
// checked after each segment, which costs nothing beside the steps, so any start whose answer checks counts.
type BreadthConfig struct {
	Depth   int     `json:"depth"`   // steps of a start at most, a multiple of Segment
	Segment int     `json:"segment"` // steps between two looks
	Breadth int     `json:"breadth"` // starts at most; the first has no noise
	Scatter float64 `json:"scatter"` // deviation of what each number of each candidate's first state gets
	Jitter  float64 `json:"jitter"`  // and of what it gets before each later segment
	Seed    uint64  `json:"seed"`    // of the noise
}

// DefaultBreadth is one start of 64 steps.
func DefaultBreadth() BreadthConfig {
	return BreadthConfig{Depth: 64, Segment: 8, Breadth: 1, Scatter: 0.5}
}

// Validate reports what is wrong with the configuration.
func (c BreadthConfig) Validate() error {
	switch {
	case c.Segment < 1 || c.Segment > 256:
		return fmt.Errorf("candidate: segments of %d steps, want 1…256", c.Segment)
	case c.Depth < c.Segment || c.Depth%c.Segment != 0:
		return fmt.Errorf("candidate: depth of %d steps, want a multiple of the segment, %d", c.Depth, c.Segment)
	case c.Breadth < 1 || c.Breadth > 1<<16:
		return fmt.Errorf("candidate: breadth of %d starts, want 1…65536", c.Breadth)
	case !(c.Scatter >= 0) || !(c.Jitter >= 0):
		return fmt.Errorf("candidate: scatter %v and jitter %v, want 0 or more", c.Scatter, c.Jitter)
	}
	return nil
}

// Try is what came of the starts on one board.
type Try struct {
	Grid   []uint8 // N cells after the last look: the puzzle's givens, and the likeliest digit elsewhere
	Solved bool    // Grid is a solution of the puzzle
	Starts int     // starts, that which solved it included
	Steps  int     // of all starts
	// Full counts the starts that ended with a full grid without a conflict that is no solution: none where the
	// checker and the network's reading of it agree.
	Full int
}

// Thinkers think about boards with much breadth or with a little search, by package fused.
type Thinkers struct {
	network *fused.Network
}

// NewThinkers returns thinkers with weights that lie under train.ScopePath of a store, of which they keep a copy.
func NewThinkers(n *Network, weights *model.Store, p fused.Path) (*Thinkers, error) {
	network, err := fused.Of(n.Config(), weights, train.ScopePath, p)
	if err != nil {
		return nil, fmt.Errorf("candidate: %w", err)
	}
	return &Thinkers{network}, nil
}

// Try thinks about boards, of one shape or several, on all cores, and returns what came of each. What comes
// of a board depends on the configuration, the board, and its index. progress, if not nil, is called from
// several goroutines with the number of boards done.
func (t *Thinkers) Try(ctx context.Context, c BreadthConfig, boards []board.Board, progress func(done, total int)) ([]Try, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	tries := make([]Try, len(boards))
	err := t.each(ctx, boards, progress, func(ctx context.Context, i int, d *desk) error {
		return d.try(ctx, c, boards[i], i, &tries[i])
	})
	if err != nil {
		return nil, err
	}
	return tries, nil
}

// each calls f for each board, with a desk for its shape, on all cores.
func (t *Thinkers) each(ctx context.Context, boards []board.Board, progress func(done, total int), f func(ctx context.Context, i int, d *desk) error) error {
	var done atomic.Int64
	workers := make([]func(context.Context, int) error, max(1, min(len(boards), runtime.GOMAXPROCS(0))))
	for w := range workers {
		desks := map[*board.Shape]*desk{}
		workers[w] = func(ctx context.Context, i int) error {
			if boards[i].IsZero() {
				return fmt.Errorf("candidate: board %d is the zero Board", i+1)
			}
			s := boards[i].Shape()
			if desks[s] == nil {
				b, err := t.network.On(s)
				if err != nil {
					return fmt.Errorf("candidate: board %d: %w", i+1, err)
				}
				desks[s] = &desk{board: b, p: make([]float32, s.Cells()*s.Side())}
			}
			if err := f(ctx, i, desks[s]); err != nil {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				return fmt.Errorf("candidate: board %d: %w", i+1, err)
			}
			if n := done.Add(1); progress != nil {
				progress(int(n), len(boards))
			}
			return nil
		}
	}
	return pipeline.For(ctx, len(boards), workers)
}

// desk is where one goroutine thinks about boards of one shape.
type desk struct {
	board *fused.Board
	p     []float32 // [N·n], after the last look
}

func (d *desk) try(ctx context.Context, c BreadthConfig, puzzle board.Board, index int, out *Try) error {
	for start := range c.Breadth {
		var rng *rand.Rand
		if start > 0 {
			rng = rand.New(rand.NewPCG(c.Seed, uint64(index)<<20|uint64(start)))
		}
		grid, steps, solved, err := d.think(ctx, c, puzzle, rng)
		if err != nil {
			return err
		}
		out.Grid, out.Solved = grid, solved
		out.Starts++
		out.Steps += steps
		if solved {
			return nil
		}
		full, err := board.FromCellsOn(puzzle.Shape(), grid)
		if err != nil {
			return err
		}
		if len(board.Conflicts(full)) == 0 {
			out.Full++
		}
	}
	return nil
}

// think is one start, with noise if there is a source of it.
func (d *desk) think(ctx context.Context, c BreadthConfig, puzzle board.Board, rng *rand.Rand) (grid []uint8, steps int, solved bool, err error) {
	if err := d.board.Start(puzzle.Cells(), nil); err != nil {
		return nil, 0, false, err
	}
	if rng != nil && c.Scatter > 0 {
		fused.Scatter(d.board, rng, c.Scatter)
	}
	for steps < c.Depth {
		if rng != nil && c.Jitter > 0 && steps > 0 {
			fused.Scatter(d.board, rng, c.Jitter)
		}
		if err := d.board.Steps(ctx, c.Segment); err != nil {
			return nil, steps, false, err
		}
		steps += c.Segment
		if err := d.board.Probabilities(d.p); err != nil {
			return nil, steps, false, err
		}
		if grid, solved, err = likeliest(puzzle, d.p); err != nil || solved {
			return grid, steps, solved, err
		}
	}
	return grid, steps, false, nil
}

// likeliest reads the likeliest digits off probabilities [N·n], beside the givens, and checks them.
func likeliest(puzzle board.Board, p []float32) (grid []uint8, solved bool, err error) {
	n := puzzle.Shape().Side()
	grid = append([]uint8(nil), puzzle.Cells()...)
	for cell, given := range grid {
		if given != 0 {
			continue
		}
		best := 0
		for d, v := range p[cell*n : (cell+1)*n] {
			if math.IsNaN(float64(v)) {
				return nil, false, errors.New("a probability is not a number")
			}
			if v > p[cell*n+best] {
				best = d
			}
		}
		grid[cell] = uint8(best + 1) //nolint:gosec // at most a side
	}
	full, err := board.FromCellsOn(puzzle.Shape(), grid)
	if err != nil {
		return nil, false, err
	}
	return grid, board.CheckSolution(puzzle, full) == nil, nil
}
