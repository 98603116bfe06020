package gnn

import (
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
)

// Axis legend of this package: B batch, N = n² cells in row-major order, n digits.

// Network is a model that reads boards and scores the digits of their cells.
type Network interface {
	// Name is the model's name on the command line and in records.
	Name() string
	// Takes reports, as an error that says why, that the network cannot run on boards of
	// a shape; nil if it can.
	Takes(s *board.Shape) error
	// Logits builds the network's graph. boards is [B, N] int32 with values 0…n, 0 for an
	// empty cell. It returns the scores after each step that counts for the loss, each
	// [B, N, n]; the last is the answer. Like all graph building it panics on misuse.
	Logits(scope *model.Scope, boards *graph.Node, s *board.Shape, mode Mode) []*graph.Node
}

// Mode says what a graph is built for.
type Mode struct {
	Training bool // with dropout
	Steps    int  // message-passing steps; 0 for the network's own number
}
