package gnnlaw

import (
	"math"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func TestCommitted(t *testing.T) {
	for _, r := range labtest.Committed(t, Experiment) {
		if r.Status != "ok" {
			t.Errorf("%s is %s", r.Case, r.Status)
		}
	}
}

// TestFit fits points of a known law: without noise the law comes back with intervals of no width, and with noise its
// intervals hold the truth about as often as they say.
func TestFit(t *testing.T) {
	of := func(noise func() float64) (out []point) {
		for _, n := range []float64{1000, 2000, 4000, 8000, 16000} {
			for range 2 {
				out = append(out, point{n, 3 * math.Pow(n, -0.4) * math.Exp(noise())})
			}
		}
		return out
	}
	l, err := fit(of(func() float64 { return 0 }))
	if err != nil {
		t.Fatal(err)
	}
	wrong, within := l.at(1e6)
	if want := 3 * math.Pow(1e6, -0.4); math.Abs(l.b+0.4) > 1e-9 || math.Abs(wrong-want) > 1e-9 || within.High-within.Low > 1e-6 {
		t.Errorf("exponent %g, %g (%v) of a million, want -0.4 and %g", l.b, wrong, within, want)
	}

	rng := rand.New(rand.NewPCG(1, 2))
	const trials = 2000
	slopes, more := 0, 0
	for range trials {
		l, err := fit(of(func() float64 { return 0.1 * rng.NormFloat64() }))
		if err != nil {
			t.Fatal(err)
		}
		if l.slope().Contains(-0.4) {
			slopes++
		}
		_, within := l.at(1e6)
		if within.Contains(3 * math.Pow(1e6, -0.4) * math.Exp(0.1*rng.NormFloat64())) {
			more++
		}
	}
	for what, n := range map[string]int{"exponents": slopes, "trainings": more} {
		if share := float64(n) / trials; share < 0.93 || share > 0.97 {
			t.Errorf("%.3f of the %s lie in their intervals, want 0.95", share, what)
		}
	}
}

// TestTables has records of every kind.
func TestTables(t *testing.T) {
	cfg, err := configOf(lab.Full)
	if err != nil {
		t.Fatal(err)
	}
	text, err := record.Encode(cfg)
	if err != nil {
		t.Fatal(err)
	}
	cells := func(name string, boards, right float64) record.Record {
		r := record.Record{Case: name, Status: record.OK, Config: text, Exact: map[string]record.Metric{"boards": {Value: boards}}}
		for _, s := range append([]string{allSets}, names(cfg)...) {
			r.Exact[cellsIn(s)], r.Exact[boardsIn(s)] = record.Metric{Value: right}, record.Metric{Value: right / 2}
		}
		return r
	}
	set := record.Set{
		cells("trained/steps=60/seed=1", 960, 0.2), cells("trained/steps=120/seed=1", 1920, 0.3), cells("trained/steps=240/seed=1", 3840, 0.45),
		cells("embedded", 76800, 0.9),
	}
	for _, table := range tables(set) {
		want := map[string]int{"trainings": 4, "law": 1 + len(names(cfg))}[table.Name]
		if len(table.Rows) != want {
			t.Errorf("%s has %d rows, want %d", table.Name, len(table.Rows), want)
		}
	}
	if figures, err := figures(set); err != nil || len(figures) != 1 {
		t.Errorf("%d figures (%v), want one", len(figures), err)
	}
	if got := tables(nil); got != nil {
		t.Errorf("%d tables of nothing", len(got))
	}
}

func TestTooFew(t *testing.T) {
	for _, few := range [][]point{nil, {{10, 0.1}, {20, 0.1}}, {{10, 0.1}, {10, 0.2}, {10, 0.3}}} {
		if _, err := fit(few); err == nil {
			t.Errorf("a law of %v", few)
		}
	}
}

// TestTrained holds a training of another length to the recipe: shares of warm-up and stages, and what is left alone.
func TestTrained(t *testing.T) {
	cfg, err := configOf(lab.Full)
	if err != nil {
		t.Fatal(err)
	}
	for _, steps := range cfg.Steps {
		r := cfg.trained(steps, 7)
		if err := r.Validate(); err != nil {
			t.Fatal(err)
		}
		if got := r.Trainer().Steps; got != steps {
			t.Errorf("%d steps, want %d", got, steps)
		}
		if got, want := r.Task.EpochSteps()*r.Task.Epochs, steps; got != want {
			t.Errorf("stages end after %d steps of %d", got, want)
		}
		whole := cfg.Recipe.Train.Schedule
		if got, want := float64(r.Train.Schedule.WarmUp)/float64(steps), float64(whole.WarmUp)/float64(whole.Length); got < want || got > want+1/float64(steps) {
			t.Errorf("%d steps: warm-up of %.4f, want %.4f", steps, got, want)
		}
	}
	if cfg.Boards != 76800 || cfg.Documented != 60_000_000 {
		t.Errorf("%d boards of the embedded weights and %d of the document's", cfg.Boards, cfg.Documented)
	}
}
