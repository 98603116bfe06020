package tensornet

import (
	"time"

	"github.com/gomlx/compute/shapes"

	"sudokulab/pkg/board"
)

// Meter says what a network has asked of its backend.
type Meter struct {
	Calls int           // of the compiled loop
	Steps int64         // of the loop, each a step of every slot
	Slots int64         // slots of the loop, added up over the steps
	Spent time.Duration // in the calls, with reading how the searches stand; not in placing and taking out puzzles
}

// Meter returns what was asked since the network was made. Where puzzles are few or end early, slots idle:
// Slots is then more than the steps that answers have taken.
func (n *Network) Meter() Meter { return n.meter }

// count adds a call whose readings are there.
func (m *Meter) count(l *loop, readings []reading, unrolled int, spent time.Duration) {
	steps := unrolled
	for _, r := range readings {
		steps = max(steps, r.steps) // the loop stops before a step in which no search is open
	}
	m.Calls++
	m.Steps += int64(steps)
	m.Slots += int64(steps) * int64(l.form.slots())
	m.Spent += spent
}

// State returns the shapes of the tensors that hold the searches of a batch. First come the stamps of the
// candidates, 0 for a possible one: by the literal form one tensor [N, D, R, C], the axes puzzle, digit, row and
// column; by the packed one a tensor for each place of a box and bit of the stamps.
//
// Errors: a shape that the configuration does not take; those of its form.
func (c Config) State(s *board.Shape) ([]shapes.Shape, error) {
	if err := c.Takes(s); err != nil {
		return nil, err
	}
	f, err := c.newForm(s.Box(), c.Batch)
	if err != nil {
		return nil, err
	}
	return f.fields(), nil
}
