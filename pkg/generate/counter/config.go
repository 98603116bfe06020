package counter

import (
	"fmt"
	"strings"
)

// Validity says how a counter asks whether a digit may go into a cell.
type Validity string

// The ways to ask.
const (
	// Scan compares the digit with the cells of the row, then of the column, then of the box,
	// until one holds it.
	Scan Validity = "scan"
	// Masks keeps the digits of each unit as bits of a word: the set of the document as Go
	// would have it.
	Masks Validity = "masks"
	// Maps keeps the digits of each unit as a map[uint8]struct{}: a hash set as the document
	// has it, with the price of hashing. Counting took two to four times as long as by scans,
	// where masks took half as long in fixed order and a tenth or less with MRV (experiment
	// dqn-counter).
	Maps Validity = "maps"
)

// Validities lists the ways to ask.
func Validities() []Validity { return []Validity{Scan, Masks, Maps} }

// Config says which improvements a counter has. All of them leave the count as it is.
type Config struct {
	// MRV takes the blank with the fewest candidates next, the first such in row-major order;
	// without it the first blank is next.
	MRV bool `json:"mrv"`
	// Validity is the way to ask whether a digit may go into a cell.
	Validity Validity `json:"validity"`
	// Blanks lists the blanks once. Without it every step looks for them all over the board.
	Blanks bool `json:"blanks"`
}

// DefaultConfig returns the counter with all three improvements.
func DefaultConfig() Config { return Config{MRV: true, Validity: Masks, Blanks: true} }

// NaiveConfig returns the counter with none.
func NaiveConfig() Config { return Config{Validity: Scan} }

// Configs returns all twelve forms, the naive one first: the eight of three switches, and four
// with maps.
func Configs() []Config {
	var out []Config
	for _, v := range Validities() {
		for _, mrv := range []bool{false, true} {
			for _, blanks := range []bool{false, true} {
				out = append(out, Config{MRV: mrv, Validity: v, Blanks: blanks})
			}
		}
	}
	return out
}

// String names the form by its improvements, joined by plus signs: "mrv+masks+blanks", "scan"
// for the naive one.
func (c Config) String() string {
	parts := make([]string, 0, 3)
	if c.MRV {
		parts = append(parts, "mrv")
	}
	parts = append(parts, string(c.Validity))
	if c.Blanks {
		parts = append(parts, "blanks")
	}
	return strings.Join(parts, "+")
}

// Validate reports an unknown way to ask.
func (c Config) Validate() error {
	switch c.Validity {
	case Scan, Masks, Maps:
		return nil
	}
	return fmt.Errorf("counter: validity %q, want one of %v", c.Validity, Validities())
}
