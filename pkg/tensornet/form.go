package tensornet

import (
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/tensornet/plain"
)

// A form is one way to hold and step the searches of N puzzles, each in a slot of its own. The
// network's loop (loop.go) knows no more of a form than this.
//
// The state is a list of tensors, which the loop carries from step to step; a state of zeros has ended in
// every slot. The constants are tensors too, because the loop's body has to be handed every scalar that
// it uses. Counters of steps and guesses are those since the last entry, of fewer than 127 steps.
type form interface {
	slots() int                   // N
	fields() []shapes.Shape       // of the state
	constants() []*tensors.Tensor // handed to what is built below as c
	entry() []shapes.Shape        // of what enter is given besides the state

	// In the graph. enter puts new puzzles into their slots, has resumed searches pop in their next step and
	// clears the counters. step is one step of all searches that have not ended; ended counts those that
	// have, int32 [].
	enter(s, in, c []*graph.Node) []*graph.Node
	step(s, c []*graph.Node) []*graph.Node
	ended(s, c []*graph.Node) *graph.Node

	// On the host.
	stage() stage
	read(s []*tensors.Tensor, out []reading)                          // every slot
	solutions(s []*tensors.Tensor, slots []int, grids [][]uint8)      // the first solutions of some slots
	weights(s []*tensors.Tensor, slot int, weights []int8)            // of each cell
	stamps(s []*tensors.Tensor, slot int, stamps []int8)              // in the order of plain.State.Stamp
	move(s []*tensors.Tensor, slots []int, to form) []*tensors.Tensor // the state with these slots alone
}

// stage is an entry being written on the host.
type stage interface {
	clear()                                    // begin: nothing is placed
	place(slot int, givens []uint8, limit int) // a new puzzle, a digit or 0 for each cell, and a limit of solutions to 127
	resume(slot int, limit int)                // go on from the solution at which a limit stopped the search
	tensors() []*tensors.Tensor                // what enter is given
}

// reading is what the host has to know of a search.
type reading struct {
	end                     plain.End
	found, guesses, deepest int
	steps, guessed          int // since the last entry
}
