package cspdesign

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
)

// contender is one thing to be timed.
type contender struct {
	name    string
	against string // the contender that its time is divided by; "" for none
	units   int    // puzzles or operations in a pass
	pass    func()
}

// race times the contenders in rounds, all of them in each, the first one another each time,
// so that a slow spell of the machine meets them all. A round takes the fastest of several
// tries, which alternate, too: what other programs take of a core only ever adds. What is
// kept of a pair is the median of the ratios of a round and its interval. Garbage is
// collected before each slot or, where slots are short, before each try of all: hardly any
// contender pays for the garbage of another; where passes are shorter than a slot, some before the
// clock starts bring back the caches that the others have used. The first contender runs once more in
// each round, the control of the rounds.
func race(ctx context.Context, cfg Config, tries int, r *lab.Run, contenders []contender) error {
	passes := make([]int, len(contenders))
	for i, c := range contenders {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.pass() // warm-up
		begin := time.Now()
		c.pass()
		passes[i] = 1 + int(cfg.Slot/max(time.Since(begin), 1))
	}
	entered := append(slices.Clone(contenders), contenders[0])
	repeats := append(slices.Clone(passes), passes[0])
	var times [][]float64
	if err := r.Rounds(ctx, func(ctx context.Context) (lab.Control, error) {
		times = make([][]float64, len(entered))
		for round := range cfg.Rounds {
			fastest, err := lap(ctx, round, tries, entered, repeats)
			if err != nil {
				return lab.Control{}, err
			}
			for i, t := range fastest {
				times[i] = append(times[i], t)
			}
			r.Progress(cfg.Rounds+round+1, 2*cfg.Rounds)
		}
		return lab.Control{One: times[len(contenders)], Other: times[0]}, nil
	}); err != nil {
		return err
	}
	seconds := map[string][]float64{}
	for i, c := range contenders {
		seconds[c.name] = times[i]
	}
	rng := rand.New(rand.NewPCG(r.Seed, 0))
	for _, c := range contenders {
		median, err := stats.Median(seconds[c.name])
		if err != nil {
			return err
		}
		r.Noisy(c.name+" time", median, "s", cfg.Rounds)
		if c.against == "" {
			continue
		}
		ratio, err := stats.PairedRatios(rng, seconds[c.name], seconds[c.against], cfg.Bootstrap)
		if err != nil {
			return fmt.Errorf("csp-design: %s against %s: %w", c.name, c.against, err)
		}
		r.Noisy(c.name+" ratio", ratio.Median, "× "+c.against, ratio.N)
		r.Noisy(c.name+" ratio.low", ratio.Interval.Low, "× "+c.against, ratio.N)
		r.Noisy(c.name+" ratio.high", ratio.Interval.High, "× "+c.against, ratio.N)
	}
	return nil
}

// lap times every contender several times and returns the fastest time of each, in seconds a unit.
func lap(ctx context.Context, round, tries int, contenders []contender, passes []int) ([]float64, error) {
	fastest := make([]float64, len(contenders))
	turns := lab.Turns(len(contenders)-1, 0) // the last one is the first once more
	for k := range tries * len(contenders) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		i := turns[(round+k)%len(turns)]
		c := contenders[i]
		if tries == 1 || k%len(contenders) == 0 {
			runtime.GC()
		}
		for range passes[i] / 3 {
			c.pass()
		}
		begin := time.Now()
		for range passes[i] {
			c.pass()
		}
		t := time.Since(begin).Seconds() / float64(passes[i]*c.units)
		if k < len(contenders) || t < fastest[i] {
			fastest[i] = t
		}
	}
	return fastest, nil
}
