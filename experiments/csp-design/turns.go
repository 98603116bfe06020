package cspdesign

import (
	"context"
	"math/rand/v2"
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

// inTurn times the contenders in rounds, all of them in each, several tries per round, the first one twice
// as the control; see [lab.Run.Interleave]. What is kept of a pair is the median of the ratios of a round
// and its interval. Where passes are shorter than a slot, some before the clock starts bring back the
// caches that the others have used.
func inTurn(ctx context.Context, cfg Config, tries int, r *lab.Run, contenders []contender) error {
	how := lab.Interleaving{Rounds: cfg.Rounds, Tries: tries}
	for _, c := range contenders {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.pass() // warm-up
		begin := time.Now()
		c.pass()
		passes := 1 + int(cfg.Slot/max(time.Since(begin), 1))
		how.Sides = append(how.Sides, lab.Timed(func(context.Context, int) (float64, error) {
			for range passes / 3 {
				c.pass()
			}
			begin := time.Now()
			for range passes {
				c.pass()
			}
			return time.Since(begin).Seconds() / float64(passes*c.units), nil
		}))
	}
	readings, err := r.Interleave(ctx, how)
	if err != nil {
		return err
	}
	seconds := map[string][]float64{}
	for i, c := range contenders {
		seconds[c.name] = readings[i][0]
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
		if _, err := lab.KeepRatio(r, rng, c.name+" ratio", "× "+c.against, seconds[c.name], seconds[c.against], cfg.Bootstrap); err != nil {
			return err
		}
	}
	return nil
}
