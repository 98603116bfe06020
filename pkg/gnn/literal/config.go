package literal

import (
	"errors"
	"fmt"

	"github.com/gomlx/compute/dtypes"

	"sudokulab/pkg/learn/layer"
)

// Reading says which layers a drawing such as "MLP: (192) → ReLU → Dropout(0.3) → (96)"
// stands for.
//
//	         encoder         message, update   decoder
//	drawn    5 → 96          192 → 96          96 → 9
//	Hidden   5 → 96 → 96     192 → 96 → 96     96 → 96 → 9
//	Wide     5 → 5 → 96      192 → 192 → 96    96 → 96 → 9
//	Bare     5 → 96          192 → 96          96 → 9
//
// The first number of every drawing is the width of what goes in: five features, two states
// of 96 side by side, one state. A ReLU between input and output needs a hidden layer to act
// on, and the only width that the document also names is the hidden size. That is
// Hidden, the default. Wide takes the first number for the width of a layer as well. Bare
// takes the drawing without any layer that it does not name: the ReLU acts on the input
// itself, which for the features, none of them negative, does nothing.
type Reading string

// The readings.
const (
	Hidden Reading = "hidden"
	Wide   Reading = "wide"
	Bare   Reading = "bare"
)

// Readings returns all readings, the default first.
func Readings() []Reading { return []Reading{Hidden, Wide, Bare} }

// Units says what the nodes of rows, columns and boxes carry in the feature matrix. The
// document defines features of cells alone and gives the matrix a row for every node.
type Units string

const (
	// ZeroUnits gives them five zeros: nothing is made up. Rows, columns and boxes then
	// start alike and differ by what their cells send.
	ZeroUnits Units = "zero"
	// PlacedUnits puts the number of a row, column or box over n where a cell has the number
	// of its row, column or box.
	PlacedUnits Units = "placed"
)

// Passing says how messages are computed. Both give the same function and gradients.
type Passing string

const (
	// Plain goes edge by edge as drawn: gather both ends, join, MLP, mean.
	Plain Passing = "plain"
	// Fast saves what can be saved exactly, see doc.go.
	Fast Passing = "fast"
)

// Compute is the format of activations. Weights, gradients and moments are float32 always.
type Compute string

// The formats.
const (
	Float32  Compute = "float32"
	BFloat16 Compute = "bfloat16"
)

func (c Compute) dtype() dtypes.DType {
	if c == BFloat16 {
		return dtypes.BFloat16
	}
	return dtypes.Float32
}

// Config is everything that determines the network.
type Config struct {
	Side           int     `json:"side"`            // digits that the decoder can name
	Hidden         int     `json:"hidden"`          // width of a state
	Iterations     int     `json:"iterations"`      // rounds of message passing
	Dropout        float64 `json:"dropout"`         // in message and update
	DecoderDropout float64 `json:"decoder_dropout"` // between ReLU and output of the decoder
	Reading        Reading `json:"reading"`
	Units          Units   `json:"units"`

	// How it is computed, which changes no function.
	Passing   Passing `json:"passing"`
	Recompute bool    `json:"recompute"` // keep the states only, compute each round again in the backward pass
	Compute   Compute `json:"compute"`

	// The document says nothing about how weights start.
	Start layer.Start `json:"start"`

	// Deviations from the document, off by default.
	Residual  bool `json:"residual"`  // the update is added to the state
	Normalise bool `json:"normalise"` // each state is brought to mean 0 and variance 1 after a round
}

// Default is the document's network.
func Default() Config {
	return Config{
		Side: 9, Hidden: 96, Iterations: 32, Dropout: 0.3, DecoderDropout: 0.5,
		Reading: Hidden, Units: ZeroUnits, Passing: Fast, Compute: Float32,
		Start: layer.Start{Init: layer.FanIn, Seed: 1},
	}
}

// Validate checks the values.
func (c Config) Validate() error {
	var errs []error
	complain := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf("literal: "+format, args...))
		}
	}
	complain(c.Side < 4, "side is %d, want 4 at least", c.Side)
	complain(c.Hidden < 1, "hidden is %d, want 1 at least", c.Hidden)
	complain(c.Iterations < 1, "iterations is %d, want 1 at least", c.Iterations)
	complain(c.Dropout < 0 || c.Dropout >= 1, "dropout is %g, want 0 to below 1", c.Dropout)
	complain(c.DecoderDropout < 0 || c.DecoderDropout >= 1, "decoder_dropout is %g, want 0 to below 1", c.DecoderDropout)
	complain(c.Reading != Hidden && c.Reading != Wide && c.Reading != Bare, "reading %q, want %s, %s or %s", c.Reading, Hidden, Wide, Bare)
	complain(c.Units != ZeroUnits && c.Units != PlacedUnits, "units %q, want %s or %s", c.Units, ZeroUnits, PlacedUnits)
	complain(c.Passing != Plain && c.Passing != Fast, "passing %q, want %s or %s", c.Passing, Plain, Fast)
	complain(c.Compute != Float32 && c.Compute != BFloat16, "compute %q, want %s or %s", c.Compute, Float32, BFloat16)
	if err := c.Start.Validate(); err != nil {
		errs = append(errs, fmt.Errorf("literal: %w", err))
	}
	return errors.Join(errs...)
}
