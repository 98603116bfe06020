package networks

import (
	"fmt"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/candidates"
)

// CandidateConfig decides the candidate network as a Q-network.
type CandidateConfig struct {
	Hidden   int             `json:"hidden"`   // numbers of each candidate's state, H
	Channels int             `json:"channels"` // numbers that a candidate tells each of its constraints
	Pool     candidates.Pool `json:"pool"`
	Steps    int             `json:"steps"`  // rounds of messages, T
	Scored   int             `json:"scored"` // of them the last so many count for the loss
}

// DefaultCandidate returns a network that two cores train in hours: smaller than the graph network of that name,
// since an agent reads the board again after every move.
func DefaultCandidate() CandidateConfig {
	return CandidateConfig{Hidden: 24, Channels: 8, Pool: candidates.PoolSoftmax, Steps: 6, Scored: 2}
}

// newCandidateOf returns the candidate network of a configuration.
func newCandidateOf(c Config) (*CandidateNetwork, error) {
	if c.Candidate == nil {
		return nil, fmt.Errorf("networks: %s without its settings, want %q", Candidate, "candidate")
	}
	if rest := (Config{Name: c.Name, Seed: c.Seed, Candidate: c.Candidate}); c != rest {
		return nil, fmt.Errorf("networks: %s with settings of other networks, want none", Candidate)
	}
	of := candidates.Config{Hidden: c.Candidate.Hidden, Channels: c.Candidate.Channels, Pool: c.Candidate.Pool, Steps: c.Candidate.Steps, Seed: c.Seed}
	return NewCandidate(of, c.Candidate.Scored)
}

// CandidateNetwork is the candidate network as a Q-network: its n³ candidates are the n³ actions.
//
//	board [B, N] ── start ──▶ state [B·n³, H] ── step ── … ── step ──▶ state ── score ──▶ values [B, n³]
//	                                            T steps, the last Scored of them scored
//
// A step is a round of messages between candidates and the rows, columns, boxes and cells that they are in
// (package candidates). The same weights serve all sides, and relabelled digits or exchanged lines permute the values.
type CandidateNetwork struct {
	network *candidates.Network
	scored  int
}

// NewCandidate returns the network; the values after the last scored steps count for the loss.
func NewCandidate(c candidates.Config, scored int) (*CandidateNetwork, error) {
	if scored < 1 || scored > c.Steps {
		return nil, fmt.Errorf("networks: %d scored steps of %d, want 1 at least and no more than there are", scored, c.Steps)
	}
	network, err := candidates.New(c)
	if err != nil {
		return nil, fmt.Errorf("networks: %w", err)
	}
	return &CandidateNetwork{network, scored}, nil
}

// Name is "candidate".
func (c *CandidateNetwork) Name() string { return Candidate }

// Parameters is the number of values that are learned.
func (c *CandidateNetwork) Parameters() int { return c.network.Config().Parameters() }

// Takes accepts every plain shape.
func (c *CandidateNetwork) Takes(s *board.Shape) error { return c.network.Takes(s) }

// Values builds the steps, and the values of the scored ones.
func (c *CandidateNetwork) Values(scope *model.Scope, boards *graph.Node, s *board.Shape) []*graph.Node {
	batch := c.network.On(scope, boards, s)
	steps := c.network.Config().Steps
	var values []*graph.Node
	batch.Steps(batch.Start(), steps, func(i int, state *graph.Node) {
		if i >= steps-c.scored {
			values = append(values, graph.Reshape(batch.Score(state), boards.Shape().Dimensions[0], s.Cells()*s.Side()))
		}
	})
	return values
}

// CandidatesOf returns the configuration of the candidate network behind a Q-network, for computing it without its
// graph; ok is false if it is another network.
func CandidatesOf(n Network) (c candidates.Config, ok bool) {
	of, ok := n.(*CandidateNetwork)
	if !ok {
		return c, false
	}
	return of.network.Config(), true
}
