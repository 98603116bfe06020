package inspect

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn"
)

// Session is a network with weights on a backend, for boards of one shape at a time.
type Session struct {
	backend compute.Backend
	net     gnn.Network
	shape   *board.Shape
	store   *model.Store
	logits  map[gnn.Mode]*model.Exec
	grads   *model.Exec
	step    *model.Exec
	paths   []string // of the gradients
}

// Open makes a network's weights. The store's random numbers, which dropout draws, start at
// a fixed seed.
func Open(backend compute.Backend, net gnn.Network, s *board.Shape) (*Session, error) {
	if err := net.Takes(s); err != nil {
		return nil, fmt.Errorf("inspect: %w", err)
	}
	store := model.NewStore()
	if err := store.SetRNGStateFromSeed(1); err != nil {
		return nil, fmt.Errorf("inspect: %w", err)
	}
	err := guard(func() error { // a graph that is thrown away makes the variables
		g := graph.NewGraph(backend, "weights")
		defer g.Finalize()
		model.SetStore(g, store)
		net.Logits(store.RootScope(), graph.Parameter(g, "boards", shapes.Make(dtypes.Int32, 1, s.Cells())), s, gnn.Mode{})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &Session{backend: backend, net: net, shape: s, store: store, logits: map[gnn.Mode]*model.Exec{}}, nil
}

// As returns a session of another network or another shape with the weights of this one.
// The two share them until both are closed; close only one.
func (s *Session) As(net gnn.Network, shape *board.Shape) (*Session, error) {
	if err := net.Takes(shape); err != nil {
		return nil, fmt.Errorf("inspect: %w", err)
	}
	return &Session{backend: s.backend, net: net, shape: shape, store: s.store, logits: map[gnn.Mode]*model.Exec{}}, nil
}

// Close releases the weights and the compiled graphs.
func (s *Session) Close() {
	for _, e := range s.logits {
		e.Finalize()
	}
	for _, e := range []*model.Exec{s.grads, s.step} {
		if e != nil {
			e.Finalize()
		}
	}
	s.store.Finalize()
}

// Logits runs the network: [boards·N·n], the last result. Each number of boards is compiled
// once.
func (s *Session) Logits(boards []board.Board, mode gnn.Mode) ([]float32, error) {
	in, err := s.tensor(boards)
	if err != nil {
		return nil, err
	}
	var out []float32
	err = guard(func() error {
		e := s.logits[mode]
		if e == nil {
			e, err = model.NewExec(s.backend, s.store, func(scope *model.Scope, x *graph.Node) *graph.Node {
				results := s.net.Logits(scope, x, s.shape, mode)
				return results[len(results)-1]
			})
			if err != nil {
				return err
			}
			s.logits[mode] = e
		}
		result, err := e.Call1(in)
		if err != nil {
			return err
		}
		out, err = tensors.CopyFlatData[float32](result)
		return err
	})
	return out, err
}

// Gradients returns the loss in training mode and its gradient by the path of the variable.
func (s *Session) Gradients(puzzles, solutions []board.Board, training bool) (loss float64, grads map[string][]float32, err error) {
	x, err := s.tensor(puzzles)
	if err != nil {
		return 0, nil, err
	}
	y, err := s.tensor(solutions)
	if err != nil {
		return 0, nil, err
	}
	grads = map[string][]float32{}
	err = guard(func() error {
		if s.grads == nil {
			s.grads, err = model.NewExec(s.backend, s.store, func(scope *model.Scope, in []*graph.Node) []*graph.Node {
				loss := meanLoss(s.net.Logits(scope, in[0], s.shape, gnn.Mode{Training: training}), in[1])
				s.paths = nil
				for v := range scope.IterVariables() { // in the order of the gradients
					if v.Trainable && v.InUseByGraph(loss.Graph()) {
						s.paths = append(s.paths, v.Path())
					}
				}
				return append([]*graph.Node{loss}, scope.BuildTrainableVariablesGradientsGraph(loss)...)
			})
			if err != nil {
				return err
			}
		}
		results, err := s.grads.Call(x, y)
		if err != nil {
			return err
		}
		if len(results) != len(s.paths)+1 {
			return fmt.Errorf("inspect: %d gradients, want %d", len(results)-1, len(s.paths))
		}
		loss = float64(tensors.ToScalar[float32](results[0]))
		for i, path := range s.paths {
			if grads[path], err = tensors.CopyFlatData[float32](results[i+1]); err != nil {
				return err
			}
		}
		return nil
	})
	return loss, grads, err
}

// Step trains on one batch with AdamW at a rate, which is fixed by the first call, and
// returns the loss before the update.
func (s *Session) Step(puzzles, solutions []board.Board, rate float64) (loss float64, err error) {
	x, err := s.tensor(puzzles)
	if err != nil {
		return 0, err
	}
	y, err := s.tensor(solutions)
	if err != nil {
		return 0, err
	}
	err = guard(func() error {
		if s.step == nil {
			s.step, err = model.NewExec(s.backend, s.store, func(scope *model.Scope, in []*graph.Node) *graph.Node {
				loss := meanLoss(s.net.Logits(scope, in[0], s.shape, gnn.Mode{Training: true}), in[1])
				adamW(rate).UpdateGraph(scope, loss.Graph(), loss)
				return loss
			})
			if err != nil {
				return err
			}
		}
		result, err := s.step.Call1(x, y)
		if err != nil {
			return err
		}
		loss = float64(tensors.ToScalar[float32](result))
		return nil
	})
	return loss, err
}

// Weights copies the learned values, by path below the root ("message/first/weights").
func (s *Session) Weights() (map[string][]float32, error) {
	out := map[string][]float32{}
	err := guard(func() error {
		for v := range s.store.IterVariables() {
			if !v.Trainable {
				continue
			}
			value, err := v.Value()
			if err != nil {
				return err
			}
			if out[strings.TrimPrefix(v.Path(), model.RootScopePath)], err = tensors.CopyFlatData[float32](value); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// Weights returns the values that a network starts with for boards of a shape, by path below
// the root, without running it.
func Weights(backend compute.Backend, net gnn.Network, shape *board.Shape) (map[string][]float32, error) {
	s, err := Open(backend, net, shape)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Weights()
}

// tensor packs boards as [B, N] int32.
func (s *Session) tensor(boards []board.Board) (*tensors.Tensor, error) {
	if len(boards) == 0 {
		return nil, errors.New("inspect: no boards")
	}
	flat := make([]int32, 0, len(boards)*s.shape.Cells())
	for i, b := range boards {
		if len(b.Cells()) != s.shape.Cells() {
			return nil, fmt.Errorf("inspect: board %d has %d cells, want %d", i, len(b.Cells()), s.shape.Cells())
		}
		for _, v := range b.Cells() {
			flat = append(flat, int32(v))
		}
	}
	return tensors.FromFlatDataAndDimensions(slices.Clip(flat), len(boards), s.shape.Cells()), nil
}

// guard turns the panics by which GoMLX reports errors in graphs into errors.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(error); ok {
				err = fmt.Errorf("inspect: %w", e)
			} else {
				err = fmt.Errorf("inspect: %v", r)
			}
		}
	}()
	return f()
}
