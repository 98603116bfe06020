package drill

import (
	"fmt"
	"slices"

	"sudokulab/pkg/accel"
)

// Size is how large the networks and their batches are.
type Size string

// The sizes.
const (
	Small Size = "small" // seconds on a processor
	Full  Size = "full"  // as trained on a card
)

// Config decides what is tried.
type Config struct {
	Steps int    `json:"steps"` // before the checkpoint, and again after it
	Sizes []Size `json:"sizes"` // in the order of trying
	// Tolerance bounds the differences of losses after the resumption, relative to the loss;
	// 0 wants them equal to the last bit. HalfTolerance is that of bfloat16.
	Tolerance     float64 `json:"tolerance"`
	HalfTolerance float64 `json:"half_tolerance"`
	Workers       int     `json:"workers"` // goroutines that make puzzles, 0 for one a core; they change no figure but times
	Seed          uint64  `json:"seed"`
}

// Default is four steps, a checkpoint and four steps: small cases on a platform of package
// accel without a card, small and full ones with one.
func Default(platform string) Config {
	c := Config{Steps: 4, Sizes: []Size{Small}, Tolerance: 1e-3, HalfTolerance: 2e-2, Seed: 1}
	if platform == accel.PlatformGo {
		c.Tolerance, c.HalfTolerance = 0, 0
	}
	if platform == accel.PlatformCUDA {
		c.Sizes = append(c.Sizes, Full)
	}
	return c
}

// Validate reports what is wrong with the configuration.
func (c Config) Validate() error {
	switch {
	case c.Steps < 1:
		return fmt.Errorf("drill: %d steps, want 1 or more", c.Steps)
	case len(c.Sizes) == 0:
		return fmt.Errorf("drill: no sizes, want %s or %s", Small, Full)
	case !(c.Tolerance >= 0) || !(c.HalfTolerance >= 0):
		return fmt.Errorf("drill: tolerances %v and %v, want 0 or more", c.Tolerance, c.HalfTolerance)
	case c.Workers < 0:
		return fmt.Errorf("drill: %d workers, want 0 or more", c.Workers)
	}
	for i, s := range c.Sizes {
		if (s != Small && s != Full) || slices.Contains(c.Sizes[:i], s) {
			return fmt.Errorf("drill: sizes %q, want each of %s and %s once at most", c.Sizes, Small, Full)
		}
	}
	return nil
}
