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
	"sudokulab/pkg/lab/cores"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/supply"
)

// origin is where a trainer's puzzles come from.
type origin struct {
	name, says string // in names of metrics, and for people
	workers    int    // 0 for none
}

// Origins other than workers.
var (
	atHand   = origin{name: "at-hand", says: "at hand"}     // made before, at no cost
	onDemand = origin{name: "on-demand", says: "on demand"} // made in the trainer's own goroutine when it asks
)

func byWorkers(n int) origin {
	name := fmt.Sprintf("workers=%d", n)
	return origin{name, name, n}
}

// originsOn returns the origins of a race on a number of cores: workers up to one for each.
func originsOn(n int) []origin {
	out := []origin{atHand, onDemand}
	for _, workers := range cores.Counts(n) {
		out = append(out, byWorkers(workers))
	}
	return out
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

// Readings of a pass; the control uses the first.
const (
	readElapsed = iota
	readWaited
	readStalls
	readFirst
)

func (p pass) readings() []float64 {
	return []float64{readElapsed: p.elapsed, readWaited: p.waited, readStalls: float64(p.stalls), readFirst: p.first}
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

// fromHand runs a trainer on puzzles that were made before.
func (cfg Config) fromHand(hand []generate.Puzzle, t *trainer) (pass, error) {
	next := 0
	return cfg.run(t, func() ([]generate.Puzzle, bool, error) {
		next += cfg.Batch
		return hand[next-cfg.Batch : next], false, nil
	})
}

// made runs a trainer that makes each puzzle itself.
func (cfg Config) made(ctx context.Context, seed uint64, t *trainer) (pass, error) {
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

// entrant is one who takes part in rounds.
type entrant struct {
	name string
	pass func(ctx context.Context) (pass, error)
}

// inTurn has each entrant take a pass in each round; the first one, a trainer with its puzzles at hand, twice
// as the control of the rounds. All must get the same puzzles. What the cores make when nothing else runs
// is measured again in each round, for the load that the trainer in fact was. It returns the readings by
// entrant, and the loads.
func (cfg Config) inTurn(ctx context.Context, r *lab.Run, step float64, entrants []entrant) (readings [][][]float64, loads []float64, err error) {
	how := lab.Interleaving{Rounds: cfg.Rounds}
	digest := ""
	for _, e := range entrants {
		how.Sides = append(how.Sides, func(ctx context.Context, _ int) ([]float64, error) {
			p, err := e.pass(ctx)
			if err != nil {
				return nil, err
			}
			if digest == "" {
				digest = p.digest
			}
			if p.digest != digest {
				return nil, fmt.Errorf("dqn-pipeline: %s gave the trainer other puzzles", e.name)
			}
			return p.readings(), nil
		})
	}
	how.Sides = append(how.Sides, lab.Timed(func(ctx context.Context, _ int) (float64, error) {
		rate, err := cfg.capacity(ctx, r.Seed, cfg.Givens)
		return float64(cfg.Batch) / (step * rate), err
	}))
	if readings, err = r.Interleave(ctx, how); err != nil {
		return nil, nil, err
	}
	last := len(entrants)
	return readings[:last], readings[last][0], nil
}

// waiting measures how long a trainer waits for the same puzzles from each origin.
func waiting(ctx context.Context, cfg Config, kind string, load float64, r *lab.Run) error {
	hand, err := cfg.hand(ctx, r.Seed)
	if err != nil {
		return err
	}
	seconds, err := cfg.stepSeconds(ctx, r.Seed, cfg.Givens, load)
	if err != nil {
		return err
	}
	t := newTrainer(kind, seconds)
	origins := originsOn(runtime.GOMAXPROCS(0))
	var entrants []entrant
	for _, o := range origins {
		entrants = append(entrants, entrant{o.name, func(ctx context.Context) (pass, error) {
			switch o {
			case atHand:
				return cfg.fromHand(hand, t)
			case onDemand:
				return cfg.made(ctx, r.Seed, t)
			}
			return cfg.supplied(ctx, r.Seed, cfg.Lookahead, o.workers, t)
		}})
	}
	readings, loads, err := cfg.inTurn(ctx, r, seconds, entrants)
	if err != nil {
		return err
	}
	r.Exact("steps", float64(cfg.Steps), "steps", 1)
	r.Exact("batch", float64(cfg.Batch), "puzzles", 1)
	r.Noisy("cores", float64(runtime.GOMAXPROCS(0)), "cores", 1)
	r.Noisy("step", seconds, "s", 1)
	if kind == onCore {
		r.Noisy("flops", float64(t.products)*flops, "operations a step", 1)
	}
	if err := keepSpan(r, "load", "of what all cores make", loads); err != nil {
		return err
	}
	for i, o := range origins {
		if err := cfg.keepPasses(r, o.name, readings[i], readings[0]); err != nil {
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

// keepPasses keeps the medians over the rounds of one origin, by its readings and those with puzzles at hand.
func (cfg Config) keepPasses(r *lab.Run, name string, of, hand [][]float64) error {
	steps := float64(cfg.Steps)
	for _, m := range []struct {
		metric, unit string
		of           func(i int) float64
	}{
		{"waiting", "of the time", func(i int) float64 { return of[readWaited][i] / of[readElapsed][i] }},
		{"stalls", "of the steps", func(i int) float64 { return of[readStalls][i] / steps }},
		{"first", "s", func(i int) float64 { return of[readFirst][i] }},
		{"rate", "steps/s", func(i int) float64 { return steps / of[readElapsed][i] }},
		{"speed", "of that with puzzles at hand", func(i int) float64 { return hand[readElapsed][i] / of[readElapsed][i] }},
	} {
		values := make([]float64, len(of[readElapsed]))
		for i := range values {
			values[i] = m.of(i)
		}
		if err := keepSpan(r, name+" "+m.metric, m.unit, values); err != nil {
			return err
		}
	}
	return nil
}

// keepSpan keeps the median of what rounds or changes gave, and the extremes.
func keepSpan(r *lab.Run, metric, unit string, values []float64) error {
	median, err := stats.Median(values)
	if err != nil {
		return err
	}
	r.Noisy(metric, median, unit, len(values))
	r.Noisy(metric+".low", slices.Min(values), unit, len(values))
	r.Noisy(metric+".high", slices.Max(values), unit, len(values))
	return nil
}

// aheadName begins the metrics of a lookahead.
func aheadName(lookahead int) string { return fmt.Sprintf("lookahead=%d ", lookahead) }

// queues compares lookaheads with a worker for each core and the trainer apart.
func queues(ctx context.Context, cfg Config, r *lab.Run) error {
	hand, err := cfg.hand(ctx, r.Seed)
	if err != nil {
		return err
	}
	seconds, err := cfg.stepSeconds(ctx, r.Seed, cfg.Givens, cfg.QueueLoad)
	if err != nil {
		return err
	}
	t := newTrainer(apart, seconds)
	entrants := []entrant{{atHand.name, func(context.Context) (pass, error) { return cfg.fromHand(hand, t) }}}
	for _, lookahead := range cfg.Lookaheads {
		entrants = append(entrants, entrant{aheadName(lookahead), func(ctx context.Context) (pass, error) {
			return cfg.supplied(ctx, r.Seed, lookahead, 0, t)
		}})
	}
	readings, loads, err := cfg.inTurn(ctx, r, seconds, entrants)
	if err != nil {
		return err
	}
	r.Noisy("cores", float64(runtime.GOMAXPROCS(0)), "cores", 1)
	r.Noisy("step", seconds, "s", 1)
	if err := keepSpan(r, "load", "of what all cores make", loads); err != nil {
		return err
	}
	for i, lookahead := range cfg.Lookaheads {
		of := readings[1+i] // behind the one with puzzles at hand
		waiting, stalls := make([]float64, cfg.Rounds), make([]float64, cfg.Rounds)
		for round := range cfg.Rounds {
			waiting[round] = of[readWaited][round] / of[readElapsed][round]
			stalls[round] = of[readStalls][round] / float64(cfg.Steps)
		}
		if err := keepSpan(r, aheadName(lookahead)+"waiting", "of the time", waiting); err != nil {
			return err
		}
		if err := keepSpan(r, aheadName(lookahead)+"stalls", "of the steps", stalls); err != nil {
			return err
		}
	}
	return nil
}
