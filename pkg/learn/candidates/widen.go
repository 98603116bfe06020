package candidates

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// Widen returns the weights of a wider network that gives the same scores, up to rounding, as the one whose
// weights are narrow, by the names and in the shapes of [Config.Shapes]. What leads into new numbers and
// channels is drawn by to.Seed as initial weights are, and what leads from them to the old ones is 0.
//
// This is the widening of T. Chen, I. Goodfellow and J. Shlens, "Net2Net" (ICLR 2016, arXiv:1511.05641),
// with silent new units in place of copies, which would have to be told apart by noise.
func Widen(from, to Config, narrow map[string][]float32) (map[string][]float32, error) {
	for _, c := range []Config{from, to} {
		if err := c.Validate(); err != nil {
			return nil, err
		}
	}
	if to.Hidden < from.Hidden || to.Channels < from.Channels || to.Pool != from.Pool {
		return nil, fmt.Errorf("candidates: a network of widths %d and %d and pool %s cannot be widened to %d, %d and %s", from.Hidden, from.Channels, from.Pool, to.Hidden, to.Channels, to.Pool)
	}
	small, large := from.Shapes(), to.Shapes()
	rng := rand.New(rand.NewPCG(to.Seed, 0x776964656e303031))
	wide := map[string][]float32{}
	for _, name := range slices.Sorted(maps.Keys(small)) { // in one order, for the draws
		x, shape, wider := narrow[name], small[name], large[name]
		if len(x) != size(shape) {
			return nil, fmt.Errorf("candidates: %s has %d numbers, want %d", name, len(x), size(shape))
		}
		y := make([]float32, size(wider))
		wide[name] = y
		if len(shape) == 1 {
			copy(y, x)
			continue
		}
		for i := range y {
			y[i] = float32(rng.NormFloat64() / math.Sqrt(fanIn(to, name)))
		}
		if shape[0] != wider[0] {
			for i := range wider[0] { // nothing old listens to what is new
				clear(y[i*wider[1]:][:shape[1]])
			}
		}
		for i := range shape[0] {
			row := i
			if isHeard(name) && from.Pool == PoolSoftmax && i >= from.Channels { // means follow all logarithms
				row = to.Channels + i - from.Channels
			}
			copy(y[row*wider[1]:][:shape[1]], x[i*shape[1]:][:shape[1]])
		}
	}
	return wide, nil
}

// fanIn is the number of what is added up with a variable's weights.
func fanIn(c Config, name string) float64 {
	switch {
	case strings.HasPrefix(name, "start") || strings.HasSuffix(name, "_input"):
		return inputs
	case isHeard(name) || strings.HasSuffix(name, "_state"):
		return float64(c.Hidden + kinds*c.features())
	default:
		return float64(c.Hidden)
	}
}

// isHeard reports whether a variable's rows are what constraints say.
func isHeard(name string) bool {
	for _, kind := range []string{"_cell", "_line", "_box"} {
		if strings.HasSuffix(name, kind) {
			return true
		}
	}
	return false
}

// size is the number of numbers of a shape.
func size(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}
