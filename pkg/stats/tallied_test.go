package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// TestMcNemar holds the test against sums of binomial coefficients, and against values that are known.
func TestMcNemar(t *testing.T) {
	for _, c := range [][2]int{{0, 0}, {0, 1}, {1, 1}, {0, 5}, {3, 9}, {12, 30}, {30, 12}, {200, 260}} {
		n, k := c[0]+c[1], min(c[0], c[1])
		sum := 0.0
		for i := 0; i <= k; i++ {
			a, _ := math.Lgamma(float64(n + 1))
			b, _ := math.Lgamma(float64(i + 1))
			d, _ := math.Lgamma(float64(n - i + 1))
			sum += math.Exp(a - b - d - float64(n)*math.Ln2)
		}
		want := min(1, 2*sum)
		if got, err := McNemar(c[0], c[1]); err != nil || math.Abs(got-want) > 1e-9 {
			t.Errorf("%v: %v, %v, want %v", c, got, err, want)
		}
	}
	if _, err := McNemar(-1, 2); !errors.Is(err, ErrDomain) {
		t.Errorf("a negative number: %v", err)
	}
	if p, err := McNemar(1_000_000, 1_003_000); err != nil || p < 0.03 || p > 0.04 {
		t.Errorf("a million pairs: %v, %v", p, err)
	}
}

// TestBootstrapTallied: the interval is that of resampling item by item, up to the noise of resampling, and repeats with the seed.
func TestBootstrapTallied(t *testing.T) {
	cfg := DefaultBootstrap()
	rng := rand.New(rand.NewPCG(1, 2))
	var x []float64
	tallies := map[float64]int{}
	for range 300 {
		v := float64(rng.IntN(8))
		x = append(x, v)
		tallies[v]++
	}
	var all []Tallied
	for v := range 8 {
		all = append(all, Tallied{Over: float64(v), Under: 1, Count: tallies[float64(v)]})
	}
	want, err := Bootstrap(rng, x, Mean, cfg)
	if err != nil {
		t.Fatal(err)
	}
	got, err := BootstrapTallied(rand.New(rand.NewPCG(3, 4)), all, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if got.N != 300 || math.Abs(got.Value-want.Value) > 1e-12 || math.Abs(got.Interval.Low-want.Interval.Low) > 0.02 || math.Abs(got.Interval.High-want.Interval.High) > 0.02 {
		t.Errorf("%+v, item by item %+v", got, want)
	}
	if again, err := BootstrapTallied(rand.New(rand.NewPCG(3, 4)), all, cfg); err != nil || again != got {
		t.Errorf("again %+v, %v", again, err)
	}
	one, err := BootstrapTallied(rng, []Tallied{{Over: 1, Under: 2, Count: 5}}, cfg)
	if err != nil || one.Interval.Low != 0.5 || one.Interval.High != 0.5 {
		t.Errorf("equal items: %+v, %v", one, err)
	}
	for name, c := range map[string]struct {
		x    []Tallied
		cfg  BootstrapConfig
		want error
	}{
		"nothing":        {nil, cfg, ErrTooFew},
		"one item":       {[]Tallied{{1, 1, 1}}, cfg, ErrTooFew},
		"no weight":      {[]Tallied{{1, 0, 2}}, cfg, ErrDegenerate},
		"negative count": {[]Tallied{{1, 1, -1}, {1, 1, 5}}, cfg, ErrDomain},
		"BCa":            {all, BootstrapConfig{Resamples: 100, Confidence: 0.9, Method: BCa}, ErrDomain},
		"no resamples":   {all, BootstrapConfig{Confidence: 0.9, Method: Percentile}, ErrTooFew},
	} {
		if _, err := BootstrapTallied(rng, c.x, c.cfg); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if _, err := BootstrapTallied(nil, all, cfg); err == nil {
		t.Error("no random source")
	}
}
