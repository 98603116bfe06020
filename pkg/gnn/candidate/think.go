package candidate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn"
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
	backend compute.Backend
	weights *model.Store
	config  ThinkConfig
	execs   map[*board.Shape]*model.Exec
}

// NewThinker returns a thinker with weights that lie under train.ScopePath of a store, which
// it does not change. The backend and the store stay open as long as it.
func NewThinker(backend compute.Backend, n *Network, weights *model.Store, c ThinkConfig) (*Thinker, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return &Thinker{network: n, backend: backend, weights: weights, config: c, execs: map[*board.Shape]*model.Exec{}}, nil
}

// Close frees what was compiled.
func (t *Thinker) Close() {
	for _, e := range t.execs {
		e.Finalize()
	}
	t.execs = nil
}

// exec returns the compiled segment of a shape: boards [B, N] int32, fresh [B], noise [B, H]
// and states [B·n³, H] give the states after it and the probabilities [B, N·n].
func (t *Thinker) exec(s *board.Shape) (*model.Exec, error) {
	if e, ok := t.execs[s]; ok {
		return e, nil
	}
	if err := t.network.Takes(s); err != nil {
		return nil, err
	}
	e, err := model.NewExec(t.backend, t.weights, func(scope *model.Scope, in []*Node) []*Node {
		puzzle, fresh, noise, state := in[0], in[1], in[2], in[3]
		b := t.network.On(scope.Store().Scope(train.ScopePath), puzzle, s)
		state = b.Steps(enter(b, fresh, noise, state), t.config.Segment, nil)
		p := Softmax(b.Score(state), -1) // [B, N, n]
		return []*Node{state, Reshape(p, t.config.Batch, s.Cells()*s.Side())}
	})
	if err == nil {
		t.execs[s] = e
	}
	return e, err
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
	exec, err := t.exec(s)
	if err != nil {
		return fmt.Errorf("candidate: %w", err)
	}
	c, cells, h := t.config, s.Cells(), t.network.Config().Hidden
	seats := make([]seat, c.Batch)
	boards := make([]int32, c.Batch*cells)
	fresh, noise := make([]float32, c.Batch), make([]float32, c.Batch*h)
	state := tensors.FromShape(shapes.Make(dtypes.Float32, c.Batch*cells*s.Side(), h))
	defer func() { state.MustFinalizeAll() }()
	for i := range seats {
		seats[i].board = -1
	}
	for open := 0; open > 0 || len(queue) > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range seats {
			if seats[i].board >= 0 || len(queue) == 0 {
				continue
			}
			seats[i] = seat{board: queue[0], thought: Thought{Starts: 1}}
			queue = queue[1:]
			open++
			for cell, d := range puzzles[seats[i].board].Cells() {
				boards[i*cells+cell] = int32(d)
			}
			fresh[i] = 1
			clear(noise[i*h : (i+1)*h])
		}
		out, err := exec.Exec(
			tensors.FromFlatDataAndDimensions(append([]int32(nil), boards...), c.Batch, cells),
			tensors.FromFlatDataAndDimensions(append([]float32(nil), fresh...), c.Batch),
			tensors.FromFlatDataAndDimensions(append([]float32(nil), noise...), c.Batch, h),
			state)
		if err != nil {
			return fmt.Errorf("candidate: %w", err)
		}
		state.MustFinalizeAll()
		state = out[0]
		p, err := tensors.CopyFlatData[float32](out[1])
		out[1].MustFinalizeAll()
		if err != nil {
			return fmt.Errorf("candidate: %w", err)
		}
		for i := range seats {
			seat := &seats[i]
			if seat.board < 0 {
				continue
			}
			fresh[i] = 0
			seat.steps += c.Segment
			seat.thought.Steps += c.Segment
			if err := seat.thought.read(puzzles[seat.board], p[i*cells*s.Side():(i+1)*cells*s.Side()]); err != nil {
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
				for j := range h {
					noise[i*h+j] = float32(rng.NormFloat64() * c.Noise)
				}
				fresh[i], seat.steps = 1, 0
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
