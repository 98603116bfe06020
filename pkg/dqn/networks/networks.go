// Package networks holds the agent's Q-networks: those that the document names, and the candidate
// network.
package networks

import (
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
)

// Network is a Q-network: it reads boards and values the actions on them.
//
// Axis legend: B batch, N = n² cells in row-major order, A = n³ actions, action cell·n + digit − 1.
type Network interface {
	// Name is the network's name on the command line and in records.
	Name() string
	// Takes reports, as an error that says why, that the network cannot run on boards of a shape; nil
	// if it can.
	Takes(s *board.Shape) error
	// Values builds the network's graph in a scope, whose variables it makes or finds there. boards is
	// [B, N] int32, 0 for an empty cell. It returns the values of the actions [B, A] float32 after each
	// step that counts for the loss; the last is the answer. Like all graph building it panics on misuse.
	Values(scope *model.Scope, boards *graph.Node, s *board.Shape) []*graph.Node
}
