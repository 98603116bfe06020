package cspmemory

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/stats"
)

// TestCommitted also looks whether the leak that was put there is seen, at the size it has.
func TestCommitted(t *testing.T) {
	first := labtest.Committed(t, Experiment)
	r, _ := first.Case(freeingCase)
	// Two boards of 96 bytes and 81 domains of 8 bytes, at the least.
	if s := r.Value(leaking + " slope"); s < 2*oneBoard+81*8 || s > 5000 {
		t.Errorf("the control leaks %.0f bytes per puzzle", s)
	}
	if r.Value(asItComes+" puzzles") == 0 || r.Value(asItComes+" failures") != 0 {
		t.Errorf("%.0f puzzles, %.0f failures", r.Value(asItComes+" puzzles"), r.Value(asItComes+" failures"))
	}
}

func TestSlope(t *testing.T) {
	var x, y []float64
	for i := range 50 {
		x, y = append(x, float64(10*i)), append(y, 700+2.5*float64(10*i)+float64(i%2))
	}
	cfg := stats.DefaultBootstrap()
	cfg.Resamples = 500
	e, err := slope(rand.New(rand.NewPCG(1, 2)), x, y, cfg)
	if err != nil || e.Value < 2.49 || e.Value > 2.51 || !e.Interval.Contains(2.5) {
		t.Errorf("%+v, %v, want a slope of 2.5", e, err)
	}
	if _, err := slope(rand.New(rand.NewPCG(1, 2)), x[:1], y[:1], cfg); err == nil {
		t.Error("a slope of one point")
	}
}

// TestMeters holds a megabyte, lets go of it, and looks what the meters say.
func TestMeters(t *testing.T) {
	const size = 1 << 20
	meter := newHeapMeter()
	before := lab.LiveHeap()
	held := make([]byte, size)
	meter.look()
	with := lab.LiveHeap()
	runtime.KeepAlive(held)
	after := lab.LiveHeap() // held is not used below this line
	if d := with - before; d < size || d > 1.5*size {
		t.Errorf("a megabyte adds %.0f bytes to the live heap", d)
	}
	if d := after - before; d > size/2 {
		t.Errorf("%.0f bytes stay", d)
	}
	if meter.objects < before+size || meter.used < meter.objects || meter.held < meter.used {
		t.Errorf("peaks: objects %.0f, in use %.0f, held %.0f, want them in that order and the first above %.0f", meter.objects, meter.used, meter.held, before+size)
	}
	if n := testing.AllocsPerRun(10, meter.look); n != 0 {
		t.Errorf("a look allocates %.0f times", n)
	}
}

// TestPeakRSS touches memory after a reset; where the system allows no reset there is nothing
// to test but that it says so.
func TestPeakRSS(t *testing.T) {
	if !resetPeakRSS() {
		if runtime.GOOS != "linux" {
			if _, ok := peakRSS(); ok {
				t.Error("a peak that cannot be known")
			}
		}
		return
	}
	before, ok := peakRSS()
	if !ok || before <= 0 {
		t.Fatalf("peak %v %v", before, ok)
	}
	block := make([]byte, 64<<20)
	for i := 0; i < len(block); i += 4096 {
		block[i] = 1
	}
	if after, _ := peakRSS(); after < before+32<<20 {
		t.Errorf("the peak rises from %.0f to %.0f with 64 MiB touched", before, after)
	}
	runtime.KeepAlive(block)
}

// TestFailures: a puzzle that cannot be made is counted, and does not end the run.
func TestFailures(t *testing.T) {
	m, err := newMaker(plan(lab.Smoke).Config.(Config).Solver, generate.Easy, 1)
	if err != nil {
		t.Fatal(err)
	}
	m.look = func() { panic("crash") }
	var tolled toll
	for i := range 3 {
		j, err := m.make(t.Context(), i)
		if err == nil || j != nil {
			t.Fatalf("made %v, %v", j, err)
		}
		if err := tolled.take(t.Context(), j, err); err != nil {
			t.Fatal(err)
		}
	}
	if tolled.failures != 3 || tolled.puzzles != 3 || tolled.first == "" {
		t.Errorf("%+v, want three failures", tolled)
	}
}
