package minigrid

import (
	"context"
	"errors"
)

var (
	errNoContext = errors.New("minigrid: the context is nil, want context.Background() at least")
	errNoMasks   = errors.New("minigrid: no masks: nil or the zero Masks, want those of Mask")
)

// usable says why nothing can be done with the graph.
func (g *Graph) usable(ctx context.Context) error {
	switch {
	case ctx == nil:
		return errNoContext
	case g.perms == nil:
		return errors.New("minigrid: the zero Graph, want one of Connect")
	}
	return nil
}
