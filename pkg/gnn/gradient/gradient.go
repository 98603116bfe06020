package gradient

import (
	"context"
	"errors"
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/train"
)

// Batch is a training batch with its loss and its gradient. Axis legend: B boards, N = n²
// cells row by row, n digits.
type Batch struct {
	Side      int
	Puzzles   [][]uint8 // [B][N], 0 for an empty cell
	Solutions [][]uint8 // [B][N]
	Loss      float64
	Scores    []float32 // [B·N·n], before the softmax
	Gradient  []float32 // [B·N·n], d loss / d scores
}

// At returns the gradient with respect to the scores of a cell, [n].
func (b *Batch) At(board, cell int) []float32 { return b.Gradient[b.from(board, cell):][:b.Side] }

// ScoresAt returns the scores of a cell, [n].
func (b *Batch) ScoresAt(board, cell int) []float32 { return b.Scores[b.from(board, cell):][:b.Side] }

func (b *Batch) from(board, cell int) int { return (board*b.Side*b.Side + cell) * b.Side }

// Of returns the first batches of a training with their gradients.
func Of(ctx context.Context, backend compute.Backend, network gnn.Network, cfg supervised.Config, batches int) (out []Batch, err error) {
	defer func() {
		if r := recover(); r != nil { // graph building panics by convention
			out, err = nil, fmt.Errorf("gradient: %s: %v", network.Name(), r)
		}
	}()
	if batches < 1 {
		return nil, fmt.Errorf("gradient: %d batches, want 1 or more", batches)
	}
	t := &tap{Network: network}
	task, err := supervised.NewTask(ctx, backend, t, cfg, 1)
	if err != nil {
		return nil, fmt.Errorf("gradient: %w", err)
	}
	defer task.Close()
	store := model.NewStore()
	defer store.Finalize()
	exec, err := model.NewExec(backend, store, func(scope *model.Scope, inputs []*graph.Node) []*graph.Node {
		loss, _ := task.Loss(scope.Store().Scope(train.ScopePath), "", inputs)
		return []*graph.Node{loss, t.scores, graph.Gradient(loss, t.scores)[0]}
	})
	if err != nil {
		return nil, fmt.Errorf("gradient: %w", err)
	}
	defer exec.Finalize()
	for range batches {
		next, err := task.Next(ctx)
		if err != nil {
			return nil, fmt.Errorf("gradient: %w", err)
		}
		b := Batch{Side: cfg.Data.Puzzles.Side}
		for i, into := range []*[][]uint8{&b.Puzzles, &b.Solutions} {
			if *into, err = cellsOf(next.Inputs[i]); err != nil {
				return nil, err
			}
		}
		result, err := exec.Exec(next.Inputs[0], next.Inputs[1])
		if err != nil {
			return nil, fmt.Errorf("gradient: %w", err)
		}
		loss, err := tensors.CopyFlatData[float32](result[0])
		if err != nil {
			return nil, fmt.Errorf("gradient: %w", err)
		}
		b.Loss = float64(loss[0])
		if b.Scores, err = tensors.CopyFlatData[float32](result[1]); err != nil {
			return nil, fmt.Errorf("gradient: %w", err)
		}
		if b.Gradient, err = tensors.CopyFlatData[float32](result[2]); err != nil {
			return nil, fmt.Errorf("gradient: %w", err)
		}
		for _, r := range result {
			r.MustFinalizeAll()
		}
		out = append(out, b)
	}
	return out, nil
}

// tap is a network that remembers the scores it gave last.
type tap struct {
	gnn.Network
	scores *graph.Node
}

// Logits implements gnn.Network.
func (t *tap) Logits(scope *model.Scope, boards *graph.Node, s *board.Shape, mode gnn.Mode) []*graph.Node {
	steps := t.Network.Logits(scope, boards, s, mode)
	t.scores = steps[len(steps)-1]
	return steps
}

// cellsOf reads digits [B, N] int32.
func cellsOf(t *tensors.Tensor) ([][]uint8, error) {
	d := t.Shape().Dimensions
	if len(d) != 2 {
		return nil, errors.New("gradient: digits of another rank than 2")
	}
	flat, err := tensors.CopyFlatData[int32](t)
	if err != nil {
		return nil, fmt.Errorf("gradient: %w", err)
	}
	out := make([][]uint8, d[0])
	for i := range out {
		out[i] = make([]uint8, d[1])
		for c := range out[i] {
			out[i][c] = uint8(flat[i*d[1]+c])
		}
	}
	return out, nil
}
