package candidates

import (
	"fmt"

	"github.com/gomlx/compute/dtypes"
)

// Pool says how a constraint gathers what its n candidates tell it.
type Pool string

// The forms of pooling that were tried; package documentation says how they fared.
const (
	// PoolSoftmax weighs the candidates of a constraint by a softmax over them, channel by
	// channel, and gives each candidate its own share back.
	PoolSoftmax Pool = "softmax"
	// PoolMean takes plain means.
	PoolMean Pool = "mean"
	// PoolSum takes plain sums.
	PoolSum Pool = "sum"
)

// Format is a number format.
type Format string

// The formats.
const (
	Float32  Format = "float32"
	BFloat16 Format = "bfloat16"
)

// dtype is the backend's name of the format.
func (f Format) dtype() dtypes.DType {
	if f == BFloat16 {
		return dtypes.BFloat16
	}
	return dtypes.Float32
}

// Config decides the network's weights and graph.
type Config struct {
	Hidden   int  `json:"hidden"`   // numbers kept for each candidate, H
	Channels int  `json:"channels"` // numbers that a candidate tells each of its constraints, M
	Pool     Pool `json:"pool"`
	// Steps is the number of message-passing steps that a user of the network takes unless the
	// caller says another; nothing in this package reads it.
	Steps int `json:"steps"`
	// Recompute saves memory in training: the activations of a step are computed again in
	// the backward pass.
	Recompute bool `json:"recompute,omitempty"`
	// Compute is the number format of states and products within a call of [Batch.Steps]:
	// float32, which is also meant by nothing, or bfloat16. Weights, scores and the states that
	// go in and come out are float32.
	Compute Format `json:"compute,omitempty"`
	// Seed of the initial weights.
	Seed uint64 `json:"seed"`
}

// Default is the configuration of the weights small that package gnn/weights embeds.
func Default() Config {
	return Config{Hidden: 48, Channels: 16, Pool: PoolSoftmax, Steps: 32, Seed: 1}
}

// Validate reports what is wrong with the configuration.
func (c Config) Validate() error {
	switch {
	case c.Hidden < 1 || c.Hidden > 1024:
		return fmt.Errorf("candidates: hidden width %d, want 1…1024", c.Hidden)
	case c.Channels < 1 || c.Channels > 1024:
		return fmt.Errorf("candidates: %d channels, want 1…1024", c.Channels)
	case c.Pool != PoolSoftmax && c.Pool != PoolMean && c.Pool != PoolSum:
		return fmt.Errorf("candidates: pool %q, want %s, %s or %s", c.Pool, PoolSoftmax, PoolMean, PoolSum)
	case c.Compute != "" && c.Compute != Float32 && c.Compute != BFloat16:
		return fmt.Errorf("candidates: compute %q, want %s or %s", c.Compute, Float32, BFloat16)
	case c.Steps < 1 || c.Steps > 10000:
		return fmt.Errorf("candidates: %d steps, want 1…10000", c.Steps)
	}
	return nil
}

// features is the number of what a constraint tells its members.
func (c Config) features() int {
	if c.Pool == PoolSoftmax {
		return 2 * c.Channels
	}
	return c.Channels
}

// Shapes returns the shape of each variable by its name. They depend on no board and on no
// number of steps.
func (c Config) Shapes() map[string][]int {
	h, m, f := c.Hidden, c.Channels, c.features()
	shapes := map[string][]int{
		"start_w": {inputs, h}, "start_b": {h},
		"value_w": {h, m}, "value_b": {m},
		"score_w": {h, 1}, "score_b": {1},
	}
	if c.Pool == PoolSoftmax {
		shapes["force_w"], shapes["force_b"] = []int{h, m}, []int{m}
	}
	for _, half := range []string{"gate", "next"} {
		shapes[half+"_state"], shapes[half+"_input"], shapes[half+"_bias"] = []int{h, h}, []int{inputs, h}, []int{h}
		for _, kind := range []string{"_cell", "_line", "_box"} {
			shapes[half+kind] = []int{f, h}
		}
	}
	return shapes
}

// Parameters is the number of weights.
func (c Config) Parameters() int {
	total := 0
	for _, shape := range c.Shapes() {
		size := 1
		for _, d := range shape {
			size *= d
		}
		total += size
	}
	return total
}

// FLOPs is the number of floating-point operations in the products of one step on one board
// of side n, forward, a multiplication and an addition counted as two. A training step takes
// three times as many: each product has two in its gradient.
func (c Config) FLOPs(n int) float64 {
	h, m, f := float64(c.Hidden), float64(c.Channels), float64(c.features())
	candidates, constraints := float64(n*n*n), float64(4*n*n)
	told := m
	if c.Pool == PoolSoftmax {
		told = 2 * m
	}
	return 2 * (candidates*(h*told+2*h*h+h) + constraints*f*2*h)
}
