package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Config says how to train. Every field but Steps and those that begin with Log or Save
// decides the numbers, so a resumed run must have the same.
type Config struct {
	Seed      uint64   `json:"seed"`  // of the initial weights and of dropout
	Steps     int      `json:"steps"` // batches in all, resumed ones included
	Optimizer AdamW    `json:"optimizer"`
	Schedule  Schedule `json:"schedule"`

	Plateau   *Plateau   `json:"plateau,omitempty"`    // nil: none
	EarlyStop *EarlyStop `json:"early_stop,omitempty"` // nil: none

	ClipNorm float64 `json:"clip_norm"` // largest norm of all gradients together; 0: no bound
	EMA      float64 `json:"ema"`       // decay of the averaged weights, below 1; 0: no average

	ValidateEvery int    `json:"validate_every"` // steps; 0: never
	Watch         string `json:"watch"`          // the validation's metric that counts
	WatchHigher   bool   `json:"watch_higher"`   // higher is better

	LogEvery    int     `json:"log_every"`    // steps between lines of the log; 0: none
	SaveEvery   int     `json:"save_every"`   // steps between checkpoints; 0: not by steps
	SaveSeconds float64 `json:"save_seconds"` // seconds between checkpoints; 0: not by time
}

// AdamW holds the constants of Adam with decoupled weight decay. The decay acts on
// variables with two axes or more, not on biases and gains.
type AdamW struct {
	LearningRate float64 `json:"learning_rate"`
	Beta1        float64 `json:"beta1"`
	Beta2        float64 `json:"beta2"`
	Epsilon      float64 `json:"epsilon"`
	WeightDecay  float64 `json:"weight_decay"`
}

// Kinds of [Schedule].
const (
	ScheduleConstant = "constant"
	ScheduleCosine   = "cosine"
)

// Schedule gives the learning rate's factor at each step: a straight line from 0 to 1
// over WarmUp steps, then 1 or half a cosine down to Final at step Length.
type Schedule struct {
	Kind   string  `json:"kind"`
	WarmUp int     `json:"warm_up"`          // steps
	Final  float64 `json:"final"`            // share of the rate at the end of the cosine
	Length int     `json:"length,omitempty"` // steps until Final, warm-up included; 0: Config.Steps
}

// Plateau multiplies the learning rate by Factor whenever more than Patience validations
// in a row were no improvement by more than Threshold (relative to the best).
type Plateau struct {
	Factor    float64 `json:"factor"`
	Patience  int     `json:"patience"`
	Threshold float64 `json:"threshold"`
	MinRate   float64 `json:"min_rate"` // the rate before the schedule's factor does not fall below
}

// EarlyStop ends training when Patience validations in a row were no improvement by more
// than Threshold (relative to the best).
type EarlyStop struct {
	Patience  int     `json:"patience"`
	Threshold float64 `json:"threshold"`
}

// DefaultConfig returns AdamW at 1e-3 with decay 0.01, a constant rate, averaged weights,
// and neither plateau nor early stopping.
func DefaultConfig() Config {
	return Config{
		Seed: 1, Steps: 10_000,
		Optimizer: DefaultAdamW(),
		Schedule:  Schedule{Kind: ScheduleConstant},
		ClipNorm:  1, EMA: 0.999,
		LogEvery: 50, SaveSeconds: 300,
	}
}

// DefaultAdamW returns the constants of the document on the GNN (gnn.md), and for what it
// leaves open those of Kingma and Ba.
func DefaultAdamW() AdamW {
	return AdamW{LearningRate: 1e-3, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8, WeightDecay: 0.01}
}

// DefaultPlateau returns factor 0.5 and patience 5.
func DefaultPlateau() *Plateau { return &Plateau{Factor: 0.5, Patience: 5, Threshold: 1e-4} }

// DefaultEarlyStop returns patience 10.
func DefaultEarlyStop() *EarlyStop { return &EarlyStop{Patience: 10} }

// Validate reports every field that has no meaning.
func (c Config) Validate() error {
	var errs []error
	want := func(ok bool, field, what string, value any) {
		if !ok {
			errs = append(errs, fmt.Errorf("%s is %v, want %s", field, value, what))
		}
	}
	share := func(v float64) bool { return v >= 0 && v < 1 } // false for NaN
	notNegative := func(v float64) bool { return v >= 0 && finite(v) }
	want(c.Steps > 0, "steps", "at least 1", c.Steps)
	o := c.Optimizer
	want(o.LearningRate > 0 && notNegative(o.LearningRate), "optimizer.learning_rate", "above 0", o.LearningRate)
	want(share(o.Beta1), "optimizer.beta1", "0 or more and below 1", o.Beta1)
	want(share(o.Beta2), "optimizer.beta2", "0 or more and below 1", o.Beta2)
	want(o.Epsilon > 0 && notNegative(o.Epsilon), "optimizer.epsilon", "above 0", o.Epsilon)
	want(notNegative(o.WeightDecay), "optimizer.weight_decay", "0 or more", o.WeightDecay)
	s := c.Schedule
	want(s.Kind == ScheduleConstant || s.Kind == ScheduleCosine, "schedule.kind", ScheduleConstant+" or "+ScheduleCosine, s.Kind)
	want(s.WarmUp >= 0, "schedule.warm_up", "0 or more", s.WarmUp)
	want(s.Final >= 0 && s.Final <= 1, "schedule.final", "from 0 to 1", s.Final)
	want(s.Length == 0 || s.Length > s.WarmUp, "schedule.length", "0 or above schedule.warm_up", s.Length)
	if p := c.Plateau; p != nil {
		want(p.Factor > 0 && p.Factor < 1, "plateau.factor", "between 0 and 1", p.Factor)
		want(p.Patience >= 0, "plateau.patience", "0 or more", p.Patience)
		want(notNegative(p.Threshold), "plateau.threshold", "0 or more", p.Threshold)
		want(p.MinRate >= 0 && p.MinRate <= o.LearningRate, "plateau.min_rate", "from 0 to the learning rate", p.MinRate)
	}
	if e := c.EarlyStop; e != nil {
		want(e.Patience > 0, "early_stop.patience", "at least 1", e.Patience)
		want(notNegative(e.Threshold), "early_stop.threshold", "0 or more", e.Threshold)
	}
	want(notNegative(c.ClipNorm), "clip_norm", "0 or more", c.ClipNorm)
	want(share(c.EMA), "ema", "0 or more and below 1", c.EMA)
	want(c.ValidateEvery >= 0, "validate_every", "0 or more", c.ValidateEvery)
	want(c.ValidateEvery > 0 || (c.Plateau == nil && c.EarlyStop == nil), "validate_every",
		"at least 1 for plateau and early stopping", c.ValidateEvery)
	want(c.ValidateEvery == 0 || c.Watch != "", "watch", "a metric of the validation", `""`)
	want(c.LogEvery >= 0, "log_every", "0 or more", c.LogEvery)
	want(c.SaveEvery >= 0, "save_every", "0 or more", c.SaveEvery)
	want(notNegative(c.SaveSeconds), "save_seconds", "0 or more", c.SaveSeconds)
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("train: configuration: %w", err)
	}
	return nil
}

// normal returns the configuration as far as it decides the numbers.
func (c Config) normal() Config {
	if c.Schedule.Kind == ScheduleCosine {
		if c.Schedule.Length == 0 {
			c.Schedule.Length = c.Steps
		}
	} else {
		c.Schedule.Length, c.Schedule.Final = 0, 0
	}
	c.Steps, c.LogEvery, c.SaveEvery, c.SaveSeconds = 0, 0, 0, 0
	return c
}

// differences names the fields in which two configurations would train differently, each
// with both values; a is the checkpoint's.
func differences(a, b Config) ([]string, error) {
	flat := func(c Config) (map[string]string, error) {
		text, err := json.Marshal(c.normal())
		if err != nil {
			return nil, err
		}
		var tree map[string]any
		if err := json.Unmarshal(text, &tree); err != nil {
			return nil, err
		}
		leaves := map[string]string{}
		var walk func(prefix string, node map[string]any)
		walk = func(prefix string, node map[string]any) {
			for key, value := range node {
				if inner, ok := value.(map[string]any); ok {
					walk(prefix+key+".", inner)
				} else {
					leaves[prefix+key] = fmt.Sprint(value)
				}
			}
		}
		walk("", tree)
		return leaves, nil
	}
	x, err := flat(a)
	if err != nil {
		return nil, err
	}
	y, err := flat(b)
	if err != nil {
		return nil, err
	}
	both := maps.Clone(x)
	maps.Copy(both, y)
	var lines []string
	for _, key := range slices.Sorted(maps.Keys(both)) {
		p, inX := x[key]
		q, inY := y[key]
		if !inX {
			p = "none"
		}
		if !inY {
			q = "none"
		}
		if p != q {
			lines = append(lines, fmt.Sprintf("%s (%s there, %s now)", key, strings.TrimSpace(p), strings.TrimSpace(q)))
		}
	}
	return lines, nil
}
