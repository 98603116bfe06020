package candidates

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
)

// scoresOf runs a network with weights that are given.
func scoresOf(t *testing.T, b compute.Backend, c Config, weights map[string][]float32, puzzle board.Board) []float32 {
	t.Helper()
	store := model.NewStore()
	for name, shape := range c.Shapes() {
		if _, err := store.CreateVariable("/"+name, tensors.FromFlatDataAndDimensions(weights[name], shape...)); err != nil {
			t.Fatal(err)
		}
	}
	return scoresIn(t, b, c, store, puzzle)
}

// TestWiden: a wider network gives the scores of the narrow one, and its new numbers are alive.
func TestWiden(t *testing.T) {
	b, puzzle := acceltest.Go(t), board.MustParse("12..34..2.4..3.1")
	rng := rand.New(rand.NewPCG(1, 2))
	for _, pool := range []Pool{PoolSoftmax, PoolMean, PoolSum} {
		narrow, wide := small(pool), small(pool)
		wide.Hidden, wide.Channels = 20, 7
		weights := map[string][]float32{}
		for name, shape := range narrow.Shapes() {
			for range size(shape) {
				weights[name] = append(weights[name], float32(rng.NormFloat64()*0.4))
			}
		}
		widened, err := Widen(narrow, wide, weights)
		if err != nil {
			t.Fatal(err)
		}
		want, got := scoresOf(t, b, narrow, weights, puzzle), scoresOf(t, b, wide, widened, puzzle)
		for i := range want {
			if math.Abs(float64(want[i]-got[i])) > 1e-4 {
				t.Fatalf("%s: score %d is %v, want %v", pool, i, got[i], want[i])
			}
		}
		for name, values := range widened {
			if shape := wide.Shapes()[name]; len(shape) == 2 && shape[1] > 1 && values[len(values)-1] == 0 {
				t.Errorf("%s: what leads into a new number by %s is 0", pool, name)
			}
		}
	}
}

// TestWidenMisuse: what is not wider is refused.
func TestWidenMisuse(t *testing.T) {
	narrow := small(PoolSoftmax)
	less, other := narrow, narrow
	less.Hidden, other.Pool = 8, PoolMean
	for _, to := range []Config{less, other, {}} {
		if _, err := Widen(narrow, to, nil); err == nil {
			t.Errorf("%+v is taken", to)
		}
	}
	if _, err := Widen(narrow, narrow, map[string][]float32{}); err == nil {
		t.Error("missing weights are taken")
	}
}
