package accel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
)

func goChoice(t *testing.T) *Choice {
	t.Helper()
	choice, err := Choose(context.Background(), Options{Backend: NameGo})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(choice.Close)
	return choice
}

func smallProbe() ProbeConfig {
	return ProbeConfig{
		Budget: 5 * time.Second, Samples: 2, HostBytes: 1 << 16, StreamBytes: 1 << 16, Seed: 1,
		Products: []Product{{FormatF32, 16, 8, 24}, {FormatBF16, 16, 8, 24}, {FormatTF32, 16, 8, 24}},
	}
}

func TestProbeOnGo(t *testing.T) {
	report, err := Probe(context.Background(), goChoice(t), smallProbe())
	if err != nil {
		t.Fatal(err)
	}
	if !report.Answer.OK || report.Answer.MaxError > toleranceF32 {
		t.Errorf("answer %+v", report.Answer)
	}
	if len(report.Copies) != 3 {
		t.Fatalf("copies %+v", report.Copies)
	}
	for _, c := range report.Copies {
		if c.GBps <= 0 || c.Samples < 1 || c.Bytes != 1<<16 {
			t.Errorf("copy %+v", c)
		}
	}
	if report.Copies[2].Moved != 2<<16 {
		t.Errorf("on-device copy counts %d bytes, want each read and written", report.Copies[2].Moved)
	}
	if len(report.Products) != 2 {
		t.Fatalf("products %+v", report.Products)
	}
	for _, p := range report.Products {
		if want := 2 * 16 * 8 * 24 / p.Seconds / 1e9; math.Abs(p.GFLOPS-want) > 1e-9*want || p.Chain < 2 || p.Share != 0 {
			t.Errorf("product %+v, want %g GFLOP/s", p, want)
		}
	}
	if len(report.Warnings) != 1 || !strings.Contains(report.Warnings[0], "CUDA") {
		t.Errorf("warnings %q, want one about TF32", report.Warnings)
	}
	var text bytes.Buffer
	if err := report.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"answer   right", HostToDevice, DeviceToHost, OnDevice, "bf16", "warning: "} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("text lacks %q:\n%s", want, text.String())
		}
	}
	raw, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(raw, &back); err != nil || back.Products[0] != report.Products[0] {
		t.Errorf("JSON does not come back: %v", err)
	}
}

func TestProbeKeepsToItsBudget(t *testing.T) {
	c := smallProbe()
	c.Budget = time.Nanosecond
	report, err := Probe(context.Background(), goChoice(t), c)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Products) != 0 {
		t.Errorf("%d products measured without time", len(report.Products))
	}
	if len(report.Warnings) != 3 {
		t.Errorf("warnings %q, want one for each product", report.Warnings)
	}
}

func TestProbeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Probe(ctx, goChoice(t), smallProbe()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestProbeConfigValidate(t *testing.T) {
	for name, change := range map[string]func(*ProbeConfig){
		"budget":  func(c *ProbeConfig) { c.Budget = 0 },
		"samples": func(c *ProbeConfig) { c.Samples = 0 },
		"host":    func(c *ProbeConfig) { c.HostBytes = 3 },
		"stream":  func(c *ProbeConfig) { c.StreamBytes = 0 },
		"size":    func(c *ProbeConfig) { c.Products[0].K = 0 },
		"format":  func(c *ProbeConfig) { c.Products[0].Format = "f16" },
	} {
		c := smallProbe()
		change(&c)
		if err := c.Validate(); err == nil {
			t.Errorf("%s: accepted", name)
		}
		if _, err := Probe(context.Background(), goChoice(t), c); err == nil {
			t.Errorf("%s: probed", name)
		}
	}
	for _, platform := range []string{PlatformGo, PlatformCPU, PlatformCUDA} {
		if err := DefaultProbe(platform).Validate(); err != nil {
			t.Errorf("%s: %v", platform, err)
		}
	}
}

// TestProductChain computes one run of the timed chain as loops: the probe must time
// the product that it says it times.
func TestProductChain(t *testing.T) {
	const m, k, n = 3, 5, 2
	b := goChoice(t).Backend
	rng := rand.New(rand.NewPCG(7, 7))
	x, a, c := uniform(rng, m*k, 1), uniform(rng, k*n, 1), uniform(rng, n*k, 1)
	exec, err := compile(b, "pair", func(f compute.Function) []compute.Value {
		y := must(f.DotGeneral(parameter(f, "x", dtypes.Float32, m, k), []int{1}, nil,
			parameter(f, "a", dtypes.Float32, k, n), []int{0}, nil, compute.DotGeneralConfig{}))
		z := must(f.DotGeneral(y, []int{1}, nil, parameter(f, "b", dtypes.Float32, n, k), []int{0}, nil, compute.DotGeneralConfig{}))
		return []compute.Value{z, must(f.Slice(z, []int{0, 0}, []int{1, 1}, []int{1, 1}))}
	})
	if err != nil {
		t.Fatal(err)
	}
	var in []compute.Buffer
	for _, o := range []struct {
		v    []float32
		r, c int
	}{{x, m, k}, {a, k, n}, {c, n, k}} {
		buf, err := upload(b, dtypes.Float32, o.v, o.r, o.c)
		if err != nil {
			t.Fatal(err)
		}
		in = append(in, buf)
	}
	got := []float32{0}
	const runs = 3
	if err := chain(exec, in[0], in[1:], runs, got); err != nil {
		t.Fatal(err)
	}
	row := make([]float64, k) // the corner needs only the first row of X
	for i := range row {
		row[i] = float64(x[i])
	}
	for range runs {
		mid := make([]float64, n)
		for j := range mid {
			for i := range row {
				mid[j] += row[i] * float64(a[i*n+j])
			}
		}
		for i := range row {
			row[i] = 0
			for j := range mid {
				row[i] += mid[j] * float64(c[j*k+i])
			}
		}
	}
	if math.Abs(float64(got[0])-row[0]) > 1e-4*math.Max(1, math.Abs(row[0])) {
		t.Errorf("corner %v, want %v", got[0], row[0])
	}
}

// TestAnswerIsHeldAgainstLoops perturbs the reference to see that a wrong answer
// would be seen, and checks two values of it by hand.
func TestAnswerIsHeldAgainstLoops(t *testing.T) {
	zero := make([]float32, answerRows*answerInner)
	w := make([]float32, answerInner*answerCols)
	c := []float32{0, 1, -2}
	sums, highest := plainAnswer(zero, w, c)
	for j, want := range []float64{0, answerRows * math.Tanh(1), answerRows * math.Tanh(-2)} {
		if math.Abs(sums[j]-want) > 1e-12 {
			t.Errorf("sum %d: %v, want %v", j, sums[j], want)
		}
	}
	if math.Abs(highest-math.Tanh(1)) > 1e-12 {
		t.Errorf("max %v", highest)
	}
}

func TestFindCard(t *testing.T) {
	for name, want := range map[string]string{
		"NVIDIA H200":              "H200 SXM",
		"NVIDIA H200 NVL":          "H200 NVL",
		"NVIDIA H100 80GB HBM3":    "H100 SXM",
		"NVIDIA H100 PCIe":         "H100 PCIe",
		"NVIDIA H100 NVL":          "H100 NVL",
		"NVIDIA A100-SXM4-80GB":    "A100 SXM 80 GB",
		"NVIDIA A100 80GB PCIe":    "A100 PCIe 80 GB",
		"NVIDIA A100-PCIE-40GB":    "A100 40 GB",
		"NVIDIA L40S":              "",
		"NVIDIA L4":                "",
		"Tesla T4":                 "",
		"Tesla P100-PCIE-16GB":     "",
		"Tesla V100-SXM2-32GB":     "",
		"NVIDIA GeForce RTX 4090":  "",
		"":                         "",
		"NVIDIA RTX PRO T400 L400": "",
	} {
		card, ok := FindCard(name)
		if ok != (want != "") || card.Name != want {
			t.Errorf("%q: %q %v, want %q", name, card.Name, ok, want)
		}
		if ok && (card.Source != vendorSource || card.Matched != name || card.FP32 <= 0 || card.MemoryGB <= 0) {
			t.Errorf("%q: %+v", name, card)
		}
	}
}

func TestShares(t *testing.T) {
	card, _ := FindCard("NVIDIA H200")
	r := Report{
		Card:     &card,
		Products: []ProductRate{{Product: Product{Format: FormatBF16}, GFLOPS: 989500 / 2}, {Product: Product{Format: FormatF32}, GFLOPS: 6700}},
		Copies:   []CopyRate{{Direction: HostToDevice, GBps: 50}, {Direction: OnDevice, GBps: 3600}},
	}
	r.shares()
	for i, want := range []float64{0.5, 0.1} {
		if math.Abs(r.Products[i].Share-want) > 1e-9 {
			t.Errorf("product %d: share %v, want %v", i, r.Products[i].Share, want)
		}
	}
	if r.Copies[0].Share != 0 || math.Abs(r.Copies[1].Share-0.75) > 1e-9 {
		t.Errorf("copies %+v", r.Copies)
	}
}

func TestMeasure(t *testing.T) {
	calls := 0
	got, err := measure(context.Background(), time.Minute, 3, func(n int) error {
		calls++
		time.Sleep(time.Duration(n) * 20 * time.Millisecond)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if calls != 2+3 || got.samples != 3 || got.runs != 1 || got.seconds < 0.02 {
		t.Errorf("%d calls, %+v", calls, got)
	}
	boom := errors.New("boom")
	if _, err := measure(context.Background(), time.Minute, 3, func(int) error { return boom }); !errors.Is(err, boom) {
		t.Errorf("error %v", err)
	}
}
