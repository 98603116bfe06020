package selftest

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sudokulab/pkg/accel"
)

// TestPlainGradient compares the loops themselves with central differences, so that
// the two sides of the comparison cannot share a mistake.
func TestPlainGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	n := newNetwork(3, 4, 2, rng)
	x, target := normals(rng, 5*3), normals(rng, 5*2)
	loss := func() float64 {
		sum := 0.0
		for i, y := range n.apply(x, 5) {
			d := float64(y) - float64(target[i])
			sum += d * d / float64(len(target))
		}
		return sum
	}
	grads := plainGradient(n, x, target, 5)
	if got := grads[0][0]; math.Abs(got-loss()) > 1e-6 {
		t.Fatalf("loss %v, want %v", got, loss())
	}
	const step = 1e-2
	for p, values := range [][]float32{n.w1, n.b1, n.w2, n.b2} {
		for i := range values {
			old := values[i]
			values[i] = old + step
			up := loss()
			values[i] = old - step
			down := loss()
			values[i] = old
			if want := (up - down) / (2 * step); math.Abs(grads[p+1][i]-want) > 2e-3 {
				t.Errorf("parameter %d[%d]: %v, differences give %v", p, i, grads[p+1][i], want)
			}
		}
	}
}

// TestCompareGradient: what is wrong, or not a number, or missing, is an error that says so.
func TestCompareGradient(t *testing.T) {
	want := [][]float64{{0.5}, {1, 2, 3}}
	right := [][]float32{{0.5}, {1, 2, 3}}
	if g, err := compareGradient(right, want, 1e-5); err != nil || !g.OK || g.MaxError != 0 {
		t.Errorf("%+v, %v", g, err)
	}
	with := func(i, j int, v float32) [][]float32 {
		got := [][]float32{slices.Clone(right[0]), slices.Clone(right[1])}
		got[i][j] = v
		return got
	}
	for name, got := range map[string][][]float32{
		"loss": with(0, 0, 0.6), "last": with(1, 2, 3.0001), "nan": with(1, 0, float32(math.NaN())), "infinite": with(1, 1, float32(math.Inf(1))),
	} {
		g, err := compareGradient(got, want, 1e-5)
		if !errors.Is(err, accel.ErrWrongAnswer) || g.OK {
			t.Errorf("%s: %+v, %v, want ErrWrongAnswer", name, g, err)
		}
	}
	for name, got := range map[string][][]float32{"short": {{0.5}, {1, 2}}, "none": {{0.5}}} {
		if g, err := compareGradient(got, want, 1e-5); err == nil || g.OK {
			t.Errorf("%s: %+v, %v", name, g, err)
		}
	}
}
