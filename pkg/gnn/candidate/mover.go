package candidate

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/pipeline"
	"sudokulab/pkg/train"
)

// mover makes the steps of a segment on boards of one shape, each in a place of its own.
type mover interface {
	// reset forgets all boards.
	reset()
	// begin puts a board [N] into a place with its first states, and noise [H] in addition if it is not nil.
	begin(place int, cells []uint8, noise []float32) error
	// move takes the boards a segment further and returns the probabilities [Batch, N·n] after it, which
	// the next call overwrites; those of places that are not taken mean nothing.
	move(ctx context.Context, taken func(place int) bool) ([]float32, error)
	close()
}

// graphMover is the mover of GoMLX. A batch is one graph, so that all places move, taken or not.
type graphMover struct {
	exec   *model.Exec
	batch  int
	boards []int32   // [B, N]
	fresh  []float32 // [B], 1 where a board begins
	noise  []float32 // [B, H]
	state  *tensors.Tensor
	shape  shapes.Shape // of the state, [B·n³, H]
}

// newGraphMover compiles a segment: boards [B, N] int32, fresh [B], noise [B, H] and states [B·n³, H]
// give the states after it and the probabilities [B, N·n].
func newGraphMover(backend compute.Backend, n *Network, weights *model.Store, c ThinkConfig, s *board.Shape) (*graphMover, error) {
	exec, err := model.NewExec(backend, weights, func(scope *model.Scope, in []*Node) []*Node {
		puzzle, fresh, noise, state := in[0], in[1], in[2], in[3]
		b := n.On(scope.Store().Scope(train.ScopePath), puzzle, s)
		state = b.Steps(enter(b, fresh, noise, state), c.Segment, nil)
		p := Softmax(b.Score(state), -1) // [B, N, n]
		return []*Node{state, Reshape(p, c.Batch, s.Cells()*s.Side())}
	})
	if err != nil {
		return nil, err
	}
	h := n.Config().Hidden
	return &graphMover{
		exec: exec, batch: c.Batch, boards: make([]int32, c.Batch*s.Cells()), fresh: make([]float32, c.Batch),
		noise: make([]float32, c.Batch*h), shape: shapes.Make(dtypes.Float32, c.Batch*s.Cells()*s.Side(), h),
	}, nil
}

func (m *graphMover) reset() {
	clear(m.boards)
	clear(m.fresh)
	clear(m.noise)
	m.forget()
	m.state = tensors.FromShape(m.shape)
}

// forget frees the states.
func (m *graphMover) forget() {
	if m.state != nil {
		m.state.MustFinalizeAll()
		m.state = nil
	}
}

func (m *graphMover) begin(place int, cells []uint8, noise []float32) error {
	for i, d := range cells {
		m.boards[place*len(cells)+i] = int32(d)
	}
	m.fresh[place] = 1
	h := len(m.noise) / m.batch
	clear(m.noise[place*h : (place+1)*h])
	copy(m.noise[place*h:], noise)
	return nil
}

func (m *graphMover) move(context.Context, func(int) bool) ([]float32, error) {
	out, err := m.exec.Exec(
		tensors.FromFlatDataAndDimensions(append([]int32(nil), m.boards...), m.batch, len(m.boards)/m.batch),
		tensors.FromFlatDataAndDimensions(append([]float32(nil), m.fresh...), m.batch),
		tensors.FromFlatDataAndDimensions(append([]float32(nil), m.noise...), m.batch, len(m.noise)/m.batch),
		m.state)
	if err != nil {
		return nil, err
	}
	m.forget()
	m.state = out[0]
	clear(m.fresh)
	p, err := tensors.CopyFlatData[float32](out[1])
	out[1].MustFinalizeAll()
	return p, err
}

func (m *graphMover) close() {
	m.forget()
	m.exec.Finalize()
}

// fusedMover is the mover of package fused. Boards are independent of each other, so each goes to
// whichever core is free.
type fusedMover struct {
	network *fused.Network
	shape   *board.Shape
	segment int
	boards  []*fused.Board // by place, made when one is taken for the first time
	p       []float32      // [Batch, N·n]
}

func newFusedMover(n *fused.Network, c ThinkConfig, s *board.Shape) *fusedMover {
	return &fusedMover{network: n, shape: s, segment: c.Segment, boards: make([]*fused.Board, c.Batch), p: make([]float32, c.Batch*s.Cells()*s.Side())}
}

func (m *fusedMover) reset() {}

func (m *fusedMover) begin(place int, cells []uint8, noise []float32) (err error) {
	if m.boards[place] == nil {
		if m.boards[place], err = m.network.On(m.shape); err != nil {
			return err
		}
	}
	return m.boards[place].Start(cells, noise)
}

func (m *fusedMover) move(ctx context.Context, taken func(int) bool) ([]float32, error) {
	var places []int
	for i := range m.boards {
		if taken(i) {
			places = append(places, i)
		}
	}
	err := pipeline.For(ctx, len(places), slices.Repeat([]func(context.Context, int) error{func(ctx context.Context, k int) error {
		return m.moveOne(ctx, places[k])
	}}, min(len(places), runtime.GOMAXPROCS(0))))
	return m.p, err
}

func (m *fusedMover) moveOne(ctx context.Context, place int) error {
	b, size := m.boards[place], m.shape.Cells()*m.shape.Side()
	if err := b.Steps(ctx, m.segment); err != nil {
		return fmt.Errorf("board in place %d: %w", place+1, err)
	}
	return b.Probabilities(m.p[place*size : (place+1)*size])
}

func (m *fusedMover) close() {}
