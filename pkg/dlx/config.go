package dlx

import "fmt"

// Choice says which primary item a search branches on.
type Choice string

// The choices.
const (
	MRV   Choice = "mrv"   // the item with the fewest options left, leftmost of equals
	First Choice = "first" // the leftmost item
)

// Config is the part of a search that changes its figures.
type Config struct {
	Choice Choice `json:"choice"`
}

// DefaultConfig returns the configuration of Knuth's programs.
func DefaultConfig() Config { return Config{Choice: MRV} }

// Validate reports the first field with an unknown value.
func (c Config) Validate() error {
	if c.Choice != MRV && c.Choice != First {
		return fmt.Errorf("dlx: choice %q, want %q or %q", c.Choice, MRV, First)
	}
	return nil
}

// Limits bounds a search. The zero value bounds nothing.
type Limits struct {
	Solutions int64 `json:"solutions,omitempty"` // stop at this many, 0 for all
	Nodes     int64 `json:"nodes,omitempty"`     // stop before the node that would exceed it, 0 for no bound
}

// Stop says why a search ended.
type Stop uint8

// The reasons.
const (
	// Exhausted: the whole tree was searched, so Solutions is the exact number.
	Exhausted Stop = iota
	// SolutionLimit: as many solutions as asked for were found.
	SolutionLimit
	// NodeLimit: one more node would have exceeded the bound.
	NodeLimit
	// Cancelled: the context ended.
	Cancelled
)

// String returns the reason in words.
func (s Stop) String() string {
	names := [...]string{"exhausted", "solution limit", "node limit", "cancelled"}
	if int(s) >= len(names) {
		return fmt.Sprintf("stop(%d)", uint8(s))
	}
	return names[s]
}
