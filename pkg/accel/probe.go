package accel

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/gomlx/compute/dtypes"
)

// ProbeConfig says what [Probe] measures and for how long.
type ProbeConfig struct {
	Budget      time.Duration `json:"budget_ns"`    // for all measurements together
	Samples     int           `json:"samples"`      // behind each median, fewer if time is short
	HostBytes   int           `json:"host_bytes"`   // array copied to and from the device
	StreamBytes int           `json:"stream_bytes"` // array copied on the device
	Products    []Product     `json:"products"`     // small before large within a format
	Seed        uint64        `json:"seed"`         // of the operands
	// Card overrides the name of the card whose published limits are compared;
	// empty asks the driver.
	Card string `json:"card,omitempty"`
}

// DefaultProbe gives sizes that suit a platform: on a processor up to 512³ within
// four seconds, on a card up to 8192³ within a minute. 3456×192×96 is a shape of
// the message-passing networks (32 boards of 108 nodes).
func DefaultProbe(platform string) ProbeConfig {
	if platform == PlatformCUDA {
		c := ProbeConfig{Budget: time.Minute, Samples: 9, HostBytes: 256 << 20, StreamBytes: 1 << 30, Seed: 1}
		for _, format := range []string{FormatBF16, FormatTF32, FormatF32} {
			c.Products = append(c.Products, Product{format, 3456, 192, 96})
			for _, n := range []int{1024, 4096, 8192} {
				c.Products = append(c.Products, Product{format, n, n, n})
			}
		}
		return c
	}
	return ProbeConfig{
		Budget: 4 * time.Second, Samples: 9, HostBytes: 32 << 20, StreamBytes: 32 << 20, Seed: 1,
		Products: []Product{
			{FormatF32, 128, 128, 128},
			{FormatF32, 256, 256, 256},
			{FormatF32, 512, 512, 512},
			{FormatF32, 3456, 192, 96},
			{FormatBF16, 128, 128, 128},
			{FormatBF16, 256, 256, 256},
		},
	}
}

// Validate checks the sizes and formats.
func (c ProbeConfig) Validate() error {
	if c.Budget <= 0 {
		return fmt.Errorf("accel: probe: budget %v, want more than 0", c.Budget)
	}
	if c.Samples < 1 {
		return fmt.Errorf("accel: probe: %d samples, want at least 1", c.Samples)
	}
	if c.HostBytes < 4 || c.StreamBytes < 4 {
		return fmt.Errorf("accel: probe: arrays of %d and %d bytes, want at least 4", c.HostBytes, c.StreamBytes)
	}
	for _, p := range c.Products {
		if p.M < 1 || p.K < 1 || p.N < 1 {
			return fmt.Errorf("accel: probe: product %v, want sizes of at least 1", p)
		}
		if !slices.Contains([]string{FormatF32, FormatTF32, FormatBF16}, p.Format) {
			return fmt.Errorf("accel: probe: format %q, want %s, %s or %s", p.Format, FormatF32, FormatTF32, FormatBF16)
		}
	}
	return nil
}

// ErrWrongAnswer is wrapped by the error of [Probe] when the backend computes a
// small graph wrongly; its rates mean nothing then and are not measured.
var ErrWrongAnswer = errors.New("the backend gives wrong answers")

// Probe checks a backend's answer and measures its rates. The report is filled as
// far as it came, also when an error is returned. A measurement that does not fit
// into what is left of the budget is skipped and named in the report's warnings.
func Probe(ctx context.Context, choice *Choice, c ProbeConfig) (report Report, err error) {
	begin := time.Now()
	report = Report{
		Backend: choice.Name, Platform: choice.Platform, Description: choice.Description,
		Device: choice.Device, TF32: choice.TF32, Config: c,
	}
	defer func() { report.ElapsedSeconds = time.Since(begin).Seconds() }()
	if err := c.Validate(); err != nil {
		return report, err
	}
	report.Answer, err = checkAnswer(ctx, choice.Backend, choice.TF32)
	if err != nil {
		return report, fmt.Errorf("accel: probe: %w", err)
	}
	if !report.Answer.OK {
		return report, fmt.Errorf("accel: probe: %w: off by %.3g, allowed %.3g",
			ErrWrongAnswer, report.Answer.MaxError, report.Answer.Tolerance)
	}
	if choice.Platform == PlatformCUDA {
		report.findCard(ctx, c.Card)
	}

	rng := rand.New(rand.NewPCG(c.Seed, 0))
	deadline := begin.Add(c.Budget)
	share := func(parts int) time.Duration { return time.Until(deadline) / time.Duration(max(parts, 1)) }

	copies, err := timeCopies(ctx, choice.Backend, c.HostBytes, c.StreamBytes, rng, share(3+len(c.Products)), c.Samples)
	if err != nil {
		return report, fmt.Errorf("accel: probe: %w", err)
	}
	report.Copies = copies

	if choice.setTF32 != nil {
		defer choice.setTF32(choice.TF32)
	}
	rates := map[string]float64{} // FLOP/s seen last, by format
	for i, p := range c.Products {
		if lack := choice.lacks(p.Format); lack != "" {
			report.warn("%v: %s", p, lack)
			continue
		}
		// Warm-up, sizing and one sample: three runs of two products.
		if rate := rates[p.Format]; rate > 0 && time.Duration(6*p.flops()/rate*float64(time.Second)) > time.Until(deadline) {
			report.warn("%v: not measured, it does not fit into the budget of %v", p, c.Budget)
			continue
		}
		if time.Until(deadline) <= 0 {
			report.warn("%v: not measured, the budget of %v is spent", p, c.Budget)
			continue
		}
		if choice.setTF32 != nil {
			choice.setTF32(p.Format == FormatTF32)
		}
		rate, err := timeProduct(ctx, choice.Backend, p, rng, share(len(c.Products)-i), c.Samples)
		if ctx.Err() != nil {
			return report, fmt.Errorf("accel: probe: %w", ctx.Err())
		}
		if err != nil {
			// One format that fails (out of memory, not implemented) spoils no other.
			report.warn("%v", err)
			continue
		}
		rates[p.Format] = rate.GFLOPS * 1e9
		report.Products = append(report.Products, rate)
	}
	report.shares()
	return report, nil
}

// lacks says why a number format cannot be measured on this backend, or "".
func (c *Choice) lacks(format string) string {
	switch {
	case format == FormatTF32 && c.setTF32 == nil:
		return "TF32 exists on CUDA cards only"
	case format == FormatBF16 && !c.Backend.Capabilities().DTypes[dtypes.BFloat16]:
		return "the backend has no bfloat16"
	}
	return ""
}

func (r *Report) warn(format string, args ...any) {
	r.Warnings = append(r.Warnings, fmt.Sprintf(format, args...))
}

func (r *Report) findCard(ctx context.Context, name string) {
	if name == "" {
		name = cardName(ctx)
	}
	if card, ok := FindCard(name); ok {
		r.Card = &card
		return
	}
	r.warn("no published limits known for card %q, so no shares", strings.TrimSpace(name))
}

// shares fills in what part of the card's published limits was reached.
func (r *Report) shares() {
	if r.Card == nil {
		return
	}
	peaks := map[string]float64{FormatBF16: r.Card.BF16, FormatTF32: r.Card.TF32, FormatF32: r.Card.FP32}
	for i := range r.Products {
		if peak := peaks[r.Products[i].Format]; peak > 0 {
			r.Products[i].Share = r.Products[i].GFLOPS / (1000 * peak)
		}
	}
	for i := range r.Copies {
		if r.Copies[i].Direction == OnDevice && r.Card.MemoryGB > 0 {
			r.Copies[i].Share = r.Copies[i].GBps / r.Card.MemoryGB
		}
	}
}
