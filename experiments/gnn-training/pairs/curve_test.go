package pairs

import (
	"math"
	"testing"
)

func TestFirstAt(t *testing.T) {
	curve := []Point{{10, 0.5}, {20, 0.4}, {30, 0.9}}
	for _, c := range []struct {
		value, steps float64
		ok           bool
	}{{0.25, 5, true}, {0.5, 10, true}, {0.65, 25, true}, {0.9, 30, true}, {0.95, 0, false}} {
		if steps, ok := FirstAt(curve, c.value); ok != c.ok || math.Abs(steps-c.steps) > 1e-9 {
			t.Errorf("%g after %g steps, %v, want %g, %v", c.value, steps, ok, c.steps, c.ok)
		}
	}
}
