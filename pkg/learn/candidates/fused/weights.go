package fused

import (
	"fmt"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/learn/candidates"
)

// Of returns a network with the weights that lie in a scope, given by its path, of a store. They are
// copied: the store may be closed.
func Of(c candidates.Config, store *model.Store, scope string, p Path) (*Network, error) {
	if err := Takes(c); err != nil {
		return nil, err
	}
	weights := map[string][]float32{}
	for name := range c.Shapes() {
		v := store.GetVariable(scope + "/" + name)
		if v == nil {
			return nil, fmt.Errorf("fused: no weights %s/%s", scope, name)
		}
		value, err := v.Value()
		if err != nil {
			return nil, fmt.Errorf("fused: weights %s/%s: %w", scope, name, err)
		}
		if weights[name], err = tensors.CopyFlatData[float32](value); err != nil {
			return nil, fmt.Errorf("fused: weights %s/%s: %w", scope, name, err)
		}
	}
	return New(c, weights, p)
}
