package gnnstructure

import (
	"math"
	"runtime"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }

func TestVariation(t *testing.T) {
	spread, size := variation([][]float64{{1, 3}, {3, 3}})
	if math.Abs(spread-math.Sqrt(0.5)) > 1e-12 || math.Abs(size-math.Sqrt(7)) > 1e-12 {
		t.Errorf("spread %g and size %g, want √½ and √7", spread, size)
	}
	if spread, _ := variation([][]float64{{5, 7}, {5, 7}}); spread != 0 {
		t.Errorf("equal states differ by %g", spread)
	}
}

// TestHeapWatch holds a block while the watch runs.
func TestHeapWatch(t *testing.T) {
	base := lab.LiveHeap()
	w := newHeapWatch()
	block := make([]byte, 8<<20)
	for i := 0; i < len(block); i += 4096 {
		block[i] = 1
	}
	runtime.Gosched()
	peak := w.stop()
	runtime.KeepAlive(block)
	if peak-base < 0 || peak == 0 {
		t.Errorf("peak %.0f below the start %.0f", peak, base)
	}
}
