package accel

import (
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"
	"github.com/gomlx/compute/shapes"
)

// The probe speaks to the backend's own interface and not to GoMLX's graphs, for
// two reasons: an execution hands back buffers without waiting for them, so runs
// can be queued as a training loop queues them; and the tensors of the graph
// package copy behind the caller's back, which would blur a copy rate.

// must unwraps the result of a graph-building call. Building happens only inside
// guard, where the panic becomes the error of the whole program.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// compile builds and compiles one function. build returns the function's results.
func compile(b compute.Backend, name string, build func(f compute.Function) []compute.Value) (exec compute.Executable, err error) {
	err = guard(func() error {
		builder := b.Builder(name)
		f := builder.Main()
		if err := f.Return(build(f), nil); err != nil {
			return err
		}
		var err error
		exec, err = builder.Compile()
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("compiling %s: %w", name, err)
	}
	return exec, nil
}

func parameter(f compute.Function, name string, dtype dtypes.DType, dims ...int) compute.Value {
	return must(f.Parameter(name, shapes.Make(dtype, dims...), nil))
}

// execute runs a program on device 0 and returns its buffers without waiting.
func execute(exec compute.Executable, inputs ...compute.Buffer) (out []compute.Buffer, err error) {
	err = guard(func() error {
		var err error
		out, err = exec.Execute(inputs, nil, 0)
		return err
	})
	return out, err
}

// upload copies values to device 0 in the given type: float32 as they are,
// bfloat16 rounded.
func upload(b compute.Backend, dtype dtypes.DType, values []float32, dims ...int) (buf compute.Buffer, err error) {
	var flat any = values
	if dtype == dtypes.BFloat16 {
		flat = bfloat16.FromFloat32s(values...)
	}
	err = guard(func() error {
		var err error
		buf, err = b.BufferFromFlatData(0, flat, shapes.Make(dtype, dims...))
		return err
	})
	return buf, err
}

// download waits for a float32 buffer and copies it to the host.
func download(buf compute.Buffer, into []float32) error {
	return guard(func() error { return buf.ToFlatData(into) })
}

// release frees buffers; an error here changes no result, so none is reported.
func release(bufs ...compute.Buffer) {
	for _, b := range bufs {
		if b != nil {
			_ = guard(b.Finalize)
		}
	}
}

// uniform fills n values evenly from an interval about 0 with the given standard
// deviation. Random operands matter: cards draw less power and run faster on zeros.
func uniform(rng *rand.Rand, n int, sd float64) []float32 {
	half := float32(sd * 1.7320508075688772) // sqrt(3): the half-width of a uniform of deviation 1
	values := make([]float32, n)
	for i := range values {
		values[i] = (2*rng.Float32() - 1) * half
	}
	return values
}
