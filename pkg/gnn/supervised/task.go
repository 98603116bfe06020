package supervised

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/train"
)

// Task trains a network. It implements train.Task.
type Task struct {
	network gnn.Network
	config  Config
	shape   *board.Shape
	workers int
	data    data
	step    int

	backend   compute.Backend
	held      [][]puzzles.Sample // of each set of the validation
	predictor *Predictor         // of the store it was made for
	of        *model.Store
}

var _ train.Task = (*Task)(nil)

// NewTask makes the task, its held-out puzzles and, if their number is fixed, those to train
// on; workers goroutines make puzzles, 0 for one a core. Validations run on the backend, which
// stays open as long as the task.
func NewTask(ctx context.Context, backend compute.Backend, n gnn.Network, c Config, workers int) (*Task, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	shape, err := board.ShapeOfSide(c.Data.Puzzles.Side)
	if err != nil {
		return nil, fmt.Errorf("supervised: %w", err)
	}
	if err := n.Takes(shape); err != nil {
		return nil, fmt.Errorf("supervised: %w", err)
	}
	t := &Task{network: n, config: c, shape: shape, workers: workers, backend: backend}
	for _, set := range c.Validation.Sets {
		samples, err := puzzles.HeldOut(ctx, set, c.Validation.Count, workers)
		if err != nil {
			return nil, fmt.Errorf("supervised: %w", err)
		}
		t.held = append(t.held, samples)
	}
	if t.data, err = newData(ctx, c, workers); err != nil {
		return nil, fmt.Errorf("supervised: %w", err)
	}
	return t, nil
}

// Close stops the making of puzzles and frees what was compiled for validations.
func (t *Task) Close() {
	t.data.close()
	if t.predictor != nil {
		t.predictor.Close()
	}
}

func (t *Task) kind() string { return strconv.Itoa(t.shape.Side()) }

// Next returns puzzles and solutions, [B, N] int32 each.
func (t *Task) Next(ctx context.Context) (train.Batch, error) {
	samples, err := t.data.batch(ctx, t.config.EpochOf(t.step), t.config.Batch)
	if err != nil {
		return train.Batch{}, fmt.Errorf("supervised: %w", err)
	}
	cells := t.shape.Cells()
	puzzle, solution := make([]int32, 0, len(samples)*cells), make([]int32, 0, len(samples)*cells)
	for _, s := range samples {
		for c := range cells {
			puzzle, solution = append(puzzle, int32(s.Puzzle[c])), append(solution, int32(s.Solution[c]))
		}
	}
	return train.Batch{Kind: t.kind(), Samples: len(samples), Inputs: []*tensors.Tensor{
		tensors.FromFlatDataAndDimensions(puzzle, len(samples), cells),
		tensors.FromFlatDataAndDimensions(solution, len(samples), cells),
	}}, nil
}

// Loss is the cross-entropy plus λ times the penalty. The outputs are both, the number of
// empty cells, how many of them the last step has right, and the repeated digits of its grids,
// each a scalar over the batch: means of the first two and the last, sums of the others.
func (t *Task) Loss(scope *model.Scope, _ string, inputs []*Node) (loss *Node, outputs []*Node) {
	puzzle, solution := inputs[0], inputs[1]
	steps := t.network.Logits(scope, puzzle, t.shape, gnn.Mode{Training: true})
	last := steps[len(steps)-1]
	if !t.config.EveryStep {
		steps = steps[len(steps)-1:]
	}
	var entropy, penalty *Node
	for i, logits := range steps {
		e := CrossEntropy(logits, puzzle, solution)
		p := ReduceAllMean(Penalty(Probabilities(logits, puzzle), t.shape))
		if i == 0 {
			entropy, penalty = e, p
		} else {
			entropy, penalty = Add(entropy, e), Add(penalty, p)
		}
	}
	entropy, penalty = DivScalar(entropy, float64(len(steps))), DivScalar(penalty, float64(len(steps)))
	loss = entropy
	if t.config.Lambda > 0 {
		loss = Add(entropy, MulScalar(penalty, t.config.Lambda))
	}
	empty := emptyCells(puzzle)
	grids := answers(Probabilities(StopGradient(last), puzzle))
	right := ReduceSum(Mul(grids, one(solution, t.shape.Side())), 2) // [B, N]
	return loss, []*Node{
		StopGradient(entropy), StopGradient(penalty),
		ReduceAllSum(empty), ReduceAllSum(Mul(right, empty)), ReduceAllMean(Repeats(grids, t.shape)),
	}
}

// Observe returns the step's cross-entropy, penalty, share of empty cells that are right
// ("cells") and repeated digits of a board's likeliest digits ("repeats"). They are measured
// with dropout on.
func (t *Task) Observe(_ string, outputs []*tensors.Tensor) (train.Metrics, error) {
	var v [5]float64
	for i, out := range outputs {
		x, err := tensors.CopyFlatData[float32](out)
		if err != nil {
			return nil, fmt.Errorf("supervised: %w", err)
		}
		v[i] = float64(x[0])
		out.MustFinalizeAll()
	}
	t.step++
	return train.Metrics{"entropy": v[0], "penalty": v[1], "cells": v[3] / max(1, v[2]), "repeats": v[4]}, nil
}

// Validate measures held-out puzzles. Its metrics, for all sets together and after a slash for
// each, are "loss", the cross-entropy of the empty cells without the penalty, and of package
// score "cells", the share of empty cells that are right, "grids" and "units".
func (t *Task) Validate(ctx context.Context, weights *model.Store) (train.Metrics, error) {
	v := t.config.Validation
	if t.predictor == nil || t.of != weights {
		if t.predictor != nil {
			t.predictor.Close()
		}
		p, err := NewPredictor(t.backend, t.network, weights, v.Batch, v.Steps)
		if err != nil {
			return nil, err
		}
		t.predictor, t.of = p, weights
	}
	metrics := train.Metrics{}
	keep := func(after string, m score.Metrics, loss float64) {
		metrics["loss"+after] = loss / float64(max(1, m.Empty.Trials))
		metrics["cells"+after], metrics["grids"+after], metrics["units"+after] = m.Empty.Rate(), m.Grids.Rate(), m.Units.Rate()
	}
	var all score.Metrics
	total := 0.0
	for i, set := range v.Sets {
		m, loss, err := score.Evaluate(ctx, t.predictor, t.held[i])
		if err != nil {
			return nil, err
		}
		keep("/"+set.Name, m, loss)
		all.Add(m)
		total += loss
	}
	keep("", all, total)
	return metrics, nil
}

// taskState is the JSON of a checkpoint.
type taskState struct {
	Step int             `json:"step"`
	Data json.RawMessage `json:"data"`
}

// Save returns the step and the position in the puzzles.
func (t *Task) Save() (train.TaskState, error) {
	position, err := t.data.save()
	if err != nil {
		return train.TaskState{}, fmt.Errorf("supervised: %w", err)
	}
	text, err := json.Marshal(taskState{Step: t.step, Data: position})
	if err != nil {
		return train.TaskState{}, fmt.Errorf("supervised: %w", err)
	}
	return train.TaskState{JSON: text}, nil
}

// Load goes on from what Save returned.
func (t *Task) Load(from train.TaskState) error {
	var s taskState
	if err := json.Unmarshal(from.JSON, &s); err != nil {
		return fmt.Errorf("supervised: checkpoint: %w", err)
	}
	if s.Step < 0 {
		return fmt.Errorf("supervised: checkpoint of step %d, want 0 or more", s.Step)
	}
	if err := t.data.load(s.Data); err != nil {
		return fmt.Errorf("supervised: checkpoint: %w", err)
	}
	t.step = s.Step
	return nil
}
