package networks

import (
	"fmt"

	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/candidates"
)

// Candidate is the candidate network as a Q-network: its n³ candidates are the n³ actions.
//
//	board [B, N] ── start ──▶ state [B·n³, H] ── step ── … ── step ──▶ state ── score ──▶ values [B, n³]
//	                                            T steps, the last Scored of them scored
//
// A step is a round of messages between candidates and the rows, columns, boxes and cells that they are in
// (package candidates). The same weights serve all sides, and relabelled digits or exchanged lines permute the values.
type Candidate struct {
	network *candidates.Network
	scored  int
}

// NewCandidate returns the network; the values after the last scored steps count for the loss.
func NewCandidate(c candidates.Config, scored int) (*Candidate, error) {
	if scored < 1 || scored > c.Steps {
		return nil, fmt.Errorf("networks: %d scored steps of %d, want 1 at least and no more than there are", scored, c.Steps)
	}
	network, err := candidates.New(c)
	if err != nil {
		return nil, fmt.Errorf("networks: %w", err)
	}
	return &Candidate{network, scored}, nil
}

// Name is "candidate".
func (c *Candidate) Name() string { return "candidate" }

// Takes accepts every plain shape.
func (c *Candidate) Takes(s *board.Shape) error { return c.network.Takes(s) }

// Values builds the steps, and the values of the scored ones.
func (c *Candidate) Values(scope *model.Scope, boards *Node, s *board.Shape) []*Node {
	batch := c.network.On(scope, boards, s)
	steps := c.network.Config().Steps
	var values []*Node
	batch.Steps(batch.Start(), steps, func(i int, state *Node) {
		if i >= steps-c.scored {
			values = append(values, Reshape(batch.Score(state), boards.Shape().Dimensions[0], s.Cells()*s.Side()))
		}
	})
	return values
}
