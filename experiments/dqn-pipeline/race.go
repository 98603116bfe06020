package dqnpipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime"
	"slices"
	"time"

	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/supply"
)

// Where a trainer's puzzles come from, besides workers=1, 2, 4, … up to one for each core.
const (
	atHand   = "at-hand"   // made before, at no cost
	onDemand = "on-demand" // made in the trainer's own goroutine when it asks
)

func workersSource(n int) string { return fmt.Sprintf("workers=%d", n) }

// workerCounts returns 1, 2, 4, … and the number of cores.
func workerCounts() (n []int) {
	for w := 1; w < runtime.GOMAXPROCS(0); w *= 2 {
		n = append(n, w)
	}
	return append(n, runtime.GOMAXPROCS(0))
}

// puzzles returns what makes the puzzles. The test is that of uniqueness, without a bound.
func (cfg Config) puzzles() func() supply.Make[generate.Range, generate.Puzzle] {
	return supply.Puzzles(cfg.Generator, generate.UniqueWithin(0))
}

type source = supply.Supply[generate.Range, generate.Puzzle]

func (cfg Config) supply(ctx context.Context, seed uint64, lookahead, workers int, givens generate.Range) (*source, error) {
	return supply.New(ctx, supply.Config{Seed: seed, Lookahead: lookahead, Workers: workers}, givens, cfg.puzzles())
}

// capacity returns the puzzles a second of a worker for each core and a consumer that does nothing
// else.
func (cfg Config) capacity(ctx context.Context, seed uint64, givens generate.Range) (float64, error) {
	s, err := cfg.supply(ctx, seed, cfg.Lookahead, 0, givens)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	if _, err := s.Batch(ctx, cfg.Batch); err != nil { // warm-up
		return 0, err
	}
	begin := time.Now()
	n := max(cfg.Steps, 10) * cfg.Batch
	if _, err := s.Batch(ctx, n); err != nil {
		return 0, err
	}
	return float64(n) / time.Since(begin).Seconds(), nil
}

// stepSeconds returns the time of a step that asks for the given share of the capacity: the
// greatest of several measurements, since other programs only ever take from it.
func (cfg Config) stepSeconds(ctx context.Context, seed uint64, givens generate.Range, load float64) (float64, error) {
	var rates []float64
	for range 3 {
		rate, err := cfg.capacity(ctx, seed, givens)
		if err != nil {
			return 0, err
		}
		rates = append(rates, rate)
	}
	return float64(cfg.Batch) / (load * slices.Max(rates)), nil
}

// pass is what was measured of one pass of a trainer.
type pass struct {
	first   float64 // seconds that the trainer waited for the first batch
	waited  float64 // seconds in all the measured steps
	stalls  int     // measured steps that found a puzzle missing
	elapsed float64 // seconds of the measured steps, waiting included
	digest  string
}

// run has a trainer take its steps. batch returns the puzzles of the next step and whether one had
// to be waited for.
func (cfg Config) run(t *trainer, batch func() ([]generate.Puzzle, bool, error)) (pass, error) {
	var p pass
	h := sha256.New()
	for step := range cfg.Warm + cfg.Steps {
		begin := time.Now()
		puzzles, waited, err := batch()
		if err != nil {
			return pass{}, err
		}
		got := time.Now()
		t.step()
		end := time.Now()
		if step == 0 {
			p.first = got.Sub(begin).Seconds()
		}
		if step >= cfg.Warm {
			p.waited += got.Sub(begin).Seconds()
			p.elapsed += end.Sub(begin).Seconds()
			if waited {
				p.stalls++
			}
		}
		for _, x := range puzzles {
			h.Write(x.Board.Cells())
		}
	}
	p.digest = hex.EncodeToString(h.Sum(nil))
	return p, nil
}

// batches returns what run asks for, from a supply.
func batches(ctx context.Context, s *source, n int) func() ([]generate.Puzzle, bool, error) {
	waits := 0
	return func() ([]generate.Puzzle, bool, error) {
		puzzles, err := s.Batch(ctx, n)
		before := waits
		waits = s.Stats().Waits
		return puzzles, waits > before, err
	}
}

// supplied runs a trainer on puzzles of a supply.
func (cfg Config) supplied(ctx context.Context, seed uint64, lookahead, workers int, t *trainer) (pass, error) {
	s, err := cfg.supply(ctx, seed, lookahead, workers, cfg.Givens)
	if err != nil {
		return pass{}, err
	}
	defer s.Close()
	return cfg.run(t, batches(ctx, s, cfg.Batch))
}

// from runs a trainer on puzzles from one of the sources.
func (cfg Config) from(ctx context.Context, seed uint64, name string, hand []generate.Puzzle, t *trainer) (pass, error) {
	switch name {
	case atHand:
		next := 0
		return cfg.run(t, func() ([]generate.Puzzle, bool, error) {
			next += cfg.Batch
			return hand[next-cfg.Batch : next], false, nil
		})
	case onDemand:
		item, next := cfg.puzzles()(), 0
		return cfg.run(t, func() ([]generate.Puzzle, bool, error) {
			batch := make([]generate.Puzzle, cfg.Batch)
			for i := range batch {
				p, err := item(ctx, supply.Order[generate.Range]{Seed: seed, Index: next, Difficulty: cfg.Givens})
				if err != nil {
					return nil, true, err
				}
				batch[i] = p
				next++
			}
			return batch, true, nil
		})
	}
	var workers int
	if _, err := fmt.Sscanf(name, "workers=%d", &workers); err != nil {
		return pass{}, fmt.Errorf("dqn-pipeline: source %q: %w", name, err)
	}
	return cfg.supplied(ctx, seed, cfg.Lookahead, workers, t)
}

// race runs the trainer on the same puzzles from each source in each round, the first one another
// each time, so that a slow spell of the machine meets all. What the cores can make is measured
// again in each round, for the load that the trainer in fact was.
func race(ctx context.Context, cfg Config, kind string, load float64, r *lab.Run) error {
	sources := []string{atHand, onDemand}
	for _, w := range workerCounts() {
		sources = append(sources, workersSource(w))
	}
	hand, err := cfg.hand(ctx, r.Seed)
	if err != nil {
		return err
	}
	seconds, err := cfg.stepSeconds(ctx, r.Seed, cfg.Givens, load)
	if err != nil {
		return err
	}
	t := newTrainer(kind, seconds)
	var loads []float64
	passes := map[string][]pass{}
	for round := range cfg.Rounds {
		rate, err := cfg.capacity(ctx, r.Seed, cfg.Givens)
		if err != nil {
			return err
		}
		loads = append(loads, float64(cfg.Batch)/(seconds*rate))
		for k := range sources {
			name := sources[(round+k)%len(sources)]
			runtime.GC()
			p, err := cfg.from(ctx, r.Seed, name, hand, t)
			if err != nil {
				return err
			}
			passes[name] = append(passes[name], p)
		}
		r.Progress(round+1, cfg.Rounds)
	}
	for name, ps := range passes {
		for _, p := range ps {
			if p.digest != passes[atHand][0].digest {
				return fmt.Errorf("dqn-pipeline: %s gave the trainer other puzzles", name)
			}
		}
	}
	r.Exact("steps", float64(cfg.Steps), "steps", 1)
	r.Exact("batch", float64(cfg.Batch), "puzzles", 1)
	r.Noisy("cores", float64(runtime.GOMAXPROCS(0)), "cores", 1)
	r.Noisy("step", seconds, "s", 1)
	if kind == onCore {
		r.Noisy("flops", float64(t.products)*flops, "operations a step", 1)
	}
	if err := keep(r, "load", "of what all cores make", loads); err != nil {
		return err
	}
	for _, name := range sources {
		if err := cfg.keepPasses(r, name, passes[name], passes[atHand]); err != nil {
			return err
		}
	}
	return nil
}

// hand makes the puzzles of one pass.
func (cfg Config) hand(ctx context.Context, seed uint64) ([]generate.Puzzle, error) {
	s, err := cfg.supply(ctx, seed, cfg.Lookahead, 0, cfg.Givens)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Batch(ctx, (cfg.Warm+cfg.Steps)*cfg.Batch)
}

// keepPasses keeps the medians over the rounds of one source.
func (cfg Config) keepPasses(r *lab.Run, name string, ps, hand []pass) error {
	for _, m := range []struct {
		metric, unit string
		of           func(i int) float64
	}{
		{"waiting", "of the time", func(i int) float64 { return ps[i].waited / ps[i].elapsed }},
		{"stalls", "of the steps", func(i int) float64 { return float64(ps[i].stalls) / float64(cfg.Steps) }},
		{"first", "s", func(i int) float64 { return ps[i].first }},
		{"rate", "steps/s", func(i int) float64 { return float64(cfg.Steps) / ps[i].elapsed }},
		{"speed", "of that with puzzles at hand", func(i int) float64 { return hand[i].elapsed / ps[i].elapsed }},
	} {
		values := make([]float64, len(ps))
		for i := range ps {
			values[i] = m.of(i)
		}
		if err := keep(r, name+" "+m.metric, m.unit, values); err != nil {
			return err
		}
	}
	return nil
}

// keep keeps the median of the rounds, and the extremes.
func keep(r *lab.Run, metric, unit string, values []float64) error {
	median, err := stats.Median(values)
	if err != nil {
		return err
	}
	r.Noisy(metric, median, unit, len(values))
	r.Noisy(metric+".low", slices.Min(values), unit, len(values))
	r.Noisy(metric+".high", slices.Max(values), unit, len(values))
	return nil
}

// queues compares lookaheads with a worker for each core and the trainer apart.
func queues(ctx context.Context, cfg Config, r *lab.Run) error {
	seconds, err := cfg.stepSeconds(ctx, r.Seed, cfg.Givens, cfg.QueueLoad)
	if err != nil {
		return err
	}
	t := newTrainer(apart, seconds)
	var loads []float64
	passes := map[int][]pass{}
	for round := range cfg.Rounds {
		rate, err := cfg.capacity(ctx, r.Seed, cfg.Givens)
		if err != nil {
			return err
		}
		loads = append(loads, float64(cfg.Batch)/(seconds*rate))
		for k := range cfg.Lookaheads {
			lookahead := cfg.Lookaheads[(round+k)%len(cfg.Lookaheads)]
			runtime.GC()
			p, err := cfg.supplied(ctx, r.Seed, lookahead, 0, t)
			if err != nil {
				return err
			}
			passes[lookahead] = append(passes[lookahead], p)
		}
		r.Progress(round+1, cfg.Rounds)
	}
	r.Noisy("cores", float64(runtime.GOMAXPROCS(0)), "cores", 1)
	r.Noisy("step", seconds, "s", 1)
	if err := keep(r, "load", "of what all cores make", loads); err != nil {
		return err
	}
	for _, lookahead := range cfg.Lookaheads {
		ps := passes[lookahead]
		waiting, stalls := make([]float64, len(ps)), make([]float64, len(ps))
		for i, p := range ps {
			waiting[i], stalls[i] = p.waited/p.elapsed, float64(p.stalls)/float64(cfg.Steps)
		}
		name := fmt.Sprintf("lookahead=%d ", lookahead)
		if err := keep(r, name+"waiting", "of the time", waiting); err != nil {
			return err
		}
		if err := keep(r, name+"stalls", "of the steps", stalls); err != nil {
			return err
		}
	}
	return nil
}
