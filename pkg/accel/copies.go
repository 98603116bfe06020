package accel

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
)

// Directions of a measured copy.
const (
	HostToDevice = "host to device"
	DeviceToHost = "device to host"
	OnDevice     = "on the device" // y = -x, so every byte is read once and written once
)

// CopyRate is a timed movement of float32 values.
type CopyRate struct {
	Direction string  `json:"direction"`
	Bytes     int     `json:"bytes"`   // size of the array
	Moved     int     `json:"moved"`   // bytes counted: the array, twice for on-device
	Seconds   float64 `json:"seconds"` // median
	GBps      float64 `json:"gb_s"`    // moved, in 10⁹ bytes per second
	Samples   int     `json:"samples"`
	Share     float64 `json:"share,omitempty"` // of the card's published memory rate, on-device only
}

// timeCopies measures the three directions with arrays of hostBytes and, on the
// device, streamBytes. Host memory is ordinary (pageable) memory, as training
// uses it. On the Go backend all three are copies within main memory.
func timeCopies(ctx context.Context, b compute.Backend, hostBytes, streamBytes int, rng *rand.Rand, box time.Duration, samples int) ([]CopyRate, error) {
	host := repeated(rng, hostBytes/4)
	up, err := measure(ctx, box, samples, func(n int) error {
		for range n {
			buf, err := upload(b, dtypes.Float32, host, len(host))
			if err != nil {
				return err
			}
			release(buf)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("copying to the device: %w", err)
	}

	buf, err := upload(b, dtypes.Float32, host, len(host))
	if err != nil {
		return nil, fmt.Errorf("copying to the device: %w", err)
	}
	back := make([]float32, len(host))
	down, err := measure(ctx, box, samples, func(n int) error {
		for range n {
			if err := download(buf, back); err != nil {
				return err
			}
		}
		return nil
	})
	release(buf)
	if err != nil {
		return nil, fmt.Errorf("copying from the device: %w", err)
	}
	for i := range host {
		if host[i] != back[i] {
			return nil, fmt.Errorf("value %d came back from the device as %v, was %v", i, back[i], host[i])
		}
	}

	stream, err := timeStream(ctx, b, streamBytes/4, rng, box, samples)
	if err != nil {
		return nil, fmt.Errorf("copying on the device: %w", err)
	}
	return []CopyRate{
		copyRate(HostToDevice, 4*len(host), 1, up),
		copyRate(DeviceToHost, 4*len(host), 1, down),
		copyRate(OnDevice, streamBytes/4*4, 2, stream),
	}, nil
}

// timeStream chains y = -x over an array of n values: one read and one write of
// each, and no arithmetic to speak of.
func timeStream(ctx context.Context, b compute.Backend, n int, rng *rand.Rand, box time.Duration, samples int) (timing, error) {
	exec, err := compile(b, "stream", func(f compute.Function) []compute.Value {
		x := parameter(f, "x", dtypes.Float32, n)
		y := must(f.Neg(x))
		return []compute.Value{y, must(f.Slice(y, []int{0}, []int{1}, []int{1}))}
	})
	if err != nil {
		return timing{}, err
	}
	defer exec.Finalize()
	x, err := upload(b, dtypes.Float32, repeated(rng, n), n)
	if err != nil {
		return timing{}, err
	}
	defer release(x)
	return measure(ctx, box, samples, func(runs int) error {
		return chain(exec, x, nil, runs, []float32{0})
	})
}

func copyRate(direction string, bytes, times int, t timing) CopyRate {
	return CopyRate{
		Direction: direction, Bytes: bytes, Moved: times * bytes, Seconds: t.seconds,
		GBps: float64(times*bytes) / t.seconds / 1e9, Samples: t.samples,
	}
}

// repeated fills n values with copies of one random block: generating a gigabyte
// of random values would take longer than measuring with them.
func repeated(rng *rand.Rand, n int) []float32 {
	block := uniform(rng, min(n, 1<<16), 1)
	values := make([]float32, n)
	for rest := values; len(rest) > 0; {
		rest = rest[copy(rest, block):]
	}
	return values
}
