package candidate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/train"
)

// ThinkConfig decides how long the network may think about a board. There is no search in
// it: a board is looked at after each segment, and when the digits with the highest
// probabilities make a solution, it is done.
type ThinkConfig struct {
	Batch    int     `json:"batch"`    // boards at a time
	Segment  int     `json:"segment"`  // steps between two looks
	Steps    int     `json:"steps"`    // steps at most, a multiple of Segment
	Restarts int     `json:"restarts"` // fresh starts with noise for a board that is not solved after Steps
	Noise    float64 `json:"noise"`    // its deviation
	Seed     uint64  `json:"seed"`     // of the noise
}

// DefaultThink allows the 32 steps of which looks are 8 apart, and no restart.
func DefaultThink() ThinkConfig { return ThinkConfig{Batch: 32, Segment: 8, Steps: 32, Noise: 0.5} }

// Validate reports what is wrong with the configuration.
func (c ThinkConfig) Validate() error {
	switch {
	case c.Batch < 1 || c.Batch > 1<<16:
		return fmt.Errorf("candidate: batches of %d boards, want 1…65536", c.Batch)
	case c.Segment < 1 || c.Segment > 256:
		return fmt.Errorf("candidate: segments of %d steps, want 1…256", c.Segment)
	case c.Steps < c.Segment || c.Steps%c.Segment != 0:
		return fmt.Errorf("candidate: %d steps, want a multiple of the segment, %d", c.Steps, c.Segment)
	case c.Restarts < 0:
		return fmt.Errorf("candidate: %d restarts, want 0 or more", c.Restarts)
	case !(c.Noise >= 0):
		return fmt.Errorf("candidate: noise %v, want 0 or more", c.Noise)
	}
	return nil
}

// Thought is what came of thinking about one board.
type Thought struct {
	Grid   []uint8 // N cells: the puzzle's givens, and the likeliest digit elsewhere, after the last look
	Solved bool    // Grid is a solution of the puzzle
	Steps  int     // steps until then, those of earlier starts included
	Starts int     // starts, 1 without a restart
	// Probabilities are [N·n] after the last look, as in learn.Prediction.
	Probabilities []float32
}

// Thinker runs the network on boards. It is for one goroutine.
type Thinker struct {
	network *Network
	weights *model.Store // nil if they were copied
	config  ThinkConfig
	open    func(s *board.Shape) (mover, error)
	movers  map[*board.Shape]mover
}

// NewThinker returns a thinker with weights that lie under train.ScopePath of a store, which
// it does not change. The backend and the store stay open as long as it.
func NewThinker(backend compute.Backend, n *Network, weights *model.Store, c ThinkConfig) (*Thinker, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return &Thinker{network: n, weights: weights, config: c, movers: map[*board.Shape]mover{}, open: func(s *board.Shape) (mover, error) {
		return newGraphMover(backend, n, weights, c, s)
	}}, nil
}

// NewFused is NewThinker without a backend: the steps are those of package fused, on as many
// cores as there are boards for, at most all. It takes the configurations that fused.Takes does, and
// copies the weights.
func NewFused(n *Network, weights *model.Store, c ThinkConfig, p fused.Path) (*Thinker, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	network, err := fused.Of(n.Config(), weights, train.ScopePath, p)
	if err != nil {
		return nil, fmt.Errorf("candidate: %w", err)
	}
	return &Thinker{network: n, config: c, movers: map[*board.Shape]mover{}, open: func(s *board.Shape) (mover, error) {
		return newFusedMover(network, c, s), nil
	}}, nil
}

// Close frees what was compiled.
func (t *Thinker) Close() {
	for _, m := range t.movers {
		m.close()
	}
	t.movers = nil
}

// mover returns what makes the steps on boards of a shape.
func (t *Thinker) mover(s *board.Shape) (mover, error) {
	if m, ok := t.movers[s]; ok {
		return m, nil
	}
	if err := t.network.Takes(s); err != nil {
		return nil, err
	}
	m, err := t.open(s)
	if err == nil {
		t.movers[s] = m
	}
	return m, err
}

// seat is a board's place in a batch.
type seat struct {
	board   int // its index, -1 for none
	steps   int // since its last start
	thought Thought
}

// Think thinks about boards, of one shape or several, and returns a thought for each. look,
// if not nil, is called after each segment with the board's index, the steps since its last
// start, and its thought so far, whose slices are then the caller's.
func (t *Thinker) Think(ctx context.Context, puzzles []board.Board, look func(index, steps int, so Thought)) ([]Thought, error) {
	thoughts := make([]Thought, len(puzzles))
	for s, places := range learn.ByShape(puzzles) {
		if err := t.think(ctx, s, puzzles, places, thoughts, look); err != nil {
			return nil, err
		}
	}
	return thoughts, nil
}

func (t *Thinker) think(ctx context.Context, s *board.Shape, puzzles []board.Board, queue []int, thoughts []Thought, look func(int, int, Thought)) (err error) {
	defer func() {
		if r := recover(); r != nil { // graph building panics by convention
			err = fmt.Errorf("candidate: %v", r)
		}
	}()
	m, err := t.mover(s)
	if err != nil {
		return fmt.Errorf("candidate: %w", err)
	}
	c, candidates, h := t.config, s.Cells()*s.Side(), t.network.Config().Hidden
	seats := make([]seat, c.Batch)
	for i := range seats {
		seats[i].board = -1
	}
	taken := func(i int) bool { return seats[i].board >= 0 }
	m.reset()
	for open := 0; open > 0 || len(queue) > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range seats {
			if taken(i) || len(queue) == 0 {
				continue
			}
			seats[i] = seat{board: queue[0], thought: Thought{Starts: 1}}
			queue = queue[1:]
			open++
			if err := m.begin(i, puzzles[seats[i].board].Cells(), nil); err != nil {
				return fmt.Errorf("candidate: %w", err)
			}
		}
		p, err := m.move(ctx, taken)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("candidate: %w", err)
		}
		for i := range seats {
			seat := &seats[i]
			if seat.board < 0 {
				continue
			}
			seat.steps += c.Segment
			seat.thought.Steps += c.Segment
			if err := seat.thought.read(puzzles[seat.board], p[i*candidates:(i+1)*candidates]); err != nil {
				return fmt.Errorf("candidate: board %d after %d steps: %w", seat.board+1, seat.steps, err)
			}
			if look != nil {
				look(seat.board, seat.steps, seat.thought)
			}
			switch {
			case seat.thought.Solved || (seat.steps >= c.Steps && seat.thought.Starts > c.Restarts):
				thoughts[seat.board] = seat.thought
				seat.board = -1
				open--
			case seat.steps >= c.Steps:
				rng := rand.New(rand.NewPCG(c.Seed, uint64(seat.board)<<16+uint64(seat.thought.Starts)))
				noise := make([]float32, h)
				for j := range noise {
					noise[j] = float32(rng.NormFloat64() * c.Noise)
				}
				if err := m.begin(i, puzzles[seat.board].Cells(), noise); err != nil {
					return fmt.Errorf("candidate: %w", err)
				}
				seat.steps = 0
				seat.thought.Starts++
			}
		}
	}
	return nil
}

// read sets what a look at the probabilities [N·n] shows. Givens are certain.
func (th *Thought) read(puzzle board.Board, p []float32) error {
	n := puzzle.Shape().Side()
	th.Probabilities = append([]float32(nil), p...)
	th.Grid = append([]uint8(nil), puzzle.Cells()...)
	for cell, given := range puzzle.Cells() {
		row := th.Probabilities[cell*n : (cell+1)*n]
		if given != 0 {
			clear(row)
			row[given-1] = 1
			continue
		}
		best := 0
		for d, v := range row {
			if v != v {
				return errors.New("a probability is not a number")
			}
			if v > row[best] {
				best = d
			}
		}
		th.Grid[cell] = uint8(best + 1)
	}
	grid, err := board.FromCellsOn(puzzle.Shape(), th.Grid)
	if err != nil {
		return err
	}
	th.Solved = board.CheckSolution(puzzle, grid) == nil
	return nil
}

// Predict implements learn.Predictor: the probabilities with which thinking ended.
func (t *Thinker) Predict(ctx context.Context, boards []board.Board) ([]learn.Prediction, error) {
	thoughts, err := t.Think(ctx, boards, nil)
	if err != nil {
		return nil, err
	}
	predictions := make([]learn.Prediction, len(thoughts))
	for i, th := range thoughts {
		predictions[i] = learn.Prediction{P: th.Probabilities}
	}
	return predictions, nil
}
