package dqn

import (
	"context"
	"errors"
	"fmt"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/train"
)

// agentBatch is the number of boards that an agent looks at together.
const agentBatch = 64

// Agent is a network of a recipe with weights: a [Player] that can be looked into. It is for one goroutine; the
// backend stays open as long as it.
type Agent struct {
	*Player
	backend  compute.Backend
	store    *model.Store
	features *model.Exec // nil until asked for
}

// NewAgent returns the agent of a recipe before its first step, with the initial weights of a training.
func NewAgent(backend compute.Backend, r Recipe) (*Agent, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	return newAgent(backend, r, model.NewStore())
}

// TrainAgent is [Train] that keeps the agent, with its last weights, averaged if the recipe averages. The
// agent is nil if the run diverged.
func TrainAgent(ctx context.Context, backend compute.Backend, r Recipe, workers int, folder string) (*Agent, *Curve, error) {
	var agent *Agent
	curve, err := trainWith(ctx, backend, r, workers, train.Options{Folder: folder, Resume: folder != ""}, Watch{}, func(t *train.Trainer) error {
		store, err := t.Weights()
		if err != nil {
			return err
		}
		agent, err = newAgent(backend, r, store)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return agent, curve, nil
}

// newAgent takes over the store.
func newAgent(backend compute.Backend, r Recipe, store *model.Store) (*Agent, error) {
	player, err := playerOf(backend, r, store)
	if err != nil {
		store.Finalize()
		return nil, err
	}
	return &Agent{Player: player, backend: backend, store: store}, nil
}

func playerOf(backend compute.Backend, r Recipe, store *model.Store) (*Player, error) {
	network, err := r.network()
	if err != nil {
		return nil, err
	}
	shape, err := r.Shape()
	if err != nil {
		return nil, err
	}
	return NewPlayer(backend, network, store, shape, policyOf(r.Play), agentBatch)
}

// Close frees the weights and what was compiled.
func (a *Agent) Close() {
	a.Player.Close()
	if a.features != nil {
		a.features.Finalize()
	}
	a.store.Finalize()
}

// Parameters is the number of values that the network has learned.
func (a *Agent) Parameters() (int, error) {
	counted, ok := a.network.(interface{ Parameters() int })
	if !ok {
		return 0, fmt.Errorf("dqn: the network %s does not count its parameters", a.network.Name())
	}
	return counted.Parameters(), nil
}

// featured is a network whose maps can be looked at.
type featured interface {
	Features(scope *model.Scope, boards *Node, s *board.Shape) *Node
}

var _ featured = (*networks.Documented)(nil)

// Features returns what the network's last convolution makes of boards [any number·N], a row of N·F numbers for each.
// A network without such maps is an error.
func (a *Agent) Features(cells []uint8) (rows [][]float32, err error) {
	network, ok := a.network.(featured)
	if !ok {
		return nil, fmt.Errorf("dqn: the network %s has no maps of features", a.network.Name())
	}
	size := a.shape.Cells()
	if len(cells) == 0 || len(cells)%size != 0 {
		return nil, fmt.Errorf("dqn: %d cells, want a multiple of %d", len(cells), size)
	}
	if a.features == nil {
		a.features, err = model.NewExec(a.backend, a.store, func(scope *model.Scope, in []*Node) []*Node {
			return []*Node{network.Features(scope.Store().Scope(train.ScopePath).At(onlineScope), in[0], a.shape)}
		})
		if err != nil {
			return nil, fmt.Errorf("dqn: %w", err)
		}
	}
	boards := len(cells) / size
	for from := 0; from < boards; from += agentBatch {
		to := min(from+agentBatch, boards)
		padded := make([]uint8, agentBatch*size)
		copy(padded, cells[from*size:to*size])
		out, err := a.features.Exec(boardsOf(padded, agentBatch))
		if err != nil {
			return nil, fmt.Errorf("dqn: %w", err)
		}
		values, err := flat[float32](out[0])
		if err != nil {
			return nil, err
		}
		wide := len(values) / agentBatch
		for i := range to - from {
			rows = append(rows, values[i*wide:(i+1)*wide:(i+1)*wide])
		}
	}
	return rows, nil
}

// RightMoves lets the agent make one move on each of several boards [B·N], and counts those that are of the boards'
// solutions [B·N].
func (a *Agent) RightMoves(cells, solutions []uint8) (int, error) {
	if len(cells) != len(solutions) {
		return 0, errors.New("dqn: boards and solutions of different lengths")
	}
	choices, err := a.Choose(cells, false)
	if err != nil {
		return 0, err
	}
	size, n, right := a.shape.Cells(), a.shape.Side(), 0
	for i, c := range choices {
		at := i*size + c.Action/n
		if cells[at] == 0 && int(solutions[at]) == c.Action%n+1 {
			right++
		}
	}
	return right, nil
}
