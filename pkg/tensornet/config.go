package tensornet

import (
	"errors"
	"fmt"

	"github.com/gomlx/compute/dtypes"

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

// The ways to find the place of a greatest number, see file iterate.go.
const (
	MaxUnpool  = "max-unpool"
	Substitute = "substitute"
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
	// Number is the type of number that the literal form computes in, empty for float32; int8, int16, int32,
	// bfloat16, float16 and float64 are the others. The packed form takes none.
	Number string `json:"number,omitempty"`
	// Unpool is how the literal form finds the place of a greatest number: [MaxUnpool], or empty for that, or
	// [Substitute]. The packed form takes none.
	Unpool string `json:"unpool,omitempty"`
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
	case c.Form == Packed && (c.Number != "" || c.Unpool != ""):
		return fmt.Errorf("tensornet: numbers of type %q and %q for the packed form, which has neither", c.Number, c.Unpool)
	case c.Unpool != "" && c.Unpool != MaxUnpool && c.Unpool != Substitute:
		return fmt.Errorf("tensornet: %q to find the place of a greatest number, want %s or %s", c.Unpool, MaxUnpool, Substitute)
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
//
// Errors: a type of number that there is not, or that cannot hold what a board of this side needs.
func (c Config) newForm(k, slots int) (form, error) {
	if c.Form == Packed {
		return newPacked(k, slots, c), nil
	}
	o := literalOptions{rules: c.Rules, sweeps: c.Sweeps, guesses: c.Guesses, number: dtypes.Float32}
	if c.Unpool == Substitute {
		o.unpool = unpoolSubstitute
	}
	if c.Number != "" {
		number, ok := dtypes.MapOfNames[c.Number]
		if !ok {
			return nil, fmt.Errorf("tensornet: numbers of type %q, want one of %v", c.Number, numberTypes)
		}
		o.number = number
	}
	return newLiteral(k, slots, o)
}

// Bytes returns the size of the state per puzzle of a shape that Takes takes, rounded up. It is 0 if the
// configuration is not valid.
func (c Config) Bytes(s *board.Shape) int {
	const many = 60 // puzzles, whole words in every form
	if c.Validate() != nil || c.Takes(s) != nil {
		return 0
	}
	f, err := c.newForm(s.Box(), many)
	if err != nil {
		return 0
	}
	bytes := 0
	for _, field := range f.fields() {
		bytes += int(field.ByteSize())
	}
	return (bytes + f.slots() - 1) / f.slots()
}
