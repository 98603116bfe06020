package weights

import (
	"fmt"

	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/learn/candidates/fused"
)

// Thinkers returns what thinks with much breadth or with a little search, with weights, which must be the
// candidate network's, on a path of package fused.
func Thinkers(m *Model, p fused.Path) (*candidate.Thinkers, error) {
	if kind := m.Card.Recipe.Model(); kind != Candidate {
		return nil, fmt.Errorf("weights: %s are of the network %s, which does not think; that is for the %s network", m.Card.Name, kind, Candidate)
	}
	network, err := candidate.New(m.Card.Recipe.Network)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	store, err := m.Store()
	if err != nil {
		return nil, err
	}
	defer store.Finalize()
	return candidate.NewThinkers(network, store, p)
}
