package wide

import "fmt"

// Order says what a guess chooses. There are two kinds of choice: a cell, with its candidates
// as options, and a digit of a unit, with its places.
type Order string

// The orders.
const (
	// Fewest takes the choice with the fewest options, the first of equals, cells before
	// digits of units.
	Fewest Order = "fewest"
	// Weighted takes the choice with the fewest options for its weight, which starts at 1 and
	// grows by 1 whenever propagation leaves the choice without an option. So a search comes
	// back to where it failed. The idea is that of F. Boussemart, F. Hemery, C. Lecoutre and
	// L. Sais, "Boosting Systematic Search by Weighting Constraints" (ECAI 2004); there the
	// weight is a constraint's, and each of its variables gains by it.
	Weighted Order = "weighted"
)

// Config is everything that affects the tree of a search.
type Config struct {
	// LockedCandidates strikes a digit from the rest of a unit if another unit has places for
	// it only in the cells that both share: pointing and claiming.
	LockedCandidates bool `json:"locked_candidates"`
	// Pairs strikes by naked and hidden pairs.
	Pairs bool  `json:"pairs"`
	Order Order `json:"order"`
	// Restart sends the search back to its root, with the weights that it has learnt, after
	// that many backtracks times the terms of Luby's sequence 1, 1, 2, 1, 1, 2, 4, …, until
	// there is a first solution; 0 means never. The terms have no bound, so a search that
	// restarts still comes to its end.
	Restart int `json:"restart"`
	// Seed draws a guess among the options of its choice; 0 takes the first.
	Seed uint64 `json:"seed"`
}

// DefaultConfig returns the configuration for which DESIGN.md has the figures.
func DefaultConfig() Config {
	return Config{LockedCandidates: true, Pairs: true, Order: Weighted, Restart: 500, Seed: 1}
}

// Validate reports the first field that has no meaning.
func (c Config) Validate() error {
	if c.Order != Fewest && c.Order != Weighted {
		return fmt.Errorf("wide: order %q, want %q or %q", c.Order, Fewest, Weighted)
	}
	if c.Restart < 0 {
		return fmt.Errorf("wide: restart after %d backtracks, want 0 or more", c.Restart)
	}
	return nil
}
