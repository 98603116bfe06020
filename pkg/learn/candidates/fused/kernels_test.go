package fused

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// here are the kernels of this processor, by their path.
func here(t testing.TB) map[Path]*kernels {
	t.Helper()
	out := map[Path]*kernels{}
	for _, p := range []Path{Portable, AVX2} {
		if p == AVX2 && Best() != AVX2 {
			continue
		}
		k, err := kernelsOf(p)
		if err != nil {
			t.Fatal(err)
		}
		out[p] = k
	}
	return out
}

// walk is an even walk of 8·n numbers from a to b.
func walk(a, b float64, n int) []float32 {
	out := make([]float32, 8*n)
	for i := range out {
		out[i] = float32(a + (b-a)*float64(i)/float64(len(out)-1))
	}
	return out
}

// TestExponentials: e^x is off by at most 2·10⁻⁷ of it over the whole range in which it is a normal number, 0 below that
// and no number above; a NaN stays one. Beside it stand values, which it multiplies.
func TestExponentials(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for p, k := range here(t) {
		for _, x := range [][]float32{walk(-87.29, 88.7, 1<<16), walk(-1, 1, 1<<16), walk(-88.7, -87.31, 8), {89, 88.8, 1000, inf, -1000, -inf, nan, 88.7228}} {
			block := append(append([]float32(nil), x...), x...)
			for i := range x {
				block[len(x)+i] = 2
			}
			k.exponents(block, 1, len(x))
			for i, v := range x {
				got, want := float64(block[i]), math.Exp(float64(v))
				switch {
				case v < expLeast:
					if got != 0 {
						t.Fatalf("%s: e^%g = %g, want 0", p, v, got)
					}
				case v > 88.7228 || v != v:
					if got == got {
						t.Fatalf("%s: e^%g = %g, want no number", p, v, got)
					}
				case !(math.Abs(got/want-1) <= 2e-7):
					t.Fatalf("%s: e^%g = %g, off by %g of it", p, v, got, got/want-1)
				case block[len(x)+i] != 2*block[i] && block[i] < math.MaxFloat32/2:
					t.Fatalf("%s: e^%g·2 = %g, want %g", p, v, block[len(x)+i], 2*block[i])
				}
			}
		}
	}
}

// TestLogarithms: the logarithm is off by at most 3·10⁻⁷, where it is large by 2·10⁻⁷ of it, for all normal numbers, and no
// number for an infinity. Beside it stand sums, which its number divides.
func TestLogarithms(t *testing.T) {
	for p, k := range here(t) {
		var x []float32
		rng := rand.New(rand.NewPCG(1, 1))
		for range 1 << 17 {
			x = append(x, math.Float32frombits(0x00800000+rng.Uint32N(0x7f800000-0x00800000)))
		}
		x = append(append(x, walk(0.5, 2, 1<<14)...), 1, float32(math.Inf(1)), float32(math.NaN()), math.MaxFloat32, 1, 1, 1, 1)
		sums := append(append([]float32(nil), x...), x...)
		k.features(sums, 1, len(x))
		for i, v := range x {
			got, want := float64(sums[i]), math.Log(float64(v))
			switch {
			case v > math.MaxFloat32 || v != v:
				if got == got {
					t.Fatalf("%s: log(%g) = %g, want no number", p, v, got)
				}
			case !(math.Abs(got-want) <= max(3e-7, 2e-7*math.Abs(want))):
				t.Fatalf("%s: log(%g) = %g, off by %g", p, v, got, got-want)
			case sums[len(x)+i] != 1:
				t.Fatalf("%s: %g/%g = %g", p, v, v, sums[len(x)+i])
			}
		}
	}
}

// TestTangents: the tangent is off by at most 3·10⁻⁷ everywhere, alone and in an update.
func TestTangents(t *testing.T) {
	const tolerance = 3e-7
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for p, k := range here(t) {
		for _, x := range [][]float32{walk(-20, 20, 1<<16), walk(-1e-3, 1e-3, 1<<10), {1e9, -1e9, inf, -inf, 40, -40, 0, 1e-30}} {
			y := append([]float32(nil), x...)
			k.tangents(y)
			state, moves := make([]float32, len(x)), make([]float32, 2*len(x))
			for i, v := range x {
				state[i] = float32(i%7)/7 - 0.5
				moves[i], moves[len(x)+i] = -2*v, 2*x[len(x)-1-i]
			}
			was := append([]float32(nil), state...)
			k.update(state, moves, 1, len(x))
			for i, v := range x {
				want := math.Tanh(float64(v))
				if d := math.Abs(float64(y[i]) - want); !(d <= tolerance) {
					t.Fatalf("%s: tanh(%g) = %g, off by %g", p, v, y[i], d)
				}
				h := float64(was[i])
				to := h + (1+want)/2*(math.Tanh(float64(x[len(x)-1-i]))-h)
				if d := math.Abs(float64(state[i]) - to); !(d <= 2*tolerance) {
					t.Fatalf("%s: a state goes to %g, want %g, off by %g", p, state[i], to, d)
				}
			}
		}
		y := []float32{nan, 0, 0, 0, 0, 0, 0, 0}
		k.tangents(y)
		if y[0] == y[0] {
			t.Errorf("%s: tanh(NaN) = %g", p, y[0])
		}
		for _, at := range []int{0, 8} {
			state, moves := make([]float32, 8), make([]float32, 16)
			moves[at] = nan
			k.update(state, moves, 1, 8)
			if state[0] == state[0] || state[1] != state[1] {
				t.Errorf("%s: an update by NaN gives %v", p, state)
			}
		}
	}
}

// TestKernels: products, gathering and hearing of every path are those of plain loops, for all widths that are used.
func TestKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	random := func(n int) []float32 {
		out := make([]float32, n)
		for i := range out {
			out[i] = float32(rng.NormFloat64())
		}
		return out
	}
	near := func(t *testing.T, what string, got float32, want float64, terms int) {
		t.Helper()
		if !(math.Abs(float64(got)-want) <= 1e-6*float64(terms)) { // each term is rounded by 6·10⁻⁸ of some units
			t.Fatalf("%s: %g, want %g", what, got, want)
		}
	}
	for p, k := range here(t) {
		for _, size := range [][2]int{{8, 16}, {16, 16}, {24, 48}, {48, 32}, {48, 96}, {32, 96}, {56, 112}} {
			depth, width := size[0], size[1]
			t.Run(fmt.Sprintf("%s/%dx%d", p, depth, width), func(t *testing.T) {
				rows, stride := random(depth*width), depth+8
				m := pack(rows, depth, width, k.inPairs)
				x, bias, out := random(block*stride), random(width), random(block*width)
				was := append([]float32(nil), out...)
				other := append([]float32(nil), out...)
				k.product(out, nil, x, stride, &m)
				k.product(other, bias, x, stride, &m)
				for r := range block {
					for c := range width {
						sum := 0.
						for i := range depth {
							sum += float64(x[r*stride+i]) * float64(rows[i*width+c])
						}
						near(t, "onward", out[r*width+c], sum+float64(was[r*width+c]), depth)
						near(t, "with a bias", other[r*width+c], sum+float64(bias[c]), depth)
					}
				}
				const constraints = 11
				members, kind := make([]uint32, 4*block), make([]uint32, block)
				for i := range members {
					members[i] = rng.Uint32N(constraints)
				}
				for i := range kind {
					kind[i] = rng.Uint32N(inputs)
				}
				sums, base := random(constraints*width), random(inputs*width)
				told, want := random(5*width), make([]float64, len(sums))
				for i, v := range sums {
					want[i] = float64(v)
				}
				for i, v := range told {
					for _, of := range members[4*(i/width):][:4] {
						want[int(of)*width+i%width] += float64(v)
					}
				}
				k.gather(sums, told, members, 5, width)
				for i := range sums {
					near(t, "gathered", sums[i], want[i], 20)
				}
				k.hear(out, sums, base, members, kind, block, width)
				for r := range block {
					for c := range width {
						sum := float64(base[int(kind[r])*width+c])
						for _, of := range members[4*r:][:4] {
							sum += float64(sums[int(of)*width+c])
						}
						near(t, "heard", out[r*width+c], sum, 5)
					}
				}
			})
		}
	}
}
