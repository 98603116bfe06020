package dqn

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/pipeline"
	"sudokulab/pkg/train"
)

// FusedPlayer is a [Player] without a backend: it plays with the candidate network, whose steps are those of
// package fused. It is for one goroutine, and uses all cores for several boards.
type FusedPlayer struct {
	network *fused.Network
	shape   *board.Shape
	policy  Policy
	game    environment.Config
	seats   []fusedSeat // one for each core
}

// fusedSeat is one worker's room, made when it is needed.
type fusedSeat struct {
	board  *fused.Board
	values []float32 // [A]
}

// NewFusedPlayer returns a player on boards of a shape with weights that lie under train.ScopePath of a store, which are
// copied. The network must be the candidate network, of a configuration that fused.Takes does.
func NewFusedPlayer(n Network, weights *model.Store, s *board.Shape, p Policy, path fused.Path) (*FusedPlayer, error) {
	if err := n.Takes(s); err != nil {
		return nil, err
	}
	game, err := gameOf(p, s.Side())
	if err != nil {
		return nil, err
	}
	config, ok := networks.CandidatesOf(n)
	if !ok {
		return nil, fmt.Errorf("dqn: %w: the network %s", fused.ErrNotTaken, n.Name())
	}
	network, err := fused.Of(config, weights, train.ScopePath+"/"+onlineScope, path)
	if err != nil {
		return nil, fmt.Errorf("dqn: %w", err)
	}
	return &FusedPlayer{network: network, shape: s, policy: p, game: game, seats: make([]fusedSeat, runtime.GOMAXPROCS(0))}, nil
}

// Close does nothing: there is nothing to free.
func (p *FusedPlayer) Close() {}

// Choose is Player.Choose.
func (p *FusedPlayer) Choose(cells []uint8, values bool) ([]Choice, error) {
	return p.choose(context.Background(), cells, values)
}

// Play is Player.Play.
func (p *FusedPlayer) Play(ctx context.Context, samples []puzzles.Sample) ([]Game, error) {
	return play(ctx, p.game, samples, true, func(_ *environment.Vector, _ []int, cells []uint8) ([]Choice, error) {
		return p.choose(ctx, cells, false)
	})
}

// choose spreads the boards over the cores. Between the steps of a board ctx is looked at.
func (p *FusedPlayer) choose(ctx context.Context, cells []uint8, values bool) ([]Choice, error) {
	size := p.shape.Cells()
	if len(cells) == 0 || len(cells)%size != 0 {
		return nil, fmt.Errorf("dqn: %d cells, want a multiple of %d", len(cells), size)
	}
	choices := make([]Choice, len(cells)/size)
	workers := make([]func(context.Context, int) error, min(len(p.seats), len(choices)))
	for w := range workers {
		workers[w] = func(ctx context.Context, i int) (err error) {
			choices[i], err = p.chooseOne(ctx, &p.seats[w], cells[i*size:(i+1)*size], values)
			return err
		}
	}
	if err := pipeline.For(ctx, len(choices), workers); err != nil {
		return nil, err
	}
	return choices, nil
}

// chooseOne values one board in a worker's seat.
func (p *FusedPlayer) chooseOne(ctx context.Context, at *fusedSeat, cells []uint8, values bool) (c Choice, err error) {
	if at.board == nil {
		if at.board, err = p.network.On(p.shape); err != nil {
			return c, fmt.Errorf("dqn: %w", err)
		}
		at.values = make([]float32, p.shape.Cells()*p.shape.Side())
	}
	if err = at.board.Start(cells, nil); err == nil {
		if err = at.board.Steps(ctx, p.network.Config().Steps); err == nil {
			err = at.board.Scores(at.values)
		}
	}
	if err != nil {
		return c, fmt.Errorf("dqn: %w", err)
	}
	for action, v := range at.values {
		if v != v {
			return c, errors.New("dqn: a value is not a number")
		}
		if !p.allowed(cells, action) {
			v = Illegal
		}
		if action == 0 || v > c.Value {
			c.Action, c.Value = action, v
		}
	}
	if c.Value == Illegal {
		c.Value = 0 // no action is legal: see guarded
	}
	if values {
		c.Values = slices.Clone(at.values)
	}
	return c, nil
}

// allowed reports whether the policy's mask leaves an action.
func (p *FusedPlayer) allowed(cells []uint8, action int) bool {
	cell, digit := action/p.shape.Side(), action%p.shape.Side()+1
	if !p.policy.Mask {
		return true
	}
	if cells[cell] != 0 {
		return false
	}
	if p.policy.Strict {
		for _, peer := range p.shape.Peers(cell) {
			if int(cells[peer]) == digit {
				return false
			}
		}
	}
	return true
}
