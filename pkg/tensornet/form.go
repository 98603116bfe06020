package tensornet

import (
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/gomlx/compute/shapes"

	"sudokulab/pkg/tensornet/plain"
)

// A form is one way to hold and step the searches of N puzzles, each in a slot of its own. The
// network's loop (network.go) knows no more of a form than this.
//
// The state is a list of tensors, of which the loop carries each from step to step. The constants are
// tensors too, because the loop's body has to be handed every scalar that it uses (see loop.go).
// Counters of steps and guesses are those since the last entry, fewer than 127 steps of it.
type form interface {
	slots() int                                 // N
	fields() []shapes.Shape                     // of the state
	constants() []*tensors.Tensor               // handed to enter and step as c
	entry() []shapes.Shape                      // of what enter is given besides the state
	enter(s, in, c []*graph.Node) []*graph.Node // new puzzles take their slots, resumed ones pop next, counters are cleared
	step(s, c []*graph.Node) []*graph.Node      // one step of all that have not ended
	ended(s, c []*graph.Node) *graph.Node       // number of slots whose search has ended, int32 []

	// On the host, slot by slot. place and resume write into the entry, which begins as zeros.
	limit(in []*tensors.Tensor, solutions int)               // of solutions, at most 127
	place(in []*tensors.Tensor, slot int, givens []uint8)    // a puzzle
	resume(in []*tensors.Tensor, slot int)                   // go on from a solution at the limit
	read(s []*tensors.Tensor, slot int) reading              // where the search stands
	solution(s []*tensors.Tensor, slot int, grid []uint8)    // its first solution
	snapshot(s []*tensors.Tensor, slot int, of *plain.State) // all of it
	restore(s []*tensors.Tensor, slot int, from *plain.State)
}

// reading is what the host has to know of a search after each call.
type reading struct {
	end            plain.End
	found, deepest int
	steps, guessed int // since the last entry
}
