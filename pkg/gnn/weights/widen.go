package weights

import (
	"errors"
	"fmt"

	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/learn/candidates"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

// Widened returns a store with the weights of a candidate network put into a wider one, which gives the same
// scores: see candidates.Widen. They lie where StoreFor puts those of a network of the same widths.
func Widened(m *Model, r Recipe) (*model.Store, error) {
	have := m.Card.Recipe
	if have.Documented != nil || r.Documented != nil {
		return nil, errors.New("weights: only the candidate network is widened")
	}
	narrow := map[string][]float32{}
	for _, t := range m.Tensors {
		values, err := t.Float32()
		if err != nil {
			return nil, fmt.Errorf("weights: %w", err)
		}
		narrow[t.Name] = values
	}
	wide, err := candidates.Widen(have.Network, r.Network, narrow)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	var tensors []safetensors.Tensor
	for name, shape := range r.Network.Shapes() {
		t, err := safetensors.New(name, shape, wide[name])
		if err != nil {
			return nil, fmt.Errorf("weights: %w", err)
		}
		tensors = append(tensors, t)
	}
	return train.StoreOf(tensors)
}
