package supervised

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/train"
)

// Predictor runs a network with the same number of steps for every board. It implements
// learn.Predictor, and is for one goroutine.
type Predictor struct {
	backend compute.Backend
	network gnn.Network
	weights *model.Store
	batch   int
	steps   int
	execs   map[*board.Shape]*model.Exec
}

var _ learn.Predictor = (*Predictor)(nil)

// NewPredictor returns a predictor with weights that lie under train.ScopePath of a store. It
// runs batch boards at a time, a last batch of fewer filled up with empty ones, for steps
// message-passing steps, 0 for the network's own number. It is compiled once for each
// shape of board. Backend and store stay open as long as it; the weights' values may change.
func NewPredictor(backend compute.Backend, network gnn.Network, weights *model.Store, batch, steps int) (*Predictor, error) {
	if batch < 1 || batch > maxBatch || steps < 0 {
		return nil, fmt.Errorf("supervised: predictor of batches of %d with %d steps, want 1 to %d, and 0 or more", batch, steps, maxBatch)
	}
	return &Predictor{backend: backend, network: network, weights: weights, batch: batch, steps: steps, execs: map[*board.Shape]*model.Exec{}}, nil
}

// Close frees what was compiled.
func (p *Predictor) Close() {
	for _, e := range p.execs {
		e.Finalize()
	}
	clear(p.execs)
}

// exec returns what is compiled for a shape: boards [B, N] int32 → probabilities [B, N, n].
func (p *Predictor) exec(s *board.Shape) (*model.Exec, error) {
	if e, ok := p.execs[s]; ok {
		return e, nil
	}
	if err := p.network.Takes(s); err != nil {
		return nil, err
	}
	e, err := model.NewExec(p.backend, p.weights, func(scope *model.Scope, boards *Node) *Node {
		steps := p.network.Logits(scope.Store().Scope(train.ScopePath), boards, s, gnn.Mode{Steps: p.steps})
		return Probabilities(steps[len(steps)-1], boards)
	})
	if err != nil {
		return nil, err
	}
	p.execs[s] = e
	return e, nil
}

// Predict implements learn.Predictor.
func (p *Predictor) Predict(ctx context.Context, boards []board.Board) (out []learn.Prediction, err error) {
	defer func() {
		if r := recover(); r != nil { // graph building panics by convention
			out, err = nil, fmt.Errorf("supervised: %s: %v", p.network.Name(), r)
		}
	}()
	out = make([]learn.Prediction, len(boards))
	for s, places := range learn.ByShape(boards) {
		for len(places) > 0 {
			if err := ctx.Err(); err != nil {
				return nil, fmt.Errorf("supervised: %w", err)
			}
			now := places[:min(p.batch, len(places))]
			places = places[len(now):]
			if err := p.predict(s, boards, now, out); err != nil {
				return nil, fmt.Errorf("supervised: %s: %w", p.network.Name(), err)
			}
		}
	}
	return out, nil
}

// predict runs one batch: boards[i] of a shape for each i in places.
func (p *Predictor) predict(s *board.Shape, boards []board.Board, places []int, out []learn.Prediction) error {
	exec, err := p.exec(s)
	if err != nil {
		return err
	}
	cells := s.Cells()
	in := make([]int32, p.batch*cells)
	for row, i := range places {
		for c, d := range boards[i].Cells() {
			in[row*cells+c] = int32(d)
		}
	}
	before := p.weights.NumVariables()
	result, err := exec.Exec(tensors.FromFlatDataAndDimensions(in, p.batch, cells))
	if err != nil {
		return err
	}
	if after := p.weights.NumVariables(); after != before {
		return fmt.Errorf("the store lacks %d of the network's variables under %s", after-before, train.ScopePath)
	}
	flat, err := tensors.CopyFlatData[float32](result[0])
	if err != nil {
		return err
	}
	result[0].MustFinalizeAll()
	each := cells * s.Side()
	for row, i := range places {
		out[i].P = flat[row*each : (row+1)*each : (row+1)*each]
	}
	return nil
}
