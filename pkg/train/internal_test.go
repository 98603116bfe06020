package train

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"
)

func TestScheduleFactor(t *testing.T) {
	for _, test := range []struct {
		s    Schedule
		step int
		want float64
	}{
		{Schedule{Kind: ScheduleConstant}, 0, 1},
		{Schedule{Kind: ScheduleConstant}, 5000, 1},
		{Schedule{Kind: ScheduleConstant, WarmUp: 4}, 0, 0.25},
		{Schedule{Kind: ScheduleConstant, WarmUp: 4}, 3, 1},
		{Schedule{Kind: ScheduleCosine}, 0, 1},
		{Schedule{Kind: ScheduleCosine}, 50, 0.5},
		{Schedule{Kind: ScheduleCosine, Final: 0.2}, 50, 0.6},
		{Schedule{Kind: ScheduleCosine, Final: 0.2}, 100, 0.2},
		{Schedule{Kind: ScheduleCosine, Final: 0.2}, 1000, 0.2},
		{Schedule{Kind: ScheduleCosine, WarmUp: 20}, 9, 0.5},
		{Schedule{Kind: ScheduleCosine, WarmUp: 20}, 20, 1},
		{Schedule{Kind: ScheduleCosine, WarmUp: 20}, 60, 0.5},
		{Schedule{Kind: ScheduleCosine, Length: 200}, 100, 0.5},
		{Schedule{Kind: ScheduleCosine, WarmUp: 200}, 150, 0.755}, // longer than the run
	} {
		if got := test.s.factor(test.step, 100); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%+v at step %d of 100: %v, want %v", test.s, test.step, got, test.want)
		}
	}
}

func TestPlateau(t *testing.T) {
	nan := math.NaN()
	for name, test := range map[string]struct {
		p      Plateau
		higher bool
		fed    []float64
		want   []float64 // scale after each
	}{
		"falls": {
			Plateau{Factor: 0.5, Patience: 0},
			false,
			[]float64{3, 2, 1},
			[]float64{1, 1, 1},
		},
		"patience counts only rows": {
			Plateau{Factor: 0.5, Patience: 1},
			false,
			[]float64{3, 3, 2, 2, 2, 2, 2},
			[]float64{1, 1, 1, 1, 0.5, 0.5, 0.25},
		},
		"higher": {
			Plateau{Factor: 0.1, Patience: 0},
			true,
			[]float64{0.5, 0.6, 0.6, 0.7},
			[]float64{1, 1, 0.1, 0.1},
		},
		"threshold is relative": {
			Plateau{Factor: 0.5, Patience: 0, Threshold: 0.1},
			false,
			[]float64{100, 91, 89, 85},
			[]float64{1, 0.5, 0.5, 0.25},
		},
		"negative values": {
			Plateau{Factor: 0.5, Patience: 0, Threshold: 0.1},
			false,
			[]float64{-100, -105, -111},
			[]float64{1, 0.5, 0.5},
		},
		"not a Number": {
			Plateau{Factor: 0.5, Patience: 1},
			false,
			[]float64{nan, nan, 5, nan, 4},
			[]float64{1, 0.5, 0.5, 0.5, 0.5},
		},
		"smallest rate": {
			Plateau{Factor: 0.5, Patience: 0, MinRate: 3e-4},
			false,
			[]float64{1, 1, 1, 1},
			[]float64{1, 0.5, 0.3, 0.3},
		},
	} {
		s := plateauState{Scale: 1}
		for i, v := range test.fed {
			before := s.Scale
			lowered := s.observe(test.p, v, test.higher, 1e-3)
			if math.Abs(s.Scale-test.want[i]) > 1e-12 || lowered != (s.Scale < before) {
				t.Errorf("%s, value %d: scale %v (lowered %v), want %v", name, i, s.Scale, lowered, test.want[i])
			}
			text, err := json.Marshal(s) // what a checkpoint does
			if err != nil {
				t.Fatal(err)
			}
			s = plateauState{}
			if err := json.Unmarshal(text, &s); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestEarlyStopObserve(t *testing.T) {
	e := EarlyStop{Patience: 2, Threshold: 0.1}
	var s tracker
	for i, test := range []struct {
		value float64
		stop  bool
	}{{1, false}, {0.95, false}, {0.8, false}, {0.79, false}, {0.5, false}, {0.6, false}, {0.6, true}} {
		if got := e.observe(&s, test.value, false); got != test.stop {
			t.Errorf("value %d: stop %v, want %v", i, got, test.stop)
		}
	}
}

func TestConfigValidate(t *testing.T) {
	good := DefaultConfig()
	good.ValidateEvery, good.Watch = 10, "loss"
	good.Plateau, good.EarlyStop = DefaultPlateau(), DefaultEarlyStop()
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for field, change := range map[string]func(*Config){
		"steps":                   func(c *Config) { c.Steps = -1 },
		"optimizer.learning_rate": func(c *Config) { c.Optimizer.LearningRate = math.NaN() },
		"optimizer.beta1":         func(c *Config) { c.Optimizer.Beta1 = 1 },
		"optimizer.beta2":         func(c *Config) { c.Optimizer.Beta2 = -0.1 },
		"optimizer.epsilon":       func(c *Config) { c.Optimizer.Epsilon = 0 },
		"optimizer.weight_decay":  func(c *Config) { c.Optimizer.WeightDecay = math.Inf(1) },
		"schedule.kind":           func(c *Config) { c.Schedule.Kind = "step" },
		"schedule.warm_up":        func(c *Config) { c.Schedule.WarmUp = -1 },
		"schedule.final":          func(c *Config) { c.Schedule.Final = 2 },
		"schedule.length":         func(c *Config) { c.Schedule.WarmUp, c.Schedule.Length = 5, 5 },
		"plateau.factor":          func(c *Config) { c.Plateau.Factor = 1 },
		"plateau.patience":        func(c *Config) { c.Plateau.Patience = -1 },
		"plateau.threshold":       func(c *Config) { c.Plateau.Threshold = -1 },
		"plateau.min_rate":        func(c *Config) { c.Plateau.MinRate = 1 },
		"early_stop.patience":     func(c *Config) { c.EarlyStop.Patience = 0 },
		"early_stop.threshold":    func(c *Config) { c.EarlyStop.Threshold = math.NaN() },
		"clip_norm":               func(c *Config) { c.ClipNorm = -1 },
		"ema":                     func(c *Config) { c.EMA = 1 },
		"validate_every":          func(c *Config) { c.ValidateEvery = 0 },
		"watch":                   func(c *Config) { c.Watch = "" },
		"log_every":               func(c *Config) { c.LogEvery = -1 },
		"save_every":              func(c *Config) { c.SaveEvery = -1 },
		"save_seconds":            func(c *Config) { c.SaveSeconds = -1 },
	} {
		c := good
		plateau, stop := *good.Plateau, *good.EarlyStop
		c.Plateau, c.EarlyStop = &plateau, &stop
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), field+" is") {
			t.Errorf("%s: %v", field, err)
		}
	}
}

func TestDifferences(t *testing.T) {
	a := DefaultConfig()
	b := a
	b.Steps, b.LogEvery, b.SaveEvery, b.SaveSeconds = 5, 6, 7, 8
	b.Schedule.Length = 9 // means nothing for a constant rate
	if lines, err := differences(a, b); err != nil || len(lines) > 0 {
		t.Errorf("%q, %v", lines, err)
	}
	a.Schedule.Kind, b.Schedule.Kind, b.Schedule.Length = ScheduleCosine, ScheduleCosine, 0
	if lines, err := differences(a, b); err != nil || len(lines) != 1 || lines[0] != "schedule.length (10000 there, 5 now)" {
		t.Errorf("a cosine of another length: %q, %v", lines, err)
	}
	b.Schedule.Length = a.Steps
	if lines, err := differences(a, b); err != nil || len(lines) > 0 {
		t.Errorf("a cosine of the same length: %q, %v", lines, err)
	}
}

func TestNumber(t *testing.T) {
	for _, v := range []float64{0, 1, 0.1, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1.0 / 3, math.Inf(1), math.Inf(-1), math.NaN()} {
		text, err := json.Marshal(Metrics{"v": v})
		if err != nil {
			t.Fatal(err)
		}
		var back Metrics
		if err := json.Unmarshal(text, &back); err != nil || math.Float64bits(back["v"]) != math.Float64bits(v) {
			t.Errorf("%v comes back as %v through %s: %v", v, back["v"], text, err)
		}
	}
	for _, text := range []string{`{"v":"nan"}`, `{"v":[]}`, `{"v":"1"}`, `3`} {
		var m Metrics
		if err := json.Unmarshal([]byte(text), &m); err == nil {
			t.Errorf("%s is read as %v", text, m)
		}
	}
	if text, err := json.Marshal(Metrics(nil)); err != nil || string(text) != "null" {
		t.Errorf("%s, %v", text, err)
	}
}

func TestProgress(t *testing.T) {
	var b bytes.Buffer
	now := time.Unix(0, 0)
	p := newProgress(&b, 1000)
	p.now = func() time.Time { return now }
	p.start(100, 0)
	for i := range 100 {
		now = now.Add(time.Second)
		p.step(101+i, float64(i%2), Metrics{"accuracy": 0.5}, 8)
	}
	p.done()
	want := "step 130/1000  loss 0.5  accuracy 0.5  8 samples/s  14m30s left\n"
	if lines := strings.SplitAfter(b.String(), "\n"); len(lines) != 4 || lines[0] != want {
		t.Errorf("%d lines, first %q, want %q", len(lines), lines[0], want)
	}

	b.Reset()
	p.terminal = true
	p.start(100, time.Minute)
	for i := range 3 {
		now = now.Add(150 * time.Millisecond)
		p.step(101+i, 10/float64(i+1), Metrics{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}, 1)
	}
	p.done()
	p.done()
	if out := b.String(); strings.Count(out, "\r") != 1 || strings.Count(out, "\n") != 1 || len(out) > lineWidth+2 || strings.Contains(out, " e 5") {
		t.Errorf("on a terminal: %q", out)
	}
	if !strings.Contains(p.line(101, now), "of the budget left") {
		t.Errorf("line %q does not name the budget", p.line(101, now))
	}
}
