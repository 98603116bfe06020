package selftest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gomlx/compute"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/train"
)

// Size is how large the networks and their batches are.
type Size string

// The sizes.
const (
	Small Size = "small" // seconds on a processor
	Full  Size = "full"  // as trained on a card
)

// Sizes lists the sizes that are tried on a platform of package accel, in this order: full ones
// on a card alone.
func Sizes(platform string) []Size {
	if platform == accel.PlatformCUDA {
		return []Size{Small, Full}
	}
	return []Size{Small}
}

// leastTime is what must be left before the deadline for a case of a size to be begun while none
// of its model and size was timed.
var leastTime = map[Size]time.Duration{Small: 15 * time.Second, Full: 90 * time.Second}

// Tolerance bounds what a resumption may change. The zero value wants all equal to the last bit.
type Tolerance struct {
	Loss float64 `json:"loss"` // largest difference of a loss, relative to it
	// Values is the largest difference of a value in the last checkpoints. Below 0 it is
	// reported and not judged: where a gradient is nearly 0, an order of sums decides the sign
	// of a step of Adam's, so two right runs may be steps apart. Integers must be equal always.
	Values float64 `json:"values"`
}

// ToleranceOf is that of networks on a platform of package accel, whose activations are float32
// or, with half, of 16 bits: none on the Go backend.
func ToleranceOf(platform string, half bool) Tolerance {
	switch {
	case platform == accel.PlatformGo:
		return Tolerance{}
	case half:
		return Tolerance{Loss: 2e-2, Values: -1}
	}
	return Tolerance{Loss: 1e-3, Values: -1}
}

// Case is one network in one form and size.
type Case struct {
	Name  string // its own among the cases, such as "candidate bfloat16, small"
	Model string // the network; cases of the same model and size take about as long
	Size  Size
	Steps int // training steps before the checkpoint, and again after it

	Tolerance Tolerance
	Halves    bool // the loss must fall to half or less

	Unit       string // of the rate, such as "boards/s"
	Parameters int
	// FLOPs are those of the first steps, in products, forward and backward, by count.
	FLOPs func(steps int) float64
	// Train is the trainer's configuration. Its seed and optimiser hold; its steps, schedule,
	// validations, lines of the log and checkpoints are the self-test's.
	Train train.Config
	// Open makes the task for a backend that stays open as long as it. It is called twice.
	Open func(ctx context.Context, backend compute.Backend) (train.OpenTask, error)
}

// trainer is the trainer's configuration for what a few steps show.
func (c Case) trainer() train.Config {
	t := c.Train
	t.Steps = 2 * c.Steps
	t.ValidateEvery, t.Plateau, t.EarlyStop = 0, nil, nil
	t.LogEvery, t.SaveEvery, t.SaveSeconds = 1, c.Steps, 0
	t.Schedule = train.Schedule{Kind: train.ScheduleConstant}
	return t
}

// validate reports what is wrong with cases.
func validate(cases []Case) error {
	seen := map[string]bool{}
	for _, c := range cases {
		var err error
		switch {
		case c.Name == "":
			err = errors.New("no name")
		case seen[c.Name]:
			err = errors.New("the name is there twice")
		case leastTime[c.Size] == 0:
			err = fmt.Errorf("size %q, want %s or %s", c.Size, Small, Full)
		case c.Steps < 1:
			err = fmt.Errorf("%d steps, want 1 or more", c.Steps)
		case !(c.Tolerance.Loss >= 0) || c.Tolerance.Values != c.Tolerance.Values:
			err = fmt.Errorf("tolerance %v, want a loss of 0 or more", c.Tolerance)
		case c.FLOPs == nil || c.Open == nil:
			err = errors.New("no count of operations or no task")
		default:
			err = c.trainer().Validate()
		}
		if err != nil {
			return fmt.Errorf("selftest: case %q: %w", c.Name, err)
		}
		seen[c.Name] = true
	}
	return nil
}
