package accel

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// timing is the outcome of one repeated measurement.
type timing struct {
	seconds float64 // median over the samples of the time of one run
	samples int
	runs    int // runs in a sample
}

// measure times runs of one thing. do(n) performs n runs one after the other and
// returns when the last is done; queueing n runs and waiting once is what hides the
// cost of asking. The first call warms up and is not timed; the second sizes the
// samples so that each lasts about sampleTarget. It takes at least one sample and
// stops at want samples, at the end of the box or at ctx.
func measure(ctx context.Context, box time.Duration, want int, do func(n int) error) (timing, error) {
	const (
		sampleTarget = 10 * time.Millisecond
		maxRuns      = 64 // bounds what is queued, and the drift of chained values
	)
	begin := time.Now()
	if err := do(1); err != nil {
		return timing{}, err
	}
	start := time.Now()
	if err := do(1); err != nil {
		return timing{}, err
	}
	once := max(time.Since(start), time.Nanosecond)
	runs := int(min(max(sampleTarget/once, 1), maxRuns))
	var samples []float64
	for len(samples) < want && (len(samples) == 0 || time.Since(begin) < box) {
		if err := ctx.Err(); err != nil {
			return timing{}, fmt.Errorf("measuring: %w", err)
		}
		start := time.Now()
		if err := do(runs); err != nil {
			return timing{}, err
		}
		samples = append(samples, time.Since(start).Seconds()/float64(runs))
	}
	slices.Sort(samples)
	middle := len(samples) / 2
	median := samples[middle]
	if len(samples)%2 == 0 {
		median = (samples[middle-1] + samples[middle]) / 2
	}
	return timing{seconds: max(median, 1e-12), samples: len(samples), runs: runs}, nil
}
