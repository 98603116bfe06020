package accel

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// Answer compares a small graph's results on the backend with plain Go loops in
// float64. The graph is, for X [7,5], W [5,3] and c [3]:
//
//	H = tanh(X·W + c)   [7,3]
//	s = Σ rows of H     [3]
//	m = max of H        []
//
// so a product, a broadcast, a nonlinearity and two reductions, with three unequal
// sizes that expose a transposed operand.
type Answer struct {
	OK        bool    `json:"ok"`
	MaxError  float64 `json:"max_error"` // largest absolute difference
	Tolerance float64 `json:"tolerance"` // absolute; the sums are of at most 7 in size
}

const (
	answerRows, answerInner, answerCols = 7, 5, 3

	// float32 keeps 24 bits; the sums hold 7 values below 1, so 1e-5 leaves a margin
	// of a few hundred roundings. TF32 rounds operands to 11 bits.
	toleranceF32  = 1e-5
	toleranceTF32 = 1e-2
)

// checkAnswer compiles and runs the graph once. ctx is polled before it.
func checkAnswer(ctx context.Context, b compute.Backend, tf32 bool) (Answer, error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	rng := rand.New(rand.NewPCG(1, 2)) // fixed: a check that fails must fail again
	x := uniform(rng, answerRows*answerInner, 1)
	w := uniform(rng, answerInner*answerCols, 0.5)
	c := uniform(rng, answerCols, 0.5)

	exec, err := compile(b, "answer", func(f compute.Function) []compute.Value {
		xv := parameter(f, "x", dtypes.Float32, answerRows, answerInner)
		wv := parameter(f, "w", dtypes.Float32, answerInner, answerCols)
		cv := parameter(f, "c", dtypes.Float32, answerCols)
		xw := must(f.DotGeneral(xv, []int{1}, nil, wv, []int{0}, nil, compute.DotGeneralConfig{})) // [7,3]
		cb := must(f.BroadcastInDim(cv, shapes.Make(dtypes.Float32, answerRows, answerCols), []int{1}))
		h := must(f.Tanh(must(f.Add(xw, cb))))
		return []compute.Value{must(f.ReduceSum(h, 0)), must(f.ReduceMax(h, 0, 1))}
	})
	if err != nil {
		return Answer{}, err
	}
	defer exec.Finalize()

	var in []compute.Buffer
	defer func() { release(in...) }()
	for _, p := range []struct {
		values []float32
		dims   []int
	}{{x, []int{answerRows, answerInner}}, {w, []int{answerInner, answerCols}}, {c, []int{answerCols}}} {
		buf, err := upload(b, dtypes.Float32, p.values, p.dims...)
		if err != nil {
			return Answer{}, fmt.Errorf("copying to the device: %w", err)
		}
		in = append(in, buf)
	}
	out, err := execute(exec, in...)
	if err != nil {
		return Answer{}, fmt.Errorf("running a small graph: %w", err)
	}
	defer release(out...)
	sums, highest := make([]float32, answerCols), make([]float32, 1)
	if err := download(out[0], sums); err != nil {
		return Answer{}, fmt.Errorf("copying from the device: %w", err)
	}
	if err := download(out[1], highest); err != nil {
		return Answer{}, fmt.Errorf("copying from the device: %w", err)
	}

	answer := Answer{Tolerance: toleranceF32}
	if tf32 {
		answer.Tolerance = toleranceTF32
	}
	wantSums, wantHighest := plainAnswer(x, w, c)
	answer.MaxError = math.Abs(float64(highest[0]) - wantHighest)
	for j, want := range wantSums {
		answer.MaxError = max(answer.MaxError, math.Abs(float64(sums[j])-want)) // max keeps a NaN
	}
	answer.OK = answer.MaxError <= answer.Tolerance // false for NaN
	return answer, nil
}

// plainAnswer is the same computation as loops, in float64.
func plainAnswer(x, w, c []float32) (sums [answerCols]float64, highest float64) {
	highest = math.Inf(-1)
	for i := range answerRows {
		for j := range answerCols {
			z := float64(c[j])
			for k := range answerInner {
				z += float64(x[i*answerInner+k]) * float64(w[k*answerCols+j])
			}
			h := math.Tanh(z)
			sums[j] += h
			highest = max(highest, h)
		}
	}
	return sums, highest
}
