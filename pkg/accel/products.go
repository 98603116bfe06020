package accel

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
)

// Number formats of a measured product.
const (
	FormatF32  = "f32"  // float32 operands and sums
	FormatTF32 = "tf32" // float32 operands that the card may round; CUDA only
	FormatBF16 = "bf16" // bfloat16 operands, float32 sums, bfloat16 result
)

// Product is a matrix product [M,K]·[K,N] to be timed.
type Product struct {
	Format string `json:"format"`
	M      int    `json:"m"`
	K      int    `json:"k"`
	N      int    `json:"n"`
}

// flops counts 2·M·K·N: a multiplication and an addition for each term.
func (p Product) flops() float64 { return 2 * float64(p.M) * float64(p.K) * float64(p.N) }

func (p Product) String() string { return fmt.Sprintf("%s %d×%d×%d", p.Format, p.M, p.K, p.N) }

// ProductRate is a timed product.
type ProductRate struct {
	Product
	Seconds float64 `json:"seconds"` // median time of one product
	GFLOPS  float64 `json:"gflop_s"`
	Samples int     `json:"samples"`         // samples behind the median
	Chain   int     `json:"products_queued"` // products in one sample
	Share   float64 `json:"share,omitempty"` // of the card's published rate for the format, 0 if unknown
}

// timeProduct measures one shape. It times a chain, X ← (X·A)·B with A [K,N] and
// B [N,K], so that each product needs the one before it and any shape can be
// chained; X stays on the device and one value of it is read at the end, which is
// how the host knows that all are done. A and B are scaled to keep X's size.
func timeProduct(ctx context.Context, b compute.Backend, p Product, rng *rand.Rand, box time.Duration, samples int) (rate ProductRate, err error) {
	dtype, config := dtypes.Float32, compute.DotGeneralConfig{}
	if p.Format == FormatBF16 {
		dtype = dtypes.BFloat16
		config = compute.DotGeneralConfig{AccumulatorDType: dtypes.Float32, OutputDType: dtypes.BFloat16}
	}
	exec, err := compile(b, "product", func(f compute.Function) []compute.Value {
		x := parameter(f, "x", dtype, p.M, p.K)
		av := parameter(f, "a", dtype, p.K, p.N)
		bv := parameter(f, "b", dtype, p.N, p.K)
		xa := must(f.DotGeneral(x, []int{1}, nil, av, []int{0}, nil, config))
		y := must(f.DotGeneral(xa, []int{1}, nil, bv, []int{0}, nil, config))
		corner := must(f.ConvertDType(must(f.Slice(y, []int{0, 0}, []int{1, 1}, []int{1, 1})), dtypes.Float32))
		return []compute.Value{y, corner}
	})
	if err != nil {
		return ProductRate{}, fmt.Errorf("%v: %w", p, err)
	}
	defer exec.Finalize()

	operands := make([]compute.Buffer, 3)
	defer func() { release(operands...) }()
	for i, o := range []struct {
		rows, cols int
		sd         float64
	}{{p.M, p.K, 1}, {p.K, p.N, 1 / math.Sqrt(float64(p.K))}, {p.N, p.K, 1 / math.Sqrt(float64(p.N))}} {
		if operands[i], err = upload(b, dtype, uniform(rng, o.rows*o.cols, o.sd), o.rows, o.cols); err != nil {
			return ProductRate{}, fmt.Errorf("%v: copying to the device: %w", p, err)
		}
	}
	corner := []float32{0}
	t, err := measure(ctx, box, samples, func(n int) error {
		return chain(exec, operands[0], operands[1:], n, corner)
	})
	if err != nil {
		return ProductRate{}, fmt.Errorf("%v: %w", p, err)
	}
	if v := float64(corner[0]); v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return ProductRate{}, fmt.Errorf("%v: the chain of products ended in %v", p, v)
	}
	seconds := t.seconds / 2 // two products in a run
	return ProductRate{
		Product: p, Seconds: seconds, GFLOPS: p.flops() / seconds / 1e9,
		Samples: t.samples, Chain: 2 * t.runs,
	}, nil
}

// chain queues n runs, each fed with the first result of the one before it, and
// waits for the second result of the last.
func chain(exec compute.Executable, first compute.Buffer, rest []compute.Buffer, n int, last []float32) error {
	x := first
	defer func() {
		if x != first {
			release(x)
		}
	}()
	for i := range n {
		out, err := execute(exec, append([]compute.Buffer{x}, rest...)...)
		if err != nil {
			return err
		}
		if x != first {
			release(x)
		}
		x = out[0]
		if i == n-1 {
			err = download(out[1], last)
		}
		release(out[1])
		if err != nil {
			return err
		}
	}
	return nil
}
