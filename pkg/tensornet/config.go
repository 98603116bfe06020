package tensornet

import (
	"errors"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/tensornet/plain"
)

// Form names one of the two forms of the network.
type Form string

// The forms, which hold the same candidates and the same stack after every step.
const (
	Packed  Form = "packed"  // candidates as bits of words
	Literal Form = "literal" // candidates as numbers, convolutions as the document draws them
)

// Config is everything that affects what the network computes and how fast.
type Config struct {
	Form  Form        `json:"form"`
	Rules plain.Rules `json:"rules"`
	// Sweeps is how often a step applies the rules before control looks at them; 1 as in the document.
	Sweeps int `json:"sweeps"`
	// Guesses is how many guesses may be open at once, at most plain.MaxGuesses.
	Guesses int `json:"guesses"`
	// Batch is the number of puzzles side by side; the packed form rounds it up to whole words.
	Batch int `json:"batch"`
	// Steps is the most steps taken before the host looks at the searches, at most 126. A cancelled
	// context is noticed then.
	Steps int `json:"steps"`
	// Unrolled, if it is not 0, builds so many steps one after the other in place of the loop: to measure
	// what the loop costs. Steps must be the same.
	Unrolled int `json:"unrolled,omitempty"`
	// Memory bounds the state of a batch in bytes; 0 for no bound. What a step needs besides is about as
	// much again.
	Memory int64 `json:"max_bytes,omitempty"`
}

// DefaultConfig is what method tensor solves with.
func DefaultConfig() Config {
	return Config{Form: Packed, Rules: plain.Rules{Locked: true}, Sweeps: 1, Guesses: plain.MaxGuesses, Batch: 1536, Steps: 16}
}

// Validate reports what is wrong with the configuration.
func (c Config) Validate() error {
	switch {
	case c.Form != Packed && c.Form != Literal:
		return fmt.Errorf("tensornet: form %q, want %s or %s", c.Form, Packed, Literal)
	case c.Sweeps < 1 || c.Sweeps > 16:
		return fmt.Errorf("tensornet: %d sweeps of the rules in a step, want 1 to 16", c.Sweeps)
	case c.Guesses < 1 || c.Guesses > plain.MaxGuesses:
		return fmt.Errorf("tensornet: %d guesses deep, want 1 to %d, what stamps of int8 hold", c.Guesses, plain.MaxGuesses)
	case c.Batch < 1 || c.Batch > 1<<24:
		return fmt.Errorf("tensornet: a batch of %d puzzles, want 1 to %d", c.Batch, 1<<24)
	case c.Steps < 1 || c.Steps > 126:
		return fmt.Errorf("tensornet: %d steps between looks, want 1 to 126", c.Steps)
	case c.Unrolled != 0 && c.Unrolled != c.Steps:
		return fmt.Errorf("tensornet: %d steps unrolled and %d steps between looks, want the same", c.Unrolled, c.Steps)
	case c.Memory < 0:
		return fmt.Errorf("tensornet: at most %d bytes of state, want 0 or more", c.Memory)
	}
	return nil
}

// Takes returns nil if boards of a shape can be taken, else an error that says why not: plain boards to side
// 25 by the packed form, to side 16 by the literal one.
func (c Config) Takes(s *board.Shape) error {
	largest := 5
	if c.Form == Literal {
		largest = 4
	}
	switch {
	case s == nil:
		return errors.New("tensornet: no shape")
	case !s.Plain():
		return fmt.Errorf("tensornet: a board of %s, want one without extra rules", s)
	case s.Box() > largest:
		return fmt.Errorf("tensornet: a board of %s, the %s form takes sides 4 to %d", s, c.Form, largest*largest)
	}
	return nil
}

// newForm returns the form for boxes of side k and at least so many puzzles.
func (c Config) newForm(k, slots int) form { return newPacked(k, slots, c) }

// Bytes returns the size of the state per puzzle, rounded up.
func (c Config) Bytes(s *board.Shape) int {
	const many = 60 // puzzles, whole words in every form
	f, bytes := c.newForm(s.Box(), many), 0
	for _, field := range f.fields() {
		bytes += int(field.ByteSize())
	}
	return (bytes + f.slots() - 1) / f.slots()
}
