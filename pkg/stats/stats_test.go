package stats

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// Reference figures come from SciPy 1.17.1 and NumPy, the call named beside each.

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %.17g, want %.17g", what, got, want)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func newRNG(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

var seven = []float64{2.1, 3.7, 1.4, 9.9, 4.0, 5.5, 2.8}

func TestQuantiles(t *testing.T) {
	ps := []float64{0, 0.1, 0.25, 0.5, 0.75, 0.9, 1}
	want := []float64{1.4, 1.82, 2.45, 3.7, 4.75, 7.26, 9.9} // numpy.quantile
	got := must(Quantiles(seven, ps...))
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Error(diff)
	}
	if seven[0] != 2.1 || seven[6] != 2.8 {
		t.Error("the argument was reordered")
	}
	near(t, "Quantile", must(Quantile(seven, 0.25)), 2.45, 1e-12)
	near(t, "Median, odd", must(Median(seven)), 3.7, 0)
	near(t, "Median, even", must(Median([]float64{4, 1, 3, 2})), 2.5, 0)
	near(t, "Median of one", must(Median([]float64{-7})), -7, 0)
	huge := []float64{-math.MaxFloat64, math.MaxFloat64}
	near(t, "Median of the extremes", must(Median(huge)), 0, 0)
}

// TestMedianInterval: the ranks of printed tables for 95 % (Conover, Practical Nonparametric Statistics, 3rd edition, table A3), and how
// often the interval holds a median that is known.
func TestMedianInterval(t *testing.T) {
	for n, k := range map[int]int{5: 0, 6: 1, 8: 1, 9: 2, 12: 3, 20: 6, 30: 10, 50: 18, 100: 40} {
		x := make([]float64, n)
		for i := range x {
			x[i] = float64((i*7)%n + 1) // 1 to n where 7 does not divide it
		}
		got := must(MedianInterval(x, 0.95))
		want := Interval{float64(k), float64(n + 1 - k), 0.95}
		if k == 0 {
			want.Low, want.High = math.Inf(-1), math.Inf(1)
		}
		if got != want {
			t.Errorf("n = %d: %v, want %v", n, got, want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	held := 0
	const trials = 4000
	for range trials {
		x := make([]float64, 9)
		for i := range x {
			x[i] = rng.ExpFloat64()
		}
		if must(MedianInterval(x, 0.95)).Contains(math.Ln2) {
			held++
		}
	}
	near(t, "share of intervals that hold the median of nine", float64(held)/trials, 1-20.0/512, 0.01)
	for n, want := range map[int]float64{0: 0, 1: 0, 5: 0.9375, 6: 0.96875, 9: 1 - 2.0/512} {
		near(t, "confidence of a range", RangeConfidence(n), want, 1e-12)
	}
	if _, err := MedianInterval(nil, 0.95); err == nil {
		t.Error("an interval of nothing")
	}
	if _, err := MedianInterval(seven, 1); err == nil {
		t.Error("certainty")
	}
}

func TestSpread(t *testing.T) {
	near(t, "Mean", must(Mean(seven)), 4.2, 1e-12)                    // numpy.mean
	near(t, "StdDev", must(StdDev(seven)), 2.8483913588784344, 1e-12) // numpy.std(ddof=1)
}

func TestSummarize(t *testing.T) {
	got := must(Summarize(seven))
	want := Summary{N: 7, Min: 1.4, Q1: 2.45, Median: 3.7, Q3: 4.75, Max: 9.9, Mean: 4.2, StdDev: 2.8483913588784344}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Error(diff)
	}
	one := must(Summarize([]float64{5}))
	if want := (Summary{N: 1, Min: 5, Q1: 5, Median: 5, Q3: 5, Max: 5, Mean: 5}); one != want {
		t.Errorf("of one value: %+v", one)
	}
	text := string(must(json.Marshal(one)))
	if want := `{"n":1,"min":5,"q1":5,"median":5,"q3":5,"max":5,"mean":5,"stddev":0}`; text != want {
		t.Errorf("as JSON: %s", text)
	}
}

func TestWilson(t *testing.T) {
	// scipy.stats.binomtest(s, n).proportion_ci(c, method="wilson")
	for _, tc := range []struct {
		successes, trials int
		confidence        float64
		low, high         float64
	}{
		{873, 1000, 0.95, 0.8509252474282143, 0.8922199907415616},
		{0, 20, 0.95, 0, 0.16112515805281935},
		{20, 20, 0.95, 0.8388748419471808, 1},
		{1, 3, 0.99, 0.04042662929608476, 0.855783984952333},
		{50, 100, 0.9, 0.41884779611252954, 0.5811522038874705},
	} {
		got := must(Wilson(tc.successes, tc.trials, tc.confidence))
		near(t, "low", got.Interval.Low, tc.low, 1e-12)
		near(t, "high", got.Interval.High, tc.high, 1e-12)
		near(t, "rate", got.Rate, float64(tc.successes)/float64(tc.trials), 0)
		if got.Successes != tc.successes || got.Trials != tc.trials || got.Interval.Confidence != tc.confidence {
			t.Errorf("%+v", got)
		}
	}
}

// TestWilsonCoverage sums the binomial probabilities of the outcomes whose interval holds
// the true rate: the score interval's coverage hovers near its confidence.
func TestWilsonCoverage(t *testing.T) {
	const n = 60
	for _, p := range []float64{0.2, 0.5, 0.8} {
		covered := 0.0
		for s := range n + 1 {
			ls, _ := math.Lgamma(float64(s + 1))
			lf, _ := math.Lgamma(float64(n - s + 1))
			ln, _ := math.Lgamma(n + 1)
			mass := math.Exp(ln - ls - lf + float64(s)*math.Log(p) + float64(n-s)*math.Log(1-p))
			if must(Wilson(s, n, 0.95)).Interval.Contains(p) {
				covered += mass
			}
		}
		near(t, "coverage", covered, 0.95, 0.02)
	}
}

var twelve = []float64{12.1, 9.8, 11.5, 30.2, 10.4, 9.9, 10.8, 14.0, 11.1, 10.0, 13.3, 9.7}

func TestBootstrap(t *testing.T) {
	// scipy.stats.bootstrap with 200,000 resamples and three seeds; the tolerance is that of
	// the resampling.
	for _, tc := range []struct {
		name      string
		statistic Statistic
		method    Method
		low, high float64
	}{
		{"mean percentile", Mean, Percentile, 10.575, 16.22},
		{"mean bca", Mean, BCa, 10.863, 18.94},
		{"median percentile", Median, Percentile, 9.95, 12.7},
		{"median bca", Median, BCa, 9.95, 12.7},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cfg := BootstrapConfig{Resamples: 40_000, Confidence: 0.95, Method: tc.method}
			got := must(Bootstrap(newRNG(1), twelve, tc.statistic, cfg))
			near(t, "low", got.Interval.Low, tc.low, 0.05)
			near(t, "high", got.Interval.High, tc.high, 0.2)
			near(t, "value", got.Value, must(tc.statistic(twelve)), 0)
			if again := must(Bootstrap(newRNG(1), twelve, tc.statistic, cfg)); again != got {
				t.Errorf("a second run with the seed differs: %+v, %+v", got, again)
			}
			if other := must(Bootstrap(newRNG(2), twelve, Mean, cfg)); other == got {
				t.Error("the random source has no influence")
			}
			if got.N != 12 || got.Resamples != 40_000 || got.Method != tc.method || got.Interval.Confidence != 0.95 {
				t.Errorf("%+v", got)
			}
		})
	}
	if twelve[0] != 12.1 || twelve[11] != 9.7 {
		t.Error("the argument was reordered")
	}
}

func TestBCaLevels(t *testing.T) {
	// The formula in NumPy on the same ten draws and five jackknife values.
	draws := []float64{1.0, 1.2, 1.3, 1.3, 1.5, 1.5, 1.6, 1.8, 2.0, 2.4}
	without := []float64{1.4, 1.5, 1.45, 1.7, 1.55}
	low, high, err := bcaLevels(1.5, draws, without, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "low", low, 0.014604950126950997, 1e-9)
	near(t, "high", high, 0.9624494107667264, 1e-9)

	if _, _, err := bcaLevels(0.5, draws, without, 0.95); !errors.Is(err, ErrDegenerate) {
		t.Errorf("estimate below all draws: %v", err)
	}
}

func TestBootstrapOfEqualValues(t *testing.T) {
	for _, m := range []Method{Percentile, BCa} {
		cfg := BootstrapConfig{Resamples: 100, Confidence: 0.9, Method: m}
		got := must(Bootstrap(newRNG(1), []float64{4, 4, 4}, Median, cfg))
		if got.Interval.Low != 4 || got.Interval.High != 4 {
			t.Errorf("%s: %+v", m, got)
		}
	}
}

func TestPairedRatios(t *testing.T) {
	// The machine slows down tenfold halfway; each pair still says 2.
	a := []float64{2, 2, 2, 20, 20, 20, 3}
	b := []float64{1, 1, 1, 10, 10, 10, 4}
	got := must(PairedRatios(newRNG(1), a, b, DefaultBootstrap()))
	want := Ratio{
		N: 7, Median: 2, Above: 6, Below: 1, Resamples: 10_000, Method: Percentile,
		Interval: Interval{Low: 2, High: 2, Confidence: 0.95},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for name, pair := range map[string][2][]float64{
		"zero":     {{1, 0}, {1, 1}},
		"negative": {{1, 1}, {1, -1}},
		"lengths":  {{1, 1}, {1, 1, 1}},
	} {
		if _, err := PairedRatios(newRNG(1), pair[0], pair[1], DefaultBootstrap()); !errors.Is(err, ErrDomain) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSpearman(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5, 6, 7, 8}
	y := []float64{2, 1, 4, 3, 3, 8, 7, 7}
	got := must(Spearman(x, y, 0.95))
	near(t, "rho", got.Rho, 0.8193365776101958, 1e-12)           // scipy.stats.spearmanr
	near(t, "low", got.Interval.Low, 0.140850726531513, 1e-9)    // Bonett and Wright's formula in NumPy
	near(t, "high", got.Interval.High, 0.9741503430655113, 1e-9) //
	near(t, "monotone", must(Spearman(x, []float64{1, 10, 11, 12, 90, 91, 1e6, 1e9}, 0.95)).Rho, 1, 1e-15)
	if _, err := Spearman(x, []float64{3, 3, 3, 3, 3, 3, 3, 3}, 0.95); !errors.Is(err, ErrDegenerate) {
		t.Errorf("constant: %v", err)
	}
}

// TestBootstrapSpearman holds it to Spearman where few values are equal and where most are.
func TestBootstrapSpearman(t *testing.T) {
	cfg := DefaultBootstrap()
	cfg.Resamples = 2000
	rng := newRNG(4)
	for _, different := range []int{2, 5, 1000} {
		var x, y []float64
		for range 300 {
			v := rng.IntN(different)
			x, y = append(x, float64(v)), append(y, float64(v+rng.IntN(different)))
		}
		want, got := must(Spearman(x, y, cfg.Confidence)), must(BootstrapSpearman(newRNG(5), x, y, cfg))
		near(t, "rho", got.Value, want.Rho, 1e-12)
		if !got.Interval.Contains(want.Rho) || got.N != 300 || got != must(BootstrapSpearman(newRNG(5), x, y, cfg)) {
			t.Errorf("%d different values: %+v", different, got)
		}
		if different == 1000 { // nearly no equal values: both intervals hold
			near(t, "low", got.Interval.Low, want.Interval.Low, 0.03)
			near(t, "high", got.Interval.High, want.Interval.High, 0.03)
		}
	}
	// One value of four differs: of many resamples it is missing.
	few := must(BootstrapSpearman(newRNG(6), []float64{0, 0, 0, 1}, []float64{1, 2, 3, 4}, cfg))
	if few.Interval.Low != 0 || few.Interval.High != 1 {
		t.Errorf("resamples with equal values throughout: %v, want them to count as 0", few.Interval)
	}
	if _, err := BootstrapSpearman(newRNG(1), []float64{1, 2, 3, 4}, []float64{3, 3, 3, 3}, cfg); !errors.Is(err, ErrDegenerate) {
		t.Errorf("constant: %v", err)
	}
}

func TestLogLogSlope(t *testing.T) {
	x := []float64{4, 9, 16, 25, 36}
	y := []float64{1.1, 5.9, 17.2, 44, 88}
	got := must(LogLogSlope(x, y, 0.95)) // scipy.stats.linregress on the logarithms, scipy.stats.t.ppf
	near(t, "exponent", got.Exponent, 1.9912828691404332, 1e-12)
	near(t, "low", got.Interval.Low, 1.9248912990547165, 1e-9)
	near(t, "high", got.Interval.High, 2.0576744392261497, 1e-9)
	near(t, "factor", got.Factor, 0.07099680382435453, 1e-12)
	near(t, "r2", got.R2, 0.999670833166565, 1e-12)
	if _, err := LogLogSlope([]float64{2, 2, 2}, []float64{1, 2, 3}, 0.95); !errors.Is(err, ErrDegenerate) {
		t.Errorf("one x: %v", err)
	}
	if flat := must(LogLogSlope(x, []float64{3, 3, 3, 3, 3}, 0.95)); flat.R2 != 1 || math.Abs(flat.Exponent) > 1e-12 {
		t.Errorf("constant y: %+v", flat)
	}
}

// statistics lists every function of one or two samples, to be fed bad input.
func statistics() map[string]func(x []float64) error {
	cfg := DefaultBootstrap()
	cfg.Resamples = 100
	y := []float64{1, 2, 3, 4, 5}
	two := func(x []float64) []float64 { return y[:len(x)] }
	return map[string]func(x []float64) error{
		"Median":              func(x []float64) error { _, err := Median(x); return err },
		"Quantile":            func(x []float64) error { _, err := Quantile(x, 0.5); return err },
		"Quantiles":           func(x []float64) error { _, err := Quantiles(x, 0.5); return err },
		"Mean":                func(x []float64) error { _, err := Mean(x); return err },
		"IQM":                 func(x []float64) error { _, err := IQM(x); return err },
		"StdDev":              func(x []float64) error { _, err := StdDev(x); return err },
		"Summarize":           func(x []float64) error { _, err := Summarize(x); return err },
		"Bootstrap":           func(x []float64) error { _, err := Bootstrap(newRNG(1), x, Mean, cfg); return err },
		"PairedRatios":        func(x []float64) error { _, err := PairedRatios(newRNG(1), x, two(x), cfg); return err },
		"Spearman x":          func(x []float64) error { _, err := Spearman(x, two(x), 0.95); return err },
		"Spearman y":          func(x []float64) error { _, err := Spearman(two(x), x, 0.95); return err },
		"BootstrapSpearman x": func(x []float64) error { _, err := BootstrapSpearman(newRNG(1), x, two(x), cfg); return err },
		"BootstrapSpearman y": func(x []float64) error { _, err := BootstrapSpearman(newRNG(1), two(x), x, cfg); return err },
		"LogLogSlope":         func(x []float64) error { _, err := LogLogSlope(x, two(x), 0.95); return err },
	}
}

func TestBadInput(t *testing.T) {
	for name, f := range statistics() {
		if err := f(nil); !errors.Is(err, ErrTooFew) {
			t.Errorf("%s of no values: %v", name, err)
		}
		for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			if err := f([]float64{1, 2, bad, 4, 5}); !errors.Is(err, ErrNotFinite) {
				t.Errorf("%s of %v: %v", name, bad, err)
			}
		}
	}
	for _, p := range []float64{-0.1, 1.1, math.NaN()} {
		if _, err := Quantile(seven, p); !errors.Is(err, ErrDomain) {
			t.Errorf("Quantile(%v): %v", p, err)
		}
	}
	for _, c := range []float64{0, 1, 95, math.NaN()} {
		if _, err := Wilson(1, 2, c); !errors.Is(err, ErrDomain) {
			t.Errorf("Wilson with confidence %v: %v", c, err)
		}
		if _, err := Spearman(seven, seven, c); !errors.Is(err, ErrDomain) {
			t.Errorf("Spearman with confidence %v: %v", c, err)
		}
		if _, err := LogLogSlope(seven, seven, c); !errors.Is(err, ErrDomain) {
			t.Errorf("LogLogSlope with confidence %v: %v", c, err)
		}
		if err := (BootstrapConfig{Resamples: 1000, Confidence: c, Method: BCa}).Validate(); !errors.Is(err, ErrDomain) {
			t.Errorf("bootstrap with confidence %v: %v", c, err)
		}
	}
	for _, st := range [][2]int{{-1, 2}, {3, 2}} {
		if _, err := Wilson(st[0], st[1], 0.95); !errors.Is(err, ErrDomain) {
			t.Errorf("Wilson(%d, %d): %v", st[0], st[1], err)
		}
	}
	if _, err := Wilson(0, 0, 0.95); !errors.Is(err, ErrTooFew) {
		t.Errorf("Wilson(0, 0): %v", err)
	}
	if err := (BootstrapConfig{Resamples: 99, Confidence: 0.95, Method: BCa}).Validate(); !errors.Is(err, ErrTooFew) {
		t.Errorf("99 resamples: %v", err)
	}
	if err := (BootstrapConfig{Resamples: 999, Confidence: 0.95}).Validate(); !errors.Is(err, ErrDomain) {
		t.Errorf("no method: %v", err)
	}
	if _, err := Bootstrap(nil, seven, Mean, DefaultBootstrap()); err == nil {
		t.Error("Bootstrap without a source: no error")
	}
	if _, err := Bootstrap(newRNG(1), seven, nil, DefaultBootstrap()); err == nil {
		t.Error("Bootstrap without a statistic: no error")
	}
}

func TestBootstrapPassesErrorsOn(t *testing.T) {
	boom := errors.New("boom")
	calls := 0
	for fail := range 3 { // on the sample, on a resample, on a jackknife sample
		calls = 0
		at := []int{1, 50, 105}[fail]
		_, err := Bootstrap(newRNG(1), seven, func(x []float64) (float64, error) {
			calls++
			if calls == at {
				return 0, boom
			}
			return Mean(x)
		}, BootstrapConfig{Resamples: 100, Confidence: 0.95, Method: BCa})
		if !errors.Is(err, boom) {
			t.Errorf("failing at call %d: %v", at, err)
		}
	}
	nan := func([]float64) (float64, error) { return math.NaN(), nil }
	if _, err := Bootstrap(newRNG(1), seven, nan, DefaultBootstrap()); !errors.Is(err, ErrNotFinite) {
		t.Errorf("statistic NaN: %v", err)
	}
}

// TestIQM: the outer quarters do not count, whatever the order.
func TestIQM(t *testing.T) {
	for _, c := range []struct {
		x    []float64
		want float64
	}{
		{[]float64{3}, 3},
		{[]float64{1, 2, 6}, 3},
		{[]float64{1000, 2, 1, 3, -500}, 2},
		{[]float64{8, 1, 7, 2, 6, 3, 5, 400}, 5.25},
	} {
		if got, err := IQM(c.x); err != nil || math.Abs(got-c.want) > 1e-12 {
			t.Errorf("IQM(%v) = %v, %v, want %v", c.x, got, err, c.want)
		}
	}
}

// TestOverflow: sums of finite values that overflow are errors, not infinities.
func TestOverflow(t *testing.T) {
	x := []float64{math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64, math.MaxFloat64, math.MaxFloat64}
	for name, f := range statistics() {
		switch name {
		case "Mean", "StdDev", "IQM", "Summarize", "Bootstrap":
			if err := f(x); !errors.Is(err, ErrNotFinite) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	tiny := []float64{math.SmallestNonzeroFloat64, math.SmallestNonzeroFloat64}
	if _, err := PairedRatios(newRNG(1), x[:2], tiny, DefaultBootstrap()); !errors.Is(err, ErrNotFinite) {
		t.Errorf("PairedRatios: %v", err)
	}
	if _, err := LogLogSlope([]float64{1e298, 1e299, 1e300}, []float64{1e300, 1e200, 1e100}, 0.95); !errors.Is(err, ErrNotFinite) {
		t.Errorf("LogLogSlope's factor: %v", err)
	}
}

func TestProperties(t *testing.T) {
	values := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 2, 40)
	rapid.Check(t, func(t *rapid.T) {
		x := values.Draw(t, "x")
		p := rapid.Float64Range(0, 1).Draw(t, "p")
		q := rapid.Float64Range(0, 1).Draw(t, "q")
		before := slices.Clone(x)

		s := must(Summarize(x))
		order := []float64{s.Min, s.Q1, s.Median, s.Q3, s.Max}
		if !slices.IsSorted(order) {
			t.Fatalf("summary out of order: %+v", s)
		}
		const slack = 1e-6
		lo, hi := min(p, q), max(p, q)
		if a, b := must(Quantile(x, lo)), must(Quantile(x, hi)); a > b+slack {
			t.Fatalf("quantile %v at %v above %v at %v", a, lo, b, hi)
		}
		// Shifting and scaling carries through every measure of location and spread.
		y := make([]float64, len(x))
		for i, v := range x {
			y[i] = 100 - 3*v
		}
		for name, pair := range map[string][2]float64{
			"median": {must(Median(y)), 100 - 3*s.Median},
			"mean":   {must(Mean(y)), 100 - 3*s.Mean},
			"stddev": {must(StdDev(y)), 3 * s.StdDev},
		} {
			if math.Abs(pair[0]-pair[1]) > slack {
				t.Fatalf("%s of 100 − 3x is %v, want %v", name, pair[0], pair[1])
			}
		}
		if !slices.Equal(x, before) {
			t.Fatal("the argument was changed")
		}
	})
}

func TestRanksProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
			return float64(rapid.IntRange(0, 5).Draw(t, "v"))
		}), 1, 20).Draw(t, "x")
		for i, r := range ranks(x) {
			less, equal := 0, 0
			for _, v := range x {
				if v < x[i] {
					less++
				} else if v == x[i] {
					equal++
				}
			}
			if want := float64(less) + float64(equal+1)/2; r != want {
				t.Fatalf("rank of %v in %v is %v, want %v", x[i], x, r, want)
			}
		}
	})
}

// TestPercentileCoverage draws samples with a known mean and counts how often the interval
// holds it: the method's coverage is a little under its confidence at n = 25.
func TestPercentileCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("a second of resampling")
	}
	rng := newRNG(7)
	cfg := BootstrapConfig{Resamples: 400, Confidence: 0.9, Method: Percentile}
	const rounds = 500
	held := 0
	x := make([]float64, 25)
	for range rounds {
		for i := range x {
			x[i] = rng.ExpFloat64()
		}
		if must(Bootstrap(rng, x, Mean, cfg)).Interval.Contains(1) {
			held++
		}
	}
	near(t, "coverage", float64(held)/rounds, 0.87, 0.05)
}

func BenchmarkBootstrapMedian(b *testing.B) {
	b.ReportAllocs()
	rng := newRNG(1)
	for b.Loop() {
		must(Bootstrap(rng, twelve, Median, DefaultBootstrap()))
	}
}

func TestCutRatios(t *testing.T) {
	rng := func() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
	var a, b []float64
	for i := range 40 {
		a, b = append(a, float64(20+i%5)), append(b, 2)
	}
	none := make([]bool, len(a))
	few, most := slices.Clone(none), slices.Clone(none)
	for i := range most {
		few[i], most[i] = i < 4, i < 30
	}
	r, err := CutRatios(rng(), a, b, nil, none, DefaultBootstrap())
	if err != nil || r.Median != 11 || r.Interval.Low < 10 || r.Interval.High > 12 {
		t.Errorf("nothing cut: %+v, %v", r, err)
	}
	if r, err := CutRatios(rng(), a, b, few, nil, DefaultBootstrap()); err != nil || r.Endless || r.Interval.High > 12 || r.Interval.Low < 10 {
		t.Errorf("a few of the first cut: %+v, %v", r, err)
	}
	if r, err := CutRatios(rng(), a, b, most, nil, DefaultBootstrap()); err != nil || !r.Endless || r.Interval.High > 12 || r.Interval.Low < 10 || r.Median != 11 {
		t.Errorf("most of the first cut: %+v, %v, want no high end", r, err)
	}
	if r, err := CutRatios(rng(), a, b, nil, most, DefaultBootstrap()); err != nil || r.Interval.Low > 1e-9 || r.Interval.High > 12 {
		t.Errorf("most of the second cut: %+v, %v, want no low end", r, err)
	}
	if _, err := CutRatios(rng(), a, b[1:], nil, nil, DefaultBootstrap()); err == nil {
		t.Error("unequal lengths give no error")
	}
}
